"""What stands below the table of a comparison: it in words, its questions, and what to try."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.compare_lines import result_name
from evaluation.plain_words import chance_words, detectable_words, difference_words
from evaluation.run_comparison import QuestionChange, ResultChange, RunComparison


def word_lines(found: RunComparison) -> Iterator[str]:
    """How the intervals were made, and each result's difference, test and power in words."""
    kinds = dict.fromkeys(one.interval for one in found.results if one.interval)
    if kinds:
        yield f"95 % intervals: {'; '.join(kinds)}."
    for one in found.results:
        # Where nothing could change there is nothing to tell from chance.
        if one.difference is not None and not (one.equal and one.same_chunks):
            yield f"{result_name(one)}: {' '.join(_words(one, one.difference))}"


def _words(one: ResultChange, difference: Mapping[str, Any]) -> Iterator[str]:
    before, after = one.variants
    if before == after:
        before, after = "the run before", "the run after"
    told = {"difference": difference["value"], "low": difference["low"], "p": one.p}
    yield difference_words(after, before, {**told, "high": difference["high"]})
    yield chance_words(one.p)
    yield detectable_words(one.detectable, difference["n"])


def next_step_lines(found: RunComparison) -> Iterator[str]:
    """What to try, once for each outcome of questions that were lost or came out differently."""
    steps = {name: step for name, step in found.next_steps.items() if name != "complete"}
    if steps:
        yield ""
        yield "What to try for what was lost or came out differently:"
    yield from (f"  {name}: {step}" for name, step in steps.items())


def question_lines(result: ResultChange) -> Iterator[str]:
    """A line a question whose outcome differs, and one for what was set aside."""
    groups = {
        "gained": result.gained,
        "lost": result.lost,
        "other outcome": result.changed,
        "set aside": result.set_aside,
    }
    if not any(groups.values()):
        return
    yield ""
    yield result_name(result)
    for what, questions in groups.items():
        yield from (f"  {what}: {_question(question)}" for question in questions)


def _question(one: QuestionChange) -> str:
    moved = one.before if one.before == one.after else f"{one.before} -> {one.after}"
    text = "" if one.text is None else f"  {' '.join(one.text.split())}"
    return f"{one.id}  {moved}{text}" + (f" ({one.why})" if one.why else "")
