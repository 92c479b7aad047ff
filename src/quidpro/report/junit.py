"""Verdicts as a JUnit report, so that a build server shows a model check like any other test.

A check without an answer, because of its input or for another reason, is reported too, here and as JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from quidpro.core.source import Diagnostic
from quidpro.core.words import printable
from quidpro.verdict.documents import VERDICT_SCHEMA
from quidpro.verdict.verdict import AnyVerdict, Stats


def refused_check(method: str, errors: Sequence[Diagnostic]) -> dict[str, Any]:
    """The fields that every verdict has, without an answer, and what is wrong."""
    return {
        "schema": VERDICT_SCHEMA,
        "verdict": "unknown",
        "method": method,
        "system": None,
        "property": None,
        "kind": None,
        "components": [],
        "assumptions": [],
        "counterexample": None,
        "certified": False,
        "notes": [],
        "stats": None,
        "winner": None,
        "race": [],
        "certificate": None,
        "warnings": [],
        **_wrong(errors),
    }


def refused_certificate(errors: Sequence[Diagnostic]) -> dict[str, Any]:
    """The same of a certificate that could not be checked."""
    unknown = dict.fromkeys(("claim", "system", "property", "kind", "rule", "seconds"))
    return {"certified": False, "refused": False, **unknown, **_wrong(errors)}


def _wrong(errors: Sequence[Diagnostic]) -> dict[str, Any]:
    listed = [_error(error) for error in errors]
    return {"reason": errors[0].message, "error": listed[0], "errors": listed}


def _error(error: Diagnostic) -> dict[str, Any]:
    source = error.source
    line, column = (None, None) if source is None else source.position(error.offset)
    return {
        "message": error.message,
        "hint": error.hint,
        "file": None if source is None else source.name,
        "line": line,
        "column": column,
    }


def to_junit(verdicts: Sequence[AnyVerdict], reports: Sequence[str]) -> str:
    """One test case for each verdict, with its report: a violation is a failure, an undecided question an error."""
    cases = [_case(verdict, report) for verdict, report in zip(verdicts, reports, strict=True)]
    return _document(cases, sum(map(_seconds, verdicts)))


def refused_junit(model: str, report: str) -> str:
    """The one test case of a check that has no answer: an error, with what is wrong."""
    return _document([_test_case("check", model, 0.0, "error", "input", report)], 0.0)


def _document(cases: Sequence[Element], seconds: float) -> str:
    root = Element("testsuites")
    suite = SubElement(
        root,
        "testsuite",
        name="quidpro",
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors=str(sum(case.find("error") is not None for case in cases)),
        time=f"{seconds:.3f}",
    )
    suite.extend(cases)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(verdict: AnyVerdict, report: str) -> Element:
    name = verdict.property or verdict.kind
    tag = {"holds": "system-out", "violated": "failure", "unknown": "error"}[verdict.outcome]
    return _test_case(name, verdict.system, _seconds(verdict), tag, verdict.kind, report)


def _test_case(name: str, of: str, seconds: float, tag: str, kind: str, report: str) -> Element:
    case = Element("testcase", name=printable(name), classname=printable(of), time=f"{seconds:.3f}")
    detail = SubElement(case, tag)
    if tag != "system-out":
        detail.set("message", printable(report.partition("\n")[0]))
        detail.set("type", kind)
    detail.text = printable(report, "\n")
    return case


def _seconds(verdict: AnyVerdict) -> float:
    stats: Stats = verdict.stats
    return stats.seconds + stats.certify_seconds
