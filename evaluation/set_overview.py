"""What is in a golden set, in counts, and the smallest difference it could show."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from evaluation.checks.power import CHANGED
from evaluation.outcome_totals import NO_CLASS
from evaluation.statistics import CLUSTERS_FROM, assumed_detectable, clusters
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Question

NO_SPLIT = "no split"
Counts = dict[str, int]


class Overview(NamedTuple):
    """Counts of questions, by name; `clusters` from the largest on.

    Attributes:
        clusters: Answerable questions by cluster, which its first document names.
        sizes: How many documents each cluster links.
        detectable: From 0 to 1, if `CHANGED` of the questions came out differently; None where no
            difference could be shown.
        local: Whether there are too few clusters to speak for other documents.
    """

    documents: int
    characters: int
    unused: int
    questions: int
    answerable: int
    kinds: Counts
    classes: Counts
    splits: Counts
    clusters: Counts
    sizes: Counts
    detectable: float | None
    local: bool

    @property
    def changed(self) -> float:
        """What `detectable` assumes to come out differently."""
        return CHANGED


def overview(golden: GoldenSet) -> Overview:
    """The golden set in counts."""
    asked = golden.questions
    of = clusters(asked)
    found = assumed_detectable(golden.answerable, CHANGED)
    sizes: dict[str, set[str]] = {}
    for question in golden.answerable:
        sizes.setdefault(of[question.id], set()).update(_documents(question))
    used = set().union(*sizes.values()) if sizes else set()
    return Overview(
        len(golden.documents),
        sum(len(document.text) for document in golden.documents),
        len(golden.documents) - len(used),
        len(asked),
        len(golden.answerable),
        _counts(question.kind for question in asked),
        _counts(question.question_class or NO_CLASS for question in asked),
        _counts(question.split or NO_SPLIT for question in asked),
        _counts(of.values()),
        {name: len(documents) for name, documents in sizes.items()},
        found if found is not None and found < 1 else None,
        len(sizes) < CLUSTERS_FROM,
    )


def _documents(question: Question) -> set[str]:
    return {passage.document for way in question.evidence for passage in way}


def _counts(values: Iterable[str]) -> Counts:
    """From the most frequent on, ties by name."""
    counts = Counter(values)
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
