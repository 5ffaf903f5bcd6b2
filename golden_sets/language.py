"""What the program says, in the language of whoever reads it.

English stands in the code, as `tr("{n:,} questions", n=3)`; the other languages stand in
`locale/LANGUAGE/*.po`, one file a part of the program. What has no translation shows in English.

What is said while somebody reads goes through `tr`. What is kept (in a report, in a cache, by
another process) is `worded`: English wherever it goes, until `tr` or `shown` says it to a reader.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import zip_longest
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = {"en": "English", "zh": "中文"}
LOCALE = Path(__file__).parent / "locale"
# Two characters that stand without a blank between them: Chinese, and its punctuation.
_WIDE = re.compile("[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]{2}")
_APART = re.compile("[A-Za-z0-9%][\u3400-\u9fff]|[\u3400-\u9fff][A-Za-z0-9]")


class _Form(Formatter):
    """Fills in as `str.format` does, but with a minus sign, not a hyphen, before a number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        made = str(super().format_field(value, format_spec))
        return made.replace("-", "−") if isinstance(value, int | float) else made


_FORM = _Form()
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


class Worded(str):
    """A sentence in English that knows what it was made of, so that `tr` can say it otherwise.

    Attributes:
        template: The sentence before it was filled in; two for a count; of joined ones what stands
            between them.
        values: What it was filled in with.
        parts: Of joined ones, each.
    """

    template: str | tuple[str, str]
    values: dict[str, Any]
    parts: tuple[str, ...]


def tr(words: str, /, **values: Any) -> str:
    """The sentence in the reader's language, `{name}` filled in as `str.format` does.

    Without values nothing is filled in, and braces stand as they are. A `Worded` needs no values.
    """
    if isinstance(words, Worded):
        return _said(words)
    found = _catalog(language()).get(words, words)
    sentence = found if isinstance(found, str) else words
    return _filled(sentence, values) if values else sentence


def trn(one: str, many: str, n: int, /, **values: Any) -> str:
    """The sentence for a count, which stands as `{n}` in it; see `tr`."""
    found = _catalog(language()).get((one, many))
    # Chinese has one form; a language with more would choose here.
    sentence = found[0] if isinstance(found, tuple) else (one if n == 1 else many)
    return _filled(sentence, {"n": n, **values})


def worded(words: str, /, **values: Any) -> Worded:
    """The sentence in English, to be kept and said later by `tr` in whatever language then."""
    return _worded(_FORM.format(words, **values) if values else words, words, values)


def wordedn(one: str, many: str, n: int, /, **values: Any) -> Worded:
    """The sentence for a count, kept as `worded` does."""
    words = _FORM.format(one if n == 1 else many, n=n, **values)
    return _worded(words, (one, many), {"n": n, **values})


def joined(parts: Iterable[str], between: str = " ") -> Worded:
    """Several in a row, each said by itself; `between` is one of `BETWEEN`."""
    kept = tuple(part for part in parts if part)
    return _worded(between.join(kept), between, {}, kept)


def of_error(error: BaseException) -> str:
    """What an error says, to be given to `tr`."""
    words = error.args[0] if len(error.args) == 1 else None
    return words if isinstance(words, Worded) else str(error)


def lines_of(error: BaseException) -> tuple[str, ...]:
    """What an error says, line by line, each to be given to `tr`."""
    words = of_error(error)
    if isinstance(words, Worded) and words.parts and words.template == "\n":
        return words.parts
    return (words,) if isinstance(words, Worded) else tuple(words.split("\n"))


def _worded(
    english: str, template: str | tuple[str, str], values: dict[str, Any], parts: Any = ()
) -> Worded:
    made = Worded(english)
    made.template, made.values, made.parts = template, values, parts
    return made


def _filled(sentence: str, values: Mapping[str, Any]) -> str:
    """With a blank between Chinese and Latin letters or digits, and none inside of Chinese,
    whatever is filled in."""
    said = {name: _said(v) if isinstance(v, Worded) else v for name, v in values.items()}
    if language() == "en":
        return _FORM.format(sentence, **said)
    made = ""
    for literal, name, form, conversion in Formatter().parse(sentence):
        made = _together(made, literal)
        if name is not None:
            value = _FORM.convert_field(said[name], conversion)
            made = _together(made, _FORM.format_field(value, form or ""))
    return made


def _together(left: str, right: str) -> str:
    if left[-1:] == " " and _WIDE.fullmatch(left[-2:-1] + right[:1]):
        return left[:-1] + right
    if right[:1] == " " and _WIDE.fullmatch(left[-1:] + right[1:2]):
        return left + right[1:]
    return f"{left} {right}" if _APART.fullmatch(left[-1:] + right[:1]) else left + right


# What stands between joined sentences, and in place of it in other languages.
BETWEEN = {
    " ": {"zh": ""},
    " and ": {"zh": "和"},
    ", ": {"zh": "、"},
    "; ": {"zh": "；"},
    " · ": {"zh": " · "},
    "\n": {"zh": "\n"},
}


def _said(words: Worded) -> str:
    spoken = language()
    if spoken == "en":
        return str(words)
    if words.parts:
        return BETWEEN[str(words.template)][spoken].join(map(tr, words.parts))
    found = _catalog(spoken).get(words.template)
    if found is None:
        return str(words)
    sentence = found if isinstance(found, str) else found[0]
    return _filled(sentence, words.values) if words.values else sentence


def kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """Of a row for JSON, what its worded sentences are made of, to stand beside it as `told`."""
    return {name: packed for name, value in row.items() if (packed := _packed(value)) is not None}


def _packed(value: Any) -> Any:
    """None for what is not worded."""
    if isinstance(value, list | tuple):
        packed = [_packed(one) for one in value]
        return packed if any(packed) else None
    if not isinstance(value, Worded):
        return None
    if value.parts:
        parts = [_packed(one) or str(one) for one in value.parts]
        return {"between": value.template, "parts": parts}
    values = {name: _packed(one) or _plain(one) for name, one in value.values.items()}
    template = value.template if isinstance(value.template, str) else list(value.template)
    return {"template": template, "values": values} if values else {"template": template}


def _plain(value: Any) -> Any:
    """What JSON holds; a path or an error as it reads."""
    return value if isinstance(value, str | int | float | None) else str(value)


def shown(row: Mapping[str, Any], name: str) -> Any:
    """A sentence (or a list of them) of a stored row in the reader's language.

    In English where the row was stored without what its sentences are made of, or with something
    that this program does not say: a report may come from anywhere.
    """
    told, words = (row.get("told") or {}).get(name), row[name]
    if isinstance(words, list):
        each = told if isinstance(told, list) else []
        return [_unpacked(one, part) for one, part in zip_longest(each, words)][: len(words)]
    return _unpacked(told, words)


def _unpacked(told: Any, english: str) -> str:
    if language() == "en":
        return english
    try:
        return _again(told)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return tr(english)


def _again(told: Any) -> str:
    """Raises: KeyError and its like, where it is nothing that `kept` made."""
    spoken = language()
    if "parts" in told:
        parts = [one if isinstance(one, str) else _again(one) for one in told["parts"]]
        return BETWEEN[told["between"]][spoken].join(parts)
    found = _catalog(spoken)[_key(told["template"])]
    # Only our own translation is ever filled in, never a template that came with the data.
    sentence = found if isinstance(found, str) else found[0]
    values = told.get("values", {})
    return _filled(
        sentence,
        {name: _again(one) if isinstance(one, dict) else one for name, one in values.items()},
    )


class Spoken(dict[str, str]):
    """Sentences by name, `marked`; each is said in the reader's language when it is asked for."""

    def __getitem__(self, name: str) -> str:
        return tr(super().__getitem__(name))

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        return tr(super().get(name, default))


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
