"""The page Compare in a real browser: a link, its sections, and the map that opens a question."""

from playwright.sync_api import expect

WAIT = 20_000


def open_map(server, page, more=""):
    page.goto(f"{server}/compare?section=map&retriever=bm25{more}")
    heading = page.get_by_role("heading", level=2)
    expect(heading).to_contain_text("question", timeout=WAIT)
    table = page.locator("[data-testid=stDataFrame] canvas").first
    expect(table).to_be_visible(timeout=WAIT)
    # The table's own accessible cells stand in the page once it is drawn.
    page.locator("#glide-cell-1-0").wait_for(state="attached", timeout=WAIT)
    return table


def test_a_section_is_chosen_and_its_link_opens_it_again(server, page, browser):
    page.goto(f"{server}/compare")
    expect(page.get_by_role("heading", level=2)).to_contain_text("Highest measured", timeout=WAIT)
    page.get_by_role("radio", name="Differences").click(timeout=WAIT)
    finding = page.get_by_role("heading", level=2)
    expect(finding).to_contain_text("recursive-120c", timeout=WAIT)
    page.wait_for_url("**section=differences**", timeout=WAIT)
    assert "run=" in page.url
    other = browser.new_page()
    other.goto(page.url)
    expect(other.get_by_role("heading", level=2)).to_have_text(finding.inner_text(), timeout=WAIT)
    other.close()


def test_a_cell_of_the_map_opens_its_question_under_its_variant(server, page):
    table = open_map(server, page)
    variant = page.locator("#glide-cell-0-2").text_content().split(" ")[0]
    page.wait_for_timeout(500)
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    # Rows are 35 pixels high, and so is the header; the columns of questions are 40 wide.
    page.mouse.click(box["x"] + 250, box["y"] + 35 * 3.5)
    panel = page.get_by_text("Open this question under this result")
    expect(panel).to_be_visible(timeout=WAIT)
    panel.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question", timeout=WAIT)
    page.wait_for_url("**question=q**", timeout=WAIT)
    assert f"variant={variant}&" in f"{page.url}&"
    assert "retriever=bm25" in page.url and "budget=60" in page.url


def test_nothing_scrolls_sideways_at_390_pixels(server, page):
    page.set_viewport_size({"width": 390, "height": 844})
    for section in ("rates", "differences", "outcomes", "map"):
        page.goto(f"{server}/compare?section={section}")
        expect(page.get_by_role("heading", level=2)).to_be_visible(timeout=WAIT)
        page.wait_for_timeout(1000)
        wide, seen = page.evaluate(
            """(() => { const main = document.querySelector("[data-testid=stMain]");
            return [main.scrollWidth, main.clientWidth]; })()"""
        )
        assert wide <= seen, section
