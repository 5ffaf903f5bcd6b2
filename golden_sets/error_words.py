"""What a program's error says to a person, without the names a programmer knows it by."""

import json

# By type, what a JSON value is called where it does not belong.
_KINDS = {str: "text", list: "a list", dict: "an object", bool: "true or false"}


def in_words(error: Exception) -> str:
    """What is wrong with data that was not as it must be, as part of a line."""
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error}"
    if isinstance(error, UnicodeDecodeError):
        return f"not {error.encoding} (byte {error.start})"
    if isinstance(error, UnicodeEncodeError):
        return f"not {error.encoding} (character {error.start})"
    if isinstance(error, KeyError):
        return f"no {error}"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    # What the interpreter says of these names its own classes.
    if isinstance(error, (TypeError, AttributeError)):
        return "a part of it is of another kind than belongs there"
    return str(error) or "no reason given"


def kind_of(value: object) -> str:
    """What a JSON value is: `a list`, `text`."""
    return "nothing" if value is None else _KINDS.get(type(value), "a number")
