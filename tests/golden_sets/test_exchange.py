"""What all formats share: names, offsets, tables, finding, and that nothing is half-written."""

import csv
import os
import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from golden_sets.document import Span
from golden_sets.exchange import registry
from golden_sets.exchange.draft import Draft, Offsets, clean
from golden_sets.exchange.finding import Finder
from golden_sets.exchange.names import Names, safe_path
from golden_sets.exchange.tables import guarded, read_table, unguarded, write_table
from golden_sets.exchange.writing import write_set
from golden_sets.golden_set import load_golden_set
from golden_sets.reading import GoldenSetError, normalise_newlines

ANY = st.text(st.characters(exclude_categories=[]), max_size=40)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Super_Bowl_50", "Super_Bowl_50.txt"),
        ("policies/leave.md", "policies/leave.md"),
        ("../../etc/passwd", "etc/passwd.txt"),
        ("/etc/passwd", "etc/passwd.txt"),
        ("C:\\Windows\\x.md", "C_/Windows/x.md"),
        ("..", "document.txt"),
        ("", "document.txt"),
        (".md", "md.txt"),
        ("CON", "CON_.txt"),
        ("aux.md", "aux.md_.txt"),
        ("a\0b\n?.txt", "a_b_.txt"),
        ("name. . .", "name.txt"),
        ("年假 规定.md", "年假 规定.md"),
        ("scan.pdf", "scan.pdf.txt"),
        ("\ud83d", "_.txt"),
        ("x" * 500 + ".md", "x" * 100 + ".md"),
    ],
)
def test_names_from_outside_are_safe(name, path):
    assert safe_path(name) == path


@given(st.lists(ANY, max_size=8))
def test_any_names_become_paths_inside_that_differ_on_every_system(names):
    made = Names()
    paths = [made.path(name) for name in names]
    keys = [unicodedata.normalize("NFKC", path.casefold()) for path in paths]
    assert len(set(keys)) == len(keys)
    for path, key in zip(paths, keys, strict=True):
        parts = path.split("/")
        assert not any(part in ("", ".", "..") or part != part.strip() for part in parts)
        assert all(len(part.encode()) < 130 for part in parts) and "\\" not in path
        assert not any(other.startswith(f"{key}/") for other in keys)


def test_names_that_differ_in_case_alone_are_told_apart():
    names = Names()
    assert [names.path(n) for n in ("Leave", "leave", "LEAVE.md")] == [
        "Leave.txt",
        "leave-2.txt",
        "LEAVE.md",
    ]
    assert names.path("leave.txt/part") == "leave.txt_/part.txt"


@given(st.text(st.sampled_from("ab\r\n\ufeff\ud83d\0"), max_size=30), st.integers(0, 30))
def test_an_offset_points_at_the_same_character_after_cleaning(raw, offset):
    kept = clean(raw)
    if offset < len(raw) and raw[offset] not in "\r\n" and raw[:offset].strip("\ufeff"):
        same = {"\0": "\ufffd", "\ud83d": "\ufffd"}.get(raw[offset], raw[offset])
        assert kept[Offsets(raw).kept(offset)] == same
    assert normalise_newlines(kept) == kept
    kept.encode("utf-8")


@given(ANY)
@example("\uff1dHYPERLINK(1)")
@example("\n=1+1")
def test_a_guarded_cell_is_no_formula_and_comes_back(cell):
    assert not guarded(cell).startswith(tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"))
    assert unguarded(guarded(cell)) == cell


CELL = st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]), max_size=9)


@given(rows=st.lists(st.tuples(CELL, CELL)))
def test_a_table_comes_back_from_csv(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    write_table(path, ["a", "b"], rows)
    kept = [row for row in rows if any(cell.strip() for cell in row)]
    assert [(r["a"], r["b"]) for _, r in read_table(path, [])] == kept


def test_a_table_comes_back_from_xlsx_and_its_formulas_are_text(tmp_path):
    rows = [("=1+1", "年假"), ("'=x", "a\nb"), ("-5", "@x"), ("x\x01", "")]
    write_table(tmp_path / "t.xlsx", ["a", "b"], rows)
    found = [(r["a"], r["b"]) for _, r in read_table(tmp_path / "t.xlsx", [])]
    assert found == [*rows[:3], ("x\ufffd", "")]


@pytest.mark.parametrize(
    "text", ["a;b\n1;2\n", "a\tb\n1\t2\n", "\ufeffA,B\r\n1,2\r\n", "a,b\r1,2\r", "\na,b\n\n1,2\n"]
)
def test_tables_as_programs_write_them(tmp_path, text):
    (tmp_path / "t.csv").write_bytes(text.encode())
    assert [row for _, row in read_table(tmp_path / "t.csv", [])] == [{"a": "1", "b": "2"}]


@pytest.mark.parametrize(
    ("encoding", "guess"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", ""),
        ("utf-16-le", "utf-16-le"),
        ("gb18030", "gb18030"),
    ],
)
def test_a_table_in_any_encoding_is_read_and_a_guess_is_told(tmp_path, encoding, guess):
    wanted = {"问题": "年假有几天，应当什么时候申请？", "答案": "员工每年享有十五天带薪年假。"}
    text = "".join(",".join(row) + "\r\n" for row in (wanted, wanted.values()))
    (tmp_path / "t.csv").write_bytes(text.encode(encoding))
    told = []
    assert [row for _, row in read_table(tmp_path / "t.csv", told)] == [wanted]
    assert bool(told) == bool(guess) and all(guess in line for line in told)


def test_of_two_columns_of_one_name_the_first_is_taken_and_it_is_told(tmp_path):
    (tmp_path / "t.csv").write_text("A,b, a,,\n1,2,3,,\n")
    told = []
    ((_, row),) = read_table(tmp_path / "t.csv", told)
    assert (row["a"], row["b"]) == ("1", "2")
    assert told == ["t.csv: row 1: 2 columns are named 'a': the first is taken"]


def test_a_cell_longer_than_the_csv_module_allows_by_itself(tmp_path):
    with (tmp_path / "t.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["a"], ["x" * 200_000]])
    assert len(next(iter(read_table(tmp_path / "t.csv", [])))[1]["a"]) == 200_000


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("t.pdf", b"", "no table; allowed are .csv"),
        ("t.csv", b"\xff\xfe", "row 1: empty; allowed is a row of column names"),
        ("t.csv", b"\x89PNG\r\n\x1a\n\0\xff", "not text"),
        ("t.csv", b'a,b\n1,2\n"x\n",y\n3,"x\n4,y\n', r"row 4 \(line 5\): not CSV: a quote"),
        ("t.csv", b'a,b\n"x"y,1\n', r"row 2 \(line 2\): not CSV: ',' expected"),
        ("t.csv", b"a,b\n1,2,3\n", "row 2 has 3 cells of 2"),
        ("t.xlsx", b"no zip", "no XLSX workbook"),
        ("t.xlsx", b"PK\x05\x06" + b"\0" * 18, "no XLSX workbook"),
        ("t.jsonl", b"[]", r"t.jsonl:1: a list, allowed is \{"),
        ("t.jsonl", b"{", "t.jsonl:1: not JSON"),
        ("t.json", b"{}", "allowed is a list of rows"),
        ("t.json", b"[" * 100_000, "nested too deeply"),
    ],
)
def test_an_unusable_table_is_one_line(tmp_path, name, data, message):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(GoldenSetError, match=message) as error:
        list(read_table(tmp_path / name, []))
    assert "\n" not in str(error.value)


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    write_table(tmp_path / "t.xlsx", ["a"], [["1"]])
    monkeypatch.setattr("golden_sets.exchange.tables.MAX_UNPACKED", 1000)
    with pytest.raises(GoldenSetError, match="bytes unpacked; allowed are 1,000"):
        list(read_table(tmp_path / "t.xlsx", []))


@pytest.fixture
def finder(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "a.txt").write_text("Alpha pays 10 EUR. Beta pays “20” EUR.\n")
    (tmp_path / "documents" / "b.md").write_text("---\nx: Zeta\n---\nAlpha pays 10 EUR.\n\nZeta.\n")
    return Finder(Draft(""), tmp_path / "t.csv", None)


def test_words_that_stand_once_need_no_confirming_if_they_were_marked(finder):
    words = 'Beta pays "20" EUR.'
    quote = {"document": "a.txt", "quote": "Beta pays “20” EUR."}
    assert finder.passage("row 2", words, sure=True) == quote
    to_confirm = {**quote, "confirmed": False, "score": 100.0}
    assert finder.passage("row 2", words, sure=False) == to_confirm
    assert not finder.draft.problems


def test_words_that_are_nearly_there_are_to_be_confirmed_with_their_score(finder):
    found = finder.passage("row 2", "Beta payed 20 EUR", sure=True)
    assert found["quote"] == "Beta pays “20” EUR" and found["confirmed"] is False
    assert 70 <= found["score"] < 100
    assert "row 2: 'Beta payed 20 EUR' is" in finder.draft.problems[0]


def test_words_in_two_documents_are_to_be_confirmed_and_the_front_matter_holds_none(finder):
    found = finder.passage("row 2", "Alpha pays 10 EUR.", sure=True)
    assert found["document"] == "a.txt" and found["confirmed"] is False
    assert "stands in 2 places" in finder.draft.problems[0]
    assert finder.find("Zeta", [*finder.documents.values()]).span == Span(36, 40)
    assert finder.passage("row 3", "Nothing like this is anywhere", sure=True) is None
    assert finder.passage("row 3", "Zeta", sure=True, name="c.md") is None
    assert finder.draft.problems[-1] == "row 3: no document 'c.md': left out"


def draft():
    made = Draft('A "set" with \\ and \x7f')
    (part,) = made.add_document("../../x", "\ufeffAlpha pays.\r\nBeta pays.\r\n")
    made.add_question("q", "Who?", [[made.at_offset(part, "q", "Beta pays.", 14)]])
    made.add_question("q", "Who else?", [])
    return made


def test_a_draft_becomes_a_golden_set_with_a_lock_and_a_report(tmp_path):
    golden = write_set(draft(), tmp_path / "set", ["import"])
    assert golden.documents[0].text == "Alpha pays.\nBeta pays.\n"
    assert golden.questions[0].evidence[0][0].span == (12, 22)
    assert [q.id for q in golden.questions] == ["q", "q-2"]
    assert load_golden_set(tmp_path / "set").digest == golden.digest
    files = {path.name for path in (tmp_path / "set").iterdir()}
    wanted = {"documents", "golden_set.toml", "golden_set.lock.json", "import.txt"}
    assert files == wanted | {"questions.jsonl"}
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_a_folder_that_holds_something_is_refused_and_an_empty_one_is_taken(tmp_path):
    (tmp_path / "empty").mkdir()
    write_set(draft(), tmp_path / "empty", [])
    with pytest.raises(GoldenSetError, match="is there already; give a new or an empty folder"):
        write_set(draft(), tmp_path / "empty", [])
    with pytest.raises(GoldenSetError, match="there is no folder"):
        write_set(draft(), tmp_path / "no" / "set", [])
    (tmp_path / "file").write_text("kept")
    with pytest.raises(GoldenSetError, match="is there already"):
        write_set(draft(), tmp_path / "file", [])
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GoldenSetError, match="is there already"):
        write_set(draft(), tmp_path / "link", [])


def test_nothing_is_left_of_a_draft_that_does_not_load(tmp_path):
    bad = draft()
    bad.rows[0]["evidence"][0][0]["quote"] = "Nobody pays."
    with pytest.raises(
        GoldenSetError, match=r"questions\.jsonl:1: x\.txt: does not hold the quote"
    ):
        write_set(bad, tmp_path / "set", [])
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_where_the_disk_fails(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("golden_sets.exchange.writing.lock_text", full)
    with pytest.raises(GoldenSetError, match="cannot be written: No space left"):
        write_set(draft(), tmp_path / "set", [])
    assert not list(tmp_path.iterdir())


def test_a_draft_without_a_question_says_its_first_problem(tmp_path):
    empty = Draft("", problems=["q1: is wrong", "q2: too"])
    with pytest.raises(GoldenSetError, match="no usable question, 2 problems; first: q1: is wrong"):
        write_set(empty, tmp_path / "set", [])


def test_a_name_from_outside_moves_no_cursor_and_ends_no_line(tmp_path):
    made = draft()
    made.problems.append("q\n\x1b[2J\ud83d年: is wrong")
    write_set(made, tmp_path / "set", [])
    assert (tmp_path / "set" / "import.txt").read_text() == "q\\n\\x1b[2J\\ud83d年: is wrong\n"


@pytest.mark.parametrize(
    ("quote", "start", "told"),
    [
        ("pays", 3, "does not stand at 3 but at 6, the nearest of 2 places: taken there"),
        ("Beta pays.", -1, "does not stand at -1 but at 12: taken there"),
        ("Beta  pays.", 12, "does not stand at 12 but at 12"),
        ("Beta paid.", 12, r"nor anywhere in its text: left out; nearest \(80 % the same\) at 12"),
        (" ", 5, "nor anywhere in its text: left out"),
    ],
)
def test_a_wrong_offset_is_told_with_the_nearest_right_place(quote, start, told):
    made = Draft("")
    (part,) = made.add_document("d", "Alpha pays.\nBeta pays.\n")
    row = made.at_offset(part, "q7", quote, start)
    (problem,) = made.problems
    assert problem.startswith("q7: ")
    assert row is None or row["confirmed"] is False
    assert re.search(told, problem)


def test_offsets_counted_before_or_after_line_ends_were_joined_are_both_right():
    made = Draft("")
    (part,) = made.add_document("d", "Alpha pays.\r\nBeta pays.\r\n")
    assert made.at_offset(part, "q", "Beta pays.", 13) == made.at_offset(
        part, "q", "Beta pays.", 12
    )
    assert not made.problems


def test_a_format_is_registered_once():
    assert {"chroma", "squad", "cuad", "legalbench", "beir", "ragas", "spreadsheet"} <= set(
        registry.formats()
    )
    with pytest.raises(ValueError, match="format 'squad' is registered already"):
        registry.reader("squad", "again")(lambda source: Draft(""))
