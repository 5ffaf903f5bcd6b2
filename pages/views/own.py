"""One's own documents: where each strategy cuts them, the first questions, and the run."""

from pages.ui import own_page

own_page.show()
