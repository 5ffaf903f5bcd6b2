"""Files that people send: names made safe, limits kept, archives checked before they unpack."""

import io
import stat
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden_sets import set_documents, uploads
from golden_sets.file_names import safe_document_name
from golden_sets.making import create_set
from golden_sets.reading import GoldenSetError
from golden_sets.uploads import Sent, take
from tests.golden_sets.test_editing import PICTURE


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "sets"))
    return create_set("team", "", "Ana")


def zipped(*entries):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("given_name", "safe"),
    [
        ("a b.md", "a b.md"),
        ("合同.md", "合同.md"),
        ("e\u0301.md", "é.md"),
        ("x\\y.md", "x/y.md"),
        ("con.md", "con_.md"),
        ('ab:"<c>?.md', "ab---c--.md"),
        ("a\u202emd.exe.md", "a-md.exe.md"),
        (" .hidden.md. ", "hidden.md"),
        ("./a//b.md", "a/b.md"),
        ("x" * 300 + ".md", "x" * 117 + ".md"),
    ],
)
def test_names_are_made_safe(given_name, safe):
    assert safe_document_name(given_name) == safe


@pytest.mark.parametrize("name", ["../a.md", "a/../../b.md", "/etc/a.md", "C:\\a.md", "", "a/" * 9])
def test_names_that_lead_elsewhere_are_refused(name):
    with pytest.raises(GoldenSetError):
        safe_document_name(name)


@given(st.text(max_size=40))
def test_no_name_leads_out_of_its_folder(name):
    try:
        found = safe_document_name(name)
    except GoldenSetError:
        return
    parts = found.split("/")
    assert all(part not in ("", ".", "..") and not part.startswith(".") for part in parts)
    assert not set(found) & set('\\<>:"|?*\0\n')
    assert safe_document_name(found) == found


def test_files_and_a_zipped_folder_are_taken_and_the_rest_named(folder):
    archive = zipped(
        ("manual/a.md", "Alpha"),
        ("manual/b.exe", "MZ"),
        ("__MACOSX/manual/a.md", "x"),
        ("../out.md", "Out"),
        ("manual/合同.txt", "甲方"),
    )
    sent = [Sent("c.md", b"Gamma"), Sent("docs.zip", archive), Sent("d.md", PICTURE)]
    taken = take(folder, sent, "Ana")
    assert taken.added == ["c.md", "manual/a.md", "manual/合同.txt"]
    assert [line.split(": ")[:2] for line in taken.refused] == [
        ["docs.zip", "manual/b.exe"],
        ["docs.zip", "'../out.md'"],
        ["d.md", "not read"],
    ]
    assert set_documents.document_ids(folder) == sorted(taken.added)


def test_limits_are_kept(folder, monkeypatch):
    monkeypatch.setattr(uploads, "FILE_BYTES", 10)
    monkeypatch.setattr(uploads, "SET_FILES", 2)
    monkeypatch.setattr(uploads, "SET_BYTES", 16)
    sent = [Sent("a.md", b"123456789"), Sent("b.md", b"12345678901"), Sent("c.md", b"12345678")]
    sent += [Sent("d.md", b"1234567"), Sent("e.md", b"1"), Sent("a.md", b"123456789")]
    taken = take(folder, sent, "Ana")
    assert taken.added == ["a.md", "d.md"]
    assert [
        "a file" in r or "pass" in r or "documents already" in r for r in taken.refused[:3]
    ] == [
        True,
        True,
        True,
    ]


def test_an_archive_that_would_fill_the_disk_is_not_unpacked(folder, monkeypatch):
    bomb = zipped(*((f"{n}.md", b"0" * 3_000_000) for n in range(10)))
    many = zipped(*((f"{n}.md", b"0") for n in range(uploads.ZIP_ENTRIES + 1)))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_, **__: pytest.fail("unpacked"))
    assert "times its size" in take(folder, [Sent("bomb.zip", bomb)], "Ana").refused[0]
    assert "2,001 files" in take(folder, [Sent("many.zip", many)], "Ana").refused[0]
    monkeypatch.setattr(uploads, "SET_BYTES", 1000)
    assert "MB unpacked" in take(folder, [Sent("b.zip", bomb)], "Ana").refused[0]


def test_links_passwords_and_broken_archives_are_refused(folder):
    link = zipfile.ZipInfo("link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert (
        "a link" in take(folder, [Sent("a.zip", zipped((link, "/etc/passwd")))], "Ana").refused[0]
    )
    locked = bytearray(zipped(("a.md", "Alpha")))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + at] |= 1
    assert "password" in take(folder, [Sent("a.zip", bytes(locked))], "Ana").refused[0]
    for data in (b"no zip", zipped(("a.md", "Alpha" * 99))[:60]):
        assert "cannot be unpacked" in take(folder, [Sent("a.zip", data)], "Ana").refused[0]
    lying = bytearray(zipped(("a.md", b"0123456789" * 500)))
    at = lying.index(b"PK\x01\x02") + 24
    lying[at : at + 4] = (10).to_bytes(4, "little")
    take(folder, [Sent("a.zip", bytes(lying))], "Ana")
