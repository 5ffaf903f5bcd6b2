"""Hostile archives at every door: one line each, nothing outside, and memory within bounds."""

import tracemalloc
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.run_archive import read_run
from evaluation.run_zip import PARTS, ArchiveError
from golden_sets import archives, pdf_trial, set_documents
from golden_sets.archives import SafeZip, UnsafeZipError
from golden_sets.editing import MOST_CHARACTERS, put_question
from golden_sets.exchange.tables import read_table
from golden_sets.file_report import UnreadableError
from golden_sets.making import create_set
from golden_sets.reading import READERS, GoldenSetError
from golden_sets.uploads import Sent, take
from tests.hostile import forms_in_forms, link, lying, word, word_xml, workbook, zipped

MB = 1_000_000
BIG = b"0" * (60 * MB)
METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "sets"))
    return create_set("team", "", "Ana")


def as_documents(folder, data):
    taken = take(folder, [Sent("a.zip", data)], "Ana")
    assert not taken.added
    return "\n".join(taken.refused)


def as_run(folder, data):
    with pytest.raises(ArchiveError) as caught:
        read_run("a.zip", data)
    return str(caught.value)


def as_word(folder, data):
    with pytest.raises(UnreadableError) as caught:
        READERS[".docx"].read(data, "a.docx", "")
    return str(caught.value)


def as_table(folder, data):
    path = folder / "q.xlsx"
    path.write_bytes(data)
    with pytest.raises(GoldenSetError) as caught:
        list(read_table(path, []))
    return str(caught.value)


def bomb(door, method):
    """Where each door's biggest entry says that it has 1,000 bytes, and has 60 million."""
    if door is as_documents:
        return lying(zipped(("a.md", BIG), method=method), 1000)
    if door is as_run:
        parts = [(PARTS[0], BIG), *((name, "x" * 99) for name in PARTS[1:])]
        return lying(zipped(*parts, method=method), 1000)
    if door is as_word:
        return lying(word(BIG, method), 1000, entry=2)
    return lying(zipped(("[Content_Types].xml", BIG), method=method), 1000)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("door", [as_documents, as_run, as_word, as_table])
def test_no_more_is_made_of_an_entry_than_it_says(folder, door, method):
    data = bomb(door, method)
    tracemalloc.start()
    try:
        assert door(folder, data)
        assert tracemalloc.get_traced_memory()[1] < 20 * MB
    finally:
        tracemalloc.stop()


def test_a_list_that_is_too_long_is_not_even_read(folder, monkeypatch):
    monkeypatch.setattr(archives, "MOST_LISTED", 3)
    data = zipped(*((f"{n}.md", "x") for n in range(4)))
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("read"))
    for door in (as_documents, as_run):
        assert "4 entries; allowed are 3" in door(folder, data)


NAMES = st.one_of(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=40),
    st.sampled_from(
        [
            "../x.md", "a/../../x.md", "/etc/x.md", "C:\\x.md", "..\\x.md", "\\\\host\\x.md",
            "con.md", "NUL", "a\0b.md", "x" * 5_000 + ".md", "a/" * 60 + "x.md", ".md", "．．/x.md",
            "a\u202egnp.md", "ａ.md", "A.md", "a.md", "a.md/b.md", "e\u0301.md", "é.md", "~$a.md",
        ]
    ),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(NAMES, st.binary(max_size=30), st.booleans()), max_size=5),
    st.lists(st.tuples(st.integers(0, 2_000), st.integers(0, 255)), max_size=4),
)
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_whatever_an_archive_holds_it_is_taken_inside_or_refused_in_a_line(
    tmp_path_factory, entries, damage
):
    """Names, links and bytes changed at random."""
    root = tmp_path_factory.mktemp("outer")
    folder = root / "deep" / "set"
    (folder / "documents").mkdir(parents=True)
    (folder / "golden_set.toml").write_text('name = "set"\n')
    data = bytearray(zipped(*((link(n) if linked else n, d) for n, d, linked in entries)))
    for place, value in damage:
        data[place % len(data)] = value
    before = {path for path in root.rglob("*") if folder not in path.parents}
    taken = take(folder, [Sent("a.zip", bytes(data))], "Ana")
    assert {path for path in root.rglob("*") if folder not in path.parents} == before
    assert set_documents.document_ids(folder) == sorted(set(taken.added))
    assert not any(path.is_symlink() for path in folder.rglob("*"))
    assert all(len(str(line)) < 1_000 for line in taken.refused)
    with pytest.raises(ArchiveError):
        read_run("a.zip", bytes(data))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 400), st.binary(max_size=20))
def test_bytes_that_look_like_an_archive_raise_one_kind_of_error(data, at, more):
    whole = zipped(("a.md", data), ("b.md", b"x"))
    try:
        opened = SafeZip(whole[:at] + more + whole[at:])
        for entry in opened.entries:
            opened.read(entry, 1000)
    except UnsafeZipError as error:
        assert "\n" not in str(error)


ENTITIES = "".join(
    f'<!ENTITY {to} "{f"&{one};" * 10}">' for one, to in zip("abcdefg", "bcdefgh", strict=True)
)
DOCTYPE = f'<!DOCTYPE l [<!ENTITY a "{"x" * 1000}">{ENTITIES}]>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("body", ["<w:p><w:r><w:t>&h;</w:t></w:r></w:p>", '<w:p w:a="&h;"/>'])
def test_entities_that_grow_are_refused_in_any_encoding(folder, encoding, body):
    xml = word_xml(body, f'<?xml version="1.0" encoding="{encoding}"?>{DOCTYPE}')
    assert as_word(folder, word(xml.encode(encoding)))


def test_tables_in_tables_in_tables_are_refused(folder):
    deep = "<w:tbl><w:tr><w:tc>" * 400 + "</w:tc></w:tr></w:tbl>" * 400
    assert "Excessive depth" in as_word(folder, word(word_xml(deep)))


def test_a_workbook_has_the_cells_it_has_and_not_those_it_says(tmp_path, monkeypatch):
    """3 KB that said they were a million rows of 16,384 cells took 6 GB."""
    path = tmp_path / "q.xlsx"
    path.write_bytes(workbook("A1:XFD5000", [(1, "A1", "question"), (5000, "A5000", "Who?")]))
    tracemalloc.start()
    try:
        assert list(read_table(path, [])) == [(5000, {"question": "Who?"})]
        assert tracemalloc.get_traced_memory()[1] < 20 * MB
    finally:
        tracemalloc.stop()
    monkeypatch.setattr("golden_sets.exchange.tables.MAX_ROWS", 4_999)
    with pytest.raises(GoldenSetError, match=r"q\.xlsx: more than 4,999 rows"):
        list(read_table(path, []))


def test_a_pdf_that_grows_without_end_is_refused_before_it_is_read(folder, monkeypatch):
    """Its 2 KB took 6 GB inside the PDF engine, where nothing else could have stopped it."""
    monkeypatch.setattr("golden_sets.reading.READERS", {})
    monkeypatch.setattr(pdf_trial, "MAX_PDF_MEMORY", 600 * MB)
    with pytest.raises(GoldenSetError, match=r"a\.pdf: its pages take more than 60 seconds"):
        set_documents.add_document(folder, "a.pdf", forms_in_forms(20), "Ana")


def test_a_pdf_with_too_much_text_is_refused_and_a_plain_one_is_not(tmp_path, monkeypatch):
    path = tmp_path / "a.pdf"
    path.write_bytes(forms_in_forms(2))
    pdf_trial.try_pdf(path)
    assert pdf_trial._characters(path) >= 1_100
    monkeypatch.setattr(pdf_trial, "MAX_CHARACTERS", 500)
    assert pdf_trial._characters(path) > 500
    path.write_bytes(b"no PDF, which its reader says")
    pdf_trial.try_pdf(path)


def test_a_question_is_not_endless(folder):
    row = {"question": "x" * MOST_CHARACTERS, "evidence": []}
    with pytest.raises(GoldenSetError, match=r"characters in one question .* 1,000,000"):
        put_question(folder, row, "", "Ana")
