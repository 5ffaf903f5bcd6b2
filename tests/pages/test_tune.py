"""The page Tune: a setting against the pinned one, full, empty and failing."""

import json
from dataclasses import asdict
from functools import partial

import pytest

from evaluation.embedding import EmbedderError
from evaluation.jobs import Jobs, JobState
from evaluation.tune_compare import Compared
from evaluation.tune_setting import setting
from pages.ui import stored, tune_stored, tune_words
from pages.ui.tune_questions import plain
from tests.evaluation.hash_embedder import hash_embedder
from tests.pages import apps
from tests.pages.factory import QUESTIONS, write_golden_set

VECTOR = "structure-100c~vector~100"


@pytest.fixture(autouse=True)
def model(monkeypatch):
    monkeypatch.setattr("pages.ui.tune_stored.make_embedder", hash_embedder)


opened = partial(apps.opened, "tune")


def words(app):
    parts = [*app.title, *app.header, *app.markdown, *app.caption, *app.info, *app.warning]
    return "\n".join(part.value for part in parts)


def headline(app):
    return next(part.value for part in app.markdown if part.value.startswith("## "))


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def address(app):
    found = app.query_params
    return {k: v if isinstance(v, str) else v[0] for k, v in found.items()}


def test_without_a_run_bm25_is_compared_at_once(empty_store):
    app = opened(now="fixed-100c~bm25~100", pin="structure-400c~bm25~100")
    assert "fixed-100c" in headline(app) and "structure-400c" in headline(app)
    assert "95 %" in headline(app)
    labels = [metric.label for metric in app.metric]
    assert labels[0] == "Hit rate" and labels[3].startswith("Mean rank, n = ")
    assert "this set keeps none aside: tuning and deciding on the same" in words(app)
    assert "They differ in strategy, size" in words(app)
    assert "1 setting tried" in words(app)
    assert "vectors by" not in words(app), "no model made these figures"
    assert 'class="cb-chunk"' in html(app)


def test_a_link_without_settings_says_which_it_shows(empty_store):
    app = opened()
    assert address(app)["now"] == "structure-400c~bm25~600"
    assert address(app)["pin"] == "recursive-400c~bm25~600"


def test_controls_write_the_setting_into_the_address(empty_store):
    app = opened(now="fixed-100c~bm25~100")
    app.slider(key="tune_overlap").set_value(20).run()
    app.segmented_control(key="tune_headers").set_value("on").run()
    app.select_slider(key="tune_budget").set_value(300).run()
    assert not app.exception
    assert address(app)["now"] == "fixed-100c-o20-headers~bm25~300"
    assert "4 settings tried on these questions in this session: the more" in words(app)
    app.segmented_control(key="tune_unit").set_value("tokens").run()
    assert address(app)["now"] == "fixed-100t-o20-headers~bm25~300", "100 characters are no tokens"
    app.slider(key="tune_overlap").set_value(0).run()
    assert "5 settings" not in words(app) and "6 settings tried" in words(app)


def test_what_is_folded_away_is_in_the_address_and_in_the_command(empty_store, tmp_path):
    table = '[otherwise]\nstrategy = "fixed"\n[a]\nstrategy = "fixed"\n'
    (tmp_path / "handbook" / "mixed.toml").write_text(table)
    app = opened(now="structure-100c~bm25~100")
    assert app.segmented_control(key="tune_snap").disabled, "no overlap starts anywhere"
    app.slider(key="tune_overlap").set_value(20).run()
    app.segmented_control(key="tune_snap").set_value("on").run()
    app.selectbox(key="tune_expansion").set_value("parent").run()
    app.slider(key="tune_added").set_value(50).run()
    assert address(app)["now"] == "structure-100c-o20-snap-parent50~bm25~100"
    assert "They differ in strategy, size, overlap, where the overlap starts, exp" in words(app)
    assert any(
        "--snap --headers none --expand parent --expand-tokens 50" in c.value for c in app.code
    )
    app.segmented_control(key="tune_strategy").set_value("mixed").run()
    assert not app.exception and headline(app).startswith("## mixed-100c-o20-")
    assert app.segmented_control(key="tune_snap").disabled
    again = opened(**address(app))
    assert headline(again) == headline(app)


def test_a_splitter_of_another_library_is_one_choice_among_the_strategies(empty_store):
    app = opened(now="structure-100t~bm25~100")
    app.selectbox(key="tune_splitter").set_value("langchain_recursive").run()
    assert not app.exception
    assert address(app)["now"].startswith("langchain_recursive_400c-"), "it counts characters"
    assert app.segmented_control(key="tune_unit").disabled
    app.slider(key="tune_overlap").set_value(10).run()
    assert address(app)["now"].startswith("langchain_recursive_400c_o40-")
    assert any("--splitter my_splitter:langchain_recursive_400c_o40" in c.value for c in app.code)
    assert any("chunk_overlap=40" in c.value for c in app.code)
    again = opened(**address(app))
    assert headline(again) == headline(app) and "LangChain recursive" in str(
        again.segmented_control(key="tune_strategy").options
    )
    app.segmented_control(key="tune_strategy").set_value("fixed").run()
    assert address(app)["now"] == "fixed-400c-o40~bm25~100"
    assert app.selectbox(key="tune_splitter").value == ""


def test_none_chosen_goes_back_to_a_strategy_of_ours(empty_store):
    app = opened(now=setting("langchain_markdown", 200).name)
    app.selectbox(key="tune_splitter").set_value("").run()
    assert address(app)["now"] == "recursive-200c~bm25~600"


def test_a_splitter_that_fails_is_told_in_its_own_words(empty_store, monkeypatch):
    def fail(self, text):
        raise RuntimeError("no such thing")

    monkeypatch.setattr("langchain_text_splitters.MarkdownTextSplitter.split_text", fail)
    app = opened(now=setting("langchain_markdown", 250).name)
    assert not app.metric and "This splitter cannot cut these documents" in words(app)
    assert "RuntimeError: no such thing" in app.code[0].value


def test_a_table_that_cannot_be_used_is_told(empty_store, tmp_path):
    (tmp_path / "handbook" / "mixed.toml").write_text("[a]\n")
    app = opened()
    assert app.metric and any('[a] needs strategy = "..."' in one.value for one in app.code)
    assert "mixed" not in app.segmented_control(key="tune_strategy").options


def test_pieces_that_stand_nowhere_are_said():
    one = setting("langchain_markdown", 100)
    told = tune_words.aligned_words(one, {"unaligned": 2, "changed_pieces": 1, "covered": 0.98})
    assert told[0].startswith("2 pieces of langchain_markdown_100c-") and "nowhere" in told[0]
    assert "1 piece" in told[1] and "leaves 2.0 % of the text in no chunk" in told[2]
    assert (
        tune_words.aligned_words(one, {"unaligned": 0, "changed_pieces": 0, "covered": 1.0}) == []
    )


def test_a_setting_that_was_seen_before_is_not_counted_again(empty_store):
    app = opened(now="fixed-100c~bm25~100")
    app.slider(key="tune_overlap").set_value(20).run()
    app.slider(key="tune_overlap").set_value(0).run()
    assert "2 settings tried" in words(app)


def test_the_current_setting_is_pinned_and_the_link_keeps_it(empty_store):
    app = opened(now="fixed-100c~bm25~100")
    app.button(key="tune_pin").click().run()
    assert address(app)["pin"] == "fixed-100c~bm25~100"
    assert headline(app) == (
        "## This is the pinned setting itself: move a control to hold another against it"
    )
    assert app.button(key="tune_pin").disabled
    assert app.metric and "intervals" not in words(app), "nothing differs, so nothing is uncertain"
    again = opened(**address(app))
    assert headline(again) == headline(app)


@pytest.mark.parametrize("name", ["now", "pin", "vectors_by"])
def test_a_stale_link_gets_a_sentence(empty_store, name):
    app = opened(**{name: "<b>structure-1c</b>~bm25~600"})
    assert len(app.info) == 1 and "<b>" not in words(app)
    assert "<b>" not in address(app)[name]


def test_unequal_budgets_are_said(empty_store):
    app = opened(now="structure-400c~bm25~300", pin="structure-400c~bm25~100")
    assert "The budgets are unequal, 100 and 300 tokens" in words(app)


def test_missing_vectors_are_counted_and_made_by_a_job(empty_store, monkeypatch):
    """No model may run in this process: the page says what is missing and starts another."""
    asked = []
    monkeypatch.setattr(
        Jobs, "start", lambda self, name, given=(): asked.append(given) or JobState("j", name)
    )
    app = opened(now=VECTOR, pin="structure-400c~bm25~100")
    assert "texts have no vector of hash yet; making them takes about" in app.info[0].value
    assert not app.metric and 'class="cb-chunk"' in html(app), "the cut needs no vectors"
    app.button(key="tune_vectors").click().run()
    assert asked == [("--variants", "structure-100c", "--model", "auto")]
    app.button(key="tune_fast").click().run()
    assert address(app)["vectors_by"] == "use"


def test_vectors_being_made_show_progress_and_can_be_cancelled(empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs._alive", lambda pid: True)
    cancelled = []
    monkeypatch.setattr(Jobs, "cancel", lambda self, job: cancelled.append(job))
    folder = put_job(empty_store, status="running", stage="Making vectors", done=10, total=40)
    app = opened(now="fixed-100c~bm25~100")
    assert app.metric, "the page goes on meanwhile"
    app.button(key="tune_cancel").click().run()
    assert cancelled == [folder.name]


def test_vectors_that_failed_are_told_with_their_reason(empty_store):
    put_job(empty_store, status="failed", error="ValueError: *no* <b>room</b>")
    app = opened(now=VECTOR)
    assert "could not be made" in words(app)
    assert any("*no* <b>room</b>" in code.value for code in app.code)


def put_job(store, **state):
    folder = store / "vector_jobs" / "20260101-000000-aaaaaa"
    folder.mkdir(parents=True)
    made = JobState(folder.name, "handbook", **state)
    (folder / "state.json").write_text(json.dumps(asdict(made)))
    return folder


def test_stored_vectors_are_used_and_their_model_is_named(run):
    app = opened(now="structure-120c~vector~100", pin="recursive-120c~vector~100")
    assert app.metric and "vectors by hash" in words(app)


def test_semantic_without_vectors_says_so_beside_the_numbers(empty_store):
    app = opened(now="semantic-100c~bm25~100")
    assert "sentences to cut by" in app.info[0].value or "no vector" in app.info[0].value
    assert "which are not made yet" in words(app)


def test_a_model_that_cannot_be_had_is_a_sentence(empty_store, monkeypatch):
    def missing(spec, sample=(), force=False):
        raise EmbedderError("the package <x> is not installed")

    monkeypatch.setattr("pages.ui.tune_stored.make_embedder", missing)
    app = opened(now=VECTOR)
    assert "cannot be had" in words(app)
    assert app.code[0].value == "the package <x> is not installed"
    assert opened(now="fixed-100c~bm25~100").metric, "BM25 needs none"


def test_overlap_is_billed_aside(empty_store):
    app = opened(now="fixed-100c-o20~bm25~100")
    assert "Counting five overlaps" in words(app)
    on = tune_stored.benched(stored.golden_set("handbook"), "auto")
    asked = setting("fixed", 100, overlap_percent=20, budget=100)
    assert tune_stored.bills(on).found(asked) is None, "a slider on its way has nothing counted"
    tune_stored.bills(on).start(asked).result(20)
    app.run()
    assert not app.exception
    assert "At 20 % overlap: +" in words(app) and "Counting" not in words(app)


def test_a_bill_that_lacks_vectors_is_counted_again_later(empty_store, monkeypatch):
    """Made once and for all it would stay incomplete when the vectors are there."""
    on = tune_stored.benched(stored.golden_set("handbook"), "auto")
    bills, asked = tune_stored.bills(on), setting("fixed", 100, retriever="vector")
    first = bills.start(asked)
    assert not first.result(20).whole and bills.start(asked) is first
    monkeypatch.setattr(tune_stored, "STALE_SECONDS", -1)
    assert bills.start(asked) is not first


def test_a_bill_that_fails_is_told_with_its_reason(empty_store, monkeypatch):
    def broken(bench, at):
        raise ValueError("a *broken* vector")

    monkeypatch.setattr(tune_stored, "overlap_steps", broken)
    on = tune_stored.benched(stored.golden_set("handbook"), "auto")
    tune_stored.bills(on).start(setting("fixed", 100, budget=100)).result(20)
    app = opened(now="fixed-100c~bm25~100")
    assert "could not be counted" in words(app)
    assert "ValueError: a *broken* vector" in [code.value for code in app.code]


def test_a_question_is_opened_under_both(empty_store):
    app = opened(now="fixed-100c~bm25~100", pin="structure-400c~bm25~100", open="q3")
    shown = html(app)
    assert "&lt;b&gt;5&lt;/b&gt;" in shown and "<b>5" not in shown and "<script" not in shown
    assert any(text.value == "What does it cost <i>now</i>?" for text in app.text)
    assert "fixed-100c · BM25 · 100 tokens" in words(app)


def test_a_question_that_is_not_there_gets_a_sentence(empty_store):
    app = opened(now="fixed-100c~bm25~100", open="q99")
    assert "is not in this golden set" in words(app)


def split(empty_store, tmp_path, *splits):
    path = tmp_path / "handbook" / "questions.jsonl"
    rows = [{**row, "split": name} for row, name in zip(QUESTIONS, splits, strict=True)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def test_questions_kept_for_the_decision_are_not_shown(empty_store, tmp_path):
    """Whoever tunes on them has nothing left to decide by."""
    split(empty_store, tmp_path, "tune", "decide", "decide", "tune")
    app = opened(now="fixed-100c~bm25~100", open="q2")
    assert "Counted on the 1 question to tune on; the 2 kept for the decision" in words(app)
    assert "is kept for the decision" in words(app)
    assert "q2" not in str(app.selectbox(key="tune_question").options)


def test_a_set_with_nothing_to_tune_on_says_what_to_do(empty_store, tmp_path):
    split(empty_store, tmp_path, "decide", "decide", "decide", "decide")
    app = opened()
    assert "kept for the decision" in words(app) and not app.metric


def test_the_setting_is_handed_to_a_run_and_a_decision(empty_store):
    app = opened(now="fixed-100c-o20~bm25~100", pin="structure-400c~bm25~200")
    command, rules = (code.value for code in app.code)
    assert command.startswith("python -m evaluation run handbook --strategies fixed --size 100")
    assert 'baseline = "structure-400c"' in rules and '["fixed-100c-o20"]' in rules
    assert "Both are decided under the current retriever and budget" in words(app)


def test_chinese_leaves_no_english_sentence_of_the_page(empty_store):
    app = opened(lang="zh", now="fixed-100c~bm25~100")
    assert app.title[0].value == "改动一项设置，会带来什么？"
    assert "fixed-100c" in headline(app) and "已固定" in headline(app)


def change(difference, low, high, p):
    return {"difference": difference, "low": low, "high": high, "p": p, "gained": [], "lost": []}


@pytest.mark.parametrize(
    ("hit", "said"),
    [
        (change(0.06, 0.02, 0.10, 0.01), "hits 6 points more than the pinned"),
        (change(-0.06, -0.10, -0.02, 0.01), "hits 6 points fewer than the pinned"),
        (change(0.06, -0.02, 0.14, 0.2), "cannot be told apart from the pinned"),
        (change(0.06, 0.01, 0.11, 0.2), "but p = 0.20 by the sign-flip test"),
        (change(None, None, None, None), "No question has a value"),
    ],
)
def test_a_finding_never_claims_what_interval_or_test_denies(hit, said, monkeypatch):
    monkeypatch.setattr(Compared, "comparison", hit)
    rates = {"hit_rate": type("C", (), {"interval": None})}
    found = Compared({}, {}, rates, None)
    told = tune_words.finding(setting("fixed"), setting("structure"), found, alike=False)
    assert said in told
    assert ("hits" in told) == ("hits" in said)


def test_identical_cuts_are_said_to_be(empty_store, tmp_path):
    found = Compared({}, {}, {}, None)
    told = tune_words.finding(setting("fixed"), setting("structure"), found, alike=True)
    assert "exactly as the pinned fixed-400c does" in told


@pytest.mark.parametrize(("seconds", "said"), [(1, "5 seconds"), (14, "15 seconds"), (80, "1 min")])
def test_how_long_is_said_roughly(seconds, said):
    assert said in tune_words.about(seconds)


def test_a_label_is_no_markdown():
    assert plain(":red[x] *y* `z` $a$ #b [c](d)") == (
        r"\:red\[x\] \*y\* \`z\` \$a\$ \#b \[c\]\(d\)"
    )


def test_a_candidate_is_written_into_an_own_set_alone(empty_store, tmp_path, monkeypatch):
    shipped = opened(now="fixed-100c~bm25~100")
    assert shipped.button(key="tune_candidate").disabled
    folder = write_golden_set(tmp_path / "own" / "ours")
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    monkeypatch.setattr("pages.ui.stored.find_golden_set", lambda name: folder)
    app = opened(set="ours", now="fixed-100c~bm25~100")
    app.button(key="tune_candidate").click().run()
    assert not app.exception
    assert "with fixed-100c as its candidate" in app.success[0].value
    assert '["fixed-100c"]' in (folder / "decision.toml").read_text()
    (folder / "decision.toml").write_text("candidates = [")
    app.button(key="tune_candidate").click().run()
    assert "Nothing was written" in words(app) and not app.exception


def test_a_document_or_question_that_is_gone_is_said_to_be_and_leaves_the_address(run):
    app = opened(document="zz.md", open="zz")
    said = [info.value for info in app.info]
    assert "Document: what this link names is not there any more." in said
    assert "The question this link names is not in this golden set." in said
    assert "document" not in app.query_params and "open" not in app.query_params


def test_what_is_said_of_a_link_outlives_the_pages_own_drawing(run):
    """The counted bill draws the page anew within a second, before anybody could read."""
    app = opened(document="zz.md")
    app.session_state["link_kept"] = app.session_state["link_said"]
    app.run()
    assert [i.value for i in app.info] == ["Document: what this link names is not there any more."]
    assert not app.run().info, "the reader's own step ends it"
