"""Sizes and overlaps as people write them."""


def parse_overlap(given: str, size: int) -> int:
    """Units of overlap from `20%` of the size or a plain count.

    Raises:
        ValueError: Neither a count nor a percentage.
    """
    text = given.strip()
    try:
        if text.endswith("%"):
            return round(size * float(text[:-1]) / 100)
        return int(text)
    except (ValueError, OverflowError):
        raise ValueError(f"overlap {given!r}; allowed is a count or a percentage, 20%") from None
