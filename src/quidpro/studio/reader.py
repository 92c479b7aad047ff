"""A process that reads models: ``python -m quidpro.studio.reader``. It answers one request after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError, QuidproError, UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import legible, printable
from quidpro.frontend.files import edited
from quidpro.run.check import load
from quidpro.run.job import BUG
from quidpro.studio import child
from quidpro.studio.ask import Body, check_request, looking_request, reading_request
from quidpro.studio.evidence import architecture_picture
from quidpro.verdict.outline import Portrait
from quidpro.verdict.problem import Problem

_WARM = "P = (a -> P).\n||S = (P).\n"


def model(body: Body, budget: Budget) -> dict[str, Any]:
    """What a text defines, and everything that is wrong with it."""
    from quidpro.studio.session import methods

    request = reading_request(body)
    found: dict[str, Any] = {"world": request.world.name, "methods": methods(request.world.name)}
    try:
        read = load(request, budget)
        outline = request.world.renderer.outline(read, budget)
    except InputError as error:
        return {**found, **_NOTHING, "problems": [problem(one) for one in error.diagnostics]}
    except BudgetExceeded as ran_out:
        note = Diagnostic(f"not read to its end: {ran_out}", severity="note")
        return {**found, **_NOTHING, "problems": [problem(note)]}
    return {
        **found,
        "problems": [problem(one) for one in outline.problems],
        "systems": list(outline.systems),
        "default_system": outline.default_system,
        "properties": [vars(asked) for asked in outline.properties],
        "constants": [{"name": name, "value": value} for name, value in outline.constants],
        "processes": [vars(part) for part in outline.parts],
    }


_NOTHING: dict[str, Any] = {"systems": [], "default_system": "", "properties": [], "constants": [], "processes": []}


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


def architecture(body: Body, budget: Budget) -> dict[str, Any]:
    """What a system is made of, drawn; its parts with their sizes, and how large the whole is at most."""
    request = check_request({**body, "properties": (), "options": None, "split": None}, budget, asked=False)
    read = load(request, budget)
    problem = request.world.unasked(read, request.question)
    if problem is None:
        problems = request.world.problems(read, request.question, budget, None)
        problem = next((one for one in problems if isinstance(one, Problem)), None)
    if problem is None:
        raise UsageError("nothing can be asked of this model, so that there is no system to draw")
    svg, caption = architecture_picture(request.world, problem, budget)
    bound = request.world.bound(problem)
    return {
        "svg": svg,
        "caption": caption,
        "components": [vars(part) for part in request.world.renderer.parts_of(problem)],
        "size": "" if bound is None else f"at most {legible(bound)} states",
    }


def picture(body: Body, budget: Budget) -> dict[str, Any]:
    """A part of the model, or the whole, or its quotient."""
    request, part = reading_request(body), body.get("part")
    if not isinstance(part, str) or not part:
        raise UsageError("say which part is to be drawn")
    if body.get("reduce") not in _QUOTIENTS:
        raise UsageError(f"there is no such quotient; known are {', '.join(filter(None, _QUOTIENTS))}")
    portrait = request.world.renderer.portrait(load(request, budget), part, body.get("reduce"), budget)
    if portrait is None:
        portrait = Portrait("", f"there are no such pictures of {request.world.what}", 0, 0)
    return vars(portrait)


def simulate(body: Body, budget: Budget) -> dict[str, Any]:
    """Where a path of choices leads, and what can happen there."""
    path = body.get("path") or []
    if not isinstance(path, list) or len(path) > _MAX_STEPS or not all(map(_is_step, path)):
        raise UsageError(f"a path is a list of at most {_MAX_STEPS} steps, each the numbers of a choice and an outcome")
    request = looking_request(body)
    simulation = request.world.simulate(load(request, budget), request.question, budget)
    for choice, outcome in path:
        simulation.take(choice, outcome)
    found: dict[str, Any] = simulation.to_json()
    return found


def _is_step(step: object) -> bool:
    return isinstance(step, list) and [type(number) for number in step] == [int, int] and min(step) >= 0


_QUOTIENTS = (None, "strong", "branching", "weak", "trace")
_MAX_STEPS = 2000
KINDS: dict[str, Callable[[Body, Budget], dict[str, Any]]] = {
    "model": model,
    "architecture": architecture,
    "picture": picture,
    "simulate": simulate,
}


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one request; a refusal is an answer."""
    body, limits = request["body"], request["limits"]
    try:
        with edited(Path(body["name"]), body["text"]):
            return KINDS[request["kind"]](body, Budget(limits["seconds"], limits["megabytes"]))
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


def serve(requests: Iterable[Mapping[str, Any]], tell: child.Put) -> None:
    """Answer what comes; the first line of an answer says that the work on it begins."""
    limits = {"seconds": 5.0, "megabytes": None}
    answer({"kind": "model", "limits": limits, "body": {"name": "warm.lts", "text": _WARM}})
    for request in requests:
        tell({"begun": True})
        tell(answer(request))


if __name__ == "__main__":
    serve(child.requests(), child.begin())
