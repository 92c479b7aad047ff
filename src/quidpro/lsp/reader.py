"""A process that reads and checks texts for the server: ``python -m quidpro.lsp.reader``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, QuidproError
from quidpro.core.events import ignore
from quidpro.core.options import settable
from quidpro.core.source import Diagnostic
from quidpro.core.words import printable
from quidpro.frontend.files import read_source
from quidpro.frontend.languages import language_of
from quidpro.frontend.text.names import Symbol
from quidpro.reading.answers import Kinds, outline, serve
from quidpro.run.check import AnyResult, check, load
from quidpro.run.registry import world_named, world_of
from quidpro.run.request import make_request

Body = Mapping[str, Any]


def problems(body: Body, budget: Budget) -> dict[str, Any]:
    """All that is wrong with a text."""
    found = outline(make_request(Path(body["name"]), {}), budget)
    return {"problems": [_problem(one, body["name"]) for one in found.problems]}


def _problem(one: Diagnostic, name: str) -> dict[str, Any]:
    """A diagnostic with its offsets; one about no place, or about another file, is put at the beginning."""
    here = one.source is not None and one.source.name == name
    elsewhere = "" if one.source is None or here else f"{one.source.where(one.offset)}: "
    return {
        "severity": one.severity,
        "message": printable(f"{elsewhere}{one.message}"),
        "hint": printable(one.hint),
        "start": one.offset if here else 0,
        "end": one.offset + max(one.length, 1) if here else 1,
    }


def hover(body: Body, budget: Budget) -> dict[str, Any]:
    """What a symbol stands for, and what there is to know of it, as far as that is computed in time."""
    path = Path(body["name"])
    language = language_of(path)
    symbol = Symbol(body["symbol"], body["kind"], 0, (0, 0))
    value = "" if language is None else language.value(read_source(path), symbol)
    return {"value": printable(value), "info": _info(path, body["info"], budget) if body["info"] else ""}


def _info(path: Path, name: str, budget: Budget) -> str:
    request = make_request(path, {})
    try:
        return request.world.info(load(request, budget), name, "text", budget, ignore)
    except BudgetExceeded:
        return "too large to be built while one waits"
    except QuidproError:
        return ""


def checked(body: Body, budget: Budget) -> dict[str, Any]:
    """The answers to what is asked of a text, each in words, and with the steps of its counterexample."""
    path, setting = Path(body["name"]), body["setting"]
    one = settable(world_of(path).question).get(setting)
    several = one is not None and isinstance(one.default, tuple)
    request = make_request(path, {setting: (body["value"],) if several else body["value"]})
    return {"results": [_result(result) for result in check(request, budget).results]}


def _result(result: AnyResult) -> dict[str, Any]:
    from quidpro.core.shown import shown
    from quidpro.report.text import render, statement

    renderer = world_named(result.verdict.world).renderer
    steps = renderer.steps(result.verdict, result.problem) if result.outcome == "violated" else None
    return {
        "outcome": result.outcome,
        "statement": printable(statement(result.verdict, renderer)),
        "reason": printable(result.verdict.reason),
        "steps": None if steps is None else list(shown(tuple(steps))),
        "report": render(result.verdict, result.problem, renderer),
    }


KINDS: Kinds = {"problems": problems, "hover": hover, "check": checked}
_WARM = {"name": "warm.lts", "text": "P = (a -> P).\n||S = (P).\n"}

if __name__ == "__main__":
    serve(KINDS, {"kind": "problems", "body": _WARM})
