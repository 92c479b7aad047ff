"""Trees that violate a formula of safe-pCTL: finite unfoldings under a scheduler that makes it most likely.

The negation of the formula is live: each of its parts says that some scheduler exceeds a bound, and is shown below a
node by the likeliest paths, as many as it takes for their probabilities to exceed the bound. Where formulas are
nested, the nodes that count carry the trees that they need below them. The tree is an execution of the LPTS (every
branch has a child for each state of its distribution), and violates the formula by itself.

A maximal probability above a bound is exceeded by finitely many paths, but it may take very many. One that only
*equals* the bound of a ``<`` may be reached by no finite tree, but only in the limit. Both raise ``NoTree``, with a
part of the tree, which may do to refine an assumption; the violation is then shown by a scheduler's probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count

from quidpro.engines.probabilistic.pctl.checking import Checking
from quidpro.engines.probabilistic.shared.goal import NoTree
from quidpro.logic.pctl import And, AtMost, Exceeds, Next, Or, State, Until, negate, state_text
from quidpro.lpts.tree import Branch, Node, Tree

MAX_NODES = 5_000
"""Nodes on paths to look at before a tree is given up."""
MAX_HASTY_NODES = 500
"""The same for a hasty search."""
MAX_PARTIAL_NODES = 200
"""The same for a tree that cannot be enough, but may do to refine an assumption."""
_TINY = Fraction(1, 10**200)


def violations(checking: Checking, formula: State, most: int, *, hasty: bool = False) -> list[Tree]:
    """Up to ``most`` trees that violate a formula, one for each of its conjuncts that is violated; none if it holds.

    More trees of one conjunct would save rounds of a refinement, but were measured to split more than they save.
    """
    initial = checking.lpts.initial
    if checking.holds(formula)[initial]:
        return []
    parts = formula.parts if isinstance(formula, And) else (formula,)
    wrong = [negate(part) for part in parts if not checking.holds(part)[initial]]
    trees: list[Tree] = []
    for number, live in enumerate(wrong, 1):
        try:
            trees.append(_unfold(checking, live, MAX_HASTY_NODES if hasty else MAX_NODES))
        except NoTree:
            if number == len(wrong) and not trees:
                raise
        if len(trees) == most:
            break
    return trees


def _unfold(checking: Checking, live: State, largest: int) -> Tree:
    root = Node(checking.lpts.initial)
    work = _Unfolding(checking, largest)
    work.show(root, live)
    if work.lacking:
        raise NoTree(work.lacking, Tree(root))
    return Tree(root)


@dataclass
class _Point:
    """A point on a path under consideration, with how it was reached."""

    state: int
    chance: float
    """How likely it is, roughly; exactly it is the weight over the scale to the power of the depth."""
    weight: int
    depth: int
    left: int
    """Steps that are left, of a bounded U."""
    node: Node | None = None
    number: int = -1
    """The transition that it takes."""
    parent: _Point | None = None


class _Mass:
    """How likely some paths are together: exactly, but computed only when it may be enough."""

    def __init__(self, limit: AtMost, scale: int) -> None:
        self.limit, self.scale = limit, scale
        self.rough = 0.0
        # Floats have no numbers much smaller than that: then every sum is computed.
        self.near = float(limit.bound) * (1 - 1e-6) if limit.bound > _TINY else 0.0
        self.weights: Counter[int] = Counter()
        """The weights of all paths of each depth."""

    def add(self, point: _Point) -> None:
        """One path more."""
        self.rough += point.chance
        self.weights[point.depth] += point.weight

    def is_enough(self) -> bool:
        """Whether the paths exceed the limit."""
        if self.rough < self.near:
            return False
        deepest = max(self.weights, default=0)
        total = sum(weight * self.scale ** (deepest - depth) for depth, weight in self.weights.items())
        return not self.limit.allows(Fraction(total, self.scale**deepest))


class _Unfolding:
    """A tree in the making; formulas wait to be shown below its nodes."""

    def __init__(self, checking: Checking, largest: int) -> None:
        self.checking, self.graph = checking, checking.graph
        self.largest = largest
        self.waiting: list[tuple[Node, State]] = []
        self.nodes = 1
        self.lacking = ""
        """Why the tree is not enough, if it is not."""

    def show(self, root: Node, live: State) -> None:
        """Show a formula below a node, and all that its nodes need."""
        self.waiting.append((root, live))
        while self.waiting:
            node, state = self.waiting.pop()
            if self.nodes > self.largest:
                self.lacking = self.lacking or _too_many(negate(live))
                return
            match state:
                case And(parts):
                    self.waiting.extend((node, part) for part in parts)
                case Or(parts):
                    self.waiting.append((node, self._cheapest(node.state, parts)))
                case Exceeds(AtMost(path=Next())):
                    self._next(node, state.limit)
                case Exceeds(limit):
                    self._until(node, limit)

    def _cheapest(self, state: int, parts: tuple[State, ...]) -> State:
        """A part that holds; one that needs no tree if there is such."""
        held = [part for part in parts if self.checking.holds(part)[state]]
        return min(held, key=lambda part: sum(1 for _ in _exceeding(part)))

    def _branch(self, node: Node, number: int) -> dict[int, Node]:
        """A transition below a node, with a child for each state."""
        lpts = self.checking.lpts
        children = {state: Node(state) for state, _ in self.graph.rows[number]}
        self.nodes += len(children)
        probabilities = [Fraction(weight, self.graph.scale) for _, weight in self.graph.rows[number]]
        action = lpts.alphabet[lpts.label[number]]
        node.branches.append(Branch(action, int(lpts.target[number]), [*children.values()], probabilities))
        return children

    def _next(self, node: Node, limit: AtMost) -> None:
        assert isinstance(limit.path, Next)
        held = self.checking.holds(limit.path.inner)
        number = self.checking.next_choice(node.state, held)
        mass = Fraction(0)
        if number is None or not limit.allows(mass):
            return
        children = self._branch(node, number)
        for state, weight in sorted(self.graph.rows[number], key=lambda pair: -pair[1]):
            if held[state] and limit.allows(mass):
                mass += Fraction(weight, self.graph.scale)
                self.waiting.append((children[state], limit.path.inner))

    def _until(self, node: Node, limit: AtMost) -> None:
        """The likeliest paths first, until they are enough; then only what leads to them is put into the tree."""
        path = limit.path
        assert isinstance(path, Until)
        counted = self._paths(node.state, limit, path)
        needed = {id(point): point for last in counted for point in _path_to(last)}
        children: dict[int, dict[int, Node]] = {}
        for point in sorted(needed.values(), key=lambda point: point.left, reverse=True):
            if point.parent is None:
                point.node = node
            else:
                mine = children.get(id(point.parent))
                if mine is None:
                    assert point.parent.node is not None
                    mine = children[id(point.parent)] = self._branch(point.parent.node, point.parent.number)
                point.node = mine[point.state]
        ends = {id(point) for point in counted}
        for point in needed.values():
            assert point.node is not None
            self.waiting.append((point.node, path.right if id(point) in ends else path.left))

    def _paths(self, state: int, limit: AtMost, path: Until) -> list[_Point]:
        """The ends of paths that together are likelier than the bound."""
        scheduler = self._scheduler(state, limit, path)
        held = self.checking.holds(path.right)
        serial, mass = count(), _Mass(limit, self.graph.scale)
        found: list[_Point] = []
        heap = [(-1.0, next(serial), _Point(state, 1.0, 1, 0, scheduler.steps))]
        while not mass.is_enough():
            self.checking.budget.check()
            if len(heap) + len(found) > (MAX_PARTIAL_NODES if scheduler.why else self.largest):
                self.lacking = scheduler.why or _too_many(limit)
                return found[:MAX_PARTIAL_NODES]
            if not heap:
                raise AssertionError("a maximal probability is reached by the paths of its scheduler")
            _, _, point = heappop(heap)
            if held[point.state]:
                mass.add(point)
                found.append(point)
            else:
                for after in self._after(point, scheduler, held):
                    heappush(heap, (-after.chance, next(serial), after))
        return found

    def _after(self, point: _Point, scheduler: _Scheduler, held: list[bool]) -> Iterator[_Point]:
        """Where a path leads next, as long as there is something to gain."""
        point.number = scheduler.choice(point.state, point.left)
        assert point.number >= 0, "a path goes on only where there is something to gain"
        left, scale = point.left - 1, self.graph.scale
        for s, weight in self.graph.rows[point.number]:
            if held[s] or scheduler.choice(s, left) >= 0:
                chance = point.chance * (weight / scale)
                yield _Point(s, chance, point.weight * weight, point.depth + 1, left, parent=point)

    def _scheduler(self, state: int, limit: AtMost, path: Until) -> _Scheduler:
        if path.steps is not None:
            choices = self.checking.within(path)[1]
            return _Scheduler(choices, len(choices) - 1)
        most = self.checking.maximal(path)
        if most.values[state] > limit.bound:
            return _Scheduler([most.choice], 0)
        sure = self._sure(path)
        if state not in sure and not self.checking.holds(path.right)[state]:
            why = (
                f"{state_text(limit)} is violated only in the limit: finite trees come as near to {limit.bound} as one "
                "likes, and none reaches it"
            )
            return _Scheduler([most.choice], 0, why)
        return _Scheduler([sure], 0)

    def _sure(self, path: Until) -> dict[int, int]:
        """Transitions that attain the maximal probabilities in finitely many steps, where that can be."""
        values, right = self.checking.maximal(path).values, self.checking.holds(path.right)
        done = {s for s in range(self.graph.states) if right[s] or not values[s]}
        sure: dict[int, int] = {}
        waiting = list(done)
        for state in waiting:
            for source, number in self.graph.into[state]:
                row = self.graph.rows[number]
                if source in done or not all(s in done for s, _ in row):
                    continue
                if sum((w * values[s] for s, w in row), Fraction(0)) == values[source] * self.graph.scale:
                    done.add(source)
                    sure[source] = number
                    waiting.append(source)
        return sure


@dataclass(frozen=True)
class _Scheduler:
    """The transition for each state; with bounded steps, by the steps that are left."""

    choices: list[dict[int, int]]
    steps: int
    why: str = ""
    """Why it cannot be enough."""

    def choice(self, state: int, left: int) -> int:
        """The transition to take, or -1 where there is nothing to gain."""
        return self.choices[max(0, min(left, len(self.choices) - 1))].get(state, -1)


def _too_many(formula: State) -> str:
    return f"{state_text(formula)} is violated, but by so many paths that no tree is shown"


def _exceeding(state: State) -> Iterator[Exceeds]:
    """The parts outside any P that need a tree."""
    match state:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _exceeding(part)
        case Exceeds():
            yield state


def _path_to(point: _Point | None) -> Iterator[_Point]:
    while point is not None:
        yield point
        point = point.parent
