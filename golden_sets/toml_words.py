"""What the interpreter says of a file that is no TOML or no ZIP, to be said in any language."""

import re
import tomllib
from functools import cache

from golden_sets.error_words import in_words
from golden_sets.language import marked, worded

_FORMS = (
    marked("Invalid value"),
    marked("Invalid statement"),
    marked("Invalid date or datetime"),
    marked("Invalid hex value"),
    marked("Invalid initial character for a key part"),
    marked("Unclosed array"),
    marked("Unclosed inline table"),
    marked("Unterminated string"),
    marked("Unescaped '\\' in a string"),
    marked("Cannot overwrite a value"),
    marked("Escaped character is not a Unicode scalar value"),
    marked("Expected '=' after a key in a key/value pair"),
    marked("Expected ']' at the end of a table declaration"),
    marked("Expected ']]' at the end of an array declaration"),
    marked("Expected newline or end of document after a statement"),
    marked("Expected {what}"),
    marked("Found invalid character {what}"),
    marked("Illegal character {what}"),
    marked("Cannot declare {what} twice"),
    marked("Cannot redefine namespace {what}"),
    marked("Cannot mutate immutable namespace {what}"),
    marked("Duplicate inline table key {what}"),
)
_AT = re.compile(r"(.*) \(at (?:end of document|line (\d+), column (\d+))\)", re.DOTALL)
# What zipfile says of a file that is none.
_NO_ZIP = marked("File is not a zip file")


def toml_words(error: ValueError) -> str:
    """What is wrong with a file that is not TOML, and where; other errors as `in_words` has them.

    In English it is what the interpreter says.
    """
    if not isinstance(error, tomllib.TOMLDecodeError):
        return in_words(error)
    found = _AT.fullmatch(str(error))
    if found is None:
        return str(error)
    what, line, column = found.groups()
    if line is None:
        return worded("{what} (at end of document)", what=_what(what))
    return worded(
        "{what} (at line {line}, column {column})", what=_what(what), line=line, column=column
    )


def zip_words(error: Exception) -> str:
    """What is wrong with a file that is no ZIP; another error as it is."""
    return worded(_NO_ZIP) if str(error) == _NO_ZIP else str(error)


def _what(said: str) -> str:
    for form in _FORMS:
        if found := _pattern(form).fullmatch(said):
            return worded(form, **found.groupdict())
    return said


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(re.escape(form).replace(r"\{what\}", "(?P<what>.*)"), re.DOTALL)
