"""Runs killed at random points: `python -m tests.benchmarks.kill_points 200`.

With `--postgresql` on that; with `--server` it is PostgreSQL's server that is killed.

Prints the points tried, and of each what was lost, half written or there twice. Exit status 1
where anything was.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.conftest import postgres
from tests.evaluation.killed import Scene
from tests.evaluation.own_server import Server, Victim


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("points", type=int)
    given.add_argument("--seed", type=int, default=8)
    given.add_argument("--postgresql", action="store_true")
    given.add_argument("--server", action="store_true")
    asked = given.parse_args()
    servers = postgres.__wrapped__() if asked.postgresql or asked.server else iter([""])
    address, victim = next(servers), None
    with tempfile.TemporaryDirectory(prefix="chunkboard-killed-") as folder:
        if asked.server:
            own = Path(folder, "postgres")
            own.mkdir()
            own.parent.chmod(0o755)
            made = Server(own)
            address, victim = made.uri, Victim(made.kill, made.start)
        scene = Scene(Path(folder), address, victim)
        print(f"a run: {scene.calls:,} calls, {scene.writes:,} within what writes, ", end="")
        print(f"{scene.seconds:.2f} s, saved in {1000 * scene.saving:.0f} ms", flush=True)
        return tried(scene, asked.points, asked.seed)


def tried(scene: Scene, count: int, seed: int) -> int:
    """Tries so many points and prints what was found."""
    began = time.perf_counter()
    kinds, states = Counter[str](), Counter[str]()
    lost = half = twice = 0
    for point in scene.points(count, seed):
        found = scene.tried(point)
        kinds[point.kind] += 1
        states[found.state] += 1
        lost, half = lost + bool(found.lost), half + bool(found.half_written)
        twice += bool(found.duplicated)
        for line in (*found.lost, *found.half_written, *found.duplicated):
            print(f"{point.kind} {point.at:g}: {line}", flush=True)
    told = ", ".join(f"{n} by {kind}" for kind, n in sorted(kinds.items()))
    ends = ", ".join(f"{n} {state}" for state, n in sorted(states.items()))
    print(
        f"{count} points tried ({told}; jobs then: {ends}) in {time.perf_counter() - began:.0f} s"
    )
    print(f"records lost at {lost}, half written at {half}, duplicated at {twice}")
    return 1 if lost or half or twice else 0


if __name__ == "__main__":
    sys.exit(main())
