"""The page Compare in a real browser: a link and its sections."""

from playwright.sync_api import expect

WAIT = 20_000


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
