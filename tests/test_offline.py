"""The default run asks nobody but this machine."""

import subprocess
import sys

from tests.evaluation.small import write_small

BLOCK = """
import socket, sys
def refuse(self, address, *rest):
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in ("127.0.0.1", "::1"):
        raise AssertionError(f"a call to {address!r} leaves the machine")
    return real(self, address, *rest)
real = socket.socket.connect
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
from evaluation.command_line import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_run_with_the_real_model_and_chroma_calls_nobody(tmp_path):
    folder = write_small(tmp_path / "small")
    command = [sys.executable, "-c", BLOCK, "run", str(folder), "--store", str(tmp_path / "s")]
    command += ["--report", str(tmp_path / "r.json"), "--retrievers", "bm25,vector,hybrid,chroma"]
    command += ["--size", "120", "--budget", "60"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "leaves the machine" not in done.stderr
    assert (tmp_path / "r.json").exists()


def test_the_block_blocks():
    code = BLOCK.split("from evaluation")[0] + "socket.create_connection(('192.0.2.1', 9))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "leaves the machine" in done.stderr
