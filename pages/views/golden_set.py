"""What is in a golden set, as the URL names it."""

from pages.ui import golden_page

golden_page.show()
