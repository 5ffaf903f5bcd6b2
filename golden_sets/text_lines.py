"""Lines of plain text in runs: what one block is made of, unless a heading opens it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from golden_sets.document import Span
from golden_sets.list_lines import bullet_end, marker_end
from golden_sets.numbering import Opening, opening

_FENCE = re.compile(r"(`{3,})[^`]*|(~{3,}).*")
_CLOSED = re.compile(r"(?:[.;:,!?。；：，、！？][)）\"”’*_]{0,3}|[)）\"”]|\b(?:and|or))$")
_SHORT = 70


@dataclass(frozen=True, slots=True)
class Run:
    """Lines without a blank one between them.

    Attributes:
        span: Without outer blanks.
        lines: How many.
        number: What the first line opens with.
        bullet: Its first line opens with a bullet.
        marker: Its first line opens with `（一）`, `(a)` or `1)`.
        code: It is fenced.
        opens: A paragraph begins with it.
        closes: No other run goes on in its paragraph.
    """

    span: Span
    lines: int = 1
    number: Opening | None = None
    bullet: bool = False
    marker: bool = False
    code: bool = False
    opens: bool = True
    closes: bool = True

    @property
    def stands_alone(self) -> bool:
        return self.opens and self.closes and self.lines == 1 and not self.code


def runs_of(text: str) -> list[Run]:
    """Every non-blank line, in order, in one run."""
    runs: list[Run] = []
    fence = ""
    gap = True
    for line in _lines(text):
        body = text[slice(*line)]
        if fence:
            if body:
                runs[-1] = replace(runs[-1], span=Span(runs[-1].span.start, line.end))
            fence = "" if len(body) >= len(fence) and set(body) == {fence[0]} else fence
            gap = True
        elif not body:
            gap = True
        elif found := _FENCE.fullmatch(body):
            fence = found[1] or found[2]
            runs.append(Run(line, code=True))
        else:
            run = _run(text, line)
            if gap:
                runs.append(run)
            elif _goes_on(text, runs[-1], run):
                joined = Span(runs[-1].span.start, line.end)
                runs[-1] = replace(runs[-1], span=joined, lines=runs[-1].lines + 1)
            else:
                runs[-1] = replace(runs[-1], closes=False)
                runs.append(replace(run, opens=False))
            gap = False
    return runs


def _lines(text: str) -> Iterator[Span]:
    """The lines' spans without outer blanks; empty ones for blank lines."""
    start = 0
    for line in text.split("\n"):
        left = start + len(line) - len(line.lstrip())
        yield Span(left, left + len(line.strip()))
        start += len(line) + 1


def _run(text: str, line: Span) -> Run:
    worded = any(c.isalnum() for c in text[slice(*line)][:80])
    return Run(
        line,
        number=opening(text, *line),
        bullet=worded and bool(bullet_end(text, *line)),
        marker=bool(marker_end(text, *line)),
    )


def _goes_on(text: str, before: Run, run: Run) -> bool:
    """Whether a line continues the sentence before it rather than opening a block of its own.

    A number behind an unfinished line is a reference that the line happened to end before.
    """
    if run.bullet:
        return False
    if not (run.number or run.marker):
        return True
    if run.number and run.number.pattern.name[0] >= "\u3400":
        return False
    last = text[max(before.span.start, before.span.end - _SHORT - 1) : before.span.end]
    titled = before.lines == 1 and before.span.end - before.span.start <= _SHORT
    return not (_CLOSED.search(last) or (titled and (before.number or before.bullet)))
