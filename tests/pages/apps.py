"""The dashboard as AppTest runs it: a page, opened by an address."""

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parent.parent.parent
APP = str(ROOT / "app.py")
VIEWS = ROOT / "pages" / "views"


def app_of(page: str, user: Any = None, known: bool = False, **query: Any) -> AppTest:
    """A page that is not drawn yet.

    Args:
        page: The name of its script in `pages/views`.
        user: The claims of who is signed in.
        known: Whether AppTest is to know the page by its address, not by its file; that takes a
            run of the start page before.
        query: What the address says.
    """
    app = AppTest.from_file(APP, default_timeout=60)
    if user is not None:
        app.user = user
    if known:
        app.run()
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"pages/views/{page}.py")


def opened(page: str, user: Any = None, known: bool = False, **query: Any) -> AppTest:
    """A page as it is drawn, without an error of the program; arguments as of `app_of`."""
    app = app_of(page, user, known, **query).run()
    assert not app.exception
    return app
