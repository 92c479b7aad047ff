"""The conjecture as a symbolic DFA C(X_C, X^IO, Init_C, F_C, T_C) (SCV, section 4.2).

States are numbers; state 0 is where every word begins. Edges are predicates over the communication variables. X_C are
variables at the end of the order, which the manager is asked for as the DFA grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quidpro.engines.symbolic.scv.module import Letter
from quidpro.solvers.bdd import Bdd, Manager


@dataclass(frozen=True, eq=False)
class SymbolicDFA:
    """``edges[i][j]`` are the letters that lead from i to j; the rejecting state, if there is one, is never left."""

    edges: tuple[dict[int, Bdd], ...]
    rejecting: int | None

    @property
    def states(self) -> int:
        """How many states there are, the rejecting one included."""
        return len(self.edges)

    def step(self, state: int, letter: Letter) -> int:
        """Where a letter leads."""
        return next(target for target, label in self.edges[state].items() if (label & letter).satisfiable())

    def path(self, word: Sequence[Letter]) -> list[int]:
        """The states along a word, before its first letter and after each."""
        found = [0]
        for letter in word:
            found.append(self.step(found[-1], letter))
        return found


@dataclass(eq=False)
class StateBits:
    """The variables X_C and X'_C, in pairs."""

    manager: Manager
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def enough_for(self, states: int) -> StateBits:
        """The bits that number so many states; the manager gets new variables when there are too few."""
        wanted = (states - 1).bit_length()
        if wanted > len(self.pairs):
            fresh = iter(self.manager.extend(2 * (wanted - len(self.pairs))))
            self.pairs.extend(zip(fresh, fresh, strict=True))
        return StateBits(self.manager, self.pairs[:wanted])

    @property
    def current(self) -> tuple[int, ...]:
        """X_C."""
        return tuple(now for now, _ in self.pairs)

    @property
    def following(self) -> tuple[int, ...]:
        """X'_C."""
        return tuple(then for _, then in self.pairs)

    def code(self, state: int, *, following: bool = False) -> Bdd:
        """The number of a state over X_C or X'_C."""
        bits = self.following if following else self.current
        return self.manager.minterm({bit: bool(state >> k & 1) for k, bit in enumerate(bits)})


@dataclass(frozen=True, eq=False)
class Encoded:
    """A DFA over the variables X_C: T_C between accepting states, and the letters that reject."""

    relation: Bdd
    initial: Bdd
    rejects: Bdd
    bits: StateBits


def encode(dfa: SymbolicDFA, bits: StateBits) -> Encoded:
    """T_C without the rejecting state, which a search never needs to enter: reading into it is what it looks for."""
    manager, own = bits.manager, bits.enough_for(dfa.states)
    steps, rejects = [], []
    for source, targets in enumerate(dfa.edges):
        if source == dfa.rejecting:
            continue
        for target, label in targets.items():
            if target == dfa.rejecting:
                rejects.append(own.code(source) & label)
            else:
                steps.append(own.code(source) & label & own.code(target, following=True))
    return Encoded(manager.disjunction(steps), own.code(0), manager.disjunction(rejects), own)
