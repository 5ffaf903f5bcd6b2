"""Every bad file gives its one clear line, and none is a silent empty document."""

import os
import re
import unicodedata
from pathlib import Path

import pytest

from golden_sets.reading import READERS
from golden_sets.reading_folder import read_folder
from tests.golden_sets.bad_files import BAD_FILES, columns_in_order


@pytest.mark.parametrize("bad", BAD_FILES, ids=lambda bad: bad.kind)
def test_a_bad_file_gives_its_line(tmp_path, bad, monkeypatch):
    root = tmp_path / "documents"
    root.mkdir()
    bad.make(root / bad.name)
    if bad.kind == "no permission" and os.geteuid() == 0:
        # The superuser may read every file, and so is refused by hand.
        refused = PermissionError(13, "Permission denied")
        monkeypatch.setattr(Path, "read_bytes", lambda path: (_ for _ in ()).throw(refused))
    documents, reports = read_folder(root, lambda name: "")
    assert len(reports) == 1
    said = "\n".join(reports[0].lines)
    assert re.search(bad.says, said), said
    assert all("\n" not in line for line in reports[0].lines)
    assert "its reader failed" not in said
    assert bool(documents) == bad.usable == (not reports[0].problem)
    if bad.usable:
        assert documents[0].text.strip() and documents[0].blocks
        assert bad.holds.strip() in documents[0].text
        assert reports[0].notes


def test_there_are_at_least_thirty_kinds():
    assert len({bad.kind for bad in BAD_FILES}) == len(BAD_FILES) >= 30


def test_columns_in_their_order_give_no_note():
    made = READERS[".pdf"].read(columns_in_order(), "a.pdf", "")
    assert made.notes == ()
    text = made.document.text
    assert text.index("Left line 19") < text.index("Right line 0")


def test_names_that_are_one_on_other_systems_are_told(tmp_path):
    names = ["Fees.md", "fees.md", "é.md", unicodedata.normalize("NFD", "é.md")]
    for name in names:
        (tmp_path / name).write_text("x")
    if len(list(tmp_path.iterdir())) < len(names):
        pytest.skip("this file system holds them as one")
    documents, reports = read_folder(tmp_path, lambda name: "")
    assert len(documents) == 4
    told = [report.notes for report in reports if report.notes]
    assert len(told) == 2
    assert told[0] == (
        "its name differs from 'Fees.md' only in case or in the form of its accents",
    )


def test_hidden_files_and_locks_are_none(tmp_path):
    for name in (".DS_Store", "~$a.docx", ".git/x.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert read_folder(tmp_path, lambda name: "") == ((), ())


def test_a_name_that_is_no_text_is_told_without_it(tmp_path):
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    except OSError:
        pytest.skip("this file system takes no such name")
    _, (report,) = read_folder(tmp_path, lambda name: "")
    assert report.line == (
        r"caf\udce9.md: not read: its name holds characters that cannot be shown; rename it"
    )
