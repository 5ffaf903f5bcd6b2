"""What the words of the writing page mean, for its tooltips."""

ROLES = {
    "answer": "States the fact that the question asks for.",
    "context": "Without it the fact misleads: the exception, the heading that limits it, the "
    "header row that carries the unit.",
}
TERMS = {
    "role": f"**Answer**: {ROLES['answer'].lower()} **Context**: {ROLES['context'].lower()}",
    "way": "Each way is enough by itself: one place that says it, or several places that say it "
    "together. Another way is another place that answers the same question.",
    "kind": "**single**: one passage answers. **multi_hop**: the answer takes several passages. "
    "**unanswerable**: the documents hold no answer. It goes by the evidence unless you choose.",
    "weight": "How much the question counts, by traffic or severity; 1 is usual.",
    "split": "**tune**: for choosing settings. **decide**: for deciding, never tuned on.",
    "tags": "Words of your own to sort questions by.",
    "author": "Who wrote the question.",
    "checked_by": "Who read it against the documents; another person than its author.",
    "id": "How results name the question. Left empty, it gets the next free one when saved.",
    "who": "Put beside every change in the history, so that others know whom to ask.",
    "quote": "Words as they stand in a document; how they are spaced does not matter.",
    "size": "Characters a chunk holds at most; the documents are cut by structure here.",
    "budget": "Context tokens a reader is handed; what ranks behind it is not read.",
    "rank": "The place in the ranking at which all answer passages of one way are there.",
    "candidates": "Places that make good questions, found by rule. They propose evidence; the "
    "question is yours to write.",
    "vectors": "They match meaning. Making them takes a model, which runs in a process of its own.",
}
