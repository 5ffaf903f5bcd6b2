"""One setting against a pinned one, as the address names both."""

from pages.ui import tune_page

tune_page.show()
