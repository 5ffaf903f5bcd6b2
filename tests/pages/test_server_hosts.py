"""Names that the server answers to, and names of golden sets that a run from elsewhere may say."""

import pytest
from streamlit import net_util

from golden_sets.reading import GoldenSetError
from pages.ui import stored
from pages.ui.server_access import take_options
from pages.ui.server_hosts import host_options, stay_here, stranger
from tests.pages.factory import write_golden_set

LOCAL = ["localhost", "127.0.0.1", "::1"]


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch):
    """The server's own options after each test, read where the tests are run from."""
    yield
    monkeypatch.undo()
    take_options([])


def names(*arguments):
    take_options(arguments)
    return host_options()[1::2]


def test_a_server_of_this_machine_answers_to_its_names_alone():
    assert names() == LOCAL
    assert names("--server.port", "8600", "--server.address=localhost") == LOCAL
    assert names("--server.address", "::1") == LOCAL
    assert host_options()[0] == "--server.allowedHosts"


def test_others_are_taken_as_given_and_a_server_for_others_is_left_alone():
    assert names("--server.allowedHosts", "chunks.example.org") == []
    assert names("--server.address", "0.0.0.0") == []
    assert names("--server.address=10.0.0.5") == []


@pytest.mark.parametrize(
    ("host", "served"),
    [
        ("127.0.0.1:8501", True), ("localhost", True), ("LOCALHOST.:80", True),
        ("[::1]:8501", True), (None, True), ("evil.test:8501", False),
        ("127.0.0.1.evil.test", False), ("[", False), ("", False), ("127.0.0.1@evil.test", False),
    ],
)  # fmt: skip
def test_streamlits_own_command_serves_no_name_from_outside(host, served):
    """`streamlit run app.py` is not told the names: a page elsewhere could have read everything."""
    take_options([])
    assert (stranger(host) is None) is served
    take_options(["--server.allowedHosts", "evil.test"])
    assert stranger(host) is None, "Streamlit itself refuses"
    take_options(["--server.address", "0.0.0.0"])
    assert stranger(host) is None


def test_a_login_comes_back_to_its_own_name(monkeypatch):
    place = "https://chunks.example.org/oauth2callback"
    monkeypatch.setattr("pages.ui.server_hosts.auth_section", lambda: {"redirect_uri": place})
    assert names() == [*LOCAL, "chunks.example.org"]


def test_nobody_is_asked_which_address_this_machine_has(monkeypatch):
    monkeypatch.setattr(net_util, "get_external_ip", net_util.get_external_ip)
    monkeypatch.setattr(net_util, "get_internal_ip", net_util.get_internal_ip)
    monkeypatch.setattr(net_util, "_make_blocking_http_get", lambda *_, **__: pytest.fail("asked"))
    stay_here()
    assert net_util.get_external_ip() is None and net_util.get_internal_ip() is None


@pytest.mark.parametrize("form", ["{folder}", "../{name}", "./elsewhere", "/", "..", "a\0b", ""])
def test_a_path_is_no_name_of_a_golden_set_on_a_page(tmp_path, monkeypatch, form):
    """A run from elsewhere could have had any folder of this machine read."""
    folder = write_golden_set(tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    with pytest.raises(GoldenSetError, match="no golden set"):
        stored.golden_set(form.format(folder=folder, name=folder.name))
