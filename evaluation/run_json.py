"""JSON that comes from elsewhere, and JSON that goes there."""

import json
from typing import Any

from evaluation.report_file import MOST_DEEP
from evaluation.run_zip import refuse
from golden_sets.error_words import json_words
from golden_sets.language import tr, worded

# Above it no chart and no column of a database takes a number.
LARGEST = 10**18


def parsed(where: str, data: bytes) -> Any:
    """What the data says, all of which can be stored.

    Raises:
        ArchiveError: It is no JSON, or holds what no file and no database can.
    """

    def finite(text: str) -> float:
        value = float(text)
        if value in (float("inf"), float("-inf")) or value != value:
            raise ValueError(f"the number {text}")
        return value

    try:
        made = json.loads(data.decode("utf-8-sig"), parse_float=finite, parse_constant=finite)
        _check_values(made)
        if b"\\u" in data:
            json_bytes(made)  # a lone surrogate, which has no other way to be written
    except (ValueError, RecursionError) as error:
        said = tr(json_words(error)) if isinstance(error, ValueError) else str(error)
        refuse(tr("{place}: is no JSON: {error}", place=where, error=" ".join(said.split())[:200]))
    return made


def _check_values(made: Any) -> None:
    """Refuses what no page could show, wherever it stands; a loop, so that no depth stops it."""
    left = [(made, 1)]
    while left:
        value, depth = left.pop()
        if depth > MOST_DEEP:
            raise ValueError(worded("nested more than {most} deep", most=MOST_DEEP))
        if isinstance(value, dict):
            left += [(part, depth + 1) for part in value.values()]
        elif isinstance(value, list):
            left += [(part, depth + 1) for part in value]
        elif isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(worded("a number above {most:.0e}", most=LARGEST))


def json_bytes(value: Any) -> bytes:
    """As every part of an archive is written."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
