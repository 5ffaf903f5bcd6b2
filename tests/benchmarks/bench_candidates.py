"""Candidates for questions: what share of the passages people asked about they hit, and how fast.

`python -m tests.benchmarks.bench_candidates` takes the answer passages of `handbook`'s questions.
A passage counts as hit where a candidate's answer overlaps it. Beside it stands what as many
sentences and rows taken at equal distances hit. The rules were written on every second document by
name (the first, third, ...) and are reported on the others too. That half is not untouched: its
questions and two of its documents, `storage-and-file-limits` and `vault-terms`, had been read
before the rules were written.
"""

import os
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from golden_sets.candidates import Candidate, candidates, twins
from golden_sets.candidates.layout import layout_of
from golden_sets.document import Document, Span
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set
from golden_sets.markdown import read_markdown

Place = tuple[str, Span]
_TIMED = 1_000_000
_BEGINS = 20


def asked(golden: GoldenSet, ids: set[str]) -> set[Place]:
    """The answer passages in these documents, each once."""
    return {
        (passage.document, passage.span)
        for question in golden.questions
        for alternative in question.evidence
        for passage in alternative
        if passage.role == "answer" and passage.document in ids
    }


def share_hit(passages: Iterable[Place], places: Sequence[Place]) -> float:
    hits = [
        any(d == document and s.start < span.end and span.start < s.end for d, s in places)
        for document, span in passages
    ]
    return sum(hits) / len(hits)


def evenly(documents: Sequence[Document], count: int, passages: set[Place]) -> float:
    """What as many sentences and rows at equal distances hit, the mean over where they begin."""
    every = [
        (document.id, span)
        for document in documents
        for span in sorted(
            [s.span for s in layout_of(document).sentences]
            + [b.span for b in document.blocks if b.kind == "table_row"]
        )
    ]
    step = len(every) / count
    shares = [
        share_hit(passages, [every[int((i + begin / _BEGINS) * step)] for i in range(count)])
        for begin in range(_BEGINS)
    ]
    return sum(shares) / len(shares)


def first(documents: Sequence[Document], per_thousand: float) -> list[Candidate]:
    """The best candidates of each document, so many for each 1,000 characters of it."""
    return [
        one
        for document in documents
        for one in candidates(document)[: max(1, round(len(document.text) * per_thousand / 1000))]
    ]


def report(golden: GoldenSet, name: str, documents: Sequence[Document]) -> None:
    passages = asked(golden, {document.id for document in documents})
    thousands = sum(len(d.text) - d.body_start for d in documents) / 1000
    near = [one for one in twins(golden.documents) if one.document in {d.id for d in documents}]
    for label, found in (
        ("all", first(documents, 1000)),
        ("2 in 1,000", first(documents, 2)),
        ("1 in 1,000", first(documents, 1)),
    ):
        places = [(one.document, one.span) for one in found]
        both = places + [(one.document, one.span) for one in near]
        print(
            f"{name:<12}{label:<12}{len(passages):>8}{len(found):>12}{len(found) / thousands:>9.2f}"
            f"{share_hit(passages, places):>8.3f}{share_hit(passages, both):>13.3f}"
            f"{evenly(documents, len(found), passages):>9.3f}"
        )
    print(f"{'':12}{dict(Counter(one.kind for one in first(documents, 1000)))}, {len(near)} twins")


def speed(name: str, text: str) -> None:
    document = read_markdown("x.md", (text * (_TIMED // len(text) + 1))[:_TIMED])
    seconds = []
    for propose in (lambda: candidates(document), lambda: twins([document])):
        started = time.perf_counter()
        propose()
        seconds.append(time.perf_counter() - started)
    size = len(document.text.encode()) / 1e6
    print(
        f"{name}, {_TIMED:,} characters ({size:.1f} MB): candidates {seconds[0]:.2f} s, "
        f"twins {seconds[1]:.2f} s"
    )


def main() -> None:
    golden = load_golden_set(find_golden_set("handbook"))
    print(
        f"{'':12}{'shown':<12}{'passages':>8}{'candidates':>12}{'a 1,000':>9}{'hit':>8}"
        f"{'with twins':>13}{'evenly':>9}"
    )
    report(golden, "development", golden.documents[::2])
    report(golden, "held out", golden.documents[1::2])
    speed("handbook", "\n\n".join(d.text[d.body_start :] for d in golden.documents))
    laws = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data")) / "laws_zh"
    if laws.is_dir():
        paths = sorted(laws.glob("*.md"))
        speed("statutes zh", "\n\n".join(path.read_text(encoding="utf-8") for path in paths))


if __name__ == "__main__":
    main()
