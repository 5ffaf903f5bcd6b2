"""Every page in Chinese, full and empty: no English sentence is left on it."""

import json
import re
from pathlib import Path

import pytest
from google.protobuf.message import Message

from evaluation.jobs import JobState
from golden_sets import language
from golden_sets.history import record
from golden_sets.making import copy_set
from golden_sets.question_lines import read_lines
from pages.ui import stored, write_stored
from tests.pages import apps
from tests.pages.factory import LEAVE, LIMITS, QUESTIONS
from tests.pages.test_start import put_job
from tests.pages.test_write import shelf as shelf

ROOT = Path(__file__).parent.parent.parent
# Three words or more in a row.
SENTENCE = re.compile(r"[A-Za-z][a-z'’]+(?:[ ,;:]+[A-Za-z][a-z'’]+){2,}")
# Of an element, what nobody reads.
UNREAD = {
    "id", "key", "icon", "form_id", "url", "query_string", "page", "page_script_hash", "css",
    "element_id", "user_key", "data", "spec", "language", "query_params", "url_path",
    "js_content", "css_content", "json", "bytes", "config",
}  # fmt: skip
# Of a figure, what is read.
PROGRAM = re.compile(r"from \w+ import |import \w+|python -m ")
FIGURE = {"title", "text", "name", "hovertemplate", "y", "ticktext"}
COMMANDS = re.compile(r"python -m [^\n]*|<style>.*?</style>|<[^>]*>", re.DOTALL)
GOLDEN = " ".join([LEAVE, LIMITS, *(str(question["question"]) for question in QUESTIONS)])


def opened(page="start", **query):
    # Drawn once only: AppTest asks the labels of choices outside of a session, where English is
    # spoken.
    return apps.opened(page, **{"lang": "zh", **query})


def read(message):
    """Every text in an element that a reader sees; a program in it is no sentence."""
    if message.DESCRIPTOR.name == "Code" and PROGRAM.match(message.code_text):
        return
    for field, value in message.ListFields():
        if field.name in UNREAD:
            if field.name == "spec":
                yield from drawn(json.loads(value))
            elif field.name in ("json", "config"):
                yield from strings(json.loads(value))
            continue
        values = value if isinstance(value, str | bytes) or not hasattr(value, "__iter__") else [
            *(value.values() if hasattr(value, "values") else value)
        ]  # fmt: skip
        for one in values if isinstance(values, list) else [values]:
            if isinstance(one, Message):
                yield from read(one)
            elif isinstance(one, str) and field.name == "columns":
                for column in json.loads(one).values():
                    yield from map(str, column.values())
            elif isinstance(one, str):
                yield one


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings(one)


def drawn(figure, below=""):
    if isinstance(figure, dict):
        for name, value in figure.items():
            yield from drawn(value, name if name in FIGURE or name.isdigit() else "")
    elif isinstance(figure, list):
        for value in figure:
            yield from drawn(value, below)
    elif isinstance(figure, str) and below:
        yield figure


def texts(app):
    for part in (*app.main, *app.sidebar):
        yield from of_block(part)


def of_block(block):
    if getattr(block, "proto", None) is not None:
        yield from read(block.proto)
    for child in getattr(block, "children", {}).values():
        yield from of_block(child)


def english(app):
    """English sentences on the page that no golden set holds."""
    golden = " ".join(GOLDEN.split())
    found = []
    for text in texts(app):
        for sentence in SENTENCE.findall(" ".join(COMMANDS.sub(" | ", text).split())):
            if sentence not in golden:
                found.append(sentence)
    return found


def chinese(app):
    return len(re.findall("[\u4e00-\u9fff]", " ".join(texts(app))))


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("start", {}),
        ("start", {"headers": "on", "overlap": "20"}),
        ("start", {"budget": "7", "overlap": "33"}),
        ("cuts", {}),
        ("cuts", {"strategy": "recursive", "unit": "tokens", "expansion": "parent"}),
        ("cuts", {"strategy": "parent-child", "rules": "headings", "path": "true"}),
        ("cuts", {"strategy": "semantic", "document": "gone.md"}),
        ("question", {"question": "q1"}),
        ("compare", {}),
        ("compare", {"headers": "path", "retriever": "bm25"}),
        ("tune", {}),
        ("tune", {"strategy": "fixed", "unit": "tokens"}),
        ("own", {}),
        ("decide", {}),
        ("golden_set", {}),
        ("golden_set", {"document": "leave.md"}),
    ],
)
def test_a_page_with_a_run_is_all_chinese(run, page, query):
    app = opened(page, **query)
    assert english(app) == []
    assert chinese(app) > 40


@pytest.mark.parametrize(
    "page", ["start", "cuts", "question", "compare", "tune", "own", "decide", "golden_set"]
)
def test_a_page_without_a_run_is_all_chinese(empty_store, started, page):
    assert english(opened(page)) == []


@pytest.mark.parametrize(
    "state",
    [
        {"status": "failed", "error": "GoldenSetError: the file is empty"},
        {"status": "cancelled"},
        {"status": "interrupted", "error": "the process ended without a word"},
    ],
)
def test_a_job_that_ended_badly_says_so_in_chinese(empty_store, started, state):
    put_job(empty_store, **state)
    # The error is as its process wrote it, and that one told nothing of what it was made of.
    assert set(english(opened())) <= {"Error: the file is empty"}


def test_progress_is_told_in_chinese(empty_store, started, monkeypatch):
    live = JobState(
        "j1",
        "handbook",
        status="running",
        stage="Again under model x: Comparing the variants",
        done=3,
        total=9,
        unit="variants",
        seconds_left=130.0,
        told={
            "stage": {
                "template": "Again under {what}: {stage}",
                "values": {
                    "what": {"template": "model {name}", "values": {"name": "x"}},
                    "stage": {"template": "Comparing the variants"},
                },
            }
        },
    )
    monkeypatch.setattr("evaluation.jobs.Jobs.live", lambda self, name: live)
    monkeypatch.setattr("evaluation.jobs.Jobs.state", lambda self, job: live)
    app = opened()
    assert english(app) == []
    assert "3 / 9 个变体" in " ".join(texts(app)) and "2 分钟" in " ".join(texts(app))


def test_a_stale_name_in_the_link_gets_a_sentence(run):
    app = opened(headers="sideways")
    assert "标题路径" in app.info[0].value and english(app) == []


@pytest.fixture
def ours(shelf):
    """An own set with a question, a broken line, an unreadable document and a history."""
    folder = copy_set(shelf / "shipped" / "handbook", "ours", "Ana")
    (folder / "documents" / "bad.pdf").write_bytes(b"GIF89a")
    (folder / "documents" / "gone.docx").write_bytes(b"")
    with (folder / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write('\n{"id": "q9", "question": "What?", "kind": "odd", "evidence": []}\nno json\n')
        row = {"id": "q8", "question": "Which?", "evidence": [[{"document": "x.md", "quote": "y"}]]}
        file.write(json.dumps(row) + "\n")
    record(folder, "Ben", "add document", "documents/a.md")
    return folder


def test_writing_is_all_chinese(ours):
    for query in ({"set": "handbook"}, {"set": "ours", "question": "q1"}, {"set": "ours"}):
        app = opened("write", **query)
        assert english(app) == [], query
        assert chinese(app) > 100
    for name in ("q9", "q8", f"line-{read_lines(ours)[5].digest[:12]}"):
        assert english(opened("write", set="ours", question=name)) == [], name


def test_a_set_that_cannot_be_read_says_why_in_chinese(empty_store, started):
    (empty_store.parent / "handbook" / "golden_set.toml").write_text("evidence = 3")
    for page in ("start", "cuts"):
        app = opened(page)
        assert english(app) == []
        assert "允许 passage、document" in " ".join(code.value for code in app.code)


def test_what_a_cache_keeps_for_one_is_in_the_language_of_another(ours, monkeypatch):
    """The first reader's language must not stay in what both share."""
    spoken = ["zh"]
    monkeypatch.setattr(language, "_reader", lambda: spoken[0])
    first = write_stored.opened_set(ours)
    unread = dict(first.unread)
    assert all(text.isascii() for text in unread.values())
    said = [language.tr(text) for text in unread.values()]
    assert "未读取" in said[0]
    spoken[0] = "en"
    again = write_stored.opened_set(ours)
    assert again.unread == unread and [language.tr(text) for text in unread.values()] == [
        *unread.values()
    ]


def test_findings_of_another_process_are_said_in_the_language_of_the_reader(run):
    found = stored.preflight("handbook", run)
    assert found and all(finding["finding"].isascii() for finding in found)
    app = opened()
    assert english(app) == [] and "可回答的问题" in " ".join(texts(app))
