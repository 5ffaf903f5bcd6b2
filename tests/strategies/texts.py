"""Texts that broke tools like ours, for the property tests, and large ones made by rule."""

from functools import cache

from hypothesis import strategies as st

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import normalise_newlines

CLASSES = ("", "contract", "manual", "note")

_PARTS = st.sampled_from(
    [
        "# Title\n",
        "## Part two\n\n",
        "#### Deep\n",
        "Underlined\n===\n\n",
        "Alpha pays 10 EUR. ",
        "However, beta pays 20 EUR.\n\n",
        "The limits are:\n\n",
        "The steps: ",
        "- one item\n",
        "  - nested; item\n",
        "1. first\n2. second\n",
        "The steps are:\n\n- open the form\n- fill it in; sign it\n- send it\n\n",
        "| Plan | Size (GB) |\n|---|---|\n| Solo | 200 |\n| Team | 1000 |\n",
        "| One |\n|---|\n| a |\n| b |\n\n",
        "Table 1. Limits\n\n",
        "Table 2. Plans\n\n| Plan |\n|---|\n| Solo, the smallest of all |\n| Team |\n"
        "\n\\* Without VAT.\n\n",
        "\\* Without VAT.\n\n",
        "注：不含税。\n\n",
        "[^1]: A footnote.\n\n",
        "```\n# not a title\ncode\n```\n",
        "```\nunclosed\n",
        "~~~\nunclosed\n",
        "    # indented\n",
        "> quoted: text\n",
        "![a picture](x.png)\n",
        "![a picture](x.png)\n\nFigure 3. A picture.\n\n",
        "员工每年享有十五天带薪年假。未休部分可以结转；但不得超过五天。",
        "猫👩‍👩‍👧é",
        "e\u0301\u0302\u0323",
        "न\u093fस\u094dते",
        "a" + "\u0301" * 40,
        "👍🏽❤️",
        "𓀀𓀁",
        "\u00a0\u3000 \t",
        "\n\n",
        "\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "\0",
        "\u2028",
        "\x0b\x1c\x85",
        "שלום عالم ",
        "\u200fשלום\u200e, abc. ",
        "x" * 90,
        "；",
        ";",
        "、",
        "。",
        ". ",
        ", ",
        "7.1 The fee is due. 7.2 Except where ",
        "7.1 Fees\n\nThe fee is due, see 7.2.\n\n",
        "7.2 However, beta is free as Table 1 says.\n\n",
        "Article 5 Notices\n\nA notice is in writing under Section 7.1.\n\n",
        "ARTICLE V\n\n",
        "第三条 甲方应当支付。前款规定除外。\n\n",
        "第四条　乙方依照第三条、前条的规定交付：\n\n",
        "（一）合同；\n（二）发票。\n\n",
        "第一章 总则\n\n",
        "(a) first; or\n\n(b) second.\n\n",
        "---\ntitle: T\n---\n",
    ]
)
_CHARACTERS = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab .,;:!?。！？；，#|-*>`~\n\t\r\u00a0\u3000\u200d\u0301猫但0123456789"),
        st.characters(exclude_categories=("Cs",)),
    ),
    max_size=120,
)
_WIDE = "|" + " c |" * 500 + "\n|" + "---|" * 500 + "\n|" + " 1 |" * 500 + "\n\n"
_FRONT = st.sampled_from(
    ["---\ntitle: T\n---\n", '---\ntitle: "Title"\nkey: 1\n---\n\n# Title\n\n']
)
_JOINED = st.lists(_PARTS, max_size=14).map("".join)
# The wide table is a hundred times as long as the others, and so it comes rarely.
_STARTS = st.one_of(_FRONT, st.sampled_from([*[""] * 15, _WIDE]))
TEXTS = st.one_of(
    _JOINED,
    st.lists(st.one_of(_PARTS, _CHARACTERS), max_size=8).map("".join),
    _CHARACTERS,
    st.builds(str.__add__, _STARTS, _JOINED),
)


def documents() -> st.SearchStrategy[Document]:
    """A Markdown or plain-text document of such a text, of one of the `CLASSES`."""
    return st.builds(
        lambda text, read, of: read("x.md", normalise_newlines(text), of),
        TEXTS,
        st.sampled_from([read_markdown, read_plain_text]),
        st.sampled_from(CLASSES),
    )


def _table(columns: int, rows: int) -> str:
    def row(*cells: object) -> str:
        return "| " + " | ".join(map(str, cells)) + " |\n"

    head = row(*(f"c{i}" for i in range(columns))) + row(*["---"] * columns)
    return head + "".join(row(*(f"{r}.{c}" for c in range(columns))) for r in range(rows))


def _clauses(count: int) -> str:
    return "".join(
        f"{n // 20 + 1}.{n % 20 + 1} Clause {n} binds both parties, see {n // 40 + 1}.3."
        f"{' However, it may end.' if n % 7 == 0 else ''}\n\n"
        for n in range(count)
    )


LARGE = {
    "a line without a space": lambda: "x" * 100_000,
    "a line of marks": lambda: "e" + "\u0301" * 20_000,
    "blanks": lambda: " \n" * 50_000 + "end",
    "a nested list": lambda: "".join(f"{'  ' * i}- item {i}\n" for i in range(200)),
    "a list nested 2,000 deep": lambda: "".join(f"{' ' * i}- item {i}\n" for i in range(2_000)),
    "10,000 sentences": lambda: " ".join(f"Sentence {n} of many is here." for n in range(10_000)),
    "10,000 equal sentences": lambda: "The same words again. " * 10_000,
    "a table of 500 columns": lambda: _table(500, 20),
    "a table of 3,000 rows": lambda: "Table 1. Sizes\n\n" + _table(4, 3_000) + "\n\\* Net.\n",
    "5,000 clauses": lambda: _clauses(5_000),
    "5,000 articles": lambda: "".join(
        f"第{n}条　当事人应当依照前条的规定履行义务。但是，法律另有规定的除外。\n\n"
        for n in range(1, 5_000)
    ),
    "a list of 5,000 items": lambda: "The items are:\n\n" + "- an item; of many\n" * 5_000,
    "5,000 headings": lambda: "".join(f"{'#' * (n % 6 + 1)} Heading {n}\n\n" for n in range(5_000)),
    "5,000 turns": lambda: "However, this stays with that. " * 5_000,
    "5,000 commas": lambda: "word, " * 5_000,
}


@cache
def large(name: str) -> Document:
    """The document of one of the `LARGE` texts."""
    return read_markdown("large.md", LARGE[name]())
