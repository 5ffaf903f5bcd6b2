"""A setting taken from the bench to a run: a command line, and the rules of a decision."""

import json
import shlex

from evaluation.protocol_file import protocol_of
from evaluation.tune_setting import Setting


def run_command(golden_set: str, setting: Setting, model: str) -> str:
    """The command that runs this setting alone, to be pasted into a shell.

    Args:
        model: As `--model` takes it; said only where vectors are needed.
    """
    variant = setting.variant
    parts = ["python", "-m", "evaluation", "run", golden_set]
    parts += ["--strategies", variant.strategy_name, "--size", str(setting.size)]
    parts += ["--unit", variant.unit, "--overlap", str(variant.overlap)]
    parts += ["--headers", variant.headers, "--retrievers", setting.retriever]
    parts += ["--budget", str(setting.budget)]
    parts += ["--model", model] if setting.needs_vectors else []
    return shlex.join(parts)


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
