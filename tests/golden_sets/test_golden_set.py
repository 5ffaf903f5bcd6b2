"""Loading a golden set, and the one clear line each bad one gives."""

import json

import pytest

from golden_sets.golden_set import find_golden_set, load_golden_set
from golden_sets.reading import GoldenSetError
from golden_sets.text_lock import LOCK, write_lock

TEXT = "Alpha pays 10 EUR. Beta pays 20 EUR. Gamma pays 30 EUR.\n"


def write(folder, documents, questions):
    (folder / "documents" / "p").mkdir(parents=True)
    (folder / "golden_set.toml").write_text('name = "x"\n[classes]\npolicy = ["p/*"]\n')
    for name, text in documents.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / "documents" / name).write_bytes(data)
    rows = (json.dumps(q) if isinstance(q, dict) else q for q in questions)
    (folder / "questions.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return folder


def question(quote, **more):
    passage = {"document": "p/d.md", "quote": quote, **more}
    return {"id": "q1", "question": "How much?", "kind": "single", "evidence": [[passage]]}


def test_a_quote_becomes_its_span(tmp_path):
    golden = load_golden_set(write(tmp_path, {"p/d.md": TEXT}, [question("Beta pays 20 EUR.")]))
    passage = golden.questions[0].evidence[0][0]
    assert passage.span == (19, 36)
    assert golden.questions[0].question_class == "policy"
    assert golden.documents[0].document_class == "policy"


def test_windows_line_ends_and_a_mark_are_normalised_once(tmp_path):
    text = "\ufeff" + TEXT.replace(". ", ".\r\n").replace("Gamma", "\rGamma")
    folder = write(tmp_path, {"p/d.md": text}, [question("Beta pays 20 EUR.\n\nGamma")])
    golden = load_golden_set(folder)
    assert golden.questions[0].evidence[0][0].span == (19, 43)
    assert "\r" not in golden.documents[0].text


def test_start_settles_a_quote_that_stands_twice(tmp_path):
    folder = write(tmp_path, {"p/d.md": TEXT}, [question(" EUR.", start=31)])
    assert load_golden_set(folder).questions[0].evidence[0][0].span == (31, 36)


@pytest.mark.parametrize(
    ("documents", "questions", "message"),
    [
        ({}, [], "no documents; allowed are .md"),
        (
            {"p/d.pdf": b"caf\xe9"},
            [],
            r"no documents; p/d\.pdf: not read: something else, not a PDF",
        ),
        ({"p/d.md": TEXT}, [question("Delta pays")], "questions.jsonl:1: p/d.md: does not hold"),
        ({"p/d.md": TEXT}, [question(" EUR.")], r"holds the quote ' EUR.' at 13, 31 and 50; quote"),
        ({"p/d.md": TEXT}, [question(" EUR.", start=5)], "does not stand at start 5"),
        ({"p/d.md": TEXT}, [question(" \n")], "a blank quote"),
        ({"p/d.md": TEXT}, [question("Alpha", role="x")], "role 'x'; allowed are answer, context"),
        ({"p/d.md": TEXT}, [question("Alpha", role="context")], "without an answer passage"),
        ({"p/e.md": TEXT}, [question("Alpha")], "no document 'p/d.md'"),
        ({"p/d.md": TEXT}, ["", "{"], "questions.jsonl:2: not a question"),
        ({"p/d.md": TEXT}, [question("Alpha"), question("Beta")], ":2: the id 'q1' stands on an"),
        ({"p/d.md": TEXT}, ['{"id": "a", "id": "b"}'], "questions.jsonl:1: .*'id' stands twice"),
        ({"p/d.md": TEXT}, ["[]"], "questions.jsonl:1: .*: a list where an object belongs"),
        ({"p/d.md": TEXT}, [{**question("Alpha"), "weight": 1e10}], "weight 1.*up to 1,000,000,0"),
        ({"p/d.md": TEXT}, [{**question("Alpha"), "weight": 10**400}], "weight 1000.*; allowed is"),
        (
            {"p/d.md": TEXT},
            [{**question("Alpha"), "weight": [2]}],
            r"weight \[2\]; allowed is a num",
        ),
        ({"p/d.md": TEXT}, [{**question("Alpha"), "tags": 5}], "tags 5; allowed is a list"),
        ({"p/d.md": "---\na: Alpha\n---\nB"}, [question("Alpha")], "stands in the front matter"),
    ],
)
def test_bad_input_gives_one_line(tmp_path, documents, questions, message):
    folder = write(tmp_path, documents, questions)
    with pytest.raises(GoldenSetError, match=message) as error:
        load_golden_set(folder)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ('[classes]\nmanual = "manuals/*"', r"\[classes\] manual 'manuals/\*'; allowed is a list"),
        ("[classes]\nmanual = [5]", r"\[classes\] manual \[5\]; allowed is a list"),
        ("classes = 5", r"classes 5; allowed is \[classes\]"),
        ("name = 5", "name 5; allowed are"),
        ("language = 5", "language 5; allowed is text"),
        ("description = 5", "description 5; allowed is text"),
        ("key = 5", r"\[key\] headings 5; allowed is a list"),
    ],
)
def test_a_setting_of_the_wrong_kind_gives_one_line(tmp_path, settings, message):
    """`manual = "manuals/*"` was read by its letters, and its `*` took every document."""
    folder = write(tmp_path, {"p/d.md": TEXT}, [question("Alpha")])
    (folder / "golden_set.toml").write_text(settings)
    with pytest.raises(GoldenSetError, match=f"golden_set.toml: {message}") as error:
        load_golden_set(folder)
    assert "\n" not in str(error.value)


def test_an_unusable_file_is_told_and_fails_only_the_question_that_needs_it(tmp_path):
    documents = {"p/d.md": TEXT, "p/scan.pdf": b"\x89PNG\r\n\x1a\n", "p/x.xyz": b"x"}
    folder = write(tmp_path, documents, [question("Beta pays 20 EUR.")])
    golden = load_golden_set(folder)
    assert [document.id for document in golden.documents] == ["p/d.md"]
    assert [report.line for report in golden.reading if report.problem] == [
        "p/scan.pdf: not read: a PNG image, not a PDF",
        "p/x.xyz: not read: no reader for '.xyz'; allowed are .md, .markdown, .txt, .html, .htm, "
        ".xhtml, .docx, .pdf, .csv, .tsv",
    ]
    row = json.dumps(question("x") | {"evidence": [[{"document": "p/scan.pdf", "quote": "x"}]]})
    (folder / "questions.jsonl").write_text(row)
    with pytest.raises(GoldenSetError, match=r"scan.pdf' in the.*: not read: a PNG image, not a P"):
        load_golden_set(folder)


def test_reports_are_no_part_of_the_digest(tmp_path):
    folder = write(tmp_path, {"p/d.md": TEXT}, [question("Beta pays 20 EUR.")])
    before = load_golden_set(folder).digest
    (folder / "documents" / "scan.pdf").write_bytes(b"x")
    assert load_golden_set(folder).digest == before


def test_a_lock_tells_when_the_same_file_gives_another_text(tmp_path):
    page = b"<p>Alpha pays 10 EUR.</p>"
    folder = write(tmp_path, {"p/d.html": page, "p/d.md": TEXT}, [])
    assert write_lock(folder, load_golden_set(folder).reading) == 1
    assert [report.notes for report in load_golden_set(folder).reading] == [(), ()]
    lock = folder / LOCK
    lock.write_text(lock.read_text().replace('"revision": "', '"revision": "0'))
    assert "the same file gives another text" in load_golden_set(folder).reading[0].notes[0]
    (folder / "documents" / "p" / "d.html").write_bytes(page + b"<p>More.</p>")
    assert "not the one that was locked" in load_golden_set(folder).reading[0].notes[0]
    lock.write_text("[")
    assert "cannot be read" in load_golden_set(folder).reading[0].notes[0]


def test_an_unknown_name_lists_what_is_shipped(tmp_path):
    with pytest.raises(GoldenSetError, match=r"no golden set 'nope'.*handbook"):
        find_golden_set("nope")
    with pytest.raises(GoldenSetError, match=r"no golden_set\.toml in this folder"):
        find_golden_set(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "shown"),
    [('"' + "n" * 201 + '"', "nnn'…"), ('"a\\u0000b"', r"'a\\x00b'"), ('"a\\tb"', ""), ("5", "5")],
)
def test_a_name_that_no_database_of_runs_keeps_is_refused(tmp_path, name, shown):
    folder = write(tmp_path, {"p/d.md": TEXT}, [question("Beta pays 20 EUR.")])
    path = folder / "golden_set.toml"
    path.write_text(f"name = {name}\n")
    with pytest.raises(GoldenSetError, match=f"golden_set.toml: name .*{shown}; allowed are up to"):
        load_golden_set(folder)
    path.write_text('name = "' + "年" * 200 + '"\n')
    assert load_golden_set(folder).name == "年" * 200
