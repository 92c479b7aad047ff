"""The product and its checks, straight from the definitions: slow, obvious, and independent of the code under test."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from itertools import product as combinations

from quidpro.lts import ERROR, System
from quidpro.lts.system import Progress

State = tuple[int, ...]


class NaiveProduct:
    """All reachable states of a system, by plain breadth-first search over dictionaries."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.parts = [c.lts for c in system.components]
        self.moves = [self._moves(i) for i in range(len(self.parts))]
        self.alphabet = sorted({a for lts in self.parts for a in lts.alphabet})
        self.depth: dict[State, int] = {}
        self.edges: dict[State, set[tuple[str, State | None]]] = {}
        self._explore()

    def _moves(self, i: int) -> dict[tuple[int, str], list[int]]:
        found: dict[tuple[int, str], list[int]] = {}
        for source, action, target in self.parts[i].triples():
            found.setdefault((source, action), []).append(target)
        return found

    def successors(self, state: State) -> set[tuple[str, State | None]]:
        """Pairs of action and next state, None for the error state."""
        found: set[tuple[str, State | None]] = set()
        for i, local in enumerate(state):
            for target in self.moves[i].get((local, "tau"), ()):
                found.add(("tau", self._put(state, {i: target})))
        for action in self.alphabet:
            members = [i for i, lts in enumerate(self.parts) if action in lts.alphabet]
            choices = [self.moves[i].get((state[i], action), []) for i in members]
            for choice in combinations(*choices):
                found.add((action, self._put(state, dict(zip(members, choice, strict=True)))))
        return self._prioritised(found)

    def _put(self, state: State, changes: dict[int, int]) -> State | None:
        if ERROR in changes.values():
            return None
        return tuple(changes.get(i, local) for i, local in enumerate(state))

    def _prioritised(self, found: set[tuple[str, State | None]]) -> set[tuple[str, State | None]]:
        priority = self.system.priority
        if priority is None:
            return found
        known = {"tau", *(a for c in self.system.processes for a in c.lts.alphabet)}
        watched = {(a, s) for a, s in found if a in known}
        first = {(a, s) for a, s in watched if (a in priority.actions) == priority.high}
        return (first or watched) | (found - watched)

    def _explore(self) -> None:
        initial = tuple(lts.initial for lts in self.parts)
        self.depth[initial] = 0
        queue = deque([initial])
        while queue:
            state = queue.popleft()
            self.edges[state] = self.successors(state)
            for _, target in self.edges[state]:
                if target is not None and target not in self.depth:
                    self.depth[target] = self.depth[state] + 1
                    queue.append(target)

    def error_depth(self) -> int | None:
        """Length of a shortest trace into the error state."""
        depths = [self.depth[s] + 1 for s, edges in self.edges.items() if any(t is None for _, t in edges)]
        return min(depths, default=None)

    def is_end(self, state: State) -> bool:
        """LTSA's successful termination."""
        ending = [i for i, lts in enumerate(self.parts) if lts.end >= 0]
        if not ending or any(state[i] != self.parts[i].end for i in ending):
            return False
        known = {a for i in ending for a in self.parts[i].alphabet}
        return all(set(lts.alphabet) <= known for lts in self.parts if lts.end < 0)

    def deadlock_depth(self) -> int | None:
        """Length of a shortest trace to a state without successors that is not an END."""
        depths = [self.depth[s] for s, edges in self.edges.items() if not edges and not self.is_end(s)]
        return min(depths, default=None)

    def fails(self, test: Progress) -> bool:
        """Whether some terminal set violates a progress test; the error state is a terminal set without actions."""
        return any(self._set_fails(actions, test) for actions in self.terminal_actions)

    def _set_fails(self, actions: set[str], test: Progress) -> bool:
        if test.condition is not None and not actions & test.condition:
            return False
        return not actions & test.actions

    @cached_property
    def terminal_actions(self) -> list[set[str]]:
        """The actions of each terminal set."""
        found: list[set[str]] = []
        if self.error_depth() is not None:
            found.append(set())
        reach = {state: self._reach(state) for state in self.edges}
        for state, after in reach.items():
            if after is not None and all(state in (reach[other] or ()) for other in after):
                found.append({a for s in after for a, _ in self.edges[s]} - {"tau"})
        return found

    def _reach(self, state: State) -> set[State] | None:
        """States reachable from a state; None when the error state is."""
        seen, todo = {state}, [state]
        while todo:
            for _, target in self.edges[todo.pop()]:
                if target is None:
                    return None
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen
