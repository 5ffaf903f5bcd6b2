"""The audit of packages: what was found fails, what was not asked is said, nothing is swallowed."""

import importlib.util
import json
from pathlib import Path

import pytest

_PLACE = Path(__file__).parent.parent / ".ci" / "audit.py"
_SPEC = importlib.util.spec_from_file_location("audit", _PLACE)
audit = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(audit)

CLEAN = {"name": "a", "version": "1", "vulns": []}
BAD = {"name": "b", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
SKIPPED = {"name": "c", "skip_reason": "Dependency not found on PyPI and could not be audited"}


def ends(*dependencies, status=0, errors=""):
    found = audit.verdict(json.dumps({"dependencies": dependencies}), errors, status)
    return found.status, "\n".join(found.lines)


def test_a_vulnerability_fails_with_its_name():
    assert ends(CLEAN, BAD, SKIPPED, status=1) == (1, "audit: b 2: CVE-1 (mended in 3)")


def test_none_is_said_with_how_many_were_asked_about_and_which_were_not():
    status, said = ends(CLEAN, SKIPPED)
    assert status == 0
    assert said.split("\n") == [
        "audit: no known vulnerability in 1 packages",
        "audit: 1 could not be asked about: c",
    ]


@pytest.mark.parametrize("found", [[SKIPPED, SKIPPED], []])
def test_where_nothing_was_asked_it_does_not_say_that_nothing_was_found(found):
    status, said = ends(*found)
    assert status == 0 and said.startswith("audit: not run: no package of ")
    assert "vulnerability" not in said


def test_a_service_out_of_reach_is_one_line_and_any_other_fault_fails():
    told = audit.verdict("", "requests.exceptions.ConnectionError: api.osv.dev", 1)
    assert told == (0, ["audit: not run: the advisory service cannot be reached"])
    assert audit.verdict("", "KeyError: 'x'", 1) == (1, ["audit: broke:", "KeyError: 'x'"])
    assert audit.verdict("", "", 2).status == 1
    assert ends(CLEAN, status=1, errors="fault") == (1, "audit: broke:\nfault")


def test_a_tool_that_is_not_there_is_said(capsys):
    assert audit.main("/nowhere/pip-audit", "/nowhere") == 0
    assert capsys.readouterr().out == "audit: not run: pip-audit could not be installed\n"
