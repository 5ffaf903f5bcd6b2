"""Loading a golden set, and the one clear line each bad one gives."""

import json

import pytest

from golden_sets.golden_set import find_golden_set, load_golden_set
from golden_sets.reading import GoldenSetError

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
        ({"p/d.md": b"caf\xe9"}, [], r"d\.md: not UTF-8 \(byte 3 is 0xe9\)"),
        ({"p/d.md": TEXT}, [question("Delta pays")], "questions.jsonl:1: p/d.md: does not hold"),
        ({"p/d.md": TEXT}, [question(" EUR.")], r"holds the quote ' EUR.' at 13, 31 and 50; quote"),
        ({"p/d.md": TEXT}, [question(" EUR.", start=5)], "does not stand at start 5"),
        ({"p/d.md": TEXT}, [question(" \n")], "a blank quote"),
        ({"p/d.md": TEXT}, [question("Alpha", role="x")], "role 'x'; allowed are answer, context"),
        ({"p/d.md": TEXT}, [question("Alpha", role="context")], "without an answer passage"),
        ({"p/e.md": TEXT}, [question("Alpha")], "no document 'p/d.md'"),
        ({"p/d.md": TEXT}, ["", "{"], "questions.jsonl:2: not a question"),
        ({"p/d.md": TEXT}, [question("Alpha"), question("Beta")], ":2: the id 'q1' stands on an"),
        ({"p/d.md": "---\na: Alpha\n---\nB"}, [question("Alpha")], "stands in the front matter"),
    ],
)
def test_bad_input_gives_one_line(tmp_path, documents, questions, message):
    folder = write(tmp_path, documents, questions)
    with pytest.raises(GoldenSetError, match=message) as error:
        load_golden_set(folder)
    assert "\n" not in str(error.value)


def test_an_unknown_name_lists_what_is_shipped(tmp_path):
    with pytest.raises(GoldenSetError, match=r"no golden set 'nope'.*handbook"):
        find_golden_set("nope")
    with pytest.raises(GoldenSetError, match=r"no golden_set\.toml in this folder"):
        find_golden_set(str(tmp_path))
