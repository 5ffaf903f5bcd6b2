"""What the Markdown reader makes of structure, with offsets into the text as it stands."""

from hypothesis import given

from golden_sets.document import Document
from golden_sets.markdown import read_markdown
from golden_sets.reading import normalise_newlines
from tests.strategies.texts import TEXTS


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, document.text[slice(*block.span)]) for block in document.blocks]


def test_kinds_and_offsets():
    document = read_markdown(
        "a/b.md",
        "# Fees\n\nIntro.\n\n- one\n  - two\n\nTable 1. Prices\n\n| Plan | EUR |\n|---|---|\n"
        "| Solo | 5 |\n\n\\* Without VAT.\n\n```\n# no heading\n```\n\n> said\n\n"
        "![A lamp](l.png)\n\nFigure 1. The lamp\n",
    )
    assert blocks(document) == [
        ("heading", "# Fees"),
        ("paragraph", "Intro."),
        ("list_item", "- one"),
        ("list_item", "- two"),
        ("caption", "Table 1. Prices"),
        ("table_header", "| Plan | EUR |\n|---|---|"),
        ("table_row", "| Solo | 5 |"),
        ("footnote", "\\* Without VAT."),
        ("code", "```\n# no heading\n```"),
        ("quote", "> said"),
        ("image", "![A lamp](l.png)"),
        ("caption", "Figure 1. The lamp"),
    ]
    assert [block.level for block in document.blocks][:4] == [1, 0, 1, 2]
    assert document.title == "Fees"
    assert document.title_span == (2, 6)


def test_markup_is_marks_and_not_words():
    document = read_markdown("x.md", "## Fees ##\n\n3. third\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    words = []
    for block in document.blocks:
        marks = {i for mark in block.markup for i in range(*mark)}
        kept = (document.text[i] for i in range(*block.span) if i not in marks)
        words.append("".join(kept).split())
    assert words == [["Fees"], ["third"], ["a", "b"], ["1", "2"]]


def test_heading_paths():
    text = "# A\n\n### C\n\nc\n\n## B\n\nb\n"
    document = read_markdown("x.md", text)
    paths = [[text[slice(*span)] for span in block.heading_path] for block in document.blocks]
    assert paths == [["A"], ["A", "C"], ["A", "C"], ["A", "B"], ["A", "B"]]


def test_hash_in_code_is_no_heading():
    text = "# T\n\n```\n# a\n```\n\n~~~\n# b\n~~~\n\n    # c\n"
    headings = [b for b in read_markdown("x.md", text).blocks if b.kind == "heading"]
    assert [text[slice(*block.span)] for block in headings] == ["# T"]


def test_front_matter_is_outside_every_block():
    text = "---\ntitle: The fees\n---\n# Other\n\nText.\n"
    document = read_markdown("x.md", text)
    assert document.title == "The fees"
    assert document.title_span is None
    assert text[document.body_start :] == "# Other\n\nText.\n"
    assert blocks(document)[0] == ("heading", "# Other")


def test_title_falls_back_to_the_file_name():
    assert read_markdown("a/annual leave.md", "text").title == "annual leave"


@given(TEXTS)
def test_every_character_outside_front_matter_is_in_one_block(text):
    document = read_markdown("x.md", normalise_newlines(text))
    inside = [offset for block in document.blocks for offset in range(*block.span)]
    assert len(inside) == len(set(inside))
    missing = set(range(document.body_start, len(document.text))) - set(inside)
    assert not "".join(document.text[offset] for offset in missing).strip()
    for block in document.blocks:
        for mark in block.markup:
            assert block.span.start <= mark.start < mark.end <= block.span.end
