"""From rules to a printed decision, in a real browser: declare, run, read, decide, print."""

import io
import re
import tomllib
from pathlib import Path
from urllib.parse import urlencode

import pypdfium2
import pytest
from playwright.sync_api import expect

from tests.browser.waiting import settled
from tests.pages.decisions import write_decision
from tests.pages.factory import write_golden_set

WAIT = 60_000
# BM25 alone, so that no model is loaded and the run takes seconds.
RULES = {
    "p.baseline": "recursive-120c",
    "p.candidates": "fixed-60c",
    "p.retrievers": "bm25",
    "p.budget_tokens": "60",
    "p.robustness.fill": "none",
}
WHY = "Two documents <b>speak</b> for no others :red[yet]."


@pytest.fixture
def tiny(place):
    """The small golden set as an own one, which a job of its own process finds too."""
    folder = write_golden_set(place / "own" / "tiny")
    (folder / "golden_set.toml").write_text('name = "tiny"\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def decided(place):
    """A decided run of `handbook` in the store."""
    return write_decision(place / "sets" / "handbook", place / "store")


def pages_of(page):
    """What printing gives: the sheets, and the text of all."""
    settled(page)
    printed = pypdfium2.PdfDocument(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    return printed, "".join(sheet.get_textpage().get_text_range() for sheet in printed)


def test_rules_are_declared_run_decided_by_and_printed(tiny, server, page, browser):
    page.goto(f"{server}/decide?{urlencode({'set': 'tiny', **RULES})}")
    seal = page.get_by_role("button", name="Seal and run")
    expect(seal).to_be_enabled(timeout=WAIT)
    expect(page.get_by_text("declared before any candidate was seen")).to_be_visible()

    adopt = page.get_by_role("textbox", name="Adopt at, points")
    adopt.fill("five")
    adopt.press("Enter")
    fault = page.get_by_role("alert").filter(has_text="five: allowed is a number from 0 to 100")
    expect(fault.first).to_be_visible(timeout=WAIT)
    expect(seal).to_be_disabled()
    adopt.fill("6")
    adopt.press("Enter")
    page.wait_for_url("**p.adopt_at=6**", timeout=WAIT)
    expect(seal).to_be_enabled(timeout=WAIT)
    told = page.get_by_text("its hash: ").inner_text().removeprefix("its hash: ")
    seal.click()

    headline = page.get_by_role("heading", name="Keep recursive-120c")
    expect(headline).to_be_visible(timeout=2 * WAIT)
    expect(page.get_by_text("Verified just now against the store")).to_contain_text(told)
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=WAIT)
    assert "run=" in page.url and "job=" not in page.url and "p.adopt_at" not in page.url

    page.get_by_role("textbox", name="Your name").fill("Ana Weber")
    page.get_by_role("textbox", name="Your name").press("Enter")
    page.get_by_role("textbox", name="Why").fill(WHY)
    page.get_by_role("textbox", name="Why").press("Control+Enter")
    settled(page)
    page.get_by_role("button", name="Record the decision").click()
    expect(page.locator(".cbd-decision")).to_contain_text(WHY, timeout=WAIT)
    expect(page.locator(".cbd-decision")).to_contain_text("Keep the baseline, recursive-120c")

    printed, text = pages_of(page)
    assert len(printed) == 1
    width, height = printed[0].get_size()
    assert (round(width), round(height)) == (595, 842), "A4"
    assert "Ana Weber" in text and "fixed-60c under BM25" in text and "sealed" in text
    assert "worth a trial from 3" in text, "the picture is printed"
    for screen in ("Record the decision", "Golden set", "Start", "Seal and run"):
        assert screen not in text, "no control is printed"

    other = browser.new_page()
    other.goto(page.url)
    expect(other.locator(".cbd-decision")).to_contain_text("Ana Weber", timeout=WAIT)
    other.close()


def test_a_file_fills_the_form_and_a_bad_one_leaves_it(server, page):
    page.goto(f"{server}/decide?view=declare&p.adopt_at=8")
    adopt = page.get_by_role("textbox", name="Adopt at, points")
    expect(adopt).to_have_value("8", timeout=WAIT)
    sent = page.get_by_test_id("stFileUploaderDropzoneInput")
    sent.set_input_files({"name": "a.toml", "mimeType": "text/plain", "buffer": b"adopt = 1"})
    expect(page.get_by_text("unknown adopt; allowed are baseline")).to_be_visible(timeout=WAIT)
    expect(adopt).to_have_value("8")
    rules = b"""baseline = "fixed-90c"
    candidates = ["sentence-90c"]
    adopt_at = 9
    [gate]
    require = "adopt"
    """
    sent.set_input_files({"name": "b.toml", "mimeType": "text/plain", "buffer": rules})
    expect(adopt).to_have_value("9", timeout=WAIT)
    expect(page.get_by_role("combobox", name="Baseline")).to_have_value("fixed-90c")
    with page.expect_download() as download:
        page.get_by_role("button", name="The protocol as a file").click()
    made = tomllib.loads(Path(download.value.path()).read_text())
    assert (made["baseline"], made["candidates"]) == ("fixed-90c", ["sentence-90c"])
    assert made["gate"]["require"] == "adopt" and made["costs"]["corpus_tokens"] == 100_000_000


def test_a_question_that_gets_worse_opens_on_its_page(decided, server, page):
    page.goto(f"{server}/decide")
    details = page.locator(".cbd-payers").first
    details.locator("summary").click(timeout=WAIT)
    details.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question", timeout=WAIT)
    assert re.search(r"run=\w+&question=q\d&variant=fixed-60c", page.url)


def test_both_views_hold_at_390_pixels_and_run_no_script(decided, server, page):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.set_viewport_size({"width": 390, "height": 844})
    hostile = {"p.costs.currency": "<img src=x onerror=alert(1)>", "p.level": "<script>alert(1)"}
    for query in ({}, {"view": "declare", **hostile}, {"lang": "zh"}):
        page.goto(f"{server}/decide?{urlencode(query)}")
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT)
        settled(page)
        wide, seen = page.evaluate(
            """(() => { const main = document.querySelector("[data-testid=stMain]");
            return [main.scrollWidth, main.clientWidth]; })()"""
        )
        assert wide <= seen
    assert alerts == []
