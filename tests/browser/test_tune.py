"""Tuning in a real browser: move, pin, open a question, share the link, make vectors."""

import pytest
from playwright.sync_api import expect

from tests.pages.factory import write_golden_set

WAIT = 20_000
LONG = 90_000


@pytest.fixture
def ours(place):
    """An own set, which a job in a process of its own finds too."""
    folder = write_golden_set(place / "own" / "ours")
    (folder / "golden_set.toml").write_text('name = "ours"\n', encoding="utf-8")


def finding(page):
    return page.get_by_role("heading", level=2).first


def test_a_setting_is_moved_and_pinned_and_its_link_shared(fresh_server, page, browser):
    page.goto(f"{fresh_server}/tune?now=fixed-100c~bm25~100&pin=structure-400c~bm25~100")
    expect(finding(page)).to_contain_text("the pinned structure-400c", timeout=WAIT)
    page.get_by_role("slider", name="Overlap, % of the size").press("ArrowRight")
    page.wait_for_url("**now=fixed-100c-o5~bm25~100**", timeout=WAIT)
    expect(finding(page)).to_contain_text("fixed-100c-o5", timeout=WAIT)
    expect(page.locator(".cb-chunk .cb-overlap").first).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Pin this").click()
    page.wait_for_url("**pin=fixed-100c-o5~bm25~100**", timeout=WAIT)
    expect(finding(page)).to_contain_text("This is the pinned setting itself", timeout=WAIT)
    page.get_by_role("radio", name="tokens", exact=True).click()
    page.wait_for_url("**now=fixed-100t-o5~bm25~100**", timeout=WAIT)
    expect(finding(page)).to_contain_text("fixed-100t-o5", timeout=WAIT)
    expect(page.get_by_text("3 settings tried on these questions")).to_be_visible(timeout=WAIT)
    said = finding(page).inner_text()
    other = browser.new_page()
    other.goto(page.url)
    expect(finding(other)).to_have_text(said, timeout=WAIT)
    other.close()


def test_what_overlap_costs_is_drawn_when_the_controls_rest(server, page):
    page.goto(f"{server}/tune?now=fixed-100c-o20~bm25~100")
    expect(page.get_by_text("At 20 % overlap: +")).to_be_visible(timeout=WAIT)
    expect(page.locator(".js-plotly-plot")).to_have_count(3, timeout=WAIT)


def test_a_changed_question_opens_under_both_by_its_link(server, page):
    page.goto(f"{server}/tune?now=structure-25t~bm25~100&pin=fixed-25t~bm25~100")
    expect(finding(page)).to_contain_text("the pinned fixed-25t", timeout=WAIT)
    page.get_by_role("link", name="q3").click(timeout=WAIT)
    page.wait_for_url("**open=q3**", timeout=WAIT)
    expect(page.locator(".cb-text mark.cb-answer").first).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("Pinned · fixed-25t · BM25 · 100 tokens")).to_be_visible()


def test_vectors_are_made_in_a_process_of_their_own(server, page, ours):
    """The page says what is missing, stays alive meanwhile, and has numbers behind it."""
    query = "set=ours&now=structure-100c~vector~100&pin=fixed-100c~vector~100&vectors_by=use"
    page.goto(f"{server}/tune?{query}")
    expect(page.get_by_text("have no vector of universal-sentence-encoder")).to_be_visible(
        timeout=WAIT
    )
    page.get_by_role("button", name="Make these vectors").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible(timeout=WAIT)
    expect(finding(page)).to_contain_text("the pinned fixed-100c", timeout=LONG)
    expect(page.get_by_text("vectors by universal-sentence-encoder")).to_be_visible(timeout=WAIT)


def test_nothing_scrolls_sideways_at_390_pixels_in_chinese(server, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/tune?now=fixed-100c-o20~bm25~100&open=q3&lang=zh")
    expect(page.get_by_text("重叠 20 % 时")).to_be_visible(timeout=WAIT)
    wide, seen = page.evaluate(
        """(() => { const main = document.querySelector("[data-testid=stMain]");
        return [main.scrollWidth, main.clientWidth]; })()"""
    )
    assert wide <= seen
