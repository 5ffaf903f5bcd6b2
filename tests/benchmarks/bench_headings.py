"""Headings found by rule in text whose markup was taken away, against the markup's headings.

`python -m tests.benchmarks.bench_headings` reads the folder of real documents that CHUNKBOARD_DATA
names. What a reader would call a heading, and so the truth here, is

- of FastAPI's pages: every Markdown heading;
- of the statutes: every Markdown heading, and every article (a paragraph that opens with 第N条 and
  a blank);
- of the Cloud Service Agreement in `CSA_clauses.md`: every Markdown heading, and every paragraph
  that opens with the number of a clause, as the data set writes them all (`8.3`, `8.1(a)`);
- of the same in `CSA.md`, a nested list that counts each level from 1 again: its Markdown heading
  and the items the source itself marks as `header_2` and `header_3`;
- of the Mutual NDA: its Markdown heading and its numbered clauses.

Taken away are `#` with its anchor, HTML tags, images, targets of links, and stars of emphasis;
fences stay. "No blank lines" is the same text with its paragraphs on lines of their own. A heading
counts as found where one begins at the same character; its end and level are not judged. In the
statutes the truth has the form the rule looks for, so what is measured there is whether references
to articles, and items, are kept apart from them.

The rules were written on every second file by name (the first, third, ...) and are reported on the
others. The contracts are too few for that and are split by section: of their top-level sections
every second one was held out. Neither side is independent of the other: two statutes come in two
versions, one on either side, the pages of one site resemble each other, and the Chinese pages are
the English ones translated.
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from golden_sets.markdown import read_markdown
from golden_sets.numbering import opening
from golden_sets.plain_text import read_plain_text

_ANCHOR = re.compile(r"[ \t]*\{ *#[^}]*\}[ \t]*$")
_REMOVED = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>\n]*>|!\[[^\]\n]*\]\([^)\n]*\)")
_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)")
_STARS = re.compile(r"(?<![\w*\s])\*{1,2}(?=\S)|(?<=\s)\*{1,2}(?=\S)|^\*{1,2}(?=\S)|(?<=\S)\*{1,2}")
_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")
_ARTICLE = re.compile(r"第[一二三四五六七八九十百千零]+条(?=[ \u3000])")
_CLAUSE = re.compile(r"\d+\.\d+(?:\([a-z]\))?(?=\s)|\d+\.(?=\s)")
_ITEM = re.compile(r" *\d+\. <span class=\"header_[23]\"")
_SECTION = re.compile(r"\n(?=## |\d+\. (?:\*\*|<span))")


class Case(NamedTuple):
    """A stripped text, the characters its headings begin at, and its side of the split."""

    group: str
    held_out: bool
    text: str
    truth: frozenset[int]


def stripped(text: str, clause: re.Pattern[str] | None) -> tuple[str, frozenset[int]]:
    """The text without markup, and where its headings begin in it."""
    headings, plain = set(), set()
    for block in read_markdown("x.md", text).blocks:
        first = text.count("\n", 0, block.span.start)
        if block.kind == "heading" and block.known_by == "markup":
            headings.add(first)
        elif block.kind != "code":
            last = text.count("\n", 0, block.span.end)
            plain.update(range(first, last + 1))
    lines: list[str] = []
    truth, offset, gap = set(), 0, True
    for number, raw in enumerate(text.split("\n")):
        line = raw
        if number in headings:
            line = _ANCHOR.sub("", _HEADING.sub("", line))
        if number in headings or number in plain:
            line = _STARS.sub("", _LINK.sub(r"\1", _REMOVED.sub("", line)))
        opens = gap or clause is _ITEM
        if number in headings or (opens and number in plain and clause and clause.match(raw)):
            truth.add(offset + len(line) - len(line.lstrip()))
        gap = not line.strip()
        lines.append(line)
        offset += len(line) + 1
    return "\n".join(lines), frozenset(truth)


def cases(data: Path) -> Iterator[Case]:
    """Every text to read, in a stable order."""
    for language in ("en", "zh"):
        for index, path in enumerate(
            sorted((data / "fastapi_docs_en_zh" / language).rglob("*.md"))
        ):
            text = path.read_text(encoding="utf-8")
            yield Case(f"documentation {language}", index % 2 == 1, *stripped(text, None))
    for index, path in enumerate(sorted((data / "laws_zh").glob("*.md"))):
        whole = stripped(path.read_text(encoding="utf-8"), _ARTICLE)
        yield Case("statutes zh", index % 2 == 1, *whole)
        yield Case("statutes zh, no blank lines", index % 2 == 1, *tight(*whole))
    for name in ("CSA_clauses", "Mutual-NDA", "CSA"):
        text = (data / "commonpaper_contracts" / f"{name}.md").read_text(encoding="utf-8")
        parts = _SECTION.split(text)
        for index in (0, 1):
            half = "\n".join(part for i, part in enumerate(parts) if i % 2 == index)
            whole = stripped(half, _ITEM if name == "CSA" else _CLAUSE)
            yield Case(f"contracts en, {name}", index == 1, *whole)
            if name == "CSA_clauses":
                yield Case(f"contracts en, {name}, no blank lines", index == 1, *tight(*whole))


def tight(text: str, truth: frozenset[int]) -> tuple[str, frozenset[int]]:
    """The same without blank lines, as many exports have it."""
    moved, lines, start, offset = set(), [], 0, 0
    for line in text.split("\n"):
        if line.strip():
            moved.update(at - start + offset for at in truth if start <= at <= start + len(line))
            lines.append(line)
            offset += len(line) + 1
        start += len(line) + 1
    return "\n".join(lines), frozenset(moved)


def kind_of(text: str, start: int) -> str:
    """The numbering of the line, else `unnumbered`."""
    newline = text.find("\n", start)
    found = opening(text, start, len(text) if newline < 0 else newline)
    return found.pattern.name if found else "unnumbered"


class Tally:
    """Found, missed and falsely found, by group and by kind of numbering."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
        self.errors: dict[tuple[str, bool, str, str], list[str]] = defaultdict(list)

    def add(self, case: Case) -> None:
        blocks = read_plain_text("x.txt", case.text).blocks
        found = {block.span.start for block in blocks if block.kind == "heading"}
        for start in sorted(found | case.truth):
            kind = kind_of(case.text, start)
            result = (
                "hit" if start in found & case.truth else "miss" if start in case.truth else "false"
            )
            for row in (case.group, f"  {case.group}: {kind}"):
                self.counts[row, case.held_out][result] += 1
            if result != "hit":
                line = case.text[start:].split("\n", 1)[0][:70]
                self.errors[case.group, case.held_out, result, kind].append(line)

    def cells(self, row: str, held_out: bool) -> str:
        c = self.counts[row, held_out]
        hit, found, true = c["hit"], c["hit"] + c["false"], c["hit"] + c["miss"]
        precision, recall = (f"{hit / n:.3f}" if n else "  -  " for n in (found, true))
        f1 = f"{2 * hit / (found + true):.3f}" if found + true else "  -  "
        return f"{true:5d} {precision} {recall} {f1}"


def main() -> None:
    data = Path(os.environ.get("CHUNKBOARD_DATA", "../shared/data"))
    if not data.is_dir():
        print(f"{data} is no folder of real documents; name one in CHUNKBOARD_DATA")
        return
    tally = Tally()
    for case in cases(data):
        tally.add(case)
    print(f"{'':52}{'development':>23}   {'held out':>23}")
    print(
        f"{'':52}{'n':>5} {'prec.':>5} {'rec.':>5} {'F1':>5}   {'n':>5} {'prec.':>5} {'rec.':>5} F1"
    )
    for row in dict.fromkeys(row for row, _ in tally.counts):
        print(f"{row:<52}{tally.cells(row, False)}   {tally.cells(row, True)}")
    for (group, held_out, result, kind), lines in sorted(tally.errors.items()):
        side = "held out" if held_out else "development"
        print(f"{side:<12}{group:<41} {result:<6}{kind:<11}{len(lines):4d}  {lines[0]!r}")


if __name__ == "__main__":
    main()
