"""A run taken out and brought back: nothing lost, nothing let in that is no run."""

import copy
import hashlib
import io
import json
import stat
import zipfile
from dataclasses import replace

import pytest
from sqlalchemy import select

from evaluation.action_log import RUN, ActionLog, Done
from evaluation.actors import Actor
from evaluation.database import open_store
from evaluation.decision_log import DecisionLog
from evaluation.run_archive import archive, read_run
from evaluation.run_import import export_run, import_run
from evaluation.run_marks import Note, RunMarks
from evaluation.run_record import NO_RECORD
from evaluation.run_zip import CONTEXTS, DECISION, MANIFEST, NOTES, PARTS, ArchiveError
from evaluation.store import RunStore, packed
from evaluation.store_schema import DECIDED, SEALS
from tests.conftest import new_database
from tests.pages.decisions import write_decision
from tests.pages.factory import write_golden_set, write_run


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A store with one real run and two notes; its engine and report."""
    folder = tmp_path_factory.mktemp("kept")
    report = write_run(write_golden_set(folder / "handbook"), folder / "store")
    engine = open_store(folder / "store")
    RunMarks(engine).note(report["run"]["id"], "first", "2026-01-01T00:00:00Z")
    RunMarks(engine).note(report["run"]["id"], "=第二", "2026-01-02T00:00:00Z")
    return engine, report


@pytest.fixture(scope="module")
def data(kept):
    engine, report = kept
    return export_run(engine, report["run"]["id"])


def zipped(parts, **infos):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in parts:
            info = zipfile.ZipInfo(name)
            info.external_attr = infos.get("attributes", 0)
            opened.writestr(info, content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def parts_of(data):
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def made(report, contexts, notes=(), record=NO_RECORD):
    """An archive of anything."""
    given = [json.dumps(report, ensure_ascii=False).encode()]
    rows = [contexts[key] for key in sorted(contexts)]
    return archive(report["run"]["id"], given, rows, notes, record)


def refused(data):
    with pytest.raises(ArchiveError) as caught:
        read_run("run.zip", data)
    return str(caught.value)


def test_a_run_comes_back_without_loss(kept, data, engine):
    held, report = kept
    run = report["run"]["id"]
    assert import_run(engine, read_run("run.zip", data)) == "imported"
    store = RunStore(engine)
    assert store.report(run) == RunStore(held).report(run)
    assert store.all_contexts(run) == RunStore(held).all_contexts(run) != {}
    notes, before = RunMarks(engine).notes(run), RunMarks(held).notes(run)
    assert [note[:2] for note in notes] == [note[:2] for note in before]
    assert all(note.imported for note in notes) and not any(note.imported for note in before)
    assert export_run(engine, run) == data, "and is exported again to the same bytes"


def test_a_run_goes_through_both_databases_and_comes_back_the_same(
    data, tmp_path, postgres, monkeypatch
):
    """SQLite made it; PostgreSQL and another SQLite hand on what they were given, to the byte."""
    for place in ("postgresql", "sqlite"):
        if place == "postgresql":
            monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", new_database(postgres))
        else:
            monkeypatch.delenv("CHUNKBOARD_DATABASE_URL")
        engine = open_store(tmp_path / place)
        assert engine.dialect.name == place
        parcel = read_run("run.zip", data)
        assert import_run(engine, parcel) == "imported"
        back = export_run(engine, parcel.report["run"]["id"])
        assert back == data
        data = back
        engine.dispose()


def test_the_same_run_twice_changes_nothing(data, engine, kept):
    run = kept[1]["run"]["id"]
    import_run(engine, read_run("run.zip", data))
    RunMarks(engine).note(run, "my own")
    assert import_run(engine, read_run("run.zip", data)) == "already there"
    assert RunMarks(engine).notes(run)[0].text == "my own"
    RunMarks(engine).delete(run)
    assert import_run(engine, read_run("run.zip", data)) == "already there, deleted"
    assert RunMarks(engine).is_deleted(run)


def test_another_run_under_the_same_id_is_refused(data, engine):
    import_run(engine, read_run("run.zip", data))
    parcel = read_run("run.zip", data)
    report = copy.deepcopy(parcel.report)
    report["run"]["seed"] += 1
    with pytest.raises(ArchiveError, match=r"with other contents \(another report\)"):
        import_run(engine, parcel._replace(report=report))
    contexts = dict(parcel.contexts)
    contexts[next(iter(contexts))] = packed([])
    with pytest.raises(ArchiveError, match=r"\(other contexts\)"):
        import_run(engine, parcel._replace(contexts=contexts))
    assert RunStore(engine).report(report["run"]["id"]) == parcel.report


def test_a_report_alone_is_taken_without_contexts(kept, engine):
    parcel = read_run("report.json", json.dumps(kept[1]).encode("utf-8-sig"))
    assert import_run(engine, parcel) == "imported"
    assert RunStore(engine).all_contexts(kept[1]["run"]["id"]) == {}


@pytest.mark.parametrize("name", ["../report.json", "/etc/passwd", "x/notes.json", "a\nb.json"])
def test_a_name_that_is_none_of_the_parts_is_refused(data, name):
    said = refused(zipped([*parts_of(data).items(), (name, b"x")]))
    assert said.startswith("run.zip: holds ") and "\n" not in said
    assert said.endswith(f"allowed are {', '.join(PARTS)}")


def test_faults_of_the_archive_itself(data):
    parts = parts_of(data)
    assert "cannot be unpacked" in refused(b"PK no zip")
    assert "cannot be unpacked" in refused(data[: len(data) // 2])
    less = [(name, value) for name, value in parts.items() if name != NOTES]
    assert "holds notes.json 0 times; allowed is once" in refused(zipped(less))
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped([*parts.items(), (NOTES, b"[]")])
    assert "holds notes.json 2 times" in refused(twice)
    link = zipped(parts.items(), attributes=(stat.S_IFLNK | 0o777) << 16)
    assert "is a link, not a file" in refused(link)
    bomb = zipped([*less, (NOTES, b" " * 20_000_000)])
    assert "would unpack to 20 MB" in refused(bomb)


def test_a_size_that_lies_is_found(data):
    made = bytearray(data)
    at = made.rfind(b"PK\x01\x02")  # the last entry's place in the list: notes.json
    made[at + 24 : at + 28] = (5).to_bytes(4, "little")
    assert "not as large as it says" in refused(bytes(made)) or "cannot be unpacked" in refused(
        bytes(made)
    )


def test_a_part_that_was_changed_is_found(data):
    parts = parts_of(data)
    parts[CONTEXTS] += b"\n"
    assert refused(zipped(parts.items())) == (
        "run.zip: contexts.jsonl was changed after it was exported"
    )
    parts = parts_of(data)
    parts[MANIFEST] = b'{"schema": "other"}'
    assert 'schema: "other"; allowed is chunkboard-run/2, ' in refused(zipped(parts.items()))


def test_contexts_of_a_result_that_the_report_has_not(kept):
    held, report = kept
    contexts = copy.deepcopy(RunStore(held).all_contexts(report["run"]["id"]))
    next(iter(contexts.values()))[0]["variant"] = "other"
    assert "the report has no result other/bm25/60" in refused(made(report, contexts))
    next(iter(contexts.values()))[0]["units"] = [{"spans": [[1]]}]
    assert "units[0].document: is missing" in refused(made(report, contexts))


def test_contexts_that_miss_a_question_or_have_it_twice_are_refused(kept):
    """They were let in, and the start page broke on the question."""
    held, report = kept
    contexts = RunStore(held).all_contexts(report["run"]["id"])
    key, rows = next(iter(contexts.items()))
    name = rows[0]["question"]
    assert refused(made(report, {**contexts, key: rows[1:]})) == (
        f"run.zip: contexts.jsonl: {key}: no context of the question {name}, which the report "
        "scores"
    )
    twice = refused(made(report, {**contexts, key: [*rows, rows[0]]}))
    assert twice == f"run.zip: contexts.jsonl: {key}: the question {name} stands 2 times"


def test_what_is_nested_or_large_beyond_what_a_page_can_show_is_refused(kept):
    deep = {"strategy": "mixed", "classes": {}}
    for _ in range(200):
        deep = {"strategy": "mixed", "classes": {"a": deep}}
    for path, value, said in (
        (("variants", 0, "parameters"), deep, "nested more than"),
        (("variants", 0, "index", "tokens"), 10**400, "a number above 1e+18"),
    ):
        report = copy.deepcopy(kept[1])
        set_at(report, *path, to=value)
        assert said in refused(json.dumps(report).encode())


def test_what_no_row_of_a_database_can_hold_is_refused(kept):
    for path, value, said in (
        ("id", "q\0", "per_question[0].id"),
        ("rank", 10**10, "rank"),
        ("id", "q2", "the question q2 stands 2 times"),
    ):
        report = copy.deepcopy(kept[1])
        set_at(report, "variants", 0, "results", 0, "per_question", 0, path, to=value)
        assert said in refused(json.dumps(report).encode())


def set_at(report, *path, to):
    place = report
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to


FAULTS = [
    (("schema",), "x/9", 'schema: "x/9"; allowed is'),
    (("run", "id"), "../x", 'run.id: "../x"; allowed is ^[0-9A-Za-z_-]{1,32}$'),
    (("run", "created"), "yesterday", "run.created"),
    (("run", "created"), "2026-13-01T00:00:00Z", "2026-13-01T00:00:00Z is no time"),
    (("run", "golden_set", "name"), "a\nb", "run.golden_set.name"),
    (("run", "golden_set", "questions"), -1, "run.golden_set.questions: -1; allowed is ≥ 0"),
    (("variants", 0, "id"), ":red[x](y)", "variants[0].id"),
    (("variants", 1, "id"), "fixed-120c", "the variant fixed-120c stands 2 times"),
    (("variants", 0, "results", 0, "retriever"), "magic", '"magic"; allowed is'),
    (("variants", 0, "results", 0, "per_question"), None, "null; allowed is a list"),
    (("variants", 0, "results", 0, "hit_rate", "n"), 9, "hit_rate is said to be of 9 questions"),
    (("variants", 0, "results", 0, "hit_rate", "value"), 0.99, "hit_rate is said to be 0.99"),
    (("variants", 0, "results", 0, "hit_rate", "low"), 1.5, "interval of hit_rate does not hold"),
    (("verdicts",), "none", 'verdicts: "none"; allowed is a list'),
]


@pytest.mark.parametrize(("path", "value", "said"), FAULTS)
def test_a_fault_of_the_report_is_one_line_with_its_place(kept, path, value, said):
    report = copy.deepcopy(kept[1])
    set_at(report, *path, to=value)
    lines = refused(json.dumps(report).encode()).split("\n")
    assert any(said in line for line in lines), lines
    assert all(line.startswith("run.zip: ") for line in lines)


def test_every_fault_has_its_line_and_there_are_not_too_many(kept):
    report = copy.deepcopy(kept[1])
    del report["run"]["fill"], report["run"]["seed"]
    assert refused(json.dumps(report).encode()).split("\n") == [
        "run.zip: run.fill: is missing",
        "run.zip: run.seed: is missing",
    ]
    report["variants"] = [{}] * 10
    lines = refused(json.dumps(report).encode()).split("\n")
    assert len(lines) == 21 and lines[-1].endswith("faults more")


@pytest.mark.parametrize(
    "text", ["", "[1", '{"x": NaN}', '{"x": 1e999}', '"\\ud800"', "[" * 100_000, "\xff"]
)
def test_what_is_no_json_is_said(text):
    assert "is no JSON" in refused(text.encode("latin-1"))


HOSTILE = "<img src=x onerror=alert(1)> :red[x] \x1b[31m"


@pytest.fixture(scope="module")
def decided_run(tmp_path_factory):
    """The archive of a decided run with a comment, a decision and a note whose writer is logged."""
    folder = tmp_path_factory.mktemp("decided")
    write_golden_set(folder / "handbook")
    report = write_decision(folder / "handbook", folder / "store")
    engine, run, seal = (
        open_store(folder / "store"),
        report["run"]["id"],
        report["protocol"]["hash"],
    )
    log = DecisionLog(engine)
    log.comment(run, seal, "Ana", HOSTILE)
    log.decide(run, seal, "李雷", ("keep", "", ""), report["verdicts"], "先等等")
    RunMarks(engine).note(run, "why", "2026-01-01T00:00:00Z")
    done = Done("note", RUN, run, "handbook")
    ActionLog(engine).add(Actor("Bo", "bo@example.org"), done, "2026-01-01T00:00:00Z")
    return export_run(engine, run)


def test_a_decision_goes_through_both_databases_and_comes_back_the_same(
    decided_run, tmp_path, postgres, monkeypatch
):
    data = decided_run
    for place in ("postgresql", "sqlite"):
        if place == "postgresql":
            monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", new_database(postgres))
        else:
            monkeypatch.delenv("CHUNKBOARD_DATABASE_URL")
        engine = open_store(tmp_path / place)
        parcel = read_run("run.zip", data)
        assert parcel.record.seal and parcel.record.sum and parcel.notes[0].who == "Bo"
        assert import_run(engine, parcel) == "imported"
        entries = DecisionLog(engine).entries(parcel.report["run"]["id"])
        assert [(one.kind, one.who, one.words) for one in entries] == [
            ("comment", "Ana", HOSTILE), ("decision", "李雷", "先等等")
        ]  # fmt: skip
        assert all(one.imported for one in entries), "nobody here vouches for who and when"
        with engine.connect() as connection:
            assert connection.execute(select(SEALS)).all() == []
            assert connection.execute(select(DECIDED)).all() == []
        assert import_run(engine, parcel) == "already there"
        assert DecisionLog(engine).entries(parcel.report["run"]["id"]) == entries
        data = export_run(engine, parcel.report["run"]["id"])
        assert data == decided_run
        engine.dispose()


def test_another_record_of_the_same_run_is_refused(decided_run, engine):
    parcel = read_run("run.zip", decided_run)
    import_run(engine, parcel)
    run = parcel.report["run"]["id"]
    DecisionLog(engine).comment(run, "", "Cy", "said here")
    assert import_run(engine, parcel) == "already there", "what was said here is no conflict"
    record = parcel.record
    more = replace(record.entries[0], words="another")
    for other, said in (
        (record._replace(entries=(*record.entries, more)), "other comments or decisions"),
        (record._replace(seal={**record.seal, "sealed": "2001-01-01T00:00:00Z"}), "another seal"),
        (record._replace(sum={**record.sum, "results": "0" * 64}), "sum of its decision"),
    ):
        with pytest.raises(ArchiveError, match=said) as caught:
            import_run(engine, parcel._replace(record=other))
        assert "\n" not in str(caught.value)
    with pytest.raises(ArchiveError, match="other notes"):
        import_run(engine, parcel._replace(notes=[Note("2026-01-01T00:00:00Z", "not said")]))
    assert len(DecisionLog(engine).entries(run)) == 3


def with_record(data, change):
    """The archive with another record, its list made anew."""
    parts = parts_of(data)
    record = json.loads(parts[DECISION])
    change(record)
    parts[DECISION] = json.dumps(record).encode()
    return relisted(parts)


def relisted(parts):
    manifest = json.loads(parts.pop(MANIFEST))
    manifest["files"] = {
        name: {"bytes": len(part), "sha256": hashlib.sha256(part).hexdigest()}
        for name, part in parts.items()
    }
    return zipped([*parts.items(), (MANIFEST, json.dumps(manifest).encode())])


RECORDS = [
    (("entries", 0, "words"), "x" * 4_001, "entries[0].words"),
    (("entries", 0, "words"), "a\0b", "entries[0].words"),
    (("entries", 0, "who"), "x" * 61, "entries[0].who"),
    (("entries", 0, "who"), "", "entries[0].who"),
    (("entries", 0, "made"), "yesterday", "entries[0].made"),
    (("entries", 0, "made"), "2026-13-01T00:00:00Z", "2026-13-01T00:00:00Z is no time"),
    (("entries", 0, "made"), "2999-01-01T00:00:00Z", "2999-01-01T00:00:00Z has not come yet"),
    (("entries", 0, "kind"), "sermon", "entries[0].kind"),
    (("entries", 0, "action"), "keep", "is neither a comment nor a decision"),
    (("entries", 1, "action"), "burn", "entries[1].action"),
    (("entries", 0, "more"), 1, "entries[0].more"),
    (("entries",), None, "entries: null; allowed is a list"),
    (("seal", "sealed"), "2001-01-01T00:00:00Z", "was changed after it was made"),
    (("seal", "content", "protocol", "adopt_at"), 1, "was changed after it was sealed"),
    (("seal", "content"), {}, "was changed after it was sealed"),
    (("sum", "results"), "0" * 64, "its sum is not that of the report's results"),
    (("sum", "verdicts"), [], "its sum is not that of the report's results"),
    (("sum", "seal"), "x", "sum.seal"),
]


@pytest.mark.parametrize(("path", "value", "said"), RECORDS)
def test_a_record_that_was_tampered_with_is_refused(decided_run, path, value, said):
    data = with_record(decided_run, lambda record: set_at(record, *path, to=value))
    lines = refused(data).split("\n")
    assert any(said in line for line in lines), lines
    assert all(line.startswith("run.zip: decision.json: ") for line in lines)


def test_a_run_or_a_note_of_a_time_to_come_is_refused(kept, data):
    """It would stand as the newest run of its set until then."""
    held, report = kept
    ahead = copy.deepcopy(report)
    ahead["run"]["created"] = "2999-01-01T00:00:00Z"
    contexts = RunStore(held).all_contexts(report["run"]["id"])
    assert refused(made(ahead, contexts)).endswith("2999-01-01T00:00:00Z has not come yet")
    with pytest.raises(ArchiveError, match="2999-01-01T00:00:00Z has not come yet"):
        read_run("run.json", json.dumps(ahead).encode())
    for written, said in (("2999-01-01T00:00:00Z", "has not come yet"), ("zzz", "is no time")):
        parts = parts_of(data)
        parts[NOTES] = json.dumps([{"written": written, "text": "then"}]).encode()
        assert f"notes.json: {written} {said}" in refused(relisted(parts))


def test_a_record_of_another_run_is_refused(decided_run, data):
    parts = parts_of(data)
    parts[DECISION] = parts_of(decided_run)[DECISION]
    said = refused(relisted(parts))
    assert "its seal is not the report's" in said and "its sum is not that" in said


def test_an_archive_of_an_earlier_version_is_imported(data, engine):
    parts = parts_of(data)
    del parts[DECISION]
    manifest = {**json.loads(parts[MANIFEST]), "schema": "chunkboard-run/1"}
    notes = [{"written": "2026-01-01T00:00:00Z", "text": "then"}]
    parts |= {MANIFEST: json.dumps(manifest).encode(), NOTES: json.dumps(notes).encode()}
    parcel = read_run("run.zip", relisted(parts))
    assert import_run(engine, parcel) == "imported"
    assert RunMarks(engine).notes(parcel.report["run"]["id"])[0].text == "then"
    parts = parts_of(data)
    manifest = {**json.loads(parts[MANIFEST]), "schema": "chunkboard-run/1"}
    parts[MANIFEST] = json.dumps(manifest).encode()
    assert "holds decision.json" in refused(relisted(parts))


def test_a_line_that_never_ends_is_refused(data, monkeypatch):
    monkeypatch.setattr("evaluation.run_zip.LINE_BYTES", 50)
    assert "contexts.jsonl has a line of more than" in refused(data)


def test_what_could_not_be_read_again_is_not_written(kept, monkeypatch):
    monkeypatch.setattr("evaluation.run_archive.PART_BYTES", 1_000)
    with pytest.raises(ArchiveError, match="the most an archive may have"):
        export_run(kept[0], kept[1]["run"]["id"])


def test_the_lines_of_a_result_stand_together(kept):
    held, report = kept
    contexts = RunStore(held).all_contexts(report["run"]["id"])
    names = sorted(contexts)
    rows = [contexts[names[0]], contexts[names[1]], contexts[names[0]]]
    text = [json.dumps(report).encode()]
    data = archive(report["run"]["id"], text, rows, [], NO_RECORD)
    assert f"the lines of {names[0]} do not stand together" in refused(data)
