"""Names under which a server on this machine answers, and what Streamlit would ask the net for.

A page on the internet can have its own name point at 127.0.0.1 and then speak to the dashboard as
if it were its own (DNS rebinding): so a server that listens on this machine alone answers to this
machine's names, and to the one that a login comes back to. `server.allowedHosts` takes others.
"""

from urllib.parse import urlsplit

from streamlit import config, net_util

from golden_sets.language import tr
from pages.ui.server_access import address_of, auth_section, is_loopback

OPTION = "server.allowedHosts"
LOCAL = ("localhost", "127.0.0.1", "::1")


def stay_here() -> None:
    """Keeps Streamlit from asking the net which address this machine has.

    It would, by HTTP, whenever a page of another origin tries to connect, to compare the two.
    """
    net_util.get_external_ip = lambda: None
    net_util.get_internal_ip = lambda: None


def host_options() -> list[str]:
    """The options for the names; none where they are given or others may reach the server.

    Asked once the server's options are known (`server_access.take_options`).
    """
    if config.is_manually_set(OPTION) or not is_loopback(address_of()):
        return []
    names = [*LOCAL, *_login_host()]
    return [word for name in dict.fromkeys(names) for word in (f"--{OPTION}", name)]


def stranger(host: str | None) -> str | None:
    """Why nothing is served under the name that a browser asks for; None where it is.

    Streamlit itself refuses where it was given names, as `pages.ui.serve` gives them. This is for
    a server that was started by `streamlit run app.py`.
    """
    if host is None or config.get_option(OPTION) or not is_loopback(address_of()):
        return None
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = host
    if name.rstrip(".") in LOCAL:
        return None
    return tr(
        "the server was asked for by the name {name}, which is none of this machine's. Start it by "
        "`python -m pages.ui.serve --server.allowedHosts {name}` if that is meant.",
        name=name,
    )


def _login_host() -> list[str]:
    """The name that a login's provider sends people back to, behind a proxy."""
    try:
        name = urlsplit(str((auth_section() or {}).get("redirect_uri", ""))).hostname
    except ValueError:
        return []
    return [name] if name else []
