"""The default run asks nobody but this machine: on the command line, and from the dashboard."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.browser.conftest import free_port
from tests.evaluation.small import write_small
from tests.pages.factory import write_golden_set

ROOT = Path(__file__).parent.parent


@pytest.fixture
def calls(tmp_path):
    """The file of calls that would leave the machine."""
    return tmp_path / "calls.txt"


def environment(calls, **more):
    path = os.pathsep.join([str(Path(__file__).parent / "blocked"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "CALLS": str(calls), **more}


def blocked(calls, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True, text=True, timeout=300, check=False, env=environment(calls), cwd=ROOT,
    )  # fmt: skip


def test_a_run_with_the_real_model_and_chroma_calls_nobody(tmp_path, calls):
    folder = write_small(tmp_path / "small")
    command = ["-m", "evaluation", "run", str(folder), "--store", str(tmp_path / "s")]
    command += ["--report", str(tmp_path / "r.json"), "--retrievers", "bm25,vector,hybrid,chroma"]
    command += ["--size", "120", "--budget", "60"]
    done = blocked(calls, *command)
    assert done.returncode == 0, done.stderr
    assert not calls.exists(), calls.read_text()
    assert (tmp_path / "r.json").exists()


CHILD = "import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"


@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.create_connection(('192.0.2.1', 9))",
        "import socket; socket.getaddrinfo('example.org', 80)",
        "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))",
        "import httpx; httpx.get('http://example.org')",
    ],
)
def test_the_block_hears_every_way_out_of_a_process_and_of_its_children(calls, code):
    blocked(calls, "-c", CHILD.format(code=code))
    assert calls.read_text()


@contextmanager
def served(folder, calls):
    """The port of a server under the block, over a store and golden sets of its own."""
    port = free_port()
    own = {"CHUNKBOARD_STORE": folder / "store", "CHUNKBOARD_GOLDEN_SETS": folder / "own"}
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pages.ui.serve", "--server.port", str(port)],
            env=environment(calls, **{name: str(path) for name, path in own.items()}),
            cwd=ROOT, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        until(lambda: answers(port), process, 90)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def answers(port):
    try:
        with urlopen(f"http://127.0.0.1:{port}/_stcore/health") as answer:
            return answer.read() == b"ok"
    except URLError:
        return False


def until(there, process, seconds):
    give_up = time.monotonic() + seconds
    while not there():
        assert process is None or process.poll() is None, "the server ended"
        assert time.monotonic() < give_up, "nothing came of it"
        time.sleep(0.1)


def opened(port, **more):
    return connect(
        f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=["streamlit"], max_size=None, **more
    )


def shown(socket, query=""):
    """The kinds of elements that a page shows, once its script has run."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    asked = BackMsg()
    asked.rerun_script.query_string = query
    socket.send(asked.SerializeToString())
    said = []
    while True:
        message = ForwardMsg.FromString(socket.recv(60))
        said.append(message.delta.new_element.WhichOneof("type"))
        if message.WhichOneof("type") == "script_finished":
            return said


def states(folder):
    return [
        json.loads(path.read_text("utf-8"))["status"]
        for path in (folder / "store" / "jobs").glob("*/state.json")
    ]


def test_the_dashboard_and_a_run_started_from_it_call_nobody(tmp_path, calls):
    """The first visit starts a run, in a process of its own; another page's origin is refused
    without asking the net who this machine is."""
    write_golden_set(tmp_path / "own" / "handbook")
    with served(tmp_path, calls) as port:
        with opened(port, origin=f"http://127.0.0.1:{port}") as socket:
            first = shown(socket)
            until(lambda: states(tmp_path) == ["done"], None, 120)
            then = shown(socket)
            assert "exception" not in [*first, *then]
            assert "plotly_chart" in then, "the run is on the page"
        with pytest.raises(InvalidStatus):
            opened(port, origin="http://elsewhere.example")
    assert not calls.exists(), calls.read_text()
