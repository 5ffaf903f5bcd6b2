"""What the checks before a run cost beyond cutting: `python -m tests.benchmarks.bench_preflight`.

The default matrix on `handbook`, and on the Chroma corpora where `CHUNKBOARD_DATA` has them, in
seconds of processor time. On the first, a check's time holds what it imports.
"""

import os
import time
from pathlib import Path

from evaluation.checks.registry import CHECKS
from evaluation.checks.subject import Subject
from evaluation.cuts import Cuts
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.preflight import FAMILIES
from evaluation.settings import default_settings
from golden_sets.golden_set import GoldenSet, find_golden_set, load_golden_set
from tests.benchmarks.chroma_csv import read_chroma

assert FAMILIES


def measured(golden: GoldenSet) -> None:
    cuts = Cuts(golden)
    subject = Subject(golden, default_settings(), MiniLmEmbedder(), cuts)
    started = time.process_time()
    chunks = sum(len(cuts.made(variant).chunks) for variant in subject.variants)
    seconds = time.process_time() - started
    print(
        f"{golden.name}: {len(golden.documents)} documents, {len(golden.questions)} questions, "
        f"{len(subject.variants)} variants, {chunks:,} chunks cut in {seconds:.2f} s"
    )
    total = 0.0
    for check in CHECKS.values():
        started = time.process_time()
        found = [told.severity for told in check.look(subject)]
        spent = time.process_time() - started
        total += spent
        if spent >= 0.01 or found:
            print(f"  {check.name}: {1000 * spent:.0f} ms {', '.join(found)}")
    print(f"  all {len(CHECKS)} checks: {total:.2f} s")


def main() -> None:
    measured(load_golden_set(find_golden_set("handbook")))
    data = os.environ.get("CHUNKBOARD_DATA")
    if data and (folder := Path(data) / "chroma_chunking_evaluation").is_dir():
        measured(read_chroma(folder))
    else:
        print("the Chroma corpora are not in CHUNKBOARD_DATA")


if __name__ == "__main__":
    main()
