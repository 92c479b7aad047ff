"""What is asked of a probabilistic model: a specification that simulates it, formulas, or a file of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import some
from quidpro.engines.options import ProbabilisticQuestion
from quidpro.frontend.files import read_source, reject
from quidpro.frontend.pctl.expressions import Condition, Vocabulary
from quidpro.frontend.pctl.parser import parse_with_conditions
from quidpro.frontend.pctl.props import Properties, read_properties, title_of
from quidpro.frontend.pctl.tokens import Token
from quidpro.frontend.prism.load import Constants, is_probabilistic, load_probabilistic, reject_unknown_constants
from quidpro.frontend.prism.model import PrismModel
from quidpro.frontend.prism.values import checked_values
from quidpro.logic.pctl import Formula, is_condition
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.verdict.probabilistic.problem import Network, Problem, problem_about
from quidpro.verdict.split import NAMED_SPLITS, parse_groups

NO_QUESTION = (
    "say what the model is to satisfy: --spec with a module of the file or with another file, "
    "--pctl with a formula such as 'P<=0.1 [ F \"bad\" ]', or --props with a file of them"
)
Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Named:
    """A component as a split names it."""

    name: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True)
class Refusal:
    """A property of a file that is not in safe-pCTL: what it is called, its text, and why."""

    system: str
    name: str
    text: str
    why: InputError


def problems(model: PrismModel, question: ProbabilisticQuestion, budget: Budget) -> list[Problem | Refusal]:
    """Every problem that a question stands for.

    Of the properties of its file those with names are asked, or all; one that cannot be asked is a refusal, unless it
    has been named. The file of a specification is read with the constants; its modules are taken together, as they are
    composed anyway.
    """
    spec, values = question.spec, dict(question.const)
    if spec is None and not question.pctl and question.props is None:
        raise UsageError(NO_QUESTION)
    if isinstance(spec, str) and spec not in model.components and is_probabilistic(spec):
        spec = load_probabilistic(spec, values, budget, together=True)
    props = properties_of(question)
    own = {} if props is None else checked_values(props.source, props.types, values)
    others: list[Constants] = [*([spec] if isinstance(spec, PrismModel) else []), *([] if props is None else [props])]
    reject_unknown_constants(values, model, *others)
    found: list[Problem | Refusal] = [*_direct_problems(model, spec, question.pctl, budget)]
    if props is not None:
        found += _of_file(model, spec, props, question.property, own, budget)
    return found


def properties_of(question: ProbabilisticQuestion) -> Properties | None:
    """The file of properties, if there is one; a model of another world has none for this one."""
    if question.props is None:
        return None
    if not isinstance(question.props, str | os.PathLike):
        raise UsageError("props must be a path, as the properties of a probabilistic model are read from a file")
    return read_properties(read_source(Path(question.props)))


def _direct_problems(
    model: PrismModel, spec: str | LPTS | PrismModel | None, formulas: Sequence[str], budget: Budget
) -> list[Problem]:
    found: list[Problem] = []
    if spec is not None:
        whole = model
        model, goal, name = _specification(model, spec, budget)
        reject_half_labels(whole, goal)
        notes = tuple(_foreign_actions(model, goal, whole if isinstance(spec, str) else spec))
        found.append(replace(_problem(model, goal, name), notes=notes))
    for text in formulas:
        speaking, formula = formula_about(model, Source("--pctl", text), budget)
        found.append(_problem(speaking, formula, text, model))
    return found


def _of_file(
    model: PrismModel,
    spec: object,
    props: Properties,
    names: Sequence[str],
    values: Mapping[str, str],
    budget: Budget,
) -> list[Problem | Refusal]:
    """The properties of a file; those that are not in the fragment are refused one by one, unless all are."""
    model = model.without([spec]) if isinstance(spec, str) else model
    found: list[Problem | Refusal] = []
    vocabulary = props.extend(model.vocabulary(), values)
    for one in props.choose(names):
        try:
            speaking, formula = formula_about(model, one.source, budget, vocabulary, one.words)
            found.append(_problem(speaking, formula, title_of(one), model))
        except InputError as error:
            if names:
                raise
            found.append(Refusal(model.name, title_of(one), one.text, error))
    refused = [one.why for one in found if isinstance(one, Refusal)]
    if len(refused) == len(found):
        reject(diagnostic for error in refused for diagnostic in error.diagnostics)
    return found


def _problem(model: PrismModel, goal: LPTS | Formula, name: str, before: PrismModel | None = None) -> Problem:
    """The question; what there was to say of the model ``before`` the formula was known is not repeated."""
    names = tuple(model.components)
    if not names:
        raise UsageError(f"{model.source.name} has no module besides the specification")
    network = Network(names, tuple(model.components.values()), model.members)
    news = tuple(note.message for note in model.warnings if before is not None and note not in before.warnings)
    return problem_about(model.name, network, goal, name, news)


def parse_split(text: str, network: Network) -> Groups | None:
    """The groups of a split; a component that is made of several modules goes by the name of each of them.

    ``chain`` is every component on its own, in the order of the file; ``auto`` leaves the order open.
    """
    names, word = network.names, text.strip()
    if word in NAMED_SPLITS and word not in names:
        if word not in ("auto", "chain"):
            raise UsageError(
                f"--split {word} is not for probabilistic models; write groups, such as 'A | B,C', or chain"
            )
        return tuple((i,) for i in range(len(names))) if word == "chain" else None
    try:
        groups = parse_groups(text, [Named(name, network.members.get(name, ())) for name in names])
    except UsageError as error:
        joined = f"; {' and '.join(network.members)} cannot be taken apart" if network.members else ""
        raise UsageError(f"{error}{joined}") from error
    return tuple(tuple(names.index(name) for name in group) for group in groups)


def _specification(model: PrismModel, spec: str | LPTS | PrismModel, budget: Budget) -> tuple[PrismModel, LPTS, str]:
    """The system, its specification and what that is called: a module of the same file is not part of the system."""
    if isinstance(spec, LPTS):
        return model, spec, spec.name or "the specification"
    if isinstance(spec, str):
        if spec in model.components:
            return model.without([spec]), model.components[spec], spec
        for component, modules in model.members.items():
            if spec in modules:
                raise UsageError(
                    f"{spec} of {model.source.name} cannot be the specification, as it is a part of {component} "
                    "and does not stand alone; quidpro info tells why"
                )
        known = ", ".join(model.components)
        raise UsageError(
            f"the specification {spec!r} is neither a module of {model.source.name} (it has {known}) "
            "nor a file that ends in .prism, .jani or .lpts.json"
        )
    goal = specification_of(spec, budget)
    return model, goal, goal.name


def _foreign_actions(model: PrismModel, goal: LPTS, spec: PrismModel | LPTS) -> Iterator[str]:
    """What nobody takes part in is most likely a mistake; ``spec`` is where the specification comes from."""
    foreign = set(goal.alphabet) - {action for component in model.components.values() for action in component.alphabet}
    private = foreign & (_private(spec) if isinstance(spec, PrismModel) else set())
    if named := sorted(foreign - private):
        yield f"no module of {model.name} has {some(named)}, of which the specification speaks: that restricts nothing"
    if private:
        yield "the specification has commands without an action, in which nothing takes part: they never happen"


def _private(model: PrismModel) -> set[str]:
    """The names of commands without an action, in a module and in a specification of all modules."""
    return {name for action in model.private for name in (action, _own(action))}


def _own(action: str) -> str:
    """A private action of a specification, whatever others are called."""
    return f"specification.{action}"


def reject_half_labels(model: PrismModel, goal: LPTS) -> None:
    """Complain about a label of the specification that the system has too, but that is not a mark there."""
    for mark in sorted(goal.marks):
        if why := model.labels.get(mark, ""):
            raise UsageError(f'the specification has the label "{mark}", which {model.source.name} cannot use: {why}')


def specification_of(model: PrismModel, budget: Budget) -> LPTS:
    """All modules of a file as one specification; its private actions are its own, whatever others are called."""
    whole = composition(list(model.components.values()), budget)
    name = next(iter(model.components)) if len(model.components) == 1 else model.name
    if not model.private & set(whole.alphabet):
        return whole.named(name)
    called = {action: _own(action) if action in model.private else action for action in whole.alphabet}
    return LPTS.from_rows(
        whole.states,
        [(p, called[a], tuple(sorted(d.items()))) for p, a, d in whole.triples()],
        alphabet=called.values(),
        initial=whole.initial,
        name=name,
        state_names=whole.state_names,
        marks=whole.marks,
    )


def formula_about(
    model: PrismModel,
    source: Source,
    budget: Budget,
    vocabulary: Vocabulary | None = None,
    words: Sequence[Token] | None = None,
) -> tuple[PrismModel, Formula]:
    """The formula of a text, or of some words of it, and the model with the conditions that it speaks of as marks."""
    formula, conditions = parse_with_conditions(source, vocabulary or model.vocabulary(), words)
    model = model.with_conditions(conditions, budget)
    for mark in sorted(formula.marks):
        if model.labels.get(mark, "") or mark not in _marks(model):
            raise InputError([_no_label(mark, source, model, conditions, words[0].offset if words else 0)])
    return model, formula


def _marks(model: PrismModel) -> set[str]:
    return {mark for component in model.components.values() for mark in component.marks}


def _no_label(mark: str, source: Source, model: PrismModel, conditions: Sequence[Condition], start: int) -> Diagnostic:
    known = ", ".join(f'"{name}"' for name in sorted(_marks(model)) if not is_condition(name))
    why = model.labels.get(mark, "") or _BUILT_IN.get(mark, "")
    if is_condition(mark):
        condition = next(one for one in conditions if one.text == mark)
        message = f"the condition {mark} cannot be used: {why or 'it speaks of no variable'}"
        return Diagnostic(message, condition.source, condition.offset)
    if why:
        message = f'the label "{mark}" cannot be used: {why}'
    else:
        message = f'there is no label "{mark}" in {model.source.name}'
    offset = max(source.text.find(f'"{mark}"', start), start)
    return Diagnostic(message, source, offset, len(mark) + 2, f"it has {known}" if known else "")


_BUILT_IN = {
    "deadlock": "an assumption may go on where its component cannot; quidpro asks what bad states can be reached",
    "init": "which state is the first is not preserved by simulation; give the states a label of their own",
}
"""Labels that PRISM has in every model."""
