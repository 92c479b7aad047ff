"""A model to step through."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quidpro.api.arguments import check_types, limits, texts
from quidpro.api.check import argument_name, source_of_properties, subject
from quidpro.api.models import Constants, reject_late
from quidpro.lts.system import System
from quidpro.run.check import load
from quidpro.run.request import make_request

if TYPE_CHECKING:
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.lpts.lpts import LPTS
    from quidpro.run.check import AnyResult
    from quidpro.stepping.simulation import Simulation


def simulate(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System | AnyResult,
    *,
    system: str | None = None,
    constants: Constants | None = None,
    property: str | Sequence[str] = (),
    spec: str | os.PathLike[str] | LPTS | PrismModel | None = None,
    pctl: str | Sequence[str] = (),
    invar: str | Sequence[str] = (),
    ltl: str | Sequence[str] = (),
    ctl: str | Sequence[str] = (),
    props: str | os.PathLike[str] | Model | System | None = None,
    together: bool = False,
    timeout: float | None = None,
    memory: float | None = None,
) -> Simulation[Any]:
    """A model file, a loaded model or a system to step through; or one answer of ``check``, to follow its run.

    The arguments are those of ``check``: of labelled transition systems the ``system`` (by default the last composite)
    and the ``property`` or several that watch it (by default all inside the system), also those of another file or
    model, ``props``; of an SMV model the ``property`` or several, ``invar``, ``ltl`` and ``ctl``, whose variables come
    first; of a probabilistic model
    ``spec``, ``pctl``, ``props``, a file, and ``together``. Nothing is built but the states that are looked at. The
    limits are for reading the model.

    >>> import quidpro
    >>> run = quidpro.simulate("examples/channel/channel_lossy.lts")
    >>> [choice.action for choice in run.choices]
    ['input']
    >>> run.take(0).random(steps=3, seed=1).back().state.end
    ''
    """
    from quidpro.run.check import Result

    if isinstance(model, Result):
        return _of_result(model)
    check_types(model=model, constants=constants, system=system, spec=spec, props=props, together=together)
    budget = limits(timeout, memory)
    reject_late(model, constants, together=together)
    several = {"property": property, "pctl": pctl, "invar": invar, "ltl": ltl, "ctl": ctl}
    settings = {
        "const": constants,
        "system": system,
        "spec": os.fspath(spec) if isinstance(spec, os.PathLike) else spec,
        "props": source_of_properties(props),
        "together": together or None,
        **{name: tuple(texts(name, given)) for name, given in several.items()},
    }
    chosen = {name: value for name, value in settings.items() if value is not None and value not in ((), {})}
    request = make_request(subject(model), chosen, format_name=argument_name)
    loaded = load(request, budget)
    request.world.reject_constants(loaded, request.question)
    return request.world.simulate(loaded, request.question, budget)


def replay(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System,
    trace: object,
    *,
    system: str | None = None,
    constants: Constants | None = None,
    property: str | Sequence[str] = (),
) -> Simulation[Any]:
    """A model after a run: a counterexample of ``check``, or lines as ``check --format trace`` writes them.

    A run that the model does not have is a CannotFollow (a UsageError) that says at which step, and what is enabled.

    >>> import quidpro
    >>> quidpro.replay("examples/channel/channel_lossy.lts", ["input", "send"]).length
    2
    """
    return simulate(model, system=system, constants=constants, property=property).follow(trace)


def _of_result(result: AnyResult) -> Simulation[Any]:
    """The model of an answer, at the end of its counterexample if there is one."""
    from quidpro.core.budget import Budget
    from quidpro.core.errors import UsageError
    from quidpro.run.registry import world_named

    if result.problem is None:
        raise UsageError("there is nothing to step through: the model was not read, or it could not be asked")
    simulation = world_named(result.problem.world).simulate_problem(result.problem, Budget())
    return simulation if result.verdict.trace is None else simulation.follow(result.verdict.trace)
