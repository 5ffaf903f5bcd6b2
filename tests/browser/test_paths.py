"""The paths of a review meeting, each in both languages, on a projector and on a phone.

What a path shows in detail is tested with its page; here it is walked from end to end.
"""

import io
from urllib.parse import parse_qs, urlencode, urlsplit

import pypdfium2
import pytest
from playwright.sync_api import expect

from golden_sets.language import speaking, tr
from tests.browser.test_decide import RULES
from tests.browser.waiting import settled
from tests.pages.factory import write_golden_set

WAIT = 30_000
SIZES = {1280: {"width": 1280, "height": 900}, 390: {"width": 390, "height": 844}}


@pytest.fixture(params=[(lang, width) for lang in ("en", "zh") for width in SIZES], ids=str)
def way(request, page):
    """A language, which `tr` speaks in the test too, and a width, which the page has."""
    lang, width = request.param
    page.set_viewport_size(SIZES[width])
    with speaking(lang):
        yield lang, width


def heading(page, level=1):
    return page.get_by_role("heading", level=level).first


def fits(page):
    return page.evaluate(
        """(() => { const main = document.querySelector("[data-testid=stMain]");
        return main.scrollWidth <= main.clientWidth; })()"""
    )


def test_a_first_visit_ends_at_a_finding_and_an_opened_question(server, page, way):
    page.goto(f"{server}/?lang={way[0]}")
    expect(heading(page)).to_have_text(tr("Where should our documents be cut?"), timeout=WAIT)
    expect(heading(page, 3)).to_contain_text("95 %", timeout=WAIT)
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=WAIT)
    assert fits(page)
    page.get_by_text(tr("Open on a page of its own")).first.click()
    expect(heading(page)).to_have_text(tr("Question"), timeout=WAIT)
    expect(page.locator(".cb-text mark.cb-answer").first).to_be_visible(timeout=WAIT)
    assert "variant=" in page.url and "question=" in page.url
    assert fits(page)


def test_a_setting_is_moved_and_pinned(server, page, way):
    page.goto(f"{server}/tune?now=fixed-100c~bm25~100&pin=structure-400c~bm25~100&lang={way[0]}")
    expect(heading(page, 2)).to_contain_text("structure-400c", timeout=WAIT)
    page.get_by_role("slider", name=tr("Overlap, % of the size")).press("ArrowRight")
    page.wait_for_url("**now=fixed-100c-o5~bm25~100**", timeout=WAIT)
    expect(heading(page, 2)).to_contain_text("fixed-100c-o5", timeout=WAIT)
    page.get_by_role("button", name=tr("Pin this")).click()
    page.wait_for_url("**pin=fixed-100c-o5~bm25~100**", timeout=WAIT)
    said = tr("This is the pinned setting itself: move a control to hold another against it")
    expect(heading(page, 2)).to_have_text(said, timeout=WAIT)
    assert fits(page)


def test_a_cell_of_the_map_opens_its_question_under_its_variant(server, page, way):
    page.goto(f"{server}/compare?section=map&retriever=bm25&lang={way[0]}")
    table = page.locator("[data-testid=stDataFrame] canvas").first
    expect(table).to_be_visible(timeout=WAIT)
    # The table's own accessible cells stand in the page once it is drawn.
    page.locator("#glide-cell-1-0").wait_for(state="attached", timeout=WAIT)
    variant = page.locator("#glide-cell-0-2").text_content().split(" ")[0]
    settled(page)
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    # Rows are 35 pixels high, and so is the header; the columns of questions are 40 wide.
    page.mouse.click(box["x"] + 250, box["y"] + 35 * 3.5)
    panel = page.get_by_text(tr("Open this question under this result"))
    expect(panel).to_be_visible(timeout=WAIT)
    panel.click()
    expect(heading(page)).to_have_text(tr("Question"), timeout=WAIT)
    page.wait_for_url("**question=q**", timeout=WAIT)
    named = parse_qs(urlsplit(page.url).query)
    assert (named["variant"], named["retriever"], named["budget"]) == ([variant], ["bm25"], ["60"])


@pytest.fixture
def fresh_set(place, way):
    """An own set that no result of is stored, whatever was run before; its name."""
    name = "-".join(map(str, way))
    folder = write_golden_set(place / "own" / name)
    (folder / "golden_set.toml").write_text(f'name = "{name}"\n', encoding="utf-8")
    return name


def test_rules_are_declared_run_decided_by_and_printed(fresh_set, server, page, way):
    page.goto(f"{server}/decide?{urlencode({'set': fresh_set, **RULES, 'lang': way[0]})}")
    seal = page.get_by_role("button", name=tr("Seal and run"))
    expect(seal).to_be_enabled(timeout=WAIT)
    assert fits(page)
    seal.click()
    kept = tr("Keep {baseline}: no candidate is shown to be better", baseline="recursive-120c")
    expect(page.get_by_role("heading", name=kept)).to_be_visible(timeout=4 * WAIT)
    for field, words, end in (
        (tr("Your name"), "Ana Weber", "Enter"),
        (tr("Why"), "Too few questions.", "Control+Enter"),
    ):
        page.get_by_role("textbox", name=field, exact=True).fill(words)
        page.get_by_role("textbox", name=field, exact=True).press(end)
    settled(page)
    page.get_by_role("button", name=tr("Record the decision")).click()
    expect(page.locator(".cbd-decision")).to_contain_text("Too few questions.", timeout=WAIT)
    assert fits(page)
    settled(page)
    printed = pypdfium2.PdfDocument(io.BytesIO(page.pdf(prefer_css_page_size=True)))
    text = "".join(sheet.get_textpage().get_text_range() for sheet in printed)
    assert len(printed) == 1
    assert "Ana Weber" in text and tr("Decision on record") in text
    assert tr("Record the decision") not in text, "no control is printed"


def test_a_shared_link_opens_the_same_in_a_fresh_browser(server, page, way, browser):
    page.goto(f"{server}/?lang={way[0]}")
    on = page.get_by_role("radio", name=tr("on"), exact=True)
    on.click(timeout=WAIT)
    page.wait_for_url("**headers=on**", timeout=WAIT)
    settled(page)
    said = heading(page, 3).inner_text()
    other = browser.new_page(viewport=SIZES[way[1]])
    other.goto(page.url)
    expect(heading(other)).to_have_text(tr("Where should our documents be cut?"), timeout=WAIT)
    chosen = other.get_by_role("radio", name=tr("on"), exact=True)
    expect(chosen).to_have_attribute("aria-checked", "true", timeout=WAIT)
    expect(heading(other, 3)).to_have_text(said, timeout=WAIT)
    other.close()
