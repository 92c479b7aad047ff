"""Questions about a model of any world: does it satisfy its properties, and what does a part of it need."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, overload

from quidpro.api.arguments import check_types, limits, texts
from quidpro.api.models import Constants, explicit, reject_late
from quidpro.api.results import Results
from quidpro.core.events import Listener, ignore
from quidpro.core.options import reject_unknown
from quidpro.core.writing import reject_unwritable, write_file
from quidpro.lts.system import System
from quidpro.run.check import check as ask
from quidpro.run.check import load as read
from quidpro.run.registry import AUTO, WORLDS, world_named
from quidpro.run.request import CheckRequest, Workers, files_to_read, files_to_write, make_request, options_of

if TYPE_CHECKING:
    from quidpro.engines.explicit.assumption import Assumed
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.lpts.lpts import LPTS
    from quidpro.run.certify import Certified
    from quidpro.verdict.explicit.evidence import ExplicitVerdict
    from quidpro.verdict.explicit.splits import Decompositions
    from quidpro.verdict.probabilistic.evidence import ProbVerdict
    from quidpro.verdict.symbolic.evidence import SymbolicVerdict
    from quidpro.verdict.symbolic.splits import Cuts
    from quidpro.verdict.verdict import AnyVerdict


class QuestionArguments(TypedDict, total=False):
    """Those of :func:`compare` beside its own: what is asked of all methods."""

    system: str | None
    property: str | Sequence[str]
    split: str | None
    deadlock: bool | None
    progress: bool
    fair_choice: bool
    timeout: float | None
    memory: float | None
    options: Mapping[str, Any] | None
    as_published: bool
    jobs: int | None
    cluster: str | None
    spec: str | os.PathLike[str] | LPTS | PrismModel | None
    pctl: str | Sequence[str]
    invar: str | Sequence[str]
    ltl: str | Sequence[str]
    ctl: str | Sequence[str]
    props: str | os.PathLike[str] | Model | System | None
    smt: bool
    together: bool
    events: Listener


class SplitArguments(TypedDict, total=False):
    """The keyword arguments of :func:`decompose`."""

    constants: Constants | None
    system: str | None
    property: str | None
    most: int
    timeout: float | None
    memory: float | None
    events: Listener


class CheckArguments(QuestionArguments, total=False):
    """The keyword arguments of :func:`check`, for those who hand them on."""

    constants: Constants | None
    method: str


@overload
def check(model: Model | System, **arguments: Unpack[CheckArguments]) -> Results[ExplicitVerdict]: ...
@overload
def check(model: MachineModel, **arguments: Unpack[CheckArguments]) -> Results[SymbolicVerdict]: ...
@overload
def check(model: PrismModel, **arguments: Unpack[CheckArguments]) -> Results[ProbVerdict]: ...
@overload
def check(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System, **arguments: Unpack[CheckArguments]
) -> Results[AnyVerdict]: ...
def check(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System,
    *,
    constants: Constants | None = None,
    system: str | None = None,
    property: str | Sequence[str] = (),
    method: str = AUTO,
    split: str | None = None,
    deadlock: bool | None = None,
    progress: bool = False,
    fair_choice: bool = True,
    timeout: float | None = None,
    memory: float | None = None,
    options: Mapping[str, Any] | None = None,
    as_published: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    spec: str | os.PathLike[str] | LPTS | PrismModel | None = None,
    pctl: str | Sequence[str] = (),
    invar: str | Sequence[str] = (),
    ltl: str | Sequence[str] = (),
    ctl: str | Sequence[str] = (),
    props: str | os.PathLike[str] | Model | System | None = None,
    smt: bool = False,
    together: bool = False,
    events: Listener = ignore,
) -> Results[Any]:
    """Check a model file, a loaded model or a system; the arguments are those of the command line.

    Of every model: ``method`` and, for methods that reason by parts, ``split`` (``"A, B | C"``); the ``options`` of
    the methods, by the names that they have on the command line, such as ``candidates``, or ``as_published`` for
    exactly the algorithm of the method's paper; the limits ``timeout`` in seconds and ``memory`` in megabytes;
    ``jobs``, how many processes ``auto`` may have, and ``cluster``, the address of a Ray cluster to run them on;
    ``events``, a function that hears of the progress. Of a path: ``constants``, values for constants of an FSP,
    PRISM or JANI file, as in ``load``.

    Of labelled transition systems: the ``system`` (by default the last composite), the ``property`` or several (by
    default all inside the system), ``props``, a file or model whose properties, assertions and progress tests are
    asked too, or those of them that ``property`` names, ``deadlock`` (by default yes where no property is named and
    the method can decide it), ``progress``, ``fair_choice`` (of assertions that something happens: under fair choice,
    or of all runs); the options are ``learner``, ``alphabet``, ``orientation``, ``reduce``, ``candidates``,
    ``counterexample``, ``counterexamples``, ``carry_over``, ``smallest``, ``uses``, ``recursive``, ``until``,
    ``symmetry`` and ``encoding``; a ``learner`` may also be a function that makes one of a membership oracle. Of an SMV
    model: the ``property`` or several, and what does not stand in its file: ``invar``, a condition that all states are
    to satisfy, and the formulas ``ltl`` and ``ctl``, each one or several, which alone are asked where no ``property``
    is named; the options are ``orientation``, ``candidates``, ``localise``, ``order``, ``reorder``, ``literals``,
    ``bound`` and ``history``. Of a probabilistic model: ``spec``, a module, a file or an LPTS that must simulate it, or
    formulas, ``pctl``, or ``props``, a file of them, of which ``property`` chooses some by name or number; ``smt``
    decides simulation by z3. ``together`` takes modules of its file that use each other's variables as one component,
    as in ``load``; the options are ``candidates``, ``orientation``, ``reduce``, ``group`` and ``counterexamples``.

    Where a method reasons by parts, the option ``assume`` is an assumption to be tried, or a list of them: LTSs, files,
    or names of what the model defines. With ``improve`` it goes on from those that prove nothing.

    An argument that does not apply to this kind of model, or to this method, is a UsageError. When a limit is reached
    the outcome is ``unknown``.
    """
    arguments = CheckArguments(
        constants=constants, system=system, property=property, method=method, split=split, deadlock=deadlock,
        progress=progress, fair_choice=fair_choice, options=options, as_published=as_published, jobs=jobs,
        cluster=cluster, spec=spec, pctl=pctl, invar=invar, ltl=ltl, ctl=ctl, props=props, smt=smt, together=together,
        events=events,
    )  # fmt: skip
    budget = limits(timeout, memory)
    request = request_for(model, arguments)
    for path in files_to_write(request).values():
        reject_unwritable(path, *files_to_read(request))
    checked = ask(request, budget, events)
    for path, text in checked.files.items():
        write_file(path, text)
    return Results(checked.results, checked.warnings, checked.model, constants)


def request_for(model: Any, arguments: CheckArguments) -> CheckRequest:
    """What such arguments ask."""
    settings = settings_of(model, arguments)
    jobs, cluster = arguments.get("jobs"), arguments.get("cluster")
    return make_request(
        subject(model),
        settings,
        method=arguments.get("method", AUTO),
        split=arguments.get("split"),
        workers=Workers(jobs, cluster),
        as_published=arguments.get("as_published", False),
        race_only=[name for name, value in (("jobs", jobs), ("cluster", cluster)) if value is not None],
        format_name=argument_name,
    )


def settings_of(model: Any, arguments: CheckArguments) -> dict[str, Any]:
    """The question and the options that were set, by name; a wrong argument is refused."""
    check_types(model=model, **{name: value for name, value in arguments.items() if name not in SEVERAL})
    reject_late(model, arguments.get("constants"), together=arguments.get("together", False))
    spec = arguments.get("spec")
    settings = {
        "const": arguments.get("constants"),
        "system": arguments.get("system"),
        "deadlock": arguments.get("deadlock"),
        "progress": arguments.get("progress", False),
        "fair_choice": arguments.get("fair_choice", True),
        "spec": os.fspath(spec) if isinstance(spec, os.PathLike) else spec,
        "props": source_of_properties(arguments.get("props")),
        "smt": arguments.get("smt", False),
        "together": arguments.get("together", False),
        **{name: tuple(texts(name, arguments.get(name, ()))) for name in SEVERAL},
    }
    chosen = dict(arguments.get("options") or {})
    _reject_unknown(chosen)
    return {name: value for name, value in settings.items() if _is_set(name, value)} | chosen


def questions(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System, **arguments: Unpack[CheckArguments]
) -> list[str]:
    """What :func:`check` would ask with these arguments, by name: properties, assertions, ``deadlock``, tests."""
    request = request_for(model, arguments)
    budget = limits(arguments.get("timeout"), arguments.get("memory"))
    found = request.world.problems(read(request, budget), request.question, budget, request.engine)
    return [problem.property or problem.kind for problem in found]


SEVERAL: Final = ("property", "pctl", "invar", "ltl", "ctl")
"""Arguments that are one text or several."""
_DEFAULTS: dict[str, object] = {"progress": False, "fair_choice": True, "smt": False, "together": False}
"""Of the flags."""


def _is_set(name: str, value: object) -> bool:
    """Whether an argument was set: it is neither its default nor empty."""
    return value is not _DEFAULTS.get(name) and value not in ((), {})


def _reject_unknown(options: Mapping[str, Any]) -> None:
    """Complain about a name that no option of any world has; plug-ins are read only if it is not one of ours."""
    worlds = [world_named(name) for name in WORLDS]
    if not options.keys() <= {name for world in worlds for name in options_of(world)}:
        reject_unknown(options, {name: None for world in worlds for name in options_of(world, with_plugins=True)})


def argument_name(name: str) -> str:
    """The name of an argument here."""
    return "constants" if name == "const" else name


def subject(model: Any) -> Any:
    """A path, or a model that has been read."""
    if isinstance(model, str | os.PathLike):
        return Path(model)
    return explicit(model) if isinstance(model, System) else model


def source_of_properties(props: Any) -> Any:
    """None, a path as a text, or a model of labelled transition systems."""
    if props is None:
        return None
    return os.fspath(props) if isinstance(props, str | os.PathLike) else explicit(props)


def assumption(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System,
    component: str,
    *,
    constants: Constants | None = None,
    property: str | None = None,
    system: str | None = None,
    timeout: float | None = None,
    memory: float | None = None,
    save: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    events: Listener = ignore,
) -> Assumed:
    """The weakest assumption under which some components (``"A, c.*:CLIENT"``) guarantee a property.

    When time or memory runs out it is what is known so far, and its ``label`` says so: ``lower`` and ``upper`` are
    bounds on the weakest assumption, and ``save`` is a file for what is known, from which a later call can ``resume``.
    Every bound that is better than the last is an event, :class:`~quidpro.verdict.rounds.Bounds`.
    """
    from quidpro.engines.explicit.assumption import find_assumption

    check_types(model=model, component=component, constants=constants, property=property, system=system)
    check_types(save=save, resume=resume, events=events)
    budget = limits(timeout, memory)
    saved, resumed = (None if path is None else Path(path) for path in (save, resume))
    reject_unwritable(saved, *([Path(model)] if isinstance(model, str | os.PathLike) else []))
    found = find_assumption(explicit(model, constants), component, property, system, budget, events, resumed)
    if saved is not None and not found.exact:
        write_file(saved, found.progress())
    return found


@overload
def decompose(model: Model | System, **arguments: Unpack[SplitArguments]) -> Decompositions: ...
@overload
def decompose(model: MachineModel, **arguments: Unpack[SplitArguments]) -> Cuts: ...
@overload
def decompose(
    model: str | os.PathLike[str] | Model | MachineModel | System, **arguments: Unpack[SplitArguments]
) -> Decompositions | Cuts: ...
def decompose(
    model: str | os.PathLike[str] | Model | MachineModel | System,
    *,
    constants: Constants | None = None,
    system: str | None = None,
    property: str | None = None,
    most: int = 10,
    timeout: float | None = None,
    memory: float | None = None,
    events: Listener = ignore,
) -> Decompositions | Cuts:
    """Ways to take a model apart, the most promising first: its ``splits`` into two groups, and ``chains`` of more.

    The ``text`` of each is what ``split`` takes; at ``most`` so many are given, with their sizes: those of labelled
    transition systems in states, those of an SMV model in bits.
    """
    check_types(model=model, constants=constants, system=system, property=property, most=most, events=events)
    reject_late(model, constants)
    budget = limits(timeout, memory)
    asked = {"const": constants, "system": system, "property": property}
    settings = {name: value for name, value in asked.items() if value}
    request = make_request(subject(model), settings, format_name=argument_name)
    found: Decompositions | Cuts = request.world.decompose(
        read(request, budget), request.question, max(most, 1), budget, events
    ).found
    return found


def certify(
    model: str | os.PathLike[str],
    certificates: str | os.PathLike[str],
    *,
    constants: Constants | None = None,
    props: str | os.PathLike[str] | None = None,
    spec: str | os.PathLike[str] | None = None,
    timeout: float | None = None,
    memory: float | None = None,
) -> list[Certified]:
    """Check a file of certificates (``check --certificate``, ``Results.write_certificates``) against a model's file.

    The code that does so shares nothing with the methods that find proofs. Each answer has the ``claim``, and is
    ``ok``, or ``refuted``, or neither where a limit was reached.
    """
    from quidpro.frontend.files import read_source
    from quidpro.run.certify import certify as check_all

    check_types(path=model, constants=constants, timeout=timeout, memory=memory)
    check_types(path=certificates)
    asked = {"const": constants, "props": props, "spec": spec}
    settings = {name: value for name, value in asked.items() if value}
    request = make_request(Path(model), settings, format_name=argument_name)
    return check_all(request, read_source(Path(certificates)), limits(timeout, memory))
