"""What is asked of a probabilistic model: its components, the groups they are taken in, and one specification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.pctl import Formula, parse_pctl
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.run.split import parse_groups

NOTHING_ASKED = (
    "say what the model is to satisfy: --spec with a module of the file or with another file, "
    "or --pctl with a formula such as 'P<=0.1 [ F \"bad\" ]'"
)


@dataclass(frozen=True)
class ProbProblem:
    """One question. ``groups`` are the components by number, in the order given; without them the method chooses."""

    system: str
    names: tuple[str, ...]
    components: tuple[LPTS, ...]
    spec: LPTS | Formula
    asked: str
    """What the specification is called."""
    groups: tuple[tuple[int, ...], ...] | None = None

    @property
    def kind(self) -> Literal["simulation", "pctl"]:
        """What kind of question it is."""
        return "simulation" if isinstance(self.spec, LPTS) else "pctl"

    @property
    def text(self) -> str:
        """The specification in words."""
        if isinstance(self.spec, LPTS):
            return f"{self.asked} simulates it"
        return str(self.spec)


@dataclass(frozen=True)
class Named:
    """A component as a split names it."""

    name: str
    path: tuple[str, ...] = ()


def questions(
    model: PrismModel,
    spec: str | LPTS | PrismModel | None,
    formulas: Sequence[str],
    split: str | None,
    budget: Budget,
) -> list[ProbProblem]:
    """Every question that the arguments stand for."""
    if spec is None and not formulas:
        raise UsageError(NOTHING_ASKED)
    asked: list[tuple[LPTS | Formula, str]] = []
    if spec is not None:
        whole = model
        model, goal, name = _specification(model, spec, budget)
        _refuse_half_labels(whole, goal)
        asked.append((goal, name))
    asked += [(_formula(text, model), text) for text in formulas]
    return [_problem(model, goal, name, split) for goal, name in asked]


def _problem(model: PrismModel, goal: LPTS | Formula, name: str, split: str | None) -> ProbProblem:
    names = tuple(model.components)
    if not names:
        raise UsageError(f"{model.source.name} has no module besides the specification")
    return ProbProblem(
        model.name,
        names,
        tuple(model.components.values()),
        goal,
        name,
        None if split is None else _groups(split, names),
    )


def _groups(split: str, names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    groups = parse_groups(split, [Named(name) for name in names])
    return tuple(tuple(names.index(name) for name in group) for group in groups)


def _specification(model: PrismModel, spec: str | LPTS | PrismModel, budget: Budget) -> tuple[PrismModel, LPTS, str]:
    """The system, its specification and what that is called: a module of the same file is not part of the system."""
    if isinstance(spec, LPTS):
        return model, spec, spec.name or "the specification"
    if isinstance(spec, str):
        if spec in model.components:
            return model.without([spec]), model.components[spec], spec
        known = ", ".join(model.components)
        raise UsageError(
            f"the specification {spec!r} is neither a module of {model.source.name} (it has {known}) "
            "nor a file that ends in .prism, .jani or .lpts.json"
        )
    goal = specification_of(spec, budget)
    return model, goal, goal.name


def _refuse_half_labels(model: PrismModel, goal: LPTS) -> None:
    """Complain about a label of the specification that the system has too, but that is no mark there."""
    for mark in sorted(goal.marks):
        if why := model.labels.get(mark, ""):
            raise UsageError(f'the specification has the label "{mark}", which {model.source.name} cannot use: {why}')


def specification_of(model: PrismModel, budget: Budget) -> LPTS:
    """All modules of a file as one specification; its private actions are nobody else's, whatever they are called."""
    whole = composition(list(model.components.values()), budget)
    name = next(iter(model.components)) if len(model.components) == 1 else model.name
    if not model.private & set(whole.alphabet):
        return whole.named(name)
    called = {action: f"specification.{action}" if action in model.private else action for action in whole.alphabet}
    return LPTS.from_rows(
        whole.states,
        [(p, called[a], tuple(sorted(d.items()))) for p, a, d in whole.triples()],
        alphabet=called.values(),
        initial=whole.initial,
        name=name,
        state_names=whole.state_names,
        marks=whole.marks,
    )


def _formula(text: str, model: PrismModel) -> Formula:
    formula = parse_pctl(text, "--pctl", model.values)
    for mark in sorted(formula.marks):
        if model.labels.get(mark, "") or mark not in _marks(model):
            raise InputError([_no_label(mark, text, model)])
    return formula


def _marks(model: PrismModel) -> set[str]:
    return {mark for component in model.components.values() for mark in component.marks}


def _no_label(mark: str, text: str, model: PrismModel) -> Diagnostic:
    offset = max(text.find(f'"{mark}"'), 0)
    why = model.labels.get(mark)
    known = ", ".join(f'"{name}"' for name in sorted(_marks(model)))
    if why:
        message = f'the label "{mark}" cannot be used: {why}'
    else:
        message = f'there is no label "{mark}" in {model.source.name}'
    return Diagnostic(message, Source("--pctl", text), offset, len(mark) + 2, f"it has {known}" if known else "")
