"""A login for page tests: secrets and a list of people of their own."""

import pytest
from streamlit import config
from streamlit.runtime.secrets import secrets_singleton

SECRETS = {
    "client_secret": "client-secret-94c1b7",
    "cookie_secret": "cookie-secret-5e0d2f8a1c7b49d3a6f0",
}
AUTH = f"""
[auth]
redirect_uri = "http://127.0.0.1:{{port}}/oauth2callback"
cookie_secret = "{SECRETS["cookie_secret"]}"
client_id = "chunkboard"
client_secret = "{SECRETS["client_secret"]}"
server_metadata_url = "http://127.0.0.1:9/.well-known/openid-configuration"
"""
PEOPLE = """
editors = ["ana@example.org", "@cutting.example.org"]
readers = ["@example.org"]
"""
ANA = {"is_logged_in": True, "email": "ana@example.org", "name": "Ana Weber", "sub": "1"}
ANA["email_verified"] = True
RITA = {"is_logged_in": True, "email": "rita@example.org", "name": "Rita Read", "sub": "2"}
RITA["email_verified"] = True
OUT = {"is_logged_in": False}


@pytest.fixture
def secrets_file(tmp_path):
    """The only file of secrets, not there at first."""
    path = tmp_path / "secrets.toml"
    before = config.get_option("secrets.files")
    config.set_option("secrets.files", [str(path)])
    secrets_singleton._reset()
    yield path
    config.set_option("secrets.files", before)
    secrets_singleton._reset()


@pytest.fixture
def login(secrets_file, tmp_path, monkeypatch):
    """A configured login; the file of the list of people."""
    secrets_file.write_text(AUTH, encoding="utf-8")
    people = tmp_path / "people.toml"
    people.write_text(PEOPLE, encoding="utf-8")
    monkeypatch.setenv("CHUNKBOARD_PEOPLE", str(people))
    return people
