"""The Python interface: load, build, check, look."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, ignore
from quidpro.core.source import Source
from quidpro.frontend.load import load
from quidpro.frontend.model import Model
from quidpro.frontend.plain import PlainModel
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.product import compose as _compose
from quidpro.lts.system import Component, Priority, System
from quidpro.run.check import DEFAULT_METHOD, Result, check_model, undecided
from quidpro.verdict.ranking import decisive
from quidpro.verdict.types import Outcome, Trace, Verdict

if TYPE_CHECKING:
    from quidpro.run.assumption import Assumed

__all__ = ["Results", "assemble", "assumption", "check", "compose", "load", "reduce"]


class Results(Sequence[Result]):
    """The answers to one ``check``; the worst of them speaks for all."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = tuple(results)
        self._decisive = self._results[decisive([r.verdict for r in self._results])]

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    @property
    def verdict(self) -> Verdict:
        """The verdict that decides: a violation first, then anything undecided."""
        return self._decisive.verdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    @property
    def trace(self) -> Trace | None:
        """The shortest counterexample, if there is one."""
        return self.verdict.trace

    def to_json(self) -> dict[str, Any]:
        """The same object that ``quidpro check --format json`` prints."""
        from quidpro.report.verdict_json import to_json

        return to_json([r.verdict for r in self], [r.system for r in self])

    def __str__(self) -> str:
        from quidpro.report.verdict_text import render

        return "\n".join(render(r.verdict, r.system) for r in self)

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
    model: str | os.PathLike[str] | Model | System,
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
    events: Listener = ignore,
) -> Results:
    """Check a model file, a loaded model or a system; the arguments are those of the command line.

    ``options`` are those of the methods that learn: ``learner``, ``alphabet``, ``orientation``, ``reduce`` and
    ``candidates``.
    """
    _refuse_unknown(options)
    names = [property] if isinstance(property, str) else list(property)
    loaded = _as_model(model)
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
            done=results.append,
        )
    except BudgetExceeded as ran_out:
        results.append(undecided(system or loaded.default_system(), method, ran_out))
    return Results(results)


def _refuse_unknown(options: Mapping[str, Any] | None) -> None:
    if options:
        from quidpro.rules.options import refuse_unknown

        refuse_unknown(options)


def assumption(
    model: str | os.PathLike[str] | Model | System,
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


def _as_model(model: str | os.PathLike[str] | Model | System) -> Model:
    if isinstance(model, System):
        return PlainModel(Source(model.name, ""), model)
    if isinstance(model, str | os.PathLike):
        return load(Path(model))
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
