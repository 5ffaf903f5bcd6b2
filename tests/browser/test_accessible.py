"""No page has a fault that keeps a person with another way of reading out: axe on every page.

One server over a full store and one over an empty one, each page opened once and looked at light
and dark, wide and narrow. What the theme and the width leave alone is looked at once.
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from evaluation.database import open_store
from evaluation.jobs import Jobs
from evaluation.store import RunStore
from tests.browser.conftest import serving, with_a_run
from tests.browser.waiting import settled
from tests.pages.decisions import write_decision
from tests.pages.factory import write_golden_set

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PAIR = "question=q1&variant=fixed-120c&retriever=bm25&with=structure-120c&with_retriever=bm25"
# The start page comes last, for its first visit starts a run.
EMPTY = ("own", "golden-set", "write", "tune", "compare", "question", "cuts", "decide", "runs", "")
SECTIONS = ("rates", "differences", "cost", "budget", "rank", "duplication", "outcomes", "map")
FULL = (
    "",
    "own?set=ours",
    "golden-set",
    "golden-set?document=leave.md",
    "write?set=ours&question=q1",
    "tune?now=structure-25t~bm25~100&pin=fixed-25t~bm25~100&open=q1",
    # A document longer than its window.
    "tune?set=ours&document=long.md&now=fixed-100c~bm25~100&pin=structure-400c~bm25~100",
    *(f"compare?run={{first}}&section={section}" for section in SECTIONS),
    f"question?run={{first}}&{PAIR}",
    "cuts?strategy=fixed&overlap_percent=20",
    "decide",
    "decide?view=declare",
    "runs?run={first}&with={second}",
)
WORST = {"serious", "critical"}


@pytest.fixture(scope="module")
def stocked(tmp_path_factory):
    """A folder with a run, a decided run and an own set; and the names of the two runs."""
    folder = with_a_run(tmp_path_factory.mktemp("full"))
    write_golden_set(folder / "own" / "ours")
    long = "\n\n".join(f"{n}. Rule {n} is about the {n * 7}th thing of all." for n in range(60))
    (folder / "own" / "ours" / "documents" / "long.md").write_text(long, encoding="utf-8")
    (folder / "own" / "ours" / "golden_set.toml").write_text('name = "ours"\n', encoding="utf-8")
    decided = write_decision(folder / "sets" / "handbook", folder / "store")
    return folder, decided["run"]["id"]


def faults(page, *rules):
    """What axe finds of the worst two kinds, and headings whose levels jump.

    Streamlit fades what it draws anew just then, so what is found is looked at again at rest.
    """
    if not (found := _seen(page, rules)):
        return found
    settled(page, 400)
    return found & _seen(page, rules)


def _seen(page, rules):
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return {
        f"{one['id']} ({one['impact']}): {node['html'][:160]} in {node['target'][-1][-80:]} "
        + "; ".join(check["message"] for check in node["any"])[:250]
        for one in found
        if one["impact"] in WORST or one["id"] == "heading-order"
        for node in one["nodes"]
    }


def looked_at(page, address):
    """The faults of one page in both themes and both widths."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(WIDE)
    page.goto(address)
    settled(page)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.evaluate(AXE_SCRIPT)
    # A colour on its way from one theme to the other is no fault.
    page.add_style_tag(content="* {transition: none !important; animation: none !important}")
    found = {"light, wide": faults(page)}
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(80)
    found["dark, wide"] = faults(page, "color-contrast")
    page.set_viewport_size(NARROW)
    settled(page)
    found["dark, narrow"] = faults(page)
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(80)
    found["light, narrow"] = faults(page, "color-contrast")
    return [f"{how}: {fault}" for how, one in found.items() for fault in sorted(one)]


def of_all(page, address, paths):
    return {path: found for path in paths if (found := looked_at(page, f"{address}/{path}"))}


def told(found):
    return "\n".join(f"/{path}\n  " + "\n  ".join(lines) for path, lines in found.items())


def test_pages_of_a_full_store(stocked, page):
    folder, decided = stocked
    first = next(
        run.id for run in RunStore(open_store(folder / "store")).runs() if run.id != decided
    )
    paths = [path.format(first=first, second=decided) for path in FULL]
    with serving(folder) as address:
        found = of_all(page, address, paths)
    assert not found, told(found)


def test_pages_of_an_empty_store(tmp_path, page):
    write_golden_set(tmp_path / "sets" / "handbook")
    jobs = Jobs(tmp_path / "store")
    with serving(tmp_path) as address:
        try:
            found = of_all(page, address, EMPTY)
        finally:
            for job in jobs.all():
                jobs.cancel(job.id)
    assert not found, told(found)
