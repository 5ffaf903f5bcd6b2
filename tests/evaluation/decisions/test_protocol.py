"""Rules as TOML and as an object: what is refused, one line a fault."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.protocol import Protocol, ProtocolError
from evaluation.protocol_file import protocol_of, read_protocol
from evaluation.protocol_parts import Costs, Gate, Limits, Robustness

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
        ("budget_tokens = 0", "budget_tokens 0; allowed is a whole number of at least 1"),
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
        ("[gate]\nmax_lost = -1", "gate.max_lost -1; allowed is a whole number of at least 0"),
        ("nonsense", "not TOML"),
    ],
)
def test_a_fault_is_one_line_with_the_files_name(written, more, said):
    with pytest.raises(ProtocolError, match=said) as raised:
        read_protocol(written(more))
    assert str(raised.value).startswith(str(written(more)))
    assert "\n" not in str(raised.value)


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
