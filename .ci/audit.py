"""Asks the advisory service about every package that is installed: `make audit`.

Exit status 1 with the names where a vulnerability is known, and where the audit broke for a reason
that nobody expected; 0, and one line, where there is none or the service cannot be asked.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

SECONDS = 300
# What pip-audit's errors hold where nothing answers.
_UNREACHED = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "NameResolutionError")
_UNREACHED += ("ServiceError", "Could not connect", "MaxRetryError", "ProxyError")


class Verdict(NamedTuple):
    """How the audit ends, and what it says."""

    status: int
    lines: list[str]


def verdict(output: str, errors: str, status: int) -> Verdict:
    """What follows from pip-audit's JSON, its errors and its exit status."""
    try:
        found = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        if any(word in errors for word in _UNREACHED):
            return Verdict(0, ["audit: not run: the advisory service cannot be reached"])
        last = errors.strip().splitlines()[-5:] or [f"pip-audit ended with {status} without a word"]
        return Verdict(1, ["audit: broke:", *last])
    bad = [one for one in found if one.get("vulns")]
    if bad:
        return Verdict(1, [line for one in bad for line in _told(one)])
    skipped = [one["name"] for one in found if "skip_reason" in one]
    asked = len(found) - len(skipped)
    if not asked:
        reason = found[0]["skip_reason"] if found else "no package was found"
        return Verdict(0, [f"audit: not run: no package of {len(found)} was known ({reason})"])
    if status:
        return Verdict(1, ["audit: broke:", *errors.strip().splitlines()[-5:]])
    lines = [f"audit: no known vulnerability in {asked} packages"]
    if skipped:
        lines.append(f"audit: {len(skipped)} could not be asked about: {', '.join(skipped)}")
    return Verdict(0, lines)


def _told(one: dict) -> list[str]:
    """A line a vulnerability."""
    return [
        f"audit: {one['name']} {one['version']}: {vulnerability['id']}"
        f" (mended in {', '.join(vulnerability.get('fix_versions', [])) or 'no version yet'})"
        for vulnerability in one["vulns"]
    ]


def main(pip_audit: str, packages: str) -> int:
    """Audits what is installed in a folder of packages."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "audit.json"
        command = [pip_audit, "--path", packages, "--format", "json", "--output", str(output)]
        command += ["--progress-spinner", "off"]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except FileNotFoundError:
            print("audit: not run: pip-audit could not be installed")
            return 0
        except subprocess.TimeoutExpired:
            print(f"audit: not run: the advisory service took more than {SECONDS} seconds")
            return 0
        made = output.read_text("utf-8") if output.exists() else ""
    found = verdict(made, done.stderr, done.returncode)
    print("\n".join(found.lines))
    return found.status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
