"""What the words of the golden set page mean, for its tooltips."""

from golden_sets.language import marked, tr

KIND_WORDS = {
    "single": marked("single passage"),
    "multi_hop": marked("several passages"),
    "unanswerable": marked("unanswerable"),
}
TERMS = {
    "detectable": marked(
        "The smallest true difference between two variants that this many questions would show "
        "in 80 of 100 such sets. What is smaller ends as a difference that may be chance."
    ),
    "class": marked("Of a document: manual, policy, … A question has its answer documents' class."),
    "kind": marked("Whether one passage answers, several together, or none."),
    "split": marked("Tune questions are for choosing settings, decide questions for the verdict."),
    "tag": marked("Words that the set's authors sort questions by."),
    "search": marked("In ids and words of questions, in any case."),
}


def term(name: str) -> str:
    """The explanation, in the reader's language."""
    return tr(TERMS[name])
