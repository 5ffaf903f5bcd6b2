"""Serves the dashboard: `python -m pages.ui.serve`, with `streamlit run`'s own options.

Exit status 2, and a line that says why, where it would let in whoever comes by.
"""

import sys
from importlib import import_module
from pathlib import Path

# What every page needs; the first visitor would wait for it.
PRELOADED = (
    "plotly.graph_objects",
    "pages.ui.start_page",
    "pages.ui.question_page",
    "pages.ui.decide_page",
    "pages.ui.runs_page",
)


def preload() -> None:
    for name in PRELOADED:
        import_module(name)


def allowed(arguments: list[str]) -> bool:
    """Says who can come in, or why nothing is served."""
    from pages.ui import server_access
    from pages.ui.people_list import PeopleError

    server_access.take_options(arguments)
    address = server_access.address_of()
    try:
        login = server_access.check()
    except PeopleError as error:
        print(f"error: {error}", file=sys.stderr)
        return False
    if reason := server_access.refusal(address, login):
        print(f"error: {reason}", file=sys.stderr)
        return False
    print(server_access.told(address, login), flush=True)
    return True


def main() -> None:
    """Runs `streamlit run app.py`.

    A folder named `pages` makes Streamlit answer the first deep link to a fresh server with
    "Page not found", until some session has called `st.navigation`
    (https://github.com/streamlit/streamlit/issues/9624). Saying beforehand that the folder holds
    no pages of the old kind is what `st.navigation` itself does.
    """
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.web import cli

    from pages.ui.server_hosts import host_options, stay_here
    from pages.ui.server_uploads import from_editors_alone

    if not allowed(sys.argv[1:]):
        sys.exit(2)
    PagesManager.uses_pages_directory = False
    preload()
    app = Path(__file__).parent.parent.parent / "app.py"
    stay_here()
    from_editors_alone()
    sys.argv = ["streamlit", "run", str(app), *host_options(), *sys.argv[1:]]
    cli.main()


if __name__ == "__main__":
    main()
