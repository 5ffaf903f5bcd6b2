"""Bills of reports made by hand, and as the command prints them."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from rich.console import Console

from evaluation.bills import bills
from evaluation.bills_table import (
    header_bills,
    knee_lines,
    overlap_bills,
    power_lines,
    print_bills,
)
from evaluation.command_line import main
from evaluation.knee import knee
from evaluation.paired_change import change, values
from evaluation.plain_words import detectable_words
from evaluation.price import Price, parse_price
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.reports import golden_set, report, result, variant
from tests.evaluation.small import write_small

GOLDEN = golden_set(12)
LOW, HIGH = [1] * 2 + [0] * 10, [1] * 10 + [0] * 2


def two_overlaps(**more):
    return report(
        GOLDEN,
        [
            variant([result(GOLDEN, HIGH, [2] * 10 + [None] * 2)], 80, tokens=1_250_000),
            variant([result(GOLDEN, LOW, [4, 6] + [None] * 10)]),
            variant([result(GOLDEN, HIGH)], 160, tokens=1_600_000),
        ],
        **more,
    )


def test_a_step_is_charged_and_credited_against_the_step_before():
    (bill,) = bills(two_overlaps(), GOLDEN, Price(0.1, "EUR")).overlap
    first, second, third = bill.points
    assert [point.step for point in bill.points] == ["0 %", "20 %", "40 %"]
    assert (first.added_tokens, first.gain, first.ranks, first.gained) == (0, None, {}, ())
    assert (second.index_tokens, second.added_tokens) == (1_250_000, 250_000)
    # All that is embedded is paid, the pass of semantic over its sentences too.
    assert second.cost == pytest.approx(0.175)
    assert second.added_cost == pytest.approx(0.025)
    assert (second.context_duplication, second.blurred_citations) == (0.25, 0.2)
    assert second.gain["value"] == pytest.approx(8 / 12)
    assert len(second.gained) == 8 and second.lost == ()
    assert third.gain["value"] == 0 and third.total == second.gain
    assert third.added_tokens == 350_000
    ranks = second.ranks["rank"]
    assert (ranks.n, ranks.before, ranks.after, ranks.difference["value"]) == (2, 5, 2, -3)


def test_the_knee_is_named_by_its_variant():
    (bill,) = bills(two_overlaps(), GOLDEN).overlap
    assert bill.knee == "recursive-400c-o80"
    (line,) = knee_lines([bill])
    assert line.startswith("knee at 20 %, no later step is shown to gain")
    assert line.endswith(": recursive-400c vector 600")


def test_bm25_embeds_nothing_but_what_cutting_embeds():
    pair = [variant([result(GOLDEN, LOW, retriever="bm25")], n) for n in (0, 80)]
    (bill,) = bills(report(GOLDEN, pair), GOLDEN, Price(2.0)).overlap
    assert [point.cost for point in bill.points] == [1.0, 1.0]


@pytest.mark.parametrize("retriever", ["vector", "hybrid", "chroma"])
def test_every_retriever_that_searches_vectors_pays_for_those_of_its_chunks(retriever):
    pair = [variant([result(GOLDEN, LOW, retriever=retriever)], n) for n in (0, 80)]
    (bill,) = bills(report(GOLDEN, pair), GOLDEN, Price(2.0)).overlap
    # 1,000,000 tokens of chunks and 500,000 of what cutting embeds, at 2 a million.
    assert [point.cost for point in bill.points] == [3.0, 3.0]


def test_mean_ranks_count_each_question_by_its_weight():
    asked = (replace(GOLDEN.questions[0], weight=3.0), *GOLDEN.questions[1:])
    golden = replace(GOLDEN, questions=asked)
    pair = [
        variant([result(golden, LOW, [4, 6] + [None] * 10)]),
        variant([result(golden, LOW, [2, 2] + [None] * 10)], 80),
    ]
    (bill,) = bills(report(golden, pair), golden).overlap
    ranks = bill.points[1].ranks["rank"]
    # Before (3 x 4 + 6) / 4; moved by (3 x -2 - 4) / 4.
    assert (ranks.n, ranks.before, ranks.after) == (2, 4.5, 2.0)


def test_the_run_s_seed_is_the_knee_s(monkeypatch):
    seeds = []

    def spied(hits, questions, level=0.95, seed=0):
        seeds.append(seed)
        return knee(hits, questions, level, seed)

    monkeypatch.setattr("evaluation.bills.knee", spied)
    bills(two_overlaps(seed=7), GOLDEN)
    assert seeds == [7]


def test_the_caption_names_the_kind_of_the_intervals_that_are_shown(capsys):
    def of(*hits, prints="abc"):
        made = zip((0, 80, 160), hits, prints, strict=False)
        curve = [variant([result(GOLDEN, h)], n, fingerprint=p) for n, h, p in made]
        return bills(report(GOLDEN, curve), GOLDEN)

    unmoved = of(LOW, LOW)
    assert unmoved.interval == "Wilson over 12 clusters"
    print_bills(unmoved, Console(width=250))
    out = capsys.readouterr().out
    assert "95 % intervals, Wilson over 12 clusters;" in out and "t interval" not in out
    moved = "t interval over 12 clusters"
    assert of(LOW, HIGH).interval == moved
    # From LOW to HIGH and no further: the second step has nothing that varies.
    assert of(LOW, HIGH, HIGH).interval == f"{moved} or Wilson over 12 clusters"
    assert of(LOW, HIGH, HIGH, prints="abb").interval == moved, "a gain not shown has no kind"


def test_below_the_bills_stands_what_their_questions_could_have_shown(capsys):
    some = [1] * 3 + [0] * 9
    curve = [variant([result(GOLDEN, h)], n) for n, h in ((0, LOW), (80, some), (160, HIGH))]
    found = bills(report(GOLDEN, curve), GOLDEN)
    (bill,) = found.overlap
    hits = [values(result_["per_question"]) for one in curve for result_ in one["results"]]
    shown = [change(*pair, GOLDEN.questions).detectable for pair in pairwise(hits)]
    assert [point.detectable for point in bill.points] == [None, *shown]
    # One question of 12 that moves varies less than seven do: the least is what holds for all.
    assert shown[0] < shown[1]
    (line,) = power_lines([bill])
    assert line == f"recursive-400c vector 600: {detectable_words(shown[1], 12)}"
    assert len(power_lines([bill, replace(bill, retriever="bm25")])) == 1
    print_bills(found, Console(width=250))
    out = capsys.readouterr().out
    assert out.index("The bill for overlap") < out.index(line) < out.index("no knee")


def test_where_nothing_varies_what_could_have_been_shown_is_not_known():
    pair = [variant([result(GOLDEN, LOW)], headers=headers) for headers in ("none", "path")]
    (line,) = power_lines(bills(report(GOLDEN, pair), GOLDEN).headers)
    assert line == f"recursive-400c vector 600: {detectable_words(None, 12)}"


def test_headers_have_a_bill_for_each_overlap_run_with_and_without():
    made = [
        variant([result(GOLDEN, hits)], overlap, headers, tokens)
        for overlap, headers, hits, tokens in (
            (0, "none", LOW, 1_000_000),
            (80, "none", LOW, 1_200_000),
            (0, "path", HIGH, 1_300_000),
            (160, "none", LOW, 1_400_000),
        )
    ]
    found = bills(report(GOLDEN, made), GOLDEN)
    assert header_bills(found.headers).row_count == 2
    (bill,) = found.headers
    assert (bill.name, bill.knee, bill.why) == ("recursive-400c", None, "")
    assert [point.step for point in bill.points] == ["none", "path"]
    assert bill.points[1].added_tokens == 300_000
    assert len(bill.points[1].gained) == 8
    assert [bill.headers for bill in found.overlap] == ["none"]


def test_an_overlap_that_starts_at_a_sentence_is_a_curve_of_its_own_from_the_same_start():
    made = [variant([result(GOLDEN, LOW)], snap=False)]
    made += [variant([result(GOLDEN, HIGH)], 80, snap=snap) for snap in (False, True)]
    found = bills(report(GOLDEN, made), GOLDEN).overlap
    assert [bill.points[1].variant for bill in found] == [
        "recursive-400c-o80",
        "recursive-400c-o80-snap",
    ]
    assert {bill.name for bill in found} == {"recursive-400c"}


def test_what_has_no_overlap_of_0_or_no_second_result_has_no_bill():
    alone = [variant([result(GOLDEN, LOW)], overlap) for overlap in (80, 160)]
    assert bills(report(GOLDEN, alone), GOLDEN).overlap == ()
    partial = [variant([result(GOLDEN, LOW)]), variant([], 80)]
    assert bills(report(GOLDEN, partial), GOLDEN).overlap == ()


def test_identical_chunks_are_no_gain_of_nothing():
    same = [variant([result(GOLDEN, LOW)], n, fingerprint="f") for n in (0, 80)]
    found = bills(report(GOLDEN, same), GOLDEN)
    assert [point.identical for point in found.overlap[0].points] == [False, True]
    for one in same:
        del one["index"]["fingerprint"]
    assert not bills(report(GOLDEN, same), GOLDEN).overlap[0].points[1].identical


def test_a_run_of_another_golden_set_has_no_bill_here():
    with pytest.raises(ValueError, match="run r1 is of another golden set"):
        bills(two_overlaps(), golden_set(13))


def test_bills_are_json_and_a_page_can_be_drawn_from_them(capsys):
    found = bills(two_overlaps(), GOLDEN)
    stored = json.loads(json.dumps(found.stored(), allow_nan=False))
    assert stored["schema"] == "chunking-bills/1"
    assert stored["price"]["per_million"] == 0.02 and "assumed" in stored["price"]["basis"]
    assert stored["overlap"][0]["points"][1]["gain"]["n"] == 12
    print_bills(found, Console(width=250))
    out = capsys.readouterr().out
    assert "0.02 USD a million embedding tokens (assumed: text-embedding-3-small as listed" in out
    assert "+66.7 (" in out and "+250,000 (25.0)" in out


def test_tables_hold_a_row_a_point():
    found = bills(two_overlaps(), GOLDEN)
    assert overlap_bills(found.overlap).row_count == 3
    assert header_bills(found.headers).row_count == 0


@pytest.mark.parametrize(
    ("given", "price"),
    [("0.13", (0.13, "USD")), (" 2 eur", (2.0, "EUR")), (".5CHF", (0.5, "CHF")), ("0", (0, "USD"))],
)
def test_a_price_as_people_write_it(given, price):
    found = parse_price(given)
    assert (found.per_million, found.currency, found.basis) == (*price, "as given")


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    return str(write_small(tmp_path / "small"))


def run_bills(small, *more):
    return main(["bills", small, "--store", "store", "--size", "120", "--budget", "60", *more])


def test_bills_prints_both_tables_keeps_the_run_and_writes_json(small, tmp_path, capsys):
    given = ["--strategies", "fixed,structure", "--steps", "0,20%,40%", "--price", "1EUR"]
    assert run_bills(small, *given, "--json", "bills.json") == 0
    out = capsys.readouterr().out
    assert "The bill for overlap" in out and "The bill for headers" in out
    assert "1 EUR a million embedding tokens (as given)" in out
    assert "no knee, too few clusters of documents" in out
    stored = json.loads((tmp_path / "bills.json").read_text())
    # 2 strategies, headers off and on, 2 retrievers; and headers at 3 overlaps.
    assert (len(stored["overlap"]), len(stored["headers"])) == (8, 12)
    assert [len(bill["points"]) for bill in stored["overlap"]] == [3] * 8
    assert main(["runs", "--store", "store"]) == 0
    assert stored["run"] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--steps", "10%,20%"], "steps '10%,20%'; allowed are two or more that rise from 0"),
        (["--steps", "0"], "allowed are two or more"),
        (["--steps", "0,40%,20%"], "that rise from 0"),
        (["--steps", "0,much"], "overlap 'much'; allowed is a count or a percentage"),
        (["--steps", "0,120%"], "allowed is 0 to below the size"),
        (["--size", "0"], "size 0; allowed is at least 1"),
        (["--size", "-3", "--steps", "0,10%"], "size -3; allowed is at least 1"),
        (["--size", "1"], "of 1 characters they are 0,0,0,0,0"),
        (["--price", "cheap"], "price 'cheap'; allowed is 0 or more a million tokens"),
        (["--price=-1"], "price '-1'"),
        (["--price", "9" * 400], "allowed is 0 or more"),
        (["--strategies", "mixed"], "'mixed' has none"),
        (["--strategies", "clever"], "unknown strategy 'clever'"),
        (["--retrievers", "web"], "unknown retriever 'web'"),
        (["--json", "no/such.json"], "there is no folder"),
        (["--headers", "none"], "unrecognized arguments"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(small, tmp_path, capsys, arguments, message):
    assert run_bills(small, *arguments) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
    assert not (tmp_path / "store").exists()
