"""Splitters of others, in their current releases, run as strategies and lose no place."""

import dataclasses
import functools
import itertools
import json
import re
import socket
import sys

import chonkie
import langchain_text_splitters as langchain
import pytest
import semantic_text_splitter
from llama_index.core import node_parser as llama_index

from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.reading import read_document
from strategies.adapter.adapted import adapt
from strategies.adapter.exported import adapt_jsonl, check_documents
from strategies.adapter.loading import load_splitter
from strategies.adapter.text_key import same_text
from strategies.registry import Strategy
from strategies.tools import Tools

HEADINGS = [("#", "one"), ("##", "two"), ("###", "three")]
ENGLISH = "\n\n".join(
    ["# Handbook", "## Leave"]
    + [f"Rule {n} gives {n + 3} days off.  It ends after {n} weeks; ask first." for n in range(9)]
    + ["## Pay", "See the terms. They apply.", "## Travel", "See the terms. They apply."]
)
CHINESE = "# 手册\n\n## 假期\n\n" + "\n\n".join(
    f"第{n}条　员工每年享有{n + 5}天带薪年假。未休部分可以结转；但不得超过{n}天。" for n in range(9)
)
REPEATED = "\n\n".join(
    f"# Part {n}\n\nThe same paragraph stands under every heading of this text." for n in range(12)
)
ODD_BLANKS = (
    "\n \n# T\n\n\n\n  Two  blanks\t\tand tabs.\u00a0\u3000Wide\u2003ones. \n\n\n- a  \n-   b\n\n"
)
FRONT = (
    "---\ntitle: T\n---\n\n# Text\n\nThe front matter is never in a chunk. Not even a word of it.\n"
)
DOCUMENTS = [
    read_markdown(f"{name}.md", text)
    for name, text in [
        ("english", ENGLISH), ("chinese", CHINESE), ("repeated", REPEATED),
        ("blanks", ODD_BLANKS), ("front", FRONT), ("empty", ""),
    ]
]  # fmt: skip
REAL = (
    "fastapi_docs_en_zh/en/features.md",
    "fastapi_docs_en_zh/zh/tutorial/body.md",
    "laws_zh/民法典_总则.md",
    "commonpaper_contracts/CSA_clauses.md",
    "chroma_chunking_evaluation/corpora/state_of_the_union.md",
)


@functools.cache
def real(folder, path):
    return read_document(folder / path, path)


def words(text):
    return re.findall(r"\w+|\W", text)


def sentences(text):
    return re.findall(r"[^.!?。！？\n]*[.!?。！？\n]|[^.!?。！？\n]+", text)


def llama_sentences(size, overlap=0):
    """SentenceSplitter with its own tokenizer and sentences: its defaults ask for downloads."""
    return llama_index.SentenceSplitter(
        chunk_size=size, chunk_overlap=overlap, tokenizer=words, chunking_tokenizer_fn=sentences
    )


SPLITTERS = {
    "langchain recursive": lambda: langchain.RecursiveCharacterTextSplitter(
        chunk_size=90, chunk_overlap=0
    ),
    "langchain recursive, overlap": lambda: langchain.RecursiveCharacterTextSplitter(
        chunk_size=90, chunk_overlap=40, add_start_index=True
    ),
    "langchain recursive, unstripped": lambda: langchain.RecursiveCharacterTextSplitter(
        chunk_size=90, chunk_overlap=40, strip_whitespace=False, keep_separator="end"
    ),
    "langchain character": lambda: langchain.CharacterTextSplitter(
        chunk_size=90, chunk_overlap=30, separator=" "
    ),
    "langchain headings": lambda: langchain.MarkdownHeaderTextSplitter(HEADINGS),
    "langchain headings kept": lambda: langchain.MarkdownHeaderTextSplitter(
        HEADINGS, strip_headers=False
    ),
    "llama-index sentences": lambda: llama_sentences(40, 10),
    "llama-index tokens": lambda: llama_index.TokenTextSplitter(
        chunk_size=40, chunk_overlap=10, tokenizer=words
    ),
    "llama-index markdown": llama_index.MarkdownNodeParser,
    "llama-index window": lambda: llama_index.SentenceWindowNodeParser(sentence_splitter=sentences),
    "llama-index parents": lambda: llama_index.HierarchicalNodeParser.from_defaults(
        node_parser_ids=["large", "small"],
        node_parser_map={"large": llama_sentences(120), "small": llama_sentences(30)},
    ),
    "chonkie characters": lambda: chonkie.TokenChunker("character", 90, 20),
    "chonkie words": lambda: chonkie.TokenChunker("word", 20, 5),
    "chonkie recursive": lambda: chonkie.RecursiveChunker("character", chunk_size=90),
    "chonkie sentences": lambda: chonkie.SentenceChunker("character", 90, 30),
    "semantic-text-splitter": lambda: semantic_text_splitter.TextSplitter(90),
    "semantic-text-splitter, overlap": lambda: semantic_text_splitter.TextSplitter(
        (40, 90), overlap=20, trim=False
    ),
    "semantic-text-splitter markdown": lambda: semantic_text_splitter.MarkdownSplitter(90),
    "function": lambda: sentences,
    "function of spans": lambda: lambda text: [m.span() for m in re.finditer(r"[^\n]+", text)],
}
REMOVES_HEADINGS = {"langchain headings"}
# Its children come after all parents, and its text repeats: a few of them stand in no one place.
GOES_BACK = {"llama-index parents"}


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("a splitter asks for a download")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def texts_returned(adapted, document):
    """What the library itself made of the body, as plain texts."""
    body = document.text[document.body_start :]
    for item in adapted.pieces(document):
        if isinstance(item, tuple):
            yield item[1] if isinstance(item[1], str) else body[slice(*item)]
        elif isinstance(item, str):
            yield item
        else:
            yield item.page_content if hasattr(item, "page_content") else item.text


def check(name, document):
    adapted = adapt(SPLITTERS[name]())
    found = adapted.find(document)
    assert [one for one in found.unaligned if one.text.strip()] == [], document.id
    returned = [text for text in texts_returned(adapted, document) if text.strip()]
    assert len(returned) == len(found.chunks) + found.duplicates
    if name not in GOES_BACK:
        for text, chunk in zip(returned, found.chunks, strict=True):
            assert same_text(text, chunk.matched_text(document)), (text, chunk)
        starts = [chunk.start for chunk in found.chunks]
        assert starts == sorted(starts)
    for chunk in found.chunks:
        assert document.body_start <= chunk.matched[0].start
    if document.text[document.body_start :].strip():
        floor = 0.5 if name in REMOVES_HEADINGS else 1.0
        assert found.covered >= floor, f"covered {found.covered}"
    else:
        assert found.covered is None
    tools = Tools()
    assert adapted.cut(document, tools) == found.chunks
    assert tools.unaligned == {(adapted.name, document.id): found.unaligned}


@pytest.mark.parametrize("name", SPLITTERS)
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.id)
def test_every_library_on_small_texts(name, document):
    check(name, document)


@pytest.mark.parametrize("name", sorted(SPLITTERS.keys() - GOES_BACK))
def test_every_library_on_real_documents(shared_data, name):
    for path in REAL:
        check(name, real(shared_data, path))


def test_parents_before_children_are_placed_though_the_order_goes_back(shared_data):
    document = real(shared_data, REAL[3])
    found = adapt(SPLITTERS["llama-index parents"]()).find(document)
    assert found.nested > 100, "children lie inside their parents"
    assert len(found.unaligned) * 50 < len(found.chunks)
    assert found.covered == 1.0


def test_repeated_paragraphs_go_to_their_own_places():
    document = DOCUMENTS[2]
    places = [m.start() for m in re.finditer("The same paragraph", document.text)]
    found = adapt(langchain.MarkdownHeaderTextSplitter(HEADINGS)).find(document)
    assert [chunk.start for chunk in found.chunks] == places
    assert found.duplicates == 0


def test_short_words_with_an_overlap_have_exact_offsets():
    text = " ".join(f"{a}{b}" for a, b in itertools.product("abcdefgh", "vwxyz"))
    splitter = langchain.RecursiveCharacterTextSplitter(chunk_size=10, chunk_overlap=5)
    document = read_markdown("words.md", text)
    chunks = adapt(splitter).find(document).chunks
    assert [c.matched_text(document) for c in chunks] == splitter.split_text(text)
    assert [c.start for c in chunks] == [text.index(p) for p in splitter.split_text(text)]


def test_invented_text_is_reported_and_the_next_are_still_aligned():
    document = DOCUMENTS[0]

    def inventive(text):
        for number, line in enumerate(line for line in text.split("\n\n")):
            yield line
            if number == 3:
                yield "Nobody ever wrote this sentence into the handbook."

    found = adapt(inventive).find(document)
    assert [(one.index, one.text[:6]) for one in found.unaligned] == [(4, "Nobody")]
    assert found.covered == 1.0


def test_duplicates_collapse_and_blanks_and_none_are_reported():
    document = read_markdown("x.md", "One line here.\n\nAnother line there.\n")
    first, second = "One line here.", "Another line there."
    found = adapt(lambda text: [first, first, "", None, second, " \n", 7, (3, 900)]).find(document)
    assert [chunk.matched_text(document) for chunk in found.chunks] == [first, second]
    assert found.duplicates == 1
    assert [(one.index, one.reason) for one in found.unaligned] == [
        (2, "it is blank"),
        (3, "it is NoneType, not text"),
        (5, "it is blank"),
        (6, "it is int, not text"),
        (7, "(3, 900): it is outside the text of 36 characters"),
    ]


def test_a_chunk_inside_another_is_kept_and_counted():
    document = read_markdown("x.md", "One line here. Another line there.\n")
    found = adapt(lambda text: [(0, 34), (4, 14), (15, 34)]).find(document)
    assert len(found.chunks) == 3
    assert found.nested == 2


def fails(text):
    raise RuntimeError("no such tokenizer")


@pytest.mark.parametrize(
    ("splitter", "message"),
    [
        (fails, r"fails failed on 'english.md': RuntimeError: no such tokenizer"),
        (lambda text: None, r"lambda failed on 'english.md': TypeError: 'NoneType'"),
        (lambda text: text, r"lambda returned a str for 'english.md'; allowed is a list of texts"),
    ],
)
def test_a_splitter_that_fails_names_the_document(splitter, message):
    with pytest.raises(ValueError, match=message):
        adapt(splitter).cut(DOCUMENTS[0], Tools())


def test_what_is_stored_is_plain_and_equal_for_equal_settings():
    make = functools.partial(langchain.RecursiveCharacterTextSplitter, chunk_size=90)
    one = adapt(make(chunk_overlap=0))
    assert one == adapt(make(chunk_overlap=0)) != adapt(make(chunk_overlap=10))
    assert isinstance(one, Strategy)
    assert one.stored() == json.loads(json.dumps(one.stored()))
    assert one.stored()["library"] == "langchain-text-splitters"
    assert "chunk_size=90" in one.settings
    assert dataclasses.asdict(one)["pieces"] is one.pieces, "the live splitter was copied"
    assert "pieces" not in repr(one)
    assert adapt(llama_sentences(40)).library == "llama-index-core"
    assert adapt(SPLITTERS["chonkie words"]()).library == "chonkie"
    assert adapt(semantic_text_splitter.TextSplitter(9)).library == "semantic-text-splitter"
    assert adapt(sentences).version != adapt(words).version
    assert adapt(functools.partial(re.split, r"\n+")).settings == "0='\\\\n+'"


@pytest.mark.parametrize("splitter", [7, "text", object(), langchain.TextSplitter])
def test_what_is_no_splitter_is_refused(splitter):
    with pytest.raises(ValueError, match=r"is no splitter; allowed are a function from text"):
        adapt(splitter)


def write(path, rows):
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "row",
    [
        {"document": "front.md", "text": "{}"},
        {"id": "7", "source": "/srv/kb/front.md", "page_content": "{}"},
        {"content": "{}", "metadata": {"source": "kb\\front.md", "start_index": 3}},
        {"doc_id": "front.md", "chunk": "{}", "start": 24, "end": 30},
        {"file": "front.md", "text": "Context: the handbook\n{}"},
    ],
)
def test_rows_of_an_exported_index_are_aligned(tmp_path, row):
    document = DOCUMENTS[4]
    wanted = "The front matter is never in a chunk."
    path = write(tmp_path / "index.jsonl", ["", json.dumps(row).replace("{}", wanted)])
    adapted = load_splitter(str(path))
    check_documents(adapted, [document])
    start = document.text.index(wanted)
    assert [c.matched for c in adapted.cut(document, Tools())] == [
        (Span(start, start + len(wanted)),)
    ]
    assert adapted.name == "index"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{not json", r"index\.jsonl:2: not JSON: "),
        ("[1]", r"index\.jsonl:2: '\[1\]'; allowed is an object"),
        ({"document": "english.md"}, r"index\.jsonl:2: no text under any of text, page_content"),
        ({"text": "x"}, r"index\.jsonl:2: no text under any of document, source"),
    ],
)
def test_a_bad_row_is_one_line_with_its_place(tmp_path, row, message):
    path = write(tmp_path / "index.jsonl", [{"document": "english.md", "text": "Rule 1"}, row])
    with pytest.raises(ValueError, match=message) as raised:
        adapt_jsonl(path)
    assert "\n" not in str(raised.value)


def test_documents_of_file_and_golden_set_must_agree(tmp_path):
    rows = [{"document": name, "text": "See the terms."} for name in ("english.md", "other.md")]
    adapted = adapt_jsonl(write(tmp_path / "index.jsonl", rows))
    with pytest.raises(ValueError, match=r"index\.jsonl:2: .* no document 'other\.md'"):
        check_documents(adapted, [DOCUMENTS[0]])
    with pytest.raises(ValueError, match=r"index\.jsonl: no chunks for the document 'chinese\.md'"):
        check_documents(adapted, DOCUMENTS[:2])
    with pytest.raises(ValueError, match=r"no chunks for the document 'chinese\.md'"):
        adapted.cut(DOCUMENTS[1], Tools())
    with pytest.raises(ValueError, match="cannot be read"):
        adapt_jsonl(tmp_path / "absent.jsonl")
    with pytest.raises(ValueError, match=r"empty\.jsonl: no chunks"):
        adapt_jsonl(write(tmp_path / "empty.jsonl", []))
    check_documents(adapt(sentences), DOCUMENTS)


MODULE = """
class Lines:
    size = 3
    def split_text(self, text):
        return text.splitlines()
lines = Lines()
def make():
    return Lines()
def cut(text):
    return text.splitlines()
def broken():
    raise KeyError("size")
seven = 7
class Sized:
    def __init__(self, size):
        pass
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "my_splitters.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "my_broken.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    sys.modules.pop("my_splitters", None)


@pytest.mark.parametrize("name", ["Lines", "lines", "make", "cut"])
def test_a_splitter_is_loaded_by_its_name(module, name):
    adapted = load_splitter(f"my_splitters:{name}")
    assert adapted.name == name
    assert len(adapted.cut(DOCUMENTS[0], Tools())) == 15


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("my_splitters", "allowed are module:name and a .jsonl file"),
        ("absent_module:x", "no module 'absent_module'"),
        ("my_broken:x", "importing my_broken failed: ZeroDivisionError"),
        ("my_splitters:x", "no 'x' in it; it has Lines, lines, make, cut"),
        ("my_splitters:seven", "7 is no splitter; allowed are a function"),
        ("my_splitters:broken", "broken.. failed: KeyError"),
        ("my_splitters:Sized", "Sized.. failed: TypeError"),
    ],
)
def test_what_cannot_be_loaded_is_one_line(module, spec, message):
    with pytest.raises(ValueError, match=message) as raised:
        load_splitter(spec)
    assert str(raised.value).startswith(f"splitter {spec!r}") and "\n" not in str(raised.value)
