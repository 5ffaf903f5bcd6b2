"""A golden set being written, as the URL names it."""

from pages.ui import write_page

write_page.show()
