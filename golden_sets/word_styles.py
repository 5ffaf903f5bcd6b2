"""What Word's styles make of a paragraph."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from golden_sets.document import BlockKind

_CODE = re.compile(r"code|preformatted|^macro|source text|listing")
_HEADING = re.compile(r"heading (\d)")
_LIST = re.compile(r"list(?: bullet| number)?(?: (\d))?")


def local(element: Any) -> str:
    """An element's name without its namespace, of which Word has two; "" of a comment."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def attribute(element: Any, name: str) -> str | None:
    """An attribute's value in whichever namespace it has; None where it is absent."""
    if element is None:
        return None
    for key, value in element.attrib.items():
        if key.rsplit("}", 1)[-1] == name:
            return str(value)
    return None


def child(element: Any, *path: str) -> Any:
    """The first element down a path of names; None where there is none."""
    for name in path:
        if element is None:
            return None
        element = next((one for one in element if local(one) == name), None)
    return element


def is_on(element: Any) -> bool:
    """Whether a switch such as `<w:vanish/>` is there and not set to off."""
    return element is not None and attribute(element, "val") not in ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph of a style is.

    Attributes:
        level: Of a heading, 1 to 6; of a list, from 1 where its name says so; else 0.
        number: The list it counts in and the level there; None where it counts in none.
    """

    kind: BlockKind = "paragraph"
    level: int = 0
    number: tuple[str, int] | None = None


def styles_of(root: Any) -> dict[str, Style]:
    """The styles of `styles.xml` by id, each with what it is based on."""
    if root is None:
        return {}
    found = {attribute(e, "styleId") or "": e for e in root if local(e) == "style"}
    return {name: _style(list(_chain(name, found))) for name in found}


def _chain(name: str, found: dict[str, Any]) -> Iterator[Any]:
    """A style and those it is based on, as far as they go without a circle."""
    seen: set[str] = set()
    while name in found and name not in seen:
        seen.add(name)
        yield found[name]
        name = attribute(child(found[name], "basedOn"), "val") or ""


def _style(chain: list[Any]) -> Style:
    names = [(attribute(child(e, "name"), "val") or "").lower() for e in chain]
    number = next((n for n in map(number_of, (child(e, "pPr") for e in chain)) if n), None)
    levels = (outline_level(child(e, "pPr")) for e in chain)
    if level := next((level for level in levels if level), 0):
        return Style("heading", level, number)
    for name in names:
        if heading := _HEADING.match(name):
            return Style("heading", min(int(heading[1]), 6), number)
        if name == "title":
            return Style("heading", 1, number)
        if name == "caption":
            return Style("caption")
        if name in ("quote", "intense quote", "block text"):
            return Style("quote")
        if _CODE.search(name):
            return Style("code")
        if (listed := _LIST.fullmatch(name)) and number:
            return Style("list_item", int(listed[1] or 1), number)
    return Style(number=number)


def number_of(properties: Any) -> tuple[str, int] | None:
    """The list and level that paragraph properties count in; `("0", 0)` where they say none."""
    found = child(properties, "numPr")
    number = attribute(child(found, "numId"), "val")
    if number is None:
        return None
    level = attribute(child(found, "ilvl"), "val") or "0"
    return number, int(level) if level.isdigit() else 0


def outline_level(properties: Any) -> int:
    """1 to 6 where the properties make a heading, else 0."""
    level = attribute(child(properties, "outlineLvl"), "val") or ""
    return min(int(level) + 1, 6) if level.isdigit() and int(level) < 9 else 0
