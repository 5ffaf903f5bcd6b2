"""The paths a person takes, in a real browser against a real server."""

from playwright.sync_api import expect

WAIT = 20_000


def watch_for_page_not_found(page):
    """Notes in the page whether "Page not found" ever shows, however briefly."""
    page.add_init_script(
        """window.flashed = false;
        new MutationObserver(() => {
          if (document.body && document.body.innerText.includes("Page not found"))
            window.flashed = true;
        }).observe(document, {childList: true, subtree: true, characterData: true});"""
    )


def test_a_deep_link_is_the_first_request_of_a_fresh_server(fresh_server, page):
    watch_for_page_not_found(page)
    page.goto(f"{fresh_server}/question?question=q2&variant=structure-120c&retriever=bm25")
    expect(page.get_by_role("heading", level=1)).to_have_text("Question", timeout=WAIT)
    expect(page.get_by_role("link", name="Start")).to_be_visible(timeout=WAIT)
    chosen = page.get_by_role("combobox", name="Variant and retriever")
    expect(chosen).to_have_value("structure-120c · BM25", timeout=WAIT)
    expect(page.locator(".cb-text mark.cb-answer").first).to_be_visible(timeout=WAIT)
    assert page.evaluate("window.flashed") is False


def test_questions_are_walked_through_by_their_links(server, page):
    page.goto(f"{server}/question?question=q1&variant=structure-120c&retriever=bm25")
    page.get_by_text("Next question").click(timeout=WAIT)
    expect(page.get_by_text("How large is Solo?").last).to_be_visible(timeout=WAIT)
    expect(page.locator(".cb-text mark.cb-answer").first).to_contain_text("200", timeout=WAIT)
    assert "question=q2" in page.url and "variant=structure-120c" in page.url
    page.get_by_text("Previous question").click(timeout=WAIT)
    expect(page.locator(".cb-text mark.cb-answer").first).to_contain_text("28 days", timeout=WAIT)


def test_nothing_scrolls_sideways_at_390_pixels(server, page):
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("", "/question?question=q3", "/cuts?strategy=fixed&size_characters=100"):
        page.goto(server + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=WAIT)
        page.wait_for_timeout(1500)
        wide, seen = page.evaluate(
            """(() => { const main = document.querySelector("[data-testid=stMain]");
            return [main.scrollWidth, main.clientWidth]; })()"""
        )
        assert wide <= seen


def test_document_text_runs_no_script(server, page):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.goto(f"{server}/question?question=q3&variant=recursive-120c&retriever=bm25")
    expect(page.get_by_text("<b>5</b>").first).to_be_visible(timeout=WAIT)
    expect(page.get_by_text(":red[now]").first).to_be_visible(timeout=WAIT)
    assert alerts == []


def test_a_document_is_cut_as_the_controls_say_and_the_link_keeps_it(server, page, browser):
    page.goto(f"{server}/cuts?strategy=fixed&size_characters=100")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Where do the cuts fall?", timeout=WAIT
    )
    expect(page.locator(".cb-chunk").first).to_contain_text("1 of", timeout=WAIT)
    expect(page.locator(".js-plotly-plot").first).to_be_visible(timeout=WAIT)
    assert page.locator(".cb-overlap").count() == 1, "only the key's"
    page.get_by_role("slider", name="Overlap, % of the size").press("ArrowRight")
    expect(page.locator(".cb-chunk .cb-overlap").first).to_be_visible(timeout=WAIT)
    page.wait_for_url("**overlap_percent=5**", timeout=WAIT)
    other = browser.new_page()
    other.goto(page.url)
    expect(other.locator(".cb-chunk .cb-overlap").first).to_be_visible(timeout=WAIT)
    other.close()
