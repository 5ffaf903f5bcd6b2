"""Whether a line reads as a heading: titles, run-in titles, and what only looks like one."""

import re

from golden_sets.numbering import Opening

_WIDEST = 70
_LONGEST_ROW = 120
_SENTENCE = re.compile(r"[。；！]|[.!?][\"”’)]?\s|？.|[.,:;!，、：…—-][\"”’)]?$")
_CONTENTS = re.compile(
    r"(?:\.{3}|…|·{3}|\. \. \. ?|\t|[ \u3000]{2})[ \u3000]*(?:PAGE )?\d{1,4}[ \u3000]*$"
)
_GAP = re.compile(r" {2,}")
_RUN_IN = re.compile(r"([^.:!?。：；！？\n]{1,70})(?:\.+[*_]{0,2}(?=\s|$)|:[*_]{0,2}(?=\s))")
_RUN_IN_ZH = re.compile(r"[^。：:；，、,.！？\s]{1,12}[。：:](?=\s*\S)")
_BRACKETED = re.compile(r"(?:【[^】\n]{1,30}】|〔[^〕\n]{1,30}〕|[（(][^）)\n]{1,20}[）)](?=\s|$))")
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[^\s,;/&—–-]+")
_SMALL = re.compile(
    r"an?|and|as|at|by|for|from|in|into|no|not|of|on|or|per|the|to|under|upon|vs|with"
)
_MEASURE = re.compile(
    r"(?:[kKMGT]i?B|[MGk]?Hz|[kMG]W|EUR|USD|GBP|CNY|RMB|[Mm]illion|[Bb]illion|[Pp]ercent|°|%|％|‰"
    r"|[元万亿版倍年月日个分米吨秒天条次人种章节]|千克|公里|美元|百分|小时)(?![A-Za-z])"
)
_MONTH = re.compile(
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?,? \d{2,4}\b|\d{1,2}[.月]"
)
_CODE = re.compile(r"[{}\\]|\w ?=[^=]|=>|->|://|/s/|[;$]$|_{3,}|(?:: .*){2}|，.*，")
_LABEL = re.compile(
    r"(?:By|(?:Printed )?Name|Title|Date|Tele(?:phone|fax)|Phone|Fax|E-?mail|Attn|Source) ?:",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"[^:：]{1,40}[:：].*[?？]$")
_QUOTED_CODE = re.compile(r"`[^`]*`")
_ASIDE = re.compile(r"[(\[][^)\]]*[)\]]\s*\S")
_VERB = re.compile(
    r"(?:is|are|was|were|does|do|did|shall|will|would|may|must|can|cannot|has|have|had|and|or|to|of"
    r"|in|above|below|appl(?:y|ies)|governs?|sets?|provides?|requires?|describes?)\b"
)
_REFERS_ZH = re.compile(r"(?:规定的|所称|所列|所述|所指|和第|至第|或者第|、)")
_GLUED_ZH = re.compile(r"规定|适用|不适用|[所第的至和与及或中之款项以为是已前后内外对将应可]")


def is_title(line: str) -> bool:
    """Whether a line's words may be a title: short, and no sentence or table row.

    Up to 70 columns, of which a Chinese character takes two.
    """
    words = " ".join(line.split())
    if not 2 <= _width(words) <= _WIDEST or not any(c.isalpha() for c in words):
        return False
    return not (_SENTENCE.search(words) or is_row(line))


def is_row(line: str) -> bool:
    """Whether the line is a row of cells or of a table of contents."""
    if "|" in line or "\t" in line.strip() or _CONTENTS.search(line[-_LONGEST_ROW:]):
        return True
    return len(line) <= _LONGEST_ROW and len(_GAP.findall(line.strip())) > 1


def _width(words: str) -> int:
    return len(words) + len(_HAN.findall(words))


def run_in_title(rest: str) -> int:
    """The length of the title a clause opens with, its stop included; 0 where it has none."""
    if found := _BRACKETED.match(rest):
        return found.end()
    found = _RUN_IN.match(rest)
    if found and is_capitalised(found[1]):
        return found.end()
    found = _RUN_IN_ZH.match(rest)
    return found.end() if found and not found[0].isascii() else 0


def is_capitalised(title: str) -> bool:
    """Whether every word of weight is capitalised, as in `Effect of Termination`."""
    words = [word.strip("*_()[]") for word in _WORD.findall(title)]
    weighty = [word for word in words if word and not _SMALL.fullmatch(word)]
    return (
        bool(weighty)
        and len(words) <= 12
        and all(w[0].isupper() or w[0].isdigit() for w in weighty)
    )


def refers(found: Opening, rest: str, glued: bool) -> bool:
    """Whether the words after a number make it a reference, an amount or a date.

    Args:
        rest: What follows the number on its line, without outer blanks; not empty.
        glued: No blank stands between the two.
    """
    if "\u3400" <= rest[0] <= "\u9fff" and found.family != "decimal":
        return bool((_GLUED_ZH if glued else _REFERS_ZH).match(rest))
    name = found.pattern.name
    if name in ("ordinal", "bare", "decimal") and (_MEASURE.match(rest) or _MONTH.match(rest)):
        return True
    if name == "decimal" and len(found.number) > 2:
        return bool(_VERB.match(rest))
    if name in ("section", "decimal", "article") and _ASIDE.match(rest):
        return True
    return rest[0].islower() or rest[0].isdigit() or rest[0] in "%=+<>/,;、，；"


def is_lone_title(line: str) -> bool:
    """Whether a line that stands alone between blank ones is a title without a number.

    A question behind a name and a colon is what somebody said.
    """
    words = line.lstrip("*_`\"“'‘[(（《「 ")
    if (
        not words
        or not is_title(line)
        or _LABEL.match(words)
        or _SPOKEN.match(words)
        or _CODE.search(_QUOTED_CODE.sub("`", line))
    ):
        return False
    return words[0].isupper() or "\u3400" <= words[0] <= "\u9fff" or line[0] == "`"
