"""A variant as code that somebody can take: our own command and Python."""

import shlex
from dataclasses import fields
from typing import Any

from evaluation.settings import Cutting
from strategies.mixed import OTHERWISE, Mixed, mixed_toml
from strategies.recursive import Recursive
from strategies.variant import EXPANSION_TOKENS, Variant

TABLE = "mixed.toml"
# By a word of the model's name, what `--model` and `make_embedder` call it.
MODELS = {"MiniLM": "minilm", "e5": "e5", "universal-sentence-encoder": "use"}


def model_named(name: str) -> str:
    """What `make_embedder` takes for the model of a report; `auto` where no word tells."""
    return next((spec for word, spec in MODELS.items() if word in name), "auto")


def table(variant: Variant) -> str | None:
    """The TOML that a variant of several strategies is read from; None for any other."""
    made = variant.strategy
    if not isinstance(made, Mixed) or made.otherwise is None:
        return None
    return mixed_toml({**dict(made.classes), OTHERWISE: made.otherwise})


def command(variant: Variant, model: str = "") -> str | None:
    """The command that cuts a document so; None where a parameter has no option.

    Args:
        model: The report's embedding model, which only `semantic` cuts by.
    """
    given = variant.parameters
    made = variant.strategy
    words = ["python", "-m", "evaluation", "chunks", "DOCUMENT"]
    words += ["--strategy", variant.strategy_name]
    if isinstance(made, Mixed):
        words += ["--mixed", TABLE, "--class", "CLASS"]
    elif not _has_options(variant):
        return None
    words += ["--size", str(given["size"]), "--unit", given["unit"]]
    words += ["--overlap", str(variant.overlap)] if variant.overlap else []
    words += ["--snap"] if given.get("snap") and variant.strategy_name != "sentence" else []
    if without := given.get("without"):
        words += ["--without", ",".join(without)]
    if isinstance(made, Recursive) and made.separators != Recursive().separators:
        for name in made.separators:
            words += ["--separators", name]
    words += ["--headers", variant.headers] if variant.headers != "none" else []
    if variant.expansion != "none":
        words += ["--expand", variant.expansion]
        if variant.expansion_tokens != EXPANSION_TOKENS:
            words += ["--expand-tokens", str(variant.expansion_tokens)]
    if variant.embeds_sentences():
        words += ["--model", model_named(model)]
    return shlex.join(words)


def _has_options(variant: Variant) -> bool:
    """Whether the command line's own options make the same strategy."""
    given = variant.parameters
    cutting = Cutting(
        given["size"],
        given["unit"],
        str(given["overlap"]),
        bool(given.get("snap")),
        tuple(given.get("without") or ()),
        tuple(given["separators"]) if "separators" in given else None,
    )
    try:
        return cutting.strategy(variant.strategy_name) == variant.strategy
    except ValueError:
        return False


def python(variant: Variant, model: str = "") -> str:
    """A program that prints each chunk of a document as it is indexed."""
    imports = [
        "from golden_sets.reading import read_document",
        "from strategies.tools import Tools",
    ]
    imports.append("from strategies.variant import Variant")
    if isinstance(variant.strategy, Mixed):
        imports.append("from strategies.mixed import read_mixed")
        made = f'read_mixed(Path("{TABLE}"))'
        read = 'read_document(Path("manual.md"), "manual.md", "CLASS")'
    else:
        imports.append("from strategies.registry import make_strategy")
        made = _made(variant)
        read = 'read_document(Path("manual.md"), "manual.md")'
    tools = "Tools()"
    if variant.embeds_sentences():
        imports.append("from evaluation.embedders.choice import make_embedder")
        spec = model_named(model)
        tools = f"Tools(make_embedder({spec!r}, [[document.text]], False).encode_documents)"
    more = f", headers={variant.headers!r}" if variant.headers != "none" else ""
    if variant.expansion != "none":
        more += f", expansion={variant.expansion!r}, expansion_tokens={variant.expansion_tokens}"
    return "\n".join(
        [
            "from pathlib import Path",
            "",
            *sorted(imports),
            "",
            f"variant = Variant({made}{more})",
            f"document = {read}",
            f"for chunk in variant.cut([document], {tools}):",
            "    print(chunk.index_text(document))",
            "",
        ]
    )


def _made(variant: Variant) -> str:
    """The call that makes the strategy, without what is the default of it."""
    made: Any = variant.strategy
    plain = type(made)()
    shown = {field.name: getattr(made, field.name) for field in fields(made)}
    told = ("size", "unit", "overlap")
    kept = {k: v for k, v in shown.items() if k in told or v != getattr(plain, k)}
    words = [repr(variant.strategy_name), *(f"{key}={value!r}" for key, value in kept.items())]
    return f"make_strategy({', '.join(words)})"
