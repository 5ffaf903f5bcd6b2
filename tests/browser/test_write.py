"""Writing a question in a real browser: with the mouse, by keys alone, and two people at once."""

import random
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from golden_sets import editing, set_documents
from golden_sets.golden_set import load_golden_set
from golden_sets.making import create_set
from golden_sets.question_lines import read_lines
from tests.browser.waiting import WAIT, settled

READER = Path(__file__).parent.parent.parent / "pages" / "ui" / "write_reader.js"
TEXT = """# Leave 😀 假期

Staff 👩‍👧 get 28 days of leave. 𝒳 员工每年休假 28 天。但是，试用期员工每月休假 2 天。

- First **bold** item <b>no tag</b> <script>alert(1)</script>
- Second item

| Plan | Days |
|---|---|
| Solo | 20 |
"""


@pytest.fixture
def team(place, monkeypatch):
    """An own set `team` with one document of many scripts; its folder."""
    shutil.rmtree(place / "own" / "team", ignore_errors=True)
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(place / "own"))
    folder = create_set("team", "", "Ana")
    set_documents.add_document(folder, "leave.md", TEXT.encode(), "Ana")
    return folder


def opened(page, server, query="set=team", who="Ana"):
    page.goto(f"{server}/write?{query}")
    expect(page.locator(".cbw-sentence").first).to_be_visible(timeout=WAIT)
    if who:
        name = page.get_by_role("textbox", name="Your name")
        name.fill(who)
        name.press("Enter")
        settled(page)


def select(page, first, last):
    """Drags the mouse from before the words `first` to behind the words `last`."""
    start, end = page.evaluate(
        """([first, last]) => {
          const edge = (words, behind) => {
            for (const piece of document.querySelectorAll(".cbw-text [data-start]")) {
              const at = piece.textContent.indexOf(words);
              if (at < 0) continue;
              const range = document.createRange();
              range.setStart(piece.firstChild, at);
              range.setEnd(piece.firstChild, at + words.length);
              piece.scrollIntoView({block: "center"});
              const boxes = [...range.getClientRects()];
              const box = behind ? boxes[boxes.length - 1] : boxes[0];
              return [behind ? box.right - 0.5 : box.left + 0.5, (box.top + box.bottom) / 2];
            }
          };
          edge(first, false); edge(last, true);
          return [edge(first, false), edge(last, true)];
        }""",
        [first, last],
    )
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def ask(page, words):
    field = page.get_by_role("textbox", name="Question", exact=True)
    field.fill(words)
    field.press("Control+Enter")
    settled(page)


def test_a_question_is_written_with_the_mouse_and_is_there_after_a_reload(server, page, team):
    opened(page, server)
    select(page, "28 days", "leave")
    expect(page.locator(".cbw-said")).to_contain_text("16 characters selected", timeout=WAIT)
    page.get_by_role("button", name="Take as answer").click()
    expect(page.locator(".cbw-text .cbw-answer").first).to_have_text(
        "28 days of leave", timeout=WAIT
    )
    settled(page)
    select(page, "员工每年", "28 天")
    page.get_by_role("button", name="Take as context").click()
    expect(page.locator(".cbw-text .cbw-context").first).to_have_text(
        "员工每年休假 28 天", timeout=WAIT
    )
    settled(page)
    ask(page, "How many days off are there?")
    expect(page.get_by_text("BM25: complete").first).to_be_visible(timeout=WAIT)
    page.get_by_role("button", name="Save question").click()
    page.wait_for_url("**question=q1**", timeout=WAIT)
    page.reload()
    field = page.get_by_role("textbox", name="Question", exact=True)
    expect(field).to_have_value("How many days off are there?", timeout=WAIT)
    expect(page.locator(".cbw-text .cbw-answer").first).to_have_text("28 days of leave")
    way = load_golden_set(team).questions[0].evidence[0]
    text = load_golden_set(team).documents[0].text
    assert [text[slice(*p.span)] for p in way] == ["28 days of leave", "员工每年休假 28 天"]


def tab_to(page, condition):
    """Presses Tab until the focused element meets a condition of JavaScript."""
    for _ in range(80):
        if page.evaluate(f"(() => {{ const e = document.activeElement; return {condition}; }})()"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no key leads to an element with {condition}")


def test_the_same_is_done_by_keys_alone(server, page, team):
    page.goto(f"{server}/write?set=team")
    expect(page.locator(".cbw-sentence").first).to_be_visible(timeout=WAIT)
    tab_to(page, "e.ariaLabel === 'Your name'")
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    settled(page)
    tab_to(page, "e.classList.contains('cbw-sentence')")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator('.cbw-sentence[aria-selected="true"]')).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator('.cbw-sentence[aria-selected="true"]')).to_have_count(0)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".cbw-text .cbw-answer").first).to_be_visible(timeout=WAIT)
    settled(page)
    assert page.evaluate("document.activeElement.classList.contains('cbw-sentence')"), (
        "the focus stays in the text"
    )
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".cbw-text .cbw-context").first).to_be_visible(timeout=WAIT)
    settled(page)
    tab_to(page, "e.tagName === 'TEXTAREA' && e.ariaLabel === 'Question'")
    page.keyboard.type("How many days?")
    page.keyboard.press("Control+Enter")
    settled(page)
    tab_to(page, "e.tagName === 'BUTTON' && e.innerText.includes('Save question')")
    page.keyboard.press("Enter")
    page.wait_for_url("**question=q1**", timeout=WAIT)
    row = read_lines(team)[0].row
    assert (row["question"], row["author"]) == ("How many days?", "Ben")
    quotes = [(p["quote"], p["role"]) for p in row["evidence"][0]]
    assert quotes[0][1] == "answer" and "员工每年休假 28 天。" in quotes[0][0]
    assert quotes[1] == ("但是，试用期员工每月休假 2 天。", "context")
    load_golden_set(team)


def test_two_browsers_that_change_one_question_see_both_versions(server, page, browser, team):
    row = {"question": "First?", "evidence": [[{"document": "leave.md", "quote": "Second item"}]]}
    editing.put_question(team, row, editing.ABSENT, "Ana")
    other = browser.new_page()
    opened(page, server, "set=team&question=q1", "Ana")
    opened(other, server, "set=team&question=q1", "Ben")
    ask(page, "Of Ana?")
    ask(other, "Of Ben?")
    page.get_by_role("button", name="Save question").click()
    expect(page.get_by_text("Saved, with its history").first).to_be_visible(timeout=WAIT)
    other.get_by_role("button", name="Save question").click()
    expect(other.get_by_text("Someone else changed this question").first).to_be_visible(
        timeout=WAIT
    )
    expect(other.get_by_text('"question": "Of Ana?"').first).to_be_visible(timeout=WAIT)
    assert read_lines(team)[0].row["question"] == "Of Ana?"
    other.get_by_role("button", name="Keep both").click()
    settled(other)
    other.get_by_role("button", name="Save question").click()
    other.wait_for_url("**question=q2**", timeout=WAIT)
    assert [line.row["question"] for line in read_lines(team)] == ["Of Ana?", "Of Ben?"]
    other.close()


def test_document_text_runs_no_script_and_all_of_it_is_there(server, page, team):
    alerts = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    opened(page, server, who="")
    shown = page.locator(".cbw-text")
    expect(shown).to_contain_text("<script>alert(1)</script>", timeout=WAIT)
    assert page.locator(".cbw-text script, .cbw-text b").count() == 0
    words = "".join(shown.inner_text().split())
    blocks = load_golden_set(team).documents[0]
    assert words == "".join("".join(blocks.text[slice(*b.span)] for b in blocks.blocks).split())
    assert alerts == []


def test_nothing_scrolls_sideways_at_390_pixels(server, page, team):
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, server)
    wide, seen = page.evaluate(
        """(() => { const main = document.querySelector("[data-testid=stMain]");
        return [main.scrollWidth, main.clientWidth]; })()"""
    )
    assert wide <= seen


def test_units_of_the_browser_are_characters_of_python(page):
    """What the script counts is what Python counts, for any place between two characters."""
    page.goto("about:blank")
    source = READER.read_text(encoding="utf-8").replace("export default reader;", "")
    page.evaluate(f"() => {{ {source}; window.points = points; }}")
    chance = random.Random(7)
    texts = ["".join(chance.choices("ab 假。😀𝒳\u200d👩é\n", k=30)) for _ in range(200)]
    cases = [
        (text, len(text[:at].encode("utf-16-le")) // 2, at)
        for text in texts
        for at in range(len(text) + 1)
    ]
    found = page.evaluate(
        "cases => cases.map(([text, units]) => [points(text, units, true), "
        "points(text, units, false)])",
        [[text, units] for text, units, _ in cases],
    )
    assert found == [[at, at] for _, _, at in cases]
    inside = page.evaluate("() => [points('a😀b', 2, false), points('a😀b', 2, true)]")
    assert inside == [1, 2], "a place inside a pair moves outward"
