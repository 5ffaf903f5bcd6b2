"""The gate by hand, its files, and its exit status through the command line."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from evaluation.command_line import main
from evaluation.decision import decided
from evaluation.gate import GateError, checks
from evaluation.gate_files import junit, plain, summary
from evaluation.protocol_parts import Gate
from tests.evaluation.decisions.made import golden_set, protocol, report, seal
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small

GOLDEN = golden_set(20)
BEFORE, AFTER = "0" * 20, "1" * 19 + "0"


def made(gate, old=BEFORE, new=AFTER):
    rules = protocol(gate=gate)
    plain_report = report(GOLDEN, {"old-1": old, "new-1": new})
    sealed = seal(rules, GOLDEN, plain_report)
    return rules, decided(plain_report, GOLDEN, sealed), sealed


@pytest.mark.parametrize(("most", "met"), [(0, False), (1, False), (2, True), (3, True)])
def test_more_lost_than_allowed_fails(most, met):
    rules, now, _ = made(Gate(max_lost=most), old="0011" + "0" * 16)
    before = report(GOLDEN, {"old-1": "1111" + "0" * 16}, run="kept")
    (check,) = checks(rules, now, before)
    assert check.met is met and check.ids == ("q00", "q01")
    assert "lost 2 questions against run kept" in check.told


def test_what_was_gained_does_not_pay_for_what_was_lost():
    rules, now, _ = made(Gate(max_lost=0), old="0" + "1" * 19)
    (check,) = checks(rules, now, report(GOLDEN, {"old-1": "1" + "0" * 19}))
    assert not check.met


def test_a_question_that_is_gone_is_told_and_not_lost():
    rules, now, _ = made(Gate(max_lost=0))
    more = golden_set(21)
    (check,) = checks(rules, now, report(more, {"old-1": BEFORE + "1"}))
    assert check.met and "1 that it had are not asked any more" in check.told


def test_a_stored_run_that_cannot_be_held_against():
    rules, now, _ = made(Gate(max_lost=0))
    with pytest.raises(GateError, match="give --against"):
        checks(rules, now, None)
    with pytest.raises(GateError, match="no result of old-1 under vector at 600 tokens"):
        checks(rules, now, report(GOLDEN, {"new-1": BEFORE}))
    other = report(GOLDEN, {"old-1": BEFORE})
    for row in other["variants"][0]["results"][0]["per_question"]:
        row["id"] = f"x{row['id']}"
    with pytest.raises(GateError, match="share no question"):
        checks(rules, now, other)


@pytest.mark.parametrize(
    ("new", "required", "met"),
    [
        (AFTER, "adopt", True),
        (AFTER, "pilot", True),
        (BEFORE, "adopt", False),
        (BEFORE, "cannot tell", True),
        (BEFORE, "reject", True),
    ],
)
def test_a_required_verdict_or_a_better_one(new, required, met):
    rules, now, _ = made(Gate(require=required), new=new)
    (check,) = checks(rules, now, None)
    assert check.met is met and required in check.told


def test_junit_counts_what_failed_and_is_xml_whatever_is_in_it():
    rules, now, _ = made(Gate(require="adopt"), new=BEFORE)
    now["verdicts"][0]["reason"] = "a \x00\x1b <b> & \ud800 合同"
    found = checks(rules, now, None)
    root = ElementTree.fromstring(junit(now, found).encode())
    suites = {suite.get("name"): suite for suite in root}
    assert (suites["gate"].get("tests"), suites["gate"].get("failures")) == ("1", "1")
    assert (suites["verdicts"].get("tests"), suites["verdicts"].get("failures")) == ("1", "0")
    failure = suites["gate"].find("testcase/failure")
    assert failure is not None and "required is adopt" in failure.get("message")
    assert "<b> & \ufffd 合同" in suites["verdicts"].find("testcase/system-out").text


def test_a_summary_keeps_its_tables_whatever_is_in_a_question():
    _, now, sealed = made(Gate(), old="1" + "0" * 19, new="0" + "1" * 19)
    now["verdicts"][0]["lost"][0]["text"] = "a | b\n# c <script> `x` [y](z) @me"
    told = summary(now, sealed, [])
    assert r"a \| b \# c \<script\> \`x\` \[y\](z) @me" in told
    assert "adopt" in told and "declared before" in told
    assert plain("1.5") == "1.5"


RULES = """
baseline = "recursive-120c"
candidates = ["fixed-60c", "structure-120c-headers"]
retrievers = ["bm25"]
budget_tokens = 60
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return str(write_small(tmp_path / "small"))


def run(small, *more, rules=RULES):
    Path("decision.toml").write_text(rules)
    given = ["--store", "store", "--size", "120", "--protocol", "decision.toml"]
    return main(["run", small, *given, *more])


def test_a_run_by_a_protocol_decides_and_writes_its_files(small, capsys):
    assert run(small, "--junit", "j.xml", "--summary", "s.md") == 0
    out = capsys.readouterr().out
    assert "declared before" in out and "fixed-60c under bm25: " in out
    kept = json.loads(Path("chunking-report.json").read_text())
    assert {v["id"] for v in kept["variants"]} == {
        "recursive-120c",
        "fixed-60c",
        "structure-120c-headers",
    }
    assert len(kept["verdicts"]) == 2 and kept["protocol"]["declared_before"]
    assert set(kept["protocol"]["prices"]["bm25"]) == {v["id"] for v in kept["variants"]}
    assert ElementTree.parse("j.xml").getroot().tag == "testsuites"
    assert Path("s.md").read_text().startswith("# Where to cut small")


def test_a_stored_decision_can_be_looked_at_again(small, capsys):
    assert run(small) == 0
    name = json.loads(Path("chunking-report.json").read_text())["run"]["id"]
    capsys.readouterr()
    assert main(["decision", small, name, "--store", "store"]) == 0
    assert "fixed-60c under bm25: " in capsys.readouterr().out
    assert main(["decision", small, "nothing", "--store", "store"]) == 2
    assert "no run 'nothing'" in capsys.readouterr().err


def test_the_second_run_of_a_protocol_keeps_its_seal_and_another_is_not_the_first(small, capsys):
    assert run(small) == 0
    first = json.loads(Path("chunking-report.json").read_text())["protocol"]
    assert run(small) == 0
    again = json.loads(Path("chunking-report.json").read_text())["protocol"]
    assert again["hash"] == first["hash"] and again["sealed"] == first["sealed"]
    capsys.readouterr()
    assert run(small, rules=RULES + "adopt_at = 20\n") == 0
    out = capsys.readouterr().out
    assert "declared after 3 variants were seen" in out
    assert "not the first" in out and "adopt_at 5 to 20" in out


def test_a_gate_that_is_met_is_0_and_one_that_is_not_is_3(small, tmp_path, capsys):
    tight = RULES.replace("budget_tokens = 60", "budget_tokens = 15")
    assert run(small, "--report", "kept.json", rules=tight) == 0
    gate = tight + "[gate]\nmax_lost = 0\n"
    assert run(small, "--against", "kept.json", rules=gate) == 0
    assert "Gate met" in capsys.readouterr().out
    kept = json.loads(Path("kept.json").read_text())
    for variant in kept["variants"]:
        for result in variant["results"]:
            for row in result["per_question"]:
                row["hit"] = 1.0  # fixed-60c misses q2
    Path("better.json").write_text(json.dumps(kept))
    assert run(small, "--against", "better.json", "--junit", "j.xml", rules=gate) == 3
    assert "Gate NOT met" in capsys.readouterr().out
    assert ElementTree.parse("j.xml").getroot().find("testsuite").get("failures") == "1"
    stored = json.loads(Path("kept.json").read_text())["run"]["id"]
    assert run(small, "--against", stored, rules=gate) == 0, "a run id will do"
    needed = RULES + '[gate]\nrequire = "adopt"\ncandidate = "fixed-60c"\n'
    assert run(small, rules=needed) == 3


def test_production_at_its_own_top_k(small, capsys):
    rows = []
    for path in sorted(Path(small, "documents").iterdir()):
        text = path.read_text()
        rows += [{"document": path.name, "text": text[at : at + 90]} for at in (0, 90)]
    Path("index.jsonl").write_text("\n".join(map(json.dumps, rows)))
    from strategies.adapter.loading import load_splitter
    from strategies.variant import Variant

    name = Variant(load_splitter("index.jsonl")).id
    rules = RULES.replace('"recursive-120c"', f'"{name}"') + "baseline_top_k = 2\n"
    assert run(small, "--splitter", "index.jsonl", rules=rules) == 0
    kept = json.loads(Path("chunking-report.json").read_text())
    (own,) = kept["protocol"]["production"]
    assert own["unequal"] and own["fill"] == "top_k" and own["budget_tokens"] == 2
    assert any("unequal" in line for line in kept["verdicts"][0]["preconditions"])
    assert "own 2 units" in kept["verdicts"][0]["reason"]


@pytest.mark.parametrize(
    ("rules", "more", "said"),
    [
        (RULES + "x = 1\n", [], "decision.toml: unknown x; allowed are baseline"),
        (RULES.replace("fixed-60c", "clever-9c"), [], "no variant 'clever-9c' in this run"),
        (RULES + 'pilot_class = "policy"\n', [], "pilot_class 'policy'; allowed are none"),
        (RULES, ["--retrievers", "vector"], "--retrievers: decision.toml decides by bm25"),
        (RULES, ["--budget", "70"], "--budget: decision.toml decides at 60 tokens"),
        (RULES, ["--baseline", "fixed-120c"], "--baseline: decision.toml has 'recursive-120c'"),
        (RULES, ["--against", "x"], "--against is for [gate] max_lost"),
        (RULES + "[gate]\nmax_lost = 1\n", [], "[gate] max_lost needs --against"),
        (RULES, ["--junit", "no/such/j.xml"], "there is no folder"),
        (RULES, ["--protocol", "nowhere.toml"], "nowhere.toml: No such file"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(small, capsys, rules, more, said):
    assert run(small, *more, rules=rules) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not Path("store").exists() and not Path("chunking-report.json").exists()


def test_a_stored_baseline_that_is_none(small, capsys):
    gate = RULES + "[gate]\nmax_lost = 1\n"
    assert run(small, "--against", "nothing", rules=gate) == 2
    assert "no such file, and no such run" in capsys.readouterr().err
    for text, told in (
        ("[]", "--against other.json: schema None; allowed is 'chunking-report/1', so this is no"),
        ("[" * 100_000, "--against other.json: no report: it is nested too deep"),
        ('{"schema": "chunking-report/1", "run": {}}', "no whole report: run.id is missing"),
    ):
        Path("other.json").write_text(text)
        assert run(small, "--against", "other.json", rules=gate) == 2
        error = capsys.readouterr().err
        assert told in error and error.count("\n") == 1
        assert not Path("chunking-report.json").exists()


def test_a_stored_baseline_without_the_metric_is_refused_before_anything_runs(small, capsys):
    gate = RULES + "[gate]\nmax_lost = 1\n"
    assert run(small) == 0
    kept = json.loads(Path("chunking-report.json").read_text())
    Path("chunking-report.json").unlink()
    for variant in kept["variants"]:
        for result in variant["results"]:
            del result["per_question"][1]["complete"]
    Path("old.json").write_text(json.dumps(kept))
    capsys.readouterr()
    rules = 'metric = "complete_rate"\n' + gate
    assert run(small, "--against", "old.json", rules=rules) == 2
    told = "does not hold complete of 1 questions, which the gate counts losses from: q2 first"
    assert told in capsys.readouterr().err
    assert not Path("chunking-report.json").exists()


@pytest.mark.parametrize("option", ["--junit", "--summary", "--against"])
def test_options_of_a_decision_need_a_protocol(small, capsys, option):
    assert main(["run", small, "--store", "store", option, "x"]) == 2
    assert f"{option} is for --protocol" in capsys.readouterr().err
