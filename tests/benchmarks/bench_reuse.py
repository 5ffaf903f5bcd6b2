"""What a small change costs: the share of texts to embed again, strategy by strategy.

`python -m tests.benchmarks.bench_reuse` puts one sentence into the middle of every document of
`handbook`, at the end of the sentence that stands there, cuts before and after, and counts the
index texts that were not there before. A text's vector is kept by its content, so only these are
made anew. Semantic's sentences are counted by themselves.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from evaluation.database import open_store, store_folder
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.reuse import changed, index_texts, sentence_texts
from evaluation.vectors import VectorTable
from golden_sets.golden_set import find_golden_set, load_golden_set
from strategies.registry import STRATEGIES, make_strategy
from strategies.tools import Tools
from strategies.variant import Variant


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", type=Path)
    golden = load_golden_set(find_golden_set("handbook"))
    vectors = VectorTable(open_store(store_folder(parser.parse_args().store)))
    embedder = MiniLmEmbedder()

    def embed(found: Sequence[str]) -> Any:
        return vectors.vectors_for(embedder, found)

    before = golden.documents
    after = tuple(map(changed, before))
    tools = Tools(embed)
    table = Table(title=f"One sentence more in each of {len(before)} documents, 400 characters")
    for column in ("strategy", "index texts", "to embed again", "%"):
        table.add_column(column, justify="left" if column == "strategy" else "right")
    for name in sorted(set(STRATEGIES) - {"mixed"}):
        variant = Variant(make_strategy(name, size=400))
        for one in (variant, replace(variant, headers="path")):
            old, new = (index_texts(one, some, tools) for some in (before, after))
            fresh = len(new - old)
            label = name + (", headers" if one.headers == "path" else "")
            table.add_row(label, f"{len(new):,}", f"{fresh:,}", f"{100 * fresh / len(new):.1f}")
    found = [sentence_texts(documents, tools) for documents in (before, after)]
    fresh = len(found[1] - found[0])
    share = f"{100 * fresh / len(found[1]):.1f}"
    table.add_row("semantic's sentences", f"{len(found[1]):,}", f"{fresh:,}", share)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
