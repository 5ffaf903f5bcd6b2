"""Read plain text: headings by rule, fenced code, list items, and the paragraphs between them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from golden_sets.document import Block, Document
from golden_sets.headings import levels_of, parted
from golden_sets.markdown import markup_of, with_heading_paths
from golden_sets.run_kinds import TITLE, RunKind, kinds_of
from golden_sets.text_lines import Run, runs_of


def read_plain_text(document_id: str, text: str, document_class: str = "") -> Document:
    """A document from text whose line endings are already `\\n`.

    Its title is its first line where that is a heading without a number, else the file's name.
    """
    runs = runs_of(text)
    kinds = kinds_of(text, runs)
    blocks = with_heading_paths(text, list(_blocks(text, runs, kinds)))
    title = blocks[0].span if kinds and kinds[0].level_kind == TITLE else None
    name = document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return Document(
        id=document_id,
        text=text,
        title=text[slice(*title)] if title else name,
        title_span=title,
        document_class=document_class,
        blocks=blocks,
    )


def _blocks(text: str, runs: Sequence[Run], kinds: Sequence[RunKind]) -> Iterator[Block]:
    levels = levels_of([v.level_kind for v in kinds if v.level_kind])
    for run, kind in zip(runs, kinds, strict=True):
        if kind.level_kind:
            block = Block("paragraph", run.span, known_by="rule")
            yield from parted(text, block, kind.heading_end, levels[kind.level_kind])
        else:
            block = Block(kind.kind, run.span, level=int(kind.kind == "list_item"), known_by="rule")
            yield replace(block, markup=tuple(markup_of(text, block)))


def headings_by_rule(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks of a text without any heading, its headings and items found as in plain text.

    Each paragraph is one line between blank ones.
    """
    runs = runs_of(text)
    kinds = kinds_of(text, runs)
    levels = levels_of([kind.level_kind for kind in kinds if kind.level_kind])
    known = {run.span: kind for run, kind in zip(runs, kinds, strict=True)}
    made: list[Block] = []
    for block in blocks:
        kind = known.get(block.span) if block.kind == "paragraph" else None
        if kind and kind.level_kind:
            made += parted(text, block, kind.heading_end, levels[kind.level_kind])
        elif kind and kind.kind == "list_item":
            item = replace(block, kind="list_item", level=1, known_by="rule")
            made.append(replace(item, markup=tuple(markup_of(text, item))))
        else:
            made.append(block)
    return made
