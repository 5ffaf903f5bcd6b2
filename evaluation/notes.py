"""What a reader of a report must know before comparing its variants."""

from collections.abc import Iterator
from typing import Any


def notes(report: dict[str, Any]) -> Iterator[str]:
    """One sentence each: overlap without effect, text that a splitter lost or made up."""
    for variant in report["variants"]:
        index = variant["index"]
        if variant["overlap"] and not index["achieved_overlap"]:
            yield (
                f"{variant['id']}: its overlap of {variant['overlap']} had no effect, no chunk "
                "repeats anything of the one before; it only made the chunks smaller."
            )
        # Runs stored by earlier versions lack both figures.
        if index.get("unaligned"):
            yield (
                f"{variant['id']}: {index['unaligned']:,} pieces stand nowhere in their documents; "
                "they are not in the index."
            )
        covered = index.get("covered")
        if covered is not None and covered < 1:
            yield (
                f"{variant['id']}: {100 * (1 - covered):.2g} % of the documents' characters are in "
                "no chunk."
            )
