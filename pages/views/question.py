"""One question under one variant, as the URL names it."""

from pages.ui import question_page

question_page.show()
