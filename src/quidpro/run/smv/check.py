"""``check`` for SMV models: which specifications, by which method, with which cut and order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Event, Listener, Phase, ignore
from quidpro.core.words import answered
from quidpro.engines.symbolic.scv.compositional import GIVEN, SWAPPED, refuse
from quidpro.engines.symbolic.scv.split import AUTO, parse_split
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.flat.model import FlatModel, Spec
from quidpro.frontend.smv.model import SmvModel
from quidpro.run.auto.where import HERE, Where
from quidpro.run.smv.field import Field
from quidpro.run.smv.questions import chosen
from quidpro.run.smv.race import Race, workers
from quidpro.run.smv.solve import Entry
from quidpro.run.solve import WHAT_TO_TRY
from quidpro.verdict.answer import Answer
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicVerdict
from quidpro.verdict.types import Outcome

METHODS = ("auto", "monolithic", "symbolic")
DEFAULT = "auto"
CUTS = 3
"""So many cuts are tried by ``auto``: the best one with a process for each orientation, the others with one."""


@dataclass(frozen=True)
class Asked(Event):
    """The work on these specifications begins."""

    specs: tuple[str, ...]


@dataclass(frozen=True)
class SmvResult(Answer):
    """A verdict beside the model and the specification it is about: None where they were not read in time."""

    model: FlatModel | None
    spec: Spec | None
    verdict: SymbolicVerdict

    @property
    def outcome(self) -> Outcome:
        """``holds``, ``violated`` or ``unknown``."""
        return self.verdict.outcome

    def __repr__(self) -> str:
        return answered("SmvResult", self.verdict.system, self.verdict.property, self.verdict.outcome)


def check_smv(
    model: SmvModel,
    budget: Budget,
    events: Listener = ignore,
    *,
    properties: Sequence[str] = (),
    method: str = DEFAULT,
    split: str | None = None,
    orientation: str = "both",
    settings: Settings | None = None,
    where: Where = HERE,
    done: Callable[[SmvResult], None] | None = None,
) -> list[SmvResult]:
    """Ask every question that the arguments stand for; ``done`` hears of each answer as it comes.

    ``where`` says how many processes the ways of ``auto`` may have at a time; with one they take turns that do not
    depend on the clock.
    """
    if method not in METHODS:
        raise UsageError(f"there is no method {method!r} for SMV models; known are {', '.join(METHODS)}")
    if split is not None and method == "monolithic":
        raise UsageError("method monolithic takes the model as a whole: --split makes no sense with it")
    budget.phase = "reading the model"
    events(Phase(budget.phase))
    flat = model.flat()
    specs = chosen(flat, properties)
    if method == "symbolic":
        for spec in specs:
            refuse(flat, spec)
    entries = _entries(flat, method, split, orientation)

    def tell(number: int, verdict: SymbolicVerdict) -> None:
        if done is not None:
            done(SmvResult(flat, specs[number], verdict))

    events(Asked(tuple(spec.name for spec in specs)))
    field = Field(flat, specs, entries, _followed(budget, events), tell)
    with workers(where.workers, budget.megabytes) as executor:
        race = Race(field, executor, budget, settings or Settings())
        race.run() if len(entries) == 1 or not where.alone else race.take_turns()
    return [SmvResult(flat, spec, field.answers[number]) for number, spec in enumerate(specs)]


def unread(file: str, properties: Sequence[str], method: str, ran_out: BudgetExceeded) -> SmvResult:
    """The answer when not even the model was read in time."""
    asked = ", ".join(properties) or "its specifications"
    verdict = SymbolicVerdict(
        outcome="unknown",
        method=method,
        system=Path(file).stem,
        property=asked,
        kind="invariant",
        text=asked,
        components=(),
        stats=SymbolicStats(),
        reason=str(ran_out),
        notes=(WHAT_TO_TRY,),
    )
    return SmvResult(None, None, verdict)


def refuse_alone(method: str, asked: Mapping[str, object]) -> None:
    """Complain about what only a race understands."""
    idle = [name for name, value in asked.items() if value is not None]
    if idle and method != DEFAULT:
        raise UsageError(f"{idle[0]} is for --method auto; {method} runs alone")


def _followed(budget: Budget, events: Listener) -> Listener:
    """A listener that keeps the phase of the budget up to date, for what is said when it runs out."""

    def listen(event: Event) -> None:
        if isinstance(event, Phase):
            budget.phase = event.name
        events(event)

    return listen


def _entries(flat: FlatModel, method: str, split: str | None, orientation: str) -> list[Entry]:
    """The ways to answer, in the order in which they begin."""
    if method == "monolithic":
        return [Entry("monolithic")]
    first = None if split is None or split.strip() == AUTO else parse_split(split, flat)
    sides = (GIVEN,) if orientation == "given" else (GIVEN, SWAPPED)
    if method == "symbolic":
        return [Entry("symbolic", first, sides)]
    best = [Entry("symbolic", first, (side,)) for side in sides]
    others = [Entry("symbolic", None, sides, rank) for rank in range(1, CUTS)] if first is None else []
    return [Entry("monolithic"), *best, *others]
