"""No text of a page is left behind: what is shown goes through the reader's language."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
LAYERS = ("golden_sets", "strategies", "evaluation", "pages")
SAID = {"tr", "trn", "marked", "worded", "wordedn"}
PAGES = sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py")])
# Methods of Streamlit whose first argument is text for the reader.
SHOWING = {
    "title", "header", "subheader", "markdown", "caption", "text", "info", "warning", "error",
    "success", "write", "button", "page_link", "expander", "popover", "selectbox", "multiselect",
    "segmented_control", "pills", "radio", "slider", "select_slider", "toggle", "checkbox",
    "text_input", "text_area", "number_input", "date_input", "file_uploader", "download_button",
    "link_button", "metric", "progress", "spinner", "toast", "table", "dataframe", "data_editor",
    "tabs", "status", "form_submit_button", "dialog", "Column", "NumberColumn", "TextColumn",
    "LinkColumn", "CheckboxColumn", "ProgressColumn", "SelectboxColumn", "feedback", "html",
    # Our own around them.
    "segmented", "select", "several", "choice", "say",
}  # fmt: skip
KEYWORDS = {"label", "help", "placeholder", "title", "display_text", "body", "text"}
# What Plotly shows.
FIGURE = {"text", "title", "name", "hovertemplate", "ticktext", "title_text"}
# Names of things, which are the same in every language.
NAMES = {"Ana Weber", "contracts-2026", "Language · 语言", "Chunkboard", "LangChain", "Python"}
# What is no text in a string: a field, HTML and its entities, an icon, an id, code.
MARKUP = re.compile(
    r"<[^>]*>?|%\{[^}]*\}|&\w+;|:material/\w+:|[\w-]*[_/.=-][\w/.=-]*|python -m .*|#+|\bUTC\b"
)


def calls(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            yield node, name or (node.func.id if isinstance(node.func, ast.Name) else "")


def strings(node):
    """Literal text in an expression that is not said by `tr` and its like, nor a key."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in SAID or (isinstance(node.func, ast.Attribute) and node.func.attr != "join"):
            return
        if name not in ("", "list", "tuple"):
            return
    if isinstance(node, ast.Subscript | ast.Compare | ast.Lambda):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    parts = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
    for part in parts:
        yield from strings(part)


def words(text):
    """Whether there is a word to read in it."""
    return text not in NAMES and re.search(r"[A-Za-z]{2}", MARKUP.sub(" ", text)) is not None


def shown(tree):
    """Expressions that end up before the reader."""
    for node, name in calls(tree):
        if name in SHOWING and node.args:
            yield node.args[0]
        if name == "metric" and len(node.args) > 1:
            yield node.args[1]
        yield from (k.value for k in node.keywords if k.arg in KEYWORDS and name in SHOWING)
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in FIGURE:
                    yield value


def left_behind(source):
    found = {text for one in shown(ast.parse(source)) for text in strings(one)}
    return sorted((line, text) for text, line in found if words(text))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_text_of_a_page_is_left_in_english(path):
    assert left_behind(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'st.title("Where to cut?")',
        'column.button(f"Take {n} of them", key="x")',
        'st.metric(tr("Size"), "no size")',
        'st.selectbox(tr("Set"), names, help="Which one it is")',
        'figure = {"xaxis": {"title": {"text": "Index tokens"}}}',
        'trace = {"name": "best" if one else "worst"}',
        'columns = {"a": st.column_config.NumberColumn("Hit rate", format="%.1f")}',
    ],
)
def test_text_that_is_left_behind_is_found(source):
    assert left_behind(source)


@pytest.mark.parametrize(
    "source",
    [
        'st.title(tr("Where to cut?"))',
        'st.caption(f":material/info: {words}")',
        'st.button(tr("Run"), key="first_run", icon=":material/play_arrow:")',
        "st.html(f'<p class=\"cb-key\">{escape(words)}</p>')",
        'st.metric(tr("Size"), TERMS["size"])',
    ],
)
def test_what_is_no_text_is_let_pass(source):
    assert left_behind(source) == []


def unsaid(name):
    """Whether a module's plain table of marked sentences has that name: it says none by itself."""
    module, _, table = name.rpartition(".")
    path = ROOT / f"{module.replace('.', '/')}.py"
    return path.is_file() and table in plain_tables(path.read_text(encoding="utf-8"))


@cache
def plain_tables(source):
    found = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            values = [one for one in node.value.values if isinstance(one, ast.Call)]
            if any(isinstance(one.func, ast.Name) and one.func.id == "marked" for one in values):
                found.add(target.id)
    return frozenset(found)


def looked_up_unsaid(source):
    """Lines on which a plain table of marked sentences is looked up and no `tr` stands around."""
    tree = ast.parse(source)
    up = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    tables = {
        one.asname or one.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for one in node.names
        if unsaid(f"{node.module}.{one.name}")
    } | plain_tables(source)
    lines = []
    for node in ast.walk(tree):
        of = node.value if isinstance(node, ast.Subscript) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value if node.func.attr == "get" else None
        if not isinstance(of, ast.Name) or of.id not in tables:
            continue
        around = node
        while around in up and not isinstance(around, ast.stmt):
            around = up[around]
            if isinstance(around, ast.Call) and getattr(around.func, "id", "") in SAID:
                break
        else:
            lines.append((node.lineno, ast.unparse(node)))
    return lines


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_sentence_out_of_a_table_is_said(path):
    """`OUTCOMES[name]` of a plain table is English to every reader; of a `Spoken` one it is not."""
    assert looked_up_unsaid(path.read_text(encoding="utf-8")) == []


def test_a_sentence_out_of_a_table_that_is_not_said_is_found():
    table = 'OUTCOMES = {"split": marked("Cut in two")}\n'
    assert looked_up_unsaid(table + "line = OUTCOMES[name].lower()")
    assert looked_up_unsaid(table + 'say(OUTCOMES.get(name, ""))')
    assert looked_up_unsaid("from pages.ui.decide_words import VERDICTS\nline = VERDICTS[name]")
    assert not looked_up_unsaid(table + "line = tr(OUTCOMES[name])")
    assert not looked_up_unsaid(table.replace("{", "Spoken({").replace("}", "})") + "OUTCOMES[1]")


# Errors that a page shows; those of the formats are for the command line.
ERRORS = {
    "GoldenSetError", "UnreadableError", "LogError", "ArchiveError", "SealError", "ProtocolError",
    "EmbedderError", "NoEmbedderError",
}  # fmt: skip
COMMAND_LINE = ("golden_sets/exchange/", "golden_sets/formats/", "evaluation/exchange_commands.py")


def unsaid_errors(source):
    found = []
    for node, name in calls(ast.parse(source)):
        if name in ERRORS and node.args and any(words(text) for text, _ in strings(node.args[0])):
            found.append((node.lineno, ast.unparse(node)[:80]))
    return found


def test_an_error_that_a_page_shows_is_kept_to_be_said():
    found = {}
    for path in (one for layer in LAYERS for one in sorted((ROOT / layer).rglob("*.py"))):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(COMMAND_LINE) and (
            lines := unsaid_errors(path.read_text(encoding="utf-8"))
        ):
            found[name] = lines
    assert not found
    assert unsaid_errors('raise SealError(f"run {run} holds no whole seal")')
    assert unsaid_errors('raise GoldenSetError("no such set")')
    assert not unsaid_errors('raise SealError(worded("run {run} holds no whole seal", run=run))')


def test_no_page_writes_a_hyphen_before_a_number():
    """`tr` writes a minus sign; an f-string that asks for a sign has to put one in itself."""
    found = []
    for path in PAGES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        mended = {
            id(node.func.value)
            for node, name in calls(tree)
            if name == "replace" and isinstance(node.func, ast.Attribute)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and id(node) not in mended:
                signs = (v.format_spec for v in node.values if isinstance(v, ast.FormattedValue))
                if any(spec is not None and "+" in ast.unparse(spec) for spec in signs):
                    found.append(f"{path.name}:{node.lineno}")
    assert found == []


def test_no_sentence_hides_inside_an_f_string():
    """There the extractor of translations does not look."""
    hidden = []
    for path in (one for layer in LAYERS for one in sorted((ROOT / layer).rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for outer in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
            for node, name in calls(outer):
                if name in SAID and node.args and isinstance(node.args[0], ast.Constant):
                    hidden.append(f"{path.name}:{node.lineno}")
    assert hidden == []
