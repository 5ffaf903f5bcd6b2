"""What a variant of a report is called, beside its id."""

from typing import Any

from golden_sets.language import Worded, joined, marked, worded

# What a run calls strategies, their parts and its other settings, to be said by `tr`.
NAMES = (
    marked("fixed"),
    marked("recursive"),
    marked("structure"),
    marked("parent-child"),
    marked("semantic"),
    marked("sentence"),
    marked("mixed"),
    # Rules that can be switched off.
    marked("headings"),
    marked("numbers"),
    marked("tables"),
    marked("captions"),
    marked("lists"),
    marked("code"),
    marked("bonds"),
    marked("joins"),
    # What may be handed over beside a chunk.
    marked("none"),
    marked("parent"),
    marked("neighbours"),
    marked("named"),
    # What recursive cuts at.
    marked("blank line"),
    marked("newline"),
    marked("sentence end"),
    marked("semicolon"),
    marked("comma"),
    marked("space"),
    # Retrievers, how a budget is filled, and what becomes of text that is there already.
    marked("bm25"),
    marked("vector"),
    marked("hybrid"),
    marked("chroma"),
    marked("whole"),
    marked("cut"),
    marked("top_k"),
    marked("keep"),
    marked("drop"),
    marked("merge"),
)


PROPER = {"bm25": "BM25", "chroma": "Chroma"}


def retriever_word(retriever: str) -> Worded:
    """What a sentence calls a retriever, whose id the command line and the report have."""
    name = PROPER.get(retriever, retriever)
    return worded(name)


def strategy_name(strategy: str) -> Worded:
    return worded(strategy.replace("_", "-"))


def variant_name(variant: dict[str, Any]) -> Worded:
    """The strategy, and what sets the variant apart beside overlap and headers."""
    name = strategy_name(variant["strategy"])
    if without := variant.get("parameters", {}).get("without"):
        rules = joined(map(worded, without), ", ")
        name = worded("{name} without {rules}", name=name, rules=rules)
    if expansion := variant.get("expansion"):
        mode: str = expansion["mode"]
        name = worded("{name} + {mode}", name=name, mode=worded(mode))
    return name
