"""What the program says, in the language of whoever reads it.

English stands in the code, as `tr("{n:,} questions", n=3)`; the other languages stand in
`locale/LANGUAGE/*.po`, one file a part of the program. What has no translation shows in English.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = {"en": "English", "zh": "中文"}
LOCALE = Path(__file__).parent / "locale"
Catalog = dict[str | tuple[str, ...], str | tuple[str, ...]]


def _of_the_environment() -> str:
    return os.environ.get("CHUNKBOARD_LANGUAGE", "en")


_reader: Callable[[], str] = _of_the_environment


def speak(reader: Callable[[], str]) -> None:
    """Takes the language of each sentence from `reader`, which is asked every time.

    Without it `CHUNKBOARD_LANGUAGE` says which, `en` by default.
    """
    global _reader
    _reader = reader


_kept: ContextVar[str] = ContextVar("language", default="")


@contextmanager
def speaking(spoken: str) -> Iterator[None]:
    """Speaks one language inside, whoever is asking: for what is made away from its reader."""
    token = _kept.set(spoken)
    try:
        yield
    finally:
        _kept.reset(token)


def language() -> str:
    """The language spoken now, a key of `LANGUAGES`; `en` where another is asked for."""
    asked = _kept.get() or _reader()
    return asked if asked in LANGUAGES else "en"


def tr(words: str, **values: Any) -> str:
    """The sentence in the reader's language, `{name}` filled in as `str.format` does.

    Without values nothing is filled in, and braces stand as they are.
    """
    found = _catalog(language()).get(words, words)
    sentence = found if isinstance(found, str) else words
    return sentence.format(**values) if values else sentence


def trn(one: str, many: str, n: int, **values: Any) -> str:
    """The sentence for a count, which stands as `{n}` in it; see `tr`."""
    found = _catalog(language()).get((one, many))
    # Chinese has one form; a language with more would choose here.
    sentence = found[0] if isinstance(found, tuple) else (one if n == 1 else many)
    return sentence.format(n=n, **values)


def marked(words: str) -> str:
    """The words themselves, to be given to `tr` where they are shown: for module constants."""
    return words


@cache
def _catalog(spoken: str) -> Catalog:
    if spoken == "en":
        return {}
    from babel.messages.pofile import read_po

    found: Catalog = {}
    for path in sorted((LOCALE / spoken).glob("*.po")):
        with path.open(encoding="utf-8") as file:
            for message in read_po(file, abort_invalid=True):
                # A fuzzy entry is a guess that nobody has read.
                if message.id and message.string and not message.fuzzy:
                    found[_key(message.id)] = _key(message.string)
    return found


def _key(words: str | list[str] | tuple[str, ...]) -> str | tuple[str, ...]:
    return words if isinstance(words, str) else tuple(words)
