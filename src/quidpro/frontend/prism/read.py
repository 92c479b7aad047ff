"""PRISM files: Storm's parser says whether it is one, the text is taken apart, each module is built on its own.

A label of which one part is enough (``s=2 | t=2``) is a mark of every component that has a part: marks of a system are
those of its components together. Other labels about several components are no marks; a formula puts in the conditions
that they are made of.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.isolated import Crashed, isolated
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.files import reject
from quidpro.frontend.pctl.expressions import Condition
from quidpro.frontend.prism.checks import Checks
from quidpro.frontend.prism.merge_modules import Bond, Group, groups, relief
from quidpro.frontend.prism.model import Conditions, PrismModel
from quidpro.frontend.prism.outline import Outline, mentions, parse_outline
from quidpro.frontend.prism.patches import Patched, patch
from quidpro.frontend.prism.program import (
    OpenComponent,
    constant_order,
    known_to,
    open_component,
    silent_name,
    valueless,
)
from quidpro.frontend.prism.start import resolve_init
from quidpro.frontend.prism.storm import Problem, build
from quidpro.frontend.prism.tokens import Tokens, disjuncts, expanded, modern_calls, tokens_of, written
from quidpro.frontend.prism.values import checked_values, number
from quidpro.frontend.text.arithmetic import value_of
from quidpro.lpts.lpts import LPTS


class Labels:
    """The labels of a file, and conditions by the marks that they are to be, for components."""

    def __init__(self, outline: Outline, apart: Sequence[Group], conditions: Mapping[str, Tokens]) -> None:
        self.labels = {name: disjuncts(words) for name, (_, words) in outline.labels.items()}
        self.conditions = conditions
        self.variables = {**outline.owner(), **outline.globals}
        self.known = {group.name: known_to(outline, group) for group in apart}
        self.unmarkable = {name: self._unmarkable(parts) for name, parts in self.labels.items()}
        """Why a label is no mark of components, in words; empty when it is one."""

    def marks_of(self, group: Group) -> dict[str, str]:
        """The marks of a component, with their conditions on its states."""
        known = self.known[group.name]
        wanted = {name: parts for name, parts in self.labels.items() if not self.unmarkable[name]}
        wanted |= {mark: [words] for mark, words in self.conditions.items()}
        own = {mark: [part for part in parts if self._is_about(part, known)] for mark, parts in wanted.items()}
        return {mark: " | ".join(f"({written(part)})" for part in parts) for mark, parts in own.items() if parts}

    def _is_about(self, words: Tokens, known: frozenset[str]) -> bool:
        mentioned = mentions(words, self.variables)
        return bool(mentioned) and mentioned.keys() <= known

    def _unmarkable(self, parts: Sequence[Tokens]) -> str:
        """Every part must belong to some component."""
        for part in parts:
            mentioned = mentions(part, self.variables).keys()
            if not mentioned:
                return "it speaks of no variable"
            if not any(mentioned <= known for known in self.known.values()):
                some = [name for name, known in self.known.items() if mentioned & known]
                return f"it speaks of {' and '.join(some)} in one breath"
        return ""


_WITHOUT_POSITION = ("std::exception", "Unable to parse expression")
_CORRECT_SIGNS = {"==": "=", "&&": "&", "||": "|", "<=>": "(a => b) & (b => a)"}
_SLIP = re.compile(r"[^=&|<>\n]{0,2}?(?P<sign><=>|==|&&|\|\|)")
"""A sign that Storm does not read, at the offset or just before it."""
_NAME_EXPECTED = ("expression", "update list")


def prism_model(
    source: Source,
    constants: Mapping[str, str],
    budget: Budget | None = None,
    conditions: Sequence[Condition] = (),
    *,
    together: bool = False,
) -> PrismModel:
    """The modules of a PRISM text as LPTSs; ``constants`` give its constants a value, or another one.

    ``conditions`` on variables are to be marks. Modules that use what others write are refused, or taken ``together``.
    """
    budget = budget or Budget()
    outline = _outline(source)
    values = checked_values(source, {name: c.type for name, c in outline.constants.items()}, constants)
    outline, no_start = resolve_init(outline, values, budget)
    checks = Checks(source, outline, no_start, together=together)
    prepared, found = _build_with_partners(checks, values, conditions, budget)
    by_text = {condition.text: condition for condition in conditions}
    reject([_locate(component, wrong, checks, by_text) for component, wrong in found if isinstance(wrong, Problem)])
    return PrismModel(
        source,
        Path(source.name).stem,
        {component.name: lpts for component, lpts in found if isinstance(lpts, LPTS)},
        {**prepared.labels, **{condition.text: "" for condition in conditions}},
        {name: constant.type for name, constant in outline.constants.items()},
        _numbers(outline, values),
        frozenset(silent_name(name) for name in outline.modules),
        tuple(note for group in prepared.groups if (note := group.note(source))),
        {group.name: group.names for group in prepared.groups if len(group.names) > 1},
        expressions=_expressions(checks, constants, prepared.labels, valueless(outline, values)),
    )


Found = list[tuple[OpenComponent, LPTS | Problem]]


def _build_with_partners(
    checks: Checks, values: Mapping[str, str], conditions: Sequence[Condition], budget: Budget
) -> tuple[_Prepared, Found]:
    """The components, and what Storm makes of them: partners are added to one that leaves its bounds without them."""
    bonds: list[Bond] = []
    while True:
        complaints, prepared = _prepare(checks, values, conditions, bonds)
        found = _build(checks.source, prepared.components, checks, budget)
        reject(complaints)
        more = [
            bond
            for group, (component, wrong) in zip(prepared.groups, found, strict=True)
            if isinstance(wrong, Problem) and wrong.out_of_bounds and wrong.command is not None
            if (bond := relief(checks.outline, group, component.commands[wrong.command], wrong.message))
        ]
        if not checks.together:
            reject(checks.about(bond, bond.why) for bond in more)
        if not more:
            return prepared, found
        bonds += more


@dataclass(frozen=True)
class _Prepared:
    """The components as programs of their own, and which labels are no marks of them."""

    groups: Sequence[Group] = ()
    components: Sequence[OpenComponent] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


def _prepare(
    checks: Checks, values: Mapping[str, str], conditions: Sequence[Condition], bonds: Sequence[Bond]
) -> tuple[list[Diagnostic], _Prepared]:
    """What is wrong with the text as a whole, or its components on their own."""
    outline = checks.outline
    try:
        complaints = list(checks.all(values))
        if complaints:
            return complaints, _Prepared()
        tokens = {condition.text: modern_calls(tokens_of(condition.text)) for condition in conditions}
        wanted = {text: expanded(words, outline.formulas) for text, words in tokens.items()}
        apart = groups(outline, list(wanted.values()), bonds)
        labels = Labels(outline, apart, wanted)
        components = [open_component(outline, group, values, labels.marks_of(group)) for group in apart]
        return [], _Prepared(apart, components, labels.unmarkable)
    except (IndexError, ValueError, KeyError):
        # Not the shape of a PRISM text; Storm will say where, before this is seen.
        return [checks.at(None, "this text cannot be taken apart into modules")], _Prepared()


def _expressions(
    checks: Checks, constants: Mapping[str, str], labels: Mapping[str, str], missing: frozenset[str]
) -> Conditions:
    texts = {name: written(checks.outline.labels[name][1]) for name, why in labels.items() if why}
    again = partial(_with_conditions, checks.source, dict(constants), checks.together)
    return Conditions(checks.outline.names(), texts, again, missing)


def _with_conditions(
    source: Source, constants: Mapping[str, str], together: bool, conditions: Sequence[Condition], budget: Budget
) -> PrismModel:
    return prism_model(source, constants, budget, conditions, together=together)


def _numbers(outline: Outline, values: Mapping[str, str]) -> dict[str, Fraction]:
    """The constants that are numbers, as far as their values can be told here."""
    found = {name: value for name, text in values.items() if (value := number(text)) is not None}
    for name in constant_order(outline):
        if name not in values:
            value = value_of([token.text for token in outline.constants[name].value or ()], found.get)
            found |= {} if value is None else {name: value}
    return found


def _outline(source: Source) -> Outline:
    """The parts of a text, as far as it has the shape of a PRISM text; where it does not, Storm will say so.

    A file that says it holds another kind of model is refused before Storm complains about the rest of it, and so is
    one that Storm would crash on.
    """
    reject(list(Checks(source, Outline()).depth()))
    try:
        outline = parse_outline(source.text)
    except (IndexError, ValueError, KeyError):
        return Outline()
    reject(list(Checks(source, outline).kind()))
    return outline


def _build(source: Source, components: Sequence[OpenComponent], checks: Checks, budget: Budget) -> Found:
    """What Storm makes of each component; it is asked about the whole text first."""
    budget.phase = "building the modules"
    whole = patch(source.text, checks.outline)
    try:
        found = isolated(build, whole.text, components, budget=budget)
    except Crashed as crash:
        raise InputError([_crash(crash, components, checks)]) from crash
    if isinstance(found, str):
        raise InputError([_refusal(found, whole, checks)])
    return list(zip(components, found, strict=True))


def _refusal(message: str, whole: Patched, checks: Checks) -> Diagnostic:
    """Storm's complaint; where it only says that it expected an expression, or nothing, a name may be undeclared."""
    source = checks.source
    found = _diagnostic(message, Source(source.name, whole.text))
    complaint = replace(found, source=source, offset=whole.back(found.offset))
    slip = _SLIP.match(source.text, max(complaint.offset - 2, 0))
    if slip is not None:
        offset, hint = slip.start("sign"), f"write {_CORRECT_SIGNS[slip['sign']]}"
        return Diagnostic(f"{slip['sign']} is no operator here", source, offset, len(slip["sign"]), hint)
    if message.startswith(_WITHOUT_POSITION):
        return checks.undeclared() or complaint
    if not complaint.message.endswith(_NAME_EXPECTED):
        return complaint
    undeclared = checks.undeclared(complaint.offset)
    between = "" if undeclared is None else source.text[complaint.offset : undeclared.offset]
    return complaint if undeclared is None or between.strip(" (!-") else undeclared


def _diagnostic(message: str, source: Source) -> Diagnostic:
    """Storm's complaint at the position that it names: ``at 4:18:`` or ``line 4:``."""
    found = re.match(r"Parsing error at (\d+):(\d+):\s*(.*?)(?:, here:.*)?$", message, re.DOTALL)
    if found is not None:
        expected = found[3].replace("<", "").replace(">", "")
        return Diagnostic(f"syntax error: {expected}", source, _offset(source, int(found[1]), int(found[2])))
    found = re.match(r"line (\d+): (.*)", message, re.DOTALL)
    if found is not None:
        return Diagnostic(found[2].strip(), source, _offset(source, int(found[1]), 1))
    return Diagnostic(message.splitlines()[0] if message else "Storm cannot read this", source)


def _offset(source: Source, line: int, column: int) -> int:
    lines = source.text.split("\n")
    line = min(line, len(lines))
    start = sum(len(text) + 1 for text in lines[: line - 1])
    here = lines[line - 1]
    index = min(column - 1, len(here))
    blank = len(here[index:]) - len(here[index:].lstrip())
    return min(start + index + (blank if here[index:].strip() else 0), max(len(source.text) - 1, 0))


def _crash(crash: Crashed, components: Sequence[OpenComponent], checks: Checks) -> Diagnostic:
    at = next((component.at for component in components if component.name == crash.doing), None)
    what = f"module {crash.doing}" if at is not None else "this file"
    if crash.signal == signal.SIGFPE:
        return checks.at(at, f"{what} divides by zero")
    ended = f" by signal {crash.signal}" if crash.signal else ""
    return checks.at(at, f"Storm could not read {what}: its process was ended{ended}")


def _locate(
    component: OpenComponent, problem: Problem, checks: Checks, conditions: Mapping[str, Condition]
) -> Diagnostic:
    """The complaint at the command, the variable or the condition that it is about, else at the module."""
    if problem.command is not None:
        exact = "probabilities are exact here: write 1/3, not 0.333" if "sum to" in problem.message else ""
        return checks.at(component.commands[problem.command][0], problem.message, exact)
    if (condition := conditions.get(problem.mark or "")) is not None:
        return Diagnostic(problem.message, condition.source, condition.offset, hint="compare it with something: s=2")
    if (label := checks.outline.labels.get(problem.mark or "")) is not None:
        return checks.at(label[0], problem.message)
    for declared in component.variables:
        if declared.name.text == problem.variable:
            return checks.at(declared.name, problem.message, "give it the bounds that it needs")
    return checks.at(component.at, problem.message)
