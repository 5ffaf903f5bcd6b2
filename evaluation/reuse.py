"""What a small edit costs: how much of an index is made again after it."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from golden_sets.document import Document
from golden_sets.plain_text import read_plain_text
from golden_sets.sentences import sentences
from golden_sets.text_files import TEXT_READERS
from strategies.adapter.exported import is_exported
from strategies.tokenizer import count_tokens
from strategies.tools import Tools
from strategies.variant import Variant

INSERTED = " This sentence was put in later."
MOST_DOCUMENTS = 100


class Reuse(NamedTuple):
    """What an edit of every document leaves to embed.

    Attributes:
        texts: Index texts after it.
        fresh: Those that were not there before.
        share: The same in tokens, 0 to 1, sentences included where cutting embeds them: what is
            made again, over everything that was ever to be made.
        cutting: The share of the sentences alone that cutting embeds, 0 where it embeds none.
    """

    texts: int
    fresh: int
    share: float
    cutting: float


def changed(document: Document) -> Document:
    """The document with a sentence more behind the one in its middle."""
    middle = len(document.text) // 2
    end = next((s.end for s in sentences(document) if s.end >= middle), len(document.text))
    return _read(document, document.text[:end] + INSERTED + document.text[end:])


def _read(document: Document, text: str) -> Document:
    """A document of that text in its place; of a format that is no text, as plain text."""
    reader = TEXT_READERS.get(Path(document.id).suffix.lower(), read_plain_text)
    return reader(document.id, text, document.document_class)


def index_texts(variant: Variant, documents: Sequence[Document], tools: Tools) -> set[str]:
    """The distinct texts a variant embeds of the documents."""
    by_id = {document.id: document for document in documents}
    cut = variant.cut(documents, tools)
    return {chunk.index_text(by_id[chunk.document]) for chunk in cut}


def sentence_texts(documents: Sequence[Document], tools: Tools) -> set[str]:
    """The distinct sentences of the documents."""
    return {
        document.text[slice(*span)] for document in documents for span in tools.sentences(document)
    }


def reuse(variant: Variant, documents: Sequence[Document], tools: Tools) -> Reuse | None:
    """What is to embed again after one sentence more in each document.

    A text's vector is kept by its content, so only texts that were not there before are made
    anew. Of many documents 100, at equal distances, stand for all. None for pieces exported from
    elsewhere, which nobody can cut again.
    """
    if is_exported(variant.strategy):
        return None
    some = list(documents)[:: -(-len(documents) // MOST_DOCUMENTS) or 1]
    before = [_read(document, document.text) for document in some]
    after = [changed(document) for document in before]
    old, new = (index_texts(variant, cut, tools) for cut in (before, after))
    counts = len(new), len(new - old)
    made, again = _tokens(new), _tokens(new - old)
    old, new = (
        sentence_texts([d for d in cut if variant.embeds_sentences(d)], tools)
        for cut in (before, after)
    )
    cut, cut_again = _tokens(new), _tokens(new - old)
    return Reuse(*counts, _share(again + cut_again, made + cut), _share(cut_again, cut))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _tokens(texts: set[str]) -> int:
    return sum(map(count_tokens, texts))
