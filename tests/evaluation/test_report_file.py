"""A report in a file is read whole, or refused in one line that says what is wrong, and where."""

import json
from copy import deepcopy
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.compare_runs import compare
from evaluation.report_file import read_report
from tests.evaluation.reports import golden_set, report, result, variant

GOLDEN = golden_set(3)
ROW = ("variants", 0, "results", 0, "per_question", 0)
ASKED = ("run", "golden_set", "asked", 0)


def made():
    return report(GOLDEN, [variant([result(GOLDEN, [1, 0, 1])])])


def put(found, place, value):
    """The report with another value at a place."""
    *way, last = place
    reduce(lambda part, name: part[name], way, found)[last] = value
    return found


def read(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_report(path)


def test_a_report_is_read_as_it_is(tmp_path):
    assert read(tmp_path, json.dumps(made())) == made()


def test_what_an_earlier_version_did_not_keep_may_be_missing(tmp_path):
    found = made()
    del found["run"]["golden_set"]["asked"], found["run"]["golden_set"]["revisions"]
    del found["variants"][0]["index"]["fingerprint"]
    for row in found["variants"][0]["results"][0]["per_question"]:
        del row["rank"], row["document_rank"], row["complete"], row["document_hit"]
    assert read(tmp_path, json.dumps(found)) == found


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (("schema",), ["x"], "schema a list; allowed is 'chunking-report/1'"),
        (("run",), [], "run is a list; allowed is an object"),
        (("run", "id"), "", "run.id is ''; allowed is a text that is not empty"),
        (("run", "created"), None, "run.created is None; allowed is a text"),
        (("run", "fill"), 1, "run.fill is 1; allowed is a text"),
        (("run", "golden_set"), "made", "run.golden_set is 'made'; allowed is an object"),
        (("run", "golden_set", "name"), 3, "run.golden_set.name is 3; allowed is a text"),
        (("run", "golden_set", "digest"), {}, "run.golden_set.digest is an object"),
        (("run", "golden_set", "revisions"), ["q00.md"], "revisions is a list; allowed is an obj"),
        (("run", "golden_set", "revisions", "q00.md"), 1, "revisions.q00.md is 1; allowed is a te"),
        (("run", "golden_set", "asked"), {}, "asked is an object; allowed is a list"),
        ((*ASKED, "id"), "q01", "asked[1] is a second question 'q01'"),
        ((*ASKED, "id"), ["q00"], "asked[0].id is a list"),
        ((*ASKED, "text"), None, "asked[0].text is None"),
        ((*ASKED, "weight"), 0, "asked[0].weight is 0; allowed is a number above 0"),
        ((*ASKED, "weight"), -1, "asked[0].weight is -1; allowed is a number from 0"),
        ((*ASKED, "weight"), "2", "asked[0].weight is '2'"),
        ((*ASKED, "weight"), True, "asked[0].weight is True"),
        ((*ASKED, "weight"), 10**400, "asked[0].weight is 1000000000"),
        ((*ASKED, "documents"), "q00.md", "asked[0].documents is 'q00.md'; allowed is a list"),
        ((*ASKED, "documents"), [{}], "asked[0].documents[0] is an object"),
        ((*ASKED, "documents"), [], "id is 'q00'; allowed is the id of an answerable question"),
        ((*ASKED, "evidence"), 1, "asked[0].evidence is 1"),
        ((*ASKED, "places"), [], "asked[0].places is a list"),
        (("variants",), {}, "variants is an object; allowed is a list"),
        (("variants", 0), "x", "variants[0] is 'x'; allowed is an object"),
        (("variants", 0, "id"), 1, "variants[0].id is 1"),
        (("variants", 0, "index"), None, "variants[0].index is None; allowed is an object"),
        (("variants", 0, "index", "fingerprint"), {}, "index.fingerprint is an object"),
        (("variants", 0, "results"), None, "variants[0].results is None; allowed is a list"),
        ((*ROW[:4], "retriever"), None, "results[0].retriever is None"),
        ((*ROW[:4], "budget_tokens"), "60", "budget_tokens is '60'; allowed is a whole number"),
        ((*ROW[:4], "budget_tokens"), 60.5, "budget_tokens is 60.5; allowed is a whole number"),
        ((*ROW[:4], "budget_tokens"), 0, "budget_tokens is 0"),
        ((*ROW, "id"), "q99", "per_question[0].id is 'q99'; allowed is the id of an answerable"),
        ((*ROW, "id"), None, "per_question[0].id is None"),
        ((*ROW, "outcome"), None, "per_question[0].outcome is None; allowed is a text"),
        ((*ROW, "hit"), "1", "per_question[0].hit is '1'; allowed is a number from 0 to 1"),
        ((*ROW, "hit"), 2, "per_question[0].hit is 2; allowed is a number from 0 to 1"),
        ((*ROW, "hit"), [], "per_question[0].hit is a list"),
        ((*ROW, "complete"), "yes", "per_question[0].complete is 'yes'"),
        ((*ROW, "document_hit"), -0.5, "per_question[0].document_hit is -0.5"),
        ((*ROW, "rank"), 0, "per_question[0].rank is 0; allowed is a whole number above 0"),
        ((*ROW, "document_rank"), "1", "per_question[0].document_rank is '1'"),
        (("run", "seed"), "\ud800", "holds half a character"),
        (("run", "\ud800"), 1, "holds half a character"),
    ],
)
def test_a_value_that_is_not_what_it_has_to_be_is_named_with_its_place(
    tmp_path, place, value, told
):
    with pytest.raises(ValueError) as error:
        read(tmp_path, json.dumps(put(made(), place, value)))
    assert str(error.value).startswith(f"{tmp_path / 'a.json'}: ") and "\n" not in str(error.value)
    assert told in str(error.value) and len(str(error.value)) < 300


@pytest.mark.parametrize(
    "place",
    [
        ("run",),
        ("run", "id"),
        ("run", "golden_set", "digest"),
        ("run", "golden_set", "revisions"),
        (*ASKED, "weight"),
        ("variants",),
        ("variants", 0, "index"),
        (*ROW, "hit"),
        (*ROW, "outcome"),
    ],
)
def test_what_is_missing_is_named(tmp_path, place):
    found = made()
    del reduce(lambda part, name: part[name], place[:-1], found)[place[-1]]
    with pytest.raises(ValueError, match=rf"{place[-1]} is missing"):
        read(tmp_path, json.dumps(found))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ("{\n\nno", "no JSON: Expecting property name"),
        (b"\xff\xfe\x00", "no JSON: 'utf-8' codec can't decode"),
        ("9" * 5_000, "no JSON: Exceeds the limit"),
        ('{"schema": NaN}', "NaN is no number of JSON"),
        ("null", "schema None; allowed is 'chunking-report/1', so this is no report of run"),
        ("[]", "schema None"),
        ('{"schema": "x/1"}', "schema 'x/1'"),
        ('{"schema": "chunking-report/1", "a": 1e999}', "a number in it is too large"),
        (
            '{"schema": "chunking-report/1", "a": ' + "[" * 60 + "]" * 60 + "}",
            "nested more than 32 deep",
        ),
    ],
)
def test_what_is_no_report_at_all(tmp_path, text, told):
    with pytest.raises(ValueError) as error:
        read(tmp_path, text)
    assert told in str(error.value) and str(error.value).startswith(f"{tmp_path / 'a.json'}: ")


def test_a_result_that_is_held_twice_is_refused_rather_than_dropped(tmp_path):
    found = made()
    found["variants"] *= 2
    with pytest.raises(ValueError, match=r"variants\[1\].results\[0\] is a second result of recur"):
        read(tmp_path, json.dumps(found))


def places(value, way=()):
    yield way
    parts = value.items() if isinstance(value, dict) else ()
    for name, part in enumerate(value) if isinstance(value, list) else parts:
        yield from places(part, (*way, name))


PLACES = [place for place in places(made()) if place]
ODD = st.sampled_from([None, True, -1, 0, 0.5, 10**400, "", "1", [], [[]], {}, {"id": 1}])


@settings(max_examples=400)
@given(st.sampled_from(PLACES), ODD)
def test_whatever_stands_anywhere_is_refused_or_can_be_compared(tmp_path_factory, place, value):
    path = tmp_path_factory.getbasetemp() / "odd.json"
    path.write_text(json.dumps(put(deepcopy(made()), place, value)))
    try:
        found = read_report(path)
    except ValueError as error:
        assert str(path) in str(error)
        return
    try:
        compare(made(), found).stored()
        compare(found, made()).stored()
    except ValueError as error:
        assert "no result in common" in str(error)
