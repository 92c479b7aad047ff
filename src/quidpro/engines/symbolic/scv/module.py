"""A symbolic module M(X, X^I, X^O, Init, T) in decision diagrams (SCV, section 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from quidpro.engines.symbolic.scv.cut import Cut, Part
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.engines.symbolic.shared.relation import Relation
from quidpro.solvers.bdd import Bdd, Manager

Letter = Bdd
"""One valuation of the communication variables, as a cube."""
Word = tuple[Letter, ...]


@dataclass(frozen=True, eq=False)
class Module:
    """States are valuations of the module's variables and of its inputs.

    ``letters`` are the bits of the communication variables, ``inputs`` those among them that the module does not
    control, ``private`` the bits of the module's private variables; ``alphabet`` holds the valuations of the former
    that are letters (not every code of an enumeration is a value).
    """

    manager: Manager
    init: Bdd
    relation: Relation
    letters: tuple[int, ...]
    private: tuple[int, ...]
    inputs: tuple[int, ...]
    alphabet: Bdd

    @cached_property
    def private_cube(self) -> Bdd:
        """What the other module cannot see, to be quantified."""
        return self.manager.cube(self.private)

    @cached_property
    def input_cube(self) -> Bdd:
        """What the environment decides, to be quantified."""
        return self.manager.cube(self.inputs)

    def seen(self, states: Bdd) -> Bdd:
        """The letters that states show."""
        return self.manager.exists(states, self.private_cube)

    def after(self, states: Bdd, letter: Letter) -> Bdd:
        """postImage: where the module may be after showing a letter in one of these states."""
        return self.relation.image(states & letter)

    def before(self, states: Bdd) -> Bdd:
        """preImage: from where a step may lead to one of these states, whatever is read there."""
        return self.relation.preimage_with_inputs(self.manager.exists(states, self.relation.input_cube))

    def letter(self, predicate: Bdd) -> Letter:
        """pickOneState: one of the letters that satisfy a predicate."""
        values = self.manager.pick(predicate & self.alphabet, self.letters)
        assert values is not None
        return self.manager.minterm(values)

    def can_do(self, word: Sequence[Letter]) -> list[Bdd]:
        """For every prefix of a word, the states the module may be in before its next letter."""
        found = [self.init]
        for letter in word:
            found.append(self.after(found[-1], letter))
        return found

    def run(self, word: Sequence[Letter], last: Bdd) -> list[dict[int, bool]]:
        """States along a word that the module can do, the last one with ``last``."""
        reached = [states & letter for states, letter in zip(self.can_do(word), word, strict=False)]
        states, path = reached[-1] & last, []
        for position in range(len(word) - 1, -1, -1):
            chosen = self.manager.pick(states, (*self.letters, *self.private))
            assert chosen is not None, "the module cannot do this word"
            path.append(chosen)
            if position:
                states = reached[position - 1] & self.before(self.manager.minterm(chosen))
        return path[::-1]


def module(part: Part, cut: Cut, machine: Machine) -> Module:
    """One part: its clauses, the domains of what it sees, and which bits are whose."""
    bits, manager = machine.bits, machine.manager
    visible = [v for v in cut.model.variables.values() if v.name in part.variables or v.name in part.inputs]
    kept = [v.name for v in visible if v.kind != "input"]
    read = [v.name for v in visible if v.kind == "input"]
    init = [f for c in part.clauses if c.kind != "trans" for f in machine.parts(c)]
    steps = machine.steps_of(part.clauses)
    relation = Relation(
        manager,
        [*steps, *(bits.domain(v, following=True) for v in kept), *(bits.domain(v) for v in read)],
        bits.all_levels(kept),
        bits.all_levels(kept, following=True),
        bits.all_levels(read),
        machine.cluster_nodes,
    )
    return Module(
        manager,
        manager.conjunction([*init, *(bits.domain(v) for v in kept)]),
        relation,
        letters=bits.all_levels(cut.shared),
        private=bits.all_levels(v.name for v in visible if v.name in part.private),
        inputs=bits.all_levels(v.name for v in visible if v.name in part.inputs),
        alphabet=manager.conjunction(bits.domain(v) for v in cut.shared),
    )
