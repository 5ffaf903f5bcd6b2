"""Signing in at a real provider: signed out, as a reader, as an editor, and out again."""

import json
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import TimeoutError, expect

from evaluation.action_log import ActionLog, Wanted
from evaluation.database import open_store
from evaluation.store import RunStore
from tests.browser.conftest import free_port, serving, with_a_run
from tests.pages.people import AUTH, PEOPLE, SECRETS

WAIT = 20_000
RITA = {"sub": "rita", "email": "rita@example.org", "name": "<b>Rita</b> $x$ :red[r] 李雷"}
ANA = {"sub": "ana", "email": "ana@example.org", "name": "Ana Weber"}
for one in (RITA, ANA):
    one["email_verified"] = True


@pytest.fixture
def provider():
    """The address of a provider that knows two people."""
    port = free_port()
    given = [part for one in (RITA, ANA) for part in ("--user-claims", json.dumps(one))]
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port), *given]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    give_up = time.monotonic() + 60
    while True:
        try:
            urlopen(f"{address}/.well-known/openid-configuration", timeout=1).close()
            break
        except (URLError, OSError):
            assert time.monotonic() < give_up and process.poll() is None, "no provider"
            time.sleep(0.05)
    yield address
    process.terminate()
    process.wait(10)


@pytest.fixture
def place(tmp_path, provider, monkeypatch):
    """A store with a run, and a server's configuration in the environment."""
    secrets, people = tmp_path / "secrets.toml", tmp_path / "people.toml"
    secrets.write_text(AUTH.replace("http://127.0.0.1:9", provider), encoding="utf-8")
    people.write_text(PEOPLE, encoding="utf-8")
    monkeypatch.setenv("STREAMLIT_SECRETS_FILES", str(secrets))
    monkeypatch.setenv("CHUNKBOARD_PEOPLE", str(people))
    return with_a_run(tmp_path)


@pytest.fixture
def page(browser):
    """A page of a browser that no one has used; nothing leaves the machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.route(lambda url: not url.startswith("http://127.0.0.1:"), lambda one: one.abort())
    yield context.new_page()
    context.close()


def signed_in(page, who):
    page.get_by_role("button", name="Sign in").click(timeout=WAIT)
    page.get_by_role("button", name=who, exact=True).click(timeout=WAIT)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible(timeout=WAIT)


def signed_out(page):
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click(timeout=WAIT)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=WAIT)


def tooltip(page, control):
    """What shows while the mouse rests on the control; one that is drawn anew loses it."""
    shown = page.get_by_role("tooltip")
    for _ in range(10):
        page.mouse.move(0, 0)
        control.hover(force=True)
        try:
            return shown.inner_text(timeout=2_000)
        except TimeoutError:
            pass
    return ""


def test_signed_out_reader_editor_and_out_again(place, page):
    kept = open_store(place / "store")
    (run,) = [one.id for one in RunStore(kept).runs()]
    with serving(place) as server:
        link = f"{server}/runs?run={run}"
        page.goto(link)
        expect(page.get_by_text("Sign in to see what was run")).to_be_visible(timeout=WAIT)
        assert run not in page.locator("body").inner_text()
        assert page.locator("[data-testid=stSidebarNavLink]").count() == 0

        signed_in(page, "rita")
        expect(page).to_have_url(link, timeout=WAIT)
        delete = page.get_by_role("button", name="Delete this run")
        expect(delete).to_be_disabled(timeout=WAIT)
        expect(page.get_by_text(f"{RITA['name']} (rita@example.org)")).to_be_visible()
        assert "You are signed in as a reader" in tooltip(page, delete)
        signed_out(page)

        signed_in(page, "ana")
        page.goto(link)
        expect(delete).to_be_enabled(timeout=WAIT)
        delete.click()
        expect(page.get_by_text(f"Run {run} is deleted.").first).to_be_visible(timeout=WAIT)
        expect(page.get_by_role("heading", name="Who did what")).to_be_visible()
        signed_out(page)
        page.goto(link)
        expect(page.get_by_text("Sign in to see what was run")).to_be_visible(timeout=WAIT)
    assert RunStore(kept).runs() == []
    (line,) = ActionLog(kept).found(Wanted())
    assert (line.action, line.object, line.who) == ("delete", run, "Ana Weber")
    assert line.identity == "ana@example.org"
    said = (place / "store.log").read_text()
    assert "Login is configured" in said
    for secret in SECRETS.values():
        assert secret not in said
