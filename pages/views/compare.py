"""The variants of one stored run, compared."""

from pages.ui import compare_page

compare_page.show()
