"""What Tune offers beside plain strategies: snap, expansion, `mixed`, other libraries."""

import shlex

import pytest

from evaluation.command_line import main
from evaluation.command_parser import parser
from evaluation.command_settings import settings_of
from evaluation.database import open_store
from evaluation.offer import Offer, offer_of
from evaluation.run import evaluate
from evaluation.store import RunStore
from evaluation.tune_bench import Bench
from evaluation.tune_bill import overlap_steps
from evaluation.tune_handover import MODULE, decision_toml, run_command, splitter_code
from evaluation.tune_setting import differences, setting, setting_named
from evaluation.vectors import KeptVectors, VectorTable
from golden_sets.golden_set import load_golden_set
from strategies.adapter import known
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small

TABLE = '[policy]\nstrategy = "structure"\n\n[otherwise]\nstrategy = "fixed"\nsize = 60\n'
OFFER = Offer(TABLE)
MORE = [
    setting("structure", 100, overlap_percent=20, snap=True, budget=100),
    setting("recursive", 100, expansion="parent", expansion_tokens=50, budget=100),
    setting("fixed", 100, "tokens", 15, True, "vector", 100, expansion="neighbours"),
    setting("mixed", 100, overlap_percent=20, budget=100, offer=OFFER),
    setting("mixed", 25, "tokens", 15, True, "hybrid", 100, expansion="named", offer=OFFER),
    *(setting(name, 100, overlap_percent=20, budget=100) for name in known.KNOWN),
    setting("langchain_recursive", 100, headers=True, retriever="vector", expansion="parent"),
]
NAMES = [one.name for one in MORE]


@pytest.fixture
def folder(tmp_path):
    made = write_small(tmp_path / "small")
    (made / "mixed.toml").write_text(TABLE)
    return made


@pytest.fixture
def engine(tmp_path):
    made = open_store(tmp_path / "store")
    yield made
    made.dispose()


@pytest.mark.parametrize("asked", MORE, ids=NAMES)
def test_it_is_read_back_from_its_name(asked):
    assert setting_named(asked.name, OFFER) == asked
    assert asked.at_overlap(asked.overlap_percent) == asked, "the bill's steps are of this setting"


def test_a_link_to_a_table_that_has_changed_is_stale():
    """Else it would show the figures of another cut under the name of the one that was seen."""
    other = Offer(TABLE.replace("60", "70"))
    assert setting_named(MORE[3].name, other) is None
    assert setting_named(MORE[3].name) is None


def test_what_a_splitter_is_called_holds_its_size():
    """A compiled splitter does not tell its settings: two sizes would be one variant."""
    made = {setting("semantic_text_splitter", size).variant.id for size in (100, 150)}
    assert len(made) == 2


def test_results_are_those_of_a_run(folder, engine):
    golden, table = load_golden_set(folder), VectorTable(engine)
    bench = Bench(golden, HashEmbedder(), KeptVectors(engine))
    for asked in MORE:
        (made,) = evaluate(golden, asked.settings, HashEmbedder(), table)[0]["variants"]
        assert bench.result(asked) == made["results"][0], asked.name
        index = bench.index(asked.variant)
        for figure in ("tokens", "chunks", "unaligned", "covered", "fingerprint"):
            assert index[figure] == made["index"][figure]


def test_the_bill_of_a_snapped_overlap_is_of_snapped_ones(folder, engine):
    bench = Bench(load_golden_set(folder), HashEmbedder(), KeptVectors(engine))
    snapped = setting("recursive", 60, overlap_percent=40, snap=True)
    at = {step.percent: step.index_tokens for step in overlap_steps(bench, snapped)}
    assert at[40] == bench.index(snapped.variant)["tokens"]
    plain = setting("recursive", 60, overlap_percent=40).variant
    assert at[40] != bench.index(plain)["tokens"]


@pytest.mark.parametrize("asked", MORE, ids=NAMES)
def test_the_command_makes_the_same_variant(asked, folder, tmp_path, monkeypatch):
    module = f"{MODULE}_{NAMES.index(asked.name)}"  # a module is imported once in a process
    monkeypatch.setattr("evaluation.tune_handover.MODULE", module)
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"{module}.py").write_text(splitter_code(asked))
    given = parser().parse_args(shlex.split(run_command("small", asked, "use"))[3:])
    given.mixed = folder / "mixed.toml" if asked.strategy == "mixed" else None
    made = {variant.id: variant for variant in settings_of(given).variants}
    assert made[asked.variant.id] == asked.variant
    assert set(made) - {asked.variant.id} <= {"recursive-100c-o20", "recursive-100c-headers",
        "recursive-100c-headers-parent200"}  # fmt: skip


def test_a_decision_on_them_needs_no_options(folder, tmp_path, monkeypatch):
    """The rules name them by id; the set and the library say what that is."""
    monkeypatch.setattr("evaluation.commands.make_embedder", lambda *_: HashEmbedder())
    monkeypatch.setattr("evaluation.decision_run.make_embedder", lambda *_: HashEmbedder())
    monkeypatch.chdir(tmp_path)
    for asked in (MORE[3], MORE[5]):
        rules = tmp_path / "decision.toml"
        rules.write_text(decision_toml(setting("recursive", 100), asked))
        store = tmp_path / "store"
        status = main(["run", str(folder), "--protocol", str(rules), "--store", str(store)])
        assert status == 0
        engine = open_store(store)
        reports = [RunStore(engine).report(run.id) for run in RunStore(engine).runs()]
        assert asked.variant.id in [v["id"] for one in reports for v in one["variants"]]
        engine.dispose()


def test_a_table_that_cannot_be_used_is_told(folder):
    assert offer_of(folder) == OFFER
    (folder / "mixed.toml").write_text("[policy]\n")
    found = offer_of(folder)
    assert found.table == "" and found.fault == 'mixed.toml: [policy] needs strategy = "..."'
    (folder / "mixed.toml").write_bytes(b"\xff")
    assert "not utf-8 (byte 0)" in offer_of(folder).fault


def test_differences_name_what_is_folded_away():
    plain = setting("structure", 100, overlap_percent=20)
    assert differences(plain, MORE[0]) == ("snap", "budget")
    wide = setting("recursive", 100, expansion="parent", budget=100)
    assert differences(MORE[1], wide) == ("expansion",), "by its tokens alone"
    one, other = setting("langchain_markdown", 100), setting("langchain_markdown", 200)
    assert differences(one, other) == ("size",)


def test_a_library_that_does_not_load_is_one_line(monkeypatch):
    broken = known.Known("Broken", "no_such_module", "Splitter", "size", "overlap")
    monkeypatch.setitem(known.KNOWN, "broken", broken)
    assert "broken" not in known.installed()
    with pytest.raises(ValueError, match=r"^Broken: ModuleNotFoundError: .*$"):
        setting("broken", 100)
    assert setting_named("broken_100c-abcdef~bm25~600") is None
