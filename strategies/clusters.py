"""Characters that a reader sees as one: letters with combining marks, emoji with joiners."""

import unicodedata

_JOINER = "\u200d"
_LIMIT = 32


def splits_cluster(text: str, at: int) -> bool:
    """Whether a cut before the character parts it from what it is seen as one with."""
    character = text[at]
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character == _JOINER
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or (at > 0 and text[at - 1] == _JOINER)
    )


def cluster_start(text: str, at: int, low: int) -> int:
    """The nearest place at or before `at`, and after `low`, that splits nothing seen as one.

    `at` itself where there is none within 32 characters (marks can be stacked without end).
    """
    for place in range(at, max(low, at - _LIMIT), -1):
        if not splits_cluster(text, place):
            return place
    return at
