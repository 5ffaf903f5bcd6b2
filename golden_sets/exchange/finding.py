"""Evidence that comes as words alone: found in a folder of documents, for a person to confirm."""

from pathlib import Path
from typing import Any, NamedTuple

from golden_sets.document import Document, Span
from golden_sets.exchange.draft import Draft, clean
from golden_sets.exchange.links import first_of, held, required
from golden_sets.folding import Folded, fold
from golden_sets.near import LEAST_SIMILAR, nearest
from golden_sets.quotes import places_of, shown
from golden_sets.reading import READERS, GoldenSetError, read_document


def _may_be_read(path: Path) -> bool:
    return path.suffix.lower() in READERS or (path.is_symlink() and path.is_dir())


class Found(NamedTuple):
    """A place for words: how similar it is, 100 for the same, and how many more are."""

    document: Document
    span: Span
    similarity: float
    others: int


class Finder:
    """Finds words in the documents of a folder, which become the draft's.

    Raises:
        GoldenSetError: There is no such folder, or a document cannot be read.
    """

    def __init__(self, draft: Draft, source: Path, documents: Path | None) -> None:
        folder = documents or source.parent / "documents"
        if not folder.is_dir():
            raise GoldenSetError(
                f"{folder}: no folder of documents; name the one that {source.name} is about: "
                "--documents FOLDER"
            )
        if documents is None:
            required(source.parent, folder)
        self.draft = draft
        self.documents: dict[str, Document] = {}
        self._known: dict[str, Folded] = {}
        for path in held(folder, filter(_may_be_read, folder.rglob("*")), draft.problems):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self.documents[name] = read_document(path, name)
                draft.documents[name] = self.documents[name].text
                draft.copies[name] = path
        if not self.documents:
            told = first_of(draft.problems)
            raise GoldenSetError(f"{folder}: no documents; allowed are {', '.join(READERS)}{told}")

    def passage(self, where: str, words: str, sure: bool, name: str = "") -> dict[str, Any] | None:
        """The passage for words, None if nothing is near; what is doubtful is told.

        Args:
            sure: Whether words that stand once as they are need no person to confirm them.
            name: The document they must be in, if it is known.
        """
        self.draft.evidence += 1
        words = clean(words).strip()
        if name and name not in self.documents:
            known = [one for one in self.documents if one.rsplit("/", 1)[-1] == name]
            if len(known) != 1:
                self.draft.problems.append(f"{where}: no document {name!r}: left out")
                return None
            name = known[0]
        found = self.find(words, [self.documents[name]] if name else [*self.documents.values()])
        if found is None:
            self.draft.problems.append(f"{where}: {shown(words)} is in no document: left out")
            return None
        document, span, similarity, others = found
        quote = document.text[slice(*span)]
        row: dict[str, Any] = {"document": document.id, "quote": quote}
        first = document.text.find(quote)
        if document.text.find(quote, first + 1) >= 0:
            row["start"] = span.start
        if not (sure and similarity == 100 and not others):
            row |= {"confirmed": False, "score": similarity}
        if others:
            told = f"stands in {others + 1} places, taken is {document.id} at {span.start}"
            self.draft.problems.append(f"{where}: {shown(words)} {told}: to be confirmed")
        elif similarity < 100:
            told = f"is {similarity:.0f} % the same as {shown(quote)} in {document.id}"
            self.draft.problems.append(f"{where}: {shown(words)} {told}: to be confirmed")
        return row

    def find(self, words: str, documents: list[Document]) -> Found | None:
        """The first place of the words, else the most similar one."""
        if not words:
            return None
        same = self._places(words, documents)
        if same:
            return Found(*same[0], 100.0, len(same) - 1)
        best: Found | None = None
        for document in documents:
            least = best.similarity if best else LEAST_SIMILAR
            near = nearest(document.text, words, least)
            outside = near is None or near.span.start < document.body_start
            if near and not outside and (best is None or near.similarity > best.similarity):
                best = Found(document, near.span, near.similarity, 0)
        return best

    def _places(self, words: str, documents: list[Document]) -> list[tuple[Document, Span]]:
        """Where the words stand as they are in any document, else but for what copying changes."""
        wanted = fold(words)
        exact = [(d, p) for d in documents if words in d.text for p in places_of(d.text, words)]
        found = exact or [(d, p) for d in documents for p in self._folded(d).places(wanted)]
        return [(d, place) for d, place in found if place.start >= d.body_start]

    def _folded(self, document: Document) -> Folded:
        # Kept here: the documents may be more than `fold` remembers.
        if document.id not in self._known:
            self._known[document.id] = fold.__wrapped__(document.text)
        return self._known[document.id]
