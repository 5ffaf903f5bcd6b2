"""What a protocol would come to: said before, and nothing sealed by saying it."""

import pytest

from evaluation.decided_runs import DecidedRuns
from evaluation.decided_store import DecidedStore
from evaluation.decision import again, decided
from evaluation.embedding import EmbedderError
from evaluation.protocol import Protocol
from evaluation.protocol_preview import previewed
from evaluation.seal import declared
from evaluation.seal_store import SealStore
from evaluation.sealing import chunks_before, content_before
from evaluation.settings import RunSettings
from evaluation.store import RunStore
from evaluation.vectors import VectorTable
from strategies.tools import Tools
from strategies.variant import variant_named
from tests.evaluation.decisions import made
from tests.evaluation.hash_embedder import HashEmbedder

RULES = Protocol("recursive-400c", ("fixed-400c", "structure-400c"), ("bm25",))
HITS = {"recursive-400c": "0" * 12, "fixed-400c": "1" * 12, "structure-400c": "1" * 12}


@pytest.fixture(autouse=True)
def embedder(monkeypatch):
    monkeypatch.setattr("evaluation.protocol_preview.make_embedder", lambda *_: HashEmbedder())


def sealed(seals, rules, golden):
    variants = tuple(variant_named(name) for name in (rules.baseline, *rules.candidates))
    chunks = chunks_before(variants, golden, Tools())
    content = content_before(rules, golden, RunSettings(variants), HashEmbedder(), chunks)
    return seals.seal(content, golden, made.NOW, chunks)


def test_it_says_what_is_shared_and_asked_and_seals_nothing(engine):
    golden, seals = made.golden_set(), SealStore(engine)
    found = previewed(RULES, golden, seals, "auto", VectorTable(engine))
    assert (found.questions, found.clusters, found.local) == (12, 12, False)
    assert found.seal.declared_before and declared(found.seal).startswith("declared before")
    assert found.sealed == "" and found.fault == ""
    assert 0 < found.detectable < 1
    assert seals.first(golden) is None


def test_more_comparisons_take_a_larger_difference(engine):
    golden, seals = made.golden_set(40), SealStore(engine)
    many = Protocol("recursive-400c", (*RULES.candidates, "semantic-400c"), ("bm25", "vector"))
    few = previewed(RULES, golden, seals, "auto", VectorTable(engine)).detectable
    assert previewed(many, golden, seals, "auto", VectorTable(engine)).detectable > few


def test_only_the_questions_to_decide_on_count(engine):
    split = ["tune"] * 6 + ["decide"] * 6
    found = previewed(
        RULES, made.golden_set(split=split), SealStore(engine), "auto", VectorTable(engine)
    )
    assert (found.questions, found.split, found.clusters, found.local) == (6, True, 6, True)


def test_candidates_that_a_run_holds_were_seen(engine):
    golden = made.golden_set()
    RunStore(engine).save(made.report(golden, {"fixed-400c": "1" * 12}), {"x": []})
    found = previewed(RULES, golden, SealStore(engine), "auto", VectorTable(engine))
    assert declared(found.seal) == "declared after 1 variant was seen on these questions"


def test_just_this_sealed_before_is_told_and_another_names_it_as_the_first(engine):
    golden, seals = made.golden_set(), SealStore(engine)
    first = sealed(seals, RULES, golden)
    assert previewed(RULES, golden, seals, "auto", VectorTable(engine)).sealed == made.NOW
    other = Protocol("recursive-400c", ("fixed-400c",), ("bm25",), adopt_at=7)
    found = previewed(other, golden, seals, "auto", VectorTable(engine))
    assert found.sealed == "" and found.seal.first == first.hash
    assert "adopt_at 5 to 7" in found.seal.changed
    assert sealed(seals, other, golden).changed == found.seal.changed
    assert seals.read(found.seal.hash).first == first.hash, "the hash told before is the seal's"


def test_a_changed_golden_set_is_among_what_changed(engine):
    seals = SealStore(engine)
    sealed(seals, RULES, made.golden_set())
    found = previewed(RULES, made.golden_set(13), seals, "auto", VectorTable(engine))
    assert found.sealed == "" and any(
        one.startswith("golden_set.digest ") for one in found.seal.changed
    )


def test_a_model_that_cannot_be_had_is_said_and_what_was_seen_is_told_all_the_same(
    engine, monkeypatch
):
    def fails(*_):
        raise EmbedderError("no package")

    monkeypatch.setattr("evaluation.protocol_preview.make_embedder", fails)
    golden = made.golden_set()
    RunStore(engine).save(made.report(golden, {"fixed-400c": "1" * 12}), {"x": []})
    found = previewed(RULES, golden, SealStore(engine), "e5", VectorTable(engine))
    assert found.fault == "no package" and not found.seal.declared_before


def test_decided_runs_are_listed_newest_first_and_others_are_not(engine):
    golden, seals, runs = made.golden_set(), SealStore(engine), RunStore(engine)
    listed = DecidedRuns(engine, seals)
    runs.save(made.report(golden, HITS, "r0"), {"x": []})
    assert listed.of(golden) == []
    rules = made.protocol(("fixed-400c",), retrievers=("vector",))
    report = made.report(golden, {"old-1": "0" * 12, **HITS}, "r1", "2026-01-03T00:00:00Z")
    content = made.content(rules, golden, report)
    seal = seals.seal(content, golden, made.NOW)
    runs.save(decided(report, golden, seal), {"x": []})
    later = made.report(golden, {"old-1": "0" * 12, **HITS}, "r2", "2026-01-04T00:00:00Z")
    runs.save(decided(later, golden, seal), {"x": []})
    assert [one.id for one in listed.of(golden)] == ["r2", "r1"]
    assert listed.of(golden)[0].seal == seal.hash and listed.of(golden)[0].candidates == 1
    assert listed.of(made.golden_set(name="another", count=3)) == []


def test_a_decision_is_made_again_with_the_seals_one_keeps(engine, monkeypatch):
    golden, seals = made.golden_set(), SealStore(engine)
    rules = made.protocol(("fixed-400c",))
    report = made.report(golden, {"old-1": "0" * 12, **HITS}, "r1", "2026-01-03T00:00:00Z")
    seal = seals.seal(made.content(rules, golden, report), golden, made.NOW)
    kept = decided(report, golden, seal)
    DecidedStore(engine).keep(kept)
    monkeypatch.setattr("evaluation.decision.SealStore", None)
    assert again(kept, golden, engine, seals)["verdicts"] == kept["verdicts"]


def test_a_document_that_changed_is_cut_anew(engine):
    """The cut is kept from one look to the next; another text has another hash."""
    seals, vectors = SealStore(engine), VectorTable(engine)
    before, after = (
        previewed(RULES, made.golden_set(count), seals, "auto", vectors).seal.content["chunks"]
        for count in (12, 13)
    )
    assert before.keys() == after.keys() and before
    assert all(before[name] != after[name] for name in before)
