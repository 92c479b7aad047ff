"""A process that reads models: ``python -m quidpro.studio.reader``. It answers one request after the other."""

from __future__ import annotations

from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.words import legible
from quidpro.reading.answers import Kinds, outline, problem, serve
from quidpro.run.check import load
from quidpro.studio.ask import Body, check_request, looking_request, reading_request
from quidpro.studio.evidence import architecture_picture
from quidpro.verdict.outline import Portrait
from quidpro.verdict.problem import Problem

_WARM = "P = (a -> P).\n||S = (P).\n"


def model(body: Body, budget: Budget) -> dict[str, Any]:
    """What a text defines, and everything that is wrong with it."""
    from quidpro.studio.session import methods

    request = reading_request(body)
    found = outline(request, budget)
    return {
        "world": request.world.name,
        "methods": methods(request.world.name),
        "problems": [problem(one) for one in found.problems],
        "systems": list(found.systems),
        "default_system": found.default_system,
        "properties": [vars(asked) for asked in found.properties],
        "constants": [{"name": name, "value": value} for name, value in found.constants],
        "processes": [vars(part) for part in found.parts],
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
KINDS: Kinds = {
    "model": model,
    "architecture": architecture,
    "picture": picture,
    "simulate": simulate,
}


if __name__ == "__main__":
    serve(KINDS, {"kind": "model", "body": {"name": "warm.lts", "text": _WARM}})
