"""The command that makes the vectors which variants need."""

import pytest

from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.jobs import LIVE, Jobs, read_json
from evaluation.offer import offer_of
from evaluation.tune_bench import Bench
from evaluation.tune_setting import setting
from evaluation.tune_vectors import VectorJobs, _keep_pace, about_seconds
from evaluation.vectors import KeptVectors
from golden_sets.golden_set import load_golden_set
from tests.evaluation.hash_embedder import HashEmbedder, hash_embedder
from tests.evaluation.small import write_small


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("evaluation.tune_vectors.make_embedder", hash_embedder)
    return write_small(tmp_path / "small")


def needs(folder, store, *settings):
    bench = Bench(load_golden_set(folder), HashEmbedder(), KeptVectors(open_store(store)))
    return bench.needs(*settings)


def test_what_variants_lack_is_made(folder, tmp_path, capsys):
    store = tmp_path / "store"
    asked = [setting(name, 100, retriever="hybrid") for name in ("structure", "semantic")]
    names = ",".join(one.variant.id for one in asked)
    assert needs(folder, store, *asked) is not None
    assert main(["vectors", str(folder), "--variants", names, "--store", str(store)]) == 0
    assert needs(folder, store, *asked) is None
    assert "Making vectors of the chunks" in capsys.readouterr().err


def test_what_only_cuts_makes_no_vectors_of_chunks(folder, tmp_path):
    store = tmp_path / "store"
    given = ["vectors", str(folder), "--variants", "semantic-100c", "--store", str(store)]
    assert main([*given, "--cut-only"]) == 0
    assert needs(folder, store, setting("semantic", 100)) is None
    assert needs(folder, store, setting("semantic", 100, retriever="vector")) is not None


def test_a_job_tells_how_far_it_is_and_that_it_is_done(folder, tmp_path):
    store = tmp_path / "store"
    job = store / "vector_jobs" / "j1"
    job.mkdir(parents=True)
    given = ["vectors", str(folder), "--variants", "fixed-100c", "--store", str(store)]
    assert main([*given, "--job", "j1"]) == 0
    state = read_json(job / "state.json")
    assert (state["status"], state["golden_set"]) == ("done", str(folder))


@pytest.mark.parametrize("name", ["fixed", "nothing-100c", "fixed-100c,x"])
def test_a_variant_that_cannot_be_made_is_one_clear_line(folder, tmp_path, name, capsys):
    given = ["vectors", str(folder), "--variants", name, "--store", str(tmp_path)]
    assert main(given) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1 and "no variant" in said[0] and "structure-800c-o80-headers" in said[0]


def test_the_same_request_gets_the_job_that_runs(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(Jobs, "start", lambda self, name, given=(): asked.append((name, given)))
    jobs = VectorJobs(tmp_path)
    jobs.make("handbook", ("fixed-100c", "structure-100c"), "use", searched=False)
    given = ("--variants", "fixed-100c,structure-100c", "--model", "use", "--cut-only")
    assert asked == [("handbook", given)]
    assert jobs.folder.name == "vector_jobs" and "queued" in LIVE


def test_how_long_is_told_by_what_it_took_here_last(tmp_path):
    """20,000 characters: an unknown model is taken for a slow one, 5 s and 2,000 a second; once
    80,000 took 25 s, 20 of them behind the loading, it is 5 s and 5 s."""
    embedder = HashEmbedder()
    assert about_seconds(embedder, 20_000, tmp_path) == pytest.approx(15.0)
    _keep_pace(embedder, 80_000, 25.0, tmp_path)
    assert about_seconds(embedder, 20_000, tmp_path) == pytest.approx(10.0)
    _keep_pace(embedder, 100, 25.0, tmp_path)
    assert about_seconds(embedder, 20_000, tmp_path) == pytest.approx(10.0), "too few to tell"


def test_what_a_set_and_a_library_offer_gets_its_vectors_too(folder, tmp_path):
    store = tmp_path / "store"
    (folder / "mixed.toml").write_text('[policy]\nstrategy = "structure"\n')
    offer = offer_of(folder)
    asked = [
        setting("mixed", 100, retriever="vector", offer=offer),
        setting("langchain_recursive", 100, retriever="vector", expansion="parent"),
    ]
    names = ",".join(one.variant.id for one in asked)
    assert main(["vectors", str(folder), "--variants", names, "--store", str(store)]) == 0
    assert needs(folder, store, *asked) is None
