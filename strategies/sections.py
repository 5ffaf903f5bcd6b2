"""A document's blocks as a tree of sections."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from golden_sets.document import Block, Span


@dataclass(slots=True)
class Section:
    """A heading, its own blocks, and the sections under it. The root has no heading."""

    level: int
    blocks: list[Block] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)
    start: int = 0
    end: int = 0

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


def section_tree(blocks: Iterable[Block]) -> Section:
    """The blocks as a tree of sections; the root spans them all."""
    root = Section(0)
    path = [root]
    end = 0
    for block in blocks:
        if block.kind == "heading":
            while path[-1].level >= block.level:
                path.pop().end = end
            child = Section(block.level, start=block.span.start)
            path[-1].children.append(child)
            path.append(child)
        path[-1].blocks.append(block)
        end = block.span.end
    for section in path:
        section.end = end
    first = root.blocks or (root.children[0].blocks if root.children else [])
    root.start = first[0].span.start if first else 0
    return root
