"""What a build keeps of a decision: JUnit XML and a summary in Markdown."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from evaluation.decided_store import earlier_lines
from evaluation.gate import Check
from evaluation.held_under import common, own
from evaluation.seal import Seal
from evaluation.summary_tables import class_table, plain, price_tables, table

# XML 1.0 has no way to write these.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_UNFINISHED = "The run did not finish: it gave no verdict, and met no gate."
UNFINISHED_SUMMARY = f"# No decision\n\n{_UNFINISHED}\n"


def junit(report: Mapping[str, Any], checks: Sequence[Check]) -> str:
    """JUnit XML: a test a check of the gate, failed where it is not met, and a passed test a
    verdict, whose sentence is its output, with what it holds under."""
    root = ElementTree.Element("testsuites", name="chunkboard")
    gate = _suite(root, "gate", len(checks), sum(not check.met for check in checks))
    for check in checks:
        case = _case(gate, "gate", check.name)
        if check.met:
            ElementTree.SubElement(case, "system-out").text = _xml(check.told)
        else:
            failure = ElementTree.SubElement(case, "failure", message=_xml(check.told))
            failure.text = _xml("\n".join(check.ids) or check.told)
    verdicts = _suite(root, "verdicts", len(report["verdicts"]), 0)
    for verdict in report["verdicts"]:
        name = f"{verdict['candidate']} under {verdict['retriever']}: {verdict['verdict']}"
        case = _case(verdicts, "verdicts", name)
        held = [verdict["reason"], f"{verdict['robustness']['line']}.", *verdict["preconditions"]]
        ElementTree.SubElement(case, "system-out").text = _xml("\n".join(held))
    return _told(root)


def unfinished_junit() -> str:
    """JUnit XML of a run that has not come to its gate, which a build must not take for met."""
    root = ElementTree.Element("testsuites", name="chunkboard")
    case = _case(_suite(root, "gate", 1, 1), "gate", "the run finished")
    ElementTree.SubElement(case, "failure", message=_UNFINISHED).text = _UNFINISHED
    return _told(root)


def _told(root: ElementTree.Element) -> str:
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(root: ElementTree.Element, name: str, tests: int, failures: int) -> ElementTree.Element:
    counts = {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": "0"}
    return ElementTree.SubElement(root, "testsuite", {"name": name, **counts})


def _case(suite: ElementTree.Element, group: str, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=f"chunkboard.{group}", name=_xml(name), time="0"
    )


def _xml(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def summary(report: Mapping[str, Any], seal: Seal, checks: Sequence[Check]) -> str:
    """Markdown for a build's page: the gate, the verdicts with their sentences and what they hold
    under, who pays, prices, and each class of documents."""
    return "\n".join(_summary(report, seal, checks)) + "\n"


def _summary(report: Mapping[str, Any], seal: Seal, checks: Sequence[Check]) -> Iterator[str]:
    golden = report["run"]["golden_set"]
    yield f"# Where to cut {plain(golden['name'])}"
    yield ""
    for line in (*seal.lines(), *earlier_lines(report)):
        yield plain(line)
    for check in checks:
        yield f"- {'met' if check.met else '**not met**'}: {plain(check.told)}"
    yield ""
    verdicts = report["verdicts"]
    names = ("candidate", "retriever", "verdict", "reason")
    rows = [[*(one[name] for name in names), one["robustness"]["line"]] for one in verdicts]
    yield from table((*names[:3], "why", "asked again"), rows)
    yield from _held(verdicts)
    for verdict in verdicts:
        if verdict["verdict"] in ("adopt", "pilot"):
            yield from _who_pays(verdict)
    yield from price_tables(report["protocol"]["prices"], seal.protocol.costs)
    yield from class_table(report["protocol"]["classes"])
    yield from _tables(report)


def _held(verdicts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What all verdicts hold under, and what each of them does beside."""
    yield ""
    yield "## What the verdicts hold under"
    yield ""
    for line in common(verdicts):
        yield f"- {plain(line)}"
    for verdict in verdicts:
        if lines := own(verdict, verdicts):
            name = f"{verdict['candidate']} under {verdict['retriever']}: {'; '.join(lines)}"
            yield f"- {plain(name)}"


def _tables(report: Mapping[str, Any]) -> Iterator[str]:
    """The table of each mixed variant, to be copied into a file for `--mixed`."""
    for row in report["protocol"]["mixed"]:
        if row["toml"] is not None:
            yield ""
            yield f"## By class under {plain(row['retriever'])}, {plain(row['basis'])}"
            yield ""
            yield "```toml"
            yield row["toml"].rstrip()
            yield "```"


def _who_pays(verdict: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"## Who pays for {plain(verdict['candidate'])} under {plain(verdict['retriever'])}"
    yield ""
    for question in verdict["lost"]:
        name, text = plain(question["id"]), plain(question["text"])
        yield f"- {name} (weight {question['weight']:g}): {text}"
    if not verdict["lost"]:
        yield "- no question gets worse"
