"""A model behind a URL that speaks OpenAI's embeddings API, as many servers do."""

import hashlib
import math
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from evaluation.embedding import BATCH, EmbedderError, Vectors, encodable
from golden_sets.language import worded

if TYPE_CHECKING:
    import httpx
    from tenacity import RetryCallState

# The key, and the server it is for: a model may be named by whoever may edit, on a page or in a
# protocol, and must not have the key sent to a server of their own.
KEY, SERVER = "CHUNKBOARD_EMBEDDINGS_KEY", "CHUNKBOARD_EMBEDDINGS_URL"
_LONGEST_WAIT = 60.0
_PROBE = "Which model answers?"


class _Answer(NamedTuple):
    vectors: Vectors
    model: str | None
    tokens: int | None


class _BusyError(Exception):
    """An answer that asks to try again, perhaps after some seconds."""

    def __init__(self, answered: str, seconds: float | None) -> None:
        super().__init__(answered)
        self.seconds = seconds


class OpenAiCompatibleEmbedder:
    """Vectors from `POST {url}/embeddings`, 32 texts a request.

    No answer within the timeout, 408, 409, 429 and 5xx are tried again, after what `Retry-After`
    asks for (60 s at most), else after twice the wait before. How much of a text the server's
    model reads, and whether it cuts or refuses the rest, the API does not tell: `limit_known` is
    False. Blank texts are not sent, since some servers refuse them; their vector is 0.

    The first time that the revision or the dimensions are asked for, one short text is sent.
    """

    max_tokens: int | None = None
    limit_known = False

    def __init__(
        self,
        url: str,
        model: str,
        key: str | None = None,
        timeout_seconds: float = 60,
        attempts: int = 5,
        first_wait_seconds: float = 0.5,
    ) -> None:
        """
        Args:
            url: What stands before `/embeddings`, such as `http://127.0.0.1:11434/v1`.
            key: Sent as bearer token; never shown.

        Raises:
            EmbedderError: The URL, the model's name or the key cannot be one.
        """
        self._url = url.rstrip("/").removesuffix("/embeddings")
        # Before anything that repeats the URL: a run names it, and a key in it would be kept.
        if "@" in url or "?" in url:
            raise EmbedderError(
                worded("openai: a URL with a password or a query; give the key in {key}", key=KEY)
            )
        try:
            parts = urlsplit(self._url)
        except ValueError as error:
            raise EmbedderError(worded("openai:{url}: {error}", url=url, error=error)) from None
        if parts.scheme not in ("http", "https") or not parts.hostname or not model.strip():
            given = f"{url}#{model}" if model else url
            raise EmbedderError(
                worded("openai:{given}; allowed is openai:http(s)://…/v1#MODEL", given=given)
            )
        self._key = (key or "").strip()
        if not self._key.isascii() or any(not c.isprintable() for c in self._key):
            raise EmbedderError(
                worded("{key} holds a character that no HTTP header takes", key=KEY)
            )
        self.name = model
        self._timeout, self._attempts = timeout_seconds, attempts
        self._first_wait = first_wait_seconds
        self._lock = RLock()

    def __reduce__(self) -> tuple[Callable[[str], "OpenAiCompatibleEmbedder"], tuple[str]]:
        """Another process makes its own, with the key of its own environment: none is sent."""
        return _with_own_key, (f"{self._url}#{self.name}",)

    @property
    def revision(self) -> str:
        """The model the server says it answers with, and a hash of the URL."""
        where = hashlib.sha256(self._url.encode()).hexdigest()[:12]
        return f"{self._model} at {where}"

    @property
    def dimensions(self) -> int:
        return int(self._first.vectors.shape[1])

    def encode_documents(self, texts: list[str]) -> Vectors:
        """Vectors as the server gives them, of any length, shape (texts, dimensions)."""
        asked = [row for row, text in enumerate(texts) if text.strip()]
        vectors = np.zeros((len(texts), self.dimensions), np.float32)
        for start in range(0, len(asked), BATCH):
            rows = asked[start : start + BATCH]
            found = self._ask([texts[row] for row in rows])
            if (made := found.vectors.shape[1]) != self.dimensions:
                raise self._error(
                    worded(
                        "gives vectors of {n} dimensions, and of {before} before",
                        n=made,
                        before=self.dimensions,
                    )
                )
            if found.model not in (None, self._model):
                raise self._error(
                    worded(
                        "answers with the model {model!r}, and with {before!r} before; allowed "
                        "is one model",
                        model=self._line(str(found.model)),
                        before=self._line(self._model),
                    )
                )
            vectors[rows] = found.vectors
        return vectors

    def encode_questions(self, texts: list[str]) -> Vectors:
        """The same as for documents: the API knows no other."""
        return self.encode_documents(texts)

    def count_tokens(self, text: str) -> int:
        """The server's own count, which costs a request; 0 for a blank text.

        Raises:
            EmbedderError: The server does not count.
        """
        if not text.strip():
            return 0
        tokens = self._ask([text]).tokens
        if tokens is None:
            raise self._error(worded("does not say how many tokens a text has"))
        return tokens

    @property
    def _model(self) -> str:
        """The model that answered first, as the server names it, else as it was asked for."""
        return self._first.model or self.name

    @property
    def _first(self) -> _Answer:
        with self._lock:
            return self._probed

    @cached_property
    def _probed(self) -> _Answer:
        return self._ask([_PROBE])

    def _ask(self, texts: list[str]) -> _Answer:
        """The server's answer for some texts.

        Raises:
            EmbedderError: It gave none that can be used.
        """
        import httpx
        import tenacity

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type((httpx.TransportError, _BusyError)),
            stop=tenacity.stop_after_attempt(self._attempts),
            wait=self._seconds_to_wait,
            reraise=True,
        )
        try:
            # A client for each request: a kept one would have to be closed by someone.
            with httpx.Client(timeout=self._timeout) as client:
                response = retrying(self._post, client, [encodable(text) for text in texts])
        except _BusyError as error:
            raise self._error(
                worded("answers {status} after {n} attempts", status=error, n=self._attempts)
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            said = self._line(str(error)) or type(error).__name__
            raise self._error(worded("cannot be asked: {said}", said=said)) from None
        return self._read(response, len(texts))

    def _post(self, client: "httpx.Client", texts: list[str]) -> "httpx.Response":
        response = client.post(
            f"{self._url}/embeddings",
            json={"model": self.name, "input": texts, "encoding_format": "float"},
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
        )
        status, said = response.status_code, self._line(response.text)
        if status in (408, 409, 429) or status >= 500:
            raise _BusyError(f"{status} ({said})", _retry_after(response.headers))
        if status in (401, 403):
            what = (
                worded("refuses the key in {key} ({status})", key=KEY, status=status)
                if self._key
                else worded(
                    "asks for a key; set {key}, and {server} to its URL ({status})",
                    key=KEY,
                    server=SERVER,
                    status=status,
                )
            )
            raise self._error(what)
        if status != 200:
            raise self._error(worded("answers {status} ({said})", status=status, said=said))
        return response

    def _seconds_to_wait(self, state: "RetryCallState") -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = error.seconds if isinstance(error, _BusyError) else None
        wait = self._first_wait * 2 ** (state.attempt_number - 1) if asked is None else asked
        return min(max(wait, 0.0), _LONGEST_WAIT)

    def _read(self, response: "httpx.Response", count: int) -> _Answer:
        try:
            body = response.json()
            rows = sorted(body["data"], key=lambda row: row["index"])
            places = [row["index"] for row in rows]
            lengths = sorted({len(row["embedding"]) for row in rows})
            if places == list(range(count)):
                self._check_lengths(lengths)
            # A number too large becomes infinite, which is told below.
            with np.errstate(over="ignore"):
                vectors = np.array([row["embedding"] for row in rows], np.float32)
        except EmbedderError:
            raise
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise self._error(
                worded("gives no embeddings in its answer: {said}", said=self._line(response.text))
            ) from None
        if places != list(range(count)) or vectors.ndim != 2:
            raise self._error(
                worded(
                    "gives {n} vectors for {texts} texts, or in no order",
                    n=len(places),
                    texts=count,
                )
            )
        if not np.isfinite(vectors).all():
            raise self._error(worded("gives a vector with a value that is no number, or too large"))
        usage = body.get("usage")
        tokens = usage.get("prompt_tokens") if isinstance(usage, dict) else None
        return _Answer(
            vectors,
            str(body["model"]) if body.get("model") else None,
            tokens if isinstance(tokens, int) else None,
        )

    def _check_lengths(self, lengths: list[int]) -> None:
        """Refuses vectors without a number, and of more than one length."""
        if 0 in lengths:
            raise self._error(worded("gives an empty embedding; allowed is at least 1 dimension"))
        if len(lengths) > 1:
            raise self._error(
                worded(
                    "gives vectors of {least} and of {most} dimensions in one answer; allowed is "
                    "one count",
                    least=lengths[0],
                    most=lengths[-1],
                )
            )

    def _error(self, said: str) -> EmbedderError:
        return EmbedderError(
            worded("{url} ({model}) {said}", url=self._url, model=self.name, said=said)
        )

    def _line(self, text: str) -> str:
        """The beginning of what the server said, on one line, without the key."""
        shown = text.replace(self._key, "…") if self._key else text
        return " ".join("".join(c if c.isprintable() else " " for c in shown[:2000]).split())[:200]


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the header asks to wait, given as such or as a date; None without one."""
    given = headers.get("Retry-After", "")
    try:
        seconds = float(given)
        return seconds if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        return (parsedate_to_datetime(given) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return None


def from_spec(spec: str) -> OpenAiCompatibleEmbedder:
    """The embedder of `URL#MODEL`, with the environment's key if that is for this server.

    Raises:
        EmbedderError: The URL, the model's name or the key cannot be one, or there is a key and
            not said for which server.
    """
    url, _, model = spec.rpartition("#") if "#" in spec else (spec, "", "")
    return OpenAiCompatibleEmbedder(url, model, _key_for(url))


def _key_for(url: str) -> str | None:
    key, server = os.environ.get(KEY), os.environ.get(SERVER, "")
    if not key:
        return None
    if not _origin(server):
        raise EmbedderError(
            worded(
                "{key} is set, but not for which server: set {server} to its URL, such as "
                "https://api.example.org/v1",
                key=KEY,
                server=SERVER,
            )
        )
    return key if _origin(url) == _origin(server) else None


def _origin(url: str) -> tuple[str, str, int | None] | None:
    try:
        parts = urlsplit(url.strip())
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None


def _with_own_key(spec: str) -> OpenAiCompatibleEmbedder:
    return from_spec(spec)
