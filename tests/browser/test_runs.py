"""Runs in a real browser: two compared, one taken away and brought back, one deleted."""

import copy

import pytest
from playwright.sync_api import expect

from evaluation.database import open_store
from evaluation.store import RunStore

WAIT = 20_000


@pytest.fixture(scope="module")
def two(place):
    """A second run in which two questions have another hit; both ids."""
    store = RunStore(open_store(place / "store"))
    first = store.report(store.runs()[0].id)
    made = copy.deepcopy(first)
    made["run"] |= {"id": "later", "created": "2026-12-30T00:00:00Z", "seed": 7}
    result = made["variants"][0]["results"][0]
    for row in result["per_question"][:2]:
        row |= {"hit": 1 - row["hit"], "complete": 0.0, "outcome": "split"}
    store.save(made, {})
    return first["run"]["id"], "later"


def test_two_runs_are_compared_and_a_question_opens_from_there(server, two, page, browser):
    page.goto(f"{server}/runs?run={two[0]}")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "What was run, and what changed?", timeout=WAIT
    )
    page.get_by_role("combobox", name="Compared with another run").click(timeout=WAIT)
    page.get_by_role("option").filter(has_text="later").click(timeout=WAIT)
    expect(page.get_by_text("No change can be told from chance").first).to_be_visible(timeout=WAIT)
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=WAIT)
    page.wait_for_url(f"**run={two[0]}**with=later**", timeout=WAIT)
    other = browser.new_page()
    other.goto(page.url)
    expect(other.locator(".cb-moved li").first).to_be_visible(timeout=WAIT)
    other.close()
    page.locator(".cb-moved li a").first.click(timeout=WAIT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Question", timeout=WAIT)
    assert f"run={two[0]}" in page.url and "question=q" in page.url


def test_a_chart_is_saved_under_a_name_that_says_what_it_is(server, two, page):
    page.goto(f"{server}/runs?run={two[0]}&with={two[1]}")
    expect(page.locator(".js-plotly-plot")).to_have_count(2, timeout=WAIT)
    chart = page.locator(".js-plotly-plot").last
    expect(chart).to_be_visible(timeout=WAIT)
    chart.hover()
    with page.expect_download(timeout=WAIT) as saved:
        chart.locator(".modebar-btn").first.click()
    assert saved.value.suggested_filename == f"changes-{two[0]}-later.svg"
    drawn = saved.value.path().read_text("utf-8")
    assert drawn.startswith("<svg") and "points" in drawn


def test_the_report_opens_without_a_network_and_saves_its_charts(
    server, two, page, browser, tmp_path
):
    run = two[0]
    page.goto(f"{server}/runs?run={run}")
    page.get_by_text("Take it away").click(timeout=WAIT)
    with page.expect_download(timeout=WAIT) as saved:
        page.get_by_role("button", name="Report (HTML)").click(timeout=WAIT)
    assert saved.value.suggested_filename == f"handbook-{run}.html"
    path = tmp_path / "report.html"
    saved.value.save_as(path)
    alone = browser.new_context(offline=True, accept_downloads=True).new_page()
    faults = []
    alone.on("console", lambda message: faults.append(message.text))
    alone.on("pageerror", lambda error: faults.append(str(error)))
    alone.goto(path.as_uri())
    expect(alone.locator(".js-plotly-plot").first).to_be_visible(timeout=WAIT)
    for kind, starts in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with alone.expect_download(timeout=WAIT) as picture:
            alone.get_by_role("button", name=f"Save as {kind}").first.click()
        assert picture.value.suggested_filename == f"handbook-{run}-60-hit-rate.{kind.lower()}"
        assert picture.value.path().read_bytes().startswith(starts)
    assert faults == []
    alone.context.close()


def test_a_run_is_exported_deleted_and_undone_and_imported_again(fresh_server, page, tmp_path):
    run = RunStore(open_store(tmp_path / "store")).runs()[0].id
    page.goto(f"{fresh_server}/runs?run={run}")
    page.get_by_text("Take it away").click(timeout=WAIT)
    with page.expect_download(timeout=WAIT) as saved:
        page.get_by_role("button", name="Whole run (ZIP)").click(timeout=WAIT)
    path = tmp_path / "run.zip"
    saved.value.save_as(path)
    page.get_by_role("button", name="Delete this run").click(timeout=WAIT)
    expect(page.get_by_text(f"Run {run} is deleted.")).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Undo").click(timeout=WAIT)
    expect(page.get_by_role("heading", name=f"Run {run}")).to_be_visible(timeout=WAIT)
    page.get_by_text("Import a run").click(timeout=WAIT)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text("run.zip").first).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Import", exact=True).click(timeout=WAIT)
    expect(page.get_by_text("nothing was changed")).to_be_visible(timeout=WAIT)


def test_nothing_scrolls_sideways_at_390_pixels(server, two, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/runs?run={two[0]}&with={two[1]}")
    expect(page.locator(".cb-moved li").first).to_be_visible(timeout=WAIT)
    wide, seen = page.evaluate(
        """(() => { const main = document.querySelector("[data-testid=stMain]");
        return [main.scrollWidth, main.clientWidth]; })()"""
    )
    assert wide <= seen
