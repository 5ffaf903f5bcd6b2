"""A link between two pages opens what its address names, whatever controls the first page has."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from evaluation.database import open_store
from evaluation.store import RunStore
from tests.browser.waiting import WAIT, settled
from tests.pages.decisions import write_decision
from tests.pages.factory import write_golden_set

PAIR = "question=q1&variant=fixed-120c&retriever=bm25&with=structure-120c&with_retriever=bm25"
# Pages with links, each with controls set whose names other pages have too.
PAGES = (
    "?headers=on",
    "own?set=ours&own_size=800",
    "golden-set?view=questions&question=q1",
    "golden-set?document=leave.md",
    "write?set=ours&question=q1",
    "tune?now=structure-25t~bm25~100&pin=fixed-25t~bm25~100&document=limits.md&open=q1",
    f"question?run={{first}}&{PAIR}&budget=60&document=leave.md",
    "decide",
    "runs?q=handbook&run={run}",
)


@pytest.fixture(scope="module")
def runs(place):
    """An own set, and two runs of `handbook`, the later one decided; their ids."""
    first = RunStore(open_store(place / "store")).runs()[0].id
    folder = write_golden_set(place / "own" / "ours")
    (folder / "golden_set.toml").write_text('name = "ours"\n', encoding="utf-8")
    later = write_decision(place / "sets" / "handbook", place / "store")["run"]["id"]
    return {"first": first, "run": later}


def drawn(page, address):
    page.goto(address)
    settled(page)


def targets(page):
    """One link to each page that links name something of, the one that names most."""
    links = page.locator("[data-testid=stMain] a[href*='?']:not([aria-disabled=true])")
    found = {}
    for href in links.evaluate_all("all => all.map(one => one.getAttribute('href'))"):
        to = urlsplit(href)
        if to.netloc in ("", urlsplit(page.url).netloc):
            there = found.get(to.path.strip("/"), "")
            found[to.path.strip("/")] = max(href, there, key=lambda one: one.count("&"))
    return found.values()


def kept(url, named):
    """Whether an address holds all that a link named."""
    held = parse_qs(urlsplit(url).query, keep_blank_values=True)
    return all(held.get(name) == values for name, values in named.items())


def follow(page, href):
    """Clicks the link, and waits until the page it leads to stands still."""
    to = urlsplit(href)
    named = parse_qs(to.query, keep_blank_values=True)
    link = page.locator(f'[data-testid=stMain] a[href="{href}"]').first
    link.evaluate("one => one.click()")
    page.wait_for_url(
        lambda url: urlsplit(url).path.endswith(to.path) and kept(url, named), timeout=WAIT
    )
    settled(page, 300)
    assert kept(page.url, named), f"{href} became {page.url}"


def test_links_keep_what_they_name(runs, server, page):
    followed = set()
    for path in PAGES:
        address = f"{server}/{path.format(**runs)}"
        drawn(page, address)
        for href in targets(page):
            if page.url != address:
                drawn(page, address)
            follow(page, href)
            followed.add((path.split("?")[0], urlsplit(href).path.strip("/")))
    assert {("", "question"), ("runs", "question"), ("golden-set", "write")} <= followed, followed


def test_one_step_back_from_another_page_finds_what_was_left(server, runs, page):
    drawn(page, f"{server}/write?set=ours&question=q1")
    page.get_by_role("link", name="Runs", exact=True).click()
    expect(page).to_have_url(re.compile("/runs"), timeout=WAIT)
    settled(page)
    page.go_back()
    settled(page)
    assert "/write?" in page.url and "question=q1" in page.url, page.url
    page.get_by_role("link", name="Golden set", exact=True).click()
    expect(page).to_have_url(re.compile("/golden-set"), timeout=WAIT)
    settled(page)
    expect(page.get_by_role("combobox", name="Golden set").first).to_have_value(
        re.compile("^ours"), timeout=WAIT
    )


def test_back_leads_to_the_page_before_and_not_through_each_parameter(server, runs, page):
    drawn(page, f"{server}/cuts")
    before = page.evaluate("history.length")
    page.get_by_role("link", name="Question", exact=True).click()
    expect(page.get_by_role("combobox", name="Variant and retriever")).to_be_visible(timeout=WAIT)
    page.wait_for_url("**question=**", timeout=WAIT)
    # One for the page, one for the run, budget, variant, retriever and question it filled in.
    assert page.evaluate("history.length") <= before + 2
    first = page.url
    page.get_by_role("link", name="Next question").click()
    page.wait_for_url("**question=q2**", timeout=WAIT)
    expect(page.get_by_text("2 of").first).to_be_visible(timeout=WAIT)
    page.go_back()
    page.wait_for_url(first, timeout=WAIT)
    expect(page.get_by_text("1 of").first).to_be_visible(timeout=WAIT)
    page.go_back()
    page.go_back()
    expect(page).to_have_url(re.compile("/cuts"), timeout=WAIT)
