import gc
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np
import pytest
from chromadb.api.shared_system_client import SharedSystemClient

from evaluation import chroma
from evaluation.chroma import ChromaIndex, check_server, recall_against
from evaluation.command_line import main
from evaluation.ranking import Ranking
from evaluation.vectors import exact_search
from tests.evaluation.hash_embedder import HashEmbedder, hash_embedder
from tests.evaluation.small import write_small


def _vectors(texts: Sequence[str]) -> np.ndarray:
    return HashEmbedder().encode_documents(list(texts))


def test_distinct_chunks_rank_as_in_the_exact_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails with another space than cosine, or where batches mix up positions."""
    monkeypatch.setattr(chroma, "BATCH", 7)
    random = np.random.default_rng(5)
    # Lengths differ, so that l2 or an inner product would rank otherwise.
    chunks = random.normal(size=(40, 16)) * random.uniform(0.1, 9, size=(40, 1))
    questions = random.normal(size=(6, 16)).astype(np.float32)
    names = [f"q{n}" for n in range(6)]
    exact = exact_search(questions, chunks.astype(np.float32), names, depth=10)
    with ChromaIndex(chunks.astype(np.float32)) as index:
        found = index.rank(questions, names, depth=10)
    assert [row.question for row in found] == names
    assert {row.retriever for row in found} == {"chroma"}
    assert [row.chunks for row in found] == [row.chunks for row in exact]
    for one, other in zip(found, exact, strict=True):
        assert one.scores == pytest.approx(other.scores, abs=2e-6)
    assert recall_against(exact, found) == 1.0


class _AnyOrder:
    """A collection that gives equal distances in whatever order, as an index may."""

    def query(self, **_: object) -> dict[str, list[list[object]]]:
        return {"ids": [["3", "0", "2", "1"]], "distances": [[0.25, 0.5, 0.5, 0.25 + 1e-8]]}


def test_equal_scores_stand_by_position() -> None:
    with ChromaIndex(_vectors(["beta"] * 4)) as index:
        index._collection = _AnyOrder()
        found = index.rank(_vectors(["beta"]), ["q"])
    assert found == (Ranking("q", "chroma", (1, 3, 0, 2), (0.75, 0.75, 0.5, 0.5)),)


def test_one_answer_among_equal_pages() -> None:
    """The exact search finds it; for Chroma its recall says how far to trust it."""
    pages = ["This page is intentionally left blank."] * 300
    pages.insert(123, "Unused leave expires in March.")
    vectors, question = _vectors(pages), _vectors(["when does unused leave expire"])
    exact = exact_search(question, vectors, ["q"])
    assert exact[0].chunks[0] == 123
    with ChromaIndex(vectors) as index:
        found = index.rank(question, ["q"])
    recall = recall_against(exact, found)
    assert recall is not None
    expected = len(set(exact[0].chunks[:10]) & set(found[0].chunks[:10])) / 10
    assert recall == expected


def test_a_new_index_holds_nothing_of_the_one_before() -> None:
    """Re-import of a changed text under the same places: new vectors replace the old."""
    question = _vectors(["beta"])
    with ChromaIndex(_vectors(["beta", "alpha"])) as index:
        assert index.rank(question, ["q"])[0].chunks == (0, 1)
        with ChromaIndex(_vectors(["alpha", "beta"])) as other:
            assert other.rank(question, ["q"])[0].chunks == (1, 0)
        assert index.rank(question, ["q"])[0].chunks == (0, 1)


def test_nothing_to_find_and_fewer_chunks_than_asked() -> None:
    question = _vectors(["beta"])
    with ChromaIndex(np.zeros((0, 64), np.float32)) as index:
        assert index.rank(question, ["q"]) == (Ranking("q", "chroma", (), ()),)
    with ChromaIndex(_vectors(["gamma", "beta"])) as index:
        assert index.rank(question, ["q"], depth=200)[0].chunks == (1, 0)
        assert index.rank(question[:0], []) == ()
        with pytest.raises(ValueError, match="2 ids for 1 question vectors"):
            index.rank(question, ["q", "r"])


def test_the_folder_is_gone_when_closed() -> None:
    index = ChromaIndex(_vectors(["beta"]))
    folder = Path(index._folder.name)
    assert (folder / "chroma.sqlite3").exists()
    index.close()
    assert not folder.exists()
    index.close()


def _ranking(question: str, *chunks: int) -> Ranking:
    return Ranking(question, "vector", chunks, tuple(1.0 for _ in chunks))


def test_recall_by_hand() -> None:
    exact = [_ranking("q1", 1, 2, 3), _ranking("q2", 4), _ranking("q3")]
    found = [_ranking("q3", 9), _ranking("q2", 4, 5), _ranking("q1", 3, 7, 1, 2)]
    # k = 2: q1 finds none of {1, 2} in {3, 7}; q2 finds 4; q3 has no exact result.
    assert recall_against(exact, found, k=2) == 0.5
    # k = 3: q1 finds {1, 3} of {1, 2, 3}.
    assert recall_against(exact, found, k=3) == pytest.approx((2 / 3 + 1) / 2)
    assert recall_against([_ranking("q3")], found) is None
    with pytest.raises(ValueError, match="no approximate ranking of question 'q1'"):
        recall_against(exact, found[:2])


@pytest.fixture(scope="module")
def chroma_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server on loopback."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).parent / "chroma"), "run", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--path", str(tmp_path_factory.mktemp("chroma"))]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def test_a_server_ranks_as_the_embedded_one_and_keeps_nothing(chroma_server: str) -> None:
    chunks = np.random.default_rng(3).normal(size=(30, 16)).astype(np.float32)
    names = ["q0", "q1"]
    with ChromaIndex(chunks) as index:
        embedded = index.rank(chunks[:2], names, depth=10)
    check_server(chroma_server)
    with ChromaIndex(chunks, chroma_server) as index, ChromaIndex(chunks, chroma_server) as twin:
        assert index.rank(chunks[:2], names, depth=10) == embedded
        assert twin.rank(chunks[:2], names, depth=10) == embedded
        client = index._client
        assert len(client.list_collections()) == 2
        index.close()
        assert len(twin._client.list_collections()) == 1
    del index, twin, client
    with warnings.catch_warnings():
        # Chroma leaves its connections to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        SharedSystemClient.clear_system_cache()
        gc.collect()


@pytest.mark.parametrize(
    "address", ["nowhere", "host:", ":1", "host:0", "host:x", "host:70000", "http://h:1", "::1:80"]
)
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="allowed is HOST:PORT"):
        ChromaIndex(_vectors(["a"]), address)


def test_a_server_that_does_not_answer_is_one_line() -> None:
    with pytest.raises(ValueError, match="does not answer"):
        ChromaIndex(_vectors(["a"]), "127.0.0.1:1")


def test_a_server_that_is_none_of_chroma_answers_in_one_line() -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404, "nothing\there", "<p>\n" * 99)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        with pytest.raises(ValueError, match="does not answer") as caught:
            check_server(f"127.0.0.1:{server.server_port}")
        server.shutdown()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_the_server_is_asked_before_anything_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("evaluation.commands.make_embedder", hash_embedder)
    small = str(write_small(tmp_path / "small"))
    options = ["--retrievers", "chroma", "--chroma", "127.0.0.1:1", "--store", "store"]
    assert main(["run", small, *options]) == 2
    error = capsys.readouterr().err
    assert "chroma server '127.0.0.1:1' does not answer" in error
    assert error.count("\n") == 1, "no stage was begun"
