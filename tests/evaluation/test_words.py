import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t.,;—!", []),
        ("Alpha pays 10 EUR.", ["alpha", "pays", "10", "eur"]),
        ("the employee's pay", ["the", "employee", "s", "pay"]),
        ("snake_case and-dash", ["snake", "case", "and", "dash"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        # Full-width forms and ligatures are the letters they show.
        ("ＡＢＣ１２ ﬁne", ["abc12", "fine"]),
        # One written form for composed and decomposed accents.
        ("caf\u00e9 cafe\u0301", ["caf\u00e9", "caf\u00e9"]),
        # A soft hyphen is a place where a word may break, not a break.
        ("hand\u00adbook zero\u200dwidth \ufeffmark", ["handbook", "zerowidth", "mark"]),
        # Vowel signs are no word ends.
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("Łódź Привет ΣΊΣΥΦΟΣ", ["łódź", "привет", "σίσυφοσ"]),
    ],
)
def test_words_of_alphabetic_scripts(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("年", ["年"]),
        ("年假结转", ["年", "假", "结", "转", "年假", "假结", "结转"]),
        # No pair reaches over punctuation or a line's end.
        ("年假，结\n转", ["年", "假", "年假", "结", "转"]),
        ("コーヒー", ["コ", "ー", "ヒ", "ー", "コー", "ーヒ", "ヒー"]),
        ("휴가", ["휴", "가", "휴가"]),
        # Half-width kana with its voiced mark is one full-width kana.
        ("ｶﾞｽ", ["ガ", "ス", "ガス"]),
        ("iPhone15手机", ["iphone15", "手", "机", "手机"]),
        ("15天EUR", ["15", "天", "eur"]),
        ("「年假」・", ["年", "假", "年假"]),
        ("𠀀𠀁", ["𠀀", "𠀁", "𠀀𠀁"]),
    ],
)
def test_characters_and_pairs_for_chinese_japanese_korean(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.lists(st.text("aBé1年假の휴 .，")))
def test_text_apart_gives_the_words_of_its_parts(parts: list[str]) -> None:
    """Fails where a word or pair reaches over a line's end, or where text is lost between."""
    assert words("\n".join(parts)) == [word for part in parts for word in words(part)]


@given(st.text())
def test_every_letter_and_digit_is_in_a_word(text: str) -> None:
    """Fails where a script falls between the two patterns."""
    for character in text:
        if character.isalnum():
            assert words(character), repr(character)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_ascii_takes_a_shorter_way_to_the_same_words(text):
    # A soft hyphen behind a blank has no width and is no word, but sends the text the long way.
    assert words(text) == words(text + " \u00ad")
