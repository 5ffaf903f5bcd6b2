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
        if index.get("changed_pieces"):
            yield (
                f"{variant['id']}: {index['changed_pieces']:,} pieces hold text that their "
                "documents do not (a header, say); only what stands in the documents is indexed "
                "and charged."
            )
        covered = index.get("covered")
        if covered is not None and covered < 1:
            yield (
                f"{variant['id']}: {_percent(1 - covered)} % of the documents' characters "
                "are in no chunk."
            )


def _percent(share: float) -> str:
    """With one digit behind the point, never rounded to none or to all."""
    percent = 100 * share
    if percent < 0.1:
        return "less than 0.1"
    return "more than 99.9" if 99.9 < percent < 100 else f"{percent:.1f}"
