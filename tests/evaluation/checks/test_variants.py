"""Variants that cannot differ, and settings without effect."""

from itertools import pairwise

import pytest

from evaluation.identical import fingerprint, groups, told
from strategies.tools import Tools
from tests.evaluation.checks.sets import golden, says, variants

WORDS = " ".join(["leave"] * 60)
TEN = golden({f"d{n}.md": f"Number {n}. {WORDS}" for n in range(10)})
LONG = golden({"a.md": "\n\n".join([f"Part {n}. {WORDS}" for n in range(12)])})


def test_ten_short_documents_make_fixed_and_recursive_the_same():
    """10 documents of 60 words, chunks of 512: whoever wins, wins by nothing."""
    (found,) = says("identical_variants", TEN, variants(["fixed", "recursive"], 512))
    assert found.severity == "blocks"
    assert found.finding == (
        "fixed-512c and recursive-512c produced identical chunks; comparison meaningless."
    )
    assert found.ids == ("fixed-512c", "recursive-512c")
    assert says("identical_variants", LONG, variants(["fixed", "recursive"], 512)) == []


def test_a_last_newline_does_not_make_two_cuts():
    """`fixed` keeps a file's last newline, `recursive` does not."""
    files = golden({d.id: d.text + "\n" for d in TEN.documents})
    assert len(says("identical_variants", files, variants(["fixed", "recursive"], 512))) == 1


def test_one_differing_document_is_enough_to_compare():
    nearly = golden({**{d.id: d.text for d in TEN.documents}, "z.md": LONG.documents[0].text})
    assert says("identical_variants", nearly, variants(["fixed", "recursive"], 512)) == []


def test_what_is_read_put_before_or_added_is_part_of_a_chunk():
    """Children cut like chunks of recursive hand over another text."""
    (plain,) = variants(["recursive"], 200)
    (children,) = variants(["parent_child"], 400)
    cut = [v.cut(LONG.documents, Tools()) for v in (plain, children)]
    assert len({fingerprint(chunks, LONG.by_id()) for chunks in cut}) == 2
    headed = [v.cut(TEN.documents, Tools()) for v in variants(["fixed"], headers=["none", "path"])]
    assert len({fingerprint(chunks, TEN.by_id()) for chunks in headed}) == 2


def test_the_order_of_chunks_does_not_matter():
    (variant,) = variants(["recursive"], 200)
    chunks = variant.cut(LONG.documents, Tools())
    one, other, less = (fingerprint(c, LONG.by_id()) for c in (chunks, chunks[::-1], chunks[1:]))
    assert one == other != less


def test_groups_of_equal_fingerprints():
    assert groups({"a": "1", "b": "2", "c": "1", "d": None, "e": None}) == [["a", "c"]]
    assert told(["a", "b", "c"]) == "a, b and c produced identical chunks; comparison meaningless."


def test_of_many_the_plainest_are_named():
    many = [f"{name}{more}" for name in ("fixed", "sentence") for more in ("", "-o1", "-o2", "-o3")]
    assert told(many).startswith(
        "fixed, sentence, fixed-o1, fixed-o2, fixed-o3 and 3 more produced"
    )


def test_groups_are_told_in_one_finding():
    given = variants(["fixed", "recursive"], 512, headers=["none", "path"])
    (found,) = says("identical_variants", TEN, given)
    assert found.finding == (
        "fixed-512c and recursive-512c produced identical chunks; comparison meaningless, so did "
        "1 more group."
    )
    assert len(found.ids) == 4


def test_overlap_that_repeats_nothing():
    """Where every document is one chunk, 20 % of overlap changes nothing."""
    (found,) = says("overlap_without_effect", TEN, variants(["fixed"], 512, ["0", "20%"]))
    assert found.ids == ("fixed-512c-o102",)
    assert found.finding == (
        "Overlap had no effect in 1 of 1 variant asking for it; the results of 1 will equal "
        "those without overlap."
    )
    assert says("overlap_without_effect", LONG, variants(["fixed"], 512, ["0", "20%"])) == []
    assert says("overlap_without_effect", TEN, variants(["fixed"], 512)) == []


def test_overlap_alone_does_not_make_two_strategies():
    """The same strategy with and without it is told by the overlap's own check."""
    assert says("identical_variants", TEN, variants(["fixed"], 512, ["0", "20%"])) == []


def test_overlap_between_two_paragraphs_of_the_size():
    """Two paragraphs of 30 characters, size 30, overlap 10: two chunks that share nothing are
    the results without overlap, or smaller chunks; either is said."""
    pair = golden({"a.md": "a" * 29 + ".\n\n" + "b" * 29 + "."})
    for name in ("recursive", "structure", "sentence"):
        cut = variants([name], 30, ["10"])
        chunks = cut[0].cut(pair.documents, Tools())
        shared = sum(
            max(0, one.matched[-1].end - other.matched[-1].start) for one, other in pairwise(chunks)
        )
        assert bool(says("overlap_without_effect", pair, cut)) == (shared == 0), name


def test_parents_no_larger_than_their_children():
    tiny = golden({"a.md": "# A\n\nShort one.\n", "b.md": "# B\n\nShort two.\n"})
    (found,) = says("idle_parents", tiny, variants(["parent_child", "fixed"]))
    assert found.ids == ("parent_child-400c",)
    assert found.finding.endswith("parent_child-400c for 2 of 2.")
    assert says("idle_parents", LONG, variants(["parent_child"])) == []


@pytest.mark.parametrize("check", ["identical_variants", "overlap_without_effect"])
def test_variants_that_need_vectors_are_left_to_the_run(check):
    given = variants(["fixed", "semantic"], 512)
    assert says(check, TEN, given) == []
    (found,) = says("not_looked_at", TEN, given)
    assert found.ids == ("semantic-512c",)
    assert says("not_looked_at", TEN, variants(["fixed"])) == []
