"""What is taken away: complete, in the reader's language, and safe to open anywhere."""

import copy
import re
from functools import partial

import pytest

from golden_sets.language import language, speak, speaking
from pages.ui.export_charts import chart_config, file_name
from pages.ui.export_html import html_report
from pages.ui.export_tables import html_table
from tests.pages import apps

# Names, which are the same in every language.
NAMES = {
    "handbook", "token", "BM", "PNG", "SVG", "png", "svg", "UTC", "sha", "chromadb", "sentencex",
    "torch", "hash", "python", "numpy", "scipy",
}  # fmt: skip
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">'


def outside_scripts(data):
    """The page without the scripts and styles that are ours."""
    text = data.decode()
    assert text.count("<script>") == text.count("</script>") - text.count(HOSTILE)
    return re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)


@pytest.fixture
def hostile(run):
    made = copy.deepcopy(run)
    made["run"]["golden_set"]["name"] = HOSTILE
    made["run"]["interval"] = HOSTILE
    made["verdicts"] = [
        {"candidate": HOSTILE, "retriever": "bm25", "verdict": "reject", "reason": HOSTILE}
    ]
    return made


def test_the_report_holds_its_library_once_and_fetches_nothing(run):
    data = html_report(run)
    text = data.decode()
    assert text.count("plotly.js v") == 1, "the library is inlined once"
    assert not re.search(r'(?:src|href)="?https?:', outside_scripts(data))
    assert "default-src 'none'" in text
    assert text.count("Plotly.newPlot(") >= 3, "a hit chart, and one of costs a retriever"
    assert '"error_x"' in text, "intervals are drawn"


def test_every_variant_and_finding_is_in_the_report(run):
    page = outside_scripts(html_report(run))
    for variant in run["variants"]:
        assert page.count(f"<td>{variant['id']}</td>") >= 2 * len(variant["results"])
    assert "Highest measured under" in page and "95 %" in page
    assert run["run"]["golden_set"]["digest"] in page


def test_nothing_of_the_report_is_markup(hostile):
    data = html_report(hostile)
    text = data.decode()
    assert HOSTILE not in text, "neither as markup nor inside a script"
    assert "<img src=x" not in text
    assert "&lt;img src=x" in text, "it is shown as text"


def test_the_report_is_in_the_language_of_its_reader(run):
    speak(lambda: "en")
    with speaking("zh"):
        text = html_report(run).decode()
        assert language() == "zh"
    assert language() == "en"
    assert '<html lang="zh">' in text and "与基线之差" in text
    assert "Differences to the baseline" not in text
    shown = re.sub(r"<[^>]*>|\S*[\d_/.=@-]\S*", "|", outside_scripts(text.encode()))
    # Of the package names and strategies nothing is left; but for these all is Chinese.
    words = set(re.findall("[A-Za-z]{2,}", shown)) - NAMES
    assert not words, "English in the report of a reader of Chinese"


def test_a_table_escapes_and_writes_undefined_as_a_dash():
    made = html_table(["<b>"], [["<i>", None, float("nan"), 1234, 0.25]])
    assert "<b>" not in made and "<i>" not in made
    assert made.count("<td>–</td>") == 2
    assert '<td class="n">1,234</td>' in made and '<td class="n">0.2</td>' in made


def test_names_of_files_hold_nothing_that_a_file_may_not():
    assert file_name("../a b\n<c>/中文.x") == "a-b-c-中文.x"
    assert file_name("///") == "chart"
    assert chart_config("a/b")["toImageButtonOptions"]["filename"] == "a-b"


opened = partial(apps.opened, "runs")


def test_a_variant_is_offered_as_code_and_the_url_says_which(run):
    app = opened(run=run["run"]["id"], snippet="structure-120c")
    codes = [code.value for code in app.code]
    assert codes[0] == (
        "python -m evaluation chunks DOCUMENT --strategy structure --size 120 --unit characters"
    )
    assert "make_strategy('structure', size=120" in codes[1]
    assert any("LangChain has no equivalent" in caption.value for caption in app.caption)
    other = opened(run=run["run"]["id"], snippet="fixed-120c-o24")
    assert "CharacterTextSplitter(" in other.code[2].value
    gone = opened(run=run["run"]["id"], snippet="nothing")
    assert any("no such variant" in info.value for info in gone.info)


def test_four_files_are_offered_and_none_is_made_before_it_is_asked_for(run, monkeypatch):
    monkeypatch.setattr(
        "pages.ui.take_away.html_report", lambda _: pytest.fail("made without being asked for")
    )
    monkeypatch.setattr(
        "pages.ui.take_away.score_csv", lambda _: pytest.fail("made without being asked for")
    )
    app = opened(run=run["run"]["id"])
    assert len(app.get("download_button")) == 4
