"""One explanation a term of the page Tune, for its tooltips."""

from golden_sets.language import marked

TERMS = {
    "strategy": marked("How the cuts are chosen."),
    "size": marked(
        "The most a chunk may hold. Only a table row with its header, or a code block, may be "
        "larger."
    ),
    "overlap": marked("How much of its size a chunk repeats of the one before it."),
    "snap": marked(
        "The overlap starts at the first sentence in reach, so that no chunk opens inside one."
    ),
    "expansion": marked(
        "What is handed over beside a chunk that was found; it is not searched, and it is paid "
        "from the same budget."
    ),
    "added": marked("The most tokens that are added to one chunk."),
    "splitter": marked(
        "Cuts in place of our strategies. Its pieces are aligned to the documents; what stands in "
        "none of them is counted and said."
    ),
    "headers": marked(
        "Title and headings put before each chunk; they cost index and context tokens."
    ),
    "retriever": marked(
        "BM25 matches words and needs no model; vector matches meaning; hybrid joins both by rank."
    ),
    "budget": marked("Context tokens the reader may be handed for a question."),
    "model": marked(
        "What makes the vectors. The set's own is the one a run takes; the fast one is four times "
        "as quick or more and ranks otherwise, so what it shows is to be seen again under the "
        "set's own."
    ),
    "pinned": marked("What the current setting is held against; it stays until another is pinned."),
    "hit rate": marked(
        "Share of answerable questions whose answer passages all stand in the context, in their "
        "own documents."
    ),
    "complete rate": marked(
        "Share of answerable questions whose context also holds what the answer misleads without: "
        "the exception, the heading, the header row."
    ),
    "document hit rate": marked(
        "Share of answerable questions with any text of a document that holds the answer in the "
        "context. Weaker than a hit."
    ),
    "mean rank": marked(
        "Mean position at which the answer is complete, over the questions ranked under both "
        "settings; means over different questions are not comparable."
    ),
    "context tokens": marked("Mean tokens of what the reader is handed, of the budget."),
    "index tokens": marked("Tokens of all chunks as indexed, headers and overlap counted."),
    "interval": marked(
        "95 %: of 100 golden sets like this one, about 95 would have the true difference in "
        "theirs. Paired by question, counted by clusters of documents that questions link."
    ),
    "context duplication": marked(
        "Share of the context's characters that repeat what already stands in it; mean over "
        "questions."
    ),
    "blurred": marked(
        "Share of answer passages that stand whole in two chunks or more, so that a citation can "
        "name either."
    ),
}
