"""Uploads are taken from editors alone.

Streamlit takes a file from whoever has a session, and each visitor has one, signed in or not; it
keeps it in memory for as long as the page is open. What became of a field that is off in the
browser, nobody asks.
"""

from starlette.exceptions import HTTPException
from streamlit.runtime import Runtime
from streamlit.web.server.starlette import starlette_app

from pages.ui import people

_NAME = "create_upload_routes"


class _Editors:
    """A runtime, as far as uploads ask it for one."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def is_active_session(self, session: str) -> bool:
        """Whether there is such a session; asked before a byte of the file is read.

        Raises:
            HTTPException: Its visitor is no editor.
        """
        found = self._runtime._session_mgr.get_active_session_info(session)
        if found is None:
            return False
        if people.login_configured() and not people.known_as(found.session._user_info).may_edit:
            raise HTTPException(403, "Not allowed")
        return True


def from_editors_alone() -> None:
    """Has the server that is started next ask who it is that sends a file."""

    routes = getattr(starlette_app, _NAME)
    setattr(starlette_app, _NAME, lambda runtime, *given: routes(_Editors(runtime), *given))
