"""Rules as TOML and as an object: what is refused, one line a fault."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_file import protocol_of, read_protocol
from evaluation.protocol_parts import Costs, Gate, Limits, Robustness

HUGE = "9" * 400
SMALL = 'baseline = "recursive-400c"\ncandidates = ["fixed-400c", "structure-400c"]\n'


@pytest.fixture
def written(tmp_path):
    def write(more="", first=SMALL):
        path = tmp_path / "decision.toml"
        path.write_text(first + more, encoding="utf-8")
        return path

    return write


def test_what_a_file_leaves_out_has_the_designs_defaults(written):
    made = read_protocol(written())
    assert (made.reject_below, made.adopt_at, made.level) == (3, 5, 0.95)
    assert made.retrievers == ("bm25", "vector")
    assert made.robustness == Robustness((300, 1200), ("hybrid",), "cut", None)
    assert made.comparisons == 4
    assert made.shared_level == pytest.approx(1 - 0.05 / 4)


def test_every_part_can_be_given(written):
    made = read_protocol(
        written(
            'pilot_class = "policy"\nbaseline_top_k = 5\n'
            "[limits]\nindex_tokens = 50000\nduplication = 0.2\n"
            "[costs]\ncorpus_tokens = 7\nreembedding = { fixed-400c = 0.5 }\n"
            '[robustness]\nbudgets = [100]\nretrievers = []\nfill = ""\nmodel = "use"\n'
            '[gate]\nmax_lost = 2\nrequire = "pilot"\ncandidate = "structure-400c"\n'
        )
    )
    assert made.limits == Limits(index_tokens=50000, duplication=0.2)
    assert made.costs == Costs(corpus_tokens=7, reembedding=(("fixed-400c", 0.5),))
    assert made.robustness == Robustness((100,), (), "", "use")
    assert made.gate == Gate(2, "", "pilot", "structure-400c")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("adopt = 5", "unknown adopt; allowed are baseline, candidates"),
        ("[limits]\ntokens = 5", "unknown limits.tokens; allowed are index_tokens"),
        ("limits = 5", r"limits 5; allowed is a table: \[limits\]"),
        ("adopt_at = 2", "reject_below 3 is over adopt_at 2"),
        ("adopt_at = 0\nreject_below = 0", "adopt_at 0; allowed is above 0"),
        ('adopt_at = "5"', "adopt_at '5'; allowed is 0 to 100"),
        ("adopt_at = nan", "adopt_at nan; allowed is 0 to 100"),
        ("level = 95", "level 95; allowed is 0.5 to 0.9999"),
        ("budget_tokens = 0", "budget_tokens 0; allowed is a whole number of 1 to"),
        ("budget_tokens = true", "budget_tokens True; allowed is a whole number"),
        ('retrievers = ["web"]', "retriever 'web'; allowed are bm25"),
        ("retrievers = []", "retrievers: none is named; give at least 1"),
        ('retrievers = "bm25"', "retrievers 'bm25'; allowed is a list of names"),
        ('metric = "iou"', "metric 'iou'; allowed are hit_rate"),
        ("[limits]\nduplication = 20", "limits.duplication 20; allowed is 0 to 1"),
        ("[costs]\nbytes_per_vector = 0", "costs.bytes_per_vector 0; allowed is a whole"),
        ("[costs]\nreembedding = { x = 2 }", "costs.reembedding.x 2; allowed is 0 to 1"),
        ("[costs]\nreembedding = 1", "costs.reembedding; allowed is a table"),
        ("[robustness]\nbudgets = 5", "robustness.budgets 5; allowed is a list"),
        ('[robustness]\nfill = "half"', "robustness.fill 'half'; allowed are whole"),
        ('[gate]\nrequire = "yes"', "gate.require 'yes'; allowed are reject"),
        ('[gate]\nrequire = "adopt"', "gate.require: which of the candidates"),
        ('[gate]\ncandidate = "x"', "gate.candidate 'x'; allowed are fixed-400c"),
        ('[gate]\nvariant = "x"', "gate.variant 'x'; allowed are recursive-400c"),
        ("[gate]\nmax_lost = -1", "gate.max_lost -1; allowed is a whole number of 0 to 1,000"),
        ("[gate]\nvariant = []", r"gate.variant \(\); allowed is a text"),
        ("[gate]\ncandidate = 0", "gate.candidate 0; allowed is a text"),
        ("[costs.reembedding]\nstructure-999c = 0.5", "costs.reembedding 'structure-999c'; allow"),
        ('[robustness]\nfill = "top_k"', "counts units, and a protocol decides at equal tokens"),
        (f"reject_below = {HUGE}", "reject_below 9999.*; allowed is 0 to 100"),
        (f"level = {HUGE}", "level 9999.*; allowed is 0.5 to 0.9999"),
        (f"budget_tokens = {HUGE}", "budget_tokens 9999.*; allowed is a whole number of 1 to 10,"),
        (f"baseline_top_k = {HUGE}", "baseline_top_k 9999.*; allowed is a whole number of 1 to"),
        (f"[limits]\nindex_tokens = {HUGE}", "limits.index_tokens 9999.*; allowed is 0 to 1e"),
        (f"[limits]\nmonthly_cost = {HUGE}", "limits.monthly_cost 9999.*; allowed is 0 to 1e"),
        (f"[costs]\ncorpus_tokens = {HUGE}", "costs.corpus_tokens 9999.*; allowed is a whole"),
        (
            f"[costs]\nbytes_per_vector = {HUGE}",
            "costs.bytes_per_vector 9999.*; allowed is a whole",
        ),
        (f"[robustness]\nbudgets = [{HUGE}]", "robustness.budgets 9999.*; allowed is a whole"),
        (f"[gate]\nmax_lost = {HUGE}", "gate.max_lost 9999.*; allowed is a whole"),
        ("[costs]\nembedding_per_million_tokens = 1e308", r"tokens 1e\+308; allowed is 0 to 1e"),
        ("[costs]\nstorage_per_gb_month = inf", "storage_per_gb_month inf; allowed is 0 to 1e"),
        ("[costs]\nchanged_per_month = 1e9", "changed_per_month 10.*; allowed is 0 to 1000"),
        ("adopt_at = " + "9" * 5000, "a number has too many digits"),
        ("adopt_at = 0x" + "f" * 9000, "adopt_at of too many digits; allowed is 0 to 100"),
        ("x = " + "[" * 3000 + "]" * 3000, "it is nested too deep"),
        ("adopt_at." + "a." * 3000 + "a = 1", "adopt_at nested too deep; allowed is 0 to 100"),
        ('"a\\nb" = 1', r"unknown 'a\\nb'; allowed"),
        ("nonsense", "not TOML"),
    ],
)
def test_a_fault_is_one_line_with_the_files_name(written, more, said):
    with pytest.raises(ProtocolError, match=said) as raised:
        read_protocol(written(more))
    assert str(raised.value).startswith(str(written(more)))
    assert "\n" not in str(raised.value)


def test_a_byte_order_mark_is_no_part_of_the_rules(written):
    plain = read_protocol(written("adopt_at = 9\n"))
    path = written()
    path.write_bytes(b"\xef\xbb\xbf" + (SMALL + "adopt_at = 9\n").encode())
    assert read_protocol(path) == plain


def test_the_largest_budget_comes_back_with_the_budgets_that_follow_from_it():
    made = Protocol("a", ("b",), budget_tokens=10_000_000)
    assert protocol_of(made.stored()) == made


def test_what_is_missing_or_doubled(written):
    with pytest.raises(ProtocolError, match="candidates is missing"):
        read_protocol(written(first='baseline = "a"\n'))
    with pytest.raises(ProtocolError, match="'a' is among the candidates"):
        read_protocol(written(first='baseline = "a"\ncandidates = ["a"]\n'))
    with pytest.raises(ProtocolError, match="one is named twice"):
        read_protocol(written(first='baseline = "a"\ncandidates = ["b", "b"]\n'))


def test_several_faults_are_all_told():
    with pytest.raises(ProtocolError) as raised:
        Protocol("a", ("b",), metric="x", level=2, limits=Limits(query_ms=-1))
    assert len(str(raised.value).split("\n")) == 3


def test_a_form_may_give_anything_and_gets_lines():
    for wrong in (None, 5, "b", [None]):
        with pytest.raises(ProtocolError):
            Protocol("a", wrong, retrievers=wrong)


@given(
    points=st.floats(0.5, 50),
    level=st.floats(0.6, 0.99),
    cost=st.none() | st.floats(0, 1e6),
    share=st.floats(0, 1),
    top=st.none() | st.integers(1, 50),
)
def test_a_protocol_comes_back_from_json_as_it_was(points, level, cost, share, top):
    made = Protocol(
        "a",
        ("b", "c"),
        reject_below=points / 2,
        adopt_at=points,
        level=level,
        baseline_top_k=top,
        limits=Limits(monthly_cost=cost),
        costs=Costs(reembedding=(("b", share),)),
    )
    assert protocol_of(json.loads(json.dumps(made.stored()))) == made
