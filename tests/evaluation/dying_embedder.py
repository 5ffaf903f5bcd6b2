"""An embedder that kills the process it works in, a number of times in all."""

import os
import signal
from pathlib import Path

from evaluation.embedding import Vectors
from tests.evaluation.hash_embedder import HashEmbedder


class DyingEmbedder(HashEmbedder):
    """Dies in the middle of the work, each time before a file of `folder` is used up."""

    def __init__(self, folder: Path, times: int) -> None:
        super().__init__()
        self.folder, self.home = folder, os.getpid()
        for number in range(times):
            (folder / f"death-{number}").touch()

    def encode_documents(self, texts: list[str]) -> Vectors:
        for left in sorted(self.folder.glob("death-*")):
            if os.getpid() != self.home:
                left.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        return super().encode_documents(texts)
