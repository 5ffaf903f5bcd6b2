"""Bring your own: any splitter or function as a strategy among the others."""

import functools
import hashlib
import importlib
import importlib.metadata
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from golden_sets.document import Document, Span
from strategies.adapter.alignment import Unaligned, align, covered_share
from strategies.chunk import Chunk
from strategies.pieces import Piece, chunks_of
from strategies.tools import Tools

ALLOWED = (
    "a function from text to a list of texts or of (start, end), or an object with split_text, "
    "chunk, chunks, chunk_indices or get_nodes_from_documents"
)
_NORMALISED = 8  # Characters that quotes, ligatures and marks spelled out may add.
TEXT_NAMES = ("text", "page_content", "content", "chunk")
Cut = Callable[[Document], Iterable[Any]]


class Found(NamedTuple):
    """What a splitter made of a document.

    Attributes:
        chunks: By start, without those of the same spans as another.
        unaligned: The pieces that stand nowhere in the document.
        duplicates: How many pieces had the same spans as an earlier one.
        nested: How many chunks lie inside another.
        covered: The share of the body's non-blank characters in a chunk; None for a blank body.
        changed: How many pieces hold text that the document does not, a header for example.
    """

    chunks: tuple[Chunk, ...]
    unaligned: tuple[Unaligned, ...]
    duplicates: int
    nested: int
    covered: float | None
    changed: int


class ExportError(ValueError):
    """One line about a file of chunks."""


@dataclass(frozen=True, slots=True)
class Adapted:
    """A foreign splitter. What it was made from is compared and stored, the live object is not.

    Attributes:
        name: Names it in a run.
        library: The package it comes from, "" for a function of one's own.
        version: Of the package; of a function or a file, a hash of its source.
        settings: Its plain attributes as `name=value`, by name.
    """

    name: str
    library: str
    version: str
    settings: str
    # A function, not the splitter itself: dataclasses.asdict copies all but functions deeply.
    pieces: Cut = field(compare=False, repr=False)

    def stored(self) -> dict[str, Any]:
        """The configuration without the live splitter."""
        names = ("name", "library", "version", "settings")
        return {name: getattr(self, name) for name in names}

    def cut(self, document: Document, tools: Tools) -> tuple[Chunk, ...]:
        """The document's chunks, by start; what could not be aligned goes to `tools.unaligned`.

        Raises:
            ValueError: The splitter failed, or returned nothing that can be pieces.
        """
        found = self.find(document)
        tools.unaligned[self.name, document.id] = found.unaligned
        tools.changed[self.name, document.id] = found.changed
        return found.chunks

    def find(self, document: Document) -> Found:
        """The chunks, and what a report says about them.

        Raises:
            ValueError: As for `cut`.
        """
        items = self._items(document)
        body = document.text[document.body_start :]
        texts, hints, refused = [], [], {}
        for index, item in enumerate(items):
            text, hint, reason = _read_item(item, body)
            texts.append(text)
            hints.append(hint)
            if reason:
                refused[index] = Unaligned(index, text, reason)
        alignment = align(body, texts, hints)
        unaligned = [refused.get(one.index, one) for one in alignment.unaligned]
        shift = document.body_start
        placed = [
            tuple(Span(start + shift, end + shift) for start, end in spans)
            for spans in alignment.spans
            if spans
        ]
        different = sorted(set(placed), key=lambda spans: (spans[-1], spans))
        pieces = [Piece(spans[-1], spans[:-1]) for spans in different]
        return Found(
            chunks_of(document, pieces),
            tuple(unaligned),
            len(placed) - len(different),
            _nested(different),
            covered_share(body, (span for spans in alignment.spans for span in spans or ())),
            sum(map(functools.partial(_has_more, body), texts, alignment.spans)),
        )

    def _items(self, document: Document) -> list[Any]:
        try:
            made = self.pieces(document)
            items = None if isinstance(made, str | bytes | Mapping) else list(made)
        except ExportError:
            raise
        except Exception as error:
            raise ValueError(
                f"{self.name} failed on {document.id!r}: {type(error).__name__}: "
                + " ".join(str(error).split())
            ) from error
        if items is None:
            raise ValueError(
                f"{self.name} returned a {type(made).__name__} for {document.id!r}; "
                "allowed is a list of texts or of (start, end)"
            )
        return items


def _has_more(body: str, piece: str, spans: tuple[Span, ...] | None) -> bool:
    """Whether a piece that was placed has more printed characters than its spans, by more than
    what normalising adds."""
    if spans is None:
        return False
    held = sum(len("".join(body[start:end].split())) for start, end in spans)
    return len("".join(piece.split())) - held > _NORMALISED + held // 20


def _nested(by_start: Iterable[tuple[Span, ...]]) -> int:
    count = furthest = 0
    for (start, end), *repeated in (spans[::-1] for spans in by_start):
        count += end <= furthest and not repeated and start < end
        furthest = max(furthest, end)
    return count


def _read_item(item: Any, body: str) -> tuple[str, int | None, str]:
    """A piece's text, the splitter's own offset, and why it is no piece, "" where it is one."""
    if isinstance(item, str):
        return item, None, ""
    if isinstance(item, tuple | list) and len(item) == 2 and is_offset(item[0]):
        first, second = item
        if isinstance(second, str):
            return second, first, ""
        if is_offset(second):
            if 0 <= first <= second <= len(body):
                return body[first:second], first, ""
            reason = f"it is outside the text of {len(body)} characters"
            return "", None, f"({first}, {second}): {reason}"
    # Not LlamaIndex's start_char_idx: it searches for the text, and repeated text comes too early.
    text, hint = value_of(item, TEXT_NAMES), value_of(item, ("start_index", "start"))
    if isinstance(text, str):
        return text, hint if is_offset(hint) else None, ""
    return "", None, f"it is {type(item).__name__}, not text"


def is_offset(value: Any) -> bool:
    """Whether it is a whole number, NumPy's among them."""
    return hasattr(value, "__index__") and not isinstance(value, bool)


def value_of(item: Any, names: Iterable[str]) -> Any:
    for name in names:
        value = item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)
        if value is not None:
            return value
    return None


def adapt(splitter: Any, name: str = "") -> Adapted:
    """A strategy that runs a splitter, known by its methods, or a function on text.

    Raises:
        ValueError: It is no splitter.
    """
    pieces = _cutter(splitter)
    if pieces is None or isinstance(splitter, type):
        raise ValueError(f"{splitter!r} is no splitter; allowed are {ALLOWED}")
    inner = splitter
    while isinstance(inner, functools.partial):
        inner = inner.func
    is_function = inspect.isroutine(inner)
    kind = inner if is_function else type(inner)
    library, version = ("", "") if is_function else _package(kind)
    return Adapted(
        name=name or kind.__name__.strip("<>"),
        library=library,
        version=version or _source_hash(kind),
        settings=_settings(splitter),
        pieces=pieces,
    )


def _cutter(splitter: Any) -> Cut | None:
    """How the splitter is called. LlamaIndex's parsers have split_text too, some of them."""
    if callable(getattr(splitter, "get_nodes_from_documents", None)):
        return lambda document: _nodes(splitter, document)
    for name in ("chunk_indices", "split_text", "chunk", "chunks"):
        method = getattr(splitter, name, None)
        if callable(method):
            return _on_body(method)
    return _on_body(splitter) if callable(splitter) else None


def _on_body(function: Callable[[str], Iterable[Any]]) -> Cut:
    return lambda document: function(document.text[document.body_start :])


def _nodes(parser: Any, document: Document) -> Iterable[Any]:
    # Only LlamaIndex's parsers come here, so its package is there.
    made = importlib.import_module("llama_index.core.schema").Document
    body = document.text[document.body_start :]
    nodes: Iterable[Any] = parser.get_nodes_from_documents([made(text=body, id_=document.id)])
    return nodes


def _package(kind: type) -> tuple[str, str]:
    """The installed package that a class is part of, and its version."""
    module = kind.__module__
    if module == "builtins":  # Compiled classes do not say where they are from.
        named = (n for n, m in sys.modules.items() if getattr(m, kind.__name__, None) is kind)
        module = next(named, "")
    parts = module.split(".")
    for name in ("-".join(parts[:2]), parts[0]) if module else ():
        try:
            return name.replace("_", "-"), importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return "", ""


def _source_hash(kind: Any) -> str:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):
        return ""
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def _settings(splitter: Any) -> str:
    """Its plain attributes; of a partial function, its arguments."""
    given = getattr(splitter, "__dict__", {})
    if isinstance(splitter, functools.partial):
        given = dict(enumerate(splitter.args)) | splitter.keywords
    plain = {str(key).lstrip("_"): value for key, value in given.items() if _is_plain(value)}
    return ", ".join(f"{key}={plain[key]!r}" for key in sorted(plain))


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(_is_plain(one) for one in value)
    return isinstance(value, str | int | float)
