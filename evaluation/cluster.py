"""A Dask cluster as the executor of a run: `--executor dask://HOST:PORT`.

What is handed to its workers is pickled, and a worker does what the scheduler tells it, so
scheduler and workers belong on a network that is trusted, or behind TLS (`dask+tls://`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self
from urllib.parse import urlsplit

from evaluation.own_code import code_digest, versions
from evaluation.shared_work import SharedWork, WorkerError, check_code, vectors_at
from evaluation.vectors import VectorTable
from golden_sets.language import of_error, worded
from strategies.adapter.adapted import Adapted
from strategies.adapter.exported import is_exported
from strategies.variant import Variant

SCHEMES = {"dask": "tcp", "dask+tls": "tls"}
ALLOWED = "dask://HOST:PORT, or dask+tls://HOST:PORT"
ANSWER_SECONDS = 10
# How long a run waits for a worker once the last one has gone: one that is started again is back.
PATIENCE_SECONDS = 60
_POLL_SECONDS = 2.0
_SENT_AGAIN = 5
# Pieces that wait at the cluster for each of its threads: enough that none is idle.
_AHEAD = 4


class ClusterError(ValueError):
    """A cluster cannot be used; its message is one line for a person."""


def check_address(address: str) -> str:
    """The address as Dask takes it, `tcp://HOST:PORT` or `tls://HOST:PORT`.

    Raises:
        ClusterError: It is none.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:  # a port that is no number
        host = port = None
    if not host or not port or parts.scheme not in SCHEMES or parts.path or parts.username:
        raise ClusterError(
            worded("--executor {address!r}; allowed is {allowed}", address=address, allowed=ALLOWED)
        )
    shown = f"[{host}]" if ":" in host else host
    return f"{SCHEMES[parts.scheme]}://{shown}:{port}"


def refuse_own_splitters(variants: Iterable[Variant]) -> None:
    """Refuses what a worker may not have: the code of a splitter from elsewhere.

    Raises:
        ClusterError: The splitter.
    """
    for made in (variant.strategy for variant in variants):
        if isinstance(made, Adapted) and not is_exported(made):
            raise ClusterError(
                worded(
                    "--splitter {name} is code on this machine, which is not sent to workers; run "
                    "it without --executor",
                    name=made.name,
                )
            )


@contextmanager
def executor_at(address: str, vectors: VectorTable) -> Iterator[Executor | None]:
    """The executor that `--executor` names, None where it names none.

    Raises:
        ClusterError: Nothing answers there, or a worker cannot do this program's work.
    """
    if not address:
        yield None
        return
    with _client(address) as client, vectors.token() as mark, DaskExecutor(client, mark) as made:
        made.check_workers(vectors.database)
        yield made


@contextmanager
def _client(address: str) -> Iterator[Any]:
    where = check_address(address)
    try:
        from distributed import Client, Security
    except ModuleNotFoundError:
        raise ClusterError(
            worded(
                "--executor {address}: Dask is not installed; pip install -r "
                "requirements-dask.txt, here and on every worker",
                address=address,
            )
        ) from None
    if where.startswith("tls:") and not Security().get_connection_args("client").get("ssl_context"):
        raise ClusterError(
            worded(
                "--executor {address} needs certificates: set {prefix}CA_FILE, and "
                "{prefix}CLIENT__CERT and {prefix}CLIENT__KEY",
                address=address,
                prefix="DASK_DISTRIBUTED__COMM__TLS__",
            )
        )
    # What goes wrong is told in one line of ours; its own would be a traceback.
    for name in [one for one in logging.root.manager.loggerDict if one.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_greeted(where))
        client = Client(where, timeout=ANSWER_SECONDS, name="chunkboard", set_as_default=False)
    # An ImportError is a scheduler of a version that this one cannot speak with.
    except (OSError, ValueError, ImportError) as error:
        said = " ".join(str(error).split())[:200] or worded("what is there is no Dask scheduler")
        raise ClusterError(
            worded("the cluster at {address} does not answer: {said}", address=address, said=said)
        ) from None
    try:
        yield client
    finally:
        client.close(timeout=ANSWER_SECONDS)


async def _greeted(where: str) -> None:
    """Greets the scheduler, with a limit: Dask's own client has none for what connects and then
    says nothing, as the port of a scheduler's dashboard does.

    Raises:
        OSError: Nothing answers; without words where something else than a scheduler listens.
    """
    from distributed import Security
    from distributed.comm import connect

    limits = Security().get_connection_args("client")
    async with asyncio.timeout(ANSWER_SECONDS + 1):
        comm = await connect(where, timeout=ANSWER_SECONDS, **limits)
    await comm.close()


def complaint(code: str, packages: dict[str, str], database: str, mark: str) -> str:
    """Why this process cannot do a run's work; empty where it can. Asked of each worker."""
    try:
        check_code(code)
        own = versions()
        other = [
            f"{name} {own[name]}, not {packages[name]}"
            for name in own
            if own[name] != packages[name]
        ]
        if other:
            return worded("has {packages}; results could differ", packages=", ".join(other))
        vectors_at(database, mark)
    except WorkerError as error:
        return of_error(error)
    return ""


class DaskExecutor(Executor):
    """A Dask client as an executor that sends a run's documents once.

    Dask itself does again what a worker that died had to do. Only what was sent is lost with the
    last worker that held it; then it is sent again.
    """

    def __init__(self, client: Any, mark: str = "") -> None:
        self._client, self._mark = client, mark
        self._plain = client.get_executor(pure=False)
        self._sent: dict[str, Any] = {}
        self._homes: dict[str, str] = {}

    def check_workers(self, database: str) -> None:
        """Refuses a cluster without a worker, or with one that cannot do this work.

        Raises:
            ClusterError: The worker and what it lacks.
        """
        if not self._workers():
            raise ClusterError(
                worded(
                    "the cluster has no worker; start one with: dask worker HOST:PORT --nthreads 1"
                )
            )
        asked = (code_digest(), versions(), database, self._mark)
        told = self._client.run(complaint, *asked, on_error="return")
        for worker, said in sorted(told.items()):
            if isinstance(said, (ImportError, AttributeError)):
                said = worded("has not this program, or another version: {said}", said=said)
            if said:
                raise _of_worker(worker, said if isinstance(said, str) else str(said))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        try:
            sent = map(self._reference, args)
            made: Future[Any] = self._plain.submit(fn, *sent, **kwargs, **self._home(args))
        except Exception:
            self._refuse_gone()
            raise
        return made

    def map(
        self,
        fn: Callable[..., Any],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
        buffersize: int | None = None,
    ) -> Iterator[Any]:
        """The results in order, a few pieces for each thread being ahead at the cluster.

        Raises:
            ClusterError: The cluster has gone, or lost a worker each time it did a piece.
        """
        waiting: deque[tuple[tuple[Any, ...], Future[Any]]] = deque()
        try:
            for arguments in zip(*iterables, strict=False):
                waiting.append((arguments, self.submit(fn, *arguments)))
                if len(waiting) > _AHEAD * self._threads():
                    yield self._answer(fn, *waiting.popleft())
            while waiting:
                yield self._answer(fn, *waiting.popleft())
        finally:
            for _, future in waiting:
                future.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._sent.clear()
        self._plain.shutdown(wait=False)

    def __enter__(self) -> Self:
        return self

    def _home(self, arguments: tuple[Any, ...]) -> dict[str, Any]:
        """The worker that has cut the variant before, which need not do so again; any other may.

        Variants are dealt out to the workers in turn.
        """
        for one in arguments:
            if isinstance(one, Variant) and (workers := sorted(self._workers())):
                if self._homes.get(one.id) not in workers:
                    self._homes[one.id] = workers[len(self._homes) % len(workers)]
                return {"workers": [self._homes[one.id]], "allow_other_workers": True}
        return {}

    def _reference(self, argument: Any) -> Any:
        """What stands for a run's work once it has been sent; anything else as it is."""
        if not isinstance(argument, SharedWork):
            return argument
        if argument.key not in self._sent:
            work = replace(argument, mark=self._mark)
            try:
                made = self._client.scatter(
                    work, broadcast=True, hash=False, timeout=PATIENCE_SECONDS
                )
            except TimeoutError:  # no worker has come in that time
                raise _last_gone() from None
            self._sent = {argument.key: made}
        return self._sent[argument.key]

    def _answer(
        self, fn: Callable[..., Any], arguments: tuple[Any, ...], future: "Future[Any]"
    ) -> Any:
        from distributed.scheduler import KilledWorker

        for _ in range(_SENT_AGAIN):
            try:
                return self._waited(future)
            except CancelledError:
                self._refuse_gone()
                if any(one.status != "finished" for one in self._sent.values()):
                    self._sent.clear()
                future = self.submit(fn, *arguments)
            except KilledWorker as error:
                raise ClusterError(
                    worded(
                        "the cluster lost {n} workers over one piece of work, perhaps for want of "
                        "memory; the vectors that were made are kept",
                        n=error.allowed_failures + 1,
                    )
                ) from None
            except WorkerError as error:
                raise _of_worker("", of_error(error)) from None
        raise ClusterError(worded("the cluster lost the documents again and again"))

    def _waited(self, future: "Future[Any]") -> Any:
        """The future's result, unless the cluster goes while it is waited for."""
        alone = 0.0
        while True:
            try:
                return future.result(_POLL_SECONDS)
            except TimeoutError:
                if future.done():  # the piece itself has timed out
                    raise
            self._refuse_gone()
            alone = 0.0 if self._workers() else alone + _POLL_SECONDS
            if alone > PATIENCE_SECONDS:
                raise _last_gone()

    def _refuse_gone(self) -> None:
        if self._client.status != "running":
            raise ClusterError(
                worded(
                    "the scheduler of the cluster has gone; the vectors that were made are kept, "
                    "run it again"
                )
            )

    def _workers(self) -> dict[str, Any]:
        found: dict[str, Any] = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return found

    def _threads(self) -> int:
        return max(1, sum(int(worker["nthreads"]) for worker in self._workers().values()))


def _last_gone() -> ClusterError:
    return ClusterError(
        worded(
            "the last worker of the cluster has gone; the vectors that were made are kept, run it "
            "again"
        )
    )


def _of_worker(worker: str, said: str) -> ClusterError:
    where = worded("the worker {worker}", worker=worker) if worker else worded("a worker")
    return ClusterError(worded("{worker} {said}", worker=where, said=said))
