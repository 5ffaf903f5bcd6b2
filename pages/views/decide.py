"""What is decided about a golden set, by rules that were fixed before."""

from pages.ui import decide_page

decide_page.show()
