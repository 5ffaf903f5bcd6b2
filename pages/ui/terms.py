"""One explanation a term, for every tooltip."""

from golden_sets.language import Spoken, marked

TERMS = Spoken(
    {
        "hit rate": marked(
            "Share of answerable questions whose answer passages all stand in the context, "
            "in their own documents."
        ),
        "complete rate": marked(
            "Share of answerable questions whose context also holds what the answer "
            "misleads without: the exception, the heading, the header row."
        ),
        "document hit rate": marked(
            "Share of answerable questions with any text of a document that holds "
            "the answer in the context. Weaker than a hit."
        ),
        "mean rank": marked(
            "Mean position at which the answer is complete, over the questions where it is "
            "found at all. Means over different questions are not comparable."
        ),
        "index tokens": marked("Tokens of all chunks as indexed, headers and overlap counted."),
        "added tokens": marked("Index tokens over the tokens of the documents themselves."),
        "chunks": marked("Pieces in the index."),
        "duplication": marked(
            "1 minus distinct over all non-blank source characters in the index."
        ),
        "mid-sentence": marked(
            "Share of chunks that end inside a sentence, each document's last left out."
        ),
        "units": marked("Mean count of pieces a reader is handed."),
        "budget": marked("Context tokens each variant may use for a question, the same for all."),
        "headers": marked(
            "Title and headings put before each chunk; they cost index and context tokens."
        ),
        "overlap": marked("How much of its size a chunk repeats of the one before it."),
        "retriever": marked("BM25 matches words; vector matches meaning, by exact search."),
        "interval": marked(
            "95 %: of 100 golden sets like this one, about 95 would have the true value in "
            "theirs. Counted by clusters of documents that questions link, and wider the fewer and "
            "the "
            "more unequal they are. Under 8 clusters it speaks for these documents only and is too "
            "narrow "
            "for others."
        ),
        "outcome": marked("What became of a question, from spans and ranks alone."),
        "strategy": marked("How the cuts are chosen."),
        "size": marked(
            "The most a chunk may hold. Only a table row with its header, or a code block, may "
            "be larger; such chunks are counted as oversize."
        ),
        "snap": marked(
            "The overlap starts at the first sentence in reach, so that no chunk opens inside one."
        ),
        "expansion": marked(
            "What is handed over beside a chunk that was found, with a limit of its own."
        ),
        "rules": marked("Switch a rule of structure off to see what it buys."),
        "separators": marked(
            "Tried in this order: the text is split at the first, what is still too large "
            "at the next. The order is the whole of the strategy's wisdom."
        ),
        "broken bonds": marked(
            "Pairs of sentences that mislead apart (a rule and its exception, a colon and "
            "what follows it) with no chunk that holds both."
        ),
        "oversize": marked(
            "Chunks larger than the size: a table row with its header, or a code block."
        ),
        "pointing back": marked(
            "Share of chunks that open with a word pointing at what stands before (it, "
            "this, the above, 该, 上述)."
        ),
        "achieved overlap": marked(
            "Mean overlap that chunks have in fact; asking and getting differ."
        ),
    }
)
