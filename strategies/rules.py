"""The rules of `structure`, each of which can be switched off."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from golden_sets.document import Block, Document, Span
from golden_sets.headings import is_run_in
from golden_sets.language import Spoken, marked

RULES: dict[str, str] = Spoken(
    {
        "headings": marked("Cuts fall between sections before they fall inside one."),
        "numbers": marked(
            "Numbered lines without markup (7.2, Article 5, 第三条) count as headings."
        ),
        "tables": marked("A table is cut between rows only, its header row in every piece."),
        "captions": marked("Captions and footnotes stay with their table."),
        "lists": marked("A list is cut between items, its lead sentence in every piece."),
        "code": marked("A code block is never cut."),
        "bonds": marked(
            "An exception stays with its rule, and what follows a colon with the colon."
        ),
        "joins": marked("A short piece joins its neighbour."),
    }
)
_KINDS = {
    "headings": ("heading",),
    "tables": ("table_header", "table_row"),
    "captions": ("caption", "footnote"),
    "lists": ("list_item",),
    "code": ("code",),
}


def check_rules(without: Iterable[str]) -> tuple[str, ...]:
    """The rules in the order of `RULES`, each once.

    Raises:
        ValueError: The name of none, and those that are allowed.
    """
    for name in [without] if isinstance(without, str) else without:
        if name not in RULES:
            raise ValueError(f"unknown rule {name!r}; allowed are {', '.join(RULES)}, in a list")
    return tuple(name for name in RULES if name in without)


def blocks_without(document: Document, without: tuple[str, ...]) -> Iterator[Block]:
    """The blocks as they would be without those rules: what a rule is about is a paragraph.

    A heading that opens the line of a paragraph is one with it again.
    """
    plain = {kind for name in without for kind in _KINDS.get(name, ())}
    opened: int | None = None
    for block, after in zip_longest(document.blocks, document.blocks[1:]):
        if opened is not None:
            block, opened = replace(block, span=Span(opened, block.span.end)), None
        numbered = block.kind == "heading" and block.known_by == "rule"
        if block.kind not in plain and not (numbered and "numbers" in without):
            yield block
        elif is_run_in(document.text, block, after):
            opened = block.span.start
        else:
            yield replace(block, kind="paragraph", level=0)
