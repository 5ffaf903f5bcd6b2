"""Variants that cannot differ, or that a part of their settings does nothing for."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from evaluation.checks.finding import counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.identical import groups, listed, told
from evaluation.spans import without
from golden_sets.document import Document
from golden_sets.language import marked, worded, wordedn
from strategies.chunk import Chunk
from strategies.mixed import Mixed
from strategies.parent_child import ParentChild
from strategies.variant import Variant

HALF = 0.5


def _alike(subject: Subject) -> list[list[Variant]]:
    """Variants with identical sets of chunks; those that overlap alone sets apart are among
    them."""
    by_id = {variant.id: variant for variant in subject.variants}
    counts = Counter(len(subject.chunks(variant)) for variant in subject.variants)
    found = {
        name: subject.fingerprint(variant)
        for name, variant in by_id.items()
        if counts[len(subject.chunks(variant))] > 1
    }
    return [[by_id[name] for name in names] for names in groups(found)]


def _but_overlap(variant: Variant) -> tuple[str, ...]:
    kept = {k: v for k, v in variant.parameters.items() if k not in ("overlap", "snap")}
    return variant.strategy_name, repr(kept), variant.headers, variant.expansion


@check(
    "identical_variants",
    marked("What one finds the other finds too: no difference can be shown, and none is a winner."),
)
def identical_variants(subject: Subject) -> Iterator[Told]:
    apart = [
        [variant.id for variant in same]
        for same in _alike(subject)
        if len({_but_overlap(variant) for variant in same}) > 1
    ]
    if apart:
        found = told(apart[0])
        if len(apart) > 1:
            found = worded(
                "{names} produced identical chunks; comparison meaningless, so did {more}.",
                names=listed(apart[0]),
                more=counted(len(apart) - 1, "more group"),
            )
        yield Told("blocks", found, tuple(name for names in apart for name in names))


@check(
    "overlap_without_effect",
    marked("It repeats nothing, so no answer that a cut parts is made whole by it."),
)
def overlap_without_effect(subject: Subject) -> Iterator[Told]:
    idle = [v for v in subject.variants if v.overlap and not _shares(subject.chunks(v))]
    if not idle:
        return
    asked = sum(bool(variant.overlap) for variant in subject.variants)
    same = {v.id for group in _alike(subject) if _has_plain(group) for v in group if v.overlap}
    equal = sum(variant.id in same for variant in idle)
    values = {"n": len(idle), "of": counted(asked, "variant")}
    found = worded("Overlap had no effect in {n:,} of {of} asking for it.", **values)
    if equal:
        found = worded(
            "Overlap had no effect in {n:,} of {of} asking for it; the results of {equal:,} will "
            "equal those without overlap.",
            **values,
            equal=equal,
        )
    yield Told("warning", found, tuple(variant.id for variant in idle))


def _has_plain(group: list[Variant]) -> bool:
    plain = {_but_overlap(variant) for variant in group if not variant.overlap}
    return any(_but_overlap(variant) in plain for variant in group if variant.overlap)


def _shares(chunks: tuple[Chunk, ...]) -> bool:
    """Whether any chunk repeats something of the one before it in its document."""
    return any(
        after.matched[-1].start < before.matched[-1].end
        for before, after in pairwise(chunks)
        if before.document == after.document
    )


@check(
    "idle_parents",
    marked(
        "Their parents add nothing to read, so finding small and reading large is not what is "
        "tried."
    ),
)
def idle_parents(subject: Subject) -> Iterator[Told]:
    idle: dict[str, tuple[int, int]] = {}
    for variant in subject.variants:
        children = [c for c in subject.chunks(variant) if _has_parent(subject, variant, c)]
        same = sum(_is_all(subject.documents[c.document], c) for c in children)
        if children and same >= HALF * len(children):
            idle[variant.id] = same, len(children)
    if idle:
        most = max(idle, key=lambda name: idle[name][0] / idle[name][1])
        same, total = idle[most]
        yield Told(
            "warning",
            wordedn(
                "{n:,} variant has parents no larger than their children for half of the chunks or "
                "more; {most} for {same:,} of {total:,}.",
                "{n:,} variants have parents no larger than their children for half of the chunks "
                "or more; {most} for {same:,} of {total:,}.",
                len(idle),
                most=most,
                same=same,
                total=total,
            ),
            tuple(idle),
        )


def _has_parent(subject: Subject, variant: Variant, chunk: Chunk) -> bool:
    made = variant.strategy
    if isinstance(made, Mixed):
        made = made.strategy_for(subject.documents[chunk.document])
    return isinstance(made, ParentChild)


def _is_all(document: Document, chunk: Chunk) -> bool:
    """Whether the chunk holds all that is read for it but blanks."""
    left = without(list(chunk.read), chunk.matched)
    return not any(document.text[start:end].strip() for start, end in left)
