"""Safety assertions as property automata, by progression of the formula over actions.

A state is what is still to be fulfilled (a disjunction of sets of formulas) with the values of the fluents.
What can no longer be fulfilled is the error state. The step ``*`` stands for every action that the formula
does not mention. As in LTSA, ``constraint`` and ``ltl_property`` speak only of what they mention, so that ``X`` is the
next of these actions; an ``assert`` speaks of every step of the system that it is checked on, so that ``*`` becomes
the other actions of the system where it changes anything.
"""

from __future__ import annotations

from itertools import product

from quidpro.core.budget import Budget
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.compiler import Actuals, Compiler
from quidpro.frontend.fsp.formulas import Expander
from quidpro.frontend.fsp.primitive import labels_of
from quidpro.frontend.text.problems import ModelError
from quidpro.lts.ltl import (
    Fluent,
    Junction,
    Literal,
    Next,
    Normal,
    Release,
    Truth,
    Until,
    actions_of,
    fluents,
)
from quidpro.lts.lts import ERROR, LTS, TAU
from quidpro.lts.ops import reachable, relabel, strip_error
from quidpro.lts.reduce import reduce
from quidpro.lts.system import System

ANY_OTHER = "*"
MOST_STATES = 100_000
MOST_CLAUSES = 5_000

Clause = frozenset[Normal]
Residual = frozenset[Clause]
"""What is to be fulfilled: one of the clauses, and of that every formula."""

_TRUE: Residual = frozenset({frozenset()})
_FALSE: Residual = frozenset()

State = tuple[Residual, frozenset[Fluent]]


def build_constraint(compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget) -> LTS:
    """An ``ltl_property`` as its error LTS; a ``constraint`` as the process that never does anything else."""
    lts = safety_automaton(compiler, definition, actuals, budget)
    return reachable(strip_error(lts)) if definition.kind == "constraint" else lts


def safety_automaton(
    compiler: Compiler, definition: ast.AssertDef, actuals: Actuals, budget: Budget, system: System | None = None
) -> LTS:
    """The minimal error LTS of a safety assertion, complete over the actions that it speaks of.

    ``system`` is what the assertion is checked on, None where that is not known.
    """
    formula = Expander(compiler).expand(definition, actuals, definition.offset)
    actions = set(actions_of(formula))
    if definition.extension is not None:
        actions |= labels_of(definition.extension, compiler.scope(definition, actuals, definition.offset))
    lts = reduce(_Automaton(definition, formula, sorted(actions), budget).build(), "strong", budget)
    others: list[str] = []
    if definition.kind == "assert" and _counts_every_step(lts):
        others = [a for a in _actions_of(system, definition) if a not in actions]
    images = {ANY_OTHER: others}
    return reachable(relabel(lts, images)).named(definition.name)


def _counts_every_step(lts: LTS) -> bool:
    """Whether it matters that something happens of which the formula does not speak."""
    star = lts.label == lts.labels[ANY_OTHER]
    return bool((lts.target[star] != lts.source[star]).any())


def _actions_of(system: System | None, definition: ast.AssertDef) -> tuple[str, ...]:
    """All actions of a system, none of which may be hidden."""
    name = definition.name
    if system is None:
        message = f"'{name}' depends on actions that it does not mention"
        raise ModelError(message, definition.offset, len(name), "it can only be read together with a system")
    hiding = next((c.name for c in system.processes if bool((c.lts.label == TAU).any())), None)
    if hiding is not None:
        message = f"'{name}' depends on every step, and {hiding} has hidden ones"
        raise ModelError(message, definition.offset, len(name), "check it on a system in which nothing is hidden")
    return system.with_properties().alphabet


class _Automaton:
    def __init__(self, definition: ast.AssertDef, formula: Normal, actions: list[str], budget: Budget) -> None:
        self.definition = definition
        self.formula = formula
        self.letters = [*actions, ANY_OTHER]
        self.budget = budget
        self.fluents = fluents(formula)
        self.numbers: dict[State, int] = {}
        self.rows: list[list[int]] = []

    def build(self) -> LTS:
        """The deterministic automaton over the letters; what cannot be fulfilled any more is ERROR."""
        initial = frozenset({frozenset({self.formula})}), frozenset(f for f in self.fluents if f.initially)
        self.numbers[initial] = 0
        queue = [initial]
        for state in queue:
            self.budget.check()
            self.rows.append([self._number(self._step(state, letter), queue) for letter in self.letters])
        self._prune()
        triples = [
            (p, letter, q) for p, row in enumerate(self.rows) for letter, q in zip(self.letters, row, strict=True)
        ]
        return reachable(LTS.of(triples, initial=0, alphabet=self.letters))

    def _number(self, state: State, queue: list[State]) -> int:
        if not state[0]:
            return ERROR
        if state not in self.numbers:
            if len(self.numbers) >= MOST_STATES:
                raise self._too_big()
            self.numbers[state] = len(self.numbers)
            queue.append(state)
        return self.numbers[state]

    def _step(self, state: State, letter: str) -> State:
        residual, held = state
        now = frozenset(
            f for f in self.fluents if letter in f.initiating or (f in held and letter not in f.terminating)
        )
        after: Residual = _FALSE
        for clause in residual:
            options: Residual = _TRUE
            for formula in clause:
                options = self._both(options, self._after(formula, letter, now))
            after = _simplest(after | options)
        return after, now

    def _after(self, formula: Normal, letter: str, now: frozenset[Fluent]) -> Residual:
        """What is left of a formula at a position with this letter and these fluents."""
        match formula:
            case Truth(value):
                return _TRUE if value else _FALSE
            case Literal(proposition, positive):
                holds = proposition in now if isinstance(proposition, Fluent) else letter in proposition
                return _TRUE if holds == positive else _FALSE
            case Next(body):
                return frozenset({frozenset({body})})
            case Junction(is_and, left, right):
                first, second = self._after(left, letter, now), self._after(right, letter, now)
                return self._both(first, second) if is_and else _simplest(first | second)
            case Release(left, right):
                released = _simplest(self._after(left, letter, now) | {frozenset({formula})})
                return self._both(self._after(right, letter, now), released)
            case Until():
                raise AssertionError("a safety formula promises nothing")

    def _both(self, left: Residual, right: Residual) -> Residual:
        if len(left) * len(right) > MOST_CLAUSES:
            raise self._too_big()
        return _simplest(frozenset(a | b for a, b in product(left, right)))

    def _prune(self) -> None:
        """Send to ERROR whatever leads nowhere else; the initial state stays even then."""
        dead: set[int] = {ERROR}
        changed = True
        while changed:
            changed = False
            for state, row in enumerate(self.rows):
                if state not in dead and dead.issuperset(row):
                    dead.add(state)
                    changed = True
        self.rows = [[ERROR if q in dead else q for q in row] for row in self.rows]

    def _too_big(self) -> ModelError:
        name = self.definition.name
        return ModelError(f"the automaton of '{name}' is too big", self.definition.offset, len(name))


def _simplest(clauses: Residual) -> Residual:
    """Without the clauses that ask for more than another one does."""
    return frozenset(c for c in clauses if not any(other < c for other in clauses))
