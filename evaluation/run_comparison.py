"""What a comparison of two runs is made of."""

from dataclasses import asdict, dataclass
from typing import Any

from evaluation.compare_golden import GoldenChange
from evaluation.compare_settings import Setting
from evaluation.diagnosis import NEXT_STEPS

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
        differing: Of the n, how many have another outcome, hit or rank, of those that both hold.
        not_held: Scores that some row of the n lacks, so that they are not compared there.
        equal: No question differs, and both runs hold the same ones, one or more.
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
    differing: int
    not_held: tuple[str, ...]
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
        """Whether every result is; results without a partner are not looked at."""
        return all(result.equal for result in self.results)

    @property
    def next_steps(self) -> dict[str, str]:
        """What to try next, by outcome of the questions that were lost or came out differently."""
        moved = (one for found in self.results for one in (*found.lost, *found.changed))
        # A question that was asked more than once may have several.
        outcomes = {outcome for one in moved for outcome in one.after.split(" / ")}
        return {name: step for name, step in NEXT_STEPS.items() if name in outcomes}

    def stored(self) -> dict[str, Any]:
        """The comparison as values for JSON."""
        more = {"equal": self.equal, "next_steps": self.next_steps}
        return {"schema": SCHEMA, **more, **asdict(self)}
