"""Numbers as statutes and contracts write them: Arabic, Chinese, Roman, and letters."""

import re

_TO_TWENTY = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen|twenty"
)
_TENS = "thirty|forty|fifty|sixty|seventy|eighty|ninety"
ENGLISH = {word: n for n, word in enumerate(_TO_TWENTY.split("|"))}
ENGLISH |= {word: 10 * n for n, word in enumerate(_TENS.split("|"), 3)}
_CHINESE = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN_FORM = re.compile(r"C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.IGNORECASE)


def value(numeral: str) -> int:
    """The number; 0 where the numeral is none of the forms. A lone letter counts from a = 1.

    `五十万` and `50万` are 500,000.
    """
    if numeral.isascii() and numeral.isdigit():
        return int(numeral)
    if numeral.isascii() and numeral.isalpha():
        return _roman(numeral.upper()) if _is_roman(numeral) else _letter(numeral)
    return _chinese(numeral)


def _is_roman(numeral: str) -> bool:
    """`C` and `D` are taken for letters: lists and appendices reach them first."""
    return numeral.upper() in "IVX" or (len(numeral) > 1 and bool(_ROMAN_FORM.fullmatch(numeral)))


def _letter(numeral: str) -> int:
    return ord(numeral.lower()) - ord("a") + 1 if len(numeral) == 1 else 0


def _roman(numeral: str) -> int:
    digits = [_ROMAN[c] for c in numeral]
    return sum(-n if n < max(digits[i:]) else n for i, n in enumerate(digits))


def _chinese(numeral: str) -> int:
    above = total = digit = 0
    for c in numeral:
        if c in _UNITS:
            total += (digit or 1) * _UNITS[c]
            digit = 0
        elif c in _MYRIADS:
            counted = total + digit
            if above and above < _MYRIADS[c]:  # 一万亿: ten thousand times a hundred million.
                counted, above = above + counted, 0
            above += (counted or 1) * _MYRIADS[c]
            total = digit = 0
        else:
            digit = 10 * digit + (int(c) if c.isdecimal() else _CHINESE.get(c, 0))
    return above + total + digit


def to_chinese(number: int) -> str:
    """The number in Chinese numerals, below 10,000: 10 is 十, 105 is 一百零五, 110 is 一百一十."""
    written = ""
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, unit)
        if digit:
            written += "零一二三四五六七八九"[digit] + name
        elif written and number and not written.endswith("零"):
            written += "零"
    return written.removeprefix("一") if written.startswith("一十") else written
