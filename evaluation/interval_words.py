"""How an interval was made, in the reader's language."""

import re

from evaluation.statistics import LOCAL
from golden_sets.language import Worded, marked, tr, worded

_KIND = re.compile(rf"(Wilson|bootstrap|t interval) over (\d+) (clusters|questions, {LOCAL})")
_METHODS = {
    "Wilson": marked("Wilson"),
    "bootstrap": marked("bootstrap"),
    "t interval": marked("t interval"),
}


def interval_kind(kind: str) -> str:
    """The `kind` of an interval, as `statistics` makes it: `t interval over 21 clusters`."""
    return tr(kind_worded(kind))


def kind_worded(kind: str) -> Worded:
    """The same, to be kept."""
    found = _KIND.fullmatch(kind)
    if found is None:
        return worded(kind)
    method, count = worded(_METHODS[found[1]]), int(found[2])
    if found[3] == "clusters":
        return worded("{method} over {n} clusters", method=method, n=count)
    return worded("{method} over {n} questions, for these documents only", method=method, n=count)
