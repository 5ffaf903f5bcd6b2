"""Where the server may listen, and what it says before it starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages.ui import server_access
from pages.ui.people_list import PeopleError
from tests.pages.people import AUTH, SECRETS, login, secrets_file

__all__ = ["login", "secrets_file"]  # fixtures

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("[::1]", True),
        ("localhost", True), ("", False), ("0.0.0.0", False), ("::", False),
        ("192.168.1.7", False), ("localhost.evil.test", False), ("127.0.0.1.evil.test", False),
    ],
)  # fmt: skip
def test_only_loopback_needs_no_login(address, local, monkeypatch):
    assert server_access.is_loopback(address) is local
    assert (server_access.refusal(address, login=False) is None) is local
    assert server_access.refusal(address, login=True) is None
    monkeypatch.setenv(server_access.OPEN, "yes")
    assert server_access.refusal(address, login=False) is None


@pytest.mark.parametrize(
    ("arguments", "address"),
    [
        ([], "10.0.0.9"),
        (["--server.port", "1"], "10.0.0.9"),
        (["--server.address", "0.0.0.0"], "0.0.0.0"),
        (["--server.address=0.0.0.0", "--server.port", "1"], "0.0.0.0"),
        (["--server.address", "127.0.0.1", "--server.address="], ""),
    ],
)
def test_the_address_is_the_one_that_streamlit_takes(arguments, address, monkeypatch):
    """The environment goes before the settings, and an argument before both."""
    monkeypatch.setenv("STREAMLIT_SERVER_ADDRESS", "10.0.0.9")
    try:
        server_access.take_options(arguments)
        assert server_access.address_of() == address
    finally:
        monkeypatch.delenv("STREAMLIT_SERVER_ADDRESS")
        server_access.take_options([])
        assert server_access.address_of() == "127.0.0.1"


def test_where_the_secrets_are_is_what_streamlit_takes(secrets_file, monkeypatch):
    from streamlit import config

    usual = config.get_option("secrets.files")
    monkeypatch.setenv("STREAMLIT_SECRETS_FILES", "/run/secrets/chunkboard.toml")
    try:
        server_access.take_options([])
        assert list(config.get_option("secrets.files")) == ["/run/secrets/chunkboard.toml"]
    finally:
        monkeypatch.delenv("STREAMLIT_SECRETS_FILES")
        server_access.take_options([])
    assert config.get_option("secrets.files") != usual


def test_a_login_that_is_whole_is_one(login):
    assert server_access.check() is True


def test_without_secrets_there_is_none(secrets_file):
    assert server_access.check() is False
    secrets_file.write_text("[other]\nx = 1\n")
    assert server_access.check() is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[auth", "no TOML"),
        ("auth = 5", "no table"),
        ("[auth]\n", "missing"),
        (AUTH.replace("client_id", "client"), "client_id"),
        (AUTH.replace(SECRETS["cookie_secret"], "short"), "allowed are 32 characters"),
        (AUTH.replace("redirect_uri", "redirect"), "redirect_uri"),
    ],
)
def test_a_login_that_cannot_work_is_one_line_without_a_secret(login, secrets_file, text, said):
    from streamlit.runtime.secrets import secrets_singleton

    secrets_file.write_text(text)
    secrets_singleton._reset()
    with pytest.raises(PeopleError, match=said) as found:
        server_access.check()
    assert "\n" not in str(found.value)
    assert not any(secret in str(found.value) for secret in SECRETS.values())


def test_a_list_of_people_that_cannot_be_read_keeps_the_server_from_starting(login):
    login.write_text("editors = 5")
    with pytest.raises(PeopleError, match="allowed is a list of addresses"):
        server_access.check()


def test_a_list_of_people_that_is_gone_keeps_the_server_from_starting(login):
    login.unlink()
    with pytest.raises(PeopleError, match="no such file"):
        server_access.check()


def test_what_is_said_at_the_start(login):
    assert "says who may do what" in server_access.told("0.0.0.0", True)
    assert "Only this machine" in server_access.told("127.0.0.1", False)
    assert "CHUNKBOARD_WITHOUT_LOGIN=yes is set" in server_access.told("", False)


def test_an_open_address_without_a_login_is_refused_before_anything_listens():
    done = subprocess.run(
        [sys.executable, "-m", "pages.ui.serve", "--server.address", "0.0.0.0"],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k != server_access.OPEN},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: the server would listen on 0.0.0.0 without a login")
    assert done.stderr.count("\n") == 1
