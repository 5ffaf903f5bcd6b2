"""Whether a line is an item of a list without markup."""

import re

_BULLET = re.compile(r"[-*+•◦▪‣●○·–][ \t\u3000]+(?=\S)")
_ENUMERATED = re.compile(
    r"(?:[（(](?:[一二三四五六七八九十]{1,3}|\d{1,2}|[a-zA-Z]|[ivx]{1,5})[)）]|[①-⑳]"
    r"|(?:\d{1,2}|[a-z])[)）](?=\s))[ \t\u3000]*(?=\S)"
)
_LEAD = re.compile(r"[:：][*_]{0,2}\s*$")


def bullet_end(text: str, start: int, end: int) -> int:
    """Where the words after a bullet begin; 0 where the line has none."""
    found = _BULLET.match(text, start, end)
    return found.end() if found else 0


def marker_end(text: str, start: int, end: int) -> int:
    """Where the words after `（一）`, `(a)` or `1)` begin; 0 where the line has none."""
    found = _ENUMERATED.match(text, start, end)
    return found.end() if found else 0


def continues_list(before: str) -> bool:
    """Whether the text before a line leads a list in: its last character is a colon."""
    return bool(_LEAD.search(before[-6:]))
