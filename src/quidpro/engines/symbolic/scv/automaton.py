"""A given assumption as a symbolic DFA over the communication variables of a cut.

Its states are the valuations of its memory that can be reached, as they are before a letter is read; edges are found by
putting the values into the expressions, so that what is left speaks of the letter alone. Forbidden letters lead to the
rejecting state.
"""

from __future__ import annotations

from collections.abc import Iterator

from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic
from quidpro.core.words import some
from quidpro.engines.symbolic.scv.cut import Cut
from quidpro.engines.symbolic.scv.dfa import SymbolicDFA
from quidpro.engines.symbolic.scv.given import GivenAssumption, Memory
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.meaning import Words, as_choice, word_to_integer
from quidpro.flat.expr import Expr, Var, const
from quidpro.flat.model import Span
from quidpro.flat.types import Value, value_text
from quidpro.flat.walk import rebuild
from quidpro.solvers.bdd import Bdd

MAX_STATES = 10_000
Remembered = tuple[Value, ...]
"""The values of the memory, in its order."""


def automaton(given: GivenAssumption, cut: Cut, machine: Machine) -> SymbolicDFA:
    """The DFA; UsageError when it speaks of what is not shared, or has too many states."""
    if private := sorted(given.reads - set(cut.shared)):
        shared = some(cut.shared, 8)
        raise UsageError(
            f"--assume {given.text}: {private[0]} is not between M1 and M2, so that nothing can be assumed of it; "
            f"with this split an assumption speaks of {shared or 'nothing'}"
        )
    return _Explorer(given, cut, machine).dfa()


class _Explorer:
    """Finds the states that can be reached, breadth first."""

    def __init__(self, given: GivenAssumption, cut: Cut, machine: Machine) -> None:
        self._given, self._machine = given, machine
        self._manager = machine.manager
        self._alphabet = self._manager.conjunction(machine.bits.domain(name) for name in cut.shared)

    def dfa(self) -> SymbolicDFA:
        """All of them, and the rejecting state behind them if something is forbidden."""
        first = tuple(own.first for own in self._given.memory)
        index, waiting, rows, forbidden = {first: 0}, [first], [], []
        for state in waiting:
            allowed = self._allowed(state)
            row = {}
            for target, letters in self._targets(state, allowed):
                if target not in index:
                    index[target] = len(waiting)
                    waiting.append(target)
                row[index[target]] = letters
            rows.append(row)
            forbidden.append(self._alphabet & ~allowed)
            self._check_size(len(waiting))
        if not any(letters.satisfiable() for letters in forbidden):
            return SymbolicDFA(tuple(rows), None)
        rejecting = len(rows)
        for row, letters in zip(rows, forbidden, strict=True):
            if letters.satisfiable():
                row[rejecting] = letters
        return SymbolicDFA((*rows, {rejecting: self._alphabet}), rejecting)

    def _check_size(self, states: int) -> None:
        self._manager.poll()
        if states > MAX_STATES:
            raise UsageError(f"--assume {self._given.text}: its memory has more than {MAX_STATES:,} values")

    def _allowed(self, state: Remembered) -> Bdd:
        found = self._alphabet
        for expr, span in self._given.allowed:
            found = found & self._machine.translator.truth(self._defined(expr, state, self._alphabet, span))
        return found

    def _targets(self, state: Remembered, allowed: Bdd) -> Iterator[tuple[Remembered, Bdd]]:
        """What is remembered next, and after which letters."""
        found: list[tuple[Remembered, Bdd]] = [((), allowed)] if allowed.satisfiable() else []
        for own in self._given.memory:
            guards = self._values(own, state, allowed)
            pairs = [
                ((*values, value), letters & guard) for values, letters in found for value, guard in guards.items()
            ]
            found = [(values, letters) for values, letters in pairs if letters.satisfiable()]
        yield from found

    def _values(self, own: Memory, state: Remembered, allowed: Bdd) -> dict[Value, Bdd]:
        """The next values of one variable, each with the letters after which it has them."""
        meaning, _ = self._machine.translator.entry(self._defined(own.next, state, allowed, own.span))
        if isinstance(meaning, Words):
            signed = own.domain.type.kind == "signed"
            meaning = word_to_integer(self._manager, meaning.vector, signed=signed)
        guards = dict(as_choice(meaning).guards)
        for value, guard in guards.items():
            if value not in own.domain and (guard & allowed).satisfiable():
                message = f"{own.name} gets the value {value_text(value)}, which is not in {own.domain}"
                raise _unfit(message, own.span)
        return guards

    def _defined(self, expr: Expr, state: Remembered, letters: Bdd, span: Span) -> Expr:
        """The expression with the values of the memory in it, after the check that it has a value for these letters."""
        values = {own.name: (own, value) for own, value in zip(self._given.memory, state, strict=True)}

        def leaf(node: Expr) -> Expr:
            if not isinstance(node, Var):
                return node
            if node.name not in values:
                return self._machine.model.variables[node.name].now()
            own, value = values[node.name]
            return const(value, own.domain.type)

        found = rebuild(expr, leaf)
        if (self._machine.translator.wrong(found) & letters).satisfiable():
            raise _unfit("this has no value in some state: a case is missing, or something is divided by zero", span)
        return found


def _unfit(message: str, span: Span) -> InputError:
    return InputError([Diagnostic(message, span.source, span.offset, span.length)])
