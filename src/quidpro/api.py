"""The Python interface: load, build, check, look."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard, cast, get_args

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, ignore
from quidpro.core.source import Source
from quidpro.frontend.load import is_probabilistic, load_any
from quidpro.frontend.load import load as load_explicit
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.product import compose as _compose
from quidpro.lts.system import Component, Priority, System
from quidpro.run.auto.where import Where
from quidpro.run.check import DEFAULT_METHOD, Result, check_model, undecided
from quidpro.verdict.probabilistic import ProbTree, ProbVerdict
from quidpro.verdict.ranking import decisive
from quidpro.verdict.symbolic import SymbolicTrace, SymbolicVerdict
from quidpro.verdict.types import Outcome, Trace, Verdict

if TYPE_CHECKING:
    from quidpro.frontend.prism.model import PrismModel
    from quidpro.frontend.smv.model import SmvModel
    from quidpro.lpts.lpts import LPTS
    from quidpro.run.assumption import Assumed
    from quidpro.run.prob.check import ProbResult
    from quidpro.run.smv.check import SmvResult

__all__ = ["Results", "assemble", "assumption", "check", "compose", "load", "reduce"]


class Results(Sequence["Result | SmvResult | ProbResult"]):
    """The answers to one ``check``, all of one world; the worst of them speaks for all."""

    def __init__(self, results: Iterable[Result | SmvResult | ProbResult]) -> None:
        self._results = tuple(results)
        self._decisive = self._results[decisive([r.verdict for r in self._results])]

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    @property
    def verdict(self) -> Verdict | SymbolicVerdict | ProbVerdict:
        """The verdict that decides: a violation first, then anything undecided."""
        return self._decisive.verdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    @property
    def trace(self) -> Trace | SymbolicTrace | ProbTree | None:
        """The shortest counterexample, if there is one; of a probabilistic model a tree."""
        return self.verdict.trace

    def to_json(self) -> dict[str, Any]:
        """The same object that ``quidpro check --format json`` prints."""
        if isinstance(self.verdict, SymbolicVerdict):
            from quidpro.report.smv_json import to_json as smv_to_json

            return smv_to_json([r.verdict for r in self._symbolic])
        if isinstance(self.verdict, ProbVerdict):
            from quidpro.report.prob_json import to_json as prob_to_json

            return prob_to_json([r.verdict for r in self._probabilistic])
        from quidpro.report.verdict_json import to_json

        return to_json([r.verdict for r in self._explicit], [r.system for r in self._explicit])

    def __str__(self) -> str:
        if isinstance(self.verdict, SymbolicVerdict):
            from quidpro.report.smv_text import render as render_smv

            return "\n".join(render_smv(r.verdict, r.model) for r in self._symbolic)
        if isinstance(self.verdict, ProbVerdict):
            from quidpro.report.prob_text import render as render_prob

            return "\n".join(render_prob(r.verdict) for r in self._probabilistic)
        from quidpro.report.verdict_text import render

        return "\n".join(render(r.verdict, r.system) for r in self._explicit)

    @property
    def _explicit(self) -> tuple[Result, ...]:
        return cast("tuple[Result, ...]", self._results)

    @property
    def _symbolic(self) -> tuple[SmvResult, ...]:
        return cast("tuple[SmvResult, ...]", self._results)

    @property
    def _probabilistic(self) -> tuple[ProbResult, ...]:
        return cast("tuple[ProbResult, ...]", self._results)

    def __repr__(self) -> str:
        return f"Results({', '.join(f'{r.verdict.property}: {r.verdict.outcome}' for r in self)})"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def assemble(
    name: str,
    processes: Mapping[str, LTS],
    properties: Mapping[str, LTS] | None = None,
    priority: Priority | None = None,
) -> System:
    """A system from LTSs. A property is given as the LTS of what is allowed; its error transitions are added."""
    parts = [Component(part, lts) for part, lts in processes.items()]
    checked = [Component(part, complete_property(lts), is_property=True) for part, lts in (properties or {}).items()]
    return System(name, (*parts, *checked), priority)


def check(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
    *,
    system: str | None = None,
    property: str | Sequence[str] = (),
    method: str = DEFAULT_METHOD,
    split: str | None = None,
    deadlock: bool = False,
    progress: bool = False,
    timeout: float | None = None,
    memory: float | None = None,
    options: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    spec: str | LPTS | PrismModel | None = None,
    pctl: str | Sequence[str] = (),
    smt: bool = False,
    events: Listener = ignore,
) -> Results:
    """Check a model file, a loaded model or a system; the arguments are those of the command line.

    ``options`` are those of the methods that learn: ``learner``, ``alphabet``, ``orientation``, ``reduce`` and
    ``candidates``. Of an SMV model there are properties, a method, a split, an orientation, and limits. A probabilistic
    model is checked against ``spec``, a module, a file or an LPTS, or against formulas, ``pctl``.
    """
    _refuse_unknown(options)
    names = [property] if isinstance(property, str) else list(property)
    if _has_probabilities(model):
        foreign = {"system": system, "property": names, "deadlock": deadlock, "progress": progress, "cluster": cluster}
        _refuse_foreign({**foreign, "options": options}, {}, "a probabilistic model")
        formulas = [pctl] if isinstance(pctl, str) else list(pctl)
        return _check_prob(model, spec, formulas, method, split, smt, Budget(timeout, memory), jobs, events)
    _refuse_foreign({"spec": spec, "pctl": pctl, "smt": smt}, {}, "a model without probabilities")
    loaded = load(model) if isinstance(model, str | os.PathLike) else model
    if not isinstance(loaded, System) and loaded.world == "symbolic":
        foreign = {"system": system, "deadlock": deadlock, "progress": progress, "cluster": cluster}
        _refuse_foreign(foreign, options or {})
        orientation = (options or {}).get("orientation", "both")
        return _check_smv(loaded, names, method, split, orientation, Budget(timeout, memory), jobs, events)
    loaded = _as_model(loaded)
    results: list[Result] = []
    try:
        check_model(
            loaded,
            Budget(timeout, memory),
            events,
            system=system,
            properties=names,
            method=method,
            split=split,
            deadlock=deadlock,
            progress=progress,
            options=options,
            where=Where(jobs, cluster),
            done=results.append,
        )
    except BudgetExceeded as ran_out:
        results.append(undecided(system or loaded.default_system(), method, ran_out))
    return Results(results)


def _refuse_foreign(arguments: Mapping[str, object], options: Mapping[str, Any], what: str = "an SMV model") -> None:
    """Complain about what says nothing about such a model."""
    for name in (*(name for name, value in arguments.items() if value), *(set(options) - {"orientation"})):
        raise UsageError(f"{name} says nothing about {what}")


def _has_probabilities(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
) -> TypeGuard[str | os.PathLike[str] | PrismModel]:
    if isinstance(model, str | os.PathLike):
        return is_probabilistic(Path(model))
    return not isinstance(model, System) and model.world == "probabilistic"


def _check_prob(
    model: str | os.PathLike[str] | PrismModel,
    spec: str | LPTS | PrismModel | None,
    formulas: Sequence[str],
    method: str,
    split: str | None,
    smt: bool,
    budget: Budget,
    jobs: int | None,
    events: Listener,
) -> Results:
    from quidpro.frontend.prism.load import load_probabilistic
    from quidpro.run.prob.check import check_prob, unread

    asked: dict[str, Any] = {"method": method, "split": split, "smt": smt, "jobs": jobs}
    found: list[ProbResult] = []
    try:
        loaded = load_probabilistic(Path(model), {}, budget) if isinstance(model, str | os.PathLike) else model
        check_prob(loaded, budget, events, spec=spec, pctl=formulas, done=found.append, **asked)
    except BudgetExceeded as ran_out:
        found.append(unread(str(getattr(model, "name", model)), spec, formulas, method, ran_out))
    return Results(found)


def _check_smv(
    model: SmvModel,
    names: Sequence[str],
    method: str,
    split: str | None,
    orientation: str,
    budget: Budget,
    jobs: int | None,
    events: Listener,
) -> Results:
    from quidpro.run.smv.check import check_smv, refuse_alone

    refuse_alone(method, {"jobs": jobs})

    return Results(
        check_smv(
            model,
            budget,
            events,
            properties=names,
            method=method,
            split=split,
            orientation=orientation,
            where=Where(jobs),
        )
    )


def _refuse_unknown(options: Mapping[str, Any] | None) -> None:
    if options:
        from quidpro.rules.options import refuse_unknown

        refuse_unknown(options)


def assumption(
    model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System,
    component: str,
    *,
    property: str | None = None,
    system: str | None = None,
    timeout: float | None = None,
    memory: float | None = None,
    events: Listener = ignore,
) -> Assumed:
    """The weakest assumption under which some components (``"A, c.*:CLIENT"``) guarantee a property.

    When time or memory runs out it is what is known so far, and its ``label`` says so.
    """
    from quidpro.run.assumption import find_assumption

    return find_assumption(_as_model(model), component, property, system, Budget(timeout, memory), events)


def load(
    path: str | os.PathLike[str], constants: Mapping[str, int | str] | None = None
) -> Model | SmvModel | PrismModel:
    """The model of a file: FSP (``.lts``, ``.fsp``), AUT, JSON, SMV, PRISM (``.prism``), JANI or LPTSs as JSON.

    ``constants`` give constants of an FSP, PRISM or JANI file values that its text does not, or other ones; a broken
    number is given as a text, ``"1/10"`` say.
    """
    if is_probabilistic(Path(path)):
        from quidpro.frontend.prism.load import load_probabilistic, refuse_unknown_constants

        values = {name: _written(value) for name, value in (constants or {}).items()}
        model = load_probabilistic(Path(path), values)
        refuse_unknown_constants(values, model)
        return model
    return load_any(Path(path), _whole(constants or {}))


def _written(value: object) -> str:
    if isinstance(value, float):
        raise UsageError(f"the value {value!r} is a float; give a text such as '1/10' or '0.1'")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _whole(constants: Mapping[str, int | str]) -> dict[str, int]:
    for name, value in constants.items():
        if not isinstance(value, int):
            raise UsageError(f"the constant {name} is a whole number, not {value!r}")
    return {name: int(value) for name, value in constants.items()}


def _as_model(model: str | os.PathLike[str] | Model | SmvModel | PrismModel | System) -> Model:
    if isinstance(model, System):
        return PlainModel(Source(model.name, ""), model)
    if isinstance(model, str | os.PathLike):
        return load_explicit(Path(model))
    if model.world == "symbolic":
        raise UsageError(f"{model.source.name} is an SMV model, and this needs labelled transition systems")
    if model.world == "probabilistic":
        raise UsageError(f"{model.source.name} is a probabilistic model, and this needs labelled transition systems")
    return model


def compose(*components: LTS, name: str = "") -> LTS:
    """The parallel composition of LTSs: shared actions happen together."""
    return _compose(components, name=name)


def reduce(lts: LTS, equivalence: str = "weak") -> LTS:
    """The smallest LTS that is strongly, branching, weakly bisimilar or (weak) trace equivalent to this one."""
    from quidpro.lts.reduce import Equivalence
    from quidpro.lts.reduce import reduce as _reduce

    known = get_args(Equivalence)
    if equivalence not in known:
        raise UsageError(f"there is no equivalence {equivalence!r}; known are {', '.join(known)}")
    return _reduce(lts, cast(Equivalence, equivalence))
