"""A database that goes and comes back under pages that are open, in a real browser."""

from playwright.sync_api import expect

from tests.browser.conftest import serving, with_a_run

WAIT = 60_000


def test_pages_work_again_once_the_database_is_back(tmp_path, browser):
    with_a_run(tmp_path)
    database = tmp_path / "store" / "chunkboard.sqlite"
    with serving(tmp_path) as address:
        page = browser.new_page()
        page.goto(f"{address}/runs")
        expect(page.get_by_text("1 of 1 runs, the newest first")).to_be_visible(timeout=WAIT)
        database.rename(database.with_name("away"))
        page.reload()
        expect(page.get_by_text("This page cannot go on:")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text(f"{database} is gone")).to_be_visible()
        expect(page.get_by_role("link", name="Compare")).to_be_visible()
        database.with_name("away").rename(database)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("1 of 1 runs, the newest first")).to_be_visible(timeout=WAIT)
        expect(page.get_by_text("This page cannot go on:")).to_have_count(0)
        page.close()
    assert "Traceback" not in (tmp_path / "store.log").read_text()
