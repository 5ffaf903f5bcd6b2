"""The tables of a decision, as HTML that prints: verdicts, robustness, classes, prices."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from evaluation.by_class import LEADING
from evaluation.robustness import NOT_RUN
from evaluation.settings import RETRIEVERS
from evaluation.verdicts import ADOPT, PILOT
from golden_sets.language import joined, marked, shown, tr, trn
from pages.ui.decide_words import SIGNS, level_words, points, retriever, verdict_word
from strategies.mixed import OTHERWISE

Report = Mapping[str, Any]
SHOWN = 12
# Where a verdict's preconditions name its questions and its retriever.
QUESTIONS, RETRIEVER = 1, 3


def badge(verdict: str) -> str:
    """The verdict as a word with a sign; the shade only repeats them."""
    kind = verdict.replace(" ", "-")
    word = escape(verdict_word(verdict))
    return f'<span class="cbd-badge cbd-{kind}">{SIGNS.get(verdict, "")} {word}</span>'


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """A table of cells that are HTML already; columns after the first `left` stand right."""
    sides = ["l" if number < left else "r" for number in range(len(columns))]
    head = "".join(
        f'<th scope="col" class="cbd-{side}">{escape(name)}</th>'
        for name, side in zip(columns, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f'<td class="cbd-{s}">{c}</td>' for c, s in zip(row, sides, strict=True))
        + "</tr>"
        for row in rows
    )
    made = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    # Reachable by keys where it is wider than the screen.
    return f'<div class="cbd-scroll" tabindex="0" role="group">{made}</div>'


def verdict_cards(report: Report, language: Mapping[str, str]) -> str:
    """A card a verdict: its sentence, how far it carries, and who pays.

    Args:
        language: What links must say to keep the reader's language.
    """
    return "".join(_card(report, one, language) for one in report["verdicts"])


def _card(report: Report, one: Mapping[str, Any], language: Mapping[str, str]) -> str:
    name = tr(
        "{name} under {retriever}", name=one["candidate"], retriever=retriever(one["retriever"])
    )
    return (
        f'<div class="cbd-card"><h4>{escape(name)} {badge(one["verdict"])}</h4> '
        f"<p>{escape(shown(one, 'reason'))}{_own(report, one)}</p>"
        f"{_payers(report, one, language)}</div>"
    )


def held(report: Report) -> list[str]:
    """What all verdicts hold under, a line each."""
    shown = [one["preconditions"] for one in report["verdicts"]]
    return [line for line in shown[0] if all(line in lines for lines in shown)] if shown else []


def _own(report: Report, one: Mapping[str, Any]) -> str:
    """What only this verdict holds under, beside its retriever, which its title names."""
    usual = {*held(report), one["preconditions"][RETRIEVER]}
    lines = [line for line in one["preconditions"] if line not in usual]
    return escape(f" ({tr(joined(lines, '; '))})") if lines else ""


def _stands(one: Mapping[str, Any]) -> str:
    """`the same under 6 of 7 conditions; cannot tell under fill cut`."""
    again = one["robustness"]
    told = tr("the same under {same} of {of} conditions", same=again["same"], of=again["of"])
    others: dict[str, list[str]] = {}
    for row in again["conditions"]:
        if row["verdict"] != one["verdict"]:
            others.setdefault(row["verdict"], []).append(retriever(row["condition"]))
    parts = [
        tr(
            "{verdict} under {conditions}",
            verdict=verdict_word(verdict),
            conditions=tr(", ").join(names),
        )
        for verdict, names in others.items()
    ]
    return tr("; ").join([told, *parts])


def _payers(report: Report, one: Mapping[str, Any], language: Mapping[str, str]) -> str:
    """Where it stands, how many questions get worse and better, and the price, in a line; open,
    with the names of those who pay, where the verdict changes something."""
    lost, gained = one["lost"], one["gained"]
    parts = (
        _stands(one),
        trn("{n} question gets worse", "{n} questions get worse", len(lost)),
        trn("{n} better", "{n} better", len(gained)),
        tr("{cost} a month", cost=money(report, one["monthly_cost"])),
    )
    summary = escape(" · ".join(parts))
    if not lost:
        return f'<p class="cbd-soft">{summary}</p>'
    items = "".join(f"<li>{_question(report, one, q, language)}</li>" for q in lost[:SHOWN])
    if len(lost) > SHOWN:
        more = tr("and {n} more in the report", n=len(lost) - SHOWN)
        items += f"<li>{escape(more)}</li>"
    changes = one["verdict"] in (ADOPT, PILOT)
    opened, kept = (" open", " cbd-printed") if changes else ("", "")
    return (
        f'<details class="cbd-payers{kept}"{opened}><summary>{summary}</summary>'
        f"<ul>{items}</ul></details>"
    )


def _question(
    report: Report, one: Mapping[str, Any], question: Mapping[str, Any], language: Mapping[str, str]
) -> str:
    query = {
        "run": report["run"]["id"],
        "question": question["id"],
        "variant": one["candidate"],
        "retriever": one["retriever"],
        "budget": str(report["protocol"]["content"]["protocol"]["budget_tokens"]),
        **language,
    }
    weight = question["weight"]
    told = "" if weight == 1 else tr(" (weight {weight:g})", weight=weight)
    link = (
        f'<a href="question?{escape(urlencode(query))}" target="_self">{escape(question["id"])}</a>'
    )
    return f"{link}{escape(told)} {escape(question['text'])}"


def robustness_grid(report: Report) -> str:
    """Each verdict again under one other condition; what differs from the declared stands out."""
    shown = report["verdicts"]
    columns: dict[str, None] = {}
    for one in shown:
        columns |= dict.fromkeys(row["condition"] for row in one["robustness"]["conditions"])
    # Each row names the other retrievers: together, in one order, where the first stands.
    names = list(columns)
    by = [name for name in RETRIEVERS if name in columns]
    at = min((names.index(name) for name in by), default=0)
    rest = [name for name in names if name not in by]
    names = [*rest[:at], *by, *rest[at:]]
    rows = []
    for one in shown:
        found = {row["condition"]: row["verdict"] for row in one["robustness"]["conditions"]}
        cells = [_again(found.get(name), one["verdict"]) for name in names]
        rows.append([_pair(one), *cells])
    return table([tr("verdict"), *map(retriever, names)], rows, len(names) + 1)


def _again(verdict: str | None, declared: str) -> str:
    if verdict is None:
        return '<span class="cbd-soft">·</span>'
    word = f"{SIGNS.get(verdict, '')}&nbsp;{escape(verdict_word(verdict)).replace(' ', '&nbsp;')}"
    same = verdict in (declared, NOT_RUN)
    return word if same else f"<strong>{word}</strong>"


def _pair(one: Mapping[str, Any]) -> str:
    return f"{escape(one['candidate'])} · {escape(retriever(one['retriever']))}"


def class_table(report: Report) -> str:
    """A row a class of documents: what is recommended under each retriever, and what leads."""
    rows: dict[str, dict[str, Mapping[str, Any]]] = {}
    for row in report["protocol"]["classes"]:
        rows.setdefault(row["class"], {})[row["retriever"]] = row
    under = list(dict.fromkeys(row["retriever"] for row in report["protocol"]["classes"]))
    cells = [
        [
            escape(name),
            str(max(row["questions"] for row in found.values())),
            *(_class_cell(found.get(one)) for one in under),
        ]
        for name, found in rows.items()
    ]
    made = table([tr("class"), "n", *map(retriever, under)], cells, 2 + len(under))
    every = report["protocol"]["questions"]
    left = every - sum(max(row["questions"] for row in found.values()) for found in rows.values())
    if not left or not rows:
        return made
    told = tr(
        "Not counted here: {n:,} of {of:,} questions whose answers lie in documents of several "
        "classes, or of none.",
        n=left,
        of=every,
    )
    return f'{made}<p class="cbd-soft">{escape(told)}</p>'


def _class_cell(row: Mapping[str, Any] | None) -> str:
    """`recursive-400c, compared structure-400c +11.1 (−43.0 to +65.2)`."""
    if row is None:
        return "–"
    told = ""
    if row["difference"] is not None and row["compared"]:
        value, low, high = (points(row[name]) for name in ("difference", "low", "high"))
        words = marked("best measured {name} {value} ({low} to {high})")
        if row["recommended"] == row["compared"]:
            words = marked("{value} ({low} to {high})")
        told = tr(words, name=row["compared"], value=value, low=low, high=high)
        told += tr(", these documents only") if row["local"] else ""
    kept = f"<strong>{escape(row['recommended'])}</strong>"
    return f'{kept} <span class="cbd-leading">{escape(told)}</span>'


def mixed_lines(report: Report) -> list[str]:
    """The mixed variant that the classes make under each retriever, with its price, as HTML."""
    found = []
    for row in report["protocol"]["mixed"]:
        under = retriever(row["retriever"])
        if row["toml"] is None:
            words = tr(
                "No mixed variant under {retriever}: {why}.", retriever=under, why=shown(row, "why")
            )
            found.append(escape(words))
            continue
        others = tr("otherwise")
        names = ", ".join(
            f"{others if name == OTHERWISE else name}: {variant}"
            for name, variant in row["classes"].items()
        )
        words = tr("Mixed under {retriever}: {names}.", retriever=under, names=names)
        if "price" in row:
            words += " " + tr(
                "{tokens:,} index tokens, {cost} a month.",
                tokens=row["index_tokens"],
                cost=money(report, row["price"]["monthly"]),
            )
        for broken in row.get("broken", ()):
            words += " " + tr("Over a limit: {limit}.", limit=broken)
        if row["basis"] == LEADING:
            words += " " + tr(
                "It is made of what leads, told apart or not: a candidate for a next protocol, "
                "not a recommendation."
            )
        found.append(escape(words))
    return found


def price_table(report: Report) -> str:
    """What each variant costs by the protocol's prices, under each retriever."""
    index = {variant["id"]: variant["index"]["tokens"] for variant in report["variants"]}
    prices = report["protocol"]["prices"]
    rows = [
        [escape(name), f"{tokens:,}", *(c for one in prices.values() for c in _priced(one[name]))]
        for name, tokens in index.items()
    ]
    currency = report["protocol"]["content"]["protocol"]["costs"]["currency"]
    columns = [tr("variant"), tr("index tokens")]
    for name in map(retriever, prices):
        columns += [
            tr("{retriever}: made again %", retriever=name),
            tr("at first {currency}", currency=currency),
            tr("a month (embedding + storage)"),
        ]
    return table(columns, rows)


def _priced(price: Mapping[str, Any]) -> tuple[str, str, str]:
    share = f"{100 * price['reembedded']:.1f}"
    if not price["measured"]:
        share += tr(" (assumed)")
    first, month, embedding, storage = (
        f"{price[part]:,.3f}" for part in ("first", "monthly", "embedding", "storage")
    )
    return escape(share), first, f"<strong>{month}</strong> ({embedding} + {storage})"


def money(report: Report, amount: float) -> str:
    currency = report["protocol"]["content"]["protocol"]["costs"]["currency"]
    return f"{amount:,.3f} {currency}"


def rules_line(report: Report) -> str:
    """The rules in one line, as text."""
    rules = report["protocol"]["content"]["protocol"]
    return tr(
        "{n} questions to decide on; {budget:,} context tokens; level {level:g} % shared over "
        "{m} comparisons: intervals at {each} %; worth a trial from {below:g} points, adopted at "
        "{at:g}",
        n=report["protocol"]["questions"],
        budget=rules["budget_tokens"],
        level=100 * rules["level"],
        m=report["protocol"]["comparisons"],
        each=level_words(report["protocol"]["shared_level"]),
        below=rules["reject_below"],
        at=rules["adopt_at"],
    )


def assumptions(report: Report) -> str:
    """What the prices assume, none of it left out, as HTML."""
    costs = report["protocol"]["content"]["protocol"]["costs"]
    vector = tr("4 bytes a dimension")
    if costs["bytes_per_vector"] is not None:
        vector = trn("{n:,} byte", "{n:,} bytes", costs["bytes_per_vector"])
    words = tr(
        "Assumed: {corpus:,} tokens in the corpus, {changed:g} % of the documents edited a month, "
        "{embedding:g} {currency} a million tokens embedded, {storage:g} {currency} a GB and "
        "month, {bytes} a vector.",
        corpus=costs["corpus_tokens"],
        changed=100 * costs["changed_per_month"],
        embedding=costs["embedding_per_million_tokens"],
        storage=costs["storage_per_gb_month"],
        bytes=vector,
        currency=costs["currency"],
    )
    given = ", ".join(f"{name} {100 * share:g} %" for name, share in costs["reembedding"].items())
    if given:
        words += " " + tr("Made again after an edit, as given: {shares}.", shares=given)
    return escape(words)
