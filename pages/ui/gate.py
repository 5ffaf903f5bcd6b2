"""Who comes in: the page of one who has not signed in, and who is signed in, in the sidebar."""

from pathlib import Path

import streamlit as st

from golden_sets.language import tr
from pages.ui import people, server_access, server_hosts
from pages.ui.people_list import Login, PeopleError

_wanted = st.components.v2.component(
    "chunkboard_wanted",
    html="<span></span>",
    js=(Path(__file__).parent / "gate_return.js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def fault() -> str | None:
    """Why the server serves nothing, whoever asks; None where it does."""
    login = people.login_configured()
    if not login:
        try:
            # A file of secrets that cannot be read might have held the login.
            if server_access.auth_section() is not None:
                return tr("A login is configured; start the server again for it to hold.")
        except PeopleError as error:
            return str(error)
    reason = server_access.refusal(server_access.address_of(), login)
    # A login's cookie is given to its own name alone.
    return reason if reason or login else server_hosts.stranger(st.context.headers.get("Host"))


def entered() -> bool:
    """Whether the pages may be shown."""
    return fault() is None and people.person().role is not None


def show() -> None:
    """What stands in the place of the pages."""
    st.title("Chunkboard")
    if reason := fault():
        st.error(tr("Nothing is served:"), icon=":material/lock:")
        st.code(reason, language=None, wrap_lines=True)
        return
    found = people.person()
    if found.login is None:
        st.markdown(tr("Sign in to see what was run and decided here."))
        _doors()
        _wanted(key="wanted", data="leave")
        return
    if found.fault:
        st.error(tr("The list of who may do what cannot be used:"), icon=":material/error:")
        st.code(found.fault, language=None, wrap_lines=True)
    else:
        st.warning(
            tr("You are signed in, and not among those who may read here. Ask who runs it."),
            icon=":material/lock:",
        )
    st.text(found.signed or tr("The login names neither an address nor a subject."))
    _unverified(found.login)
    _out("gate_out")


def _unverified(login: Login) -> None:
    """Why somebody whose address is on the list is not taken for that one."""
    if login.unverified:
        words = tr("Its address does not count: the provider does not say that it is verified.")
        st.caption(words)
        st.text(login.unverified)


def _doors() -> None:
    """A button for each provider."""
    names = server_access.providers(st.secrets["auth"])
    for name in names:
        label = tr("Sign in") if name == "default" else tr("Sign in with {name}", name=name)
        if st.button(label, type="primary", key=f"gate_{name}", icon=":material/login:"):
            st.login(None if name == "default" else name)


def _out(key: str) -> None:
    if st.button(tr("Sign out"), key=key, icon=":material/logout:"):
        st.logout()


def footer() -> None:
    """Who is here and what they may do; without a login, who can come in."""
    found = people.person()
    with st.sidebar:
        if found.login is not None:
            # A name is the person's own, so it is no markdown.
            st.text(found.signed)
            role = tr("editor") if found.may_edit else tr("reader: an editor can change things")
            st.caption(role)
            _unverified(found.login)
            _out("sign_out")
            _wanted(key="wanted", data="return")
        elif server_access.is_loopback(server_access.address_of()):
            st.caption(tr("Only this machine reaches the server. Nobody signs in."))
        else:
            st.caption(
                tr("Whoever reaches this server may do everything: it runs without a login.")
            )
