"""Verdicts as a JUnit report, so that a build server shows a model check like any other test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from quidpro.verdict.probabilistic import ProbVerdict
from quidpro.verdict.symbolic import SymbolicVerdict
from quidpro.verdict.types import Verdict

_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(verdicts: Sequence[Verdict | SymbolicVerdict | ProbVerdict], reports: Sequence[str]) -> str:
    """One test case for each verdict, with its report: a violation is a failure, an undecided question an error."""
    suite = Element(
        "testsuite",
        name="quidpro",
        tests=str(len(verdicts)),
        failures=str(sum(v.outcome == "violated" for v in verdicts)),
        errors=str(sum(v.outcome == "unknown" for v in verdicts)),
        time=f"{sum(map(_seconds, verdicts)):.3f}",
    )
    for verdict, report in zip(verdicts, reports, strict=True):
        suite.append(_case(verdict, _clean(report)))
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(verdict: Verdict | SymbolicVerdict | ProbVerdict, report: str) -> Element:
    name = verdict.property or verdict.kind
    case = Element("testcase", name=_clean(name), classname=_clean(verdict.system), time=f"{_seconds(verdict):.3f}")
    tag = {"holds": "system-out", "violated": "failure", "unknown": "error"}[verdict.outcome]
    detail = SubElement(case, tag)
    if verdict.outcome != "holds":
        detail.set("message", _clean(report.splitlines()[0]))
        detail.set("type", verdict.kind)
    detail.text = report
    return case


def _seconds(verdict: Verdict | SymbolicVerdict | ProbVerdict) -> float:
    return verdict.stats.seconds + verdict.stats.certify_seconds


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("?", text)
