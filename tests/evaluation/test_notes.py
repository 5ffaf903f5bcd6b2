"""What a report must say aloud before its variants are compared."""

from evaluation.notes import notes


def report(overlap=0, **index):
    figures = {"achieved_overlap": 0.0, "covered": 1.0, "unaligned": 0, **index}
    return {"variants": [{"id": "v", "overlap": overlap, "index": figures}]}


def test_overlap_without_effect_is_said():
    assert "its overlap of 80 had no effect" in next(notes(report(80)))
    assert not list(notes(report(80, achieved_overlap=12.5)))
    assert not list(notes(report(0)))


def test_text_that_a_splitter_lost_or_made_up_is_said():
    found = list(notes(report(unaligned=3, covered=0.95)))
    assert found[0].startswith("v: 3 pieces stand nowhere")
    assert "5.0 % of the documents' characters are in no chunk" in found[1]


def test_a_run_of_an_earlier_version_has_no_such_figures():
    old = {"variants": [{"id": "v", "overlap": 0, "index": {"achieved_overlap": None}}]}
    assert list(notes(old)) == []
