"""JSON that comes from elsewhere, and JSON that goes there."""

import json
from typing import Any

from evaluation.run_zip import refuse
from golden_sets.error_words import json_words
from golden_sets.language import tr


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
        if b"\\u" in data:
            json_bytes(made)  # a lone surrogate, which has no other way to be written
    except (ValueError, RecursionError) as error:
        said = tr(json_words(error)) if isinstance(error, ValueError) else str(error)
        refuse(tr("{place}: is no JSON: {error}", place=where, error=" ".join(said.split())[:200]))
    return made


def json_bytes(value: Any) -> bytes:
    """As every part of an archive is written."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
