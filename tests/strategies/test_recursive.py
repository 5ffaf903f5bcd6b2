"""The strongest separator that keeps a piece within its size, in both scripts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_sets.document import Span
from golden_sets.markdown import trim
from golden_sets.plain_text import read_plain_text
from strategies import own_separator
from strategies.clusters import cluster_start
from strategies.measure import measure
from strategies.recursive import SEPARATORS, Recursive, recursive_spans
from strategies.tools import Tools
from tests.strategies.texts import TEXTS


def texts(text, **parameters):
    document = read_plain_text("x.txt", text)
    return [c.matched_text(document) for c in Recursive(**parameters).cut(document, Tools())]


def test_blank_lines_before_sentences():
    text = "One two. Three four.\n\nFive six. Seven."
    assert texts(text, size=22) == ["One two. Three four.", "Five six. Seven."]


def test_sentences_before_spaces():
    assert texts("One two. Three four. Five.", size=14) == ["One two.", "Three four.", "Five."]


def test_neighbours_are_merged_up_to_the_size():
    assert texts("A b.\n\nC d.\n\nE f.", size=11) == ["A b.\n\nC d.", "E f."]


def test_chinese_is_cut_after_its_own_stops():
    text = "员工每年享有十五天带薪年假。未休部分可以结转到下一年。"
    assert texts(text, size=15) == [
        "员工每年享有十五天带薪年假。",
        "未休部分可以结转到下一年。",
    ]


def test_a_run_without_separators_is_cut_hard():
    assert texts("x" * 25, size=10) == ["x" * 10, "x" * 10, "x" * 5]


def test_a_decimal_point_ends_no_sentence():
    assert texts("It is 3.14 high. Yes.", size=17) == ["It is 3.14 high.", "Yes."]


def test_overlap_is_taken_from_the_size_and_reaches_back():
    found = texts("aaaa bbbb cccc dddd eeee ffff", size=15, overlap=5)
    assert found == ["aaaa bbbb", "bbbb cccc dddd", "dddd eeee ffff"]


def test_overlap_takes_nothing_where_it_would_take_the_whole_piece_before():
    assert texts("aaaa bbbb cccc", size=10, overlap=5) == ["aaaa", "bbbb", "cccc"]


def test_snapped_overlap_opens_on_a_sentence_or_takes_nothing():
    text = "One is. Two is. Three is here. Four is."
    plain = texts(text, size=25, overlap=10)
    assert plain == ["One is. Two is.", ". Two is. Three is here.", " is here. Four is."]
    snapped = texts(text, size=25, overlap=10, snap=True)
    assert snapped == ["One is. Two is.", "Two is. Three is here.", "Four is."]


def test_the_last_sentence_without_a_stop_is_kept():
    assert texts("One. Two. Three", size=5)[-1] == "Three"


def test_separators_are_tried_in_their_order_and_no_others():
    text = "a, b; c d"
    assert texts(text, size=6, separators=("semicolon",)) == ["a, b;", "c d"]
    assert texts(text, size=6, separators=("comma",)) == ["a,", "b; c d"]
    assert texts(text, size=6, separators=("comma", "semicolon")) == ["a,", "b; c d"]
    assert texts(text, size=6, separators=()) == ["a, b;", "c d"], "six characters, blanks outside"


def test_a_separator_that_is_left_out_is_text_like_any_other():
    text = "One two. Three.\n\nFour."
    assert texts(text, size=16, separators=("newline",)) == ["One two. Three.", "Four."]
    assert texts(text, size=13, separators=("newline",)) == ["One two. Thre", "e.\n\nFour."]


def test_an_expression_of_ones_own():
    text = "q1: yes|q2: no|q3: maybe"
    assert texts(text, size=9, separators=(r"re:\|",)) == ["q1: yes|", "q2: no|", "q3: maybe"]


def test_a_lookahead_cuts_before_what_it_sees():
    """Of no width, it must neither loop nor lose the character it stands before."""
    text = "Art. 1 one\nArt. 2 two\nArt. 3 three"
    found = texts(text, size=14, separators=(r"re:^(?=Art\.)",))
    assert found == ["Art. 1 one", "Art. 2 two", "Art. 3 three"]
    assert texts("abcd", size=2, separators=("re:",)) == ["ab", "cd"]


@pytest.mark.parametrize(
    "name, message",
    [
        ("tab", "unknown separator 'tab'; allowed are blank line, newline, sentence end"),
        ("re:(", r"separator 're:\(' is no regular expression: "),
        ("re:[z-a]", r"separator 're:\[z-a\]' is no regular expression: "),
    ],
)
def test_a_separator_that_is_none_is_refused_in_one_line(name, message):
    with pytest.raises(ValueError, match=message) as raised:
        Recursive(separators=("newline", name))
    assert "\n" not in str(raised.value)


def test_a_hard_cut_keeps_what_is_seen_as_one_character():
    family = "👩\u200d👩\u200d👧"
    assert texts(f"abc{family}", size=5) == ["abc", family]
    assert texts("abcde\u0301\u0302f", size=5) == ["abcd", "e\u0301\u0302f"]
    assert texts("ab👍🏽", size=3) == ["ab", "👍🏽"]
    assert texts("abन\u093f", size=3) == ["ab", "न\u093f"]
    stacked = "e" + "\u0301" * 40
    assert "".join(texts(stacked, size=35)) == stacked, "more than 32 marks are cut at the size"


def slow_spans(text, span, size, measured, separators):
    """Splits at the strongest separator, each too large part at the next; merges greedily."""

    def split(start, end, patterns):
        start, end = trim(text, start, end)
        if measured.size(start, end) <= size:
            return []
        if not patterns:
            return hard(start, end)
        ends = [m.end() for m in re.compile(patterns[0], re.M).finditer(text, start, end)]
        cuts = [cut for cut in ends if start < cut < end]
        found = []
        for low, high in zip([start, *cuts], [*cuts, end], strict=True):
            found += [*split(low, high, patterns[1:]), high]
        return found[:-1]

    def hard(start, end):
        found = []
        while start < end and (stop := measured.reach(start, size)) < end:
            start = cluster_start(text, stop, start) if stop > start else start + 1
            found.append(start)
        return [at for at in found if at < end]

    start, end = trim(text, *span)
    cuts = [*split(start, end, [SEPARATORS[name] for name in separators]), end]
    merged = []
    for cut in cuts:
        low, high = trim(text, start, cut)
        start = cut
        if low == high:
            continue
        if merged and measured.size(merged[-1].start, high) <= size:
            merged[-1] = Span(merged[-1].start, high)
        else:
            merged.append(Span(low, high))
    return merged


@given(
    TEXTS,
    st.integers(1, 60),
    st.sampled_from(["characters", "tokens"]),
    st.one_of(
        st.just(tuple(SEPARATORS)),
        st.lists(st.sampled_from(list(SEPARATORS)), unique=True).map(tuple),
    ),
)
def test_it_cuts_as_the_slow_way_does(text, size, unit, separators):
    """The oracle measures every part and every merge; the strategy bisects."""
    measured = measure(text, unit)
    span = Span(0, len(text))
    found = recursive_spans(text, span, size, measured, separators)
    assert found == slow_spans(text, span, size, measured, separators)


@pytest.mark.parametrize("run", ["." * 40_000, "…" * 40_000, "。" * 40_000, ". " * 20_000])
def test_a_line_of_dots_ends(run):
    """Tried at every dot anew, it took the square of its length."""
    assert "".join("".join(texts(run, size=300)).split()) == run.replace(" ", "")


def test_several_marks_end_one_sentence():
    assert texts("Well?! Yes... No.", size=8) == ["Well?!", "Yes...", "No."]


def test_an_expression_that_would_run_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(own_separator, "OWN_SECONDS", 0.2)
    text = "a" * 60 + "b. " + "Words enough for a second chunk. " * 9
    with pytest.raises(ValueError, match=r"'\(a\|aa\)\+x' takes more than 0.2 seconds") as raised:
        texts(text, size=40, separators=("re:(a|aa)+x",))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("given", ["(" * 900 + ")" * 900, "x" * 1_001])
def test_an_expression_has_a_length(given):
    with pytest.raises(ValueError, match=r"separator 're:.*allowed are 1,000"):
        Recursive(separators=(f"re:{given}",))


@given(
    st.sampled_from(
        [r"\|", r"^(?=Art\.)", "", "b|", r"\b", "x*", r"(?<=a)b", r"\s+$", r"[^\S\n]+"]
    ),
    st.text("ab x|\n.Art", max_size=60),
    st.integers(0, 20),
    st.integers(20, 60),
)
def test_an_expression_finds_what_the_standard_library_finds(pattern, text, start, end):
    made = re.compile(pattern, re.MULTILINE)
    places = [
        kind(made).ends(text, start, end, own_separator.OwnTime())
        for kind in (own_separator.Separator, own_separator.OwnSeparator)
    ]
    assert places[0] == places[1]
