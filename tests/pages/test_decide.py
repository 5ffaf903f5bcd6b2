"""The page Decide: declaring, reading a decision, recording one; empty, full and broken."""

import json
import re
import zlib
from functools import partial
from pathlib import Path

import pytest
import streamlit as st
from sqlalchemy import text

from evaluation.database import open_store
from evaluation.decision_log import DecisionLog
from evaluation.embedding import EmbedderError
from evaluation.jobs import Jobs, JobState
from evaluation.protocol_file import read_protocol
from evaluation.run_marks import RunMarks
from evaluation.seal_store import SealStore
from golden_sets.golden_set import load_golden_set
from pages.ui.decide_words import difference_finding, headline, plain, points
from tests.evaluation.hash_embedder import HashEmbedder
from tests.pages import apps
from tests.pages.decisions import write_decision
from tests.pages.factory import write_run
from tests.pages.test_start import put_job

HOSTILE = "<img src=x onerror=alert(1)> :red[x] $y$ **z**"


@pytest.fixture
def decision(empty_store, tmp_path):
    return write_decision(tmp_path / "handbook", empty_store)


@pytest.fixture
def asked(monkeypatch):
    """What jobs were started for, none of them run."""
    made = []

    def start(self, golden_set, arguments=()):
        made.append((golden_set, arguments))
        return JobState("j1", golden_set)

    monkeypatch.setattr(Jobs, "start", start)
    return made


opened = partial(apps.opened, "decide")


def words(app):
    kinds = (app.markdown, app.title, app.header, app.caption, app.info, app.warning, app.error)
    parts = [part.value for kind in kinds for part in kind]
    # A backslash keeps Markdown from reading a sign.
    shown = [re.sub(r"\\([^\w\s]|_)", r"\1", part) for part in parts]
    return "\n".join([*shown, html(app)])


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def field(app, label, kind="text_input"):
    return next(one for one in app.get(kind) if one.label == label)


def test_without_a_decision_the_rules_are_declared_first(empty_store, asked):
    app = opened()
    assert "What this would come to" in words(app)
    assert "declared before any candidate was seen" in words(app)
    assert "8 comparisons share the 95 %: each interval at 99.38 %" in words(app)
    assert "Under 8 clusters nothing can be adopted" in words(app)
    assert "The set has no split" in words(app)
    assert asked == []
    assert SealStore(open_store(empty_store)).first(load_golden_set(_folder(empty_store))) is None


def _folder(store):
    return store.parent / "handbook"


def test_the_decision_of_a_set_without_one_says_how_to_declare(empty_store):
    app = opened(view="decision")
    assert "No decision of handbook has been made yet" in words(app)
    app.button(key="decide_declare").click().run()
    assert not app.exception and app.button(key="decide_seal")


def test_a_candidate_that_a_run_holds_is_said_to_be_seen(run):
    app = opened(**{"p.candidates": "structure-120c", "p.baseline": "recursive-120c"})
    assert "it would read: declared after" in words(app)


def test_every_field_of_a_protocol_is_in_the_form(empty_store):
    app = opened()
    labels = {
        one.label for kind in ("text_input", "selectbox", "multiselect") for one in app.get(kind)
    }
    from pages.ui.decide_form import LABELS

    assert set(LABELS.values()) <= labels


def test_a_fault_stands_beside_its_field_and_nothing_typed_is_lost(empty_store, asked):
    app = opened()
    field(app, "Currency").set_value("CNY").run()
    field(app, "Adopt at, points").set_value("<b>five</b>").run()
    assert "Adopt at, points: &lt;b&gt;five&lt;/b&gt;: allowed is a number" in words(app)
    assert "<b>five" not in html(app)
    assert app.button(key="decide_seal").disabled
    assert field(app, "Adopt at, points").value == "<b>five</b>"
    assert field(app, "Currency").value == "CNY"
    field(app, "Adopt at, points").set_value("6").run()
    assert not app.button(key="decide_seal").disabled
    assert app.query_params["p.adopt_at"] == "6" and app.query_params["p.costs.currency"]
    assert "p.metric" not in app.query_params


def test_a_link_brings_what_was_typed_and_a_page_switch_keeps_it(empty_store):
    app = opened(**{"p.adopt_at": "7", "p.candidates": "fixed-99c, nonsense"})
    assert field(app, "Adopt at, points").value == "7"
    assert field(app, "Candidates", "multiselect").value == ["fixed-99c", "nonsense"]
    assert "nonsense: no variant can be made of this id" in words(app)
    app.query_params["view"] = "decision"
    app.run()
    assert "p.adopt_at" not in app.query_params
    app.query_params["view"] = "declare"
    app.run()
    assert field(app, "Adopt at, points").value == "7"


def test_the_button_alone_starts_the_run_with_a_file_of_just_these_rules(empty_store, asked):
    app = opened(**{"p.retrievers": "bm25", "p.costs.reembedding": "fixed-400c=10"})
    assert asked == []
    app.button(key="decide_seal").click().run()
    (name, (option, path, model, auto)) = asked[0]
    assert (name, option, model, auto) == ("handbook", "--protocol", "--model", "auto")
    rules = read_protocol(Path(path))
    assert rules.retrievers == ("bm25",)
    assert rules.costs.reembedding == (("fixed-400c", 0.1),)
    assert SealStore(open_store(empty_store)).first(load_golden_set(_folder(empty_store))) is None


def test_a_run_under_way_is_seen_with_its_progress_and_no_second_is_started(
    empty_store, asked, monkeypatch
):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    folder = put_job(empty_store, status="running", stage="Making vectors", done=1, total=4)
    (folder / "job.json").write_text(
        json.dumps({"golden_set": "handbook", "arguments": ["--protocol", "x.toml"]})
    )
    app = opened()
    assert "everyone who opens this page sees it" in words(app)
    assert app.button(key="cancel") and app.button(key="decide_seal").disabled
    assert app.query_params["job"] == folder.name


def test_a_gate_is_told_in_words_and_counts_from_a_chosen_run(run, asked):
    given = {"gate.max_lost": "1", "gate.require": "pilot", "gate.candidate": "fixed-400c"}
    app = opened(view="declare", **{f"p.{name}": text for name, text in given.items()})
    told = words(app)
    assert "a build goes on where recursive-400c has lost 1 question at most" in told
    assert "a build goes on where fixed-400c has “pilot” or better under every" in told
    assert app.button(key="decide_seal").disabled and "choose one under “Gate”" in told
    assert any("--against RUN" in one.value for one in app.code)
    name = run["run"]["id"]
    app = opened(view="declare", **{"p.against": name}, **{f"p.{k}": v for k, v in given.items()})
    app.button(key="decide_seal").click().run()
    ((_, arguments),) = asked
    assert arguments[-2:] == ("--against", name)
    assert "max_lost = 1" in Path(arguments[1]).read_text()


def test_a_model_of_no_package_is_asked_only_when_a_person_says_so(empty_store, asked, monkeypatch):
    """A page that asked a server at every key would tell it what is typed."""
    calls = []

    def reach(model):
        calls.append(model)
        if "gone" in model:
            raise EmbedderError("openai:gone: no answer <b>")
        return HashEmbedder()

    monkeypatch.setattr("pages.ui.decide_stored.make_embedder", reach)
    app = opened(view="declare", **{"p.model": "openai:http://gone#m"})
    assert calls == [] and app.button(key="decide_seal").disabled
    assert "comes with no package" in words(app)
    app.button(key="decide_ask").click().run()
    assert "openai:gone: no answer <b>" in [one.value for one in app.code]
    assert app.button(key="decide_seal").disabled and not app.exception
    app = opened(view="declare", **{"p.model": "openai:http://there#m"})
    app.button(key="decide_ask").click().run()
    assert not app.button(key="decide_seal").disabled and "its hash" in words(app)
    app.button(key="decide_seal").click().run()
    assert asked[0][1][-2:] == ("--model", "openai:http://there#m")
    assert len(calls) == 2, "what has answered is not asked again"


def test_a_run_that_ended_badly_says_so_and_goes_on_with_the_same(empty_store, asked):
    folder = put_job(empty_store, status="cancelled", error="")
    arguments = ["--protocol", "x.toml", "--model", "use"]
    (folder / "job.json").write_text(json.dumps({"golden_set": "handbook", "arguments": arguments}))
    app = opened(job=folder.name)
    assert "was cancelled" in words(app) and "the seal stays with its time" in words(app)
    app.button(key="again").click().run()
    assert asked == [("handbook", tuple(arguments))]


def test_a_decision_is_read_with_its_seal_and_its_grounds(decision):
    app = opened()
    told = words(app)
    assert "Keep recursive-120c: no candidate is shown to be better" in told
    assert "Verified just now against the store." in told
    assert decision["protocol"]["hash"][:12] in told
    for verdict in decision["verdicts"]:
        assert verdict["reason"].split(".")[0][:40] in told
    assert "Assumed: 100,000,000 tokens in the corpus" in told
    assert "No decision is recorded yet." in told
    assert "30 tokens" in told and "not run" in told, "the robustness grid"


def test_questions_that_get_worse_link_to_their_page_and_show_as_text(decision):
    lost = [(v, q) for v in decision["verdicts"] for q in v["lost"]]
    assert lost, "the small set must have a loser, or this shows nothing"
    told = html(opened())
    verdict, question = lost[0]
    assert f"question={question['id']}&amp;variant={verdict['candidate']}" in told
    assert "<i>now</i>" not in told


def test_a_seal_that_was_changed_shows_red_and_no_verdict(decision, empty_store):
    engine = open_store(empty_store)
    with engine.begin() as connection:
        kept = connection.execute(text("SELECT report FROM runs")).scalar()
        report = json.loads(zlib.decompress(kept))
        report["protocol"]["content"]["protocol"]["adopt_at"] = 1
        changed = zlib.compress(json.dumps(report).encode())
        connection.execute(text("UPDATE runs SET report = :r"), {"r": changed})
    app = opened()
    assert "The seal does not hold, so no verdict is shown" in app.error[0].value
    assert "was changed after it was sealed" in app.code[0].value
    assert "cannot tell" not in words(app) and not app.get("plotly_chart")
    assert "decide_record" not in [button.key for button in app.button]


def test_a_golden_set_that_changed_since_says_so_and_shows_no_verdict(decision, empty_store):
    app = opened()
    _record(app, "keep", "", "Ana", "we wait")
    path = _folder(empty_store) / "documents" / "limits.md"
    path.write_text(path.read_text() + "\nMore.\n")
    st.cache_resource.clear()
    app = opened()
    assert "The golden set has changed since this run" in words(app)
    assert "cannot tell" not in words(app)
    assert "we wait" in words(app), "what was decided then stays"


def test_stale_links_get_a_sentence(decision, empty_store, tmp_path):
    assert "is not there any more" in words(opened(job="nope"))
    assert "is not there any more" in words(opened(job="../x"))
    assert "is not there any more" in words(opened(run="nope"))
    assert "Keep recursive-120c" in words(opened(run=decision["run"]["id"], view="nonsense"))


def test_no_other_runs_decision_stands_for_one_that_has_none(decision, empty_store, tmp_path):
    """Whoever follows a link would take it for this run's."""
    plain_run = write_run(tmp_path / "handbook", empty_store)["run"]["id"]
    deleted = write_run(tmp_path / "handbook", empty_store)["run"]["id"]
    RunMarks(open_store(empty_store)).delete(deleted)
    said = {plain_run: f"Run {plain_run} was made without a protocol"}
    for run in ("nope", plain_run, deleted):
        app = opened(run=run)
        assert said.get(run, "is not there any more") in words(app)
        assert app.query_params["run"] == run, "the page drawn again says the same"
        for other in ("Keep recursive-120c", decision["run"]["id"], "Decision on record"):
            assert other not in words(app), (run, other)
        picked = app.selectbox(key="decide_run")
        assert picked.value is None
        picked.select(decision["run"]["id"]).run()
        assert "Keep recursive-120c" in words(app) and said.get(run, "any more") not in words(app)
        assert app.query_params["run"] == decision["run"]["id"]


def _record(app, action, pair, who, why):
    field(app, "Your name").set_value(who).run()
    field(app, "What is decided", "selectbox").set_value(action).run()
    if pair:
        field(app, "Which", "selectbox").set_value(pair).run()
    label = next(one.label for one in app.text_area if one.label.startswith("Why"))
    field(app, label, "text_area").set_value(why).run()
    app.button(key="decide_record").click().run()
    assert not app.exception


def test_a_decision_against_the_verdict_takes_a_reason_and_is_shown_as_one(decision, empty_store):
    app = opened()
    _record(app, "adopt", "fixed-60c · bm25", "Ana <b>W</b>", "")
    assert "needs a reason" in words(app)
    assert "This departs from the verdict, which is:" in words(app)
    assert field(app, "Your name").value == "Ana <b>W</b>", "what was typed stays"
    log = DecisionLog(open_store(empty_store))
    assert log.entries(decision["run"]["id"]) == []
    _record(app, "adopt", "fixed-60c · bm25", "Ana <b>W</b>", HOSTILE)
    told = html(app)
    assert "Adopt fixed-60c under BM25" in told and "departs from the verdict" in told
    assert "<img" not in told and "Ana &lt;b&gt;W&lt;/b&gt;" in told
    entry = log.entries(decision["run"]["id"])[0]
    assert (entry.departs, entry.words) == (True, HOSTILE)
    assert entry.seal == decision["protocol"]["hash"]
    _record(app, "keep", "", "Bo", "")
    told = html(app)
    assert "an earlier decision, replaced by a later one" in told
    assert "Keep the baseline, recursive-120c" in told and HOSTILE[:4] not in told
    assert told.index("Keep the baseline") < told.index("Adopt fixed-60c"), "the latest first"


def test_a_comment_is_kept_and_one_without_a_name_is_refused(decision):
    app = opened()
    field(app, "Comment", "text_area").set_value("why 60?").run()
    app.button(key="decide_say").click().run()
    assert "Give your name" in words(app)
    assert field(app, "Comment", "text_area").value == "why 60?"
    field(app, "Your name").set_value("Ana").run()
    app.button(key="decide_say").click().run()
    assert "why 60?" in html(app)


def test_the_page_speaks_chinese(decision):
    told = words(opened(lang="zh"))
    assert "我们如何决定" in told and "保留 recursive-120c" in told and "无法判断" in told
    assert "Decision on record" not in told


def _report(*verdicts):
    rules = {"baseline": "old", "reject_below": 3, "adopt_at": 5}
    return {
        "protocol": {"content": {"protocol": rules}, "shared_level": 0.975},
        "verdicts": [
            {
                "candidate": c,
                "retriever": "bm25",
                "verdict": v,
                "difference": d,
                "low": lo,
                "high": hi,
            }
            for c, v, d, lo, hi in verdicts
        ],
    }


def test_the_picture_claims_no_lead_that_an_interval_denies():
    told = difference_finding(
        _report(("a", "reject", -0.2, -0.3, -0.1), ("b", "cannot tell", 0.1, -0.05, 0.25))
    )
    assert told == (
        "No candidate is told to be ahead of old: the best measured, b under BM25, is at +10.0 "
        "points (97.5 %: −5.0 to +25.0)"
    )
    told = difference_finding(
        _report(("a", "adopt", 0.1, 0.05, 0.15), ("b", "cannot tell", 0.2, -0.05, 0.45))
    )
    assert told == "a is 10.0 points ahead of old under BM25 (97.5 %: +5.0 to +15.0)"
    assert difference_finding(_report(("a", "identical", None, None, None))).startswith("Nothing")


def test_the_headline_adopts_before_it_pilots_and_keeps_otherwise():
    adopt = ("a_b", "adopt", 0.1, 0.05, 0.2)
    pilot = ("b", "pilot", 0.1, 0.05, 0.2)
    assert headline(_report(pilot, adopt)["verdicts"], "old") == r"Adopt a\_b under BM25"
    assert headline(_report(pilot)["verdicts"], "old") == "Pilot b under BM25"
    assert headline([], "old").startswith("Keep old")


def test_words_of_others_are_no_markdown():
    assert plain("a_b $x$ :red[y] <b>") == r"a\_b \$x\$ \:red\[y\] \<b\>"


def test_points_are_rounded_over_no_line_that_a_verdict_turns_on():
    assert [points(x) for x in (0.1, -0.1, 0.0, -0.0001)] == ["+10.0", "−10.0", "0.0", "−0.01"]
    assert points(0.04999, lines=(0, 3, 5)) == "+4.999" and points(0.04999) == "+5.0"
    assert points(3 / 60, False, (0, 3, 5)) == "5.0"
