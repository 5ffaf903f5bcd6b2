"""Each format by hand, its broken forms, and the real sets that come in it."""

import csv
import json

import pytest

from evaluation.command_line import main
from golden_sets.exchange.registry import Source, formats
from golden_sets.exchange.writing import write_set
from golden_sets.golden_set import load_golden_set
from golden_sets.reading import GoldenSetError

TEXT = "Alpha pays 10 EUR. Beta pays 20 EUR."
QA = {"id": "a", "question": "Who?", "answers": [{"text": "Beta", "answer_start": 19}]}
SQUAD = {"data": [{"title": "T", "paragraphs": [{"context": TEXT, "qas": [QA]}]}]}
TEST = {"query": "Who?", "snippets": [{"file_path": "x/a.txt", "span": [19, 23]}]}
REFERENCE = {"content": "Beta", "start_index": 19, "end_index": 23}
ASKED = f'question,references,corpus_id\nWho?,"{json.dumps([REFERENCE])}",a\n'.replace(
    json.dumps([REFERENCE]), json.dumps([REFERENCE]).replace('"', '""')
)
SPAN = {
    "doc": "txt/a.txt",
    "category": "P",
    "question": "Who?",
    "evidence": [{"start": 19, "end": 23, "text": "Beta"}],
}
CORPUS = {"_id": "d1", "title": "", "text": TEXT}
QUERY = {"_id": "q1", "text": "Who?"}
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t1\n"
RAGAS = {"user_input": "Who?", "reference_contexts": ["Beta pays 20 EUR."], "reference": "Beta"}
SHEET = "question,answer\nWho?,Beta pays 20 EUR.\n"

# For each format: the files of a source that is right, and the path that is imported.
RIGHT = {
    "squad": ({"s.json": SQUAD}, "s.json"),
    "cuad": ({"txt/a.txt": TEXT, "spans.jsonl": SPAN}, ""),
    "chroma": ({"corpora/a.md": TEXT, "questions_df.csv": ASKED}, ""),
    "legalbench": ({"corpus/x/a.txt": TEXT, "benchmarks/b.json": {"tests": [TEST]}}, ""),
    "beir": ({"corpus.jsonl": CORPUS, "queries.jsonl": QUERY, "qrels/test.tsv": QRELS}, ""),
    "ragas": ({"documents/a.txt": TEXT, "r.jsonl": RAGAS}, "r.jsonl"),
    "spreadsheet": ({"documents/a.txt": TEXT, "s.csv": SHEET}, "s.csv"),
}


def put(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink(missing_ok=True)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_bytes(text.encode())
    return folder


def source(folder, name, changed=None):
    """The source of a format, with some of its files changed."""
    files, path = RIGHT[name]
    return Source(put(folder / "source", {**files, **(changed or {})}) / path)


def read(folder, name, changed=None):
    return formats()[name].reads(source(folder, name, changed))


@pytest.mark.parametrize("name", [*RIGHT])
def test_a_right_source_is_one_document_one_question_and_no_problem(tmp_path, name):
    made = source(tmp_path, name)
    golden = write_set(formats()[name].reads(made), tmp_path / "set", [])
    (question,) = golden.questions
    ((passage,),) = question.evidence
    found = golden.documents[0].text[slice(*passage.span)]
    assert (question.text, golden.documents[0].text) == ("Who?", TEXT)
    assert found == {"beir": TEXT, "ragas": TEXT[19:], "spreadsheet": TEXT[19:]}.get(name, "Beta")
    assert golden.whole == (name == "beir")
    assert golden.unconfirmed == (name == "spreadsheet")
    assert main(["check", str(tmp_path / "set")]) == 0


def squad(**changed):
    return {"data": [{"title": "T", "paragraphs": [{"context": TEXT, "qas": [{**QA, **changed}]}]}]}


def answer(text, start):
    return squad(answers=[{"text": text, "answer_start": start}])


BROKEN = [
    ("squad", {"s.json": b"\xff"}, r"s\.json: not UTF-8 \(byte 0\)"),
    ("squad", {"s.json": "{"}, "not JSON"),
    ("squad", {"s.json": "[]"}, "no SQuAD JSON; allowed is"),
    ("squad", {"s.json": {"data": {}}}, "no SQuAD JSON"),
    ("squad", {"s.json": {"data": [5]}}, r"data\[0\]: no article: a part of it is of another kind"),
    ("squad", {"s.json": {"data": [{}]}}, r"data\[0\]: no article: no 'paragraphs'"),
    ("squad", {"s.json": {"data": []}}, r"s\.json: data: empty; allowed is a list of articles"),
    ("squad", {"s.json": {"data": [{"paragraphs": {}}]}}, r"data\[0\]: .* paragraphs {}, allowed"),
    ("squad", {"s.json": {"data": [{"paragraphs": []}]}}, "data: no question in any article; all"),
    ("squad", {"s.json": squad(answers={"text": "Beta"})}, "answers {.*}, allowed is a list"),
    ("legalbench", {"benchmarks/b.json": {"tests": []}}, "it asks no question"),
    ("squad", {"s.json": {"data": [{"paragraphs": [{"context": 5}]}]}}, "5, allowed is text"),
    ("squad", {"s.json": squad(question=None)}, "None, allowed is text"),
    ("squad", {"s.json": squad(answers=[{"text": "Beta"}])}, "no 'answer_start'"),
    ("squad", {"s.json": answer("Beta", "19")}, "answer_start '19', allowed is a count"),
    ("squad", {"s.json": answer("Nobody at all here", 19)}, "no usable question, 2 problems"),
    ("squad", {"s.json": squad(answers=[])}, "no usable question, 1 problems; first: a: no answer"),
    ("squad", {"s.json": '{"data": [' + "[" * 100_000}, "nested too deeply"),
    ("cuad", {"txt/a.txt": None}, r"no txt/\*\.txt"),
    ("cuad", {"txt/a.txt": b"\xe9"}, r"a\.txt: not UTF-8"),
    ("cuad", {"spans.jsonl": None}, r"spans\.jsonl: cannot be read: No such file"),
    ("cuad", {"spans.jsonl": {"doc": "txt/a.txt"}}, r"spans\.jsonl:1: no spans .* 'evidence'"),
    ("cuad", {"spans.jsonl": {**SPAN, "doc": "../a"}}, "first: spans.jsonl:1: no document '../a'"),
    ("cuad", {"spans.jsonl": {**SPAN, "evidence": [{"start": "1", "text": ""}]}}, "start '1'"),
    ("chroma", {"corpora/a.md": None}, r"no corpora/\*\.md"),
    ("chroma", {"questions_df.csv": None}, "cannot be read"),
    (
        "chroma",
        {"questions_df.csv": "question\nWho?\n"},
        "row 2: no question: no 'corpus_id'",
    ),
    ("chroma", {"questions_df.csv": ASKED.replace("[{", "[[{")}, "row 2: no question: not JSON"),
    ("chroma", {"questions_df.csv": ASKED.replace(",a\n", ",b\n")}, "first: .* no corpus 'b'"),
    ("chroma", {"questions_df.csv": ASKED.replace("19", '""x""')}, "start_index 'x'"),
    ("legalbench", {"corpus/x/a.txt": None, "corpus/a.md": ""}, "no file 'x/a.txt' in the corpus"),
    ("legalbench", {"benchmarks/b.json": None}, r"no benchmarks/\*\.json"),
    ("legalbench", {"benchmarks/b.json": "[]"}, "no benchmark; allowed is"),
    ("legalbench", {"benchmarks/b.json": {"tests": [{}]}}, r"tests\[0\]: no test: no 'sni"),
    (
        "legalbench",
        {"benchmarks/b.json": {"tests": [{**TEST, "snippets": [{"file_path": "x", "span": [1]}]}]}},
        r"tests\[0\]: no test: not enough",
    ),
    (
        "legalbench",
        {
            "secret.txt": TEXT,
            "benchmarks/b.json": {
                "tests": [{**TEST, "snippets": [{"file_path": "../secret.txt", "span": [0, 5]}]}]
            },
        },
        "no file '../secret.txt' in the corpus",
    ),
    ("beir", {"corpus.jsonl": None}, r"corpus\.jsonl: cannot be read"),
    ("beir", {"corpus.jsonl": {"_id": 5, "text": ""}}, r"corpus\.jsonl:1: _id 5; allowed is text"),
    ("beir", {"queries.jsonl": {"_id": "q1"}}, r"queries\.jsonl:1: text None; allowed is text"),
    ("beir", {"qrels/test.tsv": None}, "no qrels/; allowed are test, dev, train"),
    ("beir", {"qrels/test.tsv": QRELS.replace("\t1", "\tx")}, r"test\.tsv:2: allowed are query-id"),
    ("beir", {"qrels/test.tsv": QRELS.replace("d1", "d2")}, "no document 'd2': left out"),
    ("beir", {"corpus.jsonl": {**CORPUS, "text": " "}}, "'d1' has no text: left out"),
    ("ragas", {"r.jsonl": {"user_input": "Who?"}}, "no column reference_contexts or"),
    ("ragas", {"r.jsonl": {**RAGAS, "user_input": ""}}, "row 1: no question: left out"),
    ("ragas", {"r.jsonl": {**RAGAS, "reference_contexts": [5]}}, "row 1: no contexts: left out"),
    ("ragas", {"documents/a.txt": None}, "no documents; allowed are .md"),
    ("spreadsheet", {"s.csv": "a,b\n1,2\n"}, "no column question or"),
    ("spreadsheet", {"s.csv": "question\nWho?\n"}, "no column quote or answer"),
    ("spreadsheet", {"s.csv": "question,answer\n"}, "row 2: no row; allowed is a row a q"),
    ("spreadsheet", {"s.csv": ""}, r"s\.csv: row 1: empty; allowed is a row of column names"),
    ("ragas", {"r.jsonl": "\n"}, r"r\.jsonl: line 1: no row; allowed is a row a question, with us"),
    ("spreadsheet", {"s.csv": "question,answer\n,Beta\n"}, "row 2: no question: left out"),
    ("spreadsheet", {"s.csv": "question,answer\nWho?,\n"}, "row 2: no answer: left out"),
    ("spreadsheet", {"s.csv": "question,answer,document\nW,Beta,x.md\n"}, "no document 'x.md'"),
    ("spreadsheet", {"s.csv": SHEET + "a,b,c,d\n"}, "row 3 has 4 cells of 2"),
]


@pytest.mark.parametrize(("name", "changed", "message"), BROKEN)
def test_a_broken_source_is_one_line_with_status_2_and_leaves_nothing(
    tmp_path, capsys, name, changed, message
):
    made = source(tmp_path, name, changed)
    assert main(["import", name, str(made.path), str(tmp_path / "set")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ") and told.count("\n") == 1
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(told)
    assert [path.name for path in tmp_path.iterdir()] == ["source"]


def test_what_is_not_there_or_not_known_is_one_line(tmp_path, capsys):
    for arguments, told in (
        (["import", "nope", str(tmp_path), "x"], "no format 'nope'; allowed are beir, chroma"),
        (["import", "squad", "no.json", "x"], "no.json: is not there"),
        (
            ["import", "squad", str(source(tmp_path, "squad").path), "s", "--documents", "x"],
            "squad brings its documents; --documents is for ragas, spreadsheet",
        ),
        (
            ["import", "ragas", str(source(tmp_path, "ragas").path), "s", "--documents", "nowhere"],
            "nowhere: no folder of documents",
        ),
        (["export", "nope", "handbook", "x"], "no format 'nope'"),
        (["export", "squad", "handbook", "x.csv"], "its name must end in .json"),
        (["export", "squad", "nope", "x.json"], "no golden set 'nope'"),
        (["export", "beir", "handbook", str(tmp_path)], "is there already"),
    ):
        assert main(arguments) == 2
        error = capsys.readouterr().err
        assert told in error and error.count("\n") == 1


def test_squad_articles_are_one_document_and_answers_are_alternatives(tmp_path):
    second = {**QA, "id": "b", "answers": [{"text": "Beta", "answer_start": 19}] * 2}
    second["answers"].append({"text": "pays 20 EUR", "answer_start": 24})
    paragraphs = [{"context": TEXT, "qas": [QA]}, {"context": "\ufeff" + TEXT, "qas": [second]}]
    made = read(
        tmp_path, "squad", {"s.json": {"data": [{"title": "a/../b", "paragraphs": paragraphs}]}}
    )
    golden = write_set(made, tmp_path / "set", [])
    (document,) = golden.documents
    assert (document.id, document.text) == ("a/b.txt", f"{TEXT}\n\n{TEXT}")
    first, other = golden.questions
    assert first.evidence[0][0].span.start == 19
    # Both paragraphs hold "Beta"; each question has that of its own.
    assert [way[0].span.start for way in other.evidence] == [len(TEXT) + 2 + 19, len(TEXT) + 2 + 24]
    assert (
        json.loads((tmp_path / "set" / "questions.jsonl").read_text().split("\n")[1])["evidence"][
            0
        ][0]["start"]
        == len(TEXT) + 21
    )


def test_squad_impossible_is_unanswerable_and_half_a_pair_is_replaced(tmp_path):
    broken = json.dumps(squad(question="\ud83d?", is_impossible=True, answers=[]))
    made = read(tmp_path, "squad", {"s.json": broken})
    golden = write_set(made, tmp_path / "set", [])
    assert (golden.questions[0].kind, golden.questions[0].text) == ("unanswerable", "\ufffd?")


def test_cuad_json_needs_all_spans_of_a_clause(tmp_path):
    two = [{"text": "Alpha", "answer_start": 0}, {"text": "Beta", "answer_start": 19}]
    put(tmp_path, {"c.json": squad(answers=two)})
    draft = formats()["cuad"].reads(Source(tmp_path / "c.json"))
    assert [len(way) for way in draft.rows[0]["evidence"]] == [2]
    put(tmp_path, {"c.json": squad(answers=[*two, {"text": "Nobody", "answer_start": 0}])})
    draft = formats()["cuad"].reads(Source(tmp_path / "c.json"))
    assert not draft.rows and "an answer is missing" in draft.problems[-1]


def test_beir_takes_what_is_judged_relevant_and_says_what_is_not_asked(tmp_path):
    corpus = "\n".join(
        json.dumps({**CORPUS, "_id": n, "title": n}) for n in ("d1", "D1", "a/../d2")
    )
    queries = "\n".join(json.dumps({**QUERY, "_id": n}) for n in ("q1", "q2"))
    rows = "q1\td1\t1\nq1\tD1\t2\nq2\td1\t0\n"
    changed = {"corpus.jsonl": corpus, "queries.jsonl": queries}
    made = read(tmp_path, "beir", {**changed, "qrels/test.tsv": QRELS.replace("q1\td1\t1\n", rows)})
    golden = write_set(made, tmp_path / "set", [])
    assert [d.id for d in golden.documents] == ["D1-2.txt", "a/d2.txt", "d1.txt"]
    assert golden.documents[2].text == f"d1\n\n{TEXT}"
    assert [[p.document for p in way] for way in golden.questions[0].evidence] == [
        ["d1.txt"],
        ["D1-2.txt"],
    ]
    assert "1 queries have no relevant document: not asked" in made.notes


@pytest.mark.parametrize(
    "cell",
    [
        json.dumps(["<1-hop>\n\nAlpha pays 10 EUR.", "Beta pays 20 EUR."]),
        str(["<1-hop>\n\nAlpha pays 10 EUR.", "Beta pays 20 EUR."]),
    ],
)
def test_ragas_contexts_in_a_cell_as_json_or_as_python_writes_them(tmp_path, cell):
    path = put(tmp_path, {"documents/a.txt": TEXT}) / "r.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["question", "ground_truth_contexts", "ground_truth"]])
        csv.writer(file).writerow(["Who?", cell, "Beta"])
    draft = formats()["ragas"].reads(Source(path))
    quotes = [passage["quote"] for passage in draft.rows[0]["evidence"][0]]
    assert quotes == ["Alpha pays 10 EUR.", "Beta pays 20 EUR."]
    assert draft.rows[0]["answer"] == "Beta" and not draft.problems


@pytest.mark.parametrize("cell", ["[" * 20_000, "['a", "[__import__('os')]", "['a' 'b']"])
def test_a_cell_that_is_no_list_is_looked_for_as_it_is(tmp_path, cell):
    path = put(tmp_path, {"documents/a.txt": TEXT}) / "r.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["question", "contexts"], ["Who?", cell]])
    draft = formats()["ragas"].reads(Source(path))
    assert not draft.rows and "is in no document: left out" in draft.problems[0]


def test_a_spreadsheet_says_what_a_person_must_confirm(tmp_path, capsys):
    table = "问题,答案\nWho?,Beta payed 20 EUR.\nWho else?,=Nobody\n"
    made = source(tmp_path, "spreadsheet", {"s.csv": table})
    folder = str(tmp_path / "set")
    assert main(["import", "spreadsheet", str(made.path), folder]) == 0
    out = capsys.readouterr().out
    assert '1 passages have "confirmed": false; look at each of them' in out
    assert "s.csv: row 3: '=Nobody' is in no document: left out" in out
    row = json.loads((tmp_path / "set" / "questions.jsonl").read_text())
    assert row["evidence"][0][0]["score"] > 85 and row["evidence"][0][0]["confirmed"] is False
    assert main(["check", folder]) == 0
    assert "1 passages were found by a program and no person has confirmed them" in (
        capsys.readouterr().out
    )


LINKED = [
    ("spreadsheet", "documents/pw.txt"),
    ("ragas", "documents/pw.txt"),
    ("legalbench", "corpus/x/pw.txt"),
    ("legalbench", "benchmarks/pw.json"),
    ("chroma", "corpora/pw.md"),
    ("cuad", "txt/pw.txt"),
]


@pytest.mark.parametrize(("name", "link"), LINKED)
def test_a_link_out_of_the_source_is_not_read_and_is_told(tmp_path, name, link):
    # Whoever sends a source could have any file of the reader's put into the set and sent back.
    (tmp_path / "secret").write_text("A secret.")
    made = source(tmp_path, name)
    (tmp_path / "source" / link).symlink_to(tmp_path / "secret")
    draft = formats()[name].reads(made)
    assert "A secret." not in draft.documents.values() and len(draft.documents) == 1
    told = link.removeprefix("documents/")
    assert [p for p in draft.problems if p.startswith(f"{told}: a link that leads out of")]
    assert len(draft.problems) == 1


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("beir", "corpus.jsonl"),
        ("beir", "queries.jsonl"),
        ("beir", "qrels/test.tsv"),
        ("cuad", "spans.jsonl"),
        ("chroma", "questions_df.csv"),
        ("ragas", "documents"),
        ("chroma", "corpora"),
        ("legalbench", "corpus"),
    ],
)
def test_a_source_that_is_nothing_without_its_link_is_refused(tmp_path, capsys, name, file):
    made = source(tmp_path, name)
    (tmp_path / "source" / file).rename(tmp_path / "elsewhere")
    (tmp_path / "source" / file).symlink_to(tmp_path / "elsewhere")
    assert main(["import", name, str(made.path), str(tmp_path / "set")]) == 2
    error = capsys.readouterr().err
    assert "a link that leads out of" in error and error.count("\n") == 1


def test_a_link_inside_the_source_is_read_and_one_to_a_folder_is_told(tmp_path):
    made = source(tmp_path, "spreadsheet")
    documents = tmp_path / "source" / "documents"
    (documents / "b.txt").symlink_to("a.txt")
    (documents / "round.txt").symlink_to("round.txt")
    (tmp_path / "folder").mkdir()
    (documents / "out").symlink_to(tmp_path / "folder")
    draft = formats()["spreadsheet"].reads(made)
    assert [*draft.documents] == ["a.txt", "b.txt"]
    assert [p.split(":")[0] for p in draft.problems[:2]] == ["out", "round.txt"]


def test_an_empty_ragas_list_is_one_line_with_its_place(tmp_path):
    folder = put(tmp_path, {"r.json": []})
    with pytest.raises(
        GoldenSetError, match=r"r\.json: \[0\]: no row; allowed is a row a question"
    ):
        formats()["ragas"].reads(Source(folder / "r.json"))


def test_an_unanswerable_question_with_an_answer_stays_so_and_is_told(tmp_path):
    sheet = "question,quote,kind,answer\nWho?,Beta pays,unanswerable,\nWhy?,,Unanswerable,None\n"
    draft = read(tmp_path, "spreadsheet", {"s.csv": sheet})
    assert [(r["kind"], r["evidence"]) for r in draft.rows] == [("unanswerable", [])] * 2
    assert draft.rows[1]["answer"] == "None"
    assert draft.problems == [
        "s.csv: row 2: unanswerable, but 'Beta pays' is given: not taken as evidence",
        "s.csv: row 3: unanswerable, but 'None' is given: not taken as evidence",
    ]


def test_rows_of_one_id_that_ask_something_else_are_told_and_left_out(tmp_path):
    # They would be one question that needs the passages of both, and the second one is lost.
    sheet = (
        "question,quote,id,alternative\nWho?,Alpha pays,x,1\nWhat else?,Beta pays,x,1\n"
        ",20 EUR,x,1\nWho? ,10 EUR,x,2\n"
    )
    draft = read(tmp_path, "spreadsheet", {"s.csv": sheet})
    (row,) = draft.rows
    assert row["question"] == "Who?"
    assert [[p["quote"] for p in way] for way in row["evidence"]] == [
        ["Alpha pays", "20 EUR"],
        ["10 EUR"],
    ]
    (problem,) = draft.problems
    assert problem.startswith("s.csv: row 3: asks 'What else?' under the id 'x', which row 2 has")


def test_documents_beside_a_table_are_copied_as_they_are(tmp_path):
    made = source(tmp_path, "ragas", {"documents/a.txt": "\ufeff" + TEXT + "\r\n"})
    write_set(formats()["ragas"].reads(made), tmp_path / "set", [])
    copied = (tmp_path / "set" / "documents" / "a.txt").read_bytes()
    assert copied.startswith(b"\xef\xbb\xbf") and copied.endswith(b"\r\n")


def test_cmrc_has_130_wrong_offsets_and_each_is_told(shared_data, tmp_path):
    path = shared_data / "cmrc2018_dev_sample" / "cmrc2018_dev_first400.json"
    draft = formats()["squad"].reads(Source(path))
    wrong = []
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                for one in asked["answers"]:
                    start, text = one["answer_start"], one["text"]
                    if paragraph["context"][start : start + len(text)] != text:
                        wrong.append(asked["id"])
    told = [line.split(": ")[0] for line in draft.problems if "does not stand at" in line]
    assert len(told) == 130 and told == wrong == [p.split(": ")[0] for p in draft.problems]
    assert draft.evidence == 4236
    golden = write_set(draft, tmp_path / "set", [])
    assert (len(golden.questions), golden.unconfirmed) == (1412, 4)


def test_chroma_keeps_every_reference_at_its_own_place(shared_data, tmp_path):
    folder = shared_data / "chroma_chunking_evaluation"
    golden = write_set(formats()["chroma"].reads(Source(folder)), tmp_path / "set", [])
    with (folder / "questions_df.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [
        [(r["start_index"], r["end_index"]) for r in json.loads(row["references"])] for row in rows
    ]
    found = [[tuple(p.span) for p in q.evidence[0]] for q in golden.questions]
    assert found == wanted and sum(map(len, found)) == 790
    lines = (tmp_path / "set" / "questions.jsonl").read_text("utf-8").split("\n")
    starts = [p for line in lines if line for p in json.loads(line)["evidence"][0] if "start" in p]
    assert len(starts) == 97


@pytest.mark.parametrize("language", ["en", "zh"])
def test_xquad_comes_whole(shared_data, tmp_path, language):
    path = shared_data / "xquad_en_zh" / f"xquad.{language}.json"
    draft = formats()["squad"].reads(Source(path))
    golden = write_set(draft, tmp_path / "set", [])
    assert not draft.problems
    assert (len(golden.documents), len(golden.questions)) == (48, 1190)
    texts = golden.by_id()
    answers = {
        q["id"]: q["answers"][0]["text"]
        for a in json.loads(path.read_text("utf-8"))["data"]
        for p in a["paragraphs"]
        for q in p["qas"]
    }
    for question in load_golden_set(tmp_path / "set").questions:
        passage = question.evidence[0][0]
        assert texts[passage.document].text[slice(*passage.span)] == answers[question.id]


def test_cuad_comes_whole(shared_data, tmp_path):
    draft = formats()["cuad"].reads(Source(shared_data / "cuad_20_contracts"))
    golden = write_set(draft, tmp_path / "set", [])
    assert not draft.problems and golden.unconfirmed == 0
    assert (len(golden.documents), len(golden.questions), draft.evidence) == (20, 292, 477)


def test_a_broken_source_is_a_golden_set_error_and_nothing_else(tmp_path):
    made = source(tmp_path, "squad", {"s.json": "{"})
    with pytest.raises(GoldenSetError):
        formats()["squad"].reads(made)
