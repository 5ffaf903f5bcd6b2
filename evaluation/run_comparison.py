"""What a comparison of two runs is made of."""

from dataclasses import asdict, dataclass
from typing import Any

from evaluation.compare_golden import GoldenChange
from evaluation.compare_settings import Setting

SCHEMA = "chunking-comparison/1"
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """A question before and after.

    Attributes:
        text: None where neither run holds it.
        before, after: The outcome; several, where a run asked more than once and they differ.
        why: Why it is not compared; empty where it is.
    """

    id: str
    text: str | None
    before: str
    after: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One variant under one retriever and budget, before and after.

    Attributes:
        variants: The ids before and after.
        rows: How many rows each run holds; more than `asked` where it asked more than once.
        asked: How many different questions each run asked.
        n: Questions compared, each once.
        hit_rates: The mean over those n before and after, each by its weight.
        difference: After minus before, with its interval; None where n is 0, or where neither
            run holds which questions hang together.
        interval: How that was made, for a caption.
        p: By the sign-flip test.
        detectable: The smallest true difference these n could have shown.
        gained, lost: Hits that are new, and that are no more.
        changed: Neither, but the outcome is another.
        set_aside: Asked by both, but not the same question any more.
        same_chunks: None where a run does not tell.
        equal: Every outcome, hit and rank of the n is the same.
    """

    variants: Pair
    retriever: str
    budget_tokens: int
    rows: tuple[int, int]
    asked: tuple[int, int]
    n: int
    hit_rates: tuple[float, float] | None
    difference: dict[str, Any] | None
    interval: str
    p: float | None
    detectable: float | None
    gained: tuple[QuestionChange, ...]
    lost: tuple[QuestionChange, ...]
    changed: tuple[QuestionChange, ...]
    set_aside: tuple[QuestionChange, ...]
    same_chunks: bool | None
    equal: bool


@dataclass(frozen=True, slots=True)
class RunComparison:
    """All that changed from one run to another.

    Attributes:
        runs, created, golden_sets: Of the run before and the run after.
        only_before, only_after: Results, `variant/retriever/budget`, with no partner.
    """

    runs: Pair
    created: Pair
    golden_sets: Pair
    golden: GoldenChange
    settings: tuple[Setting, ...]
    results: tuple[ResultChange, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    @property
    def equal(self) -> bool:
        """Whether every result compared is; results without a partner are not looked at."""
        return all(result.equal for result in self.results)

    def stored(self) -> dict[str, Any]:
        """The comparison as values for JSON."""
        return {"schema": SCHEMA, "equal": self.equal, **asdict(self)}
