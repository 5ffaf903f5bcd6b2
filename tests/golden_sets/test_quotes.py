"""Where a quote stands: exactly, or but for what copying changes; and what an error says."""

import json
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from golden_sets.document import Document, Span
from golden_sets.folding import fold
from golden_sets.golden_set import load_golden_set
from golden_sets.near import nearest
from golden_sets.quotes import places_of, resolve_quote
from golden_sets.reading import GoldenSetError
from tests.golden_sets.test_golden_set import TEXT, question, write

BLANKS = [" ", "\n", "\t", "\u00a0", "\u3000", "\u200b", "\u2028", "  \n "]
QUOTES = list("\"'`‘’“”„«»「」『』＂＇")
DASHES = ["-", "--", "‑", "–", "—", "——", "−", "－"]
PIECES = st.sampled_from(
    [
        *BLANKS,
        *QUOTES,
        *DASHES,
        *"abcxyz019.,:",
        "员",
        "工",
        "。",
        "，",
        "é",
        "e\u0301",
        "ﬁ",
        "²",
        "…",
    ]
)


def document(text):
    return Document("d.txt", text, "d")


def resolved(text, quote, start=None):
    return text[slice(*resolve_quote(document(text), quote, start))]


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("Pay “10 EUR” on-time.", 'Pay "10 EUR" on‑time.', "Pay “10 EUR” on-time."),
        ("It's the\nlast   line.", "It’s the last line.", "It's the\nlast   line."),
        ("他说：「可以」——但是。", "他说: “可以”—但是。", "他说：「可以」——但是。"),
        (
            "员工每年享有\n十五天带薪年假。",
            "员工每年享有十五天带薪年假。",
            "员工每年享有\n十五天带薪年假。",
        ),
        ("ＡＢＣ　１２３", "ABC 123", "ＡＢＣ　１２３"),
        ("the of\u00adﬁce is open", "the office is open", "the of\u00adﬁce is open"),
        ("Cafe\u0301 au lait", "Café au lait", "Cafe\u0301 au lait"),
        ("Pay… later", "Pay... later", "Pay… later"),
        ("a zero\u200bwidth b", "zerowidth", "zero\u200bwidth"),
        ("two  words", "  two words\n", "two  words"),
    ],
)
def test_what_copying_changes_does_not_matter(text, quote, found):
    assert resolved(f"Before. {text} After.", quote) == found


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("x² + y", "x2 + y"),  # An exponent is no digit.
        ("Pay CAFE", "Pay cafe"),  # Case is kept: it may be a name.
        ("the Cafe\u0301s", "the  Cafe"),  # A letter is not found without its accent.
        ("and so on…", "and  so on."),  # Nor a part of a character that folds to several.
        ("10.5 EUR", "10,5 EUR"),
    ],
)
def test_what_means_something_else_is_not_found(text, quote):
    with pytest.raises(GoldenSetError, match="does not hold the quote"):
        resolved(text, quote)


def test_an_exact_place_comes_before_a_similar_one():
    assert resolve_quote(document('say “yes”, say "yes"'), 'say "yes"') == (11, 20)


def test_start_settles_a_tolerant_quote_too():
    text = "It’s due.\nIt’s due."
    assert resolve_quote(document(text), "It's due.", 10) == (10, 19)
    assert resolve_quote(document(text), "It's due.", 9) == (10, 19)
    with pytest.raises(GoldenSetError, match=r'at 0 and 10; .*"start": 0'):
        resolve_quote(document(text), "It's due.")


@st.composite
def perturbed(draw):
    """A text, a span of it, and the span's words as another program would have copied them."""
    pieces = draw(st.lists(PIECES, min_size=1, max_size=60))
    text = "".join(pieces)
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    out = []
    for character in text[start:end]:
        if character.isspace() or character == "\u200b":
            out.append(draw(st.sampled_from(["", *BLANKS])))
        elif character in QUOTES:
            out.append(draw(st.sampled_from(QUOTES)))
        elif character in "-‑–—−－":
            out.append(draw(st.sampled_from(DASHES)))
        else:
            wide = chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character
            forms = [character, wide, unicodedata.normalize("NFD", character)]
            out.append(draw(st.sampled_from(forms)))
        out.append(draw(st.sampled_from(["", "", "", *BLANKS])))
    return text, Span(start, end), "".join(out)


@given(perturbed())
def test_any_copy_resolves_to_the_same_span(case):
    text, span, quote = case
    once = list(fold(text).places(fold(text[slice(*span)])))
    assume(once == [span])
    assert resolve_quote(document(text), quote) == span


@given(st.text(max_size=40), st.text(max_size=6))
def test_a_place_folds_to_the_quote_and_none_is_outside(text, quote):
    for start, end in places_of(text, quote):
        assert 0 <= start < end <= len(text)
        assert fold(text[start:end]).text == fold(quote).text


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_nearest_passage_is_inside_and_as_similar_as_said(text, quote):
    near = nearest(text, quote)
    if near:
        assert 0 <= near.span.start < near.span.end <= len(text)
        assert 70 <= near.similarity <= 100


def test_the_nearest_passage_is_whole_words():
    text = "Refunds are paid within 14 working days of the request. Fees are not paid back."
    near = nearest(text, "Refunds are payed within 14 days of your request.")
    assert text[slice(*near.span)] == "Refunds are paid within 14 working days of the request."
    assert nearest(text, "The office in Malmö closes early on Fridays in July.") is None


def test_a_lost_quote_is_told_with_the_nearest_match_and_what_to_do(tmp_path):
    folder = write(tmp_path, {"p/d.md": TEXT}, [question("Beta paid 20 EUR.")])
    with pytest.raises(GoldenSetError) as error:
        load_golden_set(folder)
    assert str(error.value) == (
        "questions.jsonl:1: p/d.md: does not hold the quote 'Beta paid 20 EUR.'; nearest "
        "(88 % the same) at 19 is 'Beta pays 20 EUR.': quote that if it is meant"
    )


def test_a_quote_of_another_document_says_which(tmp_path):
    folder = write(tmp_path, {"p/d.md": TEXT, "p/e.md": "Zeta pays."}, [question("Zeta pays.")])
    with pytest.raises(GoldenSetError, match=r"; 'p/e\.md' holds it"):
        load_golden_set(folder)


def test_all_errors_of_a_file_are_told_each_with_its_line(tmp_path):
    bad = question("Nowhere at all, ever", start=3)
    bad["evidence"][0].append({"document": "x.md", "quote": "a"})
    good = {**question("Alpha"), "id": "q2"}
    folder = write(tmp_path, {"p/d.md": TEXT}, [bad, good, "{", {**question(" EUR."), "id": "q3"}])
    with pytest.raises(GoldenSetError) as error:
        load_golden_set(folder)
    lines = str(error.value).split("\n")
    assert [line.split(": ")[0] for line in lines] == [
        f"questions.jsonl:{number}" for number in (1, 1, 3, 4)
    ]


def test_errors_are_told_up_to_a_limit(tmp_path):
    folder = write(tmp_path, {"p/d.md": TEXT}, ["{"] * 50)
    with pytest.raises(GoldenSetError) as error:
        load_golden_set(folder)
    lines = str(error.value).split("\n")
    assert len(lines) == 21 and "more may be wrong below" in lines[-1]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "list where an object belongs"),
        ("[" * 100_000, "nested too deeply"),
        ('{"id": "a", "question": "b", "evidence": "c"}', "allowed is a list of alternatives"),
        ('{"id": "a", "question": "b", "evidence": [{}]}', "is no list of passages"),
        ('{"id": "a", "question": "b", "evidence": [["d"]]}', "is no list of passages"),
        ('{"id": "a", "question": "b"}', "no 'evidence'"),
        ('{"id": "a", "question": "b", "evidence": [[{"quote": "c"}]]}', "has no 'document'"),
        ('{"id": "a", "question": "\\ud83d", "evidence": []}', "half of a surrogate pair"),
        ('{"id": "a", "question": "b", "evidence": [], "weight": NaN}', "NaN is no JSON number"),
        ('{"id": "a", "question": "b", "evidence": [], "weight": 1e999}', "weight inf"),
        ('{"id": "a", "question": "b", "evidence": [], "tags": 5}', "tags 5; allowed is a list"),
        (json.dumps(question("Alpha", start=True)), "start True; allowed is a count"),
        (json.dumps(question("Alpha", start=-5)), "start -5; allowed is a count"),
        (json.dumps(question("Alpha", start="0")), "start '0'; allowed is a count"),
        (json.dumps(question(7)), "quote 7; allowed is text"),
        (json.dumps(question("Alpha", confirmed="no")), "confirmed 'no'; allowed are true, false"),
        (json.dumps(question("Alpha", document="D.md")), "no document 'D.md' .* is it 'p/d.md'"),
        (json.dumps(question("Alpha", document=["x"])), r"no document \['x'\]"),
    ],
)
def test_an_unusable_line_is_one_clear_line(tmp_path, line, message):
    folder = write(tmp_path, {"p/d.md": TEXT}, [line])
    with pytest.raises(GoldenSetError, match=f"questions.jsonl:1: .*{message}") as error:
        load_golden_set(folder)
    assert "\n" not in str(error.value)


def test_line_separators_inside_a_question_end_no_line(tmp_path):
    row = {**question("Alpha"), "question": "one\u2028two\x85three"}
    folder = write(tmp_path, {"p/d.md": TEXT}, [])
    text = "\ufeff" + json.dumps(row, ensure_ascii=False) + "\r\n"
    (folder / "questions.jsonl").write_bytes(text.encode())
    assert load_golden_set(folder).questions[0].text == "one\u2028two\x85three"


def test_a_passage_to_confirm_is_counted_and_moves_no_digest(tmp_path):
    one = load_golden_set(write(tmp_path / "a", {"p/d.md": TEXT}, [question("Alpha")]))
    open_ = question("Alpha", confirmed=False)
    two = load_golden_set(write(tmp_path / "b", {"p/d.md": TEXT}, [open_]))
    assert (one.unconfirmed, two.unconfirmed) == (0, 1)
    assert one.digest == two.digest


def test_whole_documents_as_evidence_take_no_quote(tmp_path):
    row = {"id": "q1", "question": "?", "evidence": [[{"document": "p/d.md"}]]}
    folder = write(tmp_path, {"p/d.md": TEXT}, [row, {**question("Alpha"), "id": "q2"}])
    with (folder / "golden_set.toml").open("r+") as file:
        rest = file.read()
        file.seek(0)
        file.write('evidence = "document"\n' + rest)
    with pytest.raises(GoldenSetError, match=r'^questions\.jsonl:2: a quote, but evidence = "doc'):
        load_golden_set(folder)
    (folder / "questions.jsonl").write_text(json.dumps(row))
    passage = load_golden_set(folder).questions[0].evidence[0][0]
    assert passage.whole and passage.span == (0, len(TEXT))
