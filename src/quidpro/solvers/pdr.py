"""Property directed reachability: IC3 (Bradley 2011) in the form of Eén, Mishchenko and Brayton (2011).

Frame k has clauses that hold of every state which k steps can reach; a state from which the bad ones can be reached is
blocked in a frame by a clause that steps from the frame before cannot break. When two frames are equal, their clauses
are inductive. What differs from the papers:

- One solver for all frames: the literal of frame k switches on its clauses and the literal of frame k + 1.
- A predecessor is lifted by the core of a question (Chockler and others 2011), not by ternary simulation.
- Clauses are generalised with counterexamples to generalisation (Hassan, Bradley, Somenzi 2013).
- A clause that could not be pushed is tried again only when the state that kept it back has been blocked (Suda 2013).
- Clauses of the last frame that are inductive together hold of all states that can be reached: they leave the frames,
  and others may know them too (``share``), as what others have found is known here.
- Initial states are those of the machine, not a single one, and all questions know what is known of all states.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from operator import neg
from typing import Literal, Protocol

from quidpro.core.budget import Budget, take_turns
from quidpro.solvers.aig import TRUE
from quidpro.solvers.circuit import NOTHING, Circuit, Clauses, Run, Simulator
from quidpro.solvers.cnf import Cnf
from quidpro.solvers.frames import FORGOTTEN, Frames
from quidpro.solvers.houdini import Cube, Houdini
from quidpro.solvers.sat import Solver

Order = Literal["given", "activity"]

MAX_GUARDS = 1500
"""After so many clauses that served for one question the solver is made anew."""
_SETTLING_SHARE = 0.05
"""Of all effort so much may go into clauses that are inductive together."""


class Share(Protocol):
    """What is known of all reachable states, as clauses over latches numbered from 1: both ways, to and from others."""

    def hear(self) -> Sequence[tuple[int, ...]]:
        """What others have found since the last call."""

    def tell(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """These have been found, which are inductive with all that is known."""


@dataclass(frozen=True)
class Settings:
    """Which literals are dropped first from a clause, and how much is done for it."""

    order: Order = "activity"
    counterexamples: int = 0
    """So many counterexamples to one generalisation are blocked."""
    solver: str = "minisat22"


@dataclass(frozen=True)
class Obligation:
    """States from which the inputs lead into those of ``then``, or, where that is None, show what is bad."""

    cube: Cube
    inputs: frozenset[int]
    then: Obligation | None
    depth: int


class Violated(Exception):
    """An initial state from which a bad one can be reached."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run


class Pdr:
    """The frames of a machine; ``tell`` is told of each new one, with the number of its clauses."""

    def __init__(
        self,
        circuit: Circuit,
        budget: Budget,
        settings: Settings | None = None,
        lemmas: Iterable[Cube] = (),
        tell: Callable[[int, int], None] = lambda frame, clauses: None,
        share: Share | None = None,
    ) -> None:
        self.circuit = circuit
        self.budget = budget
        self.settings = settings or Settings()
        self.tell = tell
        self.share = share
        self.questions = self._charged = 0
        cnf = Cnf(circuit.graph, circuit.roots, [*circuit.latches, *circuit.inputs])
        sat = cnf.literal
        self._cnf, self._variables = cnf.clauses, cnf.variables
        self._latches = [sat(x) for x in circuit.latches]
        self._index = {variable: i for i, variable in enumerate(self._latches)}
        self.frames = Frames(self._latches)
        self._inputs = [sat(x) for x in circuit.inputs]
        self._next: dict[int, int] = {}
        for latch, following in zip(self._latches, circuit.next, strict=True):
            self._next[latch], self._next[-latch] = sat(following), -sat(following)
        self._never_first = {
            -variable if value else variable
            for variable, value in zip(self._latches, circuit.reset, strict=True)
            if value is not None
        }
        self._constraint, self._bad = sat(circuit.constraint), sat(circuit.bad)
        self._initially, self._known = sat(circuit.start), sat(circuit.facts)
        self._always = [tuple(self._named(x) for x in clause) for clause in lemmas]
        self._start()
        self._start_lifting()
        self._houdini = Houdini(circuit, cnf, budget, self.settings.solver)
        for clause in self._always:
            self._houdini.know(clause)

    def check(self) -> Clauses | Run:
        """Clauses that prove the machine safe, or a run that shows it is not."""
        return take_turns([self.search()])[1]

    def search(self) -> Generator[int, None, Clauses | Run]:
        """The search for these, in steps after which others may have a turn: how many questions the last one took."""
        try:
            if not self._ask([self._frame(0)]):
                return NOTHING
            if self._ask([self._frame(0), self._bad]):
                raise Violated(Simulator(self.circuit).run(self._true(self._latches), [self._true(self._inputs)]))
            while True:
                self._add_frame()
                self._hear()
                while self._ask([self._frame(self.frames.top), self._bad]):
                    yield from self._block(self._lifted(None))
                    self._hear()
                if found := self._propagate() or self._settle():
                    return found
                yield self._since_last()
        except Violated as violated:
            return violated.run
        finally:
            self._solver.close()
            self._lifting.close()
            self._houdini.close()

    # Frames

    def _start(self) -> None:
        """A solver that has everything known so far."""
        self._solver = Solver(self.budget, self._cnf, self.settings.solver)
        self._new = count(self._variables + 1)
        self._guard, self._guards = next(self._new), 0
        self._solver.add([self._known])
        for clause in self._always:
            self._solver.add(list(clause))
        self._switches: list[int] = []
        for level, frame in enumerate(self.frames.levels):
            self._open_frame()
            for blocked in frame:
                self._solver.add([-self._switches[level], *(-x for x in blocked.cube)])

    def _start_lifting(self) -> None:
        self._lifting = Solver(self.budget, self._cnf, self.settings.solver)
        self._new_lifting = count(self._variables + 1)

    def _open_frame(self) -> None:
        switch = next(self._new)
        if self._switches:
            self._solver.add([-self._switches[-1], switch])
        else:
            for literal in self._never_first:
                self._solver.add([-switch, -literal])
            self._solver.add([-switch, self._initially])
        self._switches.append(switch)

    def _frame(self, level: int) -> int:
        return self._switches[level]

    def _add_frame(self) -> None:
        self.frames.levels.append([])
        self._open_frame()
        self.tell(self.frames.top, self.frames.size)

    def _named(self, literal: int) -> int:
        """The literal of a latch by the latch's number."""
        variable = self._latches[abs(literal) - 1]
        return variable if literal > 0 else -variable

    def _ask(self, assumptions: Sequence[int]) -> bool:
        self.questions += 1
        return self._solver.solve(assumptions)

    def _since_last(self) -> int:
        """How many questions there were since this was asked last."""
        before, self._charged = self._charged, self.questions
        return self.questions - before

    def _true(self, variables: Sequence[int]) -> frozenset[int]:
        """Which of these are true in the last model, by their index."""
        model = self._solver.model()
        return frozenset(i for i, v in enumerate(variables) if model[v - 1] > 0)

    # Initial states

    def _is_initial(self, cube: Sequence[int]) -> bool:
        """Whether some initial state is in a cube."""
        if not self._never_first.isdisjoint(cube):
            return False
        if self.circuit.start == TRUE and self.circuit.facts == TRUE:
            return True
        return self._ask([self._frame(0), *cube])

    def _apart(self, smaller: Iterable[int], cube: Cube) -> Cube:
        """A part of a cube with these literals that no initial state is in, as none is in the cube."""
        kept = set(smaller)
        part = tuple(x for x in cube if x in kept)
        if not self._is_initial(part):
            return part
        telling = next((x for x in cube if x in self._never_first), None)
        if telling is not None:
            kept.add(telling)
        elif not self._ask([self._frame(0), *cube]):
            kept.update(self._solver.core())
        else:
            return cube
        return tuple(x for x in cube if x in kept)

    # Blocking

    def _block(self, obligation: Obligation) -> Iterator[int]:
        """Block states in the last frame, and before that all that lead to them in those before, the newest first."""
        top = self.frames.top
        ties = count(0, -1)
        self._reject_initial(obligation)
        queue = [(top, next(ties), obligation)]
        while queue:
            yield self._since_last()
            level, _, obligation = heappop(queue)
            if self.frames.excludes(obligation.cube, level):
                if level < top:
                    heappush(queue, (level + 1, next(ties), obligation))
                continue
            found = self._inductive(obligation.cube, level - 1)
            if found is None:
                before = self._lifted(obligation)
                self._reject_initial(before)
                heappush(queue, (level - 1, next(ties), before))
                heappush(queue, (level, next(ties), obligation))
                continue
            level = self._exclude(self._generalised(found, level - 1), level)
            if level < top:
                heappush(queue, (level + 1, next(ties), obligation))

    def _reject_initial(self, obligation: Obligation) -> None:
        """The run, when an initial state is among those that lead to a bad one."""
        if not self._is_initial(obligation.cube):
            return
        if not self._ask([self._frame(0), *obligation.cube]):
            return
        inputs, at = [obligation.inputs], obligation
        while at.then is not None:
            at = at.then
            inputs.append(at.inputs)
        raise Violated(Simulator(self.circuit).run(self._true(self._latches), inputs))

    def _inductive(self, cube: Sequence[int], level: int) -> Cube | None:
        """A part of the cube that no step from outside it in a frame enters; None when a step does, into the cube.

        That step is what the solver's model shows then.
        """
        if self._guards > MAX_GUARDS:
            self._solver.close()
            self._start()
        self._solver.add([-self._guard])  # only now: some solvers forget their model when something is added
        self._guard = next(self._new)
        self._guards += 1
        self._solver.add([-self._guard, *map(neg, cube)])
        entries = list(map(self._next.__getitem__, cube))
        if self._ask([self._switches[level], self._guard, self._constraint, *entries]):
            return None
        core = set(self._solver.core())
        return self._apart([x for x, entry in zip(cube, entries, strict=True) if entry in core], tuple(cube))

    def _model(self) -> tuple[list[int], list[int]]:
        """The latches and inputs of the last model, as literals."""
        model = self._solver.model()
        return [model[v - 1] for v in self._latches], [model[v - 1] for v in self._inputs]

    def _lifted(self, then: Obligation | None) -> Obligation:
        """The state of the last model, and all others from which the same inputs lead there as well."""
        state, read = self._model()
        if self._lifting.questions > MAX_GUARDS:
            self._lifting.close()
            self._start_lifting()
        guard = next(self._new_lifting)
        goal = [-self._bad] if then is None else [-self._constraint, *(-self._next[x] for x in then.cube)]
        self._lifting.add([-guard, *goal])
        elsewhere = self._lifting.solve([guard, *read, *self._ordered(state)])
        core = set(state) if elsewhere else set(self._lifting.core())
        self._lifting.add([-guard])
        inputs = frozenset(i for i, x in enumerate(read) if x > 0)
        return Obligation(tuple(x for x in state if x in core), inputs, then, 0 if then is None else then.depth + 1)

    # Generalising

    def _ordered(self, literals: Sequence[int]) -> list[int]:
        """Literals that have been of use come last: cores leave them out, and generalising drops them, least."""
        if self.settings.order == "given":
            return list(literals)
        return self.frames.by_use(literals)

    def _generalised(self, cube: Cube, level: int, depth: int = 0) -> Cube:
        """A part of a cube that is still inductive relative to a frame, smaller where that was easily found."""
        required: set[int] = set()
        for x in self._ordered(cube):
            if x not in cube or len(cube) == 1:
                continue
            smaller = self._down(tuple(y for y in cube if y != x), level, required, depth)
            if smaller is None:
                required.add(x)
            else:
                cube = smaller
        return cube

    def _down(self, cube: Cube, level: int, required: set[int], depth: int) -> Cube | None:
        """The cube, or a part of it with all that is required, if it is inductive (their Algorithm ``ctgDown``)."""
        tried = 0
        while not self._is_initial(cube):
            found = self._inductive(cube, level)
            if found is not None:
                return found
            if depth > 0 or not self.settings.counterexamples:
                return None
            state = tuple(self._model()[0])
            if tried < self.settings.counterexamples and level > 0 and not self._is_initial(state):
                tried += 1
                blocked = self._inductive(state, level - 1)
                if blocked is not None:
                    self._exclude(self._generalised(blocked, level - 1, depth + 1), level)
                    continue
            tried = 0
            common = set(state)
            cube = tuple(x for x in cube if x in common)
            if not required <= set(cube) or not cube:
                return None
        return None

    def _exclude(self, cube: Cube, level: int) -> int:
        """Add a clause to the highest frame that it holds in, which is returned."""
        top = self.frames.top
        while level < top:
            further = self._inductive(cube, level)
            if further is None:
                break
            cube, level = further, level + 1
        self._add(cube, level)
        return level

    def _add(self, cube: Cube, level: int) -> None:
        self.frames.add(cube, level)
        self._solver.add([-self._frame(level), *map(neg, cube)])

    # Pushing

    def _propagate(self) -> Clauses | None:
        """Push clauses to later frames; a frame that loses all of them equals the next, which is the proof."""
        for level in range(1, self.frames.top):
            for blocked in [b for b in self.frames.levels[level] if b.held_by is None]:
                if blocked.level != level:
                    continue
                found = self._inductive(blocked.cube, level)
                if found is None:
                    blocked.held_by = self.frames.bits(self._model()[0])
                    continue
                self._add(found, level + 1)
                if blocked.level != FORGOTTEN:
                    self.frames.forget(blocked)
            if not self.frames.levels[level]:
                return Clauses(tuple(self._numbered(self._inductive_clauses(level + 1))))
        return None

    # What holds of all states

    def _settle(self) -> Clauses | None:
        """Keep for ever what of the last frame is inductive; that may be the proof already."""
        last = self.frames.levels[-1]
        found = self._houdini.largest(
            [blocked.cube for blocked in last], _SETTLING_SHARE * self.questions - self._houdini.effort
        )
        for cube in found:
            self._keep(cube)
        if found and self.share is not None:
            self.share.tell(list(self._numbered(tuple(-x for x in cube) for cube in found)))
        if not found or self._ask([self._bad]):
            return None
        return Clauses(tuple(self._numbered(self._always)))

    def _hear(self) -> None:
        """Take over what others have found."""
        for clause in self.share.hear() if self.share is not None else ():
            cube = tuple(-self._named(x) for x in clause)
            self._keep(cube)
            self.frames.release(cube, self.frames.top)

    def _keep(self, cube: Cube) -> None:
        """No reachable state is in a cube."""
        clause = tuple(-x for x in cube)
        self.frames.forget_inside(cube, self.frames.top)
        self._always.append(clause)
        self._solver.add(list(clause))
        self._houdini.know(clause)

    def _inductive_clauses(self, level: int) -> Iterator[Cube]:
        yield from self._always
        yield from (tuple(map(neg, cube)) for cube in self.frames.from_level(level))

    def _numbered(self, found: Iterable[Cube]) -> Iterator[tuple[int, ...]]:
        for clause in found:
            yield tuple((self._index[abs(x)] + 1) * (1 if x > 0 else -1) for x in clause)
