"""A variant as LangChain's splitters would cut it, where they can; and where not, why not."""

import re
from typing import NamedTuple

from golden_sets.language import marked, tr
from strategies.fixed import Fixed
from strategies.mixed import Mixed
from strategies.parent_child import ParentChild
from strategies.recursive import Recursive, patterns_of
from strategies.semantic import Semantic
from strategies.sentence import Sentence
from strategies.structure import Structure
from strategies.variant import Variant

# The share of our chunks that LangChain makes too, on the documents of `handbook` at 400
# characters or 100 tokens: by strategy, unit, and whether chunks overlap (by a fifth).
# tests/evaluation/test_snippets.py runs the snippets and fails where a share is another.
MEASURED = {
    ("fixed", "characters", False): 100,
    ("fixed", "characters", True): 100,
    ("fixed", "tokens", False): 100,
    ("fixed", "tokens", True): 100,
    ("recursive", "characters", False): 80,
    ("recursive", "characters", True): 3,
    ("recursive", "tokens", False): 83,
    ("recursive", "tokens", True): 4,
}
EQUAL = 50
UNITS = {"characters": marked("characters"), "tokens": marked("tokens")}
TOKENS = """from bpe_openai import get_encoding

encoding = get_encoding("o200k_base")
"""


class LangChain(NamedTuple):
    """What LangChain has for a variant.

    Attributes:
        code: A program that makes `chunks` of `text`; None where there is no equivalent.
        notes: Where there is none, why; else in what it cuts differently, a sentence each.
    """

    code: str | None
    notes: list[str]


def langchain(variant: Variant) -> LangChain:
    """The equivalent of a variant, and how far it is one."""
    made = variant.strategy
    if isinstance(made, Fixed):
        return LangChain(_fixed(made), [*_fixed_notes(made), *_added(variant), *_measured(variant)])
    if isinstance(made, Recursive):
        if any(pattern.groups for pattern in patterns_of(made.separators)):
            return LangChain(
                None, [tr("LangChain cannot split at an expression that holds a group.")]
            )
        notes = [*_recursive_notes(made), *_added(variant), *_measured(variant)]
        return LangChain(_recursive(made), notes)
    return LangChain(None, [_none(variant)])


def _fixed(made: Fixed) -> str:
    if made.unit == "characters":
        return f"""from langchain_text_splitters import CharacterTextSplitter

splitter = CharacterTextSplitter(
    separator="",
    chunk_size={made.size},
    chunk_overlap={made.overlap},
    strip_whitespace=False,
)
chunks = splitter.split_text(text)
"""
    return f"""from langchain_text_splitters import Tokenizer, split_text_on_tokens
{TOKENS}
tokenizer = Tokenizer(
    chunk_overlap={made.overlap},
    tokens_per_chunk={made.size},
    decode=encoding.decode,
    encode=encoding.encode_ordinary,
)
chunks = split_text_on_tokens(text=text, tokenizer=tokenizer)
"""


def _recursive(made: Recursive) -> str:
    # `patterns_of` compiles with MULTILINE, which LangChain does not.
    patterns = [pattern.pattern for pattern in patterns_of(made.separators)]
    needed = [f"(?m:{one})" if re.search(r"[\^$]", one) else one for one in patterns]
    lines = "".join(f"        {one!r},\n" for one in [*needed, ""])
    length, head = "len", ""
    if made.unit == "tokens":
        length, head = "lambda part: len(encoding.encode_ordinary(part))", TOKENS
    return f"""from langchain_text_splitters import RecursiveCharacterTextSplitter
{head}
splitter = RecursiveCharacterTextSplitter(
    separators=[
{lines}    ],
    is_separator_regex=True,
    keep_separator="end",
    chunk_size={made.size},
    chunk_overlap={made.overlap},
    length_function={length},
)
chunks = splitter.split_text(text)
"""


def _fixed_notes(made: Fixed) -> list[str]:
    notes = [tr("Ours leaves front matter out; LangChain cuts whatever text it is given.")]
    if made.unit == "tokens":
        notes.append(
            tr("LangChain may cut inside a character of several tokens, which then reads as �.")
        )
    return notes


def _recursive_notes(made: Recursive) -> list[str]:
    notes = [
        tr("Ours leaves front matter out; LangChain cuts whatever text it is given."),
        tr(
            "Ours fills each chunk up from all levels; LangChain fills within a level, so its "
            "chunks are often smaller."
        ),
    ]
    if made.overlap:
        notes.append(
            tr(
                "Ours starts each chunk up to {overlap} {unit} earlier, inside a word if need be; "
                "LangChain repeats whole parts up to as much, often nothing.",
                overlap=made.overlap,
                unit=tr(UNITS[made.unit]),
            )
        )
    if made.snap:
        notes.append(tr("LangChain's overlap does not start at a sentence."))
    return notes


def _added(variant: Variant) -> list[str]:
    """What the variant does beside the cut."""
    notes = []
    if variant.headers != "none":
        notes.append(
            tr("Title and headings before each chunk are not in it: put them there yourself.")
        )
    if variant.expansion != "none":
        notes.append(tr("What is handed over beside a found chunk is not in it."))
    return notes


def _measured(variant: Variant) -> list[str]:
    share = MEASURED.get((variant.strategy_name, variant.unit, variant.overlap > 0))
    if share is None:
        return []
    size, unit = 400 if variant.unit == "characters" else 100, tr(UNITS[variant.unit])
    words = (
        tr("Measured on handbook at {size} {unit} with 20 % overlap", size=size, unit=unit)
        if variant.overlap
        else tr("Measured on handbook at {size} {unit} without overlap", size=size, unit=unit)
    )
    told = tr(
        "{measured}: {share} % of our chunks are LangChain's too, blanks at the ends aside.",
        measured=words,
        share=share,
    )
    if share < EQUAL:
        return [told, tr("So this is the nearest that LangChain has, and no equivalent: what was "
                         "measured here does not hold for it.")]  # fmt: skip
    return [told]


def _none(variant: Variant) -> str:
    made = variant.strategy
    if isinstance(made, Structure):
        return tr(
            "LangChain has no equivalent: its Markdown splitter cuts at every heading whatever "
            "the size, and knows no table rows, list leads or bonds."
        )
    if isinstance(made, ParentChild):
        return tr(
            "LangChain has no equivalent: its parent retriever cuts parents by length, not by "
            "section."
        )
    if isinstance(made, Semantic):
        return tr(
            "LangChain has no equivalent: its experimental splitter has no limit of size and "
            "judges groups of sentences, not neighbours."
        )
    if isinstance(made, Sentence):
        return tr(
            "LangChain has no equivalent: its sentence splitters bring other sentence ends, from "
            "NLTK or spaCy."
        )
    if isinstance(made, Mixed):
        return tr("LangChain has no equivalent: choose a splitter a document class yourself.")
    return tr("This splitter is not ours; take it from where it came.")
