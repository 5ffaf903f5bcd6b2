"""The interface in Chinese: chosen in the sidebar, kept on the way, shared by a link."""

import re

from playwright.sync_api import expect

from tests.pages.factory import LEAVE, LIMITS, QUESTIONS

WAIT = 20_000
# All that is read on a page, seen or heard, as (where, text).
READ = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue.trim()) {
      const parent = node.parentElement;
      if (!parent.closest("script, style, noscript, pre, [translate=no]"))
        found.push([parent.closest("[data-testid]")?.dataset.testid || "", node.nodeValue]);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const name of ["aria-label", "title", "placeholder", "data-title"])
        if (node.hasAttribute(name)) found.push([name, node.getAttribute(name)]);
    }
  }
  return found;
}"""
# Names, the same in every language: what has a digit, a dot or a hyphen in it is one, or a tag;
# and what is quoted, which may end inside a word.
NAME = re.compile(r"<[^>]*>|“[^”]*|\S*[\d_/.~=@-]\S*")
NAMES = {
    "Chunkboard", "English", "Language", "token", "tokens", "Streamlit", "Enter", "Tab", "Ctrl",
    "handbook", "ours", "manual", "policy", "Ana", "Weber", "Wilson", "MB", "USD", "GB", "UTC",
    "MD", "MARKDOWN", "TXT", "HTML", "XHTML", "DOCX", "PDF", "CSV", "TSV", "ZIP", "TOML", "JSON",
    "SVG", "PNG", "LangChain", "Python", "Markdown", "Chroma", "auto", "minilm", "use", "id",
    "red", "alert", "hash", "semantic", "mixed", "recursive", "structure", "fixed", "sentence",
    "markdown", "html",
}  # fmt: skip
# The documents and questions of the small golden set.
TEXTS = " ".join([LEAVE, LIMITS, *(str(one["question"]) for one in QUESTIONS)])
SPOKEN = {word.lower() for word in re.findall("[A-Za-z]+", TEXTS)}
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
        expect(page).to_have_url(re.compile("lang=zh"), timeout=WAIT)
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


def settled(page):
    expect(heading(page)).to_be_visible(timeout=WAIT)
    for _ in range(2):
        page.wait_for_timeout(150)
        expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=WAIT)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=WAIT)


def left(page):
    """English on the page that is neither a name nor a golden set's: ours, or a library's own."""
    found = set()
    for where, text in page.evaluate(READ):
        words = re.findall("[A-Za-z]{2,}", NAME.sub(" ", text))
        if any(word not in NAMES and word.lower() not in SPOKEN for word in words):
            found.add((where, text.strip()[:90]))
    return sorted(found)


def test_no_english_is_left_on_a_page_in_chinese_not_even_a_librarys_own(server, page):
    found = {}
    for path in ("", "own", "golden-set", "tune", "compare", "question", "cuts", "decide", "runs"):
        page.goto(f"{server}/{path}?lang=zh")
        settled(page)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.wait_for_timeout(100)
        found |= {path: lines} if (lines := left(page)) else {}
    assert not found, "\n".join(f"{path}: {one}" for path in found for one in found[path])
    # What Streamlit says only when it is asked or refuses.
    page.get_by_test_id("stMainMenuButton").click()
    expect(page.get_by_test_id("stMainMenuItem-theme-Light")).to_contain_text("浅色")
    assert left(page) == []
    page.keyboard.press("Escape")
    page.goto(f"{server}/own?lang=zh")
    settled(page)
    wrong = {"name": "q1", "mimeType": "q/q", "buffer": b"1"}
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(wrong)
    expect(page.get_by_text("不支持此类文件（q/q）。")).to_be_visible(timeout=WAIT)
    page.goto(f"{server}/cuts?lang=zh")
    settled(page)
    page.get_by_test_id("stSelectbox").first.locator("input").fill("q1q1")
    expect(page.get_by_text("没有匹配项")).to_be_visible(timeout=WAIT)
    assert left(page) == []


def test_streamlits_words_are_english_again_for_a_reader_of_english(server, page):
    page.goto(f"{server}/own?lang=zh")
    settled(page)
    expect(page.get_by_text("选择文件", exact=True)).to_be_visible(timeout=WAIT)
    page.get_by_role("radio", name="English").click()
    expect(page.get_by_text("Upload", exact=True)).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("button", name="Main menu")).to_be_visible(timeout=WAIT)
    assert not any(re.search("[\u4e00-\u9fff]{3}", text) for _, text in page.evaluate(READ))


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
