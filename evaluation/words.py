"""The words BM25 sees: of a chunk and of a question alike."""

import re
import unicodedata
from itertools import pairwise

NAME = "words, and single characters and pairs for Chinese, Japanese and Korean"

# Han, kana, bopomofo and Hangul; not their punctuation.
_CJK = (
    "\u3005\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Marks that `\w` leaves out and that would cut Hindi, Hebrew, Arabic or Thai inside a word.
_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a"
    "\u0900-\u0963\u0966-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece"
    "\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3"
)
_TERM = re.compile(rf"(?P<cjk>[{_CJK}]+)|(?:(?![{_CJK}])[^\W_][{_MARKS}]*)+")
# Characters without a width inside a word: soft hyphen, joiners, byte-order mark.
_ASCII_TERM = re.compile("[a-z0-9]+")
_INVISIBLE = re.compile("[\u00ad\u200c\u200d\u2060\ufeff]")


def words(text: str) -> list[str]:
    """The text's words, in order, repeats kept.

    NFKC and casefold first. A word is a run of letters, digits and their marks; a run of
    Chinese, Japanese or Korean gives its characters and then its pairs of neighbours, so no
    dictionary is needed. Mixed text is taken in one pass: "iPhone15手机" gives `iphone15`, `手`,
    `机`, `手机`.
    """
    if text.isascii():
        return _ASCII_TERM.findall(text.lower())
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Casefold can undo composition ("ǰ"), so it is normalised once more.
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", folded))
    found: list[str] = []
    for match in _TERM.finditer(plain):
        term = match.group()
        if match.group("cjk") is None:
            found.append(term)
        else:
            found.extend(term)
            found.extend(left + right for left, right in pairwise(term))
    return found
