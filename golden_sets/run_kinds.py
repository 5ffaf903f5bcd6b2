"""What each run of plain text is: a heading, a list item, code or a paragraph."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from golden_sets.document import BlockKind
from golden_sets.heading_lines import is_lone_title
from golden_sets.headings import Kind, Numbers, heading_end, numbers_of
from golden_sets.list_lines import continues_list
from golden_sets.numbering import Opening
from golden_sets.text_lines import Run

TITLE: Kind = (-1, "title", 0)
UNNUMBERED: Kind = (0, "unnumbered", 0)
_LARGEST_STACK = 3
_PAGE_FURNITURE = 3
_DIGITS = re.compile(r"\d+")
_COUNTED = ("ordinal", "顿号")
_LINES = ("编", "分编", "章", "节")
_LONE = ("ordinal", "bare", "roman")


class RunKind(NamedTuple):
    """What a run is; `level_kind` and `heading_end` only of one that a heading opens."""

    kind: BlockKind
    level_kind: Kind | None = None
    heading_end: int = 0


def kinds_of(text: str, runs: Sequence[Run]) -> list[RunKind]:
    """The kind of each run, in order."""
    judge = _Judge(text, runs, numbers_of(run.number for run in runs), _titles(text, runs))
    return [judge.kind(index) for index in range(len(runs))]


def _titles(text: str, runs: Sequence[Run]) -> set[int]:
    """The runs that are titles without a number.

    A longer stack of them is an address or a list, and what stands on every page is furniture.
    Those that end the document stand over nothing.
    """
    seen = Counter(_without_digits(text, run) for run in runs if run.stands_alone)
    titles: set[int] = set()
    stack: list[int] = []
    for index, run in enumerate(runs):
        if _is_title(text, run) and seen[_without_digits(text, run)] < _PAGE_FURNITURE:
            stack.append(index)
            continue
        if len(stack) <= _LARGEST_STACK:
            titles.update(stack)
        stack = []
    return titles


def _is_title(text: str, run: Run) -> bool:
    numbered = run.number or run.bullet or run.marker
    return run.stands_alone and not numbered and is_lone_title(text[slice(*run.span)])


def _without_digits(text: str, run: Run) -> str:
    return _DIGITS.sub("", text[slice(*run.span)])


@dataclass(slots=True)
class _Judge:
    """Decides run by run, remembering how far the list in hand has counted."""

    text: str
    runs: Sequence[Run]
    numbers: Numbers
    titles: set[int]
    counted: dict[str, int] = field(default_factory=dict)
    outermost: int = sys.maxsize

    def kind(self, index: int) -> RunKind:
        """Of each index once, in order."""
        run = self.runs[index]
        if run.code:
            return RunKind("code")
        found = self._heading(index, run)
        if found:
            self.counted.clear()
            return found
        if not self._is_item(run):
            return RunKind("paragraph")
        if run.number:
            self.counted[run.number.family] = run.number.number[-1]
        return RunKind("list_item")

    def _is_item(self, run: Run) -> bool:
        counted = run.number and run.number.pattern.name in _COUNTED
        return run.bullet or run.marker or bool(counted)

    def _heading(self, index: int, run: Run) -> RunKind | None:
        if index in self.titles:
            return RunKind("heading", UNNUMBERED if index else TITLE, run.span.end)
        number = run.number
        if number is None or run.bullet:
            return None
        if self._is_item(run) and self._goes_on(index) and not self._is_capitals(run):
            return None
        name = number.pattern.name
        alone = run.lines == 1 or name in _LINES
        end = heading_end(self.text, number, run.span.end, alone, self.numbers)
        if end == run.span.end and name in _LONE and not self._stands_over_text(index, run):
            return None
        if name == "括号" and end == number.end:
            return None
        return RunKind("heading", self._level_kind(number), end) if end else None

    def _level_kind(self, number: Opening) -> Kind:
        """An indented `1.` below one that is not is a level deeper."""
        if number.pattern.name != "ordinal":
            return number.kind
        indent = self._indent(number)
        self.outermost = min(indent, self.outermost)
        rank, family, depth = number.kind
        return rank, family, depth + (indent > self.outermost)

    def _indent(self, number: Opening) -> int:
        return number.start - self.text.rfind("\n", 0, number.start) - 1

    def _goes_on(self, index: int) -> bool:
        """Whether an item has a lead, or an item before it that it counts on from."""
        run = self.runs[index]
        if index and continues_list(self.text[slice(*self.runs[index - 1].span)]):
            return True
        if run.number is None or run.number.family not in self.counted:
            return False
        return run.number.number[-1] == self.counted[run.number.family] + 1

    def _is_capitals(self, run: Run) -> bool:
        """Whether a line is a heading even where a lead or a list stands before it.

        Contracts have `1. TERM` right after `the parties agree as follows:`.
        """
        line = self.text[slice(*run.span)]
        return run.stands_alone and line.upper() == line and line.lower() != line

    def _stands_over_text(self, index: int, run: Run) -> bool:
        """Whether a line stands alone, and what follows is not the next of its kind.

        A first clause of its own may follow directly: `2. Fees`, then `2.1`, or an indented `1.`
        that has a title of its own.
        """
        if index + 1 == len(self.runs) or run.lines > 1 or run.number is None:
            return False
        after = self.runs[index + 1].number
        if after and after.number == (*run.number.number, 1):
            return True
        if after and after.number == (1,) and self._indent(after) > self._indent(run.number):
            end = self.runs[index + 1].span.end
            return bool(heading_end(self.text, after, end, False, self.numbers))
        return run.stands_alone and (after is None or after.pattern is not run.number.pattern)
