"""Sizes that leave nothing to choose."""

from tests.evaluation.checks.sets import asked, golden, says, variants

SENTENCE = "Alpha pays ten euros each month for the plan."
SHORT = " ".join([SENTENCE] * 6)
LONG = "\n\n".join([SHORT] * 40)


def ten(short: int):
    return golden({f"d{n}.md": SHORT if n < short else LONG for n in range(10)})


def test_documents_shorter_than_a_chunk_are_counted_with_the_size():
    """Ten documents, one 512-token chunk: nothing to choose for eight of them."""
    (told,) = says("short_documents", ten(8), variants(["fixed"], 512, unit="tokens"))
    assert told.severity == "warning"
    assert told.finding == "8 of 10 documents are no longer than one 512-token chunk."
    assert told.ids == tuple(f"d{n}.md" for n in range(8))


def test_a_few_short_documents_are_no_warning_and_none_are_not_told():
    (told,) = says("short_documents", ten(1))
    assert told.severity == "info"
    assert told.finding == "1 of 10 documents is no longer than one 400-character chunk."
    assert says("short_documents", ten(0)) == []


def test_a_document_of_just_the_size_fits_and_one_more_character_does_not():
    exact = golden({"a.md": "x" * 400 + "\n", "b.md": "x" * 401})
    (told,) = says("short_documents", exact)
    assert told.ids == ("a.md",)


def test_each_size_of_the_run_is_held_against_the_documents():
    """parent_child indexes children of half the size."""
    found = says(
        "short_documents", golden({"a.md": "x" * 300}), variants(["fixed", "parent_child"])
    )
    assert [told.finding for told in found] == [
        "1 of 1 document is no longer than one 400-character chunk."
    ]


def test_chunks_that_are_whole_documents():
    (told,) = says("whole_documents", ten(5), variants(["fixed", "recursive"]))
    assert told.ids == ("fixed-400c", "recursive-400c")
    assert "2 variants of 2 leave half of the documents or more in one chunk each" in told.finding
    assert told.finding.endswith("fixed-400c 5 of 10.")
    assert says("whole_documents", ten(4)) == []


def test_a_budget_that_holds_the_corpus_leaves_nothing_to_find():
    small = golden({"a.md": SENTENCE, "b.md": SENTENCE})
    (told,) = says("budget_holds_corpus", small, budgets=(600, 5))
    assert told.severity == "blocks"
    assert told.finding.startswith("The budget of 600 tokens holds all ")
    assert says("budget_holds_corpus", ten(9)) == []


def test_a_budget_of_units_is_held_against_what_can_be_read():
    small = golden({"a.md": SHORT, "b.md": SHORT})
    (told,) = says("budget_holds_corpus", small, budgets=(2,), fill="top_k")
    assert told.ids == ("recursive-400c",)
    assert says("budget_holds_corpus", small, budgets=(1,), fill="top_k") == []


def test_a_budget_that_holds_a_class():
    classes = {"a.md": "faq", "b.md": "manual"}
    mixed = golden({"a.md": SENTENCE, "b.md": LONG}, (), classes)
    (told,) = says("budget_holds_class", mixed)
    assert told.severity == "warning" and told.ids == ("faq",)
    assert "holds 1 of 2 document classes whole: faq" in told.finding
    assert says("budget_holds_class", mixed, budgets=(5,)) == []
    one = golden({"a.md": SENTENCE, "b.md": LONG}, (), {"a.md": "faq", "b.md": "faq"})
    assert says("budget_holds_class", one) == []


def test_a_budget_that_holds_everything_is_not_told_again_by_class():
    small = golden({"a.md": SENTENCE, "b.md": SENTENCE}, (), {"a.md": "faq", "b.md": "manual"})
    assert says("budget_holds_class", small) == []
    assert says("budget_holds_corpus", small)


def test_documents_without_a_question():
    texts = {"a.md": SENTENCE, "b.md": "Beta pays.", "c.md": "Gamma pays."}
    some = [asked("q", "What?", ("a.md", SENTENCE)), asked("r", "Who?", ("b.md", "Beta pays."))]
    (told,) = says("documents_without_question", golden(texts, some))
    assert (told.severity, told.ids) == ("info", ("c.md",))
    assert told.finding == "1 of 3 documents holds no question's evidence."
    (told,) = says("documents_without_question", golden(texts, some[:1]))
    assert told.severity == "warning", "most documents are measured by nothing"
    every = [*some, asked("s", "How?", ("c.md", "Gamma pays."))]
    assert says("documents_without_question", golden(texts, every)) == []
