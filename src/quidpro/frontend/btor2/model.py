"""The circuit of a BTOR2 file (Niemetz, Preiner, Wolf and Biere 2018).

A state without ``next`` is an input that may have an initial value: it is free in every step but, where it has an
``init``, the first. A state without ``init`` begins with any value. An array is a variable for each of its elements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quidpro.core.collector import collector_off
from quidpro.core.source import Source
from quidpro.flat.expr import Expr, var
from quidpro.flat.model import Assigned, Assignment, Constraint, Span
from quidpro.flat.types import BOOLEANS, Words
from quidpro.flat.walk import names
from quidpro.frontend.btor2.lines import WRONG, Line, lines
from quidpro.frontend.btor2.nodes import Nodes
from quidpro.frontend.btor2.values import Array, Sort, sort_words
from quidpro.frontend.btor2.words import type_of
from quidpro.frontend.circuits.circuit import Circuit, Justice
from quidpro.frontend.circuits.model import CircuitModel
from quidpro.frontend.circuits.names import Names
from quidpro.frontend.text.problems import ModelError, Problems


@collector_off()
def load_btor2(source: Source) -> CircuitModel:
    """Read a text; raises InputError with everything that cannot be read."""
    return CircuitModel(_Reader(source).read())


@dataclass(frozen=True)
class _State:
    """A state: the names of its variables, one for a word and one for each element of an array."""

    line: int
    sort: Sort
    names: tuple[str, ...]


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._problems = Problems(source)
        self._circuit = Circuit(source)
        self._nodes = Nodes()
        self._names = Names()
        self._states: dict[int, _State] = {}
        self._declared: dict[str, int] = {}
        """The lines of the variables that are states."""
        self._actions: dict[str, Callable[[Line], None]] = {
            "sort": self._nodes.define_sort,
            "input": self._variable,
            "state": self._variable,
            "init": self._assign,
            "next": self._assign,
            "bad": self._bad,
            "constraint": self._constraint,
            "fair": self._fair,
            "output": self._output,
            "justice": self._justice,
            WRONG: lambda line: None,
        }

    def read(self) -> Circuit:
        """The circuit; raises InputError with everything that is wrong."""
        some = False
        for line in lines(self._source, self._problems):
            some = True
            with self._problems.catch():
                self._nodes.enter(line)
                self._actions.get(line.keyword, self._node)(line)
        self._problems.check()
        if not some:
            self._problems.add(ModelError("there is no line of BTOR2 in this file", 0, 1, "is this a model file?"))
            self._problems.check()
        return self._circuit

    def _node(self, line: Line) -> None:
        self._nodes.keep(line, *self._nodes.node(line))

    def _variable(self, line: Line) -> None:
        sort = self._nodes.sort(line)
        name = self._names.take(line.symbol, f"{line.keyword[0]}{line.id}")
        if isinstance(sort, int):
            found = _State(line.id, sort, (name,))
            self._nodes.keep(line, sort, self._declare(line, name, sort))
        else:
            cells = tuple(self._names.take(f"{name}[{at}]", "") for at in range(sort.size))
            found = _State(line.id, sort, cells)
            self._nodes.keep(line, sort, tuple(self._declare(line, cell, sort.element) for cell in cells))
        if line.keyword == "state":
            self._states[line.id] = found
            self._declared.update(dict.fromkeys(found.names, line.id))

    def _declare(self, line: Line, name: str, width: int) -> Expr:
        domain = BOOLEANS if width == 1 else Words(width)
        self._circuit.variables[name] = domain, self._span(line)
        return var(name, type_of(width))

    def _assign(self, line: Line) -> None:
        """``init`` and ``next`` of a state."""
        declared, (sort, _) = self._nodes.sort(line), self._nodes.argument(line, 1)
        state = self._states.get(int(line.arguments[1]))
        if state is None:
            raise line.wrong(f"{line.arguments[1]} is no state", f"{line.keyword} is for states alone")
        if sort != declared:
            raise line.wrong(f"the state is {sort_words(sort)}, and the line says {sort_words(declared)}")
        values = self._right_hand_side(line, state)
        if line.keyword == "init":
            self._check_initial(line, state, values)
        for name, value in zip(state.names, values, strict=True):
            assigned = self._circuit.assigned.setdefault(name, Assigned())
            if getattr(assigned, line.keyword) is not None:
                raise line.wrong(f"the state {state.line} has {line.keyword} already")
            setattr(assigned, line.keyword, Assignment(value, self._span(line)))

    def _right_hand_side(self, line: Line, state: _State) -> tuple[Expr, ...]:
        """A value for each variable of a state; at first all elements of an array may have the same one."""
        sort, value = self._nodes.argument(line, 2)
        if sort == state.sort:
            return (value,) if isinstance(value, Expr) else value
        everywhere = line.keyword == "init" and isinstance(state.sort, Array) and sort == state.sort.element
        if not everywhere or not isinstance(value, Expr):
            what = f"{line.arguments[2]} is {sort_words(sort)}"
            raise line.wrong(f"{what}, and the state {state.line} is {sort_words(state.sort)}")
        return (value,) * len(state.names)

    def _check_initial(self, line: Line, state: _State, values: tuple[Expr, ...]) -> None:
        """An initial value may depend on states before it, and on no input."""
        for name in sorted(names(*values)):
            before = self._declared.get(name)
            if before is None:
                raise line.wrong(f"an initial value depends on the input {name}", "use a state in its place")
            if before >= state.line:
                hint = "an initial value depends on states with smaller ids only"
                raise line.wrong(f"the initial value of {state.line} depends on the state {before}", hint)

    def _constraint(self, line: Line) -> None:
        self._circuit.constraints.append(Constraint(self._nodes.word(line, 0, 1), self._span(line)))

    def _bad(self, line: Line) -> None:
        name = self._define(line, f"b{len(self._circuit.bad)}", self._nodes.word(line, 0, 1))
        self._circuit.bad[name] = self._span(line)

    def _fair(self, line: Line) -> None:
        name = self._define(line, f"f{len(self._circuit.fairness)}", self._nodes.word(line, 0, 1))
        self._circuit.fairness.append(name)

    def _output(self, line: Line) -> None:
        self._define(line, f"o{line.id}", self._nodes.word(line, 0))

    def _justice(self, line: Line) -> None:
        conditions = [self._nodes.word(line, at, 1) for at in range(1, len(line.arguments))]
        name = self._names.take(line.symbol, f"j{len(self._circuit.justice)}")
        named = []
        for number, condition in enumerate(conditions):
            named.append(self._names.take("", f"{name}.{number}"))
            self._circuit.defines[named[-1]] = condition
        self._circuit.justice.append(Justice(name, tuple(named), self._span(line)))

    def _define(self, line: Line, otherwise: str, value: Expr) -> str:
        name = self._names.take(line.symbol, otherwise)
        self._circuit.defines[name] = value
        return name

    def _span(self, line: Line) -> Span:
        return Span(self._source, line.offset, line.length)
