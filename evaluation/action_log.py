"""Who ran, declared, decided, deleted, restored, imported, commented and cancelled what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, insert, or_, select

from evaluation.actors import LONGEST_IDENTITY, LONGEST_NAME, Actor
from evaluation.store_schema import ACTION_LOG as _LOG
from evaluation.store_schema import storable
from golden_sets.clock import utc_now

RUN, JOB, SET, QUESTION, PROTOCOL = "run", "job", "set", "question", "protocol"
KINDS = (RUN, JOB, SET, QUESTION, PROTOCOL)
LONGEST_OBJECT, LONGEST_DETAILS = 300, 500


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to what.

    Attributes:
        action: A name of `evaluation.action_words`.
        kind: Of the object, one of `KINDS`.
        object: Its id.
        golden_set: The set it belongs to; "" where that is not known.
        details: A few words more: a file's name, how many of something. Never a secret or a text.
    """

    action: str
    kind: str
    object: str
    golden_set: str = ""
    details: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """A line of the log: `made` is UTC; the others as `Actor` and `Done` have them."""

    number: int
    made: str
    who: str
    identity: str
    via: str
    action: str
    kind: str
    object: str
    golden_set: str
    details: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines are asked for; an empty field leaves all.

    Attributes:
        who: Name and identity.
        words: Each stands somewhere in the line.
    """

    action: str = ""
    who: tuple[str, str] | None = None
    object: str = ""
    words: Sequence[str] = ()


def log_row(actor: Actor, done: Done, now: str | None = None) -> dict[str, str]:
    """A line as the table has it, for whoever writes it with what was done."""
    return {
        "made": now or utc_now(),
        "who": _cut(actor.name, LONGEST_NAME),
        "identity": _cut(actor.identity, LONGEST_IDENTITY),
        "via": actor.via,
        "action": done.action,
        "kind": done.kind,
        "object": _cut(done.object, LONGEST_OBJECT),
        "golden_set": _cut(done.golden_set, 200),
        "details": _cut(done.details, LONGEST_DETAILS),
    }


def write_with(connection: Connection, row: dict[str, str] | None) -> None:
    """Adds the line of `log_row`, where there is one, in the transaction of what it tells of."""
    if row is not None:
        connection.execute(insert(_LOG).values(**row))


class ActionLog:
    """The log in a database. Lines are added and read; the database refuses anything else."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, actor: Actor, done: Done, now: str | None = None) -> None:
        """Adds a line. What is too long is cut; nothing is refused for its length."""
        with self._engine.begin() as connection:
            connection.execute(insert(_LOG).values(**log_row(actor, done, now)))

    def found(self, wanted: Wanted, most: int | None = None) -> Iterator[Action]:
        """The lines asked for, the newest first."""
        query = _asked(select(_LOG), wanted).order_by(_LOG.c.number.desc()).limit(most)
        with self._engine.connect() as connection:
            for row in connection.execute(query).mappings():
                yield Action(**row)

    def count(self, wanted: Wanted) -> int:
        with self._engine.connect() as connection:
            query = _asked(select(func.count()).select_from(_LOG), wanted)
            return int(connection.scalar(query) or 0)

    def people(self) -> list[tuple[str, str]]:
        """Everyone in the log, by name and identity."""
        query = select(_LOG.c.who, _LOG.c.identity).distinct()
        with self._engine.connect() as connection:
            return sorted((who, identity) for who, identity in connection.execute(query))

    def actions(self) -> list[str]:
        """Every action that the log holds."""
        with self._engine.connect() as connection:
            return sorted(connection.scalars(select(_LOG.c.action).distinct()))


COLUMNS = tuple(one.name for one in fields(Action))


def _asked(query: Select[Any], wanted: Wanted) -> Select[Any]:
    if wanted.action:
        query = query.where(_LOG.c.action == wanted.action)
    if wanted.who is not None:
        query = query.where(_LOG.c.who == wanted.who[0], _LOG.c.identity == wanted.who[1])
    if wanted.object:
        query = query.where(_LOG.c.object == wanted.object)
    for word in wanted.words:
        held = [_LOG.c[name] for name in ("who", "identity", "object", "golden_set", "details")]
        # SQLite knows the case of ASCII letters only.
        query = query.where(
            or_(
                *(one.contains(word, autoescape=True) for one in held),
                *(func.lower(one).contains(word.lower(), autoescape=True) for one in held),
            )
        )
    return query


def _cut(words: str, most: int) -> str:
    words = storable(words)
    return words if len(words) <= most else words[: most - 1] + "…"
