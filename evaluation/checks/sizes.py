"""Documents, chunks and budgets of sizes that leave nothing to choose."""

from collections.abc import Iterator

from evaluation.checks.finding import counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.index_figures import is_whole
from golden_sets.document import Document
from strategies.mixed import Mixed
from strategies.variant import Limit, Variant

HALF = 0.5


@check(
    "short_documents",
    "Strategies that cut only what is too large give the same chunk there, so these documents "
    "cannot tell them apart.",
)
def short_documents(subject: Subject) -> Iterator[Told]:
    for limit, documents in sorted(_limits(subject).items()):
        short = [d.id for d in documents.values() if _fits(subject, d, limit)]
        if short:
            few = len(short) < HALF * len(documents)
            are = "is" if len(short) == 1 else "are"
            yield Told(
                "info" if few else "warning",
                f"{len(short):,} of {counted(len(documents), 'document')} {are} no longer than "
                f"one {limit.size:,}-{limit.unit.removesuffix('s')} chunk.",
                tuple(short),
            )


def _limits(subject: Subject) -> dict[Limit, dict[str, Document]]:
    """By the largest size a chunk may have, the documents that some variant cuts by it."""
    found: dict[Limit, dict[str, Document]] = {}
    everything = subject.golden.documents
    for variant in subject.settings.variants:
        if not isinstance(variant.strategy, Mixed):
            if limit := variant.limit(everything[0]):
                found.setdefault(limit, {}).update({d.id: d for d in everything})
            continue
        for document in everything:
            if limit := variant.limit(document):
                found.setdefault(limit, {})[document.id] = document
    return found


def _fits(subject: Subject, document: Document, limit: Limit) -> bool:
    end = len(document.text.rstrip())
    measured = subject.cuts.tools.measure(document, limit.unit)
    return measured.size(document.body_start, end) <= limit.size


@check(
    "whole_documents",
    "Whoever finds such a chunk has found the document: where it was cut plays no part.",
)
def whole_documents(subject: Subject) -> Iterator[Told]:
    whole = {variant.id: _whole(subject, variant) for variant in subject.variants}
    total = len(subject.documents)
    worst = [name for name, count in whole.items() if count >= HALF * total]
    if worst:
        most = max(worst, key=lambda name: whole[name])
        yield Told(
            "warning",
            f"{counted(len(worst), 'variant')} of {len(whole)} {_leaves(worst)} half of the "
            f"documents or more in one chunk each; {most} {whole[most]:,} of {total:,}.",
            tuple(worst),
        )


def _leaves(names: list[str]) -> str:
    return "leaves" if len(names) == 1 else "leave"


def _whole(subject: Subject, variant: Variant) -> int:
    cut = subject.by_document(variant)
    return sum(
        len(chunks) == 1 and is_whole(subject.documents[name], chunks[0])
        for name, chunks in cut.items()
    )


@check(
    "budget_holds_corpus",
    "A reader can be handed everything, so every variant hits every question.",
)
def budget_holds_corpus(subject: Subject) -> Iterator[Told]:
    documents = subject.golden.documents
    for budget in subject.settings.budgets:
        if subject.settings.fill == "top_k":
            yield from _held_units(subject, budget)
        elif (tokens := subject.tokens_within(documents, budget)) is not None:
            yield Told(
                "blocks",
                f"The budget of {budget:,} tokens holds all {tokens:,} tokens of "
                f"{counted(len(documents), 'document')}.",
            )


def _held_units(subject: Subject, budget: int) -> Iterator[Told]:
    """Where the budget is a count of units."""
    units = {v.id: len({(c.document, c.read) for c in subject.chunks(v)}) for v in subject.variants}
    held = tuple(name for name, count in units.items() if count <= budget)
    if held:
        yield Told(
            "blocks",
            f"The budget of {budget:,} units holds everything that "
            f"{counted(len(held), 'variant')} of {len(units)} can hand over.",
            held,
        )


@check(
    "budget_holds_class",
    "Questions about it are hits once the class is found, wherever its documents are cut.",
)
def budget_holds_class(subject: Subject) -> Iterator[Told]:
    if subject.settings.fill == "top_k":
        return
    for budget in subject.settings.budgets:
        tokens = {
            name: subject.tokens_within(documents, budget)
            for name, documents in subject.classes.items()
        }
        held = {name: count for name, count in tokens.items() if count is not None}
        if held and subject.tokens_within(subject.golden.documents, budget) is None:
            listed = ", ".join(f"{name or 'no class'} {count:,}" for name, count in held.items())
            yield Told(
                "warning",
                f"The budget of {budget:,} tokens holds {len(held):,} of "
                f"{counted(len(tokens), 'document class')} whole: {listed} tokens.",
                tuple(held),
            )
