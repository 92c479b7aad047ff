"""What the page asks, as a request like any other; what would touch a file outside the folder is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.options import settable
from quidpro.run.check import load
from quidpro.run.registry import AUTO, world_of
from quidpro.run.request import CheckRequest, files_to_read, files_to_write, make_request

Body = Mapping[str, Any]
_FORMULAS = "pctl"
"""Where a world has formulas, what is asked is not named: it is written down."""
_NO_FORMULA = (
    'say what the model is to satisfy: a formula such as P<=0.1 [ F "bad" ], in the field for properties or in a '
    "comment of its own"
)


def reading_request(body: Body) -> CheckRequest:
    """The request to read the text of a body."""
    return make_request(Path(body["name"]), _constants(body))


def looking_request(body: Body) -> CheckRequest:
    """The request to look at a system, with what is asked of it only if it is named."""
    path = Path(body["name"])
    known, named = settable(world_of(path).question), tuple(body.get("properties") or ())
    settings = {_FORMULAS if _FORMULAS in known else "property": named} if named else {}
    if "system" in known and body.get("system"):
        settings["system"] = body["system"]
    return make_request(path, {**_constants(body), **settings})


def check_request(body: Body, budget: Budget, *, method: str | None = None, asked: bool = True) -> CheckRequest:
    """The request to check it; where nothing is ``asked``, it may be about no formula at all."""
    path, options = Path(body["name"]), dict(body.get("options") or {})
    published = bool(options.pop("as_published", False))
    settings = {**_constants(body), **_question(body, path, budget, asked), **options}
    request = make_request(
        path,
        settings,
        method=method or body.get("method") or AUTO,
        split=body.get("split") or None,
        as_published=published,
    )
    _reject_files(request)
    return request


def _constants(body: Body) -> dict[str, Any]:
    constants = dict(body.get("constants") or {})
    return {"const": constants} if constants else {}


def _question(body: Body, path: Path, budget: Budget, asked: bool) -> dict[str, Any]:
    """What is asked, as far as the world has such questions."""
    known, named = settable(world_of(path).question), tuple(body.get("properties") or ())
    found: dict[str, Any] = {}
    if _FORMULAS in known:
        if not {"spec", "props"} & set(body.get("options") or {}):
            found[_FORMULAS] = named or _formulas(body, budget)
            if asked and not found[_FORMULAS]:
                raise UsageError(_NO_FORMULA)
    elif named:
        found["property"] = named
    for name in ("system", "deadlock"):
        if name in known and body.get(name) not in (None, ""):
            found[name] = body[name]
    return found


def _formulas(body: Body, budget: Budget) -> tuple[str, ...]:
    """The formulas that the text itself offers."""
    request = reading_request(body)
    outline = request.world.renderer.outline(load(request, budget), budget)
    return tuple(asked.name for asked in outline.properties if asked.kind == "formula")


def _reject_files(request: CheckRequest) -> None:
    """Nothing is written, and nothing is read outside the folder, in which this process works."""
    root = Path().resolve()
    for path in files_to_write(request).values():
        raise UsageError(f"the studio writes no files for a check, and so not {path}")
    for path in files_to_read(request):
        if not path.resolve().is_relative_to(root):
            raise UsageError(f"{path} is outside the folder of the studio")
