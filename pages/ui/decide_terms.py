"""What the words of the page Decide mean, for its tooltips."""

from golden_sets.language import marked, tr

TERMS = {
    "baseline": marked("The variant in use, or the one to beat. Every difference is to it."),
    "candidates": marked(
        "The variants that could take its place. Write the id of any other variant: "
        "structure-800c-o80-headers is structure at 800 characters, 80 of them overlap, headers."
    ),
    "retrievers": marked(
        "Each candidate gets a verdict under each of these. BM25 matches words; vector matches "
        "meaning; hybrid joins both; Chroma is vector through an index as you would deploy it."
    ),
    "metric": marked(
        "What is counted. A hit: all answer passages stand in the context. Complete: the passages "
        "it misleads without, too. Document hit: any text of the right document."
    ),
    "budget_tokens": marked(
        "Context tokens each variant may use for a question, the same for all."
    ),
    "reject_below": marked("Points under which a difference is not worth having."),
    "adopt_at": marked("Points from which a candidate is adopted, if chance cannot explain them."),
    "level": marked(
        "How sure all verdicts together are to be. It is shared over the comparisons: with 8 of "
        "them, 95 % becomes an interval of 99.38 % for each."
    ),
    "pilot_class": marked(
        "The class of documents that a candidate worth a trial, but no more, is tried on."
    ),
    "baseline_top_k": marked(
        "Production hands over a fixed number of pieces whatever their size: that number. The "
        "comparison is then unequal, and every verdict says so. Empty: the budget."
    ),
    "limits": marked("A candidate over a limit is rejected, whatever it finds. Empty: no limit."),
    "limits.duplication": marked("Share of indexed characters that repeat."),
    "limits.indexing_seconds": marked(
        "To cut and to embed, as measured in the run; vectors kept from earlier runs take no time."
    ),
    "costs": marked(
        "Assumptions until you edit them. They price the whole corpus, of which the golden set is "
        "taken to be a sample."
    ),
    "costs.bytes_per_vector": marked(
        "Empty: 4 bytes a dimension of the run's model, 1,536 for 384 dimensions."
    ),
    "costs.corpus_tokens": marked("Of the whole corpus, as it is embedded once."),
    "costs.changed_per_month": marked(
        "Share of the documents edited once a month; more than 100 for several edits each."
    ),
    "costs.reembedding": marked(
        "What an edit makes again is measured in the run. To put a figure of your own in its "
        "place: structure-400c=10, fixed-400c=50, in percent of a variant's embedded tokens."
    ),
    "robustness": marked(
        "Every verdict is asked again with one thing changed. This describes how far it carries; "
        "it decides nothing."
    ),
    "robustness.budgets": marked("Context tokens, by comma. Empty: half and twice. Or: none."),
    "robustness.retrievers": marked(
        "Beside those that decide. Empty: hybrid, where BM25 and vector decide. Or: none."
    ),
    "robustness.fill": marked(
        "cut: the piece that crosses the budget is cut there, not left out. Or: none."
    ),
    "robustness.model": marked(
        "A second embedding model for what vectors decide. By itself: use, or, for a run that is "
        "by use, the one that the language of the documents asks for."
    ),
    "model": marked(
        "What makes the vectors; auto goes by the language of the documents. Others by name: "
        "st:FOLDER for a sentence-transformers model, openai:URL#MODEL for a server. Nothing is "
        "asked of them before you press the button beside."
    ),
    "gate": marked(
        "What a build must meet, checked by the command line, whose exit status is then 3. The "
        "verdicts of this page are the same with it or without."
    ),
    "gate.max_lost": marked(
        "Of all questions, those to decide on and the others, that a variant may have lost "
        "against a stored run, under any retriever that decides. A question that is gone or "
        "changed counts. Empty: not asked for."
    ),
    "gate.variant": marked("Whose questions are counted."),
    "against": marked(
        "The run whose questions were had before; made under the same conditions, with that "
        "variant in it. It is no part of the protocol: --against names it."
    ),
    "gate.require": marked("A candidate must have it, or a better one, under every retriever."),
    "gate.candidate": marked("The one that must have it."),
    "seal": marked(
        "A sum over the rules, the questions and the conditions, kept with its time before "
        "anything runs. It finds changes, not forgers: keep a report elsewhere too."
    ),
    "verdict": marked(
        "The first that holds: a limit broken, reject; surely ahead and by “adopt at” or more, "
        "adopt; surely ahead and by “reject below” or more, pilot; surely under “adopt at”, "
        "reject; else nobody can tell, and the baseline stays."
    ),
    "interval": marked(
        "The level is shared over all comparisons, so that all of them hold together. Counted by "
        "clusters of documents that questions link; under 8 of them it speaks for these "
        "documents only."
    ),
    "price": marked("By the prices and assumptions of the protocol, of the whole corpus."),
    "classes": marked(
        "Recommended is what the rules adopt or try within the class, the level shared over the "
        "classes too. Beside it the candidate with the best figure there, by chance or not."
    ),
    "log": marked(
        "Entries are added, never changed or removed. Each holds its time and the seal that the "
        "verdicts followed from."
    ),
    "departs": marked(
        "The verdict of the rules is otherwise. That is allowed, and needs a reason."
    ),
}


def term(name: str) -> str:
    """What the word means, in the reader's language."""
    return tr(TERMS[name])
