"""Who looks at the page, and what they may do: the provider's login where one is configured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import streamlit as st
from streamlit.auth_util import get_secrets_auth_section

from evaluation.actors import Actor
from golden_sets.language import marked, tr
from pages.ui.people_list import Login, PeopleError, Role, login_of, read_people, signed

READS = marked("You are signed in as a reader: an editor can do this.")
NOT_IN = marked("Sign in first.")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the dashboard.

    Attributes:
        login: None of the local person, where no login is configured, and of whoever has not
            signed in.
        role: None of whoever may not even read.
        fault: Why the list of people cannot be used, for the administrator.
    """

    login: Login | None
    role: Role | None
    fault: str = ""

    @property
    def may_edit(self) -> bool:
        return self.role == "editor"

    @property
    def signed(self) -> str:
        """The name that comments and decisions carry; "" of the local person, who types one."""
        return signed(self.login) if self.login else ""

    def actor(self, typed: str = "") -> Actor:
        """The person as the log has it.

        Args:
            typed: The name that the local person gave; of no account to one who signed in.
        """
        if self.login is None:
            return Actor(typed.strip())
        return Actor(self.login.name, self.login.identity)


LOCAL = Person(None, "editor")


def login_configured() -> bool:
    """Whether `[auth]` stands in the secrets, which is what `st.login` goes by."""
    return bool(get_secrets_auth_section())


def person() -> Person:
    """Who looks at the page; outside of a page the local person, or nobody where one signs in."""
    return known_as(st.user.to_dict()) if login_configured() else LOCAL


def known_as(claims: Mapping[str, Any]) -> Person:
    """Whom a session's claims name where one signs in, by the list as it is now."""
    if not claims.get("is_logged_in"):
        return Person(None, None)
    try:
        listed = read_people()
    except PeopleError as error:
        return Person(login_of(claims), None, str(error))
    login = login_of(claims, listed.trusts_addresses)
    return Person(login, listed.role(login) if login.identity else None)


def to_readers(data: Callable[[], bytes]) -> Callable[[], bytes]:
    """The same for a download, refused to one who may not read any more when it is asked for.

    A download is made without the page, outside of which nobody knows who asks: so whoever the
    page was drawn for is kept.

    Raises:
        PermissionError: From what comes back. Streamlit says that the file could not be made.
    """
    claims = st.user.to_dict() if login_configured() else None

    def made() -> bytes:
        if claims is not None and known_as(claims).role is None:
            raise PermissionError("a download by one who may not read any more")
        return data()

    return made


def why_not() -> str | None:
    """Why the person may change nothing; None where they may."""
    found = person()
    if found.may_edit:
        return None
    return tr(READS if found.role else NOT_IN)


class Locked(TypedDict):
    """Two arguments of every control."""

    disabled: bool
    help: str | None


def locked(off: bool = False, help: str | None = None) -> Locked:
    """Arguments of a control that changes something: off, with the reason, for a reader.

    Args:
        off: Whether it is off for other reasons.
        help: What is said where the person may use it.
    """
    reason = why_not()
    return {"disabled": off or reason is not None, "help": reason or help}


def name_field(typed: str, key: str, most: int, help: str | None = None) -> str:
    """The person's name: to be typed where nobody signs in, else the login's, which cannot be.

    Args:
        typed: What the field holds at first.

    Returns:
        Never what a browser says of one who is signed in.
    """
    own = person().signed
    given = st.text_input(
        tr("Your name"),
        own or typed,
        max_chars=most,
        key=f"{key}_signed" if own else key,
        help=tr("From your login.") if own else help,
        placeholder="Ana Weber",
        disabled=bool(own),
    )
    return own or given
