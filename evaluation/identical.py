"""Variants that cut alike: between them there is nothing to compare."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from golden_sets.document import Document, Span
from golden_sets.language import Worded, joined, worded
from strategies.chunk import Chunk

MOST_NAMED = 6


def fingerprint(chunks: Sequence[Chunk], documents: Mapping[str, Document]) -> str:
    """16 hex digits, equal for equal sets of chunks: what is indexed, read, put before and added.

    What a retriever finds and a reader is handed depends on nothing else of a cut. Blanks at a
    span's ends are left out, since some strategies keep a document's last newline.
    """
    parts = sorted(
        (
            chunk.document,
            *(
                _filled(documents[chunk.document].text, spans)
                for spans in (chunk.matched, chunk.read, chunk.header, chunk.added)
            ),
            chunk.title,
        )
        for chunk in chunks
    )
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _filled(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    found = []
    for start, end in spans:
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        last = start + len(piece.rstrip())
        if first < last:
            found.append((first, last))
    return found


def groups(fingerprints: Mapping[str, str | None]) -> list[list[str]]:
    """The names that share a fingerprint, where two or more do; None is shared by none."""
    found: dict[str, list[str]] = {}
    for name, value in fingerprints.items():
        if value is not None:
            found.setdefault(value, []).append(name)
    return [names for names in found.values() if len(names) > 1]


def identical_variants(report: dict[str, Any]) -> list[list[str]]:
    """Ids of a report's variants with identical chunks; a run stored by an earlier version has
    none."""
    return groups({v["id"]: v["index"].get("fingerprint") for v in report["variants"]})


def told(names: Sequence[str]) -> Worded:
    """`fixed-400c and recursive-400c produced identical chunks; comparison meaningless.`"""
    return worded("{names} produced identical chunks; comparison meaningless.", names=listed(names))


def listed(names: Sequence[str]) -> Worded:
    """`a, b and c`; of many, the plainest, whose ids have the fewest parts, and how many more."""
    if len(names) <= MOST_NAMED:
        return worded("{names} and {last}", names=joined(names[:-1], ", "), last=names[-1])
    plainest = sorted(names, key=lambda name: name.count("-"))[: MOST_NAMED - 1]
    rest = len(names) - len(plainest)
    return worded("{names} and {n:,} more", names=joined(plainest, ", "), n=rest)
