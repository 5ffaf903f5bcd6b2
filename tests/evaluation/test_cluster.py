"""Runs on a Dask cluster of real processes: equal to those of this process, whatever dies."""

import json
import pickle
import socket
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, text

from evaluation import cluster as dask
from evaluation import shared_work
from evaluation.cluster import ClusterError, DaskExecutor, check_address, executor_at
from evaluation.command_line import main
from evaluation.database import open_store
from evaluation.embedders.minilm import MiniLmEmbedder
from evaluation.embedders.openai_compatible import OpenAiCompatibleEmbedder
from evaluation.own_code import code_digest, versions
from evaluation.progress import Listener
from evaluation.run import evaluate
from evaluation.settings import Cutting, RunSettings, matrix
from evaluation.shared_work import SharedWork, WorkerError, vectors_at
from evaluation.vectors import MARK, VectorTable
from golden_sets.golden_set import load_golden_set
from tests.evaluation.dying_embedder import DyingEmbedder
from tests.evaluation.hash_embedder import HashEmbedder
from tests.evaluation.small import write_small

STRATEGIES = ("fixed", "recursive", "structure", "parent_child", "semantic")
MEASURED = ("seconds", "query_ms", "embedded_now")


@pytest.fixture(scope="module")
def shared_url(postgres):
    """A database of a PostgreSQL server, which all workers are told of."""
    server = create_engine(
        postgres.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    name = f"t{uuid4().hex}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    server.dispose()
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="module")
def cluster(shared_url):
    """Two workers, each a process of its own, on loopback."""
    from distributed import LocalCluster

    made = LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
        # A worker that is started again has it too.
        env={"CHUNKBOARD_DATABASE_URL": shared_url},
    )
    with made:
        yield made


@pytest.fixture
def address(cluster):
    return cluster.scheduler_address.replace("tcp:", "dask:")


@pytest.fixture(scope="module")
def golden(tmp_path_factory):
    return load_golden_set(write_small(tmp_path_factory.mktemp("golden") / "small"))


@pytest.fixture(params=["sqlite", "postgresql"])
def table(request, tmp_path, monkeypatch, shared_url):
    if request.param == "postgresql":
        monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", shared_url)
    engine = open_store(tmp_path)
    yield VectorTable(engine)
    engine.dispose()


def settings(**changed):
    variants = matrix(STRATEGIES, Cutting(120), ["20%"], ["none", "path"])
    given = {"retrievers": ("bm25", "vector", "hybrid"), "budgets": (40, 80), **changed}
    return RunSettings(variants, **given)


def comparable(found):
    """A report and its contexts without what may differ between two runs."""
    report, contexts = found
    report = json.loads(json.dumps(report))
    del report["run"]["id"], report["run"]["created"]
    for variant in report["variants"]:
        for name in MEASURED:
            del variant["index"][name]
    return json.dumps([report, contexts])


def marks(table):
    with table._engine.connect() as connection:
        found = connection.execute(text("SELECT count(*) FROM vectors WHERE key LIKE 'mark-%'"))
        return found.scalar_one()


class Heard(Listener):
    def __init__(self):
        self.steps, self.partials = {}, 0

    def stage(self, words, total=0, unit=""):
        self.words = words
        self.steps[words] = [total]

    def step(self, done):
        self.steps[self.words].append(done)

    def partial(self, report):
        self.partials += 1
        report()


@pytest.mark.parametrize(
    ("table", "diverse"),
    [("sqlite", False), ("sqlite", True), ("postgresql", False)],
    indirect=["table"],
)
def test_a_cluster_finds_what_this_process_finds_to_the_last_bit(
    golden, table, address, diverse, monkeypatch
):
    # Of each case its own, so that the cluster makes every vector.
    embedder = HashEmbedder(revision=uuid4().hex)
    asked, heard = settings(diverse=diverse), Heard()
    with executor_at(address, table) as executor:
        far = evaluate(golden, asked, embedder, table, heard, executor)
    assert embedder.encoded == [], "this process made vectors that the workers were to make"
    near = evaluate(golden, asked, embedder, table)
    assert embedder.encoded == [], "the workers left vectors to be made"
    assert comparable(far) == comparable(near)
    assert {v["index"]["embedded_now"] for v in far[0]["variants"]} == {1.0}
    assert {v["index"]["embedded_now"] for v in near[0]["variants"]} == {1.0}
    for stage, (total, *steps) in heard.steps.items():
        assert steps == sorted(steps), stage
        assert not total or steps[-1] == total, stage
    assert heard.partials >= len(asked.variants)
    assert marks(table) == 0


@pytest.mark.parametrize(
    ("table", "deaths"), [("postgresql", 1), ("sqlite", 2)], indirect=["table"]
)
def test_work_of_a_worker_that_dies_is_done_again(golden, table, address, tmp_path, deaths):
    """Two deaths take what was sent to both workers."""
    embedder = DyingEmbedder(tmp_path, deaths)
    embedder.revision = uuid4().hex
    asked = settings()
    with executor_at(address, table) as executor:
        far = evaluate(golden, asked, embedder, table, None, executor)
    assert list(tmp_path.glob("death-*")) == [], "nobody died"
    assert comparable(far) == comparable(evaluate(golden, asked, embedder, table))
    assert len(far[0]["variants"]) == len(asked.variants)


def test_the_command_runs_on_a_cluster(tmp_path, address, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    folder = str(write_small(tmp_path / "small"))
    common = ["run", folder, "--retrievers", "bm25", "--size", "120", "--store", "s"]
    common += ["--strategies", "recursive,structure", "--budget", "60", "--overlap", "0"]
    for name, more in (("far", ["--executor", address]), ("near", [])):
        assert main([*common, "--report", f"{name}.json", "--contexts", name, *more]) == 0
    far, near = (json.loads((tmp_path / f"{n}.json").read_text()) for n in ("far", "near"))
    assert comparable((far, {})) == comparable((near, {}))
    assert (tmp_path / "far").read_text() == (tmp_path / "near").read_text()
    capsys.readouterr()
    assert main(["runs", "--store", "s"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_a_run_that_is_broken_off_leaves_nothing_at_the_cluster(golden, table, address, cluster):
    class Stops(Listener):
        def step(self, done):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), executor_at(address, table) as executor:
        evaluate(golden, settings(), HashEmbedder(), table, Stops(), executor)
    for _ in range(100):
        if not cluster.scheduler.tasks:
            break
        time.sleep(0.05)
    assert not cluster.scheduler.tasks
    assert marks(table) == 0


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_a_worker_of_another_program_is_refused(table, address, monkeypatch):
    monkeypatch.setattr(dask, "code_digest", lambda: "0123456789ab")
    said = rf"^the worker tcp://\S+ has another version .*{code_digest()}, the run is of 0123"
    with pytest.raises(ClusterError, match=said), executor_at(address, table):
        pass


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_a_worker_with_other_packages_is_refused(table, address, monkeypatch):
    monkeypatch.setattr(dask, "versions", lambda: {**versions(), "numpy": "1.0"})
    said = rf"has numpy {versions()['numpy']}, not 1\.0; results could differ$"
    with pytest.raises(ClusterError, match=said), executor_at(address, table):
        pass


def test_a_worker_with_another_database_is_refused(address, tmp_path, monkeypatch, postgres):
    """The workers' own URL names another database of the same server."""
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", postgres)
    engine = open_store(tmp_path)
    with (
        pytest.raises(ClusterError, match="has another database than the run"),
        executor_at(address, VectorTable(engine)),
    ):
        pass
    engine.dispose()


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_a_worker_that_comes_later_is_looked_at_too(golden, table, address, monkeypatch):
    """It was not there when the run began."""
    monkeypatch.setattr("evaluation.run.code_digest", lambda: "0123456789ab")
    with (
        pytest.raises(ClusterError, match=r"^a worker has another version"),
        executor_at(address, table) as executor,
    ):
        evaluate(golden, settings(), HashEmbedder(), table, None, executor)


def test_a_cluster_that_does_not_answer_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(dask, "ANSWER_SECONDS", 0.3)
    folder = str(write_small(tmp_path / "small"))
    asked = ["run", folder, "--retrievers", "bm25", "--executor", "dask://127.0.0.1:9"]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: the cluster at dask://127.0.0.1:9 does not answer: ")
    assert said.count("\n") == 1


def test_what_listens_but_is_no_scheduler_is_one_line(tmp_path, monkeypatch):
    """As the port of a scheduler's dashboard: without a limit the run waits for ever."""
    monkeypatch.setattr(dask, "ANSWER_SECONDS", 0.3)
    engine = open_store(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"dask://127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(ClusterError, match="not answer: what is there is no Dask scheduler"),
            executor_at(address, VectorTable(engine)),
        ):
            pass
    engine.dispose()


@pytest.mark.parametrize(
    "given", ["dask", "dask://", "dask://h", "http://h:1", "dask://h:x", "dask://h:1/p", "h:8786"]
)
def test_what_is_no_address_is_refused(given, tmp_path, capsys):
    assert main(["run", str(tmp_path), "--executor", given]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"error: --executor {given!r}; allowed is dask://HOST:PORT, or dask+tls://HOST:PORT\n"
    )


def test_an_address_as_dask_takes_it():
    assert check_address("dask://h:8786") == "tcp://h:8786"
    assert check_address("dask+tls://[::1]:8786") == "tls://[::1]:8786"


def test_tls_without_certificates_is_one_line(tmp_path):
    engine = open_store(tmp_path)
    with (
        pytest.raises(ClusterError, match="needs certificates: set DASK_DISTRIBUTED__COMM__TLS"),
        executor_at("dask+tls://127.0.0.1:9", VectorTable(engine)),
    ):
        pass
    engine.dispose()


def test_dask_that_is_not_installed_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    engine = open_store(tmp_path)
    with (
        pytest.raises(ClusterError, match=r"pip install -r requirements-dask\.txt"),
        executor_at("dask://127.0.0.1:9", VectorTable(engine)),
    ):
        pass
    engine.dispose()


def test_dask_is_imported_only_when_asked_for():
    code = (
        "import evaluation.commands, sys; sys.exit(bool({'dask', 'distributed'} & {*sys.modules}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_splitter_of_ones_own_is_not_sent(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    module = f"mine_{uuid4().hex}"
    (tmp_path / f"{module}.py").write_text("def halves(text):\n    return [text]\n", "utf-8")
    folder = str(write_small(tmp_path / "small"))
    asked = ["run", folder, "--splitter", f"{module}:halves", "--retrievers", "bm25"]
    assert main([*asked, "--executor", "dask://127.0.0.1:9"]) == 2
    assert "is code on this machine, which is not sent to workers" in capsys.readouterr().err


def test_a_place_without_the_database_is_one_line(tmp_path, monkeypatch):
    monkeypatch.delenv("CHUNKBOARD_DATABASE_URL", raising=False)
    with pytest.raises(WorkerError, match="has no CHUNKBOARD_DATABASE_URL"):
        vectors_at("")
    with pytest.raises(WorkerError, match=r"does not see the database \S+/none\.sqlite"):
        vectors_at(str(tmp_path / "none.sqlite"))
    open_store(tmp_path).dispose()
    with pytest.raises(WorkerError, match="has another database than the run"):
        vectors_at(str(tmp_path / "chunkboard.sqlite"), f"{MARK}of-another")
    monkeypatch.setenv("CHUNKBOARD_DATABASE_URL", "postgresql://me:secret@127.0.0.1:9/x")
    with pytest.raises(WorkerError, match="cannot open the database") as raised:
        vectors_at("")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_a_place_with_another_model_is_refused(golden, table, monkeypatch):
    given = (settings(), HashEmbedder(), ("hash", "2"), table.database, code_digest())
    with pytest.raises(WorkerError, match="has the model hash 1, and the run has hash 2"):
        shared_work.SharedWork(uuid4().hex, golden, *given).work()


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_any_executor_will_do(golden, table):
    with ThreadPoolExecutor(3) as executor:
        far = evaluate(golden, settings(), HashEmbedder(), table, None, executor)
    assert comparable(far) == comparable(evaluate(golden, settings(), HashEmbedder(), table))


def fake(status, outcome):
    """A client whose pieces all end alike."""

    def submit(_fn, *_arguments):
        made = Future()
        outcome(made)
        return made

    return SimpleNamespace(
        get_executor=lambda pure: SimpleNamespace(submit=submit, shutdown=lambda wait: None),
        scheduler_info=lambda n_workers: {"workers": {}},
        status=status,
    )


def cancelled(future):
    future.cancel()
    future.set_running_or_notify_cancel()


@pytest.mark.parametrize(
    ("status", "outcome", "said"),
    [
        ("closed", cancelled, "the scheduler of the cluster has gone"),
        ("running", cancelled, "lost the documents again and again"),
        ("running", lambda future: None, "the last worker of the cluster has gone"),
    ],
)
def test_a_cluster_that_goes_is_one_line(status, outcome, said, monkeypatch):
    monkeypatch.setattr(dask, "_POLL_SECONDS", 0.01)
    monkeypatch.setattr(dask, "PATIENCE_SECONDS", 0.05)
    with pytest.raises(ClusterError, match=said):
        list(DaskExecutor(fake(status, outcome)).map(print, [1]))


@pytest.mark.parametrize("table", ["sqlite"], indirect=True)
def test_documents_that_no_worker_comes_for_are_one_line(golden, table):
    """They are sent again once the last worker has gone, and wait as long as a piece does."""
    waited = []

    def scatter(_work, *, timeout, **_):
        waited.append(timeout)
        raise TimeoutError("No valid workers found")

    client = fake("running", cancelled)
    client.scatter = scatter
    with pytest.raises(ClusterError, match="the last worker of the cluster has gone"):
        DaskExecutor(client).submit(print, SharedWork("k", golden, settings(), None, None, "", ""))
    assert waited == [dask.PATIENCE_SECONDS]


def test_a_cluster_without_a_worker_is_refused():
    with pytest.raises(ClusterError, match="has no worker; start one with: dask worker HOST:PORT"):
        DaskExecutor(fake("running", cancelled)).check_workers("")


def test_a_piece_that_kills_every_worker_is_one_line():
    from distributed.scheduler import KilledWorker

    def killed(future):
        future.set_exception(KilledWorker("piece", None, 3))

    with pytest.raises(ClusterError, match="lost 4 workers over one piece of work"):
        list(DaskExecutor(fake("running", killed)).map(print, [1]))


def test_no_key_leaves_this_process(monkeypatch):
    sent = pickle.dumps(OpenAiCompatibleEmbedder("http://127.0.0.1:9/v1", "m", "secret"))
    assert b"secret" not in sent
    monkeypatch.setenv("CHUNKBOARD_EMBEDDINGS_KEY", "of the worker")
    monkeypatch.setenv("CHUNKBOARD_EMBEDDINGS_URL", "http://127.0.0.1:9")
    there = pickle.loads(sent)
    assert (there.name, there._key) == ("m", "of the worker")
    assert isinstance(pickle.loads(pickle.dumps(MiniLmEmbedder())), MiniLmEmbedder)
