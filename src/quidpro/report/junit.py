"""Verdicts as a JUnit report, so that a build server shows a model check like any other test."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from quidpro.core.words import printable
from quidpro.verdict.probabilistic.evidence import ProbVerdict
from quidpro.verdict.symbolic.evidence import SymbolicVerdict
from quidpro.verdict.types import Verdict


def to_junit(verdicts: Sequence[Verdict | SymbolicVerdict | ProbVerdict], reports: Sequence[str]) -> str:
    """One test case for each verdict, with its report: a violation is a failure, an undecided question an error."""
    cases = [_case(verdict, report) for verdict, report in zip(verdicts, reports, strict=True)]
    return _document(cases, sum(map(_seconds, verdicts)))


def refused_junit(model: str, report: str) -> str:
    """The one test case of a check that has no answer: an error, with what is wrong."""
    return _document([_told("check", model, 0.0, "error", "input", report)], 0.0)


def _document(cases: Sequence[Element], seconds: float) -> str:
    suite = Element(
        "testsuite",
        name="quidpro",
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors=str(sum(case.find("error") is not None for case in cases)),
        time=f"{seconds:.3f}",
    )
    suite.extend(cases)
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(verdict: Verdict | SymbolicVerdict | ProbVerdict, report: str) -> Element:
    name = verdict.property or verdict.kind
    tag = {"holds": "system-out", "violated": "failure", "unknown": "error"}[verdict.outcome]
    return _told(name, verdict.system, _seconds(verdict), tag, verdict.kind, report)


def _told(name: str, of: str, seconds: float, tag: str, kind: str, report: str) -> Element:
    case = Element("testcase", name=printable(name), classname=printable(of), time=f"{seconds:.3f}")
    detail = SubElement(case, tag)
    if tag != "system-out":
        detail.set("message", printable(report.partition("\n")[0]))
        detail.set("type", kind)
    detail.text = printable(report, "\n")
    return case


def _seconds(verdict: Verdict | SymbolicVerdict | ProbVerdict) -> float:
    return verdict.stats.seconds + verdict.stats.certify_seconds
