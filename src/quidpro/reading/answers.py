"""What a reader answers: what a text defines and what is wrong with it, in words; a refusal is an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError, QuidproError
from quidpro.core.source import Diagnostic
from quidpro.core.words import printable
from quidpro.frontend.files import edited
from quidpro.reading import child
from quidpro.run.check import load
from quidpro.run.job import BUG
from quidpro.run.request import CheckRequest
from quidpro.verdict.outline import Outline

Kinds = Mapping[str, Callable[[Mapping[str, Any], Budget], dict[str, Any]]]
"""By the name of a kind of request, how it is answered."""
_WARM_SECONDS = 5.0


def outline(request: CheckRequest, budget: Budget) -> Outline:
    """What a text defines, and everything that is wrong with it; where it cannot be read, only that."""
    try:
        return request.world.renderer.outline(load(request, budget), budget)
    except InputError as error:
        return Outline((), "", (), (), (), error.diagnostics)
    except BudgetExceeded as ran_out:
        return Outline((), "", (), (), (), (Diagnostic(f"not read to its end: {ran_out}", severity="note"),))


def problem(one: Diagnostic) -> dict[str, Any]:
    """A diagnostic with its place; lines and columns count from 1, and the end is behind the last letter."""
    line = column = end_line = end_column = 1
    if one.source is not None:
        line, column = one.source.position(one.offset)
        end_line, end_column = one.source.position(min(one.offset + max(one.length, 1), len(one.source.text)))
    return {
        "severity": one.severity,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": printable(one.message),
        "hint": printable(one.hint),
    }


def answer(kinds: Kinds, request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one request; a refusal is an answer."""
    body, limits = request["body"], request["limits"]
    try:
        with edited(Path(body["name"]), body["text"]):
            return kinds[request["kind"]](body, Budget(limits["seconds"], limits["megabytes"]))
    except QuidproError as error:
        return {"error": error_fields(error)}
    except MemoryError:
        return {"error": {"message": "out of memory"}}
    except RecursionError:
        return {"error": {"message": "this model is nested too deeply"}}
    except Exception as error:
        return {"error": {"message": f"internal error: {type(error).__name__}: {error}; {BUG}"}}


def error_fields(error: QuidproError) -> dict[str, Any]:
    """An error as the page gets it: in words, and where, if it is about a place in the text."""
    if isinstance(error, InputError):
        first = problem(error.diagnostics[0])
        return {key: first[key] for key in ("message", "line", "column")}
    return {"message": printable(str(error), "\n")}


def serve(kinds: Kinds, warm: Mapping[str, Any]) -> None:
    """In a child: answer what comes; the first line of an answer says that the work on it begins.

    ``warm`` is a request whose answer nobody waits for: it loads what the others need.
    """
    tell = child.begin()
    answer(kinds, {**warm, "limits": {"seconds": _WARM_SECONDS, "megabytes": None}})
    for request in child.requests():
        tell({"begun": True})
        tell(answer(kinds, request))
