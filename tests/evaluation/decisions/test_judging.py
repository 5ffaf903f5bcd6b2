"""Reports judged by hand: which questions decide, who pays, and what stands elsewhere."""

import json
import tomllib
from dataclasses import replace

import pytest

from evaluation.by_class import mixed_tables, recommendations
from evaluation.decision import again, decided
from evaluation.judging import Judge
from evaluation.protocol_parts import Costs, Limits, Robustness
from evaluation.seal import SealError
from evaluation.seal_store import SealStore
from evaluation.store import RunStore
from strategies.mixed import mixed_of, mixed_toml
from strategies.registry import make_strategy
from tests.evaluation.decisions.made import content, golden_set, protocol, report, seal

BEFORE, AFTER = "0" * 20, "1" * 18 + "01"


def judged(golden, hits, rules=None, **more):
    rules = rules or protocol()
    made = report(golden, hits, **more)
    return decided(made, golden, seal(rules, golden, made))


def test_a_clear_gain_is_adopted_with_what_it_holds_under():
    golden = golden_set(20)
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": AFTER})["verdicts"]
    assert verdict["verdict"] == "adopt"
    assert verdict["difference"] == pytest.approx(0.95)
    assert 0 < verdict["low"] < verdict["difference"] < verdict["high"] <= 1
    held = " | ".join(verdict["preconditions"])
    for part in ("20 of g", "questions: 20", "600 tokens", "vector", "whole", "model: m"):
        assert part in held
    assert "has no split" in verdict["reason"]
    assert verdict["questions_needed"] is None


def test_only_questions_to_decide_on_decide():
    # On the tune half the candidate wins everything, on the other half nothing.
    golden = golden_set(20, split=["tune", "decide"] * 10)
    made = judged(golden, {"old-1": BEFORE, "new-1": "10" * 10})
    (verdict,) = made["verdicts"]
    assert verdict["difference"] == 0 and verdict["verdict"] != "adopt"
    assert verdict["gained"] == [] and made["protocol"]["questions"] == 10
    assert "has no split" not in verdict["reason"]
    assert "questions: 10 to decide on" in " | ".join(verdict["preconditions"])


def test_a_set_that_is_all_for_tuning_decides_nothing():
    golden = golden_set(20, split=["tune"] * 20)
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": AFTER})["verdicts"]
    assert verdict["verdict"] == "cannot tell"
    assert "No question to decide on" in verdict["reason"]
    assert verdict["difference"] is None


def test_under_eight_clusters_nothing_is_adopted():
    golden = golden_set(7)
    (verdict,) = judged(golden, {"old-1": "0" * 7, "new-1": "1" * 7})["verdicts"]
    assert verdict["verdict"] == "pilot"
    assert "for these documents only" in verdict["reason"]


def test_documents_are_linked_by_questions_that_do_not_decide():
    # Eight questions decide over eight documents, which a tune question links to one another.
    golden = golden_set(9, split=["tune"] + ["decide"] * 8)
    ways = tuple(q.evidence[0][0] for q in golden.questions[1:])
    first = replace(golden.questions[0], evidence=(ways,), kind="multi_hop")
    golden = replace(golden, questions=(first, *golden.questions[1:]))
    (verdict,) = judged(golden, {"old-1": "0" * 9, "new-1": "1" * 9})["verdicts"]
    assert verdict["verdict"] == "pilot" and "these documents only" in verdict["reason"]


def test_identical_chunks_are_said_and_get_no_figures():
    golden = golden_set(20)
    same = {"old-1": {"fingerprint": "x"}, "new-1": {"fingerprint": "x"}}
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": BEFORE}, index=same)["verdicts"]
    assert verdict["verdict"] == "identical" and verdict["difference"] is None
    assert "no verdict by chance" in verdict["reason"]


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (Limits(index_tokens=1_099), "index tokens 1,100, the limit is 1,099"),
        (Limits(duplication=0.05), "duplication 10.0 %, the limit is 5.0 %"),
        (Limits(indexing_seconds=1.5), "indexing time 2 s, the limit is 1.5 s"),
        (Limits(query_ms=0.5), "query time 1 ms, the limit is 0.5 ms"),
        (Limits(monthly_cost=0.001), "monthly cost"),
    ],
)
def test_a_broken_limit_rejects_whatever_was_found(limits, says):
    golden = golden_set(20)
    rules = protocol(limits=limits)
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": AFTER}, rules)["verdicts"]
    assert verdict["verdict"] == "reject" and says in verdict["reason"]


def test_limits_that_are_just_kept_break_nothing():
    golden = golden_set(20)
    rules = protocol(limits=Limits(1_100, 0.1, 2.0, 1.0, 1e9))
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": AFTER}, rules)["verdicts"]
    assert verdict["verdict"] == "adopt"


def test_who_pays_is_named_the_heaviest_first():
    golden = golden_set(20, weights=[1, 1, 5, 2])
    hits = {"old-1": "1111" + "0" * 16, "new-1": "1000" + "1" * 16}
    (verdict,) = judged(golden, hits)["verdicts"]
    assert [(q["id"], q["weight"]) for q in verdict["lost"]] == [
        ("q02", 5),
        ("q03", 2),
        ("q01", 1),
    ]
    assert verdict["lost"][0]["text"] == "What is 2?"
    assert len(verdict["gained"]) == 16


def both(one, other=None):
    other = one if other is None else other
    return {("vector", 600): one, ("vector", 300): one, ("vector", 1200): other}


def test_robustness_counts_what_was_run_and_names_what_was_not():
    golden = golden_set(20)
    rules = protocol(robustness=Robustness(retrievers=("hybrid",)))
    hits = {"old-1": both(BEFORE), "new-1": both(AFTER, BEFORE)}
    made = report(golden, hits)
    cut = report(golden, {"old-1": BEFORE, "new-1": AFTER}, run="r2", fill="cut")
    (verdict,) = decided(made, golden, seal(rules, golden, made), others=[cut])["verdicts"]
    found = verdict["robustness"]
    assert (found["same"], found["of"]) == (3, 4)
    assert found["line"] == (
        "adopt under 3 of 4: as declared, 300 tokens, fill cut; cannot tell: 1,200 tokens; "
        "not run: hybrid, a second embedding model"
    )


def test_a_second_model_is_taken_by_its_name():
    golden = golden_set(20)
    rules = protocol(robustness=Robustness((), (), ""))
    made = report(golden, {"old-1": BEFORE, "new-1": AFTER})
    model = {"name": "other", "revision": "1"}
    more = [
        report(golden, {"old-1": BEFORE, "new-1": BEFORE}, run="r2", embedding_model=model),
        report(golden_set(19), {"old-1": BEFORE[1:], "new-1": BEFORE[1:]}, run="r3"),
    ]
    (verdict,) = decided(made, golden, seal(rules, golden, made), others=more)["verdicts"]
    assert verdict["robustness"]["line"] == (
        "adopt under 1 of 2: as declared; cannot tell: model other"
    )


def test_production_at_its_own_number_of_units_is_marked_unequal():
    golden = golden_set(20)
    rules = protocol(baseline_top_k=5)
    made = report(golden, {"old-1": AFTER, "new-1": AFTER})
    (own,) = report(golden, {"old-1": {("vector", 5): BEFORE}})["variants"][0]["results"]
    own["context_tokens"] = {"value": 1234.0}
    sealed = seal(rules, golden, made)
    (verdict,) = decided(made, golden, sealed, production=[own])["verdicts"]
    assert verdict["verdict"] == "adopt" and "against old-1's own 5 units" in verdict["reason"]
    assert any("unequal" in line and "1,234 tokens" in line for line in verdict["preconditions"])
    with pytest.raises(SealError, match="own number of units"):
        decided(made, golden, sealed)


def test_a_run_of_other_conditions_or_questions_gets_no_verdict():
    golden = golden_set(20)
    made = report(golden, {"old-1": BEFORE, "new-1": AFTER})
    sealed = seal(protocol(), golden, made)
    other = report(golden, {"old-1": BEFORE, "new-1": AFTER}, fill="cut")
    with pytest.raises(SealError, match="made with fill 'cut'; the protocol is sealed for 'whole'"):
        decided(other, golden, sealed)
    with pytest.raises(SealError, match="not of the same questions"):
        decided(made, golden_set(19), sealed)
    lacks = report(golden, {"old-1": BEFORE})
    with pytest.raises(SealError, match="no result of new-1 under vector at 600 tokens"):
        decided(lacks, golden, sealed)


def test_a_stored_decision_is_judged_again_from_its_questions(engine):
    golden = golden_set(20)
    rules, plain = protocol(), report(golden, {"old-1": BEFORE, "new-1": AFTER})
    sealed = SealStore(engine).seal(content(rules, golden, plain), golden)
    plain["run"]["created"] = "9999-01-01T00:00:00Z"
    made = decided(plain, golden, sealed)
    RunStore(engine).save(made, {"k": []})
    kept = RunStore(engine).report("r1")
    assert again(kept, golden, engine)["verdicts"] == kept["verdicts"]
    kept["verdicts"][0]["verdict"] = "reject"
    assert again(kept, golden, engine)["verdicts"] == made["verdicts"]
    kept["protocol"]["content"]["protocol"]["adopt_at"] = 1
    with pytest.raises(SealError, match="was changed after it was sealed"):
        again(kept, golden, engine)
    with pytest.raises(ValueError, match="without a protocol"):
        again(plain, golden, engine)


def test_a_decided_report_is_json():
    golden = golden_set(20)
    made = judged(golden, {"old-1": BEFORE, "new-1": AFTER})
    assert json.loads(json.dumps(made, allow_nan=False)) == made


def test_each_class_gets_a_recommendation_and_they_make_a_mixed_variant():
    # Class a is won by structure, class b by nobody.
    golden = golden_set(40)
    rules = protocol(("structure-1", "fixed-1"), pilot_class="a")
    base = {"old-1": "0" * 40, "structure-1": "10" * 20, "fixed-1": "0" * 40}
    made = report(golden, {name.replace("old", "recursive"): hits for name, hits in base.items()})
    rules = type(rules)("recursive-1", rules.candidates, retrievers=("vector",))
    judge = Judge(made, golden, rules)
    rows = recommendations(judge)
    assert [(r["class"], r["recommended"], r["verdict"], r["leading"]) for r in rows] == [
        ("a", "structure-1", "adopt", "structure-1"),
        ("b", "recursive-1", "keep", "recursive-1"),
    ]
    (mixed,) = mixed_tables(judge, rows)
    assert mixed["basis"] == "told apart"
    table = mixed_of(mixed["toml"], "x")
    assert dict(table.classes) == {"a": make_strategy("structure", size=400)}
    assert table.otherwise == make_strategy("recursive", size=400)


def test_without_a_class_told_apart_what_leads_is_only_proposed():
    golden = golden_set(12)
    made = report(golden, {"recursive-1": "0" * 12, "fixed-1": "1" + "0" * 11})
    rules = type(protocol())("recursive-1", ("fixed-1",), retrievers=("vector",))
    judge = Judge(made, golden, rules)
    (mixed,) = mixed_tables(judge, recommendations(judge))
    assert mixed["basis"] == "leading" and mixed["classes"] == {
        "a": "fixed-1",
        "otherwise": "recursive-1",
    }


def test_a_candidate_over_a_limit_leads_nowhere():
    golden = golden_set(12)
    made = report(golden, {"recursive-1": "0" * 12, "fixed-1": "1" * 12})
    limits = Limits(index_tokens=5)
    rules = type(protocol())("recursive-1", ("fixed-1",), ("vector",), limits=limits)
    judge = Judge(made, golden, rules)
    (mixed,) = mixed_tables(judge, recommendations(judge))
    assert mixed["toml"] is None and "no candidate within the limits" in mixed["why"]


def test_a_class_names_the_candidate_its_difference_is_of():
    golden = golden_set(40)
    hits = {"recursive-1": "1" * 40, "fixed-1": "0" * 40, "sentence-1": "1" * 39 + "0"}
    made = report(golden, hits)
    rules = type(protocol())("recursive-1", ("fixed-1", "sentence-1"), retrievers=("vector",))
    rows = recommendations(Judge(made, golden, rules))
    assert [(row["leading"], row["compared"]) for row in rows] == [
        ("recursive-1", "sentence-1"),
        ("recursive-1", "sentence-1"),
    ]
    assert [row["difference"] for row in rows] == pytest.approx([0, -1 / 20])


def test_of_equals_the_first_that_is_declared_is_recommended_and_leads():
    golden = golden_set(40)
    made = report(golden, {"recursive-1": "0" * 40, "fixed-1": "1" * 40, "structure-1": "1" * 40})
    for order in (("fixed-1", "structure-1"), ("structure-1", "fixed-1")):
        rules = type(protocol())("recursive-1", order, retrievers=("vector",))
        rows = recommendations(Judge(made, golden, rules))
        assert {(row["recommended"], row["leading"]) for row in rows} == {(order[0], order[0])}


def test_few_documents_of_a_class_recommend_nothing():
    golden = golden_set(14)
    made = report(golden, {"recursive-1": "0" * 14, "fixed-1": "1" * 14})
    rules = type(protocol())("recursive-1", ("fixed-1",), retrievers=("vector",))
    judge = Judge(made, golden, rules)
    rows = recommendations(judge)
    assert all(row["local"] and row["recommended"] == "recursive-1" for row in rows)
    assert mixed_tables(judge, rows)[0]["basis"] == "leading"


def test_a_pilot_that_its_class_pays_for_is_told():
    # Ahead over all by 4 of 100, and behind on class a.
    golden = golden_set(100)
    before = "10" * 4 + "0" * 92
    after = "0" * 8 + "01" * 8 + "0" * 76
    rules = protocol(pilot_class="a", reject_below=1, adopt_at=60, level=0.5)
    (verdict,) = judged(golden, {"old-1": before, "new-1": after}, rules)["verdicts"]
    assert verdict["verdict"] == "pilot"
    assert "On the 50 questions about a alone it has 8.0 fewer in 100" in verdict["reason"]
    assert "there it is behind" in verdict["reason"]


def test_a_limit_is_never_rounded_to_what_breaks_it():
    golden = golden_set(20)
    rules = protocol(limits=Limits(query_ms=0.9999))
    (verdict,) = judged(golden, {"old-1": BEFORE, "new-1": AFTER}, rules)["verdicts"]
    assert "query time 1 ms, the limit is 0.9999 ms" in verdict["reason"]


def test_exported_chunks_make_no_table():
    golden = golden_set(40)
    made = report(golden, {"index-1": "0" * 40, "fixed-1": "1" * 40})
    rules = type(protocol())("index-1", ("fixed-1",), retrievers=("vector",))
    judge = Judge(made, golden, rules)
    (mixed,) = mixed_tables(judge, recommendations(judge))
    assert mixed["why"] == "index-1 is no strategy that a table can name"


def test_a_table_as_toml_reads_as_it_was_whatever_a_class_is_called():
    odd = 'a "b" ] \\ 合同\x7f\n😀'
    table = {
        odd: make_strategy("structure", size=300, without=("bonds", "tables")),
        "b": make_strategy("parent_child", size=64, unit="tokens", overlap=5, snap=True),
        "otherwise": make_strategy("recursive", separators=("newline", 're:"x"')),
    }
    made = mixed_of(mixed_toml(table), "x")
    assert dict(made.classes) == {name: table[name] for name in (odd, "b")}
    assert made.otherwise == table["otherwise"]
    assert set(tomllib.loads(mixed_toml(table))) == set(table)


def test_prices_stand_beside_the_verdicts():
    golden = golden_set(20)
    rules = protocol(costs=Costs(reembedding=(("new-1", 0.25),)))
    made = judged(golden, {"old-1": BEFORE, "new-1": AFTER}, rules)
    prices = made["protocol"]["prices"]["vector"]
    price = prices["new-1"]
    assert price["reembedded"] == 0.25 and price["measured"]
    assert made["verdicts"][0]["monthly_cost"] == price["monthly"]
    assert not prices["old-1"]["measured"]
