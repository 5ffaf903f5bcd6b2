"""From what a command line names to a strategy."""

import importlib
import importlib.metadata
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from strategies.adapter.adapted import Adapted, adapt
from strategies.adapter.exported import adapt_jsonl


def load_splitter(spec: str) -> Adapted:
    """The strategy that a command line names: `module:name`, or a file that ends in `.jsonl`.

    The name is a splitter, a function, or a class or function without arguments that makes one.
    The module is looked for in the current folder too.

    Raises:
        ValueError: One line on what is missing, and what is allowed.
    """
    if spec.endswith(".jsonl"):
        return adapt_jsonl(spec)
    module_name, colon, name = spec.partition(":")
    if not (module_name and colon and name):
        raise ValueError(f"splitter {spec!r}; allowed are module:name and a .jsonl file")
    made = _made(_imported(module_name, spec), name, spec)
    try:
        return adapt(made, name)
    except ValueError as error:
        raise ValueError(f"splitter {spec!r}: {error}") from None


def _imported(module_name: str, spec: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise ValueError(f"splitter {spec!r}: no module {error.name!r}") from None
    except Exception as error:
        raise ValueError(
            f"splitter {spec!r}: importing {module_name} failed: {type(error).__name__}: {error}"
        ) from error


def _made(module: Any, name: str, spec: str) -> Any:
    """The named object, or what it makes when it is called without arguments."""
    if not hasattr(module, name):
        public = ", ".join(key for key in vars(module) if not key.startswith("_"))
        raise ValueError(f"splitter {spec!r}: no {name!r} in it; it has {public or 'nothing'}")
    found = getattr(module, name)
    if not isinstance(found, type) and not (inspect.isfunction(found) and _takes_nothing(found)):
        return found
    try:
        return found()
    except Exception as error:
        raise ValueError(
            f"splitter {spec!r}: {name}() failed: {type(error).__name__}: {error}"
        ) from error


def _takes_nothing(function: Callable[..., Any]) -> bool:
    return not inspect.signature(function).parameters
