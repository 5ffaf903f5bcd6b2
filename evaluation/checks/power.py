"""The smallest difference that this many questions can show."""

from collections.abc import Iterator, Sequence

from evaluation.checks.finding import Severity, counted
from evaluation.checks.registry import Told, check
from evaluation.checks.subject import Subject
from evaluation.statistics import CLUSTERS_FROM, assumed_detectable, clusters
from golden_sets.language import marked, worded
from golden_sets.question import Question

# Assumed before there are results. On `handbook`, of any two of fixed, recursive, structure and
# parent_child at 400 characters, 9 to 22 % come out differently under BM25, under vector 20 to 42.
CHANGED = 0.2
LARGE = 0.1


@check(
    "smallest_difference",
    marked(
        "What is smaller ends as a difference that may be chance, and it takes more where "
        "questions "
        "about the same documents change together."
    ),
)
def smallest_difference(subject: Subject) -> Iterator[Told]:
    asked = subject.golden.answerable
    found = assumed_detectable(asked, CHANGED)
    if found is None or found >= 1:
        yield Told(
            "blocks",
            worded("{asked} can show no difference at all.", asked=_described(asked)),
        )
        return
    decide = [question for question in asked if question.split == "decide"]
    only = assumed_detectable(decide, CHANGED) if decide and len(decide) < len(asked) else None
    severity: Severity = "warning" if found > LARGE else "info"
    if only:
        yield Told(
            severity,
            worded(
                "{asked} can show a difference of {least:.0f} points or more; the {n:,} to decide "
                "on "
                "{decide:.0f}, if {changed:.0f} % of them come out differently under two variants.",
                asked=_described(asked),
                least=100 * found,
                n=len(decide),
                decide=100 * only,
                changed=100 * CHANGED,
            ),
        )
        return
    yield Told(
        severity,
        worded(
            "{asked} can show a difference of {least:.0f} points or more, if {changed:.0f} % of "
            "them "
            "come out differently under two variants.",
            asked=_described(asked),
            least=100 * found,
            changed=100 * CHANGED,
        ),
    )


def _described(asked: Sequence[Question]) -> str:
    """`89 answerable questions over 21 clusters of linked documents`."""
    groups = len(set(clusters(asked).values()))
    values = {
        "questions": counted(len(asked), "answerable question"),
        "clusters": counted(groups, "cluster"),
    }
    if groups < CLUSTERS_FROM:
        return worded("{questions} over {clusters} too few to speak for other documents", **values)
    return worded("{questions} over {clusters} of linked documents", **values)
