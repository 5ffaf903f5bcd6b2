"""Serves the dashboard: `python -m pages.ui.serve`, with `streamlit run`'s own options."""

import sys
from pathlib import Path


def main() -> None:
    """Runs `streamlit run app.py`.

    A folder named `pages` makes Streamlit answer the first deep link to a fresh server with
    "Page not found", until some session has called `st.navigation`
    (https://github.com/streamlit/streamlit/issues/9624). Saying beforehand that the folder holds
    no pages of the old kind is what `st.navigation` itself does.
    """
    from streamlit.runtime.pages_manager import PagesManager
    from streamlit.web import cli

    PagesManager.uses_pages_directory = False
    app = Path(__file__).parent.parent.parent / "app.py"
    sys.argv = ["streamlit", "run", str(app), *sys.argv[1:]]
    cli.main()


if __name__ == "__main__":
    main()
