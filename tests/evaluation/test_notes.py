"""What a report must say aloud before its variants are compared."""

from evaluation.command_line import main
from evaluation.notes import LOCAL_NOTE, notes
from evaluation.statistics import LOCAL
from tests.evaluation.hash_embedder import hash_embedder
from tests.evaluation.small import write_small


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


def modelled(retriever="vector", truncated=0, **model):
    made = report(truncated=truncated, chunks=40)
    made["variants"][0]["results"] = [{"retriever": retriever}]
    named = {"name": "M", "limit_known": True, "unknown_share": 0.0, **model}
    return {**made, "run": {"embedding_model": named}}


def test_what_the_model_cannot_read_is_said():
    assert list(notes(modelled())) == []
    (note,) = notes(modelled(unknown_share=0.61))
    assert note.startswith("M does not know 61 % of the golden set's tokens")
    (note,) = notes(modelled(truncated=None, limit_known=False))
    assert "How much of a chunk M reads is not known" in note
    (note,) = notes(modelled(truncated=3))
    assert note.startswith("v: 3 of 40 chunks are longer than M reads") and note[-1] == "."


def test_a_model_that_nothing_was_found_with_is_not_judged():
    assert list(notes(modelled("bm25", unknown_share=0.61))) == []


def test_the_variant_with_most_cut_chunks_is_named():
    made = modelled(truncated=3)
    more = {**made["variants"][0], "id": "w", "index": {**made["variants"][0]["index"]}}
    more["index"]["truncated"] = 7
    made["variants"].append(more)
    (note,) = notes(made)
    assert note.startswith("w: 7 of 40") and note.endswith("the most of all variants.")


def test_evidence_that_no_person_confirmed_or_that_is_documents_is_said():
    found = {"variants": [], "run": {"golden_set": {"whole": True, "unconfirmed": 3}}}
    told = list(notes(found))
    assert "a hit means that some of the document" in told[0]
    assert told[1].startswith("3 passages were found by a program")


def test_intervals_that_are_too_narrow_for_other_documents_are_said_to_be():
    made = report()
    few = {**made, "run": {"interval": f"t interval over 12 questions, {LOCAL}"}}
    assert list(notes(few)) == [LOCAL_NOTE]
    assert "too narrow" in LOCAL_NOTE
    enough = {**made, "run": {"interval": "t interval over 8 clusters"}}
    assert list(notes(enough)) == []


def test_a_run_over_few_clusters_ends_with_that_note(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--strategies", "fixed", "--overlap", "0", "--headers", "none"]
    assert main(["run", small, *options, "--retrievers", "bm25"]) == 0
    assert LOCAL_NOTE in " ".join(capsys.readouterr().out.split())
