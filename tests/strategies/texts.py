"""Texts that broke tools like ours, for the property tests."""

from hypothesis import strategies as st

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.plain_text import read_plain_text
from golden_sets.reading import normalise_newlines

_PARTS = st.sampled_from(
    [
        "# Title\n",
        "## Part two\n\n",
        "#### Deep\n",
        "Alpha pays 10 EUR. ",
        "However, beta pays 20 EUR.\n\n",
        "The limits are:\n\n",
        "- one item\n",
        "  - nested; item\n",
        "1. first\n2. second\n",
        "| Plan | Size (GB) |\n|---|---|\n| Solo | 200 |\n| Team | 1000 |\n",
        "Table 1. Limits\n\n",
        "\\* Without VAT.\n\n",
        "```\n# not a title\ncode\n```\n",
        "~~~\nunclosed\n",
        "    # indented\n",
        "> quoted: text\n",
        "![a picture](x.png)\n",
        "员工每年享有十五天带薪年假。未休部分可以结转；但不得超过五天。",
        "猫👩‍👩‍👧é",
        "\u00a0\u3000 \t",
        "\n\n",
        "\n",
        " ",
        "\0",
        "שלום عالم ",
        "x" * 90,
        "；",
        ". ",
        "7.1 The fee is due. 7.2 Except where ",
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
TEXTS = st.one_of(
    st.lists(_PARTS, max_size=14).map("".join),
    st.lists(st.one_of(_PARTS, _CHARACTERS), max_size=8).map("".join),
    _CHARACTERS,
)


def documents() -> st.SearchStrategy[Document]:
    """A Markdown or plain-text document of such a text."""
    return st.builds(
        lambda text, read: read("x.md", normalise_newlines(text)),
        TEXTS,
        st.sampled_from([read_markdown, read_plain_text]),
    )
