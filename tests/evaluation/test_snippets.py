"""The code that is handed out does what the variant does, or says in what it does not."""

import json
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from evaluation import commands
from evaluation.command_parser import parser
from evaluation.snippet_langchain import MEASURED, langchain
from evaluation.snippet_variant import variant_of
from evaluation.snippets import command, model_named, python, table
from golden_sets.golden_set import find_golden_set, load_golden_set
from golden_sets.reading import read_document
from strategies.mixed import Mixed
from strategies.registry import make_strategy
from strategies.tools import Tools
from strategies.variant import Variant
from tests.pages.factory import LEAVE

ROOT = Path(__file__).parent.parent.parent
VARIANTS = [
    Variant(make_strategy("fixed", size=90, overlap=20)),
    Variant(make_strategy("fixed", size=20, unit="tokens", overlap=4), "path"),
    Variant(make_strategy("recursive", size=80, overlap=20, snap=True)),
    Variant(make_strategy("recursive", size=80, separators=("re:[.,]\\s", "space"))),
    Variant(make_strategy("structure", size=80, without=("bonds", "tables")), "path"),
    Variant(make_strategy("structure", size=80), "none", "parent", 50),
    Variant(make_strategy("structure", size=80), "none", "neighbours"),
    Variant(make_strategy("parent_child", size=80)),
    Variant(make_strategy("sentence", size=80, overlap=30)),
    Variant(make_strategy("structure", size=80, min_size=10)),
    Variant(
        Mixed(
            90,
            classes=(("policy", make_strategy("structure", size=70, without=("bonds",))),),
            otherwise=make_strategy("fixed", size=60, overlap=10),
        )
    ),
]


def stored(variant):
    """As a report holds it, through JSON."""
    return json.loads(
        json.dumps(
            {
                "id": variant.id,
                "strategy": variant.strategy_name,
                "parameters": variant.parameters,
                "headers": variant.headers,
                "expansion": variant.expansion_given,
            }
        )
    )


@pytest.fixture
def place(tmp_path, monkeypatch):
    (tmp_path / "manual.md").write_text(LEAVE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ours(variant, document_class=""):
    document = read_document(Path("manual.md"), "manual.md", document_class)
    return document, variant.cut([document], Tools())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_a_reports_variant_is_made_again(variant):
    assert variant_of(stored(variant)) == variant


def test_a_variant_that_is_not_ours_or_of_another_version_is_none():
    held = stored(VARIANTS[0])
    assert variant_of({**held, "strategy": "langchain:x"}) is None
    assert variant_of({**held, "id": "fixed-90c"}) is None
    assert variant_of({**held, "parameters": {**held["parameters"], "new": 1}}) is None
    assert variant_of({**held, "parameters": {"size": "many"}}) is None


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_the_command_cuts_as_the_variant_does(variant, place, capsys):
    told = command(variant)
    if variant.parameters.get("min_size", 40) != 40:
        assert told is None, "no option says it"
        return
    words = shlex.split(told.replace("DOCUMENT", "manual.md").replace("CLASS", "policy"))
    if toml := table(variant):
        (place / "mixed.toml").write_text(toml, encoding="utf-8")
    given = parser().parse_args([*words[3:], "--json"])
    commands.chunks(given)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    _, chunks = ours(variant, "policy" if toml else "")
    assert [row["id"] for row in rows] == [chunk.id for chunk in chunks] != []


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_the_program_prints_the_chunks(variant, place, capsys):
    if toml := table(variant):
        (place / "mixed.toml").write_text(toml, encoding="utf-8")
    code = python(variant).replace("CLASS", "policy")
    exec(compile(code, "snippet", "exec"), {})
    document, chunks = ours(variant, "policy" if toml else "")
    assert capsys.readouterr().out == "".join(f"{c.index_text(document)}\n" for c in chunks)


def test_semantic_names_the_model_it_cuts_by():
    variant = Variant(make_strategy("semantic", size=80))
    told = command(variant, "all-MiniLM-L6-v2")
    assert told is not None and told.endswith("--model minilm")
    code = python(variant, "multilingual-e5-small")
    assert "make_embedder('e5'" in code
    compile(code, "snippet", "exec")
    assert model_named("universal-sentence-encoder-multilingual-3") == "use"
    assert model_named("some other") == "auto"


def share(variant, documents):
    """Percent of our chunks that LangChain's snippet makes too, by their text."""
    found = langchain(variant)
    same = total = 0
    for document in documents:
        names = {"text": document.text[document.body_start :]}
        exec(compile(found.code, "snippet", "exec"), names)
        theirs = Counter(part.strip() for part in names["chunks"])
        mine = Counter(
            "".join(document.text[slice(*span)] for span in chunk.matched).strip()
            for chunk in variant.cut([document], Tools())
        )
        same += (theirs & mine).total()
        total += mine.total()
    return round(100 * same / total)


@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize("unit", ["characters", "tokens"])
@pytest.mark.parametrize("name", ["fixed", "recursive"])
def test_langchains_chunks_are_compared_with_ours(name, unit, overlap):
    """The page says the share: it must be what somebody who tries it finds."""
    size = 400 if unit == "characters" else 100
    variant = Variant(make_strategy(name, size=size, unit=unit, overlap=size // 5 * overlap))
    documents = load_golden_set(find_golden_set("handbook")).documents
    found = share(variant, documents)
    print(name, unit, overlap, found)
    assert MEASURED[name, unit, overlap] == found


def test_where_langchain_has_nothing_it_is_said_and_why():
    for name in ("structure", "parent_child", "semantic", "sentence"):
        found = langchain(Variant(make_strategy(name)))
        assert found.code is None and "LangChain has no equivalent" in found.notes[0]
    grouped = langchain(Variant(make_strategy("recursive", separators=("re:(a)|b",))))
    assert grouped.code is None and "group" in grouped.notes[0]


def test_what_a_variant_does_beside_the_cut_is_said_to_be_missing():
    variant = Variant(make_strategy("recursive", size=80, overlap=20, snap=True), "path", "parent")
    notes = " ".join(langchain(variant).notes)
    for words in ("Title and headings", "beside a found chunk", "start at a sentence", "repeats"):
        assert words in notes


def test_a_splitter_of_ones_own_at_line_ends_is_split_by_lines_too(place):
    variant = Variant(make_strategy("recursive", size=60, separators=("re:^(?=7)", "newline")))
    document, _ = ours(variant)
    assert share(variant, [document]) > 0
    assert "(?m:^(?=7))" in langchain(variant).code


def test_snippets_run_outside_of_the_tests(place):
    """By the interpreter itself, from the folder that holds the packages."""
    code = python(VARIANTS[0])
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            code.replace('Path("manual.md")', f"Path({str(place / 'manual.md')!r})"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "28 days" in done.stdout, done.stderr
