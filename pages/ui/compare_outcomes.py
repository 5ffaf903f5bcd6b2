"""Outcomes: a colour each, with a letter as the second cue, from found to never found."""

from html import escape

from golden_sets.language import marked, tr
from pages.ui.question_view import OUTCOME_WORDS

HITS = ("complete", "missing_context")
# Background, text on it, letter; hits are blue-green, misses the darker the farther off.
OUTCOMES = {
    "complete": ("#0b6e75", "#ffffff", marked("C")),
    "missing_context": ("#86c5c9", "#10262a", marked("L")),
    "crowded_out": ("#fbeeb8", "#2d2600", marked("R")),
    "split": ("#f6d36b", "#2d2600", marked("S")),
    "below_budget": ("#eeb04c", "#2d2600", marked("B")),
    "partial": ("#df8440", "#1f0f00", marked("P")),
    "wrong_passage": ("#b5493a", "#ffffff", marked("W")),
    "missed_document": ("#6e2340", "#ffffff", marked("M")),
}
_STYLE = """<style>
.cbo-key{display:flex;flex-wrap:wrap;gap:.3rem .9rem;font-size:.88rem;margin:.1rem 0 .4rem}
.cbo-key span{display:inline-flex;align-items:center;gap:.35rem}
.cbo-key b{display:inline-block;min-width:1.35rem;text-align:center;border-radius:3px;
  font-weight:600;padding:0 .2rem}
</style>"""


def outcome_words(name: str) -> str:
    return OUTCOME_WORDS[name]


def letter(name: str) -> str:
    return tr(OUTCOMES[name][2])


def key_html(names: list[str]) -> str:
    """The key of these outcomes, in their order."""
    parts = [
        f'<span><b style="background:{back};color:{front}">{escape(letter(name))}</b>'
        f"{escape(outcome_words(name))}</span>"
        for name, (back, front, _) in OUTCOMES.items()
        if name in names
    ]
    return f'{_STYLE}<div class="cbo-key">{"".join(parts)}</div>'
