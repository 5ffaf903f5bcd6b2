"""The interface in Chinese: chosen in the sidebar, kept on the way, shared by a link."""

import re

from playwright.sync_api import expect

WAIT = 20_000
PAGES = (
    ("切分", "切分位置落在哪里？"),
    ("编写", "编写黄金集"),
    ("开始", "我们的文档应当在何处切分？"),
)


def heading(page):
    return page.get_by_role("heading", level=1)


def test_chinese_is_chosen_kept_on_every_page_and_shared_by_a_link(server, page, browser):
    page.goto(server)
    expect(heading(page)).to_have_text("Where should our documents be cut?", timeout=WAIT)
    page.get_by_role("radio", name="中文").click()
    expect(heading(page)).to_have_text("我们的文档应当在何处切分？", timeout=WAIT)
    for link, title in PAGES:
        page.get_by_role("link", name=link, exact=True).click()
        expect(heading(page)).to_have_text(title, timeout=WAIT)
        expect(page).to_have_title(re.compile(link), timeout=WAIT)
        assert "lang=zh" in page.url
        expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.reload()
    expect(heading(page)).to_have_text("我们的文档应当在何处切分？", timeout=WAIT)
    page.get_by_role("radio", name="开", exact=True).click(timeout=WAIT)
    page.wait_for_url("**headers=on**", timeout=WAIT)
    other = browser.new_page(locale="en-US")
    other.goto(page.url)
    expect(heading(other)).to_have_text("我们的文档应当在何处切分？", timeout=WAIT)
    expect(other.get_by_role("radio", name="开", exact=True)).to_have_attribute(
        "aria-checked", "true", timeout=WAIT
    )
    expect(other.get_by_role("heading", level=3).first).to_contain_text("95 %", timeout=WAIT)
    expect(other.locator(".js-plotly-plot").first).to_contain_text("命中率", timeout=WAIT)
    expect(other).to_have_title(re.compile("开始"), timeout=WAIT)
    other.close()


def test_a_reader_of_english_opens_a_chinese_link_and_goes_on_in_english(server, page):
    """The link names settings by id, so they hold in either language."""
    page.goto(f"{server}/cuts?lang=zh&strategy=fixed&unit=tokens")
    expect(page.get_by_role("radio", name="固定窗口")).to_have_attribute(
        "aria-checked", "true", timeout=WAIT
    )
    page.get_by_role("radio", name="English").click()
    expect(page.get_by_role("radio", name="fixed")).to_have_attribute(
        "aria-checked", "true", timeout=WAIT
    )
    expect(page.get_by_text("Size, tokens", exact=True)).to_be_visible(timeout=WAIT)
    assert "lang=" not in page.url and "strategy=fixed" in page.url
    expect(page).to_have_title("Cuts · Chunkboard")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_browser_that_speaks_chinese_is_answered_in_chinese(server, browser):
    page = browser.new_page(locale="zh-CN")
    page.goto(f"{server}/write")
    expect(heading(page)).to_have_text("编写黄金集", timeout=WAIT)
    take = page.locator(".cbw-take-answer")
    expect(take).to_have_text("选为答案", timeout=WAIT)
    assert "lang=" not in page.url
    page.close()


def test_nothing_scrolls_sideways_at_390_pixels_in_chinese(server, page):
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/?lang=zh", "/cuts?lang=zh&strategy=fixed", "/write?lang=zh"):
        page.goto(server + path)
        expect(heading(page)).to_contain_text(re.compile("[\u4e00-\u9fff]"), timeout=WAIT)
        page.wait_for_timeout(1500)
        wide, seen = page.evaluate(
            """(() => { const main = document.querySelector("[data-testid=stMain]");
            return [main.scrollWidth, main.clientWidth]; })()"""
        )
        assert wide <= seen
