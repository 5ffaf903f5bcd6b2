"""Bring your own: any splitter, function or exported index as a strategy among the others."""

import functools
import hashlib
import importlib
import importlib.metadata
import inspect
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from golden_sets.document import Document, Span
from strategies.alignment import Unaligned, align, covered_share
from strategies.chunk import Chunk
from strategies.pieces import Piece, chunks_of
from strategies.tools import Tools

ALLOWED = (
    "a function from text to a list of texts or of (start, end), or an object with split_text, "
    "chunk, chunks, chunk_indices or get_nodes_from_documents"
)
_TEXT_NAMES = ("text", "page_content", "content", "chunk")
_DOCUMENT_NAMES = ("document", "source", "doc_id", "file")

Cut = Callable[[Document], Iterable[Any]]


class Found(NamedTuple):
    """What a splitter made of a document.

    Attributes:
        chunks: By start, without those of the same spans as another.
        unaligned: The pieces that stand nowhere in the document.
        duplicates: How many pieces had the same spans as an earlier one.
        nested: How many chunks lie inside another.
        covered: The share of the body's non-blank characters in a chunk; None for a blank body.
    """

    chunks: tuple[Chunk, ...]
    unaligned: tuple[Unaligned, ...]
    duplicates: int
    nested: int
    covered: float | None


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
        )

    def _items(self, document: Document) -> list[Any]:
        try:
            made = self.pieces(document)
            items = None if isinstance(made, str | bytes | Mapping) else list(made)
        except _ExportError:
            raise
        except Exception as error:
            raise ValueError(
                f"{self.name} failed on {document.id!r}: {type(error).__name__}: {error}"
            ) from error
        if items is None:
            raise ValueError(
                f"{self.name} returned a {type(made).__name__} for {document.id!r}; "
                "allowed is a list of texts or of (start, end)"
            )
        return items


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
    if isinstance(item, tuple | list) and len(item) == 2 and _is_int(item[0]):
        first, second = item
        if isinstance(second, str):
            return second, first, ""
        if _is_int(second):
            if 0 <= first <= second <= len(body):
                return body[first:second], first, ""
            reason = f"it is outside the text of {len(body)} characters"
            return "", None, f"({first}, {second}): {reason}"
    # Not LlamaIndex's start_char_idx: it searches for the text, and repeated text comes too early.
    text, hint = _value(item, _TEXT_NAMES), _value(item, ("start_index", "start"))
    if isinstance(text, str):
        return text, hint if _is_int(hint) else None, ""
    return "", None, f"it is {type(item).__name__}, not text"


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _value(item: Any, names: Iterable[str]) -> Any:
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


class _ExportError(ValueError):
    """One line about a file of chunks."""


class _Row(NamedTuple):
    line: int
    text: str
    start: int | None


@dataclass(frozen=True, slots=True)
class _Export:
    """The chunks of a file, by the document named there, in the file's order."""

    path: str
    rows: dict[str, list[_Row]]

    def __call__(self, document: Document) -> list[tuple[int, str] | str]:
        shift = document.body_start
        return [
            row.text if row.start is None else (row.start - shift, row.text)
            for row in self.rows[self.named(document.id)]
        ]

    def named(self, document_id: str) -> str:
        """How the file names the document: by its id, or by a path that ends with it.

        Raises:
            ValueError: It names none so, or several.
        """
        if document_id in self.rows:
            return document_id
        names = [name for name in self.rows if _is_path_of(name, document_id)]
        if len(names) != 1:
            found = f"several: {', '.join(names)}" if names else "no chunks"
            raise _ExportError(f"{self.path}: {found} for the document {document_id!r}")
        return names[0]


def _is_path_of(name: str, document_id: str) -> bool:
    return f"/{name}".replace("\\", "/").endswith(f"/{document_id}")


def check_documents(adapted: Adapted, documents: Iterable[Document]) -> None:
    """Refuses an exported file whose documents are not those of the golden set.

    Raises:
        ValueError: A document without chunks, or chunks of an unknown document with their line.
    """
    if not isinstance(export := adapted.pieces, _Export):
        return
    known = {export.named(document.id) for document in documents}
    for name, rows in export.rows.items():
        if name not in known:
            raise ValueError(
                f"{export.path}:{rows[0].line}: the golden set has no document {name!r}"
            )


def adapt_jsonl(path: str | Path, name: str = "") -> Adapted:
    """A strategy whose chunks are the rows of a file, in order: `{"document": …, "text": …}`.

    "start" is a hint for where the text stands in the document; other names that exports use
    are understood too.

    Raises:
        ValueError: The file cannot be read, or a line is no chunk; it opens with `FILE:LINE`.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
        lines = data.decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from None
    rows: dict[str, list[_Row]] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            document, row = _row(line, f"{path}:{number}", number)
            rows.setdefault(document, []).append(row)
    if not rows:
        raise ValueError(f"{path}: no chunks")
    version = hashlib.sha256(data).hexdigest()[:12]
    return Adapted(name or path.stem, "", version, f"file={path.name!r}", _Export(str(path), rows))


def _row(line: str, where: str, number: int) -> tuple[str, _Row]:
    try:
        read = json.loads(line)
    except ValueError as error:
        raise ValueError(f"{where}: not JSON: {error}") from None
    if not isinstance(read, dict):
        raise ValueError(f"{where}: {line.strip()[:40]!r}; allowed is an object")
    inner = read.get("metadata")
    inner = inner if isinstance(inner, dict) else {}
    text = _value(read, _TEXT_NAMES)
    document = _value(read, _DOCUMENT_NAMES) or _value(inner, _DOCUMENT_NAMES)
    for value, names in ((text, _TEXT_NAMES), (document, _DOCUMENT_NAMES)):
        if not isinstance(value, str):
            raise ValueError(f"{where}: no text under any of {', '.join(names)}")
    start = _value(read, ("start", "start_index"))
    start = inner.get("start_index") if start is None else start
    return document, _Row(number, text, start if _is_int(start) else None)


def load_splitter(spec: str) -> Adapted:
    """The strategy that a command line names: `module:name`, or a file that ends in `.jsonl`.

    The name is a splitter, a function, or a class or function without arguments that makes one.
    The module is looked for in the current folder too.

    Raises:
        ValueError: One line on what is missing, and what is allowed.
    """
    if spec.endswith(".jsonl"):
        return adapt_jsonl(spec)
    module_name, colon, name = spec.partition(":")
    if not (module_name and colon and name):
        raise ValueError(f"splitter {spec!r}; allowed are module:name and a .jsonl file")
    made = _made(_imported(module_name, spec), name, spec)
    try:
        return adapt(made, name)
    except ValueError as error:
        raise ValueError(f"splitter {spec!r}: {error}") from None


def _imported(module_name: str, spec: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise ValueError(f"splitter {spec!r}: no module {error.name!r}") from None
    except Exception as error:
        raise ValueError(
            f"splitter {spec!r}: importing {module_name} failed: {type(error).__name__}: {error}"
        ) from error


def _made(module: Any, name: str, spec: str) -> Any:
    """The named object, or what it makes when it is called without arguments."""
    if not hasattr(module, name):
        public = ", ".join(key for key in vars(module) if not key.startswith("_"))
        raise ValueError(f"splitter {spec!r}: no {name!r} in it; it has {public or 'nothing'}")
    found = getattr(module, name)
    if not isinstance(found, type) and not (inspect.isfunction(found) and _takes_nothing(found)):
        return found
    try:
        return found()
    except Exception as error:
        raise ValueError(
            f"splitter {spec!r}: {name}() failed: {type(error).__name__}: {error}"
        ) from error


def _takes_nothing(function: Callable[..., Any]) -> bool:
    return not inspect.signature(function).parameters
