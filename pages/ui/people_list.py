"""Who may do what: a list of readers and editors, and whom of them a login is."""

import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from evaluation.actors import LONGEST_NAME
from golden_sets.language import tr

VARIABLE = "CHUNKBOARD_PEOPLE"
USUAL = Path(".streamlit/people.toml")
TRUSTS = "trust_addresses"
Role = Literal["reader", "editor"]
# Marks that turn the direction of what follows them, in a name and behind it.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class PeopleError(ValueError):
    """A list that cannot be used; one line for the administrator."""


@dataclass(frozen=True, slots=True)
class Login:
    """Whom the provider says someone is.

    Attributes:
        name: As people know it; anyone may choose it freely, so it decides nothing.
        email: "" where the provider has none, or does not say that it is verified.
        subject: What the provider itself knows the person by.
        unverified: The address that does not count for that.
    """

    name: str
    email: str
    subject: str
    unverified: str = ""

    @property
    def identity(self) -> str:
        return self.email or self.subject


@dataclass(frozen=True, slots=True)
class People:
    """The list.

    Attributes:
        editors: Addresses, domains as `@example.org`, or subjects.
        readers: Likewise; None lets everyone read who can sign in.
        trusts_addresses: Whether an address counts that the provider says nothing of. Some never
            do; where such a one lets people choose their address, they are whom they like.
    """

    editors: tuple[str, ...] = ()
    readers: tuple[str, ...] | None = None
    trusts_addresses: bool = False

    def role(self, login: Login) -> Role | None:
        """What the person may do; None may not even read."""
        if _listed(login, self.editors):
            return "editor"
        if self.readers is None or _listed(login, self.readers):
            return "reader"
        return None


def login_of(claims: Mapping[str, Any], trusts_addresses: bool = False) -> Login:
    """Whom the claims of an identity token name.

    Args:
        trusts_addresses: As of `People`; what is said not to be verified never counts.
    """
    given = _text(claims.get("email"))
    said = claims.get("email_verified")
    verified = trusts_addresses if said is None else str(said).lower() == "true"
    email = given if verified else ""
    return Login(
        name=_name(_text(claims.get("name"))) or _name(email) or _name(_text(claims.get("sub"))),
        email=email,
        subject=_text(claims.get("sub")),
        unverified="" if verified else _name(given),
    )


def signed(login: Login) -> str:
    """The person as comments and decisions carry it: name and identity, which no other can have.

    A name that is too long is cut, the identity only where it alone is.
    """
    name, identity = login.name, login.identity
    if not identity or _same(name, identity):
        return _short(name, LONGEST_NAME)
    room = LONGEST_NAME - len(identity) - 3
    return f"{_short(name, room)} ({identity})" if room >= 2 else _short(identity, LONGEST_NAME)


def place() -> Path:
    """Where the list is: the file that `CHUNKBOARD_PEOPLE` names, else `.streamlit/people.toml`."""
    return Path(os.environ.get(VARIABLE) or USUAL)


def read_people() -> People:
    """The list as its file is now, so that a change needs no restart.

    Raises:
        PeopleError: The file is not there, cannot be read, or is no list. Nobody is let in then:
            what was a list of readers a moment ago lets in nobody else by being moved away.
    """
    path = place()
    try:
        stamp = path.stat()
    except FileNotFoundError:
        if os.environ.get(VARIABLE):
            raise PeopleError(
                tr("{path}: there is no such file; {name} names it", path=path, name=VARIABLE)
            ) from None
        raise PeopleError(
            tr(
                "{path}: there is no such file; it says who may do what, as "
                'editors = ["ana@example.org"]',
                path=path,
            )
        ) from None
    except OSError as error:
        raise PeopleError(f"{path}: {error.strerror}") from None
    return _read(path, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(4)
def _read(path: Path, _changed: int, _size: int) -> People:
    try:
        found = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise PeopleError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise PeopleError(tr("{path}: no TOML: {error}", path=path, error=error)) from None
    if unknown := sorted(set(found) - {"editors", "readers", TRUSTS}):
        raise PeopleError(
            tr(
                "{path}: {names}; allowed are editors, readers, {trusts}",
                path=path,
                names=", ".join(map(repr, unknown)),
                trusts=TRUSTS,
            )
        )
    # A file that is being saved may be empty for a moment.
    if not found.keys() & {"editors", "readers"}:
        raise PeopleError(tr("{path}: names neither editors nor readers", path=path))
    trusts = found.get(TRUSTS, False)
    if not isinstance(trusts, bool):
        raise PeopleError(
            tr(
                "{path}: {name} = {given!r}; allowed are true, false",
                path=path,
                name=TRUSTS,
                given=trusts,
            )
        )
    readers = _list(path, found, "readers") if "readers" in found else None
    return People(_list(path, found, "editors"), readers, trusts)


def _list(path: Path, found: Mapping[str, Any], name: str) -> tuple[str, ...]:
    given = found.get(name, [])
    if not isinstance(given, list) or not all(isinstance(one, str) and one for one in given):
        raise PeopleError(
            tr(
                "{path}: {name} = {given!r}; allowed is a list of addresses, as "
                '["ana@example.org", "@example.org"]',
                path=path,
                name=name,
                given=given,
            )
        )
    for one in given:
        if one == "@" or one.strip() != one:
            raise PeopleError(
                tr(
                    "{path}: {name} holds {one!r}; allowed are ana@example.org, @example.org or a "
                    "subject",
                    path=path,
                    name=name,
                    one=one,
                )
            )
    return tuple(given)


def _listed(login: Login, listed: Iterable[str]) -> bool:
    for one in listed:
        if one.startswith("@"):
            _, at, domain = login.email.rpartition("@")
            if at and _same(domain, one[1:]):
                return True
        elif "@" in one:
            if login.email and _same(login.email, one):
                return True
        elif login.subject == one:
            return True
    return False


def _same(one: str, other: str) -> bool:
    """Alike but for the case of ASCII letters: a Kelvin sign is no k."""
    return one == other or (one.isascii() and other.isascii() and one.lower() == other.lower())


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _name(words: str) -> str:
    """A name on one line, without marks that control how the text around it is drawn."""
    kept = (one for one in _TURNING.sub("", words) if unicodedata.category(one) != "Cs")
    return " ".join("".join(" " if one < " " else one for one in kept).split())


def _short(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
