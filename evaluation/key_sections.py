"""Sections that a golden set calls key, and their scores raised."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from evaluation.ranking import Ranking
from golden_sets.document import Document
from strategies.chunk import Chunk


def with_keys(
    chunks: Sequence[Chunk], documents: Mapping[str, Document], patterns: Sequence[str]
) -> tuple[Chunk, ...]:
    """The chunks, `key` where a heading they stand under matches a pattern (`*fees*`), in any
    case."""
    if not patterns:
        return tuple(chunks)
    wanted = [pattern.casefold() for pattern in patterns]
    known: dict[tuple[str, object], bool] = {}
    made = []
    for chunk in chunks:
        place = (chunk.document, chunk.heading_path)
        if place not in known:
            text = documents[chunk.document].text
            headings = [text[start:end].casefold() for start, end in chunk.heading_path]
            known[place] = any(fnmatchcase(h, pattern) for h in headings for pattern in wanted)
        made.append(chunk._replace(key=known[place]))
    return tuple(made)


def raised(ranking: Ranking, chunks: Sequence[Chunk], boost: float) -> Ranking:
    """The ranking with the scores of key chunks times `boost`, best first again.

    Scores of 0 and less stay as they are: raising a dissimilarity would lower it. Equal scores
    keep the order they had.
    """
    scores = [
        score * boost if chunks[at].key and score > 0 else score
        for at, score in zip(ranking.chunks, ranking.scores, strict=True)
    ]
    order = sorted(range(len(scores)), key=lambda place: -scores[place])
    return replace(
        ranking,
        chunks=tuple(ranking.chunks[place] for place in order),
        scores=tuple(scores[place] for place in order),
    )
