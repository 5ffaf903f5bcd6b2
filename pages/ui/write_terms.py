"""What the words of the writing page mean, for its tooltips."""

from golden_sets.language import Spoken, marked

ROLES = Spoken(
    {
        "answer": marked("States the fact that the question asks for."),
        "context": marked(
            "Without it the fact misleads: the exception, the heading that limits it, the "
            "header row that carries the unit."
        ),
    }
)
ROLE_NAMES = Spoken({"answer": marked("answer"), "context": marked("context")})
KIND_NAMES = Spoken(
    {
        "single": marked("single"),
        "multi_hop": marked("multi_hop"),
        "unanswerable": marked("unanswerable"),
    }
)
SPLIT_NAMES = Spoken({"tune": marked("tune"), "decide": marked("decide")})
TERMS = Spoken(
    {
        "role": marked(
            "**Answer**: states the fact that the question asks for. **Context**: without it the "
            "fact misleads: the exception, the heading that limits it, the header row that carries "
            "the unit."
        ),
        "way": marked(
            "Each way is enough by itself: one place that says it, or several places that say it "
            "together. Another way is another place that answers the same question."
        ),
        "kind": marked(
            "**single**: one passage answers. **multi_hop**: the answer takes several passages. "
            "**unanswerable**: the documents hold no answer. It goes by the evidence unless you "
            "choose."
        ),
        "weight": marked("How much the question counts, by traffic or severity; 1 is usual."),
        "split": marked(
            "**tune**: for choosing settings. **decide**: for deciding, never tuned on."
        ),
        "tags": marked("Words of your own to sort questions by."),
        "author": marked("Who wrote the question."),
        "checked_by": marked("Who read it against the documents; another person than its author."),
        "id": marked(
            "How results name the question. Left empty, it gets the next free one when saved."
        ),
        "who": marked("Put beside every change in the history, so that others know whom to ask."),
        "quote": marked("Words as they stand in a document; how they are spaced does not matter."),
        "size": marked(
            "Characters a chunk holds at most; the documents are cut by structure here."
        ),
        "budget": marked("Context tokens a reader is handed; what ranks behind it is not read."),
        "rank": marked(
            "The place in the ranking at which all answer passages of one way are there."
        ),
        "candidates": marked(
            "Places that make good questions, found by rule. They propose evidence; the "
            "question is yours to write."
        ),
        "vectors": marked(
            "They match meaning. Making them takes a model, which runs in a process of its own."
        ),
    }
)
