"""A citation, a document's revision and a span of it, back to its words."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Engine

from evaluation.kept_texts import KeptTexts
from golden_sets import shelf
from golden_sets.golden_set import SHIPPED, load_documents
from golden_sets.reading import GoldenSetError


class Cited(NamedTuple):
    """The words, and where they stand: `leave.md, characters 20 to 41 of 300`."""

    text: str
    told: str


def cited(engine: Engine, revision: str, span: tuple[int, int]) -> Cited:
    """What a citation names: of the texts that the store's runs cut, else of the golden sets here.

    Args:
        revision: Its first 16 digits or more, as a report holds it.
        span: Of characters, the end left out.

    Raises:
        ValueError: No such text is kept, more than one is, or the span is not in it.
    """
    found = KeptTexts(engine).find(revision) or list(_at_hand(revision))
    texts = {name: (document, text) for name, document, text in found}
    if len(texts) > 1:
        raise ValueError(
            f"revision {revision!r} begins that of {len(texts)} texts; give more of it"
        )
    if not texts:
        raise ValueError(
            f"the citation cannot be resolved: no run of this store kept a text of the revision "
            f"{revision}, and no document of the golden sets here is at it"
        )
    ((document, text),) = texts.values()
    start, end = span
    if not 0 <= start <= end <= len(text):
        raise ValueError(f"characters {start} to {end}; {document} has 0 to {len(text)}")
    return Cited(text[start:end], f"{document}, characters {start:,} to {end:,} of {len(text):,}")


def _at_hand(revision: str) -> Iterator[tuple[str, str, str]]:
    """Runs of earlier versions kept no texts; their documents may still be as they were."""
    for one in shelf.listing(SHIPPED):
        try:
            golden = load_documents(one.folder)
        except GoldenSetError:
            continue  # a set that cannot be read holds no document to cite
        for document in golden.documents:
            if document.revision.startswith(revision):
                yield document.revision, document.id, document.text
