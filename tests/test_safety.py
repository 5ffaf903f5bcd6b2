"""What the shipped code never does, read from the code itself, and every door for bytes."""

import ast
import re

import pytest

from tests.test_layers import FILES, ROOT, imported

NAMES = {path: path.relative_to(ROOT).as_posix() for path in FILES}
TREES = {NAMES[path]: ast.parse(path.read_text(encoding="utf-8")) for path in FILES}

# What makes code of data, or unpacks without a bound.
NEVER_IMPORTED = {
    "pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "yaml", "tarfile",
    "gzip", "bz2", "lzma", "xmlrpc", "telnetlib", "ftplib", "smtplib",
}  # fmt: skip
NEVER_CALLED = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "torch.load", "np.load",
    "pd.read_pickle", "shutil.unpack_archive", "tempfile.mktemp", "os.execv", "os.spawnl",
    "st.write", "pty.spawn",
}  # fmt: skip
NEVER_SET = {"shell": True, "unsafe_allow_html": True, "unsafe_allow_javascript": True,
             "allow_pickle": True, "trust_remote_code": True, "resolve_entities": True,
             "no_network": False, "verify": False}  # fmt: skip

# By file: what it alone may do, and why.
ALLOWED = {
    ("golden_sets/archives.py", "zipfile.ZipFile"): "the one place that opens a ZIP from outside",
    ("evaluation/run_archive.py", "zipfile.ZipFile"): "writes a run's archive, and opens none",
    ("golden_sets/exchange/tables.py", "load_workbook"): "after the archive's own checks",
    ("golden_sets/word_package.py", "etree.fromstring"): "without entities, after its size",
    ("golden_sets/web_page.py", "etree.fromstring"): "HTML, which has no entities of its own",
    ("evaluation/store.py", "zlib.decompress"): "what this program packed in its own database",
    ("evaluation/kept_texts.py", "zlib.decompress"): "likewise",
    ("evaluation/migrations/versions/r0002_scores.py", "zlib.decompress"): "likewise",
    ("strategies/adapter/known.py", "importlib.import_module"): "one of a table's names",
    ("strategies/adapter/loading.py", "importlib.import_module"): "--splitter, which a person "
    "names on the command line; no page and no file reaches it",
    ("strategies/adapter/adapted.py", "importlib.import_module"): "a fixed name",
    ("golden_sets/exchange/registry.py", "import_module"): "the package's own modules",
    ("pages/ui/serve.py", "import_module"): "fixed names",
    ("evaluation/jobs.py", "subprocess.Popen"): "this program, its arguments a list",
    ("pages/ui/stored.py", "subprocess.run"): "this program, its arguments a list",
    ("golden_sets/pdf_trial.py", "subprocess.run"): "this program, its arguments a list",
    ("evaluation/embedders/openai_compatible.py", "httpx.Client"): "the server of --model openai:",
    ("evaluation/chroma.py", "httpx.get"): "the server of --chroma",
    ("evaluation/chroma.py", "chromadb.HttpClient"): "the server of --chroma",
    ("evaluation/chroma.py", "chromadb.PersistentClient"): "a folder; without telemetry",
}
ONLY_ALLOWED = re.compile(
    r"(zipfile\.|.*\.)?ZipFile|.*load_workbook|etree\.(fromstring|parse|iterparse)|ElementTree\."
    r"(fromstring|parse|iterparse|XML)|zlib\.decompress(obj)?|(importlib\.)?import_module|"
    r"subprocess\..*|(httpx|requests|urllib\.request|socket|aiohttp)\..*|urlopen|"
    r"chromadb\.\w*Client"
)


def called(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.parametrize("name", TREES)
def test_nothing_makes_code_of_data(name):
    assert not imported(ROOT / name) & NEVER_IMPORTED
    for function, node in called(TREES[name]):
        assert function not in NEVER_CALLED, f"{name}:{node.lineno}: {function}"
        for given in node.keywords:
            if given.arg in NEVER_SET and isinstance(given.value, ast.Constant):
                told = f"{name}:{node.lineno}: {given.arg}={given.value.value}"
                assert given.value.value is not NEVER_SET[given.arg], told


def test_what_opens_archives_starts_processes_and_asks_servers_is_listed_with_its_reason():
    ours = re.compile(r"subprocess\.(TimeoutExpired|DEVNULL)|httpx\.(HTTPError|\w+Error)")
    found = {
        (name, function)
        for name, tree in TREES.items()
        for function, _ in called(tree)
        if ONLY_ALLOWED.fullmatch(function) and not ours.fullmatch(function)
    }
    assert found == set(ALLOWED)


# Doors for bytes: where they come in, and what holds them. `docs/security.md` says the same.
DOORS = {
    ("pages/ui/own_page.py", "own_files"): "uploads.ZIP_BYTES // uploads.MB",
    ("pages/ui/write_set.py", "write_upload_"): "uploads.ZIP_BYTES // uploads.MB",
    ("pages/ui/runs_import.py", "runs_file"): "FILE_BYTES // MB",
    ("pages/ui/decide_declare.py", "decide_upload_"): "1",
}
OTHER_DOORS = {"st.camera_input", "st.audio_input", "st.chat_input", "st.data_editor"}


def test_every_upload_is_a_door_with_a_limit():
    found = {}
    for name, tree in TREES.items():
        for function, node in called(tree):
            assert function not in OTHER_DOORS, f"{name}:{node.lineno}: a door without a limit"
            if function.endswith("file_uploader"):
                given = {one.arg: one.value for one in node.keywords}
                assert "type" in given, f"{name}:{node.lineno}: takes any file"
                key = re.match(r"f?'(\w+?)['{]", ast.unparse(given["key"]))[1]
                limit = given.get("max_upload_size")
                found[name, key] = ast.unparse(limit) if limit else None
    assert found == DOORS


def test_every_door_stands_in_the_security_notes():
    notes = (ROOT / "docs" / "security.md").read_text("utf-8")
    from evaluation.run_marks import NOTE_CHARACTERS
    from evaluation.run_zip import FILE_BYTES, PART_BYTES, RATIO
    from golden_sets import editing, limits, uploads
    from pages.ui.decide_declare import MOST_BYTES

    mega = 1_000_000
    for words in (
        f"{uploads.FILE_BYTES // mega} MB a file",
        f"{uploads.ZIP_BYTES // mega} MB a ZIP",
        f"{uploads.ZIP_ENTRIES:,} files",
        f"{uploads.SET_FILES} documents and {uploads.SET_BYTES // mega} MB a set",
        f"{FILE_BYTES // mega} MB, {PART_BYTES // mega} MB unpacked, {RATIO} times its size",
        f"{limits.MAX_PAGES:,} pages",
        f"{limits.MAX_PDF_SECONDS} seconds and {limits.MAX_PDF_MEMORY // 10**9} GB",
        f"{limits.MAX_ENTRIES:,} parts",
        f"{limits.MAX_UNPACKED // mega} MB unpacked",
        f"{limits.MAX_ROWS:,} rows",
        f"{limits.MAX_CHARACTERS:,} characters",
        f"{MOST_BYTES:,} bytes",
        f"{editing.MOST_CHARACTERS:,} characters",
        f"{NOTE_CHARACTERS:,} characters",
    ):
        assert words in notes, words


# In HTML, a value is a call that escapes or makes HTML, a number by its format, or a name that
# was made above. What is taken out of an object right there has to be one of these, all of them
# words of this program and not of a file.
OWN_WORDS = {
    "part.role", "block.kind", "cut.lane", "one.holds", "one.rank", "SIGNS[one.holds]",
    "ICONS[severity]", "IDS[1 - at]", "SHADES[at % len(SHADES)]", "style_of(lane.strategy)[0]",
    "cut.boundary.chunk + 1",
}  # fmt: skip
_TAG = re.compile(r"</?[a-z]")


def in_html(tree):
    """Values put into f-strings that hold a tag."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and any(
            isinstance(part, ast.Constant) and _TAG.search(str(part.value)) for part in node.values
        ):
            yield from (part for part in node.values if isinstance(part, ast.FormattedValue))


@pytest.mark.parametrize("name", [name for name in TREES if name.startswith("pages/")])
def test_no_value_of_an_object_goes_into_html_unescaped(name):
    for part in in_html(TREES[name]):
        simple = isinstance(part.value, ast.Call | ast.Name | ast.IfExp | ast.BoolOp)
        if part.format_spec is None and not simple:
            told = f"{name}:{part.value.lineno}: {ast.unparse(part.value)} is not escaped"
            assert ast.unparse(part.value) in OWN_WORDS, told


def test_the_servers_settings_are_the_safe_ones():
    import tomllib

    found = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    server = found["server"]
    assert server["address"] == "127.0.0.1"
    assert server["enableXsrfProtection"] and server["enableCORS"]
    assert not server["enableStaticServing"]
    assert server["maxUploadSize"] == 200, "a run; every other field asks for less"
    assert found["client"]["showErrorDetails"] == "none", "no traceback is on a page"
    assert found["browser"]["gatherUsageStats"] is False


def test_chroma_sends_no_telemetry():
    for name, tree in TREES.items():
        for function, node in called(tree):
            if function.endswith("Settings") and name == "evaluation/chroma.py":
                given = {one.arg: ast.unparse(one.value) for one in node.keywords}
                assert given.get("anonymized_telemetry") == "False", f"{name}:{node.lineno}"
