"""A server on loopback that behaves as servers do, well and badly."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from evaluation.embedders import openai_compatible
from evaluation.embedders.choice import make_embedder
from evaluation.embedders.openai_compatible import KEY, SERVER, OpenAiCompatibleEmbedder
from evaluation.embedding import EmbedderError

SECRET = "sk-secret-of-the-test"
PROBE = openai_compatible._PROBE


def vector(text: str) -> list[float]:
    return [float(len(text)), float(sum(map(ord, text)) % 97), 1.0]


class Server(ThreadingHTTPServer):
    """Remembers what it was asked; `planned` answers come first, as (status, headers, body)."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.planned: list[tuple[int, dict[str, str], Any]] = []
        self.key = ""
        self.seconds = 0.0
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def texts(self) -> list[list[str]]:
        return [body["input"] for body in self.asked if body["input"] != [PROBE]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.headers.append(dict(self.headers))
        time.sleep(self.server.seconds)
        self.answer(*self.chosen(body))

    def chosen(self, body: dict[str, Any]) -> tuple[int, dict[str, str], Any]:
        if self.path != "/v1/embeddings":
            return 404, {}, {"error": {"message": f"no route {self.path}"}}
        if self.server.key and self.headers["Authorization"] != f"Bearer {self.server.key}":
            return 401, {}, {"error": {"message": "Incorrect API key"}}
        if self.server.planned:
            return self.server.planned.pop(0)
        if "" in body["input"]:
            return 400, {}, {"error": {"message": "input cannot be an empty string"}}
        rows = [{"index": n, "embedding": vector(text)} for n, text in enumerate(body["input"])]
        tokens = sum(len(text.split()) for text in body["input"])
        # Rows may come in any order; the index says whose they are.
        made = {"data": rows[::-1], "model": "m-2026", "usage": {"prompt_tokens": tokens}}
        return 200, {}, made

    def answer(self, status: int, headers: dict[str, str], body: Any) -> None:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.send_response(status)
            for name, value in {"Content-Length": str(len(raw)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)
        except (BrokenPipeError, ConnectionResetError):
            pass  # who asked did not wait

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", KEY, SERVER):
        monkeypatch.delenv(name, raising=False)
    made = Server()
    thread = threading.Thread(target=made.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join(5)


def embedder(server: Server, **more: Any) -> OpenAiCompatibleEmbedder:
    return OpenAiCompatibleEmbedder(server.url, "m", first_wait_seconds=0.01, **more)


def test_texts_go_in_batches_and_come_back_in_order(server: Server) -> None:
    texts = [f"text {n} {'x' * (n % 7)}" for n in range(70)]
    made = embedder(server)
    assert made.dimensions == 3
    found = made.encode_documents(texts)
    assert found.dtype == np.float32
    assert np.array_equal(found, np.array([vector(text) for text in texts], np.float32))
    assert np.array_equal(made.encode_questions(texts), found)
    assert [len(batch) for batch in server.texts] == [32, 32, 6] * 2
    assert server.asked[0] == {"model": "m", "input": [PROBE], "encoding_format": "float"}


def test_making_one_asks_nothing_and_blank_texts_are_not_sent(server: Server) -> None:
    made = embedder(server)
    assert server.asked == []
    assert (made.name, made.max_tokens, made.limit_known) == ("m", None, False)
    found = made.encode_documents(["", "a b", " \n", "half \ud800 pair"])
    assert np.array_equal(found[[0, 2]], np.zeros((2, 3), np.float32))
    assert server.texts == [["a b", "half ? pair"]]
    assert made.encode_documents([]).shape == (0, 3)


def test_the_revision_is_the_model_that_answers_and_where(server: Server) -> None:
    made = embedder(server)
    assert made.revision.startswith("m-2026 at ")
    assert made.revision == embedder(server).revision
    assert "127.0.0.1" not in made.revision
    server.planned = [(200, {}, {"data": [{"index": 0, "embedding": [1]}], "model": "m-2027"})]
    assert embedder(server).revision != made.revision


def test_tokens_are_counted_by_the_server(server: Server) -> None:
    made = embedder(server)
    assert made.count_tokens("three small words") == 3
    assert made.count_tokens(" ") == 0
    server.planned = [(200, {}, {"data": [{"index": 0, "embedding": [1, 2, 3]}]})]
    with pytest.raises(EmbedderError, match="does not say how many tokens"):
        made.count_tokens("x")


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_a_busy_server_is_asked_again(server: Server, status: int) -> None:
    made = embedder(server)
    server.planned = [(status, {}, b"busy")] * 4
    assert made.encode_documents(["x"]).shape == (1, 3)
    server.planned = [(status, {}, {"error": f"busy with {SECRET}"})] * 9
    with pytest.raises(EmbedderError, match=rf"answers {status} \(.*busy.*\) after 5 attempts"):
        made.encode_documents(["x"])


def test_it_waits_as_long_as_the_server_asks(server: Server) -> None:
    made = embedder(server)
    _ = made.dimensions
    server.planned = [(429, {"Retry-After": "0.3"}, b""), (429, {"Retry-After": "0.2"}, b"")]
    started = time.monotonic()
    made.encode_documents(["x"])
    assert time.monotonic() - started >= 0.5


@pytest.mark.parametrize(
    ("header", "low", "high"),
    [
        ("7", 7, 7),
        ("Wed, 21 Oct 2015 07:28:00 GMT", -1e12, 0),
        ("soon", None, None),
        ("nan", None, None),
        ("", None, None),
    ],
)
def test_what_retry_after_says(header: str, low: float | None, high: float | None) -> None:
    found = openai_compatible._retry_after({"Retry-After": header})
    if low is None or high is None:
        assert found is None
    else:
        assert found is not None and low <= found <= high


def test_no_answer_in_time(server: Server) -> None:
    server.seconds = 0.4
    with pytest.raises(EmbedderError, match="cannot be asked: timed out") as caught:
        _ = embedder(server, timeout_seconds=0.05, attempts=2).dimensions
    assert len(server.asked) == 2
    assert "\n" not in str(caught.value)


def test_nobody_there() -> None:
    made = OpenAiCompatibleEmbedder("http://127.0.0.1:9/v1", "m", attempts=2, first_wait_seconds=0)
    with pytest.raises(EmbedderError, match=r"http://127.0.0.1:9/v1 \(m\) cannot be asked: "):
        _ = made.revision


def rows(*embeddings: Any, start: int = 0) -> dict[str, Any]:
    return {"data": [{"index": n, "embedding": e} for n, e in enumerate(embeddings, start)]}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"<html>\nhello</html>", "gives no embeddings in its answer: <html> hello"),
        (b"\xff\xfe", "gives no embeddings"),
        ({"data": "x"}, "gives no embeddings"),
        ({"error": "out of memory"}, "gives no embeddings in its answer: .*out of memory"),
        ([], "gives no embeddings"),
        (rows("AAAA", "AAAA"), "gives no embeddings"),
        (rows([1, 2, 3], [1, 2]), "gives vectors of 2 and of 3 dimensions in one answer"),
        (rows([[1]], [[2]]), "gives 2 vectors for 2 texts"),
        (rows([1, 2], [1, 2]), "gives vectors of 2 dimensions, and of 3 before"),
        (rows([1, 2, 3]), "gives 1 vectors for 2 texts"),
        (rows([1, 2, 3], [1, 2, 3], start=1), "or in no order"),
        (rows([], []), "gives an empty embedding; allowed is at least 1 dimension"),
        (rows([1, 2, 1e300], [1, 2, 3]), "a value that is no number, or too large"),
        (rows([1, 2, 10**400], [1, 2, 3]), "gives no embeddings"),
        (b"[" * 100_000, "gives no embeddings"),
        (
            {**rows([1, 2, 3], [1, 2, 3]), "model": "m-2027"},
            "answers with the model 'm-2027', and with 'm-2026' before; allowed is one model",
        ),
        (rows([1, 2, 3], [1, 2, None]), "a value that is no number"),
        (b'{"data":[{"index":0,"embedding":[1,2,NaN]},{"index":1,"embedding":[1,2,3]}]}', "number"),
    ],
)
def test_an_answer_that_is_none(server: Server, body: Any, message: str) -> None:
    made = embedder(server)
    _ = made.dimensions
    server.planned = [(200, {}, body)]
    with pytest.raises(EmbedderError, match=message) as caught:
        made.encode_documents(["a", "b"])
    assert "\n" not in str(caught.value)
    assert len(server.texts) == 1, "a wrong answer is not asked for again"


def test_the_key_comes_from_the_environment_and_is_shown_nowhere(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.key = SECRET
    spec = f"openai:{server.url}#m"
    with pytest.raises(
        EmbedderError, match=f"asks for a key; set {KEY}, and {SERVER} to its URL \\(401\\)"
    ):
        _ = make_embedder(spec).revision
    assert "Authorization" not in server.headers[-1]
    monkeypatch.setenv(KEY, "another-key")
    monkeypatch.setenv(SERVER, server.url)
    with pytest.raises(EmbedderError, match=f"refuses the key in {KEY}") as caught:
        _ = make_embedder(spec).revision
    assert "another-key" not in str(caught.value)
    monkeypatch.setenv(KEY, SECRET + "\n")
    made = make_embedder(spec)
    assert made.dimensions == 3
    server.planned = [(400, {}, {"error": f"bad request by {SECRET}"})]
    with pytest.raises(EmbedderError, match="answers 400") as caught:
        made.encode_documents(["x"])
    assert SECRET not in str(caught.value) + repr(made)
    monkeypatch.setenv(KEY, "schlüssel")
    with pytest.raises(EmbedderError, match=f"{KEY} holds a character"):
        make_embedder(spec)


def test_the_key_goes_to_the_server_it_is_for_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may edit names a model on a page, and a protocol may name one."""
    spec = f"openai:{server.url}#m"
    monkeypatch.setenv(KEY, SECRET)
    with pytest.raises(EmbedderError, match=f"not for which server: set {SERVER}"):
        make_embedder(spec)
    for other in ("https://api.example.org/v1", server.url.replace("127.0.0.1", "localhost")):
        monkeypatch.setenv(SERVER, other)
        _ = make_embedder(spec).revision
        assert "Authorization" not in server.headers[-1]
    monkeypatch.setenv(SERVER, server.url.removesuffix("/v1") + "/another/path")
    _ = make_embedder(spec).revision
    assert server.headers[-1]["Authorization"] == f"Bearer {SECRET}"


def test_a_wrong_address(server: Server) -> None:
    with pytest.raises(EmbedderError, match=r"answers 404 \(.*no route /embeddings"):
        _ = OpenAiCompatibleEmbedder(server.url.removesuffix("/v1"), "m").revision
    assert OpenAiCompatibleEmbedder(f"{server.url}/embeddings", "m").dimensions == 3


@pytest.mark.parametrize(
    "spec",
    [
        "http://x/v1",
        "http://x/v1#",
        "#m",
        "ftp://x#m",
        "x#m",
        "http://[::1#m",
        "http://me:pw@x#m",
        "http://x/v1?key=pw#m",
    ],
)
def test_what_is_no_url_with_a_model(spec: str) -> None:
    with pytest.raises(EmbedderError, match="openai:") as caught:
        make_embedder(f"openai:{spec}")
    assert "pw" not in str(caught.value)
    assert "#http" not in str(caught.value), "what was given is shown as it was given"


def test_an_answer_that_names_no_model_is_of_the_same(server: Server) -> None:
    made = embedder(server)
    _ = made.dimensions
    server.planned = [(200, {}, rows([1, 2, 3]))]
    assert made.encode_documents(["a"]).shape == (1, 3)
