"""A setting taken from the bench to a run: a command line, and the rules of a decision."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Literal

from evaluation.protocol import ProtocolError
from evaluation.protocol_file import protocol_of, read_protocol
from evaluation.tune_setting import Setting
from golden_sets.files import locked, write_atomically
from golden_sets.language import worded
from strategies.adapter import known

DECISION = "decision.toml"
# The file beside which a run is started holds the splitter that it names.
MODULE = "my_splitter"
Written = Literal["made", "added", "there"]
_CANDIDATES = re.compile(r"^candidates\s*=\s*\[[^\]]*?(?P<end>\s*,?\s*)\]", re.MULTILINE)


def run_command(golden_set: str, setting: Setting, model: str) -> str:
    """The command that runs this setting, to be pasted into a shell: alone, or a splitter from
    elsewhere, which a run holds against a strategy of ours, beside `recursive`.

    Args:
        model: As `--model` takes it; said only where vectors are needed.
    """
    variant = setting.variant
    parts = ["python", "-m", "evaluation", "run", golden_set]
    parts += [*_cut(setting), "--headers", variant.headers, *_expanded(setting)]
    parts += ["--retrievers", setting.retriever, "--budget", str(setting.budget)]
    parts += ["--model", model] if setting.needs_vectors else []
    return shlex.join(parts)


def _cut(setting: Setting) -> list[str]:
    strategy, overlap = setting.strategy, str(setting.overlap)
    parts = []
    if setting.foreign:
        parts = ["--splitter", f"{MODULE}:{setting.variant.strategy_name}"]
        strategy = "recursive"
    if strategy == "mixed":  # An entry of the table may have a size of its own.
        overlap = f"{setting.overlap_percent}%"
    parts += ["--strategies", strategy, "--size", str(setting.size)]
    parts += ["--unit", setting.variant.unit, "--overlap", overlap]
    return [*parts, "--snap"] if setting.snap else parts


def _expanded(setting: Setting) -> list[str]:
    variant = setting.variant
    if variant.expansion == "none":
        return []
    return ["--expand", variant.expansion, "--expand-tokens", str(variant.expansion_tokens)]


def splitter_code(setting: Setting) -> str:
    """The module that `run_command` names for a splitter from elsewhere; "" for our own."""
    found = known.parts(setting.variant.strategy_name)
    return known.code(*found) if found else ""


def decision_toml(pinned: Setting, current: Setting) -> str:
    """A protocol with the current variant as its candidate against the pinned one, both under
    the current retriever and budget.

    Raises:
        ProtocolError: They are one variant.
    """
    rules = {
        "baseline": pinned.variant.id,
        "candidates": [current.variant.id],
        "retrievers": [current.retriever],
        "budget_tokens": current.budget,
    }
    made = protocol_of(rules)
    shown = {**rules, "metric": made.metric, "reject_below": made.reject_below}
    shown |= {"adopt_at": made.adopt_at, "level": made.level}
    lines = [f"{name} = {json.dumps(value)}" for name, value in shown.items()]
    return "\n".join(lines) + "\n"


def write_candidate(folder: Path, pinned: Setting, current: Setting) -> Written:
    """Puts the current variant into a golden set's `decision.toml` as a candidate.

    A file that is there keeps every other rule and its comments; else one is made. `made`,
    `added`, or `there` where it named the variant before.

    Raises:
        ProtocolError: They are one variant, or the file cannot take it; it is as it was.
        OSError: The file cannot be read or written.
    """
    path = folder / DECISION
    with locked(folder):
        if not path.is_file():
            write_atomically(path, decision_toml(pinned, current).encode())
            return "made"
        rules = read_protocol(path)
        if current.variant.id in rules.candidates:
            return "there"
        write_atomically(path, _with_candidate(path, current.variant.id).encode())
        return "added"


def _with_candidate(path: Path, name: str) -> str:
    text = path.read_text("utf-8")
    found = _CANDIDATES.search(text)
    before = tomllib.loads(text)
    wanted = {**before, "candidates": [*before["candidates"], name]}
    made = text
    if found is not None:
        start, end = found.span("end")
        made = f"{text[:start]}, {json.dumps(name)}{text[end:]}"
    # What the expression cannot know of TOML, such as a comment in the list, shows here.
    try:
        fits = tomllib.loads(made) == wanted
    except tomllib.TOMLDecodeError:
        fits = False
    if not fits:
        raise ProtocolError(
            worded(
                "{path}: candidates is written in a way that only a person edits", path=path.name
            )
        )
    protocol_of(wanted)
    return made
