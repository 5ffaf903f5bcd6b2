"""Streamlit's own words, which it has in English only, for `frame_words.js` to say otherwise.

Word for word as Streamlit 1.67 writes them; `{what}` is whatever stands there.
"""

from functools import cache

from golden_sets.language import language, marked, tr

WORDS = (
    # The frame.
    marked("Skip to main content"),
    marked("Collapse sidebar"),
    marked("Expand sidebar"),
    marked("Sidebar"),
    marked("App pages"),
    marked("Main menu"),
    marked("Theme"),
    marked("System"),
    marked("Light"),
    marked("Dark"),
    marked("Rerun"),
    marked("Print"),
    marked("Record screen"),
    marked("Made with Streamlit v"),
    marked("Stop"),
    marked("Running..."),
    marked("Connecting"),
    marked("CONNECTING"),
    marked("Connection error"),
    marked("Please wait..."),
    marked("Close"),
    marked("Dismiss"),
    marked("Link to heading"),
    marked("Help"),
    marked("Help for {what}"),
    marked("icon"),
    # Fields.
    marked("Choose an option"),
    marked("Choose options"),
    marked("Choose or add an option"),
    marked("Choose or add options"),
    marked("Add options"),
    marked("Add: {what}"),
    marked("No results"),
    marked("{n} option available."),
    marked("{n} options available."),
    marked("{what}, selected."),
    marked("{what}, not selected."),
    marked("No options"),
    marked("No options to select"),
    marked("No options to select."),
    marked("Select all"),
    marked("Select {n} matches"),
    marked("Selected values"),
    marked("Clear all"),
    marked("Clear value"),
    marked("Clear entry"),
    marked("Open"),
    marked("Decrement"),
    marked("Increment"),
    marked("Remove {what}"),
    marked("Press Enter to apply"),
    marked("Press Ctrl+Enter to apply"),
    marked("Press ⌘+Enter to apply"),
    marked("Press Enter to submit form"),
    marked("Press Ctrl+Enter to submit form"),
    marked("Press ⌘+Enter to submit form"),
    # Files.
    marked("Upload"),
    marked("Add files"),
    marked("file upload"),
    marked("{size} per file"),
    marked("{size} per file • {endings}"),
    marked("Error:"),
    marked("{kind} files are not allowed."),
    marked("File is larger than {size}"),
    marked("Too many files"),
    # Tables, code and charts.
    marked("Show/hide columns"),
    marked("Show/hide columns: {what}"),
    marked("Download as CSV"),
    marked("Download as CSV: {what}"),
    marked("Search"),
    marked("Search: {what}"),
    marked("Close Search"),
    marked("Previous Result"),
    marked("Next Result"),
    marked("Fullscreen"),
    marked("Fullscreen: {what}"),
    marked("Close fullscreen"),
    marked("Close fullscreen: {what}"),
    marked("Dataframe column menu"),
    marked("Copy column name"),
    marked("Sort ascending"),
    marked("Sort descending"),
    marked("Format"),
    marked("Autosize"),
    marked("Pin column"),
    marked("Unpin column"),
    marked("Hide column"),
    marked("Automatic"),
    marked("Localized"),
    marked("Plain"),
    marked("Compact"),
    marked("Dollar"),
    marked("Euro"),
    marked("Yen"),
    marked("Percent"),
    marked("Scientific"),
    marked("Accounting"),
    marked("Copy to clipboard"),
    marked("Copy"),
    marked("Copied"),
    marked("Copy version to clipboard"),
)
# Plotly asks for these by name.
CHART = (
    marked("Download plot"),
    marked("Sorry, there was a problem downloading your image!"),
    marked("Preparing image - this may take a few seconds"),
    marked("Image download succeeded"),
    marked("Double-click to zoom back out"),
    marked("Double-click on legend to isolate one trace"),
)


def words() -> dict[str, str]:
    """Each that is another in the reader's language; none in English."""
    return _words(language())


@cache
def _words(spoken: str) -> dict[str, str]:
    return {} if spoken == "en" else {one: tr(one) for one in WORDS}


def of_charts() -> dict[str, str]:
    """Those of Plotly's charts."""
    return {} if language() == "en" else {one: tr(one) for one in CHART}
