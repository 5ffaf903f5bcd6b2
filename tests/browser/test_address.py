"""Every address holds what its page shows, however quickly somebody goes about in the pages.

A walk acts at random, at any pace, then lets the page settle: a page opened anew at that address
must show the same, also after a step back. `CHUNKBOARD_WALKS=200` walks longer,
`CHUNKBOARD_WALK_SEED=7` begins elsewhere, `CHUNKBOARD_WALK_AWAY=0,50,150` slows the network; a
failure names its seed and its steps.
"""

import os
import random
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error

from tests.browser.waiting import WAIT, settled
from tests.pages.factory import write_golden_set

WALKS = int(os.environ.get("CHUNKBOARD_WALKS", "2"))
FIRST = int(os.environ.get("CHUNKBOARD_WALK_SEED", "1"))
# Milliseconds that a message takes either way, one of these for each walk.
AWAY = [int(one) for one in os.environ.get("CHUNKBOARD_WALK_AWAY", "0").split(",")]
RESTS = 2
# In `fixed-120c`, the baseline and the first variant.
STARTS = (
    "tune?now=fixed-100c~bm25~100&pin=structure-25t~bm25~100",
    "compare",
    "question?question=q1&variant=fixed-120c&retriever=bm25",
    "cuts?strategy=fixed",
    "golden-set",
    "write",
    "runs",
)
PAGES = {urlsplit(start).path for start in STARTS}
# What an address must escape.
WORDS = ("leave", "合同", '"a" + b', "50% ; c#d", "x=1&y", "")
ODD = "合同_50"
MAIN = "[data-testid=stMain]"
# What a person can read off the page: words, and what each control is set to.
SHOWN = r"""() => {
  const main = document.querySelector("[data-testid=stMain]");
  const all = css => [...main.querySelectorAll(css)].filter(one => one.checkVisibility());
  const marks = one => one.getAttribute("aria-checked") || one.getAttribute("aria-pressed")
    || String(one.getAttribute("kind") || "").endsWith("Active");
  return {
    headings: all("h1, h2, h3").map(one => one.innerText),
    sliders: all("input[type=range]").map(one => [one.getAttribute("aria-label"), one.value]),
    choices: all("[role=radio], button[kind^=pills], button[kind^=segmented]").map(
      one => [one.innerText, marks(one)]),
    switches: all("input[role=switch]").map(one => [one.getAttribute("aria-label"), one.checked]),
    fields: all("input[role=combobox], input[type=text], input[type=search], textarea").map(
      one => [one.getAttribute("aria-label"), one.value]),
    chosen: all("[data-baseweb=tag]").map(one => one.innerText),
    sentences: all("[data-testid=stMarkdown], [data-testid=stText], [data-testid=stAlert]").map(
      one => one.innerText.replace(/^\d+ settings? tried .*|^本次会话.*/, "")),
    language: [...document.querySelectorAll("[data-testid=stSidebar] [role=radio]")].map(marks),
  };
}"""
# A network on which each message takes as long as the page is told.
FAR = """() => {
  const delay = %d;
  const Near = window.WebSocket;
  window.WebSocket = class extends Near {
    send(data) { setTimeout(() => super.send(data), delay); }
    addEventListener(name, heard, ...more) {
      const late = message => setTimeout(() => heard.call(this, message), delay);
      super.addEventListener(name, name === "message" ? late : heard, ...more);
    }
    set onmessage(heard) { this.addEventListener("message", heard); }
  };
}"""
# What nobody may come to see.
FAULTS = "[data-testid=stException], [data-testid=stDialog] :text('error')"


@pytest.fixture(scope="module")
def odd(place):
    """An own set whose name an address must escape."""
    folder = write_golden_set(place / "own" / ODD)
    (folder / "golden_set.toml").write_text(f'name = "{ODD}"\n', encoding="utf-8")


class Walk:
    """One person's way through the pages, and somebody who opens what it comes to anew."""

    def __init__(self, page, other, address, seed):
        self.page, self.other, self.seed = page, other, seed
        self.random = random.Random(seed)
        self.steps, self.been = [], set()
        self.far = self.random.choice(AWAY)
        self.note("is", self.far, "ms away")
        page.add_init_script(f"({FAR % self.far})()")
        page.on("framenavigated", lambda frame: self.been.add(page.url))
        # What is gone when it is to be clicked is not waited for.
        page.set_default_timeout(500)
        page.set_default_navigation_timeout(WAIT)
        start = f"{address}/{self.random.choice(STARTS)}"
        self.note("opens", start)
        page.goto(start)
        settled(page)
        self.entries = page.evaluate("history.length")

    def note(self, *step):
        self.steps.append(f"{time.time():.3f} " + " ".join(map(str, step)))

    def one(self, css):
        """Any of the elements that the page has now; None where it has none."""
        found = self.page.locator(css)
        count = found.count()
        return found.nth(self.random.randrange(count)) if count else None

    def acts(self):
        """One action, at what is there at this moment."""
        often = (self.picks, self.slides, self.selects, self.links)
        seldom = (self.speaks, self.presses, self.searches, self.switches)
        acts = (*often * 2, *seldom, self.leaves, self.steps_in_history)
        act = self.random.choice(acts)
        try:
            act()
        except Error as gone:
            # The page was drawn anew under the hand.
            self.note("missed", act.__name__, str(gone).splitlines()[0])

    def clicks(self, found, *said):
        if found is None:
            return
        self.note(*said, found.evaluate("one => one.innerText || one.ariaLabel || one.id"))
        found.evaluate("one => one.click()")

    def picks(self):
        if "/write" in self.page.url:
            return  # A draft is not in the address.
        css = "[role=radio], button[kind^=pills], button[kind^=segmented]"
        self.clicks(self.one(f"{MAIN} :is({css}):not([disabled])"), "picks")

    def switches(self):
        self.clicks(self.one(f"{MAIN} input[role=switch]:not([disabled])"), "switches")

    def presses(self):
        self.clicks(self.one(f"{MAIN} button:has-text('Pin this')"), "presses")

    def slides(self):
        found = self.one(f"{MAIN} input[type=range]:not([disabled])")
        if found is None:
            return
        key = self.random.choice(("ArrowLeft", "ArrowRight"))
        times, apart = self.random.randint(1, 8), self.random.choice((0, 0, 20, 120))
        self.note("slides", found.get_attribute("aria-label"), key, times, apart)
        found.focus(timeout=500)
        for _ in range(times):
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(apart)

    def selects(self):
        found = self.one(f"{MAIN} input[role=combobox]:not([disabled])")
        if found is None:
            return
        down = self.random.randint(1, 3)
        self.note("selects", found.get_attribute("aria-label"), down)
        found.focus(timeout=500)
        for key in ("ArrowDown",) * down + ("Enter",):
            self.page.keyboard.press(key)

    def searches(self):
        found = self.one(f"{MAIN} input[type=search], {MAIN} input[aria-label=Search]")
        if found is None:
            return
        word = self.random.choice(WORDS)
        self.note("searches", word)
        found.fill(word)
        self.page.keyboard.press("Enter")

    def links(self):
        found = self.one(f"{MAIN} a[href*='?']:not([aria-disabled=true])")
        if found is None:
            return
        href = found.get_attribute("href") or ""
        if urlsplit(href).path.strip("/") in PAGES:
            self.note("follows", href)
            found.evaluate("one => one.click()")

    def leaves(self):
        names = ", ".join(f"[data-testid=stSidebarNav] a[href$='/{name}']" for name in PAGES)
        self.clicks(self.one(names), "leaves for")

    def speaks(self):
        self.clicks(self.one("[data-testid=stSidebar] [role=radio]"), "speaks")

    def steps_in_history(self):
        if self.page.evaluate("history.length") <= self.entries:
            return
        by = self.random.choice((-1, -1, 1))
        self.note("goes", by)
        # Never to where the walk came from.
        if len(self.been) > 2:
            self.page.evaluate(f"history.go({by})")

    def hurries(self):
        """Some actions, at once or with up to 300 ms between them."""
        for _ in range(self.random.randint(1, 6)):
            self.acts()
            self.page.wait_for_timeout(self.random.choice((0, 0, 10, 40, 100, 200, 300)))

    def rests(self):
        """Until neither the page nor its address has changed for a while."""
        if self.page.url == "about:blank":
            self.page.go_forward()
        before = None
        for _ in range(40):
            try:
                settled(self.page, 150 + 2 * self.far)
                now = (self.page.url, self.page.evaluate(SHOWN))
            except Error:  # a link that loads the page anew
                continue
            if now == before:
                return
            before = now
        self.fails("The page never comes to rest.", [])

    def compares(self):
        """With the page that somebody else finds at this address."""
        self.rests()
        self.note("rests at", self.page.url)
        self.other.goto("about:blank")
        self.other.goto(self.page.url)
        give_up = time.monotonic() + 10
        while True:
            settled(self.other)
            here, there = self.page.evaluate(SHOWN), self.other.evaluate(SHOWN)
            if here == there and self.page.url == self.other.url:
                break
            if time.monotonic() > give_up:
                differ = [name for name in here if here[name] != there[name]]
                lines = [f"{name}:\n    {here[name]}\n    {there[name]}" for name in differ]
                self.fails(f"{self.page.url}\nopened anew {self.other.url}", lines)
        if self.page.locator(FAULTS).count():
            self.fails("An error is shown.", self.page.locator(FAULTS).all_inner_texts())

    def goes_back(self):
        """One step, which is to lead to where the walk was before."""
        if self.page.evaluate("history.length") <= self.entries or len(self.been) < 3:
            return
        self.note("goes back")
        been = set(self.been)
        self.page.go_back(wait_until="commit", timeout=WAIT)
        if self.page.url not in been:
            self.fails(f"Back led to {self.page.url}", sorted(been))
        self.compares()

    def fails(self, what, lines):
        steps = "\n  ".join(self.steps)
        pytest.fail("\n".join([f"Seed {self.seed}: {what}", *lines, f"  {steps}"]), pytrace=False)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + WALKS))
def test_a_page_at_rest_is_what_its_address_opens(server, odd, page, browser, seed):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    other = browser.new_page(viewport={"width": 1280, "height": 900})
    walk = Walk(page, other, server, seed)
    for _ in range(RESTS):
        walk.hurries()
        walk.compares()
        if walk.random.random() < 0.4:
            walk.goes_back()
    other.close()
    assert errors == []
