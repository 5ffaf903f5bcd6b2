"""The texts that runs cut, kept by revision: a citation of one resolves as long as the store is."""

import zlib
from collections.abc import Iterable

from sqlalchemy import Connection, Engine, select
from sqlalchemy.dialects import postgresql, sqlite

from evaluation.store_schema import DOCUMENTS, storable
from golden_sets.document import Document

_DIGITS = 16  # what a report holds of a revision
_SENT = 500


def keep_texts(connection: Connection, documents: Iterable[Document]) -> None:
    """Keeps the texts that are not there yet, in the caller's transaction."""
    given: dict[str, Document] = {}
    for document in documents:
        given.setdefault(document.revision, document)
    names = list(given)
    there: set[str] = set()
    for start in range(0, len(names), _SENT):
        wanted = DOCUMENTS.c.revision.in_(names[start : start + _SENT])
        there |= set(connection.scalars(select(DOCUMENTS.c.revision).where(wanted)))
    rows = [
        {"revision": name, "document": storable(one.id), "text": _packed(one.text)}
        for name, one in given.items()
        if name not in there
    ]
    if rows:
        postgres = connection.dialect.name == "postgresql"
        insert = postgresql.insert(DOCUMENTS) if postgres else sqlite.insert(DOCUMENTS)
        connection.execute(insert.on_conflict_do_nothing(), rows)


class KeptTexts:
    """The texts in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self) -> set[str]:
        """How the revisions of all texts begin, as a report holds them."""
        with self._engine.connect() as connection:
            return {one[:_DIGITS] for one in connection.scalars(select(DOCUMENTS.c.revision))}

    def find(self, revision: str) -> list[tuple[str, str, str]]:
        """Revision, name and text of each document whose revision begins so.

        Raises:
            ValueError: It is no revision, or too short to tell documents apart.
        """
        if len(revision) < _DIGITS or set(revision) - set("0123456789abcdef"):
            raise ValueError(
                f"revision {revision!r}; allowed are {_DIGITS} to 64 hexadecimal digits"
            )
        query = select(DOCUMENTS.c.revision, DOCUMENTS.c.document, DOCUMENTS.c.text)
        query = query.where(DOCUMENTS.c.revision.startswith(revision))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(DOCUMENTS.c.revision)).all()
        return [(row.revision, row.document, _unpacked(row.text)) for row in rows]


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def _unpacked(text: bytes) -> str:
    return zlib.decompress(text).decode("utf-8", "surrogatepass")
