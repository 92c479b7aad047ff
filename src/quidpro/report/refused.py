"""A check that has no answer, because of its input or for another reason, in the formats that programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.core.source import Diagnostic


def refused_check(method: str, errors: Sequence[Diagnostic]) -> dict[str, Any]:
    """The fields that every verdict has, without an answer, and what is wrong."""
    return {
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
    told = [_error(error) for error in errors]
    return {"reason": errors[0].message, "error": told[0], "errors": told}


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
