"""Windows on a stride, worked by hand."""

from golden_sets.plain_text import read_plain_text
from strategies.fixed import Fixed
from strategies.tokenizer import count_tokens, token_starts
from strategies.tools import Tools


def texts(text, **parameters):
    document = read_plain_text("x.txt", text)
    return [c.matched_text(document) for c in Fixed(**parameters).cut(document, Tools())]


def test_no_overlap_repeats_nothing():
    assert texts("abcdef", size=3) == ["abc", "def"]


def test_the_last_window_starts_on_the_stride_and_is_short():
    assert texts("abcdefgh", size=4, overlap=1) == ["abcd", "defg", "gh"]


def test_no_tail_inside_the_window_before():
    # A window at 6 would hold "gh", which "efgh" already ends with.
    assert texts("abcdefgh", size=4, overlap=2) == ["abcd", "cdef", "efgh"]


def test_ten_thousand_tokens_in_windows_of_500_with_overlap_100():
    text = " a" * 10_000
    assert count_tokens(text) == 10_000
    windows = texts(text, size=500, unit="tokens", overlap=100)
    assert len(windows) == 25
    assert sum(count_tokens(window) for window in windows) == 12_400


def test_a_character_of_several_tokens_is_never_split():
    text = "𓀀𓀁𓀂"
    assert len(token_starts(text)) > 3
    assert "".join(texts(text, size=1, unit="tokens")) == text


def test_windows_are_slices_of_the_source():
    line = '{"a": [1, 2, 3]}, ' * 28
    windows = texts(line, size=100, overlap=20)
    assert all(window in line for window in windows)
    assert windows[1][:20] == windows[0][-20:]
