"""The page of cuts: any strategy on any document, as the URL names them."""

import re
from functools import partial

import pytest

from tests.evaluation.hash_embedder import HashEmbedder
from tests.pages import apps
from tests.pages.factory import HOSTILE

opened = partial(apps.opened, "cuts")


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def headline(app):
    return next(part.value for part in app.markdown if part.value.startswith("## "))


def figures(app):
    return {metric.label: metric.value for metric in app.metric}


def test_a_document_is_shown_as_cut_with_its_figures(run):
    app = opened()
    assert "1 chunk, no broken bonds" in headline(app)
    assert figures(app)["Duplication"] == "0 %"
    assert "7.2 However, staff on probation" in html(app)


def test_the_url_chooses_how_it_is_cut(run):
    app = opened(strategy="fixed", size_characters="100", overlap_percent="20")
    assert figures(app)["Overlap achieved, characters"] == "20"
    assert 'class="cb-overlap"' in html(app)


@pytest.mark.parametrize(
    "strategy", ["fixed", "recursive", "structure", "parent-child", "sentence"]
)
def test_every_strategy_without_a_model_shows_every_word(run, strategy):
    app = opened(strategy=strategy, size_characters="100", expansion="neighbours", path="true")
    shown = html(app)
    for words in ("28 days of leave a year", "probation get 2 days a month"):
        assert words in shown


def test_semantic_without_vectors_says_what_to_do_and_loads_no_model(run):
    app = opened(strategy="semantic")
    assert "no run has made those of this document" in app.info[0].value
    assert not app.metric


def test_semantic_cuts_by_the_vectors_a_run_has_made(run, monkeypatch):
    monkeypatch.setattr("pages.ui.stored.MiniLmEmbedder", HashEmbedder)
    assert "chunk" in headline(opened(strategy="semantic"))


def test_hostile_text_is_shown_literally(run):
    shown = html(opened(strategy="fixed", size_characters="2000"))
    assert "&lt;b&gt;5&lt;/b&gt;" in shown and "<b>5" not in shown and "<script" not in shown
    assert HOSTILE.split("\n")[1].split(" <b>")[0] in shown


def test_a_rule_that_is_switched_off_changes_the_cut(run):
    app = opened(unit="tokens", size_tokens="50")
    assert headline(app).endswith("2 chunks, no broken bonds")
    app.button_group(key="rules").set_value([])
    app.run()
    assert not app.exception
    assert headline(app).endswith("2 chunks, 1 broken bond"), "the title parted from what it heads"


def test_the_separators_are_shown_and_can_be_changed(run):
    app = opened(strategy="recursive", size_characters="150")
    shown = app.multiselect(key="separators").value
    assert shown == ["blank line", "newline", "sentence end", "semicolon", "comma", "space"]
    before = html(app)
    app.multiselect(key="separators").set_value(["space"]).run()
    assert not app.exception
    assert app.multiselect(key="separators").value == ["space"]
    assert html(app).split("</style>")[1] != before.split("</style>")[1]
    app.multiselect(key="separators").set_value([]).run()
    assert not app.exception
    assert [c.value for c in app.caption if "cut hard" in c.value]
    sizes = re.findall(r"(\d+) characters · ", html(app))
    assert sizes[0] == "150", "the first chunk ends where it is full, not at a separator"


def test_a_link_names_a_document_by_its_id(run):
    assert opened(document="limits.md").selectbox(key="document").value == "limits.md"


@pytest.mark.parametrize(
    ("query", "name", "said"),
    [
        ({"document": "zz.md"}, "document", "Document: what this link names is not there"),
        ({"overlap_percent": "60"}, "overlap_percent", "numbers from 0 to 50; 0 is shown"),
        ({"size": "5000"}, "size_characters", "numbers from 100 to 2,000; 400 is shown"),
        ({"size": "1e9"}, "size_characters", "Size, characters: this link asks for what is not"),
        ({"size_tokens": "x", "unit": "tokens"}, "size_tokens", "from 25 to 1,024; 100 is shown"),
        (
            {"expansion": "neighbours", "expansion_tokens": "-1"},
            "expansion_tokens",
            "numbers from 25 to 1,000; 200 is shown",
        ),
    ],
)
def test_a_link_that_cannot_be_followed_says_so_and_is_corrected(run, query, name, said):
    app = opened(**query)
    # The first drawing says it; a second one has a URL that holds.
    assert [info.value for info in app.info if said in info.value]
    assert name not in app.query_params and "size" not in app.query_params


def test_a_size_in_a_link_is_taken(run):
    app = opened(strategy="fixed", size="150", overlap_percent="0")
    assert app.slider(key="size_characters").value == 150
    assert app.query_params["size_characters"] == "150"
    app.slider(key="overlap_percent").set_value(20).run()
    assert app.query_params["overlap_percent"] == "20"
    app.slider(key="overlap_percent").set_value(0).run()
    assert "overlap_percent" not in app.query_params


@pytest.mark.parametrize("name", ["snap", "path"])
def test_a_switch_is_in_the_link_and_a_bad_value_is_said(run, name):
    app = opened(overlap_percent="20", **{name: "true"})
    assert app.toggle(key=name).value
    app.toggle(key=name).set_value(False).run()
    assert name not in app.query_params
    app = opened(**{name: "perhaps"})
    assert "Allowed are true and false" in app.info[0].value
    assert not app.toggle(key=name).value and name not in app.query_params


def test_a_table_for_mixed_that_cannot_be_used_is_told(run, tmp_path):
    (tmp_path / "handbook" / "mixed.toml").write_text("[a]\n")
    app = opened()
    assert app.metric and 'needs strategy = "..."' in app.code[0].value
