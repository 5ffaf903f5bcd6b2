"""The history of runs, and two of them compared, as the URL names them."""

from pages.ui import runs_page

runs_page.show()
