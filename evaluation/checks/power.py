"""The smallest difference that this many questions can show."""

from collections.abc import Iterator, Sequence

from evaluation.checks.finding import counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.statistics import CLUSTERS_FROM, assumed_detectable, clusters
from golden_sets.question import Question

# Assumed before there are results. On `handbook`, of any two of fixed, recursive, structure and
# parent_child at 400 characters, 9 to 22 % come out differently under BM25, under vector 20 to 42.
CHANGED = 0.2
LARGE = 0.1


@check(
    "smallest_difference",
    "What is smaller ends as a difference that may be chance, and it takes more where questions "
    "about the same documents change together.",
)
def smallest_difference(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    found = assumed_detectable(asked, CHANGED)
    if found is None or found >= 1:
        yield Told("blocks", f"{_described(asked)} can show no difference at all.")
        return
    decide = [question for question in asked if question.split == "decide"]
    only = assumed_detectable(decide, CHANGED) if decide and len(decide) < len(asked) else None
    more = f"; the {len(decide):,} to decide on {100 * only:.0f}" if only else ""
    yield Told(
        "warning" if found > LARGE else "info",
        f"{_described(asked)} can show a difference of {100 * found:.0f} points or more{more}, if "
        f"{100 * CHANGED:.0f} % of them come out differently under two variants.",
    )


def _described(asked: Sequence[Question]) -> str:
    """`89 answerable questions over 21 clusters of linked documents`."""
    groups = len(set(clusters(asked).values()))
    of = "too few to speak for other documents" if groups < CLUSTERS_FROM else "of linked documents"
    return f"{counted(len(asked), 'answerable question')} over {counted(groups, 'cluster')} {of}"
