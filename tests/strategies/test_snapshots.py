"""How every strategy cuts a page of each real data set, kept so that a change is seen in review.

The snapshots hold offsets and hashes, nothing of the documents' text. `pytest --snapshot-update`
writes them anew.
"""

import hashlib
import json
import re
from pathlib import Path

import pytest

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import normalise_newlines
from strategies.chunk import Chunk
from strategies.registry import STRATEGIES, make_strategy
from strategies.tools import Tools
from tests.strategies.test_contract import letter_counts

PAGE = 6_000
# `mixed` cuts by the others.
NAMES = sorted(set(STRATEGIES) - {"mixed"})


def _paragraphs(path: Path) -> str:
    """The first paragraphs of a file in SQuAD's format."""
    found = json.loads(path.read_text("utf-8"))["data"]
    return "\n\n".join(p["context"] for article in found[:8] for p in article["paragraphs"])


def _text(path: Path) -> str:
    return normalise_newlines(path.read_bytes().decode("utf-8"))


PAGES = {
    "chroma": ("chroma_chunking_evaluation/corpora/state_of_the_union.md", _text),
    "xquad_en": ("xquad_en_zh/xquad.en.json", _paragraphs),
    "xquad_zh": ("xquad_en_zh/xquad.zh.json", _paragraphs),
    "cmrc2018": ("cmrc2018_dev_sample/cmrc2018_dev_first400.json", _paragraphs),
    "cuad": (
        "cuad_20_contracts/txt/OMINTO,INC_03_29_2004-EX-10-RESELLER AGREEMENT.txt",
        _text,
    ),
    "commonpaper": ("commonpaper_contracts/CSA_clauses.md", _text),
    "laws_zh": ("laws_zh/社会法_劳动合同法(2012-12-28).md", _text),
    "fastapi_en": ("fastapi_docs_en_zh/en/features.md", _text),
    "fastapi_zh": ("fastapi_docs_en_zh/zh/features.md", _text),
}


def page(folder: Path, name: str) -> Document:
    place, read = PAGES[name]
    text = read(folder / place)[:PAGE]
    reader = read_plain_text if place.endswith(".txt") else read_markdown
    return reader(f"{name}.md", text)


def line(document: Document, chunk: Chunk) -> str:
    """Where it starts and ends, kind, part, what it repeats, what is read, and hashes."""
    start, end = chunk.matched[-1]
    words = [f"{start}-{end}", chunk.kind]
    if chunk.part:
        words.append("part {}/{}".format(*chunk.part))
    words += [f"repeats {low}-{high}" for low, high in chunk.matched[:-1]]
    if chunk.read != chunk.matched:
        words += [f"read {low}-{high}" for low, high in chunk.read]
    digest = hashlib.sha256(chunk.index_text(document).encode()).hexdigest()
    return " ".join([*words, digest[:8]])


@pytest.mark.parametrize("data", PAGES)
@pytest.mark.parametrize("name", NAMES)
def test_cut_as_before(shared_data, snapshot, name, data):
    document = page(shared_data, data)
    made = make_strategy(name, size=400, overlap=40)
    chunks = made.cut(document, Tools(letter_counts))
    assert "".join(f"{line(document, chunk)}\n" for chunk in chunks) == snapshot


def test_no_snapshot_holds_text():
    """The documents' licences are their own: only what `line` writes may be kept."""
    written = re.compile(
        r"\s+(\d+-\d+ \w+( part \d+/\d+)?( repeats \d+-\d+)*( read \d+-\d+)* [0-9a-f]{8}|'''|)"
        r"|# (serializer version: 1|name: test_cut_as_before\[[\w-]+\]|---)"
    )
    text = (Path(__file__).parent / "__snapshots__" / "test_snapshots.ambr").read_text("utf-8")
    assert [line for line in text.splitlines() if line and not written.fullmatch(line)] == []
