"""Real golden sets imported: how much of their evidence resolves, what is wrong, how long it takes.

    CHUNKBOARD_DATA=../shared/data python -m tests.benchmarks.bench_import

Also how tolerant resolution, repair and the nearest match do on the same data: quotes as other
programs copy them, documents with sentences put in and taken out, quotes with words changed.
"""

import json
import os
import random
import re
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from golden_sets.document import Document, Span
from golden_sets.exchange.draft import Draft
from golden_sets.exchange.registry import Source, formats
from golden_sets.exchange.writing import write_set
from golden_sets.golden_set import SHIPPED, GoldenSet, load_golden_set
from golden_sets.lock import lock_of, places_of_questions
from golden_sets.near import LEAST_SIMILAR, nearest
from golden_sets.passages_check import Around, examine
from golden_sets.quotes import resolve_quote
from golden_sets.reading import GoldenSetError

SETS = [
    ("Chroma", "chroma", "chroma_chunking_evaluation"),
    ("XQuAD en", "squad", "xquad_en_zh/xquad.en.json"),
    ("XQuAD zh", "squad", "xquad_en_zh/xquad.zh.json"),
    ("CMRC", "squad", "cmrc2018_dev_sample/cmrc2018_dev_first400.json"),
    ("CUAD", "cuad", "cuad_20_contracts"),
]
SWAPS = [("“", '"'), ("”", '"'), ("’", "'"), ("—", "--"), (" ", "\n  "), ("，", ","), ("（", "(")]


def imported(
    data: Path, scratch: Path, name: str, form: str, path: str
) -> tuple[Draft, GoldenSet, float, float]:
    """The draft, the set as written, and the seconds to read it and to write and load it."""
    started = time.perf_counter()
    draft = formats()[form].reads(Source(data / path))
    read = time.perf_counter()
    golden = write_set(draft, scratch / name, [])
    return draft, golden, read - started, time.perf_counter() - read


def quotes_of(golden: GoldenSet) -> list[tuple[Document, Span]]:
    texts = golden.by_id()
    return [(texts[name], span) for name, span in places_of_questions(golden)]


def tolerated(golden: GoldenSet) -> tuple[int, int, int]:
    """Of quotes that stand once, how many still resolve right as another program copies them,
    how many to another place, and how many there are."""
    right = wrong = asked = 0
    for document, span in quotes_of(golden):
        quote = document.text[slice(*span)]
        blanks = len(quote) - len(quote.lstrip()), len(quote) - len(quote.rstrip())
        span = Span(span.start + blanks[0], span.end - blanks[1])
        copied = quote.strip()
        for one, other in SWAPS:
            copied = copied.replace(one, other)
        if copied == quote or document.text.count(quote) > 1:
            continue
        asked += 1
        try:
            found = resolve_quote(document, copied)
        except GoldenSetError:
            continue
        right, wrong = right + (found == span), wrong + (found != span)
    return right, wrong, asked


def edited(text: str, spans: list[Span], rng: random.Random) -> tuple[str, dict[Span, Span]]:
    """The text with a tenth of its sentences taken out and as many put in, none inside evidence,
    and where each span stands now."""
    pieces, moved, last = [], dict.fromkeys(spans, 0), 0
    out = 0
    for found in re.finditer(r"[^.。!?！？\n]+[.。!?！？\n]+\s*", text):
        start, end = found.span()
        pieces.append(text[last:start])
        touches = any(s.start < end and start < s.end for s in spans)
        inside = any(s.start < start < s.end for s in spans)
        chance = rng.random()
        new = "A new sentence that was not here before. " if chance > 0.9 and not inside else ""
        kept = "" if chance < 0.1 and not touches else found[0]
        change = len(new) + len(kept) - len(found[0])
        for span in spans:
            if span.start >= start + (0 if new else 1) and (span.start >= end or touches):
                moved[span] += len(new) if span.start < end else change
        pieces.append(new + kept)
        out, last = out + change, end
    pieces.append(text[last:])
    return "".join(pieces), {s: Span(s.start + by, s.end + by) for s, by in moved.items()}


def repaired(golden: GoldenSet, rng: random.Random) -> Counter[str]:
    """What becomes of passages whose quote repeats, after their documents were edited."""
    found: Counter[str] = Counter()
    lock = lock_of(golden.documents, places_of_questions(golden))
    for document in golden.documents:
        spans = sorted({span for one, span in quotes_of(golden) if one.id == document.id})
        text, moved = edited(document.text, spans, rng)
        around = Around({document.id: Document(document.id, text, "")}, lock)
        for span in spans:
            quote = document.text[slice(*span)]
            if document.text.count(quote) == 1:
                continue
            assert text[slice(*moved[span])] == quote
            finding = examine(around, document.id, quote, span.start)
            right = finding.place is not None and finding.place == moved[span]
            found["right" if right else "for a person" if finding.place is None else "wrong"] += 1
    return found


def nearby(golden: GoldenSet, rng: random.Random) -> tuple[int, int, float]:
    """Of 200 quotes with a fifth of their characters changed, those whose nearest match overlaps
    the right place, all of them, and the median milliseconds."""
    places = [(d, s) for d, s in quotes_of(golden) if s.end - s.start >= 20]
    right, seconds = 0, []
    sampled = rng.sample(places, min(200, len(places)))
    for document, (start, end) in sampled:
        quote = document.text[start:end]
        changed = "".join(c if rng.random() > 0.2 else rng.choice("xyz词") for c in quote)
        started = time.perf_counter()
        near = nearest(document.text, changed)
        seconds.append(time.perf_counter() - started)
        right += near is not None and near.span.start < end and start < near.span.end
    return right, len(sampled), 1000 * statistics.median(seconds)


def by_chance(golden: GoldenSet, other: GoldenSet) -> tuple[int, int]:
    """How many quotes of one set are near something in the longest document of another."""
    text = max((d.text for d in other.documents), key=len)
    quotes = [d.text[slice(*s)] for d, s in quotes_of(golden) if s.end - s.start >= 20][:300]
    return sum(nearest(text, quote, LEAST_SIMILAR) is not None for quote in quotes), len(quotes)


def main() -> None:
    data, console = Path(os.environ["CHUNKBOARD_DATA"]), Console(width=160)
    first = Table(title="Imported")
    second = Table(title="Copied by another program; edited documents; changed words")
    for heading in ("set", "documents", "questions", "evidence", "resolved", "errors"):
        first.add_column(heading)
    for heading in ("to confirm", "with start", "read s", "write and load s"):
        first.add_column(heading)
    for heading in ("set", "copied: right", "wrong", "repeated, edited: right", "wrong"):
        second.add_column(heading)
    for heading in ("for a person", "changed: nearest right", "ms"):
        second.add_column(heading)
    sets = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, form, path in SETS:
            draft, golden, read, written = imported(data, Path(scratch), name, form, path)
            sets[name] = golden
            wrong = sum("does not stand at" in line for line in draft.problems)
            lines = (Path(scratch) / name / "questions.jsonl").read_text("utf-8").split("\n")
            rows = [json.loads(line) for line in lines if line]
            starts = sum("start" in p for row in rows for way in row["evidence"] for p in way)
            first.add_row(
                name,
                str(len(golden.documents)),
                f"{len(golden.questions):,}",
                f"{draft.evidence:,}",
                f"{draft.evidence - wrong:,}",
                str(wrong),
                str(golden.unconfirmed),
                str(starts),
                f"{read:.2f}",
                f"{written:.2f}",
            )
            right, off, asked = tolerated(golden)
            fate = repaired(golden, random.Random(1))
            near, of, milliseconds = nearby(golden, random.Random(1))
            second.add_row(
                name,
                f"{right} of {asked}",
                str(off),
                f"{fate['right']} of {sum(fate.values())}",
                str(fate["wrong"]),
                str(fate["for a person"]),
                f"{near} of {of}",
                f"{milliseconds:.1f}",
            )
    console.print(first, second)
    for one, other in (("Chroma", "CUAD"), ("CUAD", "Chroma"), ("XQuAD zh", "CMRC")):
        found, of = by_chance(sets[one], sets[other])
        console.print(f"near by chance: {found} of {of} quotes of {one} in the longest of {other}")
    times = []
    for _ in range(15):
        started = time.perf_counter()
        load_golden_set(SHIPPED / "handbook")
        times.append(time.perf_counter() - started)
    console.print(f"handbook loads in {1000 * statistics.median(times):.0f} ms (median of 15)")


if __name__ == "__main__":
    main()
