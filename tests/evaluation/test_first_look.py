"""What strategies do to documents that nobody has asked anything about."""

from evaluation.first_look import STRATEGIES, first_look, some_of
from golden_sets.markdown import read_markdown

TEXT = "# Leave\n\n" + "\n\n".join(
    f"Rule {n} says that staff may leave early. However, not on day {n}." for n in range(30)
)


def document(name, text=TEXT):
    return read_markdown(name, text, "")


def test_each_strategy_by_the_figures_of_a_run():
    looks = first_look([document("a.md"), document("b.md")], 200)
    assert [one.strategy for one in looks] == list(STRATEGIES)
    for one in looks:
        assert one.figures["chunks"] == len(one.sizes) > 2
        assert one.figures["covered"] == 1.0
        assert max(one.sizes) <= 200
    rates = {one.strategy: one.figures["mid_sentence_rate"] for one in looks}
    assert rates["fixed"] > 0.5 and rates["sentence"] == rates["structure"] == 0


def test_no_documents_and_blank_ones_are_cut_into_nothing():
    for documents in ([], [document("a.md", "\n\n")]):
        assert all(one.sizes == () for one in first_look(documents, 400))


def test_of_many_some_from_all_over():
    many = [document(f"{n:03}.md", "word " * 200) for n in range(100)]
    found = [int(one.id[:3]) for one in some_of(many, most=10_000)]
    assert found == [0, 8, 16, 24, 32, 40, 48, 64, 80, 96]
    assert some_of(many) == many


def test_what_is_too_large_is_left_out_and_the_rest_looked_at():
    large = document("large.md", "word " * 5_000)
    few = [document(f"{n}.md", "word " * 200) for n in range(5)]
    assert some_of([large, *few], most=10_000) == few
    assert some_of([large, document("larger.md", "word " * 6_000)], most=10_000) == [large]
