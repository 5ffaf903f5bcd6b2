"""Links that name what is not there: on every page a sentence, and no error."""

from html import escape

import pytest
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy

from evaluation.protocol_form import default_draft
from pages.ui.decide_draft import PREFIX
from tests.pages import apps

BAD = "zz <b>none</b>"
# By page, what its address may name, and what else it must name for that to be looked at.
PAGES = {
    "start": {"set": {}, "snippet": {}, "cost_retriever": {}, "overlap": {}, "headers": {}},
    "own": {"set": {}},
    "golden_set": {
        **{name: {} for name in ("set", "view", "question", "kind", "class", "split", "tag")},
        "document": {"view": "documents"},
    },
    "write": {"set": {}, "document": {}, "question": {}},
    "tune": {"set": {}, "document": {}, "now": {}, "pin": {}, "vectors_by": {}, "open": {}},
    "compare": {
        **{name: {} for name in ("set", "run", "budget", "retriever", "section", "baseline")},
        **{name: {} for name in ("class", "kind", "split", "rows")},
    },
    "question": {
        **{name: {} for name in ("run", "question", "budget", "variant", "retriever", "outcome")},
        **{name: {} for name in ("with", "with_retriever", "document", "lanes")},
    },
    "cuts": {
        **{name: {} for name in ("set", "document", "strategy", "unit", "size", "size_characters")},
        **{name: {} for name in ("overlap_percent", "path", "snap", "expansion", "rules")},
        "size_tokens": {"unit": "tokens"},
        "expansion_tokens": {"expansion": "parent"},
        "separators": {"strategy": "recursive"},
    },
    "decide": {name: {} for name in ("set", "view", "run", "job")},
    "runs": {name: {} for name in ("set", "run", "with")},
}
# What a person writes freely, so no value is a bad one; and what every page has.
FREE = {"q", "p.costs.currency", "lang"}
DRAFT = set(default_draft()) - {"costs.currency"}


@pytest.fixture
def read(monkeypatch):
    """The names that pages look for in the address."""
    names = set()
    for method in ("get", "get_all", "__contains__", "__getitem__"):
        plain = getattr(QueryParamsProxy, method)

        def spied(self, key, *rest, plain=plain, **more):
            names.add(key)
            return plain(self, key, *rest, **more)

        monkeypatch.setattr(QueryParamsProxy, method, spied)
    return names


def again(app, **query):
    app.query_params.clear()
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, query
    return {part.value for part in (*app.info, *app.warning, *app.error)}


@pytest.mark.parametrize("page", PAGES)
def test_a_bad_value_gets_a_sentence(run, page, read):
    app = apps.app_of(page, known=True)
    read.clear()
    for name, more in PAGES[page].items():
        without = again(app, **more)
        said = again(app, **more, **{name: BAD})
        assert said - without, f"nothing is said of {name}"
        assert not any("<b>" in sentence for sentence in said)
    untried = {name for name in read - FREE - set(PAGES[page]) if not name.startswith(PREFIX)}
    assert not untried, "the page reads them, and no link above tries them"


def test_a_bad_value_of_the_draft_is_told_beside_its_field(run):
    app = apps.app_of("decide")
    again(app, view="declare", **{PREFIX + name: BAD for name in DRAFT})
    told = [html.proto.body for html in app.get("html") if 'class="cbd-fault"' in html.proto.body]
    assert len(told) == len(DRAFT) and all(escape(BAD) in one for one in told)
    assert app.button(key="decide_seal").disabled


def test_a_language_that_is_none_gets_a_sentence(run):
    app = apps.app_of("runs")
    again(app, lang=BAD)
    assert [one.value for one in app.info] == [
        "This link names a language that the pages do not speak; English is shown."
    ]
    assert "lang" not in app.query_params
