"""From bytes to text: the encoding is known by a mark, proven by UTF-8, or guessed and said so."""

import codecs
import re
from typing import NamedTuple

from golden_sets.language import worded
from golden_sets.signatures import BINARY, kind_of

# Tried in this order where a guess is a tie: what text of that kind is most often in.
_WIDE = ("gb18030", "big5", "shift_jis", "euc_jp", "cp949", "cp1251", "koi8_r", "cp1253")
_NARROW = ("cp1252", "cp1250", "cp1254", "cp1257")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What web pages mean by these names (https://encoding.spec.whatwg.org/#names-and-labels).
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
_HIGH_RUN = re.compile(rb"[\x80-\xff]{2,}")
_HIGH = re.compile(rb"[\x80-\xff]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_UNPRINTED = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_STOPS = re.compile("[\n。，、]")
_CHINESE = re.compile("[\t\n\r -~、-〕぀-ヿ㐀-鿿가-힣！-～]")
_SAMPLE = 200_000
# A text of which more than this share is control characters is no text.
_BINARY_SHARE = 0.02


class Decoded(NamedTuple):
    """A text, the encoding it was in, and what had to be guessed or changed."""

    text: str
    encoding: str
    notes: tuple[str, ...] = ()


class NotTextError(ValueError):
    """The bytes are no text in any encoding that is looked for."""


def decoded(data: bytes, declared: str = "") -> Decoded:
    """The text of the bytes, without a byte-order mark, NUL characters and lone surrogates.

    A mark decides; then valid UTF-8; then what the file declares; then zeros in every second byte
    (UTF-16 without a mark); then a few foreign bytes among valid UTF-8; then a guess.

    Args:
        declared: The encoding that the file itself names, "" for none.

    Raises:
        NotTextError: It is binary.
    """
    if (kind := kind_of(data)).endswith(BINARY):
        raise NotTextError(worded("{kind}, not text", kind=kind))
    text, encoding, notes = _decoded(data, declared)
    if len(_UNPRINTED.findall(text[:_SAMPLE])) > _BINARY_SHARE * len(text[:_SAMPLE]):
        raise NotTextError(worded("binary, not text"))
    made, more = cleaned(text)
    return Decoded(made, encoding, (*notes, *more))


def cleaned(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without NUL characters and lone surrogates, and a note on each kind it had."""
    notes = []
    if nuls := text.count("\0"):
        text = text.replace("\0", "")
        notes.append(worded("{nuls} NUL characters dropped", nuls=nuls))
    if _SURROGATES.search(text):
        text = _PAIR.sub(lambda m: m[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
        text, lone = _SURROGATES.subn("\ufffd", text)
        if lone:
            notes.append(
                worded("{lone} lone surrogates, which are no characters, read as U+FFFD", lone=lone)
            )
    return text, tuple(notes)


def _decoded(data: bytes, declared: str) -> Decoded:
    for mark, name in _MARKS:
        if data.startswith(mark):
            rest = data[len(mark) :]
            return Decoded(*_tolerant(rest, name), _lossy(rest, name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if wide := _utf16_by_zeros(data):
        notes = (worded("no byte-order mark; read as {wide} by its zero bytes", wide=wide),)
        return Decoded(*_tolerant(data, wide), (*notes, *_lossy(data, wide)))
    named = _codec(declared)
    if text or not data:
        if named and named != "utf-8" and _HIGH.search(data):
            return Decoded(
                text,
                "utf-8",
                (worded("declares {declared!r}, but is UTF-8 and read so", declared=declared),),
            )
        if named and data.isascii() and b"\x1b" in data:
            return Decoded(data.decode(named, "replace"), named)
        return Decoded(text, "utf-8")
    wrong: tuple[str, ...] = ()
    if named:
        try:
            return Decoded(data.decode(named), named)
        except UnicodeDecodeError as error:
            wrong = (
                worded(
                    "declares {declared!r}, which byte {start} is not",
                    declared=declared,
                    start=error.start,
                ),
            )
    found = _mixed(data) or _chinese_utf16(data) or _guessed(data)
    return Decoded(found.text, found.encoding, (*wrong, *found.notes))


def _tolerant(data: bytes, name: str) -> tuple[str, str]:
    return data.decode(name, "replace"), name


def _lossy(data: bytes, name: str) -> tuple[str, ...]:
    try:
        data.decode(name)
    except UnicodeDecodeError as error:
        return (
            worded(
                "byte {start} and others are not {name}; read as U+FFFD",
                start=error.start,
                name=name,
            ),
        )
    return ()


def _codec(declared: str) -> str:
    """Python's name of a declared encoding; "" where there is none of that name."""
    try:
        name = codecs.lookup(declared.strip()).name
    except (LookupError, ValueError):
        return ""
    # UTF-16 named in an ASCII-readable declaration is wrong, or the declaration could not be read.
    return "" if name.startswith(("utf-16", "utf-32")) else _MEANT.get(name, name)


def _utf16_by_zeros(data: bytes) -> str:
    """UTF-16 by its shape: ASCII in it has a zero in every second byte; "" where it has not."""
    sample = data[:_SAMPLE]
    even, odd = sample[::2], sample[1::2]
    if not even or len(data) % 2:
        return ""
    high, low = even.count(0) / len(even), odd.count(0) / len(even)
    enough = 0.45 if sample.isascii() else 0.1
    for share, other, name in ((low, high, "utf-16-le"), (high, low, "utf-16-be")):
        if share > enough and other < 0.01:
            try:
                text = data.decode(name)
            except UnicodeDecodeError:
                continue
            if len(_UNPRINTED.findall(text[:_SAMPLE])) <= _BINARY_SHARE * len(text):
                return name
    return ""


def _chinese_utf16(data: bytes) -> Decoded | None:
    """UTF-16 without a mark whose text has hardly a zero byte; None if it is something else."""
    for name in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if _STOPS.search(text) and len(_CHINESE.findall(text)) > 0.9 * len(text):
            return Decoded(
                text,
                name,
                (worded("no byte-order mark; read as {name} by its characters", name=name),),
            )
    return None


def _mixed(data: bytes) -> Decoded | None:
    """Mostly UTF-8 with a few bytes that are not, as pasted files are; None if it is otherwise.

    Bytes of a surrogate written as UTF-8 become it again; others are read as cp1252.
    """
    kept = data.decode("utf-8", "surrogateescape")
    foreign = re.findall("[\udc80-\udcff]", kept)
    multi = sum(ord(c) > 0x7F for c in kept) - len(foreign)
    surrogates = re.findall(rb"\xed[\xa0-\xbf][\x80-\xbf]", data)
    if multi + len(surrogates) < 4 * (len(foreign) - 3 * len(surrogates)) or not (
        multi or surrogates
    ):
        return None
    if len(foreign) == 3 * len(surrogates):
        return Decoded(data.decode("utf-8", "surrogatepass"), "utf-8")
    text = re.sub(
        "[\udc80-\udcff]",
        lambda m: bytes([ord(m[0]) - 0xDC00]).decode("cp1252", "replace"),
        kept,
    )
    note = worded(
        "mixed encodings: {n} bytes are not UTF-8, the first on line {line}; read as cp1252",
        n=len(foreign),
        line=1 + kept[: kept.index(foreign[0])].count(chr(10)),
    )
    return Decoded(text, "utf-8", (note,))


def _guessed(data: bytes) -> Decoded:
    """What a detector holds most likely among the encodings documents are in."""
    from charset_normalizer import from_bytes

    sample = data[:_SAMPLE]
    sample = sample[: sample.rfind(b"\n") + 1] if b"\n" in sample and data[_SAMPLE:] else sample
    high = len(_HIGH.findall(sample))
    in_runs = sum(map(len, _HIGH_RUN.findall(sample)))
    order = (*_WIDE, *_NARROW) if in_runs > 0.8 * high else (*_NARROW, *_WIDE)
    found = from_bytes(sample, cp_isolation=list(order), steps=5, chunk_size=512)
    possible = {match.encoding: (match.chaos, -match.coherence) for match in found}
    if not possible:
        raise NotTextError(worded("no text in any encoding that is looked for"))
    best = min(possible.values())
    ties = [name for name in order if possible.get(name) == best]
    for name in ties or sorted(possible, key=lambda n: possible[n]):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        # The detector names only one of several code pages that say the same.
        if name in _NARROW and data.decode("cp1252", "replace") == text:
            name = "cp1252"
        others = ", ".join(n for n in ties if n != name)
        if others and len(data) < 200:
            note = worded(
                "not UTF-8; guessed to be {name} ({others} would be as likely)",
                name=name,
                others=others,
            )
        else:
            note = worded("not UTF-8; guessed to be {name}", name=name)
        return Decoded(text, name, (note,))
    name = (ties or order)[0]
    note = worded("not UTF-8; guessed to be {name}", name=name)
    return Decoded(data.decode(name, "replace"), name, (note, *_lossy(data, name)))
