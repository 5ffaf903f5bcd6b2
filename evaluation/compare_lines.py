"""What differs between two runs, in lines for a person: what they asked, and how they were made."""

from collections.abc import Iterator, Sequence

from evaluation.compare_golden import NO_CLUSTERS, GoldenChange
from evaluation.run_comparison import ResultChange, RunComparison
from golden_sets.language import Worded, worded

NAMED = 8


def golden_lines(golden: GoldenChange) -> Iterator[str]:
    """What became of the documents and questions, each line to be given to `tr`."""
    if golden.same:
        yield worded("Documents and questions are the same.")
    if golden.other_split:
        yield _asked_words(golden)
    told = [(what, names) for what, names in _changes(golden) if names]
    for what, names in told:
        yield _named(what, names, listed(names))
    # Whether a question has an answer changes what it asks of a retriever: every one is named.
    answers = {*golden.now_answerable, *golden.now_unanswerable}
    for what, names in (
        (
            worded("Questions set aside that have an answer now and had none"),
            golden.now_answerable,
        ),
        (worded("Questions set aside that have no answer any more"), golden.now_unanswerable),
    ):
        if names:
            yield _named(what, names, ", ".join(names))
    if not (golden.same or golden.untold or golden.other_split or answers or told):
        yield worded(
            "Texts, evidence and weights are the same, the golden sets are not: classes, tags, "
            "kinds or splits differ."
        )
    moved = golden.documents_revised or golden.documents_renamed
    if golden.documents_new or golden.documents_gone or moved:
        yield worded("Since documents differ, so may what is found for questions about the others.")
    yield from golden.untold


def _changes(golden: GoldenChange) -> Iterator[tuple[Worded, Sequence[str]]]:
    """What each group of ids is."""
    answers = {*golden.now_answerable, *golden.now_unanswerable}
    yield worded("Questions only in the run after"), golden.new
    yield worded("Questions only in the run before"), golden.gone
    yield (
        worded("Questions set aside, since they or the documents they are about changed"),
        [name for name in golden.set_aside or () if name not in answers],
    )
    yield (
        worded("Questions with another weight, the mean of both being used"),
        golden.reweighted,
    )
    yield worded("Documents only in the run after"), golden.documents_new
    yield worded("Documents only in the run before"), golden.documents_gone
    yield worded("Documents whose text changed"), golden.documents_revised
    yield (
        worded("Documents with another name and the same text"),
        [f"{old} -> {new}" for old, new in golden.documents_renamed],
    )


def _named(what: Worded, names: Sequence[str], shown: str) -> Worded:
    return worded("{what} ({n:,}): {names}", what=what, n=len(names), names=shown)


def _asked_words(golden: GoldenChange) -> str:
    """Of which split each run asked, and how many questions."""
    return worded(
        "The runs asked different splits: the run before {before} ({n:,} questions), the run after "
        "{after} ({m:,} questions). Only questions that both asked are compared.",
        before=split_words(golden.splits[0]),
        after=split_words(golden.splits[1]),
        n=golden.asked[0],
        m=golden.asked[1],
    )


def split_words(split: str) -> Worded:
    """`tune only`, or that it kept to none."""
    return worded("{split} only", split=split) if split else worded("all splits")


def setting_lines(found: RunComparison) -> Iterator[str]:
    """What the runs record of themselves that differs, or that nothing does."""
    if found.settings:
        yield "What changed between the runs:"
    for setting in found.settings:
        yield f"  {setting.name}: {setting.before} -> {setting.after}"
    if any(one.name == "fill" and "top_k" in (one.before, one.after) for one in found.settings):
        yield "Budgets count units in one run, and tokens in the other."
    yield from nothing_lines(found)
    if any(result.n for result in found.results):
        yield from _equality(found)


def nothing_lines(found: RunComparison) -> Iterator[str]:
    """Results that compare no question, and why; scores that a run does not hold."""
    reasons: dict[str, list[str]] = {}
    for result in found.results:
        reason = _no_difference(result, found.golden)
        reasons.setdefault(reason, []).append(result_name(result))
    for reason, names in reasons.items():
        if reason and len(names) == len(found.results):
            yield f"{reason}."
        elif reason:
            yield f"{reason} ({len(names):,}): {listed(names)}"
    lacking = dict.fromkeys(name for result in found.results for name in result.not_held)
    if lacking:
        yield f"Not compared where a run does not hold it: {', '.join(lacking)}."


def _no_difference(one: ResultChange, golden: GoldenChange) -> str:
    """Why a row has no difference; empty where it has one, or where `untold` says why."""
    if not one.n and one.set_aside:
        return "No question is compared, since every one that both runs hold is set aside"
    if not one.n:
        return "No question is compared, since the runs hold no result of the same question"
    if one.difference is None and NO_CLUSTERS not in golden.untold:
        return "No difference can be told, since no question has a hit, 0 or 1, in both runs"
    return ""


def _equality(found: RunComparison) -> Iterator[str]:
    named = found.settings or not found.golden.same or _different_variants(found)
    if found.equal:
        yield "The runs are equal: every outcome, hit and rank compared is the same" + (
            "." if named else ", and nothing that they record differs."
        )
    elif not any(result.differing for result in found.results):
        yield (
            "Every outcome, hit and rank compared is the same; the runs are not equal, since they "
            "do not hold results of the same questions."
        )
    elif not named:
        yield "The results differ, and nothing that the runs record does."


def _different_variants(found: RunComparison) -> bool:
    return any(result.variants[0] != result.variants[1] for result in found.results)


def alone_lines(found: RunComparison) -> Iterator[str]:
    """Results that have no partner."""
    for names, side in ((found.only_before, "before"), (found.only_after, "after")):
        if names:
            yield f"Results only in the run {side} ({len(names):,}): {listed(names)}"


def pair_name(one: ResultChange) -> str:
    """`A`, or `A -> B` where two different variants are paired."""
    before, after = one.variants
    return before if before == after else f"{before} -> {after}"


def result_name(one: ResultChange) -> str:
    """`A, bm25, 600`."""
    return f"{pair_name(one)}, {one.retriever}, {one.budget_tokens:,}"


def listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = len(names) - NAMED
    first = ", ".join(names[:NAMED])
    return worded("{names} and {n:,} more", names=first, n=more) if more > 0 else first
