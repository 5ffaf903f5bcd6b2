"""A golden set written in another format and read back: what the format holds comes back whole."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.command_line import main
from golden_sets.exchange.registry import Exported, Source, formats
from golden_sets.exchange.writing import new_target, write_set
from golden_sets.golden_set import SHIPPED, load_golden_set
from golden_sets.reading import GoldenSetError

ENDINGS = {"squad": ".json", "cuad": ".json", "ragas": ".jsonl", "spreadsheet": ".csv"}
SPANS = ["squad", "cuad", "chroma", "legalbench", "spreadsheet"]
# Everything this program writes as text may be in a document; what readers cut off may not.
LETTERS = st.sampled_from(
    [
        *"ab =+-@'\"|#,;.\n\t",
        "\u2028",
        "\x85",
        "年",
        "。",
        "“",
        "é",
        "e\u0301",
        "😀",
        "---\n",
        "\ufffd",
    ]
)
TEXTS = st.lists(LETTERS, min_size=1, max_size=40).map("".join).filter(str.strip)


def back(exported_folder, name, folder, ending=""):
    """The set of a folder after an export and an import, and the export's files."""
    golden = load_golden_set(exported_folder)
    lines = (exported_folder / "questions.jsonl").read_text("utf-8").split("\n")
    rows = {row["id"]: row for row in map(json.loads, filter(None, lines))}
    target = folder / f"out{ending or ENDINGS.get(name, '')}"
    format_ = formats()[name]
    if format_.target is None:
        target.mkdir(parents=True)
    left_out = format_.writes(Exported(golden, rows), target)
    documents = exported_folder / "documents" if name in ("ragas", "spreadsheet") else None
    draft = format_.reads(Source(target, documents))
    return golden, write_set(draft, folder / "back", []), left_out


def told(golden, roles=True):
    """Each question's words and evidence, without what formats rename."""
    texts = golden.by_id()
    return Counter(
        (
            question.text,
            tuple(
                tuple(
                    (p.span, texts[p.document].text[slice(*p.span)], p.role if roles else "")
                    for p in way
                )
                for way in question.evidence
            ),
        )
        for question in golden.questions
    )


@st.composite
def sets(draw):
    """Documents, and a question for each of some of their spans."""
    texts = draw(st.lists(TEXTS, min_size=1, max_size=3))
    asked = []
    for number in range(draw(st.integers(1, 4))):
        document = draw(st.integers(0, len(texts) - 1))
        text = texts[document]
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        if text[start:end].strip():
            asked.append((document, start, text[start:end], f"{draw(LETTERS)}What? {number}"))
    return texts, asked


@settings(max_examples=40)
@given(made=sets())
@pytest.mark.parametrize("name", SPANS)
def test_spans_come_back_at_their_own_places(tmp_path_factory, name, made):
    texts, asked = made
    if not asked:
        return
    folder = tmp_path_factory.mktemp("set")
    # Markdown's front matter may hold no evidence, and Chroma's form makes everything Markdown.
    texts = [f"x{text}" for text in texts]
    (folder / "documents").mkdir()
    (folder / "golden_set.toml").write_text("")
    for number, text in enumerate(texts):
        (folder / "documents" / f"{number}.txt").write_bytes(text.encode())
    rows = [
        {
            "id": f"q{number}",
            "question": question,
            "evidence": [[{"document": f"{document}.txt", "quote": quote, "start": start + 1}]],
        }
        for number, (document, start, quote, question) in enumerate(asked)
    ]
    lines = [json.dumps(row) + "\n" for row in rows]
    (folder / "questions.jsonl").write_text("".join(lines))
    before, after, left_out = back(folder, name, folder)
    assert told(after) == told(before)
    assert not left_out and after.unconfirmed == 0
    assert sorted(d.text for d in after.documents) == sorted(d.text for d in before.documents)


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_spreadsheet_holds_all_evidence_of_the_handbook(tmp_path, ending):
    before, after, left_out = back(SHIPPED / "handbook", "spreadsheet", tmp_path, ending)
    assert told(after) == told(before) and not left_out
    assert [q.id for q in after.questions] == [q.id for q in before.questions]


def test_legalbench_holds_the_first_alternatives_without_roles(tmp_path):
    before, after, _ = back(SHIPPED / "handbook", "legalbench", tmp_path)
    firsts = Counter((text, ways[:1]) for text, ways in told(before, roles=False).elements())
    assert told(after, roles=False) == firsts


@pytest.mark.parametrize("name", ["squad", "cuad", "chroma"])
def test_what_is_left_out_is_told_and_all_else_comes_back(tmp_path, name):
    before, after, left_out = back(SHIPPED / "handbook", name, tmp_path)
    gone = {line.split(":")[0] for line in left_out}
    kept = {q.text: q for q in before.questions if q.id not in gone}
    assert {q.text for q in after.questions} == set(kept)
    texts = after.by_id()
    for question in after.questions:
        mine = {p.span for way in kept[question.text].evidence for p in way}
        assert {p.span for way in question.evidence for p in way} <= mine
        assert all(
            texts[p.document].text[slice(*p.span)].strip() for w in question.evidence for p in w
        )


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_ragas_holds_words_that_are_found_again_in_the_documents(tmp_path, ending):
    before, after, _ = back(SHIPPED / "handbook", "ragas", tmp_path, ending)
    asked = {q.text: q for q in before.questions if q.answerable}
    assert {q.text for q in after.questions} == set(asked)
    for question in after.questions:
        for passage, mine in zip(
            question.evidence[0], asked[question.text].evidence[0], strict=True
        ):
            # A quote that stands more than once may be found elsewhere: it is to be confirmed.
            same = (passage.document, passage.span) == (mine.document, mine.span)
            assert same or not passage.confirmed


def test_beir_holds_the_documents(tmp_path):
    before, after, _ = back(SHIPPED / "handbook", "beir", tmp_path)
    names = {d.text: d.id for d in after.documents}
    texts = before.by_id()
    for question in before.answerable:
        (found,) = (q for q in after.questions if q.text == question.text)
        wanted = {
            names[texts[p.document].text]
            for w in question.evidence
            for p in w
            if p.role == "answer"
        }
        assert {p.document for way in found.evidence for p in way} == wanted
    assert after.whole and len(after.questions) == len(before.answerable)


def test_what_is_to_be_confirmed_stays_so_in_a_spreadsheet(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("Alpha pays.")
    (tmp_path / "golden_set.toml").write_text("")
    passage = {"document": "a.txt", "quote": "Alpha pays.", "confirmed": False}
    row = {"id": "q", "question": "=Who?", "evidence": [[passage]], "answer": "=Alpha"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row) + "\n")
    _, after, _ = back(tmp_path, "spreadsheet", tmp_path)
    assert after.unconfirmed == 1 and after.questions[0].text == "=Who?"
    assert json.loads((tmp_path / "back" / "questions.jsonl").read_text())["answer"] == "=Alpha"
    assert "'=Who?,single,1,answer,a.txt,0,Alpha pays.,no,'=Alpha" in (
        tmp_path / "out.csv"
    ).read_text("utf-8-sig")


def test_export_says_what_it_loses_and_refuses_what_it_cannot_hold(tmp_path, capsys):
    assert main(["export", "squad", "handbook", str(tmp_path / "h.json")]) == 0
    out = capsys.readouterr().out
    assert "handbook: 82 of 100 questions" in out
    assert "squad loses: context passages are left out (39 questions)" in out
    assert "left out: ma05: needs several passages together" in out
    assert main(["export", "beir", "handbook", str(tmp_path / "b")]) == 0
    assert main(["import", "beir", str(tmp_path / "b"), str(tmp_path / "set")]) == 0
    capsys.readouterr()
    assert main(["export", "squad", str(tmp_path / "set"), str(tmp_path / "x.json")]) == 2
    assert "evidence is whole documents; squad has spans" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"h.json", "b", "set"}


def test_nothing_is_left_of_an_export_that_fails(tmp_path):
    with pytest.raises(GoldenSetError, match="stop"), new_target(tmp_path / "x") as made:
        made.write_text("half")
        raise GoldenSetError("stop")
    assert not list(tmp_path.iterdir())
