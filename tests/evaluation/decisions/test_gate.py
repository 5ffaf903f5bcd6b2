"""The gate by hand, its files, and its exit status through the command line."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

from evaluation.command_line import main
from evaluation.decision import decided
from evaluation.decision_table import print_decision
from evaluation.gate import GateError, checks
from evaluation.gate_files import junit, summary
from evaluation.protocol_parts import Gate
from evaluation.summary_tables import plain
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
    assert "lost 2 of all 20 questions against run kept" in check.told
    assert check.told.endswith(": worse q00, q01.")


def test_what_was_gained_does_not_pay_for_what_was_lost():
    rules, now, _ = made(Gate(max_lost=0), old="0" + "1" * 19)
    (check,) = checks(rules, now, report(GOLDEN, {"old-1": "1" + "0" * 19}))
    assert not check.met


@pytest.mark.parametrize(("most", "met"), [(0, False), (1, True)])
def test_a_question_that_is_gone_counts_as_lost(most, met):
    rules, now, _ = made(Gate(max_lost=most))
    more = golden_set(22)
    (check,) = checks(rules, now, report(more, {"old-1": BEFORE + "10"}))
    assert check.met is met and check.ids == ("q20",)
    assert "lost 1 of all 22 questions" in check.told
    assert check.told.endswith(": not asked any more q20.")


def test_a_question_whose_evidence_was_moved_counts_as_lost_however_it_does():
    first = GOLDEN.questions[0]
    moved = replace(first, evidence=GOLDEN.questions[1].evidence)
    eased = replace(GOLDEN, questions=(moved, *GOLDEN.questions[1:]))
    rules = protocol(gate=Gate(max_lost=0))
    plain_report = report(eased, {"old-1": "1" * 20, "new-1": AFTER})
    now = decided(plain_report, eased, seal(rules, eased, plain_report))
    (check,) = checks(rules, now, report(GOLDEN, {"old-1": "1" * 20}))
    assert not check.met and check.told.endswith(": changed q00.")


def test_a_hit_that_became_nothing_is_lost():
    rules, now, _ = made(Gate(max_lost=0), old="-" + "1" * 19)
    (check,) = checks(rules, now, report(GOLDEN, {"old-1": "1" * 20}))
    assert not check.met and check.ids == ("q00",)


def test_every_retriever_is_held_against_the_gate():
    rules = protocol(retrievers=("bm25", "vector"), gate=Gate(max_lost=0))
    both = {("bm25", 600): "1" * 20, ("vector", 600): "1" * 20}
    less = {("bm25", 600): "1" * 20, ("vector", 600): "0" + "1" * 19}
    plain_report = report(GOLDEN, {"old-1": less, "new-1": both})
    now = decided(plain_report, GOLDEN, seal(rules, GOLDEN, plain_report))
    found = checks(rules, now, report(GOLDEN, {"old-1": both}))
    assert [(check.name, check.met) for check in found] == [
        ("max_lost bm25", True),
        ("max_lost vector", False),
    ]


def test_the_gates_variant_and_no_other_is_looked_at():
    before = report(GOLDEN, {"old-1": "1" * 20, "new-1": "1" * 20})
    for variant, met in (("", False), ("old-1", False), ("new-1", True)):
        rules, now, _ = made(Gate(max_lost=0, variant=variant), old=BEFORE, new="1" * 20)
        (check,) = checks(rules, now, before)
        assert check.met is met and (variant or "old-1") in check.told


def test_the_gates_candidate_and_no_other_must_have_its_verdict():
    for candidate, met in (("new-1", True), ("third-1", False)):
        rules = protocol(("new-1", "third-1"), gate=Gate(require="adopt", candidate=candidate))
        hits = {"old-1": BEFORE, "new-1": AFTER, "third-1": BEFORE}
        plain_report = report(GOLDEN, hits)
        now = decided(plain_report, GOLDEN, seal(rules, GOLDEN, plain_report))
        (check,) = checks(rules, now, None)
        assert check.met is met and check.told.startswith(candidate)


def test_identical_chunks_are_no_adoption():
    rules, now, _ = made(Gate(require="pilot"))
    now["verdicts"][0]["verdict"] = "identical"
    (check,) = checks(rules, now, None)
    assert not check.met
    (check,) = checks(protocol(gate=Gate(require="cannot tell")), now, None)
    assert check.met


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"fill": "cut"}, "made with fill cut, this one with whole"),
        ({"depth": 50}, "made with depth 50, this one with 200"),
        ({"repeats": "drop"}, "made with repeats drop, this one with keep"),
        ({"tokenizer": "x"}, "made with tokenizer x, this one with o200k_base"),
        ({"embedding_model": {"name": "n", "revision": "2"}}, "model n 2, this one with m 1"),
        ({"fill": "cut", "key_boost": 2.0}, "fill cut, this one with whole; key_boost 2.0, this"),
    ],
)
def test_a_baseline_of_other_conditions_is_refused(more, said):
    rules, now, _ = made(Gate(max_lost=0))
    with pytest.raises(GateError, match=said):
        checks(rules, now, report(GOLDEN, {"old-1": BEFORE}, run="kept", **more))


def test_the_model_of_a_baseline_matters_only_where_vectors_do():
    rules = protocol(retrievers=("bm25",), gate=Gate(max_lost=0))
    hits = {("bm25", 600): BEFORE}
    plain_report = report(GOLDEN, {"old-1": hits, "new-1": hits})
    now = decided(plain_report, GOLDEN, seal(rules, GOLDEN, plain_report))
    without = {"name": None, "revision": None}
    (check,) = checks(rules, now, report(GOLDEN, {"old-1": hits}, embedding_model=without))
    assert check.met


def test_key_sections_of_a_baseline_matter_where_they_are_raised():
    boosted = {"key_boost": 2.0, "key": ["*fees*"]}
    rules = protocol(gate=Gate(max_lost=0))
    plain_report = report(GOLDEN, {"old-1": BEFORE, "new-1": AFTER}, **boosted)
    now = decided(plain_report, GOLDEN, seal(rules, GOLDEN, plain_report))
    with pytest.raises(GateError, match="key"):
        checks(rules, now, report(GOLDEN, {"old-1": BEFORE}, **boosted | {"key": ["*x*"]}))
    assert checks(rules, now, report(GOLDEN, {"old-1": BEFORE}, **boosted))[0].met


def test_a_baseline_without_values_or_without_its_questions_is_refused():
    rules, now, _ = made(Gate(max_lost=0))
    with pytest.raises(GateError, match="holds no hit of 20 of its 20 questions under vector"):
        checks(rules, now, report(GOLDEN, {"old-1": "-" * 20}))
    old = report(golden_set(21), {"old-1": BEFORE + "0"}, run="kept")
    del old["run"]["golden_set"]["asked"]
    with pytest.raises(GateError, match="run kept does not hold what it asked"):
        checks(rules, now, old)


def test_production_is_held_against_production():
    def own(hits):
        (found,) = report(GOLDEN, {"old-1": {("vector", 5): hits}})["variants"][0]["results"]
        return found

    rules = protocol(baseline_top_k=5, gate=Gate(max_lost=0))
    plain_report = report(GOLDEN, {"old-1": "1" * 20, "new-1": AFTER})
    sealed = seal(rules, GOLDEN, plain_report)
    before = decided(plain_report, GOLDEN, sealed, production=[own("1" * 20)])
    now = decided(plain_report, GOLDEN, sealed, production=[own("0000" + "1" * 16)])
    (check,) = checks(rules, now, before)
    assert not check.met and len(check.ids) == 4
    odd = ({"production": 3}, {"production": [1, {}, {**own("1" * 20), "per_question": [2]}]}, [])
    for none in (None, *odd):
        with pytest.raises(GateError, match="no result of old-1 under vector at 5 units of its"):
            checks(rules, now, {**plain_report, "protocol": none})


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


def test_a_summary_says_whose_difference_a_class_shows():
    _, now, sealed = made(Gate(), old="1" * 20, new="1" * 19 + "0")
    told = summary(now, sealed, [])
    assert "| compared | its points ahead |" in told
    assert "| b | vector | 10 | old-1 | keep | old-1 | new-1 | −10.0 (" in told


def test_a_summary_keeps_its_tables_whatever_is_in_a_question():
    _, now, sealed = made(Gate(), old="1" + "0" * 19, new="0" + "1" * 19)
    now["verdicts"][0]["lost"][0]["text"] = "a | b\n# c <script> `x` [y](z) @me"
    told = summary(now, sealed, [])
    assert r"a \| b \# c \<script\> \`x\` \[y\](z) @me" in told
    assert "adopt" in told and "declared before" in told
    assert plain("1.5") == "1.5"


def test_what_verdicts_hold_under_is_told_wherever_they_are(capsys):
    rules = protocol(("new-1", "third-1"), retrievers=("bm25", "vector"))
    both = {("bm25", 600): BEFORE, ("vector", 600): AFTER}
    hits = {"old-1": dict.fromkeys(both, BEFORE), "new-1": both, "third-1": both}
    plain_report = report(GOLDEN, hits)
    sealed = seal(rules, GOLDEN, plain_report)
    now = decided(plain_report, GOLDEN, sealed)
    print_decision(now, sealed, Console(width=500))
    out = capsys.readouterr().out
    told = summary(now, sealed, [])
    assert out.count("model: m") == told.count("model: m") == 1, "what is common stands once"
    for retriever in ("BM25", "vector"):
        assert out.count(f"retriever: {retriever}") == 2
        assert told.count(f"retriever: {retriever}") == 2
        assert f"## Cost under {retriever.lower()}" in told
    assert "In USD, of 100,000,000 tokens" in told and "| old-1 | 100 (assumed) |" in told
    assert "## By class of documents" in told and "| a | vector | 10 | new-1 |" in told
    (_, verdicts) = ElementTree.fromstring(junit(now, []).encode())
    texts = [case.find("system-out").text for case in verdicts]
    assert all("model: m" in text and "tokens by o200k_base" in text for text in texts)


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
    assert "nothing: no such file, and no such run" in capsys.readouterr().err
    assert main(["decision", small, "chunking-report.json", "--store", "store"]) == 0
    assert "fixed-60c under bm25: " in capsys.readouterr().out
    kept = json.loads(Path("chunking-report.json").read_text())
    kept["variants"][1]["results"][0]["per_question"][0]["hit"] = 1.0
    kept["variants"][1]["index"]["tokens"] = 1
    Path("edited.json").write_text(json.dumps(kept))
    assert main(["decision", small, "edited.json", "--store", "store"]) == 2
    assert f"the results of run {name} were changed after" in capsys.readouterr().err
    assert main(["decision", small, "chunking-report.json", "--store", "other"]) == 2
    assert "no seal" in capsys.readouterr().err


def test_the_second_run_of_a_protocol_keeps_its_seal_and_another_is_not_the_first(small, capsys):
    assert run(small) == 0
    first = json.loads(Path("chunking-report.json").read_text())["protocol"]
    assert run(small) == 0
    again = json.loads(Path("chunking-report.json").read_text())["protocol"]
    assert again["hash"] == first["hash"] and again["sealed"] == first["sealed"]
    assert first["earlier"] == [] and len(again["earlier"]) == 1
    assert "run 2 times under this seal; earlier verdicts: the same" in capsys.readouterr().out
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


def test_a_limit_on_indexing_time_is_not_met_by_running_again(small, capsys):
    rules = RULES.replace('["bm25"]', '["vector"]') + "[limits]\nindexing_seconds = 1000\n"
    rules += '[robustness]\nmodel = ""\n'
    shares = []
    for _ in range(2):
        assert run(small, rules=rules) == 0
        kept = json.loads(Path("chunking-report.json").read_text())
        shares.append({variant["index"]["embedded_now"] for variant in kept["variants"]})
        assert all(variant["index"]["seconds"] > 0 for variant in kept["variants"])
    assert shares == [{1.0}, {0.0}]


def test_a_run_never_becomes_its_own_baseline(small, capsys):
    assert run(small) == 0
    before = Path("chunking-report.json").read_bytes()
    gate = RULES + "[gate]\nmax_lost = 0\n"
    assert run(small, "--against", "./chunking-report.json", rules=gate) == 2
    assert "over the file of --against" in capsys.readouterr().err
    assert Path("chunking-report.json").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--summary", "decision.toml"], "would be written over the file of --protocol"),
        (["--junit", "small/../decision.toml"], "would be written over the file of --protocol"),
        (["--contexts", "linked.toml"], "would be written over the file of --protocol"),
        (["--junit", "a.txt", "--summary", "a.txt"], "--junit and --summary are one file"),
        (["--contexts", "chunking-report.json"], "--report and --contexts are one file"),
        (["--report", "small/questions.jsonl"], "over a file of the golden set"),
        (["--report", "small/documents/leave.md"], "over a document of the golden set"),
    ],
)
def test_no_file_is_written_over_another(small, capsys, more, said):
    Path("linked.toml").symlink_to("decision.toml")
    assert run(small, *more) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert Path("decision.toml").read_text() == RULES
    assert "7.1 Staff" in Path("small/documents/leave.md").read_text()


def test_what_an_earlier_run_left_for_a_build_does_not_stand_for_a_later_one(small):
    kept = ["--junit", "j.xml", "--summary", "s.md"]
    assert run(small, *kept) == 0
    assert run(small, *kept, rules=RULES + "x = 1\n") == 2
    (suite,) = ElementTree.parse("j.xml").getroot()
    assert suite.get("failures") == "1" and suite.find("testcase/failure") is not None
    assert "adopt" not in Path("s.md").read_text() and "No decision" in Path("s.md").read_text()


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
        (RULES, ["--fill", "top_k"], "--fill top_k: decision.toml decides at equal tokens"),
        (RULES, ["--strategies", "recursive,sentence"], "--strategies sentence has no effect"),
        (RULES, ["--overlap", "0,25%"], "--overlap 25% has no effect: no variant of decision.toml"),
        (RULES, ["--expand", "named"], "--expand named has no effect"),
        (RULES, ["--unit", "tokens"], "--unit tokens has no effect"),
        (RULES, ["--snap", "--overlap", "0"], "--snap has no effect"),
        (RULES.replace("-headers", ""), ["--headers", "path"], "--headers path has no effect"),
        (RULES.replace("120c", "160c"), [], "--size 120 has no effect"),
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
    told = "holds no complete of 1 of its 2 questions under bm25, which the gate counts losses from"
    assert told in capsys.readouterr().err
    assert not Path("chunking-report.json").exists()


def test_a_preset_that_counts_units_is_refused(small, capsys):
    Path("decision.toml").write_text(RULES)
    given = ["--store", "store", "--protocol", "decision.toml", "--preset", "manual"]
    assert main(["run", small, *given]) == 2
    assert "--preset manual: decision.toml decides at equal tokens" in capsys.readouterr().err


def test_options_whose_values_a_variant_has_are_taken(small):
    given = ["--strategies", "recursive,fixed,structure", "--overlap", "0", "--headers", "path"]
    assert run(small, *given) == 0


@pytest.mark.parametrize("option", ["--junit", "--summary", "--against"])
def test_options_of_a_decision_need_a_protocol(small, capsys, option):
    assert main(["run", small, "--store", "store", option, "x"]) == 2
    assert f"{option} is for --protocol" in capsys.readouterr().err
