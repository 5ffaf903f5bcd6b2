"""The page of one question: as the URL names it, and what it says to names it does not know."""

from functools import partial

import pytest
import streamlit as st

from golden_sets.reading import GoldenSetError
from tests.pages import apps
from tests.pages.factory import write_run

opened = partial(apps.opened, "question")


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def test_the_url_chooses_question_variant_and_retriever(run):
    app = opened(run=run["run"]["id"], question="q2", variant="fixed-120c", retriever="bm25")
    assert app.selectbox(key="question_name").value == "q2"
    assert app.selectbox(key="question_first").value == ("fixed-120c", "bm25")
    assert app.selectbox(key="question_second").value == ("", "")
    # The legend has a mark too, without a title.
    assert '<mark class="cb-answer" title="answer passage">| Solo | 200 |</mark>' in html(app)


def test_hostile_text_is_shown_literally(run):
    shown = html(opened(run=run["run"]["id"], question="q3"))
    assert "&lt;b&gt;5&lt;/b&gt;" in shown
    assert "<b>5" not in shown and "<script" not in shown
    assert "$x$" in shown and ":red[now]" in shown


def test_an_unanswerable_question_says_there_is_nothing_to_find(run):
    app = opened(run=run["run"]["id"], question="q4")
    assert "No answer in the documents" in app.success[0].value


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"run": "nope"}, "This run is not in the store"),
        ({"question": "nope"}, "no such question"),
        ({"budget": "7"}, "no such budget"),
        ({"variant": "nope", "retriever": "bm25"}, "no such variant"),
    ],
)
def test_a_stale_name_gets_one_sentence(run, query, sentence):
    app = opened(**query)
    assert sentence in app.info[0].value


def test_a_link_to_share_names_everything_it_shows(run):
    shown = opened().query_params
    assert shown["run"] == run["run"]["id"]
    assert {"question", "variant", "retriever", "budget"} <= set(shown)


def neighbours(app):
    links = [part.proto for part in app.get("page_link")]
    return {link.label: link.query_string for link in links}


def test_the_questions_before_and_after_are_one_click_away(run):
    shown = neighbours(opened(question="q2", variant="fixed-120c", retriever="vector"))
    assert "question=q1&variant=fixed-120c&retriever=vector" in shown["Previous question"]
    assert "question=q3&variant=fixed-120c&retriever=vector" in shown["Next question"]


def test_there_is_nothing_before_the_first_and_after_the_last(run):
    first, last = neighbours(opened(question="q1")), neighbours(opened(question="q4"))
    assert "Previous question" not in first and "Next question" in first
    assert "Previous question" in last and "Next question" not in last


def test_a_run_whose_contexts_are_not_stored_says_so(run, monkeypatch):
    def none(*_):
        raise KeyError("no contexts")

    monkeypatch.setattr("evaluation.store.RunStore.contexts", none)
    assert "holds no context" in opened(question="q1").info[0].value


def test_a_run_without_an_answerable_question_says_so(empty_store, tmp_path):
    lines = tmp_path / "handbook" / "questions.jsonl"
    lines.write_text('{"id": "q4", "question": "Who founded it?", "evidence": []}')
    write_run(tmp_path / "handbook", empty_store)
    assert "no answerable question" in opened().info[0].value


def test_without_a_run_it_says_what_makes_one(empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs.Jobs.start", lambda *_: pytest.fail("started"))
    app = opened()
    assert "The start page makes the first" in app.info[0].value


PAIR = {
    "variant": "fixed-120c",
    "retriever": "bm25",
    "with": "structure-120c",
    "with_retriever": "vector",
}


def words(app):
    shown = (*app.info, *app.success, *app.warning, *app.markdown, *app.caption, *app.text)
    return "\n".join(str(element.value) for element in shown)


def test_two_variants_stand_side_by_side_under_the_same_budget(run):
    app = opened(question="q1", **PAIR)
    shown = html(app)
    assert 'id="first-variant"' in shown and 'id="second-variant"' in shown
    assert shown.index("fixed-120c · BM25") < shown.index("structure-120c · vector")
    assert 'href="#second-variant"' in shown, "a jump for narrow screens"
    assert "of 60 tokens used" in words(app)
    assert app.query_params["with"] in ("structure-120c", ["structure-120c"])


def test_text_that_both_contexts_hold_is_told_apart(run):
    """The same variant twice shares all of its text; alone there is nothing to share."""
    twice = {**PAIR, "with": "fixed-120c", "with_retriever": "bm25"}
    shown = html(opened(question="q2", **twice))
    assert "cb-both" in shown.split("</style>")[-1] or '<div class="cb-unit cb-both">' in shown
    assert '<div class="cb-unit cb-own">' not in shown
    alone = html(opened(question="q2", variant="fixed-120c", retriever="bm25"))
    assert '<div class="cb-unit cb-' not in alone


def test_a_second_variant_that_is_gone_leaves_the_first(run):
    app = opened(question="q1", **{**PAIR, "with": "nope"})
    assert "no such second variant" in words(app)
    assert "with" not in app.query_params
    assert app.selectbox(key="question_second").value == ("", "")


def test_the_budget_can_be_chosen_where_there_are_several(empty_store, tmp_path):
    write_run(tmp_path / "handbook", empty_store, budgets=(60, 200))
    app = opened(question="q1", budget="200", **PAIR)
    assert "of 200 tokens used" in words(app)
    (control,) = [one for one in app.get("button_group") if one.key == "question_budget"]
    assert control.value == "200"
    control.set_value("60").run()
    assert "of 60 tokens used" in words(app) and app.query_params["budget"] in ("60", ["60"])


def test_questions_are_filtered_by_outcome_and_walked_within_the_filter(run):
    scores = {
        score["id"]: score["outcome"]
        for variant in run["variants"]
        if variant["id"] == "fixed-120c"
        for result in variant["results"]
        if result["retriever"] == "bm25"
        for score in result["per_question"]
    }
    app = opened(question="q4", outcome="not_applicable", variant="fixed-120c", retriever="bm25")
    assert app.selectbox(key="question_name").options == ["q4 · Who founded the company?"]
    assert not {"Previous question", "Next question"} & set(neighbours(app))
    other = next(name for name in scores)
    app.selectbox(key="question_outcome").set_value(scores[other]).run()
    same = [name for name, outcome in scores.items() if outcome == scores[other]]
    shown = [option.split(" · ")[0] for option in app.selectbox(key="question_name").options]
    assert shown == same, "and q4 is gone, which has another outcome"
    assert app.query_params["outcome"] == scores[other]


def test_a_linked_question_outside_of_the_filter_is_shown_all_the_same(run):
    app = opened(question="q1", outcome="not_applicable")
    assert app.selectbox(key="question_name").value == "q1"
    assert "Not among the 1 of this filter" in words(app)


def test_an_outcome_that_no_question_has_shows_all(run):
    app = opened(outcome="nonsense")
    assert "all are shown" in words(app)
    assert len(app.selectbox(key="question_name").options) == 4


def test_ranks_say_of_how_many(run):
    (variant,) = [one for one in run["variants"] if one["id"] == "fixed-120c"]
    app = opened(question="q2", variant="fixed-120c", retriever="bm25")
    chunks = variant["index"]["chunks"]
    (line,) = [one.value for one in app.caption if "Answer complete" in one.value]
    assert f"of at most the best {chunks} of {chunks} chunks" in line


def test_a_run_whose_golden_set_is_gone_still_shows_what_it_holds(run, monkeypatch):
    def gone(name):
        raise GoldenSetError("no golden set")

    monkeypatch.setattr("pages.ui.stored.find_golden_set", gone)
    app = opened(question="q1", **PAIR)
    assert "not at hand, so its text is not shown" in words(app)
    assert "How many days off does someone get?" in words(app), "the run keeps the question"
    assert "Answer complete" in words(app)
    assert "Its text is not at hand. Characters" in html(app)
    assert "leave.md" in html(app) and "28 days" not in html(app)


def test_a_golden_set_that_changed_shows_text_only_where_it_is_what_the_run_used(run, tmp_path):
    limits = tmp_path / "handbook" / "documents" / "limits.md"
    limits.write_text("Other text, and so other places.\n" + limits.read_text("utf-8"), "utf-8")
    st.cache_resource.clear()
    kept = opened(question="q1", variant="fixed-120c", retriever="bm25")
    assert "has changed since this run" in words(kept) and "28 days" in html(kept)
    changed = html(opened(question="q2", variant="fixed-120c", retriever="bm25"))
    assert "Its text is not at hand" in changed
    assert "Other text" not in changed and "Solo" not in changed
    assert "holds none of it" not in changed, "nobody knows what the units hold"


def test_the_source_document_has_a_lane_a_strategy(run):
    app = opened(question="q1", variant="fixed-120c-o24", retriever="bm25")
    shown = html(app)
    lanes = app.multiselect(key="question_lanes").value
    assert lanes == [
        "fixed-120c-o24",
        "recursive-120c",
        "structure-120c",
        "parent_child-120c",
        "semantic-120c",
    ]
    assert shown.count('class="cb-lane"') == 5, "the run's own vectors are stored"
    assert "fixed-120c-o24: chunk 1 of" in shown
    assert 'tabindex="0"' in shown and 'aria-label="' in shown


def test_a_lane_without_vectors_says_so_instead_of_cutting_by_another_models(run, monkeypatch):
    report = {**run, "run": {**run["run"], "embedding_model": {"name": "x", "revision": "y"}}}
    monkeypatch.setattr("pages.ui.stored.report", lambda name: report)
    shown = html(opened(question="q1", variant="semantic-120c", retriever="bm25"))
    assert "not drawn: the store holds no sentence vectors" in shown
    assert shown.count('class="cb-lane"') == 4


def test_lanes_are_named_by_the_url_and_unknown_ones_left_out(run):
    app = opened(question="q1", lanes="structure-120c,nope")
    assert app.multiselect(key="question_lanes").value == ["structure-120c"]
    assert "1 variant that this link names is not in this run" in words(app)


def test_the_title_of_the_lanes_says_who_cuts_the_answer(run):
    title = next(m.value for m in opened(question="q1").markdown if "piece" in m.value)
    assert title.startswith("## ")


def test_a_question_without_a_document_at_hand_draws_none(run, monkeypatch):
    monkeypatch.setattr("evaluation.store.RunStore.contexts", lambda *_: [])
    app = opened(question="q4")
    assert not [m for m in app.multiselect if m.key == "question_lanes"]


def test_the_second_variant_can_be_taken_away_again(run):
    """What a link names is put back on arrival, and not after the person changed it."""
    app = opened(question="q1", **PAIR)
    app.selectbox(key="question_second").set_value(("", "")).run()
    assert "with" not in app.query_params
    assert 'id="second-variant"' not in html(app)
