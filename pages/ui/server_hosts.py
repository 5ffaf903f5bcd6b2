"""Names under which a server on this machine answers, and what Streamlit would ask the net for.

A page on the internet can have its own name point at 127.0.0.1 and then speak to the dashboard as
if it were its own (DNS rebinding): so a server that listens on this machine alone answers to this
machine's names, and to the one that a login comes back to. `server.allowedHosts` takes others.
"""

import ipaddress
import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

OPTION = "server.allowedHosts"
LOCAL = ("localhost", "127.0.0.1", "::1")


def stay_here() -> None:
    """Keeps Streamlit from asking the net which address this machine has.

    It would, by HTTP, whenever a page of another origin tries to connect, to compare the two.
    """
    from streamlit import net_util

    net_util.get_external_ip = lambda: None
    net_util.get_internal_ip = lambda: None


def host_options(arguments: Sequence[str]) -> list[str]:
    """The options for the names; none where they are given or others may reach the server."""
    from streamlit import config

    given = any(one.split("=")[0] == f"--{OPTION}" for one in arguments)
    if given or config.is_manually_set(OPTION) or not _is_loopback(_address(arguments)):
        return []
    names = [*LOCAL, *_login_host()]
    return [word for name in dict.fromkeys(names) for word in (f"--{OPTION}", name)]


def _address(arguments: Sequence[str]) -> str:
    """Where the server will listen; "" is everywhere."""
    from streamlit import config

    address = os.environ.get("STREAMLIT_SERVER_ADDRESS") or config.get_option("server.address")
    for at, one in enumerate(arguments):
        name, equals, value = one.partition("=")
        if name == "--server.address":
            address = value if equals else "".join(arguments[at + 1 : at + 2])
    return str(address or "")


def _is_loopback(address: str) -> bool:
    try:
        return address == "localhost" or ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return False


def _login_host() -> list[str]:
    """The name that a login's provider sends people back to, behind a proxy."""
    try:
        name = urlsplit(str(_auth().get("redirect_uri", ""))).hostname
    except ValueError:
        return []
    return [name] if name else []


def _auth() -> dict[str, Any]:
    """What the secrets say of a login; nothing without any."""
    from streamlit.runtime.secrets import secrets_singleton

    there = secrets_singleton.load_if_toml_exists()
    return dict(secrets_singleton.get("auth") or {}) if there else {}
