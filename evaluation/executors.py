"""Where the pieces of a run are worked: in this process, or by any `concurrent.futures` executor.

A run asks an executor for `map` alone, and takes results in the order of the variants, so that a
report never depends on who was first.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, Protocol

from evaluation.variant_work import VariantWork


class Place(Protocol):
    """What leads to the work of a run, in whichever process it is asked."""

    def work(self) -> VariantWork: ...


def worked(place: Place, piece: Callable[..., Any], *arguments: Any) -> Any:
    """One piece of a run: a method of `VariantWork`, done where this is called."""
    return piece(place.work(), *arguments)


class Here(Executor):
    """This process and this thread, one piece when its result is asked for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        made: Future[Any] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except Exception as error:
            made.set_exception(error)
        return made

    def map(
        self,
        fn: Callable[..., Any],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
        buffersize: int | None = None,
    ) -> Iterator[Any]:
        return map(fn, *iterables)
