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

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Literal, Protocol

from quidpro.core.budget import Budget
from quidpro.solvers.aig import TRUE, clauses, sat
from quidpro.solvers.circuit import NOTHING, Circuit, Clauses, Run, Simulator
from quidpro.solvers.houdini import Cube, Houdini
from quidpro.solvers.sat import Solver

Order = Literal["given", "activity"]

MAX_GUARDS = 1500
"""After so many clauses that served for one question the solver is made anew."""
_DECAY = 0.99
_SETTLING_SHARE = 0.03
"""Of all questions so many may be about clauses that are inductive together."""


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


@dataclass(eq=False)
class Blocked:
    """A cube that a frame excludes; ``held_by`` is the state, in bits, that keeps it from the next frame."""

    cube: Cube
    mask: int
    value: int
    held_by: int | None = None


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
        self.frames: list[list[Blocked]] = [[]]
        self.questions = 0
        self._latches = [sat(x) for x in circuit.latches]
        self._index = {variable: i for i, variable in enumerate(self._latches)}
        self._inputs = [sat(x) for x in circuit.inputs]
        self._next: dict[int, int] = {}
        for latch, following in zip(self._latches, circuit.next, strict=True):
            self._next[latch], self._next[-latch] = sat(following), -sat(following)
        self._reset = {
            variable if value else -variable
            for variable, value in zip(self._latches, circuit.reset, strict=True)
            if value is not None
        }
        self._cnf = list(clauses(circuit.graph, circuit.graph.cone(circuit.roots)))
        self._constraint, self._bad = sat(circuit.constraint), sat(circuit.bad)
        self._activity = dict.fromkeys((x for v in self._latches for x in (v, -v)), 0.0)
        self._bump = 1.0
        self._occurring: dict[int, set[Blocked]] = {}
        self._level: dict[Blocked, int] = {}
        self._always = [tuple(self._named(x) for x in clause) for clause in lemmas]
        self._start()
        self._start_lifting()
        self._houdini = Houdini(circuit, self._cnf, budget, self.settings.solver)
        for clause in self._always:
            self._houdini.know(clause)

    def check(self) -> Clauses | Run:
        """Clauses that prove the machine safe, or a run that shows it is not."""
        try:
            if not self._ask([self._frame(0)]):
                return NOTHING
            if self._ask([self._frame(0), self._bad]):
                raise Violated(Simulator(self.circuit).run(self._true(self._latches), [self._true(self._inputs)]))
            while True:
                self._add_frame()
                self._hear()
                while self._ask([self._frame(len(self.frames) - 1), self._bad]):
                    self._block(self._lifted(None))
                    self._hear()
                if found := self._propagate() or self._settle():
                    return found
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
        self._new = count(len(self.circuit.graph) + 1)
        self._guards = 0
        self._solver.add([sat(self.circuit.facts)])
        for clause in self._always:
            self._solver.add(list(clause))
        self._switches: list[int] = []
        for level, frame in enumerate(self.frames):
            self._open_frame()
            for blocked in frame:
                self._solver.add([-self._switches[level], *(-x for x in blocked.cube)])

    def _start_lifting(self) -> None:
        self._lifting = Solver(self.budget, self._cnf, self.settings.solver)
        self._new_lifting = count(len(self.circuit.graph) + 1)

    def _open_frame(self) -> None:
        switch = next(self._new)
        if self._switches:
            self._solver.add([-self._switches[-1], switch])
        else:
            for literal in self._reset:
                self._solver.add([-switch, literal])
            self._solver.add([-switch, sat(self.circuit.start)])
        self._switches.append(switch)

    def _frame(self, level: int) -> int:
        return self._switches[level]

    def _add_frame(self) -> None:
        self.frames.append([])
        self._open_frame()
        self.tell(len(self.frames) - 1, len(self._level))

    def _named(self, literal: int) -> int:
        """The literal of a latch by the latch's number."""
        variable = self._latches[abs(literal) - 1]
        return variable if literal > 0 else -variable

    def _ask(self, assumptions: Sequence[int]) -> bool:
        self.questions += 1
        return self._solver.solve(assumptions)

    def _true(self, variables: Sequence[int]) -> frozenset[int]:
        """Which of these are true in the last model, by their index."""
        model = self._solver.model()
        return frozenset(i for i, v in enumerate(variables) if model[v - 1] > 0)

    # Initial states

    def _is_initial(self, cube: Sequence[int]) -> bool:
        """Whether some initial state is in a cube."""
        if any(-x in self._reset for x in cube):
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
        telling = next((x for x in cube if -x in self._reset), None)
        if telling is not None:
            kept.add(telling)
        elif not self._ask([self._frame(0), *cube]):
            kept.update(self._solver.core())
        else:
            return cube
        return tuple(x for x in cube if x in kept)

    # Blocking

    def _block(self, obligation: Obligation) -> None:
        """Block states in the last frame, and before that all that lead to them in those before."""
        top = len(self.frames) - 1
        ties = count()
        self._reject_initial(obligation)
        queue = [(top, next(ties), obligation)]
        while queue:
            level, _, obligation = heappop(queue)
            if self._is_blocked(obligation.cube, level):
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

    def _is_blocked(self, cube: Cube, level: int) -> bool:
        """Whether a cube of the frame, or of a later one, contains this one."""
        literals = set(cube)
        for x in cube:
            for blocked in self._occurring.get(x, ()):
                if blocked.cube[0] == x and self._level[blocked] >= level and literals.issuperset(blocked.cube):
                    return True
        return False

    def _inductive(self, cube: Sequence[int], level: int) -> Cube | None:
        """A part of the cube that no step from outside it in a frame enters; None when a step does, into the cube."""
        if self._guards > MAX_GUARDS:
            self._solver.close()
            self._start()
        guard = next(self._new)
        self._guards += 1
        self._solver.add([-guard, *(-x for x in cube)])
        following = self._next
        entered = self._ask([self._frame(level), guard, self._constraint, *(following[x] for x in cube)])
        if entered:
            self._entered = self._model()
            self._solver.add([-guard])
            return None
        core = set(self._solver.core())
        self._solver.add([-guard])
        return self._apart((x for x in cube if following[x] in core), tuple(cube))

    def _model(self) -> tuple[list[int], list[int]]:
        """The latches and inputs of the last model, as literals."""
        model = self._solver.model()
        return [model[v - 1] for v in self._latches], [model[v - 1] for v in self._inputs]

    def _lifted(self, then: Obligation | None) -> Obligation:
        """The state of the last model, and all others from which the same inputs lead there as well."""
        state, read = self._entered if then is not None else self._model()
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
        return sorted(literals, key=self._activity.__getitem__)

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
            state = tuple(self._entered[0])
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
        top = len(self.frames) - 1
        while level < top:
            further = self._inductive(cube, level)
            if further is None:
                break
            cube, level = further, level + 1
        self._add(cube, level)
        return level

    def _add(self, cube: Cube, level: int) -> None:
        self._forget_weaker(cube, level)
        for x in cube:
            self._activity[x] += self._bump
        self._bump /= _DECAY
        blocked = self._blocked(cube)
        self.frames[level].append(blocked)
        self._level[blocked] = level
        for x in cube:
            self._occurring.setdefault(x, set()).add(blocked)
        self._solver.add([-self._frame(level), *(-x for x in cube)])
        self._release(blocked, level)

    def _blocked(self, cube: Cube) -> Blocked:
        mask = value = 0
        for x in cube:
            bit = 1 << self._index[abs(x)]
            mask |= bit
            value |= bit if x > 0 else 0
        return Blocked(cube, mask, value)

    def _forget_weaker(self, cube: Cube, level: int) -> None:
        """Drop clauses of this frame and of earlier ones that the new one implies."""
        rarest = min((self._occurring.get(x, set()) for x in cube), key=len)
        literals = set(cube)
        for other in [o for o in rarest if self._level[o] <= level and literals.issubset(o.cube)]:
            self.frames[self._level[other]].remove(other)
            self._forget(other)

    def _forget(self, blocked: Blocked) -> None:
        del self._level[blocked]
        for x in blocked.cube:
            self._occurring[x].discard(blocked)

    # Pushing

    def _release(self, added: Blocked, level: int) -> None:
        """Clauses of frames up to this one that only a state kept back which is blocked now can be tried again."""
        for frame in self.frames[1 : level + 1]:
            for blocked in frame:
                if blocked.held_by is not None and blocked.held_by & added.mask == added.value:
                    blocked.held_by = None

    def _propagate(self) -> Clauses | None:
        """Push clauses to later frames; a frame that loses all of them equals the next, which is the proof."""
        for level in range(1, len(self.frames) - 1):
            for blocked in [b for b in self.frames[level] if b.held_by is None]:
                if self._level.get(blocked) != level:
                    continue
                found = self._inductive(blocked.cube, level)
                if found is None:
                    blocked.held_by = sum(1 << self._index[x] for x in self._entered[0] if x > 0)
                    continue
                self._add(found, level + 1)
                if blocked in self._level:
                    self.frames[level].remove(blocked)
                    self._forget(blocked)
            if not self.frames[level]:
                return Clauses(tuple(self._numbered(self._inductive_clauses(level + 1))))
        return None

    # What holds of all states

    def _settle(self) -> Clauses | None:
        """Keep for ever what of the last frame is inductive; that may be the proof already."""
        last = self.frames[-1]
        if not last or self._houdini.questions > _SETTLING_SHARE * self.questions:
            return None
        found = self._houdini.largest([blocked.cube for blocked in last])
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
            self._release(self._blocked(cube), len(self.frames) - 1)

    def _keep(self, cube: Cube) -> None:
        """No reachable state is in a cube."""
        clause = tuple(-x for x in cube)
        self._forget_weaker(cube, len(self.frames) - 1)
        self._always.append(clause)
        self._solver.add(list(clause))
        self._houdini.know(clause)

    def _inductive_clauses(self, level: int) -> Iterator[Cube]:
        yield from self._always
        for frame in self.frames[level:]:
            yield from (tuple(-x for x in blocked.cube) for blocked in frame)

    def _numbered(self, found: Iterable[Cube]) -> Iterator[tuple[int, ...]]:
        for clause in found:
            yield tuple((self._index[abs(x)] + 1) * (1 if x > 0 else -1) for x in clause)
