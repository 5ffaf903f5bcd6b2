"""The log of who did what as a table for a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable

from evaluation.action_log import COLUMNS, Action
from evaluation.score_rows import safe_cell


def log_csv(lines: Iterable[Action], link: Callable[[Action], str | None]) -> bytes:
    """A row a line, its link last, in UTF-8 with the mark by which spreadsheets know it."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow((*COLUMNS, "link"))
    for one in lines:
        row = [getattr(one, name) for name in COLUMNS]
        table.writerow([safe_cell(value) for value in (*row, link(one) or "")])
    return written.getvalue().encode("utf-8-sig")
