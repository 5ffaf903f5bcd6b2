import multiprocessing
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sqlalchemy import Engine

from evaluation.database import open_database
from evaluation.embedding import Vectors
from evaluation.ranking import Ranking
from evaluation.vectors import (
    VectorTable,
    exact_search,
    reciprocal_rank_fusion,
    vector_key,
)
from strategies.tools import NoEmbedderError
from tests.evaluation.hash_embedder import HashEmbedder


class NoisyEmbedder(HashEmbedder):
    """Gives the same text another vector in every batch, as real models do."""

    def encode_documents(self, texts: list[str]) -> Vectors:
        return super().encode_documents(texts) + np.float32(1e-7 * len(self.batches))


class StoppingEmbedder(HashEmbedder):
    """Stops at its third batch."""

    def encode_documents(self, texts: list[str]) -> Vectors:
        if len(self.batches) == 2:
            raise KeyboardInterrupt
        return super().encode_documents(texts)


def test_each_distinct_text_is_encoded_once(engine: Engine) -> None:
    table, embedder = VectorTable(engine), HashEmbedder()
    first = table.vectors_for(embedder, ["b b", "a", "b b"])
    assert first.shape == (3, 64)
    assert first.dtype == np.float32
    assert np.array_equal(first, HashEmbedder().encode_documents(["b b", "a", "b b"]))
    assert embedder.encoded == ["a", "b b"]
    again = table.vectors_for(embedder, ["a", "c"])
    assert embedder.encoded == ["a", "b b", "c"]
    assert np.array_equal(again[0], first[1])


def test_the_same_text_in_two_strategies_has_one_vector_to_the_bit(engine: Engine) -> None:
    embedder = NoisyEmbedder()
    chunk = VectorTable(engine).vectors_for(embedder, ["same text", "one"])[0]
    other = VectorTable(engine).vectors_for(embedder, ["two", "same text"])[1]
    assert np.array_equal(chunk, other)
    assert not np.array_equal(chunk, embedder.encode_documents(["same text"])[0])


def test_nothing_gives_no_rows(engine: Engine) -> None:
    embedder = HashEmbedder(dimensions=5)
    assert VectorTable(engine).vectors_for(embedder, []).shape == (0, 5)
    assert embedder.batches == []


def test_blank_texts_share_one_vector(engine: Engine) -> None:
    embedder = NoisyEmbedder()
    vectors = VectorTable(engine).vectors_for(embedder, [" \n", "", "\u3000", "x"])
    assert sorted(embedder.encoded) == ["", "x"]
    assert np.array_equal(vectors[0], vectors[1])
    assert np.array_equal(vectors[0], vectors[2])


def test_model_revision_kind_and_text_each_make_another_key() -> None:
    base, other = HashEmbedder(), HashEmbedder(revision="2")
    named = HashEmbedder(revision="")
    named.name = "hash1"
    keys = {
        vector_key(base, "document", "text"),
        vector_key(base, "question", "text"),
        vector_key(base, "document", "text "),
        vector_key(other, "document", "text"),
        # Reads as the first does when the parts are written one after the other.
        vector_key(named, "document", "text"),
    }
    assert len(keys) == 5
    assert vector_key(base, "document", "\ud800") != vector_key(base, "document", "?")


def test_questions_are_kept_apart_from_documents(engine: Engine) -> None:
    table, embedder = VectorTable(engine), HashEmbedder()
    table.vectors_for(embedder, ["text"])
    table.vectors_for(embedder, ["text"], kind="question")
    assert embedder.batches == [["text"], ["text"]]


def test_an_interrupted_run_goes_on_behind_its_last_batch(engine: Engine) -> None:
    texts = [f"{'x' * (100 - n)} {n}" for n in range(100)]
    stopping, embedder = StoppingEmbedder(), HashEmbedder()
    with pytest.raises(KeyboardInterrupt):
        VectorTable(engine).vectors_for(stopping, texts)
    # Batches of 32, shortest first.
    assert [len(batch) for batch in stopping.batches] == [32, 32]
    assert set(stopping.encoded) == set(texts[36:])
    assert VectorTable(engine).missing(embedder, texts) == set(texts[:36])
    steps: list[int] = []
    vectors = VectorTable(engine).vectors_for(embedder, texts, progress=steps.append)
    assert set(embedder.encoded) == set(texts[:36])
    # What was there already is no work, and characters say how much the rest is.
    assert steps == [sum(map(len, texts[4:36])), sum(map(len, texts[:36]))]
    assert np.array_equal(vectors, HashEmbedder().encode_documents(texts))


def test_more_keys_than_one_query_takes(engine: Engine) -> None:
    texts = [f"text {n}" for n in range(1_203)]
    table, embedder = VectorTable(engine), HashEmbedder()
    vectors = table.vectors_for(embedder, texts)
    assert np.array_equal(table.vectors_for(embedder, texts), vectors)
    assert len(embedder.encoded) == 1_203


def test_wrong_shapes_and_numbers_are_refused(engine: Engine) -> None:
    class Wrong(HashEmbedder):
        def encode_documents(self, texts: list[str]) -> Vectors:
            return np.full((len(texts), 3), np.nan, np.float32)

    with pytest.raises(ValueError, match=r"\(1, 3\), expected \(1, 64\)"):
        VectorTable(engine).vectors_for(Wrong(), ["text"])
    with pytest.raises(ValueError, match="not finite"):
        VectorTable(engine).vectors_for(Wrong(dimensions=3), ["text"])


def _fill(url: str, barrier: object, results: object) -> None:
    engine = open_database(url)
    texts = [f"text {n}" for n in range(200)]
    barrier.wait(30)  # type: ignore[attr-defined]
    vectors = VectorTable(engine).vectors_for(HashEmbedder(), texts)
    results.put(vectors.tobytes())  # type: ignore[attr-defined]
    engine.dispose()


def test_several_processes_fill_one_table(engine: Engine) -> None:
    """Fails on a locked database or a duplicate key."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(3), context.Queue()
    url = engine.url.render_as_string(hide_password=False)
    workers = [context.Process(target=_fill, args=(url, barrier, results)) for _ in range(3)]
    for worker in workers:
        worker.start()
    answers = {results.get(timeout=30) for _ in workers}
    for worker in workers:
        worker.join(30)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert len(answers) == 1


def test_exact_search_by_hand() -> None:
    chunks = np.array([[0, 2], [3, 3], [5, 0], [0, 0], [-1, 0], [1, 0]], np.float32)
    # Cosines with (1, 0): 0, 0.707107, 1, 0 (no direction), -1, 1; ties by position.
    found = exact_search(np.array([[4, 0]], np.float32), chunks, ["q"])
    assert found == (
        Ranking("q", "vector", (2, 5, 1, 0, 3, 4), (1.0, 1.0, 0.707107, 0.0, 0.0, -1.0)),
    )
    assert exact_search(np.array([[4, 0]], np.float32), chunks, ["q"], depth=1)[0].chunks == (2,)


def test_exact_search_of_nothing() -> None:
    empty = np.zeros((0, 2), np.float32)
    assert exact_search(empty, np.ones((3, 2), np.float32), []) == ()
    question = np.ones((1, 2), np.float32)
    assert exact_search(question, empty, ["q"]) == (Ranking("q", "vector", (), ()),)


def test_noise_of_a_batch_changes_no_rank() -> None:
    # 1e-7 in one place would put the later of two equal texts first.
    chunks = np.array([[0.6, 0.8], [0.6 + 1e-7, 0.8]], np.float32)
    found = exact_search(np.array([[1, 0]], np.float32), chunks, ["q"])
    assert found[0] == Ranking("q", "vector", (0, 1), (0.6, 0.6))


def test_ids_belong_to_their_questions_over_many_products() -> None:
    vectors = np.eye(150, dtype=np.float32)
    found = exact_search(vectors, vectors, [f"q{n}" for n in range(150)], depth=1)
    assert [(row.question, row.chunks) for row in found] == [(f"q{n}", (n,)) for n in range(150)]
    with pytest.raises(ValueError, match="1 ids for 150 question vectors"):
        exact_search(vectors, vectors, ["q0"])


@given(arrays(np.float32, (6, 3), elements=st.sampled_from([-1, 0, 0.5, 2])), st.integers(1, 7))
def test_exact_search_equals_a_slow_loop(rows: Vectors, depth: int) -> None:
    question, chunks = rows[0], rows[1:]

    def cosine(one: Vectors, other: Vectors) -> float:
        lengths = sum(float(x) ** 2 for x in one) ** 0.5 * sum(float(x) ** 2 for x in other) ** 0.5
        dot = sum(float(x) * float(y) for x, y in zip(one, other, strict=True))
        return round(dot / lengths, 6) if lengths else 0.0

    scores = [cosine(question, chunk) for chunk in chunks]
    expected = sorted(range(5), key=lambda position: (-scores[position], position))[:depth]
    (found,) = exact_search(rows[:1], chunks, ["q"], depth)
    assert list(found.chunks) == expected
    assert list(found.scores) == pytest.approx([scores[n] for n in expected], abs=1e-6)


def test_reciprocal_rank_fusion_by_hand() -> None:
    rankings = [
        Ranking("q2", "bm25", (), ()),
        Ranking("q1", "bm25", (7, 3), (9.0, 1.0)),
        Ranking("q1", "vector", (3, 5), (0.9, 0.8)),
        Ranking("q2", "vector", (4,), (0.1,)),
    ]
    # 3: 1/62 + 1/61 = 0.032522; 7: 1/61 = 0.016393; 5: 1/62 = 0.016129.
    assert reciprocal_rank_fusion(rankings) == (
        Ranking("q2", "hybrid", (4,), (pytest.approx(0.016393, abs=1e-6),)),
        Ranking(
            "q1",
            "hybrid",
            (3, 7, 5),
            tuple(pytest.approx(x, abs=1e-6) for x in (0.032522, 0.016393, 0.016129)),
        ),
    )


def test_fusion_ties_stand_by_position_and_the_depth_holds() -> None:
    rankings = [Ranking("q", "bm25", (9, 1), (2.0, 1.0)), Ranking("q", "vector", (1, 9), (1, 0))]
    assert reciprocal_rank_fusion(rankings)[0].chunks == (1, 9)
    assert reciprocal_rank_fusion(rankings, depth=1)[0].chunks == (1,)
    assert reciprocal_rank_fusion([Ranking("q", "bm25", (), ())])[0].chunks == ()


def test_the_order_of_three_rankings_settles_no_tie() -> None:
    # Both are first, second and seventh once, but 1/61 + 1/62 + 1/67 is less by 1e-17 than
    # 1/67 + 1/61 + 1/62.
    four_first = Ranking("q", "bm25", (4, 11, 12, 13, 14, 15, 9), (0.0,) * 7)
    nine_first = Ranking("q", "vector", (9, 4), (0.0,) * 2)
    nine_second = Ranking("q", "chroma", (21, 9, 22, 23, 24, 25, 4), (0.0,) * 7)
    (fused,) = reciprocal_rank_fusion([four_first, nine_first, nine_second])
    assert fused.chunks[:2] == (4, 9)
    assert fused.scores[0] == fused.scores[1]


def test_fusion_refuses_a_retriever_counted_twice() -> None:
    twice = [Ranking("q", "bm25", (1,), (1.0,))] * 2
    with pytest.raises(ValueError, match="two rankings of question 'q' by 'bm25'"):
        reciprocal_rank_fusion(twice)


def test_what_a_report_says_of_a_model_is_enough_to_look_its_vectors_up(engine: Engine) -> None:
    """Without the model: a page that draws a run's cuts takes the run's own vectors, no others."""

    class Recorded(NamedTuple):
        name: str
        revision: str

    table, embedder = VectorTable(engine), HashEmbedder()
    made = table.vectors_for(embedder, ["one", "two"])
    found = table.kept(Recorded(embedder.name, embedder.revision))(["two", "one"])
    assert np.array_equal(found, made[::-1])
    with pytest.raises(NoEmbedderError):
        table.kept(Recorded(embedder.name, "another"))(["one"])


def test_time_is_told_of_the_vectors_that_were_made_here_alone(engine):
    embedder = HashEmbedder()
    table = VectorTable(engine)
    table.vectors_for(embedder, ["a b", "c d e", "a b"])
    spent, share = table.spent(embedder, ["a b", "c d e"])
    assert spent > 0 and share == 1
    assert table.spent(embedder, ["a b", "c d e", "f"]) == (pytest.approx(spent), 2 / 3)
    later = VectorTable(engine)
    later.vectors_for(embedder, ["a b"])
    assert later.spent(embedder, ["a b"]) == (0, 0)
    assert later.spent(embedder, []) == (0, 1)
