"""What people said and decided about a run's verdicts: written once, never changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, insert, select

from evaluation.action_log import write_with
from evaluation.store_schema import DECISION_LOG, storable
from evaluation.verdicts import ADOPT, PILOT
from golden_sets.clock import utc_now
from golden_sets.language import marked, tr

KEEP = "keep"
ACTIONS = (ADOPT, PILOT, KEEP)
COMMENT, DECISION = "comment", "decision"
LONGEST_NAME, LONGEST_WORDS = 60, 4_000
NO_NAME = marked("Give your name: the record keeps who said it.")
NO_WORDS = marked("Write the comment first.")
NO_REASON = marked("This departs from the verdict, so it needs a reason: write why.")
TOO_LONG = marked("{n:,} characters are too many; allowed are {most:,}.")

Verdicts = Iterable[Mapping[str, Any]]


class LogError(ValueError):
    """An entry that cannot be kept; one line for a person."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A comment, or a decision with its reason.

    Attributes:
        seal: Hash of the seal that the verdicts followed from when it was written.
        made: When, UTC.
        action: `adopt`, `pilot` or `keep`; "" in a comment.
        candidate, retriever: What is adopted or tried; "" where the baseline is kept.
        departs: Whether the verdicts of that moment said otherwise.
        words: The comment, or why.
        imported: When it came with a run from elsewhere, UTC, where who and when are only said to
            be so; "" if it was said here.
    """

    run: str
    seal: str
    made: str
    kind: str
    who: str
    action: str = ""
    candidate: str = ""
    retriever: str = ""
    departs: bool = False
    words: str = ""
    imported: str = ""


class DecisionLog:
    """The entries in a database. They are added and read; nothing here changes or removes one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def comment(
        self,
        run: str,
        seal: str,
        who: str,
        words: str,
        now: str | None = None,
        log: dict[str, str] | None = None,
    ) -> None:
        """Keeps a comment.

        Args:
            log: The line of `action_log` that says so: kept with it, or neither.

        Raises:
            LogError: It has no name or no words, or is too long.
        """
        if not words.strip():
            raise LogError(tr(NO_WORDS))
        made = now or utc_now()
        self._add(Entry(run, seal, made, COMMENT, who.strip(), words=words.strip()), log)

    def decide(
        self,
        run: str,
        seal: str,
        who: str,
        chosen: tuple[str, str, str],
        verdicts: Verdicts,
        words: str,
        now: str | None = None,
        log: dict[str, str] | None = None,
    ) -> None:
        """Keeps a decision. One against the verdicts is allowed, and must say why.

        Args:
            chosen: Action, candidate and retriever; the last two "" where the baseline is kept.
            verdicts: As the report has them now.
            log: As of `comment`.

        Raises:
            LogError: It has no name, or departs from the verdicts without a reason.
        """
        departs = bool(against(verdicts, *chosen))
        if who.strip() and departs and not words.strip():
            raise LogError(tr(NO_REASON))
        made = now or utc_now()
        entry = Entry(run, seal, made, DECISION, who.strip(), *chosen, departs, words.strip())
        self._add(entry, log)

    def entries(self, run: str) -> list[Entry]:
        """What was said about a run, in the order it was said."""
        columns = [column for column in DECISION_LOG.c if column.name != "number"]
        query = select(*columns).where(DECISION_LOG.c.run == run).order_by(DECISION_LOG.c.number)
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return [
            Entry(**{**row, "departs": bool(row["departs"]), "imported": row["imported"] or ""})
            for row in rows
        ]

    def _add(self, entry: Entry, log: dict[str, str] | None) -> None:
        if not entry.who:
            raise LogError(tr(NO_NAME))
        for given, most in ((entry.who, LONGEST_NAME), (entry.words, LONGEST_WORDS)):
            if len(given) > most:
                raise LogError(tr(TOO_LONG, n=len(given), most=most))
        with self._engine.begin() as connection:
            connection.execute(insert(DECISION_LOG).values(entry_row(entry)))
            write_with(connection, log)


def entry_row(entry: Entry) -> dict[str, Any]:
    """An entry as the database keeps it."""
    row = {name: getattr(entry, name) for name in Entry.__dataclass_fields__}
    row = {k: storable(v) if isinstance(v, str) else int(v) for k, v in row.items()}
    return {**row, "imported": entry.imported or None}


def against(
    verdicts: Verdicts, action: str, candidate: str, retriever: str
) -> list[Mapping[str, Any]]:
    """The verdicts that a decision departs from; none where it follows them.

    Adopting or trying a candidate departs unless its verdict under that retriever says just
    that; keeping the baseline departs from every verdict that would adopt or try one.

    Raises:
        ValueError: There is no such verdict, or no such action.
    """
    given = list(verdicts)
    if action == KEEP:
        return [one for one in given if one["verdict"] in (ADOPT, PILOT)]
    if action not in ACTIONS:
        raise ValueError(f"action {action!r}; allowed are {', '.join(ACTIONS)}")
    wanted = (candidate, retriever)
    found = [one for one in given if (one["candidate"], one["retriever"]) == wanted]
    if not found:
        raise ValueError(f"no verdict on {candidate!r} under {retriever!r}")
    return [one for one in found if one["verdict"] != action]
