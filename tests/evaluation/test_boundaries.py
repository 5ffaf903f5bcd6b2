"""Where a document is cut, and whether its evidence stays whole: small enough to draw by hand."""

from evaluation.boundaries import Boundary, answer_whole, boundaries, kept_whole
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from strategies.chunk import Chunk

#       0123456789012345678901234567890
TEXT = "One day.  Two days. Three days."
DOCUMENT = read_markdown("d", TEXT)


def chunk(*matched, read=None):
    spans = tuple(Span(*span) for span in matched)
    return Chunk("d", DOCUMENT.revision, spans, spans if read is None else (Span(*read),))


def test_every_chunk_starts_somewhere_and_ends_only_inside_the_next():
    chunks = [chunk((0, 10)), chunk((8, 20)), chunk((20, 31))]
    assert boundaries(chunks) == [
        Boundary(0, 0),
        Boundary(8, 1),
        Boundary(10, 0, starts=False),
        Boundary(20, 2),
    ]


def test_a_chunk_starts_where_its_own_text_does_not_what_it_repeats():
    """Otherwise a table's second piece would be drawn at the header row it repeats."""
    assert boundaries([chunk((0, 10)), chunk((0, 8), (20, 31))])[1:] == [Boundary(20, 1)]


def test_nothing_is_drawn_of_a_document_without_chunks():
    assert boundaries([]) == []


def test_a_passage_is_whole_in_one_chunk_and_not_in_two_together():
    two_days = Passage("d", Span(10, 19))
    assert kept_whole(DOCUMENT, two_days, [chunk((0, 10)), chunk((10, 20))])
    assert not kept_whole(DOCUMENT, two_days, [chunk((0, 15)), chunk((15, 31))])
    assert not kept_whole(DOCUMENT, two_days, [])


def test_what_is_read_counts_and_blanks_do_not():
    """A child that cuts the passage still hands over its parent; the two blanks are no text."""
    both = Passage("d", Span(0, 19))
    assert kept_whole(DOCUMENT, both, [chunk((0, 5), read=(0, 31))])
    pieces = Chunk("d", "", (Span(0, 8), Span(10, 19)), (Span(0, 8), Span(10, 19)))
    assert kept_whole(DOCUMENT, both, [pieces])


def test_any_part_will_do_for_a_passage_that_stands_for_its_document():
    assert kept_whole(DOCUMENT, Passage("d", Span(0, 31), whole=True), [chunk((0, 3))])


def test_one_alternative_in_one_piece_is_enough():
    """A cut through the other way of saying it loses no answer."""
    one, two, three = (Passage("d", Span(*span)) for span in ((0, 8), (10, 19), (20, 31)))
    elsewhere = Passage("e", Span(0, 3))
    cut = [chunk((0, 15)), chunk((15, 31))]
    asked = Question("q", "?", "single", ((two,), (one,)))
    assert answer_whole(DOCUMENT, asked, cut) is True
    assert answer_whole(DOCUMENT, Question("q", "?", "single", ((two,),)), cut) is False
    both = Question("q", "?", "multi_hop", ((one, two, elsewhere), (elsewhere,)))
    assert answer_whole(DOCUMENT, both, cut) is False, "the other alternative is not in here"
    assert answer_whole(DOCUMENT, Question("q", "?", "multi_hop", ((one, three),)), cut) is True
    assert answer_whole(DOCUMENT, Question("q", "?", "single", ((elsewhere,),)), cut) is None
    assert answer_whole(DOCUMENT, Question("q", "?", "unanswerable"), cut) is None
