"""Method ``contract``: M1 by PDR under clauses over what is shared, each of which PDR proves of M2.

M1 is asked first, with nothing known of M2 but its clauses that speak of nothing else than what M1 sees. A violation of
it needs certain letters of M2. If M2 can show them, it is one of the whole. If not, one of the letters is looked for
that M2 never shows; the proof of that says which of its bits are needed, and the clause that forbids them joins the
assumption. Where every letter can come alone and only their sequence cannot, clauses may also speak of letters one step
ago, then two: the assumption has memory.

The rule is ASYM (CGP03, rule 1): M2 keeps to the assumption whatever M1 does, and M1 under it satisfies the property,
where each is taken with such clauses of the other, too (``sides``); a note says so.
It is sound, and clauses over so many letters are not always enough; the answer says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Chosen, Listener, begin
from quidpro.core.words import counted
from quidpro.engines.options import SymbolicContract
from quidpro.engines.symbolic.sat.chains import Bit
from quidpro.engines.symbolic.sat.contract import MAX_MEMORY, Contract, remembered
from quidpro.engines.symbolic.sat.defined import check_defined
from quidpro.engines.symbolic.sat.encode import State
from quidpro.engines.symbolic.sat.sides import Letters, Side, lent, side
from quidpro.engines.symbolic.scv.cut import cut
from quidpro.engines.symbolic.scv.groups import Groups, format_groups, format_split
from quidpro.engines.symbolic.scv.symbolic import groups_of, why_not_cut
from quidpro.engines.symbolic.shared.bits import code
from quidpro.engines.symbolic.shared.evidence import OPEN_ENDED
from quidpro.flat.build import negation
from quidpro.flat.types import Value
from quidpro.solvers.aig import clauses as cnf
from quidpro.solvers.aig import sat
from quidpro.solvers.circuit import Circuit, Clauses, Reduced, Run, completed, reduce
from quidpro.solvers.pdr import Pdr
from quidpro.solvers.sat import Solver
from quidpro.solvers.unroll import Unrolled
from quidpro.verdict.engine import NO_OTHER_SPLIT, Attempt, each
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import SymbolicStats, SymbolicTrace, SymbolicVerdict
from quidpro.verdict.symbolic.problem import Problem, undecided
from quidpro.verdict.verdict import Outcome

NAME = "contract"
_JOINED = "the rule of contract is for two groups, and the split has {}: all but the first are M2"


@dataclass
class Sides:
    """Both sides, which remember letters of so many steps."""

    first: Side
    second: Side
    depth: int
    possible: set[Letters] = field(default_factory=set)
    """Letters that M2 is known to show."""


class ByParts:
    """A specification, a cut into two sides, and the clauses assumed so far."""

    def __init__(self, problem: Problem, groups: Groups, budget: Budget, events: Listener) -> None:
        self.problem, self.budget, self.events = problem, budget, events
        assert problem.spec.invariant is not None
        self.violation = negation(problem.spec.invariant)
        self.cut = cut(problem.model, groups[0], problem.spec.invariant)
        self.public = [v for v in self.cut.shared if problem.model.variables[v].kind != "input"]
        self.assumed: list[Letters] = []
        self.known: list[tuple[int, ...]] = []
        """Clauses that hold of M2, by the numbers of its latches."""
        self.stats = SymbolicStats(bits=problem.model.bits)
        self.stats.communication_bits = sum(problem.model.variables[v].domain.bits for v in self.cut.shared)
        self._components = tuple(format_split(group, problem.model) for group in groups)

    def solve(self, most: int) -> SymbolicVerdict:
        """The answer, with letters of at most so many steps ago."""
        try:
            for depth in range(most + 1):
                begin("looking for what M1 must assume", self.budget, self.events)
                found = self._solve(self._sides(depth))
                if found is not None:
                    return found
                if not self.public:
                    break
            reason = f"no clauses over the shared variables of {counted(most + 1, 'step')} in a row suffice"
            return self._verdict("unknown", reason=f"{reason}; try --method symbolic, or pdr on the whole")
        except BudgetExceeded as ran_out:
            return self._verdict("unknown", reason=str(ran_out))

    def _sides(self, depth: int) -> Sides:
        model, mine, theirs = self.problem.model, self.cut.first, self.cut.second
        made = [
            side(name, model, part.variables | part.inputs, self.public, depth, self.budget)
            for name, part in (("M1", mine), ("M2", theirs))
        ]
        return Sides(made[0], made[1], depth)

    def _solve(self, sides: Sides) -> SymbolicVerdict | None:
        """The answer; None where every letter that M1 fails on is possible by itself."""
        while True:
            circuit = sides.first.circuit(sides.first.encoder.translator.truth(self.violation), self.assumed)
            reduced = reduce(circuit)
            found = self._pdr(reduced.circuit)
            if isinstance(found, Clauses):
                return self._proved(sides, reduced.proof(found))
            run = sides.first.encoder.states(completed(found, circuit, reduced), circuit)
            other, upto = self._shown(sides.second, run)
            if other is not None:
                return self._violated(SymbolicTrace(tuple(self._joined(run, other))))
            forbidden = self._forbidden(sides, run, upto)
            self._tell(sides, forbidden)
            if forbidden is None:
                return None
            self.assumed.append(forbidden)

    def _tell(self, sides: Sides, forbidden: Letters | None) -> None:
        stats = self.stats
        stats.iterations += 1
        outcome = "more memory is needed" if forbidden is None else "a clause was added"
        memory = len(remembered(self.assumed))
        done = Round(
            stats.iterations, outcome, 1 << min(memory, MAX_MEMORY), run=f"{sides.depth}", queries=stats.queries
        )
        stats.rounds.append(done)
        self.events(done)

    def _pdr(self, circuit: Circuit, lemmas: Iterable[tuple[int, ...]] = ()) -> Clauses | Run:
        engine = Pdr(circuit, self.budget, lemmas=lemmas)
        try:
            return engine.check()
        finally:
            self.stats.queries += engine.questions
            self.stats.frames = max(self.stats.frames, engine.frames.top)

    # M2

    def _shown(self, second: Side, run: Sequence[State]) -> tuple[tuple[State, ...] | None, int]:
        """A run of M2 with the letters of one of M1; without one the number of the letter that it cannot come to."""
        circuit = second.circuit(second.encoder.manager.false)
        shown = [bit.lit for name in self.cut.shared for bit in second.encoder.vector(name)]
        unrolled = Unrolled(circuit, self.budget, initial=True, more=shown)
        try:
            for time, state in enumerate(run):
                if time:
                    unrolled.step()
                for bit in self._letter(state, self.cut.shared):
                    unrolled.require(unrolled.at(second.literal(bit).lit, time))
                if not unrolled.ask():
                    return None, time
            return second.encoder.states(unrolled.run(), circuit), len(run)
        finally:
            unrolled.solver.close()

    def _letter(self, state: Mapping[str, Value], names: Iterable[str]) -> Iterator[Bit]:
        for name in names:
            if name in state:
                domain = self.problem.model.variables[name].domain
                number = code(domain, state[name])
                yield from ((name, i, bool(number >> i & 1)) for i in range(domain.bits))

    def _joined(self, run: Sequence[State], other: Sequence[State]) -> Iterator[State]:
        for mine, theirs in zip(run, other, strict=True):
            both = {**theirs, **mine}
            yield {name: both[name] for name in self.problem.model.variables if name in both}

    def _forbidden(self, sides: Sides, run: Sequence[State], upto: int) -> Letters | None:
        """A clause of M2 that one of the letters breaks: the one M2 cannot come to, or one before or after it."""
        times = sorted(range(len(run)), key=lambda time: (abs(time - upto), time))
        for letters in dict.fromkeys(self._window(sides, run[time]) for time in times):
            if letters in sides.possible:
                continue
            if self._impossible(sides.second, letters):
                return self._generalised(sides.second, letters)
            sides.possible.add(letters)
        return None

    def _window(self, sides: Sides, state: State) -> Letters:
        """A letter, with what is remembered at that time."""
        variables = sides.first.model.variables
        found: set[Bit] = set()
        for name in (*self.public, *(v for v in variables if v not in self.problem.model.variables)):
            domain = variables[name].domain
            number = code(domain, state[name])
            found |= {(name, i, bool(number >> i & 1)) for i in range(domain.bits)}
        return frozenset(found)

    def _impossible(self, second: Side, letters: Letters) -> bool:
        """Whether M2 never shows these letters; what proves it is kept."""
        return self._prove(second, second.circuit(second.cube(letters))) is not None

    def _prove(self, second: Side, circuit: Circuit) -> Clauses | None:
        reduced = reduce(circuit)
        found = self._pdr(reduced.circuit, self._lemmas(reduced))
        if isinstance(found, Run):
            return None
        proof = reduced.proof(found)
        self.known = list(dict.fromkeys((*self.known, *proof.clauses)))
        return proof

    def _lemmas(self, reduced: Reduced) -> Iterator[tuple[int, ...]]:
        """What is known of M2, as far as it is about the latches of a reduced machine."""
        numbers = {latch + 1: i for i, latch in enumerate(reduced.latches, 1)}
        for clause in self.known:
            if all(abs(x) in numbers for x in clause):
                yield tuple(numbers[abs(x)] * (1 if x > 0 else -1) for x in clause)

    def _generalised(self, second: Side, letters: Letters) -> Letters:
        """A clause that forbids letters, of as few bits as what is known of M2 needs."""
        circuit = second.circuit(second.cube(letters))
        bits = {sat(second.literal(bit).lit): bit for bit in letters}
        roots = [circuit.facts, circuit.bad, *circuit.latches]
        solver = Solver(self.budget, cnf(circuit.graph, circuit.graph.cone(roots)), "minisat22")
        try:
            solver.add([sat(circuit.facts)])
            for clause in self.known:
                solver.add([sat(circuit.latches[abs(x) - 1]) * (1 if x > 0 else -1) for x in clause])
            cube = sorted(bits, key=lambda x: (bits[x][0] not in self.public, bits[x]))
            for literal in reversed(cube[:]):
                smaller = [x for x in cube if x != literal]
                if literal in cube and not solver.solve(smaller):
                    core = set(solver.core())
                    cube = [x for x in smaller if x in core]
        finally:
            solver.close()
        return frozenset((name, i, not value) for name, i, value in (bits[x] for x in cube))

    # Answers

    def _proved(self, sides: Sides, first: Clauses) -> SymbolicVerdict:
        """The verdict that it holds, once the whole assumption is proved of M2 with no more memory than it has."""
        second = sides.second
        manager = second.encoder.manager
        broken = manager.disjunction(
            second.cube(frozenset((n, i, not v) for n, i, v in clause)) for clause in self.assumed
        )
        kept = self._prove(second, second.circuit(broken))
        assert kept is not None
        mine, theirs = _named(first, sides.first), _named(kept, second)
        memory = remembered([*self.assumed, *mine, *theirs])
        contract = Contract(self.cut, self.assumed, memory[:MAX_MEMORY])
        if len(memory) > MAX_MEMORY:
            reason = f"there is no certificate for it: {counted(len(memory), 'bit')} would have to be remembered"
            return self._verdict("holds", reason=reason)
        proof = contract.certificate(self.problem.spec, mine, theirs)
        assert proof.assumption is not None
        return self._verdict("holds", certificate=proof, assumptions=(proof.assumption,))

    def _violated(self, trace: SymbolicTrace) -> SymbolicVerdict:
        if self.problem.spec.over_infinite_paths and not self.problem.model.always_goes_on:
            return self._verdict("unknown", reason=OPEN_ENDED)
        return self._verdict("violated", trace=trace)

    def _verdict(self, outcome: Outcome, **fields: Any) -> SymbolicVerdict:
        self.stats.clauses = len(self.assumed)
        about = {"components": self._components, "notes": (*self.cut.notes, *lent(self.cut))}
        return self.problem.verdict(NAME, self.stats, outcome, **about, **fields)


def _named(found: Clauses, part: Side) -> list[Letters]:
    bits = part.encoder.bits
    return [frozenset((*bits[abs(x) - 1], x > 0) for x in clause) for clause in found.clauses]


def unsuited(problem: Problem) -> str:
    """Why the method cannot decide a problem; nothing when it can."""
    return why_not_cut(problem, NAME)


def decide(problem: Problem, attempt: Attempt, budget: Budget, events: Listener) -> SymbolicVerdict:
    """Decide the problem on the cut that was given, or on one that is chosen for it."""
    options: SymbolicContract = attempt.options or SymbolicContract()
    groups = groups_of(problem, attempt.split, options.rank)
    if groups is None:
        return undecided(problem, attempt.engine, NO_OTHER_SPLIT)
    joined = _JOINED.format(len(groups)) if len(groups) > 2 else ""
    groups = (groups[0], frozenset().union(*groups[1:]))
    events(Chosen(format_groups(groups, problem.model)))
    check_defined(problem.model, [problem.spec], budget)
    verdict = ByParts(problem, groups, budget, events).solve(options.history)
    return replace(verdict, notes=(*verdict.notes, joined)) if joined else verdict


solve = each(decide)
