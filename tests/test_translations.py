"""Every sentence of the program has its translation, and no translation outlives its sentence."""

import io
import string
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from golden_sets import language
from golden_sets.language import LANGUAGES, LOCALE, speak, tr, trn, worded

ROOT = Path(__file__).parent.parent
LAYERS = ("golden_sets", "strategies", "evaluation", "pages")
# What each function's first one or two arguments are; see golden_sets/language.py.
KEYWORDS = {
    "tr": None,
    "marked": None,
    "trn": (1, 2),
    "worded": None,
    "wordedn": (1, 2),
}
OTHERS = [name for name in LANGUAGES if name != "en"]


def sentences():
    """Each sentence of the program with the file it stands in."""
    found = {}
    places = [(ROOT / layer, layer) for layer in LAYERS]
    for folder, name in places:
        for path, line, words, *_ in extract_from_dir(
            folder, [("**.py", "python")], keywords=KEYWORDS, comment_tags=()
        ):
            found.setdefault(words, f"{name}/{path}:{line}")
    for path, line, words, *_ in extract_from_dir(
        ROOT, [("app.py", "python")], keywords=KEYWORDS, directory_filter=lambda folder: False
    ):
        found.setdefault(words, f"{path}:{line}")
    return found


def entries(spoken):
    return [
        (message, path.name)
        for path in sorted((LOCALE / spoken).glob("*.po"))
        for message in read_po(io.BytesIO(path.read_bytes()), abort_invalid=True)
        if message.id
    ]


def fields(words):
    """The names in braces, without their formats."""
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


@pytest.mark.parametrize("spoken", OTHERS)
def test_every_sentence_is_translated_and_no_other(spoken):
    here = sentences()
    known = {message.id for message, _ in entries(spoken) if all(_forms(message))}
    missing = [f"{place}: {words!r}" for words, place in here.items() if words not in known]
    assert not missing, "\n".join(missing)
    assert not known - here.keys(), "translations of what nothing says any more"


@pytest.mark.parametrize("spoken", OTHERS)
def test_a_sentence_is_translated_once(spoken):
    places = {}
    for message, name in entries(spoken):
        places.setdefault(message.id, []).append(name)
    assert not {words: names for words, names in places.items() if len(names) > 1}
    assert not [message.id for message, _ in entries(spoken) if message.fuzzy]


@pytest.mark.parametrize("spoken", OTHERS)
def test_translations_fill_in_the_same_values(spoken):
    for message, name in entries(spoken):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set.union(*map(fields, ids)) if _filled(ids) else set()
        for form in _forms(message):
            if wanted:
                assert fields(form) == wanted, (name, form)


def _forms(message):
    return message.string if isinstance(message.string, tuple) else (message.string,)


def _filled(ids):
    """Whether the sentence is one with values: braces that parse as names."""
    try:
        return all(name.isidentifier() for words in ids for name in fields(words))
    except ValueError:
        return False


@pytest.fixture
def chinese(monkeypatch):
    monkeypatch.setattr(language, "_reader", lambda: "zh")
    catalog = {"{n:,} kept": "留 {n:,}", ("{n} page", "{n} pages"): ("{n} 页",)}
    monkeypatch.setattr(language, "_catalog", lambda spoken: catalog if spoken == "zh" else {})


def test_values_and_counts_in_both_languages(chinese):
    assert tr("{n:,} kept", n=1200) == "留 1,200"
    assert trn("{n} page", "{n} pages", 1) == "1 页"
    assert tr("no translation {x}", x=1) == "no translation 1"
    speak(lambda: "en")
    assert trn("{n} page", "{n} pages", 1) == "1 page"
    assert trn("{n} page", "{n} pages", 0) == "0 pages"
    assert tr("braces {stand} without values") == "braces {stand} without values"


def test_a_number_below_zero_has_a_minus_sign(chinese):
    """And a name with a hyphen keeps it."""
    assert tr("{n:+.1f}, {m:,}, {name}, {text}", n=-1.25, m=-3, name="a-b", text="-1") == (
        "−1.2, −3, a-b, -1"
    )
    assert str(worded("{n:.1f} points", n=-2)) == "−2.0 points"
    speak(lambda: "en")
    assert tr("{n:+.1f} points", n=-2) == "−2.0 points"
    assert trn("{n:,} point", "{n:,} points", -2) == "−2 points"


def test_a_language_that_is_not_there_is_english(monkeypatch):
    monkeypatch.setattr(language, "_reader", lambda: "xx")
    assert language.language() == "en"
    assert tr("Start") == "Start"
