"""Who a login is, and what the list lets them do."""

import pytest

from evaluation.actors import LONGEST_NAME
from pages.ui.people_list import Login, People, PeopleError, login_of, read_people, signed

LIST = People(("ana@example.org", "@cutting.example.org", "sub-77"), ("@example.org",))


def of(email="", subject="s", name="N", **claims):
    given = {"email": email, "sub": subject, "name": name, "email_verified": True, **claims}
    return login_of(given)


@pytest.mark.parametrize(
    ("login", "role"),
    [
        (of("ana@example.org"), "editor"),
        (of("Ana@Example.ORG"), "editor"),
        (of("bo@cutting.example.org"), "editor"),
        (of("", "sub-77"), "editor"),
        (of("rita@example.org"), "reader"),
        # Nobody else, however alike.
        (of("ana@example.org.evil.test"), None),
        (of("ana@evil.test"), None),
        (of("x@deep.cutting.example.org"), None),
        (of("x@notexample.org"), None),
        (of("ana@example.org@evil.test"), None),
        (of("an\u0430@example.org"), "reader"),  # a Cyrillic letter: another person of the domain
        (of("bo@cutting.e\uff58ample.org"), None),
        (of("x@example.or\u0261"), None),
        (of("", "ana@example.org"), None),  # a subject is no address
        (of("sub-77", "other"), None),
        (of("ana@example.org", email_verified=False), None),
        (of("ana@example.org", email_verified="false"), None),
        (of("ana@example.org", email_verified=None), None),
        (of("ana@example.org", email_verified="true"), "editor"),
        (of("", "", "ana@example.org"), None),  # a name decides nothing
    ],
)
def test_the_list_goes_by_verified_addresses_domains_and_subjects(login, role):
    assert LIST.role(login) == role


def test_a_kelvin_sign_is_no_k():
    """str.lower makes it one: another domain would be let in."""
    assert People(("@kay.org",), ()).role(of("x@\u212aay.org")) is None


def test_without_a_list_of_readers_whoever_signs_in_reads():
    assert People(("ana@example.org",)).role(of("x@elsewhere.test")) == "reader"
    assert People(("ana@example.org",), ()).role(of("x@elsewhere.test")) is None


@pytest.mark.parametrize(
    ("login", "shown"),
    [
        (of("ana@example.org", name="Ana Weber"), "Ana Weber (ana@example.org)"),
        (of("ana@example.org", name=""), "ana@example.org"),
        (of("", "sub-77", "Ana"), "Ana (sub-77)"),
        (of("li@example.org", name="李雷"), "李雷 (li@example.org)"),
        (of("a@b.c", name="Ana\n\u202e gro.elpmaxe@anA\u0000"), "Ana gro.elpmaxe@anA (a@b.c)"),
    ],
)
def test_a_person_is_signed_by_name_and_identity(login, shown):
    assert signed(login) == shown


def test_a_long_name_is_cut_before_the_identity_is():
    long = signed(of("ana@example.org", name="n" * 500))
    assert len(long) <= LONGEST_NAME and long.endswith("… (ana@example.org)")
    assert len(signed(of(f"{'e' * 200}@example.org"))) == LONGEST_NAME


def test_claims_that_are_no_text_name_nobody():
    assert login_of({"email": ["x"], "name": 5, "sub": None, "email_verified": [True]}) == Login(
        "", "", ""
    )


@pytest.fixture
def listed(tmp_path, monkeypatch):
    path = tmp_path / "people.toml"
    monkeypatch.setenv("CHUNKBOARD_PEOPLE", str(path))
    return path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("editors = [", "no TOML"),
        ("editor = ['ana@example.org']", "'editor'; allowed are editors, readers"),
        ("editors = 'ana@example.org'", "allowed is a list of addresses"),
        ("editors = ['']", "allowed is a list of addresses"),
        ("", "names neither editors nor readers"),
        ("trust_addresses = true", "names neither editors nor readers"),
        ("editors = []\ntrust_addresses = 'yes'", "allowed are true, false"),
        ("editors = [5]", "allowed is a list of addresses"),
        ("readers = ['@']", "readers holds '@'"),
        ("editors = [' ana@example.org']", "editors holds"),
    ],
)
def test_a_list_that_cannot_be_used_lets_nobody_in(listed, text, said):
    listed.write_text(text)
    with pytest.raises(PeopleError, match=f"people.toml: .*{said}"):
        read_people()


def test_an_address_counts_unsaid_where_the_list_trusts_the_provider():
    """Anybody could give themselves an editor's address at a provider that verifies none."""
    claims = {"email": "ana@example.org", "sub": "s"}
    assert login_of(claims) == Login("s", "", "s", "ana@example.org")
    assert login_of(claims, True) == Login("ana@example.org", "ana@example.org", "s")
    assert login_of({**claims, "email_verified": False}, True).email == ""


def test_no_list_at_all_lets_nobody_in(tmp_path, monkeypatch):
    monkeypatch.delenv("CHUNKBOARD_PEOPLE", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PeopleError, match=r"people\.toml: there is no such file; it says who"):
        read_people()


def test_a_list_that_is_named_and_not_there_is_a_fault(listed):
    with pytest.raises(PeopleError, match="no such file; CHUNKBOARD_PEOPLE names it"):
        read_people()


def test_a_changed_list_holds_at_once(listed):
    listed.write_text("editors = ['ana@example.org']")
    assert read_people().role(of("ana@example.org")) == "editor"
    listed.write_text("editors = []")
    assert read_people().role(of("ana@example.org")) == "reader"
