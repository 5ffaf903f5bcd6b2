"""Writing a golden set: nothing of anybody's is lost, and every version comes back."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golden_sets import editing, set_documents, shelf
from golden_sets.golden_set import SHIPPED, find_golden_set, load_golden_set
from golden_sets.history import HISTORY, changes, versions
from golden_sets.making import copy_set, create_set
from golden_sets.open_set import open_set
from golden_sets.question_lines import read_lines, written
from golden_sets.questions_file import QUESTIONS
from golden_sets.reading import GoldenSetError

ROOT = Path(__file__).parent.parent.parent
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff"
TEXT = "# Leave\n\nStaff get 28 days. Probation gets 2 days a month.\n"


def question(text="How many days?", quote="Staff get 28 days.", **more):
    return {"question": text, "evidence": [[{"document": "leave.md", "quote": quote}]], **more}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An own set named `team` with one document."""
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "sets"))
    made = create_set("team", 'What "we" ask\n\x7f', "Ana")
    set_documents.add_document(made, "leave.md", TEXT.encode(), "Ana")
    return made


def test_a_set_is_made_filled_and_loaded(folder):
    line = editing.put_question(folder, question(author="Ana"), editing.ABSENT, "Ana")
    golden = load_golden_set(find_golden_set("team"))
    assert (line.id, golden.name, golden.description) == ("q1", "team", 'What "we" ask')
    assert golden.questions[0].evidence[0][0].span == (9, 27)
    assert [c.action for c in changes(folder)] == ["create", "add document", "add"]


def test_new_questions_of_two_people_both_stay(folder):
    one = editing.put_question(folder, question("A?"), editing.ABSENT, "Ana")
    other = editing.put_question(folder, question("B?"), editing.ABSENT, "Ben")
    assert (one.id, other.id) == ("q1", "q2")


def test_an_edit_of_what_has_changed_is_refused_with_both_versions(folder):
    base = editing.put_question(folder, question("A?"), editing.ABSENT, "Ana")
    theirs = editing.put_question(folder, question("B?", id="q1"), base.digest, "Ben")
    before = (folder / QUESTIONS).read_bytes()
    with pytest.raises(editing.ConflictError, match="changed by someone else") as conflict:
        editing.put_question(folder, question("C?", id="q1"), base.digest, "Ana")
    assert conflict.value.mine["question"] == "C?"
    assert conflict.value.theirs == theirs
    assert (folder / QUESTIONS).read_bytes() == before
    with pytest.raises(editing.ConflictError):
        editing.remove_question(folder, base.digest, "Ana", "q1")
    with pytest.raises(editing.ConflictError):
        editing.put_question(folder, question("D?", id="q1"), editing.ABSENT, "Ana")
    editing.remove_question(folder, theirs.digest, "Ben", "q1")
    with pytest.raises(editing.ConflictError, match="removed by") as gone:
        editing.put_question(folder, question("C?", id="q1"), base.digest, "Ana")
    assert gone.value.theirs is None


def test_every_earlier_version_comes_back_a_removed_one_too(folder):
    one = editing.put_question(folder, question("A?", note={"own": 1}), editing.ABSENT, "Ana")
    two = editing.put_question(folder, question("B?", id="q1"), one.digest, "Ana")
    editing.remove_question(folder, two.digest, "Ben")
    found = versions(folder, "q1")
    assert [json.loads(line)["question"] for _, line in found] == ["B?", "A?"]
    back = editing.restore(folder, found[1][1], editing.ABSENT, "Ana")
    assert back.raw == one.raw and back.row["note"] == {"own": 1}
    assert changes(folder, "q1")[-1].action == "restore"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (question(quote="Nobody"), "does not hold"),
        (question(weight=0), "weight 0"),
        (question(kind="odd"), "kind 'odd'"),
        ({"question": "A?"}, "no 'evidence'"),
        ({"question": "A?", "evidence": 3}, "evidence 3; allowed is a list"),
        (question(id="taken"), "changed by someone else"),
    ],
)
def test_an_unusable_question_is_refused_and_nothing_written(folder, row, message):
    editing.put_question(folder, question(id="taken"), editing.ABSENT, "Ana")
    before = (folder / QUESTIONS).read_bytes(), (folder / HISTORY).read_bytes()
    with pytest.raises(GoldenSetError, match=message):
        editing.put_question(folder, row, editing.ABSENT, "Ana")
    assert ((folder / QUESTIONS).read_bytes(), (folder / HISTORY).read_bytes()) == before


def test_a_wrong_line_is_shown_with_its_error_and_mended_in_its_place(folder):
    editing.put_question(folder, question("A?"), editing.ABSENT, "Ana")
    path = folder / QUESTIONS
    good = path.read_bytes()
    path.write_bytes(good + b'{"id": "q7", "quest\r\n\xff\xfe\n\n' + b'["no object"]')
    opened = open_set(folder)
    assert [found.error.split(":")[0] for found in opened.questions] == [
        "",
        "not a question",
        "not UTF-8",
        "not a question",
    ]
    bad = opened.questions[1].line
    editing.put_question(folder, question("B?", id="q7"), bad.digest, "Ben")
    lines = path.read_bytes()
    assert lines.startswith(good) and lines.endswith(b'\r\n\xff\xfe\n\n["no object"]')
    assert changes(folder, "q7")[-1].before == bad.raw
    editing.remove_question(folder, open_set(folder).questions[2].line.digest, "Ben")
    assert b"\xff" not in path.read_bytes()
    added = editing.put_question(folder, question("C?"), editing.ABSENT, "Ben")
    assert added.number == 5, "the last line had no end, and none was joined to it"


def test_a_history_cut_short_by_a_crash_goes_on(folder):
    with (folder / HISTORY).open("ab") as file:
        file.write(b'{"time": "20')
    editing.put_question(folder, question("A?"), editing.ABSENT, "Ana")
    assert [c.action for c in changes(folder)][-1] == "add"


@settings(max_examples=60)
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_text_stays_on_one_line_and_comes_back(text):
    line = written({"question": text})
    assert len(line.splitlines()) == 1
    assert json.loads(line) == {"question": text}


WRITER = """
import sys
from pathlib import Path
from golden_sets import editing, set_documents
from golden_sets.question_lines import read_lines
folder, who = Path(sys.argv[1]), sys.argv[2]
evidence = [[{"document": "leave.md", "quote": "Staff get 28 days."}]]
kept = 0
for turn in range(15):
    editing.put_question(folder, {"question": f"{who} {turn}", "evidence": evidence}, "", who)
    while True:
        shared = next(line for line in read_lines(folder) if line.id == "shared")
        row = dict(shared.row)
        row["question"] += f" {who}{turn}"
        try:
            editing.put_question(folder, row, shared.digest, who)
            break
        except editing.ConflictError:
            kept += 1
"""


def test_processes_that_write_at_once_lose_nothing(folder):
    editing.put_question(folder, question("start", id="shared"), editing.ABSENT, "Ana")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(folder), name], cwd=ROOT)
        for name in ("ana", "ben", "cy")
    ]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    lines = read_lines(folder)
    texts = {line.row["question"] for line in lines if line.id != "shared"}
    wanted = {f"{name} {turn}" for name in ("ana", "ben", "cy") for turn in range(15)}
    assert texts == wanted and len({line.id for line in lines}) == len(lines) == 46
    shared = next(line for line in lines if line.id == "shared").row["question"].split()
    assert sorted(shared[1:]) == sorted(name.replace(" ", "") for name in wanted)
    assert len(versions(folder, "shared")) == 46, "every step of it is in the history"
    load_golden_set(folder)


def test_documents_are_added_once_and_kept_while_evidence_needs_them(folder):
    assert set_documents.add_document(folder, "leave.md", TEXT.encode(), "Ben") == "leave.md"
    with pytest.raises(GoldenSetError, match="another document is called"):
        set_documents.add_document(folder, "LEAVE.md", b"Other", "Ben")
    with pytest.raises(GoldenSetError, match=r"b\.md: not read: "):
        set_documents.add_document(folder, "b.md", PICTURE, "Ben")
    with pytest.raises(GoldenSetError, match="text"):
        set_documents.add_document(folder, "b.md", b" \n", "Ben")
    with pytest.raises(GoldenSetError, match="called like one of its folders"):
        set_documents.add_document(folder, "leave.md/b.md", b"B", "Ben")
    editing.put_question(folder, question("A?"), editing.ABSENT, "Ana")
    with pytest.raises(GoldenSetError, match="holds the evidence of q1"):
        set_documents.remove_document(folder, "leave.md", "Ben")
    editing.remove_question(folder, read_lines(folder)[0].digest, "Ana")
    set_documents.remove_document(folder, "leave.md", "Ben")
    assert set_documents.document_ids(folder) == []
    with pytest.raises(GoldenSetError, match="no document"):
        set_documents.remove_document(folder, "../golden_set.toml", "Ben")


def test_a_copy_of_a_shipped_set_is_a_set_of_its_own(folder):
    made = copy_set(SHIPPED / "handbook", "ours", "Ana")
    assert load_golden_set(made).questions == load_golden_set(SHIPPED / "handbook").questions
    assert load_golden_set(made).name == "ours"
    assert [c.action for c in changes(made)] == ["copy of handbook"]


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "CON", "lpt1", "TEAM", "a b", "-a"])
def test_a_name_that_is_none_or_taken_is_refused(folder, name):
    with pytest.raises(GoldenSetError):
        create_set(name, "", "Ana")
    assert sorted(p.name for p in folder.parent.iterdir()) == [".lock", "team"]


def test_the_shelf_has_own_sets_first_and_no_path_is_a_name(folder):
    names = [(one.name, one.own) for one in shelf.listing(SHIPPED)]
    assert names[0] == ("team", True) and ("handbook", False) in names[1:]
    assert shelf.by_name("../sets/team", SHIPPED) is None
    for name in ("handbook", "Handbook"):
        with pytest.raises(GoldenSetError, match="taken by 'handbook'"):
            create_set(name, "", "Ana")  # it would take the shipped one away from everyone
    by_hand = shelf.own_folder() / "Handbook"
    by_hand.mkdir()
    (by_hand / "golden_set.toml").touch()
    names = [(one.name, one.own) for one in shelf.listing(SHIPPED)]
    assert ("Handbook", True) in names and ("handbook", False) in names
