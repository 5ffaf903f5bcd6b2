"""A protocol as it is typed: the same rules come back, and each fault is one line of its field."""

import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.offer import Offer
from evaluation.protocol import METRICS, Protocol
from evaluation.protocol_file import read_protocol
from evaluation.protocol_form import default_draft, draft_of, typed
from evaluation.protocol_parts import Costs, Gate, Limits, Robustness
from evaluation.protocol_toml import kept_protocol, protocol_toml
from evaluation.settings import RETRIEVERS
from evaluation.tune_setting import setting

SHIPPED = sorted((Path(__file__).parents[3] / "golden_sets").glob("*/decision.toml"))
DRAFT = default_draft()
CLASSES = ("policy", "table")
IDS = ("fixed-400c", "structure-800c-o80-headers", "recursive-256t", "sentence-400c-parent200")
SHARES = st.integers(0, 10_000).map(lambda n: n / 10_000)
AMOUNTS = st.integers(0, 10**9).map(lambda n: n / 1_000)
PROTOCOLS = st.builds(
    Protocol,
    baseline=st.just("recursive-400c"),
    candidates=st.lists(st.sampled_from(IDS), min_size=1, unique=True).map(tuple),
    retrievers=st.lists(st.sampled_from(RETRIEVERS), min_size=1, unique=True).map(tuple),
    metric=st.sampled_from(list(METRICS)),
    budget_tokens=st.integers(1, 10**6),
    reject_below=st.integers(0, 30).map(lambda n: n / 10),
    adopt_at=st.integers(30, 1000).map(lambda n: n / 10),
    level=st.integers(5_000, 9_999).map(lambda n: n / 10_000),
    pilot_class=st.sampled_from(("", *CLASSES)),
    baseline_top_k=st.none() | st.integers(1, 50),
    limits=st.builds(
        Limits,
        index_tokens=st.none() | st.integers(0, 10**9),
        duplication=st.none() | SHARES,
        indexing_seconds=st.none() | AMOUNTS,
        query_ms=st.none() | AMOUNTS,
        monthly_cost=st.none() | AMOUNTS,
    ),
    costs=st.builds(
        Costs,
        currency=st.sampled_from(("USD", "¥", "EUR")),
        embedding_per_million_tokens=AMOUNTS,
        storage_per_gb_month=AMOUNTS,
        bytes_per_vector=st.none() | st.integers(1, 10_000),
        corpus_tokens=st.integers(1, 10**12),
        changed_per_month=SHARES,
        reembedding=st.dictionaries(st.just("recursive-400c"), SHARES).map(
            lambda given: tuple(sorted(given.items()))
        ),
    ),
    robustness=st.builds(
        Robustness,
        budgets=st.none() | st.lists(st.integers(1, 9_999), unique=True).map(tuple),
        retrievers=st.none() | st.lists(st.sampled_from(RETRIEVERS), unique=True).map(tuple),
        fill=st.sampled_from(("", "cut", "whole")),
        model=st.sampled_from((None, "", "use", "e5")),
    ),
)


@given(PROTOCOLS)
def test_what_is_typed_of_a_protocol_is_that_protocol(protocol):
    found = typed(draft_of(protocol), CLASSES)
    assert found.faults == {}
    assert found.protocol == protocol


@given(PROTOCOLS, st.text(max_size=8))
def test_its_file_is_read_as_the_same_protocol(tmp_path_factory, protocol, currency):
    if not currency.isprintable():
        currency = "\x7f"
    costs = Costs(**{**protocol.stored()["costs"], "currency": currency, "reembedding": ()})
    made = Protocol(**{**_parts(protocol), "costs": costs, "gate": Gate(require="adopt",
                       candidate=protocol.candidates[0])})  # fmt: skip
    path = tmp_path_factory.mktemp("p") / "decision.toml"
    for one in (protocol, made):
        path.write_text(protocol_toml(one), encoding="utf-8")
        assert read_protocol(path) == one


def _parts(protocol):
    return {name: getattr(protocol, name) for name in Protocol.__dataclass_fields__}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_the_shipped_protocols_go_through_the_form(path):
    protocol = read_protocol(path)
    assert typed(draft_of(protocol), (protocol.pilot_class,)).protocol == protocol


def test_the_form_starts_with_the_defaults_and_robustness_follows_the_rest():
    found = typed(DRAFT, ()).protocol
    assert (found.budget_tokens, found.reject_below, found.adopt_at) == (600, 3, 5)
    assert found.robustness.retrievers == ("hybrid",)
    few = typed({**DRAFT, "retrievers": "bm25", "budget_tokens": "100"}, ()).protocol
    assert few.robustness == Robustness((50, 200), (), "cut", None)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("baseline", "", "nothing is given"),
        ("baseline", "structure", "structure: no variant can be made"),
        ("candidates", "fixed-400c, nope-1", "nope-1: no variant can be made"),
        ("candidates", "mixed-400c-abc123", "mixed-400c-abc123: no variant can be made"),
        ("candidates", "recursive-400c", "recursive-400c is the baseline too"),
        ("candidates", "fixed-400c, fixed-400c", "fixed-400c is named twice"),
        ("candidates", " , ", "nothing is given"),
        ("retrievers", "bm26", "bm26: not known; allowed are bm25, vector, hybrid, chroma"),
        ("metric", "recall", "recall: not known; allowed are hit_rate"),
        ("budget_tokens", "6oo", "6oo: allowed is a whole number of at least 1"),
        ("budget_tokens", "0", "0: allowed is a whole number"),
        ("budget_tokens", "-600", "-600: allowed is a whole number"),
        ("budget_tokens", "600.5", "600.5: allowed is a whole number"),
        ("adopt_at", "nan", "nan: allowed is a number from 0 to 100"),
        ("adopt_at", "5,5", "5,5: allowed is a number from 0 to 100, with a point"),
        ("adopt_at", "1e2", "1e2: allowed is a number"),
        ("level", "0.95", "0.95: allowed is a number from 50 to 99.99"),
        ("level", "100", "100: allowed is a number from 50 to 99.99"),
        ("reject_below", "6", "6 is over the 5 of"),
        ("pilot_class", "faq", "faq: not known; allowed are policy, table"),
        ("baseline_top_k", "x", "x: allowed is a whole number of at least 1"),
        ("limits.duplication", "101", "101: allowed is a number from 0 to 100"),
        ("limits.monthly_cost", "-1", "-1: allowed is a number of at least 0"),
        ("costs.currency", " ", "nothing is given"),
        ("costs.bytes_per_vector", "1.5", "1.5: allowed is a whole number of at least 1"),
        ("costs.reembedding", "fixed-400c", "fixed-400c: allowed are pairs by comma"),
        ("costs.reembedding", "fixed-400c=101", "fixed-400c=101: allowed are pairs"),
        ("robustness.budgets", "300, 1,200", "300, 1,200: allowed are numbers by comma and space"),
        ("robustness.budgets", "300, x", "x: allowed is a whole number"),
        ("robustness.fill", "top_k", "top_k: not known; allowed are none, whole, cut"),
        (
            "robustness.model",
            "openai:",
            "openai:: not known; allowed are auto, minilm, e5, use, st",
        ),
        ("model", "other", "other: not known; allowed are auto, minilm, e5, use, st:FOLDER"),
        ("gate.max_lost", "-1", "-1: allowed is a whole number of at least 0"),
        ("gate.max_lost", "9" * 12, f"{'9' * 12}: allowed is a whole number of at most"),
        ("gate.variant", "structure-800c", "structure-800c: not known; allowed are recursive-400c"),
        ("gate.require", "perhaps", "perhaps: not known; allowed are reject, cannot tell, pilot"),
        ("gate.candidate", "fixed-800c", "fixed-800c: not known; allowed are fixed-400c"),
        ("against", "r9", "r9: not known; allowed are –"),
    ],
)
def test_a_fault_is_one_line_of_its_field_and_says_what_is_allowed(name, text, said):
    found = typed({**DRAFT, name: text}, CLASSES)
    assert found.protocol is None
    assert list(found.faults) == [name]
    assert found.faults[name].startswith(said) and "\n" not in found.faults[name]


def test_a_gate_is_typed_with_the_run_it_counts_from():
    gate = {"gate.max_lost": "2", "gate.require": "pilot", "gate.candidate": "fixed-400c"}
    found = typed({**DRAFT, **gate, "against": "r1"}, CLASSES, ["r1"])
    assert found.protocol.gate == Gate(2, "", "pilot", "fixed-400c")
    assert draft_of(found.protocol)["gate.max_lost"] == "2"
    unnamed = typed({**DRAFT, "gate.require": "pilot"}, CLASSES)
    assert list(unnamed.faults) == ["gate.candidate"], "which of four?"


def test_a_model_of_no_package_is_taken_by_its_name_and_asked_nothing(monkeypatch):
    monkeypatch.setattr(socket, "create_connection", None)
    found = typed({**DRAFT, "model": "openai:http://x#m", "robustness.model": "st:a/b"}, CLASSES)
    assert found.protocol.robustness.model == "st:a/b"


def test_what_a_set_offers_is_a_candidate():
    offer = Offer('[policy]\nstrategy = "structure"\n')
    name = setting("mixed", offer=offer).variant.id
    assert typed({**DRAFT, "candidates": name}, CLASSES, offer=offer).protocol is not None
    assert list(typed({**DRAFT, "candidates": name}, CLASSES).faults) == ["candidates"]


def test_adopting_at_nothing_is_refused():
    found = typed({**DRAFT, "adopt_at": "0", "reject_below": "0"}, CLASSES)
    assert list(found.faults) == ["adopt_at"]


def test_a_second_model_that_is_the_first_is_refused():
    found = typed({**DRAFT, "model": "use", "robustness.model": "use"}, CLASSES)
    assert found.faults == {"robustness.model": "use is the first model too"}


@given(st.sampled_from(sorted(DRAFT)), st.text(max_size=30))
def test_whatever_is_typed_is_a_protocol_or_a_line(name, text):
    found = typed({**DRAFT, name: text}, CLASSES)
    assert (found.protocol is None) == bool(found.faults)
    assert all("\n" not in line or "\n" in text for line in found.faults.values())


def test_thousands_may_be_set_apart():
    # And digits may come from a Chinese keyboard.
    draft = {**DRAFT, "costs.corpus_tokens": "1,000,000", "budget_tokens": "１２００"}
    found = typed(draft, ()).protocol
    assert (found.costs.corpus_tokens, found.budget_tokens) == (1_000_000, 1_200)


def test_the_same_rules_are_the_same_file_and_others_another(tmp_path):
    one = Protocol("recursive-400c", ("fixed-400c",))
    path = kept_protocol(tmp_path, one)
    assert kept_protocol(tmp_path, one) == path and read_protocol(path) == one
    assert kept_protocol(tmp_path, Protocol("recursive-400c", ("semantic-400c",))) != path
    assert len(list(path.parent.iterdir())) == 2
