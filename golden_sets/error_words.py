"""What a program's error says to a person, without the names a programmer knows it by."""

import json

from golden_sets.language import marked, of_error, worded

# By type, what a JSON value is called where it does not belong.
_KINDS = {
    str: marked("text"),
    list: marked("a list"),
    dict: marked("an object"),
    bool: marked("true or false"),
}


# What the interpreter says of text that is not JSON.
NOT_JSON = (
    marked("Expecting value"),
    marked("Expecting ',' delimiter"),
    marked("Expecting ':' delimiter"),
    marked("Expecting property name enclosed in double quotes"),
    marked("Illegal trailing comma before end of object"),
    marked("Illegal trailing comma before end of array"),
    marked("Unterminated string starting at"),
    marked("Invalid control character at"),
    marked("Invalid \\escape"),
    marked("Invalid \\uXXXX escape"),
    marked("Extra data"),
)


def in_words(error: Exception) -> str:
    """What is wrong with data that was not as it must be, as part of a line."""
    if isinstance(error, json.JSONDecodeError):
        return worded("not JSON: {why}", why=json_words(error))
    if isinstance(error, UnicodeDecodeError):
        return worded("not {encoding} (byte {start})", encoding=error.encoding, start=error.start)
    if isinstance(error, UnicodeEncodeError):
        return worded(
            "not {encoding} (character {start})", encoding=error.encoding, start=error.start
        )
    if isinstance(error, KeyError):
        return worded("no {error}", error=error)
    if isinstance(error, RecursionError):
        return worded("nested too deeply")
    # What the interpreter says of these names its own classes.
    if isinstance(error, (TypeError, AttributeError)):
        return worded("a part of it is of another kind than belongs there")
    return of_error(error) or worded("no reason given")


def json_words(error: Exception) -> str:
    """What the interpreter says of text that is not JSON, and where; other errors as they are."""
    if not isinstance(error, json.JSONDecodeError):
        return of_error(error)
    return worded(
        "{what}: line {line} column {column} (char {place})",
        what=worded(error.msg),
        line=error.lineno,
        column=error.colno,
        place=error.pos,
    )


def kind_of(value: object) -> str:
    """What a JSON value is: `a list`, `text`."""
    if value is None:
        return worded("nothing")
    return worded(_KINDS.get(type(value), marked("a number")))
