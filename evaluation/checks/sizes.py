"""Documents, chunks and budgets of sizes that leave nothing to choose."""

from collections.abc import Iterator

from evaluation.checks.finding import NO_CLASS, counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.index_figures import is_whole
from golden_sets.document import Document
from golden_sets.language import Worded, joined, marked, worded, wordedn
from strategies.mixed import Mixed
from strategies.variant import Limit, Variant

HALF = 0.5


@check(
    "short_documents",
    marked(
        "Strategies that cut only what is too large give the same chunk there, so these documents "
        "cannot tell them apart."
    ),
)
def short_documents(subject: Subject) -> Iterator[Told]:
    for limit, documents in sorted(_limits(subject).items()):
        short = [d.id for d in documents.values() if _fits(subject, d, limit)]
        if short:
            few = len(short) < HALF * len(documents)
            yield Told(
                "info" if few else "warning",
                _short(len(short), len(documents), limit),
                tuple(short),
            )


def _short(number: int, total: int, limit: Limit) -> Worded:
    of = counted(total, "document")
    if limit.unit == "tokens":
        return wordedn(
            "{n:,} of {of} is no longer than one {size:,}-token chunk.",
            "{n:,} of {of} are no longer than one {size:,}-token chunk.",
            number,
            of=of,
            size=limit.size,
        )
    return wordedn(
        "{n:,} of {of} is no longer than one {size:,}-character chunk.",
        "{n:,} of {of} are no longer than one {size:,}-character chunk.",
        number,
        of=of,
        size=limit.size,
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
    marked("Whoever finds such a chunk has found the document: where it was cut plays no part."),
)
def whole_documents(subject: Subject) -> Iterator[Told]:
    whole = {variant.id: _whole(subject, variant) for variant in subject.variants}
    total = len(subject.documents)
    worst = [name for name, count in whole.items() if count >= HALF * total]
    if worst:
        most = max(worst, key=lambda name: whole[name])
        yield Told(
            "warning",
            wordedn(
                "{n:,} variant of {of} leaves half of the documents or more in one chunk each; "
                "{most} {whole:,} of {total:,}.",
                "{n:,} variants of {of} leave half of the documents or more in one chunk each; "
                "{most} {whole:,} of {total:,}.",
                len(worst),
                of=len(whole),
                most=most,
                whole=whole[most],
                total=total,
            ),
            tuple(worst),
        )


def _whole(subject: Subject, variant: Variant) -> int:
    cut = subject.by_document(variant)
    return sum(
        len(chunks) == 1 and is_whole(subject.documents[name], chunks[0])
        for name, chunks in cut.items()
    )


@check(
    "budget_holds_corpus",
    marked("A reader can be handed everything, so every variant hits every question."),
)
def budget_holds_corpus(subject: Subject) -> Iterator[Told]:
    documents = subject.golden.documents
    for budget in subject.settings.budgets:
        if subject.settings.fill == "top_k":
            yield from _held_units(subject, budget)
        elif (tokens := subject.tokens_within(documents, budget)) is not None:
            yield Told(
                "blocks",
                worded(
                    "The budget of {budget:,} tokens holds all {tokens:,} tokens of {documents}.",
                    budget=budget,
                    tokens=tokens,
                    documents=counted(len(documents), "document"),
                ),
            )


def _held_units(subject: Subject, budget: int) -> Iterator[Told]:
    """Where the budget is a count of units."""
    units = {v.id: len({(c.document, c.read) for c in subject.chunks(v)}) for v in subject.variants}
    held = tuple(name for name, count in units.items() if count <= budget)
    if held:
        yield Told(
            "blocks",
            worded(
                "The budget of {budget:,} units holds everything that {variants} of {n} can hand "
                "over.",
                budget=budget,
                variants=counted(len(held), "variant"),
                n=len(units),
            ),
            held,
        )


@check(
    "budget_holds_class",
    marked("Questions about it are hits once the class is found, wherever its documents are cut."),
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
            each = (
                worded("{name} {n:,}", name=name or NO_CLASS, n=count)
                for name, count in held.items()
            )
            yield Told(
                "warning",
                worded(
                    "The budget of {budget:,} tokens holds {n:,} of {of} whole: {classes} tokens.",
                    budget=budget,
                    n=len(held),
                    of=counted(len(tokens), "document class"),
                    classes=joined(each, ", "),
                ),
                tuple(held),
            )
