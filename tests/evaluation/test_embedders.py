"""The contract over every ready-made model that is installed; each is loaded once."""

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from evaluation.embedders.choice import PACKAGED, is_installed, make_embedder
from evaluation.embedders.minilm import MiniLmEmbedder, _model_folder
from evaluation.embedders.sentence_transformer import SentenceTransformerEmbedder
from evaluation.embedding import Embedder, EmbedderError
from evaluation.vectors import vector_key

# torch and transformers warn of their own future.
pytestmark = pytest.mark.filterwarnings("default")

TEXTS = [
    "Annual leave is 15 days.",
    "The invoice is due in May.",
    "",
    "  \n\t ",
    "half \ud800 pair",
    "nul \0 inside",
    "年假为十五天。",
    "👩‍👩‍👧 ﷺ e\u0301",
    "leave " * 100,
]
MADE: dict[str, Embedder] = {}


def prompted(folder: Path) -> Path:
    """MiniLM's files with prompts of the names that e5's have, as another model's folder."""
    shutil.copytree(_model_folder(), folder)
    path = folder / "config_sentence_transformers.json"
    config = json.loads(path.read_text())
    config["prompts"] = {"query": "query: ", "passage": "passage: "}
    path.write_text(json.dumps(config))
    return folder


@pytest.fixture(scope="session")
def prompted_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prompted(tmp_path_factory.mktemp("models") / "prompted-minilm")


@pytest.fixture(params=[*PACKAGED, "st"])
def embedder(request: pytest.FixtureRequest, prompted_folder: Path) -> Embedder:
    name = request.param
    if name != "st" and not is_installed(name):
        pytest.skip(f"the package {PACKAGED[name][0]} is not installed")
    if name not in MADE:
        MADE[name] = make_embedder(f"st:{prompted_folder}" if name == "st" else name)
    return MADE[name]


def test_vectors_are_unit_float32_in_the_texts_order(embedder: Embedder) -> None:
    for encode in (embedder.encode_documents, embedder.encode_questions):
        vectors = encode(TEXTS)
        assert vectors.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
        back = encode(TEXTS[::-1])[::-1]
        assert np.allclose(vectors, back, atol=1e-5)


def test_the_same_text_has_the_same_vector(embedder: Embedder) -> None:
    vectors = embedder.encode_documents([TEXTS[0]] * 3)
    assert np.allclose(vectors[0], vectors, atol=1e-6)
    assert np.allclose(vectors[:1], embedder.encode_documents([TEXTS[0]]), atol=1e-6)


def test_nothing_has_no_vectors(embedder: Embedder) -> None:
    assert embedder.encode_documents([]).shape == (0, embedder.dimensions)
    assert embedder.encode_questions([]).shape == (0, embedder.dimensions)


def test_a_question_finds_its_answer(embedder: Embedder) -> None:
    vectors = embedder.encode_documents(TEXTS[:2])
    question = embedder.encode_questions(["How much annual leave do I get?"])
    assert (vectors @ question[0]).argmax() == 0


def test_what_stands_within_the_limit_is_read(embedder: Embedder) -> None:
    """A NUL ends a text for a library in C; a limit that is not told cuts in silence."""
    long = "word " * (530 if embedder.max_tokens is None else embedder.max_tokens - 20)
    pairs = [("nul \0 inside", "nul \0 outside"), (long, long + "invoice")]
    for one, other in pairs:
        found = embedder.encode_documents([one, other])
        assert not np.allclose(found[0], found[1], atol=1e-4)
    if embedder.max_tokens is not None:
        found = embedder.encode_documents([long + long, long + long + "invoice"])
        assert np.allclose(found[0], found[1], atol=1e-6)


def test_tokens_are_counted_of_the_whole_text(embedder: Embedder) -> None:
    marks = embedder.count_tokens("")
    assert 1 <= marks <= 8
    assert embedder.count_tokens("word " * 1000) >= 1000
    for text in TEXTS:
        assert isinstance(embedder.count_tokens(text), int)


def test_name_and_revision_are_a_key(embedder: Embedder) -> None:
    assert embedder.name and embedder.revision
    assert "/" not in embedder.name, "a report shows no path of this machine"
    assert vector_key(embedder, "document", "x") != vector_key(embedder, "question", "x")


def test_threads_may_share_one(embedder: Embedder) -> None:
    texts = [f"text {n} of {'many ' * (n % 5)}" for n in range(12)]
    counts = [embedder.count_tokens(text) for text in texts]
    vectors = embedder.encode_documents(texts)

    def both(number: int) -> tuple[int, bool]:
        found = embedder.encode_documents([texts[number]])
        same = np.allclose(found[0], vectors[number], atol=1e-5)
        return embedder.count_tokens(texts[number]), same

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(both, range(12))) == [(count, True) for count in counts]


def test_revisions_differ() -> None:
    assert len({made.revision for made in MADE.values()}) == len(MADE)


@pytest.mark.parametrize("name", PACKAGED)
def test_making_one_loads_no_model(name: str) -> None:
    """A web process that only shows figures must not pay for torch."""
    if not is_installed(name):
        pytest.skip(f"the package {PACKAGED[name][0]} is not installed")
    heavy = {"torch", "sentence_transformers", "transformers", "httpx", "tenacity"}
    heavy |= {package for package, _ in PACKAGED.values()}
    code = (
        "import sys\n"
        "from evaluation.embedders.choice import make_embedder\n"
        f"embedder = make_embedder({name!r})\n"
        "assert embedder.encode_documents([]).shape == (0, embedder.dimensions)\n"
        "assert embedder.revision\n"
        f"loaded = {heavy!r} & set(sys.modules)\n"
        "sys.exit(str(loaded) if loaded else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_minilm_counts_without_its_model() -> None:
    embedder = MiniLmEmbedder()
    # [CLS] alpha pays 10 eu ##r . [SEP]
    assert embedder.count_tokens("Alpha pays 10 EUR.") == 8
    assert embedder.count_tokens("word " * 254) == 256
    assert embedder.count_tokens("word " * 1000) == 1002
    assert embedder.count_unknown("leave 年假") == (1, 3)
    assert "_model" not in vars(embedder)


def test_counts_agree_with_the_models_own_tokenizer() -> None:
    embedder = MADE.get("minilm") or make_embedder("minilm")
    for text in (*TEXTS[:4], "Résumé of 10,000 EUR 年假", "word " * 200):
        own = embedder._model.tokenizer(text)["input_ids"]  # type: ignore[attr-defined]
        assert embedder.count_tokens(text) == len(own)


def test_a_folders_prompts_are_used_counted_and_part_of_its_revision(prompted_folder: Path) -> None:
    plain = MADE.get("minilm") or make_embedder("minilm")
    made = MADE.get("st") or make_embedder(f"st:{prompted_folder}")
    assert (made.name, made.max_tokens, made.dimensions) == ("prompted-minilm", 256, 384)
    assert made.count_tokens("leave") == plain.count_tokens("passage: leave")
    for ours, bare in (
        (made.encode_documents(["leave"]), plain.encode_documents(["passage: leave"])),
        (made.encode_questions(["leave"]), plain.encode_questions(["query: leave"])),
    ):
        assert np.allclose(ours, bare, atol=1e-6)
    assert made.revision != SentenceTransformerEmbedder(str(_model_folder())).revision


def test_a_folder_that_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=r"st:.*there is no such folder"):
        SentenceTransformerEmbedder(str(tmp_path / "absent"))
    with pytest.raises(EmbedderError, match="st:~nouser/x: there is no such folder"):
        SentenceTransformerEmbedder("~nouser/x")
    with pytest.raises(EmbedderError, match=f"st:{tmp_path}/: no model in this folder; allowed is"):
        SentenceTransformerEmbedder(f"{tmp_path}/")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(
        EmbedderError, match=f"st:{tmp_path}: cannot be loaded: .*; allowed is .*modules.json"
    ) as caught:
        SentenceTransformerEmbedder(str(tmp_path)).encode_documents(["x"])
    assert "\n" not in str(caught.value)


def test_a_hub_name_stands_for_the_commit_that_was_downloaded(tmp_path: Path) -> None:
    if find_spec("huggingface_hub") is None:
        pytest.skip("huggingface_hub is not installed")
    model = tmp_path / "models--me--mine"
    (model / "refs").mkdir(parents=True)
    commit = "0123456789" * 4
    (model / "refs" / "main").write_text(commit)
    (model / "snapshots" / commit).mkdir(parents=True)
    (model / "snapshots" / commit / "modules.json").write_text("[]")
    code = (
        "from evaluation.embedders.choice import make_embedder\n"
        "print(make_embedder('st:me/mine').revision)\n"
        "try: make_embedder('st:me/other').revision\n"
        "except ValueError as error: print(error)"
    )
    variables = {"HF_HUB_CACHE": str(tmp_path), "HF_HUB_OFFLINE": "1", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=variables
    )
    first, second = done.stdout.splitlines()
    assert first == commit
    assert second.startswith("st:me/other: no folder here, and not to be had from the model hub")
