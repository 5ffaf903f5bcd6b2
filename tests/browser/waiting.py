"""When a page has come to rest."""

from playwright.sync_api import expect

WAIT = 20_000
# Streamlit's own word for "no script of this session runs".
RESTS = "[data-testid=stApp][data-test-script-state=notRunning]"


def settled(page, pause=150):
    """Waits until the page is drawn and no script runs on the server.

    Args:
        pause: Milliseconds in which what was just done reaches the server.
    """
    expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=WAIT)
    for _ in range(2):
        page.wait_for_timeout(pause)
        expect(page.locator(RESTS)).to_have_count(1, timeout=WAIT)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=WAIT)
