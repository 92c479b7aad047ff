"""Steps of a machine over variables: a choice among initial states, then among successors, with what they read.

The states of a machine have no names, and nobody takes part by name: there are rows of values. A specification that
says of every state that it satisfies a condition is watched: where the condition fails, the state is in error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from quidpro.core.errors import UsageError
from quidpro.core.words import did_you_mean
from quidpro.flat.evaluate import Program
from quidpro.flat.influence import distances, named_defines
from quidpro.flat.model import FlatModel, Spec, Variable
from quidpro.flat.semantics import EvaluationError
from quidpro.flat.types import Value, typed_text, value_text
from quidpro.flat.walk import variables
from quidpro.stepping.follow import lines_of
from quidpro.stepping.protocol import Step, Stepper
from quidpro.verdict.chart import End, Position, Row
from quidpro.verdict.symbolic.evidence import SymbolicTrace

Values = dict[str, Value]
State = tuple[Value, ...]
"""The values of the state variables, in the order of the rows."""
NOTHING_CHANGES = "(nothing changes)"


class Options(Protocol):
    """Steps that are counted and numbered: the inputs that each reads, and the state that it leads to."""

    @property
    def count(self) -> int:
        """How many there are."""

    def where(self, values: Mapping[str, Value]) -> Options:
        """Those with these values of inputs, and of variables in the state that follows."""

    def at(self, index: int) -> tuple[Values, Values]:
        """The one of a number, from 0."""

    def number(self, pair: tuple[Values, Values]) -> int:
        """The number of one."""

    def __iter__(self) -> Iterator[tuple[Values, Values]]:
        """One after the other, in their order."""


class Successors(Protocol):
    """What the diagrams tell of single states."""

    def initial(self) -> Options:
        """The initial states."""

    def of(self, state: Mapping[str, Value]) -> Options:
        """The steps out of a state."""


def order_of(model: FlatModel, specs: Sequence[Spec]) -> list[Row]:
    """The DEFINEs and variables of the specifications first, then what decides them, and so on."""
    far = distances(model, specs)
    rows = [Row(v.name, "input" if v.kind == "input" else "state", far[v.name]) for v in model.variables.values()]
    defines = [Row(name, "define") for name in named_defines(model, specs)]
    return [*defines, *sorted(rows, key=lambda row: row.distance)]


@dataclass(frozen=True)
class _Wanted:
    """A step of a run: what it reads, what changes, and the line that says so; the rest stays, where it can."""

    inputs: Values
    values: Values
    line: str

    def __str__(self) -> str:
        return self.line


class SymbolicStepper(Stepper[State]):
    """A flat model, with the specifications that are asked about."""

    def __init__(self, model: FlatModel, specs: Sequence[Spec], successors: Successors) -> None:
        self.title = model.name
        self.names = ()
        self.lanes = ()
        self.rows = tuple(order_of(model, specs))
        self._model = model
        self._successors = successors
        self._states = [model.variables[row.name] for row in self.rows if row.kind == "state"]
        self._defines = [row.name for row in self.rows if row.kind == "define"]
        self._definitions = Program(model.defines[name] for name in self._defines)
        self._watched = [spec for spec in specs if spec.invariant is not None and _is_of_states(spec, model)]
        self._conditions = Program(spec.invariant for spec in self._watched if spec.invariant is not None)

    def first(self) -> State | None:
        """The initial state, if there is but one."""
        options = self._successors.initial()
        return self._packed(options.at(0)[1]) if options.count == 1 else None

    def _options(self, state: State | None, where: str = "") -> Options:
        options = self._successors.initial() if state is None else self._successors.of(self._unpacked(state))
        return options.where(self._assignments(where)) if where.strip() else options

    def steps(self, state: State | None, where: str = "") -> Iterator[Step[State]]:
        """Initial states or successors; ``where`` is ``name=value``, or several with commas."""
        options = self._options(state, where)
        every = self._options(state) if where.strip() else None
        for index, pair in enumerate(options):
            yield self._step(index if every is None else every.number(pair), pair)

    def count(self, state: State | None, where: str = "") -> int:
        """How many there are."""
        return self._options(state, where).count

    def at(self, state: State | None, index: int) -> Step[State] | None:
        """The step of a number, found without those before."""
        options = self._options(state)
        return self._step(index, options.at(index)) if 0 <= index < options.count else None

    def pick(self, state: State | None, rng: Random) -> Step[State] | None:
        """Each with the same chance."""
        count = self.count(state)
        return self.at(state, rng.randrange(count)) if count else None

    def _step(self, index: int, pair: tuple[Values, Values]) -> Step[State]:
        inputs, values = pair
        return Step(index, "", (), ((None, self._packed(values)),), self._texts(inputs))

    def _texts(self, values: Mapping[str, Value]) -> dict[str, str]:
        kinds = self._model.variables
        return {name: typed_text(value, kinds[name].domain.type) for name, value in values.items()}

    def _packed(self, values: Mapping[str, Value]) -> State:
        return tuple(values[variable.name] for variable in self._states)

    def _unpacked(self, state: State) -> Values:
        return {variable.name: value for variable, value in zip(self._states, state, strict=True)}

    def position(self, state: State) -> Position:
        """The values of all variables; inputs have none yet."""
        values = self._unpacked(state)
        texts = {**self._texts(values), **self._defined(values)}
        return Position(values=tuple(texts.get(row.name, "") for row in self.rows))

    def _defined(self, values: Values) -> dict[str, str]:
        """The values of DEFINEs that have one here."""
        pairs = zip(self._defines, self._definitions.held(values), strict=True)
        plain = [(name, value) for name, value in pairs if not isinstance(value, EvaluationError | frozenset)]
        return {name: typed_text(value, self._model.defines[name].type) for name, value in plain}

    def errors(self, state: State) -> tuple[str, ...]:
        """The specifications whose condition fails."""
        held = self._conditions.held(self._unpacked(state))
        pairs = zip(self._watched, held, strict=True)
        return tuple(spec.name for spec, value in pairs if value is False or isinstance(value, EvaluationError))

    def end(self, state: State) -> End:
        """A deadlock where no state can follow."""
        return "" if self.count(state) else "deadlock"

    def wanted(self, trace: Any, state: State | None) -> tuple[list[Any], int]:
        """The changes of a run; its first state is left out where it is known."""
        if isinstance(trace, SymbolicTrace):
            looped = 0 if trace.loop is None else len(trace.states) - 1 - trace.loop
            changes = [({**values}, ", ".join(self._lines(values))) for values in trace.changes()]
        else:
            lines, looped = lines_of(trace)
            changes = [(self._assignments(line), line) for line in lines]
        return list(self._steps_of(changes, state)), looped

    def _steps_of(self, changes: Sequence[tuple[Values, str]], state: State | None) -> Iterator[_Wanted]:
        """The inputs that stand beside a state are those of the step that leaves it."""
        inputs: Values = {}
        for number, (values, line) in enumerate(changes):
            mine, read = self._parted(values)
            if number or state is None or not mine.items() <= self._unpacked(state).items():
                yield _Wanted(dict(inputs), mine, line or NOTHING_CHANGES)
            inputs |= read

    def _parted(self, values: Values) -> tuple[Values, Values]:
        """The values of state variables, and those of inputs."""
        inputs = {v.name for v in self._model.inputs}
        mine = {name: value for name, value in values.items() if name not in inputs}
        return mine, {name: value for name, value in values.items() if name in inputs}

    def _lines(self, values: Values) -> list[str]:
        return [f"{name} = {text}" for name, text in self._texts(values).items()]

    def matching(self, state: State | None, wanted: _Wanted) -> Iterator[Step[State]]:
        """The steps with these changes: without others if there are such, else with any."""
        every = self._options(state)
        known = {**({} if state is None else self._unpacked(state)), **wanted.values}
        inputs = wanted.inputs if state is not None else {}
        options = every.where({**known, **inputs})
        if not options.count:
            options = every.where({**wanted.values, **inputs})
        for pair in options:
            yield self._step(every.number(pair), pair)

    def _assignments(self, text: str) -> Values:
        """The values that ``x = 1, y = TRUE`` names."""
        if text.strip() == NOTHING_CHANGES:
            return {}
        return dict(self._assignment(part) for part in text.split(",") if part.strip())

    def _assignment(self, text: str) -> tuple[str, Value]:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise UsageError(f"{text.strip()!r} is not of the form name=value")
        variable = self._model.variables.get(name)
        if variable is None:
            hint = did_you_mean(name, self._model.variables)
            raise UsageError(f"there is no variable {name!r} in {self._model.source.name}{hint}")
        return name, _value(variable, value)


def _value(variable: Variable, text: str) -> Value:
    """The value of a domain that a text stands for, as it is or as a word is written."""
    found = _word(text) if variable.domain.type.is_word else _named(variable, text)
    if found is None or found not in variable.domain:
        raise UsageError(f"{variable.name} cannot be {text!r}; it is in {variable.domain}")
    return found


def _word(text: str) -> int | None:
    """``0ud4_7``, ``-0sd4_3``, or a plain number."""
    digits = text.rpartition("_")[2]
    if not digits.lstrip("-").isdecimal():
        return None
    return -int(digits) if "_" in text and text.startswith("-") else int(digits)


def _named(variable: Variable, text: str) -> Value | None:
    return next((value for value in variable.domain if value_text(value) == text), None)


def _is_of_states(spec: Spec, model: FlatModel) -> bool:
    """Whether the condition is about a state alone, not about inputs or the state that follows."""
    assert spec.invariant is not None
    return not any(v.next or model.variables[v.name].kind == "input" for v in variables(spec.invariant))
