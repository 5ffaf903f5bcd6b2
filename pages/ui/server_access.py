"""Who can reach the server, and whether that is meant: looked at before it starts and on a page."""

import ipaddress
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from streamlit import config
from streamlit.auth_util import is_authlib_installed, validate_auth_credentials
from streamlit.errors import StreamlitAuthError

from golden_sets.language import tr
from pages.ui.people_list import PeopleError, place, read_people

OPEN = "CHUNKBOARD_WITHOUT_LOGIN"
SHORTEST_SECRET = 32


def take_options(arguments: Sequence[str]) -> None:
    """Takes the options as `streamlit run` will take them: from its arguments, from the environment
    and from the settings; what it will refuse itself is passed over."""
    from streamlit.web import bootstrap, cli

    given = cli.main_run.make_context("run", ["app.py", *arguments], resilient_parsing=True).params
    bootstrap.load_config_options(
        {name: value for name, value in given.items() if name not in ("target", "args")}
    )


def address_of() -> str:
    """Where the server listens; "" is everywhere."""
    return str(config.get_option("server.address") or "")


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches the address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def refusal(address: str, login: bool) -> str | None:
    """Why nothing may be served at this address; None where it may."""
    if login or is_loopback(address) or os.environ.get(OPEN) == "yes":
        return None
    return tr(
        "the server would listen on {address} without a login, so whoever reaches it could change "
        "and delete everything. Configure a login (README, “For a team”), or keep to 127.0.0.1, "
        "or set {name}=yes if the network itself lets in nobody else.",
        address=address or tr("every address"),
        name=OPEN,
    )


def auth_section() -> Mapping[str, Any] | None:
    """`[auth]` of the secrets as their files are; None without it.

    Raises:
        PeopleError: A file is there and cannot be read: a login may be meant by it.
    """
    found = None
    for path in map(Path, config.get_option("secrets.files")):
        try:
            given = tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise PeopleError(f"{path}: {error.strerror}") from None
        except ValueError:
            # What is wrong stands beside secrets: it is not repeated.
            raise PeopleError(tr("{path}: no TOML, so no login can be read", path=path)) from None
        if "auth" in given:
            found = given["auth"]
    if found is not None and not isinstance(found, dict):
        raise PeopleError(tr("[auth] in the secrets is no table"))
    return found


def providers(auth: Mapping[str, Any]) -> list[str]:
    """The names of the providers that `[auth]` configures; `default` is the one without a name."""
    named = [name for name, value in auth.items() if isinstance(value, Mapping)]
    named = [name for name in named if name != "client_kwargs"]
    return [*(["default"] if "client_id" in auth or not named else []), *named]


def check() -> bool:
    """Whether a login is configured, and rightly.

    Raises:
        PeopleError: It is configured and cannot work or is not safe, or the list of people cannot
            be read.
    """
    auth = auth_section()
    if auth is None:
        return False
    if not is_authlib_installed():
        raise PeopleError(tr("[auth] is configured, and Authlib is not installed"))
    for name in providers(auth):
        try:
            validate_auth_credentials(name)
        except StreamlitAuthError as error:
            raise PeopleError(" ".join(str(error).split())) from None
    if len(str(auth.get("cookie_secret", ""))) < SHORTEST_SECRET:
        raise PeopleError(
            tr(
                "[auth] cookie_secret is short enough to be guessed; allowed are {n} characters "
                "or more, as `python -c 'import secrets; print(secrets.token_hex())'` makes",
                n=SHORTEST_SECRET,
            )
        )
    read_people()
    return True


def told(address: str, login: bool) -> str:
    """What is said at the start of who can come in."""
    if login:
        return tr("Login is configured; {path} says who may do what.", path=place())
    if is_loopback(address):
        return tr(
            "Only this machine reaches the server ({address}). Nobody signs in: whoever uses it is "
            "the local person, who may do everything.",
            address=address,
        )
    return tr(
        "Whoever reaches {address} may do everything, for {name}=yes is set.",
        address=address or tr("every address"),
        name=OPEN,
    )
