"""Questions about a model of any world: does it satisfy its properties, and what does a part of it need."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quidpro.api.arguments import check_types, limits, texts
from quidpro.api.models import Constants, explicit, reject_late
from quidpro.api.results import Results
from quidpro.core.events import Listener, ignore
from quidpro.core.options import reject_unknown
from quidpro.core.writing import reject_unwritable, write_file
from quidpro.lts.system import System
from quidpro.run.check import check as ask
from quidpro.run.registry import AUTO, WORLDS, world_named
from quidpro.run.request import Workers, files_to_read, files_to_write, make_request, options_of

if TYPE_CHECKING:
    from quidpro.engines.explicit.assumption import Assumed
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel
    from quidpro.lpts.lpts import LPTS


def check(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
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
    props: str | os.PathLike[str] | Model | System | None = None,
    smt: bool = False,
    together: bool = False,
    events: Listener = ignore,
) -> Results:
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
    ``counterexample``, ``counterexamples``, ``uses``, ``recursive`` and ``encoding``; a ``learner`` may also be a
    function that makes one of a membership oracle. Of an SMV model: the ``property`` or several; the options are
    ``orientation``, ``candidates``, ``order`` and ``reorder``. Of a probabilistic model: ``spec``, a module, a file or
    an LPTS that must simulate it, or formulas, ``pctl``, or ``props``, a file of them, of which ``property`` chooses
    some by name or number; ``smt`` decides simulation by z3. ``together`` takes modules of its file that use each
    other's variables as one component, as in ``load``; the options are ``candidates``, ``orientation``, ``reduce``,
    ``group`` and ``counterexamples``.

    Where a method reasons by parts, the option ``assume`` is an assumption to be tried, or a list of them: LTSs, files,
    or names of what the model defines. With ``improve`` it goes on from those that prove nothing.

    An argument that does not apply to this kind of model, or to this method, is a UsageError. When a limit is reached
    the outcome is ``unknown``.
    """
    check_types(model=model, constants=constants, system=system, method=method, split=split, deadlock=deadlock)
    check_types(progress=progress, options=options, jobs=jobs, cluster=cluster, spec=spec, smt=smt, events=events)
    check_types(props=props, fair_choice=fair_choice, together=together, as_published=as_published)
    budget = limits(timeout, memory)
    reject_late(model, constants, together=together)
    settings = {
        "const": constants,
        "system": system,
        "property": tuple(texts("property", property)),
        "deadlock": deadlock,
        "progress": progress,
        "fair_choice": fair_choice,
        "spec": os.fspath(spec) if isinstance(spec, os.PathLike) else spec,
        "pctl": tuple(texts("pctl", pctl)),
        "props": source_of_properties(props),
        "smt": smt,
        "together": together,
    }
    chosen = dict(options or {})
    _reject_unknown(chosen)
    request = make_request(
        subject(model),
        {name: value for name, value in settings.items() if _is_set(name, value)} | chosen,
        method=method,
        split=split,
        workers=Workers(jobs, cluster),
        as_published=as_published,
        race_only=[name for name, value in (("jobs", jobs), ("cluster", cluster)) if value is not None],
        format_name=argument_name,
    )
    for path in files_to_write(request):
        reject_unwritable(path, *files_to_read(request))
    checked = ask(request, budget, events)
    for path, text in checked.files.items():
        write_file(path, text)
    return Results(checked.results, checked.warnings, checked.model, constants)


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
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
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
