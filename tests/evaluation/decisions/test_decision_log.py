"""The record of decisions: kept as it was said, a departure only with its reason."""

import pytest
from sqlalchemy import inspect

from evaluation.decision_log import DecisionLog, LogError, against

VERDICTS = [
    {"candidate": "a", "retriever": "bm25", "verdict": "adopt"},
    {"candidate": "a", "retriever": "vector", "verdict": "cannot tell"},
    {"candidate": "b", "retriever": "bm25", "verdict": "reject"},
    {"candidate": "b", "retriever": "vector", "verdict": "pilot"},
]
KEEP = ("keep", "", "")
HOSTILE = "<script>alert(1)</script> $x$ '; DROP TABLE decision_log; --"


@pytest.fixture
def log(engine):
    return DecisionLog(engine)


@pytest.mark.parametrize(
    ("chosen", "departs_from"),
    [
        (("adopt", "a", "bm25"), []),
        (("pilot", "b", "vector"), []),
        (("adopt", "a", "vector"), ["cannot tell"]),
        (("pilot", "a", "bm25"), ["adopt"]),
        (("adopt", "b", "vector"), ["pilot"]),
        (("adopt", "b", "bm25"), ["reject"]),
        (KEEP, ["adopt", "pilot"]),
    ],
)
def test_a_decision_departs_from_each_verdict_that_says_otherwise(chosen, departs_from):
    assert [one["verdict"] for one in against(VERDICTS, *chosen)] == departs_from


def test_keeping_the_baseline_follows_verdicts_that_change_nothing():
    assert against(VERDICTS[1:3], *KEEP) == []


def test_a_decision_on_what_has_no_verdict_is_refused():
    with pytest.raises(ValueError, match="no verdict on 'z' under 'bm25'"):
        against(VERDICTS, "adopt", "z", "bm25")
    with pytest.raises(ValueError, match="action 'delete'; allowed are adopt"):
        against(VERDICTS, "delete", "a", "bm25")


def test_entries_are_kept_in_their_order_whatever_their_words(log):
    log.comment("r1", "s", " Ana ", f" {HOSTILE} ", "2026-01-01T00:00:00Z")
    log.decide("r1", "s", "Bo", ("adopt", "a", "bm25"), VERDICTS, "", "2026-01-02T00:00:00Z")
    log.decide("r1", "s2", "Bo", KEEP, VERDICTS, "too soon\nfor us", "2025-01-01T00:00:00Z")
    log.comment("r2", "s", "Cy", "另一次运行")
    first, second, third = log.entries("r1")
    assert (first.kind, first.who, first.words) == ("comment", "Ana", HOSTILE)
    assert (second.action, second.candidate, second.retriever) == ("adopt", "a", "bm25")
    assert not second.departs and second.seal == "s"
    assert third.departs and third.words == "too soon\nfor us" and third.seal == "s2"
    assert log.entries("r2")[0].words == "另一次运行"
    assert log.entries("none") == []


def test_what_lacks_a_name_words_or_a_reason_is_refused_and_not_kept(log):
    refused = [
        (lambda: log.comment("r", "s", "  ", "words"), "Give your name"),
        (lambda: log.comment("r", "s", "Ana", " \n"), "Write the comment first"),
        (lambda: log.comment("r", "s", "A" * 61, "x"), "61 characters are too many"),
        (lambda: log.comment("r", "s", "Ana", "x" * 4_001), "4,001 characters are too many"),
        (lambda: log.decide("r", "s", "Ana", KEEP, VERDICTS, " "), "needs a reason"),
        (lambda: log.decide("r", "s", "", KEEP, VERDICTS, "because"), "Give your name"),
    ]
    for write, said in refused:
        with pytest.raises(LogError, match=said):
            write()
    assert log.entries("r") == []


def test_what_no_database_stores_is_replaced_not_an_error(log):
    log.comment("r", "s", "Ana", "a\0b\ud800c")
    assert log.entries("r")[0].words == "ab?c"


def test_a_second_log_of_the_same_database_reads_the_same(log, engine):
    log.comment("r", "s", "Ana", "x")
    assert DecisionLog(engine).entries("r") == log.entries("r")
    assert "decision_log" in inspect(engine).get_table_names()


def test_nothing_in_the_log_changes_or_removes_an_entry():
    public = {name for name in vars(DecisionLog) if not name.startswith("_")}
    assert public == {"comment", "decide", "entries"}
