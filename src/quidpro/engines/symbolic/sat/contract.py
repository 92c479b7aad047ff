"""The certificate of a proof by parts whose assumption is clauses, as rule ASYM has it.

Without memory the assumption is an automaton of one state, which goes on where the clauses hold. What is remembered of
earlier letters is its state otherwise: there is one for every valuation of the bits that are remembered and needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from quidpro.engines.symbolic.sat.chains import Bit, Chains
from quidpro.engines.symbolic.sat.sides import AGO, Letters, before
from quidpro.engines.symbolic.scv.cut import Cut
from quidpro.engines.symbolic.shared.evidence import certificate
from quidpro.flat.model import Spec
from quidpro.verdict.symbolic.evidence import Edge, SymbolicAssumption, SymbolicCertificate
from quidpro.verdict.symbolic.predicates import FALSE, TRUE, describe

Place = tuple[str, int]
"""A bit of a variable."""
Memory = tuple[bool, ...]
"""The values of the bits that are remembered."""
MAX_MEMORY = 8
"""So many bits may be remembered: there is a state of the assumption for each of their valuations."""


def remembered(clauses: Iterable[Collection[Bit]]) -> list[Place]:
    """The bits of earlier letters that clauses speak of, and those that these are kept from."""
    found: set[Place] = set()
    for name, bit, _ in (bit for clause in clauses for bit in clause):
        base, ago, steps = name.rpartition(AGO)
        if ago:
            found |= {(before(base, k), bit) for k in range(1, int(steps) + 1)}
    return sorted(found)


class Contract:
    """Clauses over what is shared as an assumption, and what holds of each side in each of its states."""

    def __init__(self, cut: Cut, clauses: Sequence[Letters], memory: Sequence[Place]) -> None:
        self.cut = cut
        self.clauses = clauses
        self.memory = memory
        self.states = self._reachable()

    def _reachable(self) -> list[Memory]:
        """The valuations that can be remembered, from the first, where nothing is."""
        found = {(False,) * len(self.memory): None}
        waiting = list(found)
        while waiting:
            for _, target in self._moves(waiting.pop()):
                if target not in found:
                    found[target] = None
                    waiting.append(target)
        return list(found)

    def _moves(self, memory: Memory) -> Iterator[tuple[list[Bit], Memory]]:
        """All ways to go on: the bits of a letter that are remembered next, and what is remembered then."""
        known = dict(zip(self.memory, memory, strict=True))
        fresh = [(name, bit) for name, bit in self.memory if name.endswith(f"{AGO}1") and name != before("", 1)]
        for values in product((False, True), repeat=len(fresh)):
            new = dict(zip(fresh, values, strict=True))
            letter = [(name.rpartition(AGO)[0], bit, value) for (name, bit), value in new.items()]
            yield letter, tuple(self._after(key, known, new) for key in self.memory)

    @staticmethod
    def _after(key: Place, known: Mapping[Place, bool], new: Mapping[Place, bool]) -> bool:
        base, _, steps = key[0].rpartition(AGO)
        if int(steps) > 1:
            return known[before(base, int(steps) - 1), key[1]]
        return new.get(key, True)

    def _at(self, memory: Memory, clauses: Iterable[Collection[Bit]]) -> list[list[Bit]]:
        """Clauses where this is remembered; those that are true then are left out."""
        known = dict(zip(self.memory, memory, strict=True))
        found = []
        for clause in clauses:
            if not any(known.get((name, bit)) is value for name, bit, value in clause):
                found.append(sorted(b for b in clause if (b[0], b[1]) not in known))
        return found

    def _under(self, memory: Memory, clauses: Collection[Letters], chains: Chains) -> tuple[int, ...]:
        """Clauses that hold where the assumption goes on."""
        allowed = self._at(memory, self.clauses)
        return tuple(chains.conjunction(allowed, chains.clause(one), TRUE) for one in self._at(memory, clauses))

    def assumption(self) -> SymbolicAssumption:
        """The automaton, with a rejecting state where anything is forbidden."""
        model = self.cut.model
        chains, edges = Chains(model), []
        rejecting = len(self.states)
        for source, memory in enumerate(self.states):
            allowed = self._at(memory, self.clauses)
            for letter, target in self._moves(memory):
                predicate = chains.conjunction([*allowed, *([bit] for bit in letter)])
                edges.append((source, self.states.index(target), predicate))
            edges.append((source, rejecting, chains.conjunction(allowed, FALSE, TRUE)))
        edges = [edge for edge in edges if edge[2] != FALSE]
        forbids = any(target == rejecting for _, target, _ in edges)
        graph = chains.graph()
        return SymbolicAssumption(
            "A",
            tuple(v for v in model.variables if v in self.cut.second.variables),
            self.cut.shared,
            rejecting + forbids,
            rejecting if forbids else None,
            tuple(Edge(i, j, label, describe(graph, label, model)) for i, j, label in edges),
            graph,
        )

    def certificate(self, spec: Spec, first: Collection[Letters], second: Collection[Letters]) -> SymbolicCertificate:
        """The certificate, from clauses that hold of M1 in states that the assumption allows, and of M2 in all."""
        assumption, chains = self.assumption(), Chains(self.cut.model)
        dead = assumption.states - len(self.states)
        mine = [self._under(memory, first, chains) for memory in self.states]
        theirs = [tuple(map(chains.clause, self._at(memory, second))) for memory in self.states]
        conjuncts = [part for parts in (mine, theirs) for part in (*parts, *([()] * dead))]
        invariants = [one for _ in range(2) for one in (*([TRUE] * len(self.states)), *([FALSE] * dead))]
        made = certificate("asym", self.cut.model, spec, invariants, chains.graph())
        sides = (self.cut.first.private, self.cut.second.private)
        one, other = (tuple(v for v in self.cut.model.variables if v in side) for side in sides)
        return replace(
            made, first=one, second=other, shared=self.cut.shared, assumption=assumption, conjuncts=tuple(conjuncts)
        )
