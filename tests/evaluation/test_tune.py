"""Settings by name, and a bench that makes no vectors and whose results are a run's."""

import json
import shlex
import threading
import tomllib

import pytest

from evaluation.command_parser import parser
from evaluation.command_settings import settings_of
from evaluation.database import open_store
from evaluation.protocol import ProtocolError
from evaluation.protocol_file import protocol_of, read_protocol
from evaluation.run import evaluate
from evaluation.tune_bench import Bench, tuning
from evaluation.tune_bill import STEPS, overlap_steps
from evaluation.tune_compare import compared
from evaluation.tune_handover import decision_toml, run_command, write_candidate
from evaluation.tune_setting import STRATEGIES, differences, setting, setting_named
from evaluation.vectors import KeptVectors, VectorTable
from golden_sets.document import Span
from golden_sets.golden_set import load_golden_set
from golden_sets.question import Passage, Question
from strategies.tools import NoEmbedderError
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import QUESTIONS, write_small


@pytest.fixture
def folder(tmp_path):
    return write_small(tmp_path / "small")


@pytest.fixture
def engine(tmp_path):
    made = open_store(tmp_path)
    yield made
    made.dispose()


def bench(folder, engine, embedder=None):
    return Bench(load_golden_set(folder), embedder or HashEmbedder(), KeptVectors(engine))


def fill(folder, engine, *settings):
    """Makes the vectors by a run of each."""
    table = VectorTable(engine)
    golden = load_golden_set(folder)
    return [evaluate(golden, one.settings, HashEmbedder(), table)[0] for one in settings]


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize(("size", "unit", "percent"), [(400, "characters", 20), (25, "tokens", 15)])
def test_a_setting_is_read_back_from_its_name(name, size, unit, percent):
    """A slider that came back at another place than it was put would move by itself."""
    made = setting(name, size, unit, percent, True, "hybrid", 1200)
    assert setting_named(made.name) == made
    assert made.overlap_percent == percent


@pytest.mark.parametrize(
    "name",
    [
        "",
        "structure-400c",
        "structure-400c~bm25",
        "structure-400c~chroma~600",
        "structure-400c~bm25~601",
        "structure-400c~bm25~-600",
        "structure-400c~bm25~٦٠٠",
        "structure-1c~bm25~600",
        "structure-999999999c~bm25~600",
        "structure-400c-o300~bm25~600",
        "structure-400c-no-bonds~bm25~600",
        "sentence-400c-parent10~bm25~600",
        "mixed-400c-abcdef~bm25~600",
        "langchain_recursive_400c-abcdef~bm25~600",
        "langchain_recursive_400c_o400-abcdef~bm25~600",
        "some_splitter_400c-abcdef~bm25~600",
        "mixed-400c~bm25~600",
        "<script>~bm25~600",
    ],
)
def test_a_name_that_no_control_can_make_is_none(name):
    assert setting_named(name) is None


def test_what_two_settings_differ_in():
    one = setting("fixed", 400, overlap_percent=20)
    assert differences(one, one) == ()
    assert differences(one, setting("fixed", 800, overlap_percent=20)) == ("size",)
    other = setting("recursive", 400, headers=True, retriever="vector", budget=800)
    assert differences(one, other) == ("strategy", "overlap", "headers", "retriever", "budget")


def test_results_are_those_of_a_run(folder, engine):
    asked = [setting("structure", 100, retriever=r, budget=100) for r in ("bm25", "hybrid")]
    asked.append(setting("semantic", 100, overlap_percent=20, retriever="vector", budget=100))
    reports = fill(folder, engine, *asked)
    made = bench(folder, engine)
    for one, report in zip(asked, reports, strict=True):
        (variant,) = report["variants"]
        assert made.result(one) == variant["results"][0]
        assert made.index(one.variant)["tokens"] == variant["index"]["tokens"]
        assert made.needs(one) is None


def test_nothing_is_embedded_and_what_lacks_is_counted(folder, engine):
    """A page that made vectors would load a model into the server of everyone."""
    embedder = HashEmbedder()
    made = bench(folder, engine, embedder)
    asked = setting("structure", 100, retriever="vector", budget=100)
    with pytest.raises(NoEmbedderError):
        made.result(asked)
    chunks = made.chunks(asked.variant, "leave.md") + made.chunks(asked.variant, "limits.md")
    needs = made.needs(asked)
    assert needs.texts == len(chunks) + len(QUESTIONS) and not needs.then_chunks
    assert needs.characters > sum(len(question["question"]) for question in QUESTIONS)
    assert made.needs(asked, asked) == needs, "a text that both lack is made once"
    assert made.needs(setting("structure", 100)) is None
    assert embedder.batches == []


def test_sentences_to_cut_by_are_counted_before_the_chunks_are_known(folder, engine):
    made = bench(folder, engine)
    cut_only = made.needs(setting("semantic", 100))
    searched = made.needs(setting("semantic", 100, retriever="vector"))
    assert not cut_only.then_chunks and searched.then_chunks
    assert searched.texts == cut_only.texts + len(QUESTIONS)
    assert searched.characters > cut_only.characters


def test_without_a_model_bm25_still_has_results(folder, engine):
    made = Bench(load_golden_set(folder), None, KeptVectors(engine))
    assert made.result(setting("fixed", 100, budget=100))["questions"] == 2
    with pytest.raises(NoEmbedderError):
        made.needs(setting("fixed", 100, retriever="vector"))


def test_only_questions_to_tune_on_are_counted(folder):
    splits = ("tune", "decide", "tune")
    rows = [{**row, "split": split} for row, split in zip(QUESTIONS, splits, strict=True)]
    lines = "\n".join(json.dumps(row) for row in rows)
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    assert [q.id for q in tuning(load_golden_set(folder)).questions] == ["q1", "q3"]


def test_without_a_split_all_questions_are(folder):
    golden = load_golden_set(folder)
    assert tuning(golden) is golden


def test_a_context_is_that_of_the_setting(folder, engine):
    made = bench(folder, engine)
    asked = setting("fixed", 100, budget=100)
    context = made.context(asked, "q1")
    assert context["variant"] == "fixed-100c" and context["units"]
    assert sum(unit["tokens"] for unit in context["units"]) <= 100
    with pytest.raises(KeyError):
        made.context(asked, "q9")


def test_sessions_share_a_bench(folder, engine):
    made = bench(folder, engine)
    asked = [setting(name, 100, budget=100) for name in ("fixed", "recursive", "sentence")] * 3
    found = [None] * len(asked)

    def work(place):
        found[place] = made.result(asked[place])

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(asked))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [made.result(one) for one in asked]


def row(name, hit, rank, document_hit=1.0):
    found = {"id": name, "hit": hit, "complete": hit, "document_hit": document_hit}
    return {**found, "rank": rank, "document_rank": 1}


def asked_about(name):
    passage = Passage(f"{name}.md", Span(0, 1), "answer")
    return Question(name, "?", "single", ((passage,),))


def test_two_results_are_compared_question_by_question():
    """Worked by hand: of four questions one is gained and none lost, so +25 points; three are
    ranked under both, at 4, 2, 9 and 1, 2, 3: means 5 and 2. The fourth's rank counts for
    neither."""
    asked = [asked_about(f"q{n}") for n in range(4)]
    before = [row("q0", 1.0, 4), row("q1", 0.0, 2), row("q2", 0.0, 9), row("q3", 1.0, None)]
    after = [row("q0", 1.0, 1), row("q1", 1.0, 2), row("q2", 0.0, 3), row("q3", 1.0, 7)]
    found = compared({"per_question": before}, {"per_question": after}, asked)
    assert found.comparison["difference"] == pytest.approx(0.25)
    assert (found.comparison["gained"], found.comparison["lost"]) == (["q1"], [])
    assert (found.ranks.n, found.ranks.before, found.ranks.after) == (3, 5.0, 2.0)
    assert found.rates["document_hit_rate"].interval.value == 0


def test_the_bill_of_overlap_holds_every_step(folder, engine):
    made = bench(folder, engine)
    steps = overlap_steps(made, setting("fixed", 100, overlap_percent=20, budget=100))
    assert [step.percent for step in steps] == list(STEPS)
    tokens = [step.index_tokens for step in steps]
    assert tokens == sorted(tokens) and tokens[0] < tokens[-1]
    assert steps[0].blurred == 0 and steps[0].context_duplication == 0
    assert steps[-1].context_duplication > 0


def test_a_bill_without_vectors_keeps_what_needs_none(folder, engine):
    made = bench(folder, engine)
    steps = overlap_steps(made, setting("fixed", 100, retriever="vector"))
    assert len(steps) == len(STEPS) and {step.context_duplication for step in steps} == {None}
    assert overlap_steps(made, setting("semantic", 100)) == ()


def test_the_command_makes_the_same_variant():
    """A command that ran something else would hand the team another setting than the one seen."""
    asked = setting("sentence", 250, "tokens", 15, True, "hybrid", 1500)
    command = run_command("our set", asked, "use")
    assert "'our set'" in command and command.endswith("--model use")
    given = parser().parse_args(shlex.split(command)[3:])
    assert settings_of(given) == asked.settings
    assert "--model" not in run_command("x", setting("fixed"), "use")


def test_the_rules_of_a_decision_are_a_protocol():
    pinned, current = setting("recursive"), setting("structure", retriever="vector", budget=800)
    made = protocol_of(tomllib.loads(decision_toml(pinned, current)))
    assert (made.baseline, made.candidates) == ("recursive-400c", ("structure-400c",))
    assert (made.retrievers, made.budget_tokens) == (("vector",), 800)
    with pytest.raises(ProtocolError):
        decision_toml(pinned, setting("recursive", budget=800))


def test_a_candidate_is_written_beside_the_others(folder):
    """Every rule and comment a person wrote stays as it is."""
    pinned, current = setting("recursive"), setting("structure")
    assert write_candidate(folder, pinned, current) == "made"
    assert write_candidate(folder, pinned, current) == "there"
    path = folder / "decision.toml"
    rest = "# why\nadopt_at = 7 # agreed\n[limits]\nduplication = 0.2\n"
    path.write_text(f'candidates = ["fixed-400c",\n]\nbaseline = "recursive-400c"\n{rest}')
    assert write_candidate(folder, pinned, current) == "added"
    made = path.read_text()
    assert made.endswith(rest)
    assert read_protocol(path).candidates == ("fixed-400c", "structure-400c")


@pytest.mark.parametrize(
    "text",
    [
        'baseline = "recursive-400c"\ncandidates = ["fixed-400c" # one\n]\n',
        'baseline = "structure-400c"\ncandidates = ["fixed-400c"]\n',
        "candidates = [",
    ],
)
def test_a_file_that_cannot_take_a_candidate_is_left_alone(folder, text):
    path = folder / "decision.toml"
    path.write_text(text)
    with pytest.raises(ProtocolError):
        write_candidate(folder, setting("recursive"), setting("structure"))
    assert path.read_text() == text
