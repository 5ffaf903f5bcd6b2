"""One explanation a term, for every tooltip."""

TERMS = {
    "hit rate": "Share of answerable questions whose answer passages all stand in the context, "
    "in their own documents.",
    "complete rate": "Share of answerable questions whose context also holds what the answer "
    "misleads without: the exception, the heading, the header row.",
    "document hit rate": "Share of answerable questions with any text of a document that holds "
    "the answer in the context. Weaker than a hit.",
    "mean rank": "Mean position at which the answer is complete, over the questions where it is "
    "found at all. Means over different questions are not comparable.",
    "index tokens": "Tokens of all chunks as indexed, headers and overlap counted.",
    "added tokens": "Index tokens over the tokens of the documents themselves.",
    "chunks": "Pieces in the index.",
    "duplication": "1 minus distinct over all non-blank source characters in the index.",
    "mid-sentence": "Share of chunks that end inside a sentence, each document's last left out.",
    "units": "Mean count of pieces a reader is handed.",
    "budget": "Context tokens each variant may use for a question, the same for all.",
    "headers": "Title and headings put before each chunk; they cost index and context tokens.",
    "overlap": "How much of its size a chunk repeats of the one before it.",
    "retriever": "BM25 matches words; vector matches meaning, by exact search.",
    "outcome": "What became of a question, from spans and ranks alone.",
}
