"""Protocols written as the TOML file that `run --protocol` reads, and kept where a job finds it."""

import hashlib
import json
from pathlib import Path
from typing import Any

from evaluation.protocol import Protocol
from evaluation.protocol_parts import Gate
from golden_sets.files import write_atomically

FOLDER = "protocols"


def protocol_toml(protocol: Protocol) -> str:
    """The file, with every rule and every assumption written out; `read_protocol` makes the same
    protocol of it. What is None has no line, which is how TOML says so."""
    given = protocol.stored()
    tables = {name: value for name, value in given.items() if isinstance(value, dict)}
    lines = [_line(name, value) for name, value in given.items() if name not in tables]
    parts = ["\n".join(filter(None, lines))]
    for name, table in tables.items():
        shares = table.pop("reembedding", None)
        lines = [_line(key, value) for key, value in table.items()]
        # A gate that asks for nothing is none; elsewhere "" says something a default does not.
        if any(lines) and not (name == "gate" and protocol.gate == Gate()):
            parts.append("\n".join([f"[{name}]", *filter(None, lines)]))
        if shares:
            rows = [f"{_toml(key)} = {_toml(value)}" for key, value in shares.items()]
            parts.append("\n".join([f"[{name}.reembedding]", *rows]))
    return "\n\n".join(parts) + "\n"


def kept_protocol(store: Path, protocol: Protocol) -> Path:
    """The file in the store, named by what it says: the same rules are the same file."""
    words = protocol_toml(protocol).encode("utf-8", "backslashreplace")
    path = store.resolve() / FOLDER / f"{hashlib.sha256(words).hexdigest()[:16]}.toml"
    write_atomically(path, words)
    return path


def _line(name: str, value: Any) -> str:
    return "" if value is None else f"{name} = {_toml(value)}"


def _toml(value: Any) -> str:
    # A JSON text, number, truth or list of them is TOML too, but for one character.
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")
