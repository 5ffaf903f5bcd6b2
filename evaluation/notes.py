"""What a reader of a report must know before comparing its variants."""

from collections.abc import Iterator
from typing import Any

from evaluation.embedders.choice import MOST_UNKNOWN
from evaluation.identical import identical_variants
from evaluation.statistics import CLUSTERS_FROM, LOCAL
from golden_sets.language import tr, worded

# What tests/benchmarks/bench_coverage.py found at 5 clusters; so does the README.
LOCAL_NOTE = worded(
    "The questions lie on fewer than {n} clusters of linked documents: the intervals speak for "
    "these documents only. For others like them they are too narrow: in a simulation with 5 "
    "clusters, intervals called 95 % held the true difference in 87 to 96 of 100 golden sets.",
    n=CLUSTERS_FROM,
)


def notes(report: dict[str, Any]) -> Iterator[str]:
    """One each: overlap without effect, text that a splitter lost or made up, intervals that are
    too narrow, evidence that limits a hit, text that the embedding model cannot read."""
    for variant in report["variants"]:
        index = variant["index"]
        if variant["overlap"] and not index["achieved_overlap"]:
            yield (
                tr(
                    "{id}: its overlap of {overlap} had no effect, no chunk repeats anything of "
                    "the one before; {instead}.",
                    id=variant["id"],
                    overlap=variant["overlap"],
                    instead=_instead(report, variant),
                )
            )
        # Runs stored by earlier versions lack both figures.
        if index.get("unaligned"):
            yield (
                tr(
                    "{id}: {unaligned:,} pieces stand nowhere in their documents; they are not in "
                    "the index.",
                    id=variant["id"],
                    unaligned=index["unaligned"],
                )
            )
        if index.get("changed_pieces"):
            yield (
                tr(
                    "{id}: {changed_pieces:,} pieces hold text that their documents do not (a "
                    "header, say); only what stands in the documents is indexed and charged.",
                    id=variant["id"],
                    changed_pieces=index["changed_pieces"],
                )
            )
        covered = index.get("covered")
        if covered is not None and covered < 1:
            yield (
                tr(
                    "{id}: {percent} % of the documents' characters are in no chunk.",
                    id=variant["id"],
                    percent=_percent(1 - covered),
                )
            )
    yield from interval_notes(report.get("run", {}).get("interval", ""))
    golden = report.get("run", {}).get("golden_set", {})
    yield from evidence_notes(golden.get("whole", False), golden.get("unconfirmed", 0))
    if any(_uses_vectors(variant) for variant in report["variants"]):
        yield from _model_notes(report)


def interval_notes(kind: str) -> list[str]:
    """Says so where intervals are known to be too narrow.

    Args:
        kind: How they are made: "t interval over 12 questions, for these documents only".
    """
    return [tr(LOCAL_NOTE)] if kind.endswith(LOCAL) else []


def _instead(report: dict[str, Any], variant: dict[str, Any]) -> str:
    """What an overlap without effect did."""
    same = next((names for names in identical_variants(report) if variant["id"] in names), [])
    plain = (
        other["id"]
        for other in report["variants"]
        if other["id"] in same and not other["overlap"] and other["strategy"] == variant["strategy"]
    )
    name = next(plain, None)
    if name is None:
        return tr("it only made the chunks smaller")
    return tr("its chunks are those of {name}, and so are its results", name=name)


def evidence_notes(whole: bool, unconfirmed: int) -> list[str]:
    """What limits a golden set's evidence: whole documents, places no person has confirmed."""
    told = []
    if whole:
        told.append(
            tr(
                "The evidence is whole documents: a hit means that some of the document is in the "
                "context, not that the answer is."
            )
        )
    if unconfirmed:
        told.append(
            tr(
                "{unconfirmed:,} passages were found by a program and no person has confirmed "
                "them; "
                'set "confirmed": true in questions.jsonl, or take the line out, once looked at.',
                unconfirmed=unconfirmed,
            )
        )
    return told


def _uses_vectors(variant: dict[str, Any]) -> bool:
    asked = {result["retriever"] for result in variant.get("results", ())}
    return variant.get("strategy") == "semantic" or bool(asked - {"bm25"})


def _model_notes(report: dict[str, Any]) -> Iterator[str]:
    model = report["run"]["embedding_model"]
    name = model["name"]
    # Runs stored by earlier versions say no more of the model than its name.
    share = model.get("unknown_share")
    if share is not None and share > MOST_UNKNOWN:
        yield (
            tr(
                "{name} does not know {share:.0f} % of the golden set's tokens: what its vectors "
                "find here says little.",
                name=name,
                share=100 * share,
            )
        )
    if not model.get("limit_known", True):
        yield tr(
            "How much of a chunk {name} reads is not known, so what it cut off is not counted.",
            name=name,
        )
    cut = [(v["index"].get("truncated") or 0, v) for v in report["variants"]]
    most, worst = max(cut, key=lambda pair: pair[0])
    if not most:
        return
    values = {
        "id": worst["id"],
        "most": most,
        "chunks": worst["index"]["chunks"],
        "model": name,
    }
    if sum(bool(n) for n, _ in cut) == 1:
        yield tr(
            "{id}: {most:,} of {chunks:,} chunks are longer than {model} reads, their ends are in "
            "no vector.",
            **values,
        )
    else:
        yield tr(
            "{id}: {most:,} of {chunks:,} chunks are longer than {model} reads, their ends are in "
            "no vector; the most of all variants.",
            **values,
        )


def _percent(share: float) -> str:
    """With one digit behind the point, never rounded to none or to all."""
    percent = 100 * share
    if percent < 0.1:
        return tr("less than 0.1")
    return tr("more than 99.9") if 99.9 < percent < 100 else f"{percent:.1f}"
