"""The strongest separator that keeps a piece within its size, in both scripts."""

from golden_sets.plain_text import read_plain_text
from strategies.recursive import Recursive
from strategies.tools import Tools


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


def test_the_last_sentence_without_a_stop_is_kept():
    assert texts("One. Two. Three", size=5)[-1] == "Three"
