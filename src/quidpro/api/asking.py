"""Questions about a model of any world: does it satisfy its properties, and what does a part of it need."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from quidpro.api.arguments import WITHOUT_PROBABILITIES, limits, refuse_foreign, refuse_misshapen, texts
from quidpro.api.loading import Constants, explicit, load, refuse_late, written
from quidpro.api.results import Results
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Listener, ignore
from quidpro.frontend.load import is_probabilistic, read_source
from quidpro.frontend.model import Model
from quidpro.lts.system import System
from quidpro.run.auto.where import Where
from quidpro.run.check import DEFAULT_METHOD, Result, check_model, undecided

if TYPE_CHECKING:
    from quidpro.core.source import Diagnostic
    from quidpro.engines.explicit.assumption import Assumed
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel
    from quidpro.lpts.lpts import LPTS
    from quidpro.run.prob.check import ProbResult


@dataclass(frozen=True)
class _Way:
    """How an answer is looked for, in every world."""

    method: str
    split: str | None
    jobs: int | None
    budget: Budget
    events: Listener


def check(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
    *,
    constants: Constants | None = None,
    system: str | None = None,
    property: str | Sequence[str] = (),
    method: str = DEFAULT_METHOD,
    split: str | None = None,
    deadlock: bool | None = None,
    progress: bool = False,
    fair_choice: bool = True,
    timeout: float | None = None,
    memory: float | None = None,
    options: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    spec: str | os.PathLike[str] | LPTS | PrismModel | None = None,
    pctl: str | Sequence[str] = (),
    props: str | os.PathLike[str] | None = None,
    smt: bool = False,
    together: bool = False,
    events: Listener = ignore,
) -> Results:
    """Check a model file, a loaded model or a system; the arguments are those of the command line.

    Of every model: ``method`` and, for methods that reason by parts, ``split`` (``"A, B | C"``); the limits ``timeout``
    in seconds and ``memory`` in megabytes; ``jobs``, how many processes ``auto`` may have; ``events``, a function that
    hears of the progress. Of a path: ``constants``, values for constants of an FSP, PRISM or JANI file, as in ``load``.

    Of labelled transition systems: the ``system`` (by default the last composite), the ``property`` or several (by
    default all inside the system), ``deadlock`` (by default yes where no property is named and the method can decide
    it), ``progress``, ``fair_choice`` (of assertions that something happens:
    under fair choice, or of all runs), ``cluster``, the address of a Ray cluster, and the ``options``
    ``learner``, ``alphabet``, ``orientation``, ``reduce``, ``candidates``, ``counterexample``,
    ``counterexamples`` and ``encoding``. Of an SMV model: the ``property`` or several, and the option ``orientation``.
    Of a probabilistic model: ``spec``, a module, a file or an LPTS that must simulate it, or formulas, ``pctl``, or
    ``props``, a file of them, of which ``property`` chooses some by name or number; ``smt`` decides simulation by z3.
    ``together`` takes modules of its file that use each other's variables as one component, as in ``load``; the option
    is ``candidates``.

    An argument that does not apply to this kind of model is a UsageError. When a limit is reached the outcome is
    ``unknown``.
    """
    refuse_misshapen(model=model, constants=constants, system=system, method=method, split=split, deadlock=deadlock)
    refuse_misshapen(progress=progress, options=options, jobs=jobs, cluster=cluster, spec=spec, smt=smt, events=events)
    refuse_misshapen(props=props, fair_choice=fair_choice, together=together)
    names, formulas = texts("property", property), texts("pctl", pctl)
    way = _Way(method, split, jobs, limits(timeout, memory), events)
    refuse_late(model, constants, together=together)
    _refuse_unknown(options)
    explicit_only = {"system": system, "deadlock": deadlock, "progress": progress, "cluster": cluster}
    explicit_only["fair_choice"] = not fair_choice
    if _has_probabilities(model):
        without_file = {"property": names} if props is None else {}
        refuse_foreign({**explicit_only, **without_file, **_other(options, "candidates")}, "a probabilistic model")
        goal = os.fspath(spec) if isinstance(spec, os.PathLike) else spec
        return _check_prob(
            model, constants, _Goals(goal, formulas, props, names, smt, together, **(options or {})), way
        )
    foreign = {"spec": spec, "pctl": formulas, "props": props, "smt": smt, "together": together}
    refuse_foreign(foreign, WITHOUT_PROBABILITIES)
    loaded = load(model, constants) if isinstance(model, str | os.PathLike) else model
    if not isinstance(loaded, System) and loaded.world == "symbolic":
        refuse_foreign({**explicit_only, **_other(options, "orientation")}, "an SMV model")
        return _check_smv(loaded, names, (options or {}).get("orientation", "both"), way)
    asked = {"system": system, "properties": names, "deadlock": deadlock, "progress": progress, "options": options}
    asked["fair_choice"] = fair_choice
    return _check_explicit(explicit(loaded), asked, cluster, way)


def _has_probabilities(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
) -> TypeGuard[str | os.PathLike[str] | PrismModel]:
    if isinstance(model, str | os.PathLike):
        return is_probabilistic(Path(model))
    return not isinstance(model, System) and model.world == "probabilistic"


def _other(options: Mapping[str, Any] | None, known: str) -> dict[str, bool]:
    """The options but for one, whatever their values."""
    return {name: True for name in options or {} if name != known}


def _refuse_unknown(options: Mapping[str, Any] | None) -> None:
    if options:
        from quidpro.engines.explicit.options import refuse_unknown

        refuse_unknown(options)


def _check_explicit(model: Model, asked: Mapping[str, Any], cluster: str | None, way: _Way) -> Results:
    results: list[Result] = []
    where = Where(way.jobs, cluster)
    try:
        check_model(
            model,
            way.budget,
            way.events,
            method=way.method,
            split=way.split,
            where=where,
            done=results.append,
            **asked,
        )
    except BudgetExceeded as ran_out:
        results.append(undecided(asked["system"] or model.default_system(), way.method, ran_out))
    return Results(results, model.warnings)


def _check_smv(model: SmvModel, names: Sequence[str], orientation: str, way: _Way) -> Results:
    from quidpro.run.smv.check import check_smv, refuse_alone

    refuse_alone(way.method, {"jobs": way.jobs})
    results = check_smv(
        model,
        way.budget,
        way.events,
        properties=names,
        method=way.method,
        split=way.split,
        orientation=orientation,
        where=Where(way.jobs),
    )
    return Results(results, model.warnings)


@dataclass(frozen=True)
class _Goals:
    """What is asked of a probabilistic model."""

    spec: str | LPTS | PrismModel | None
    formulas: Sequence[str]
    props: str | os.PathLike[str] | None
    names: Sequence[str]
    smt: bool
    together: bool
    candidates: bool = True


def _check_prob(
    model: str | os.PathLike[str] | PrismModel, constants: Constants | None, goals: _Goals, way: _Way
) -> Results:
    from quidpro.frontend.pctl.props import read_properties
    from quidpro.frontend.prism.load import load_probabilistic
    from quidpro.run.prob.check import check_prob, unread

    values = written(constants)
    props = None if goals.props is None else read_properties(read_source(Path(goals.props)))
    found: list[ProbResult] = []
    warnings: tuple[Diagnostic, ...] = ()
    try:
        loaded = (
            load_probabilistic(Path(model), values, way.budget, together=goals.together)
            if isinstance(model, str | os.PathLike)
            else model
        )
        warnings = loaded.warnings
        check_prob(
            loaded,
            way.budget,
            way.events,
            spec=goals.spec,
            pctl=goals.formulas,
            props=props,
            names=goals.names,
            method=way.method,
            split=way.split,
            smt=goals.smt,
            candidates=goals.candidates,
            constants=values,
            jobs=way.jobs,
            done=found.append,
        )
    except BudgetExceeded as ran_out:
        asked = goals.formulas or [str(goals.props or "")]
        found.append(unread(str(getattr(model, "name", model)), goals.spec, asked, way.method, ran_out))
    return Results(found, warnings)


def assumption(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
    component: str,
    *,
    constants: Constants | None = None,
    property: str | None = None,
    system: str | None = None,
    timeout: float | None = None,
    memory: float | None = None,
    events: Listener = ignore,
) -> Assumed:
    """The weakest assumption under which some components (``"A, c.*:CLIENT"``) guarantee a property.

    When time or memory runs out it is what is known so far, and its ``label`` says so.
    """
    from quidpro.engines.explicit.assumption import find_assumption

    refuse_misshapen(model=model, component=component, constants=constants, property=property, system=system)
    refuse_misshapen(events=events)
    budget = limits(timeout, memory)
    return find_assumption(explicit(model, constants), component, property, system, budget, events)
