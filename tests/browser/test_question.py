"""A question, its document and its golden set, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.pages.factory import write_golden_set, write_run

WAIT = 20_000
PAIR = "variant=fixed-120c&retriever=bm25&with=structure-120c&with_retriever=bm25"


def fits(page):
    wide, seen = page.evaluate(
        """(() => { const main = document.querySelector("[data-testid=stMain]");
        return [main.scrollWidth, main.clientWidth]; })()"""
    )
    return wide <= seen


def test_two_variants_beside_each_other_and_the_jump_between_them(server, page):
    page.goto(f"{server}/question?question=q1&{PAIR}")
    first, second = page.locator("#first-variant"), page.locator("#second-variant")
    expect(second).to_be_visible(timeout=WAIT)
    # Fonts that arrive move lines for a moment.
    page.wait_for_function(
        """() => Math.abs(document.querySelector("#first-variant").getBoundingClientRect().y
            - document.querySelector("#second-variant").getBoundingClientRect().y) < 5""",
        timeout=WAIT,
    )
    assert first.bounding_box()["x"] < second.bounding_box()["x"], "side by side"
    assert not page.locator(".cb-jump").first.is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    jump = page.get_by_role("link", name="Jump to the second variant")
    expect(jump).to_be_visible(timeout=WAIT)
    assert second.bounding_box()["y"] > first.bounding_box()["y"] + 100, "one above the other"
    jump.click()
    page.wait_for_timeout(800)
    assert 0 <= second.bounding_box()["y"] < 600, "the page moved to it"
    assert "with=structure-120c" in page.url, "and kept what it shows"
    assert fits(page)


def test_boundaries_name_their_chunk_by_pointer_and_by_key(server, page):
    page.goto(f"{server}/question?question=q1&{PAIR}")
    tick = page.locator(".cb-tick").first
    expect(tick).to_be_visible(timeout=WAIT)
    lanes = page.locator(".cb-lanes")
    box, at = lanes.bounding_box(), tick.bounding_box()
    assert at["x"] > box["x"] + box["width"] / 2, "in its lane, beside the text"
    tick.scroll_into_view_if_needed()
    tick.hover()
    expect(tick.locator(".cb-tip")).to_be_visible()
    expect(tick.locator(".cb-tip")).to_contain_text("chunk 1 of")
    page.mouse.move(0, 0)
    expect(tick.locator(".cb-tip")).to_be_hidden()
    tick.focus()
    expect(tick.locator(".cb-tip")).to_be_visible()
    page.keyboard.press("Tab")
    expect(tick.locator(".cb-tip")).to_be_hidden()
    expect(page.locator(".cb-tick").nth(1).locator(".cb-tip")).to_be_visible()


def test_the_filtered_questions_are_reached_by_keys(server, page):
    page.goto(f"{server}/question?question=q1&variant=fixed-120c&retriever=bm25")
    control = page.get_by_role("combobox", name="Outcome under the first")
    expect(control).to_be_visible(timeout=WAIT)
    control.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("No answer")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Who founded the company?").last).to_be_visible(timeout=WAIT)
    page.wait_for_url("**outcome=not_applicable**", timeout=WAIT)
    assert "question=q4" in page.url


def test_from_a_question_to_its_golden_set_and_to_the_document(server, page):
    page.goto(f"{server}/question?question=q1&{PAIR}")
    page.get_by_role("link", name="In the golden set").click(timeout=WAIT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Golden set", timeout=WAIT)
    page.get_by_role("link", name="leave.md").first.click(timeout=WAIT)
    expect(page.locator(".cbg mark.cb-answer").first).to_contain_text("28 days", timeout=WAIT)
    assert "document=leave.md" in page.url and "question=q1" in page.url
    page.locator(".cbg a.cbg-q", has_text="q3").first.click()
    expect(page.get_by_text("What does it cost <i>now</i>?").last).to_be_visible(timeout=WAIT)
    assert "question=q3" in page.url


@pytest.mark.parametrize("path", ["/golden-set", "/golden-set?document=leave.md"])
def test_the_golden_set_fits_a_narrow_screen_in_both_languages(server, page, path):
    page.set_viewport_size({"width": 390, "height": 844})
    for spoken, title in (("en", "Golden set"), ("zh", "黄金集")):
        page.goto(f"{server}{path}{'&' if '?' in path else '?'}lang={spoken}")
        expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=WAIT)
        page.wait_for_timeout(1000)
        assert fits(page)


def test_document_text_runs_no_script(server, page):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.goto(f"{server}/golden-set?document=leave.md")
    expect(page.get_by_text("<b>5</b>").first).to_be_visible(timeout=WAIT)
    page.goto(f"{server}/question?question=q3&{PAIR}")
    expect(page.locator(".cb-lanes")).to_contain_text("<script>", timeout=WAIT)
    assert alerts == []


@pytest.fixture
def two_budgets(tmp_path):
    """Beside the server's own run, a newer one under two budgets; to be asked for first."""
    folder = write_golden_set(tmp_path / "other" / "handbook")
    return lambda: write_run(folder, tmp_path / "store", budgets=(60, 200))


def test_a_link_opens_under_the_budget_it_names(two_budgets, fresh_server, page):
    """The start page has a control of the budget bound to the address, which Streamlit takes out
    of the address on the way."""
    two_budgets()
    page.goto(f"{fresh_server}/?budget=200")
    page.get_by_text("Open on a page of its own").first.click(timeout=WAIT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Question", timeout=WAIT)
    expect(page.get_by_text("of 200 tokens used").first).to_be_visible(timeout=WAIT)
    assert "budget=200" in page.url
