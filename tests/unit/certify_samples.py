"""Small systems, random systems, and a naive product written a second time in the plainest way."""

from __future__ import annotations

import random
from itertools import product as combinations

from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Component, Priority, System
from quidpro.verdict.explicit.evidence import Assumption, Certificate, Step, Trace, digests

INPUT = LTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)], name="Input")
OUTPUT = LTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0)], name="Output")
HASTY = LTS.of([(0, "send", 1), (1, "output", 2), (1, "ack", 0), (2, "ack", 0)], name="Output")
ORDER = LTS.of([(0, "input", 1), (0, "output", "ERROR"), (1, "output", 0), (1, "input", "ERROR")], name="Order")
A_GOOD = LTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0)], name="A")


def channel(output: LTS = OUTPUT) -> System:
    """Input, Output and Order of CGP03."""
    parts = (
        Component("Input", INPUT),
        Component("Output", output),
        Component("Order", ORDER, is_property=True),
    )
    return System("Channel", parts)


def certificate(system: System, rule: str = "monolithic", kind: str = "safety", **changes: object) -> Certificate:
    fields: dict[str, object] = {
        "rule": rule,
        "system": system.name,
        "property": system.properties[0].name if system.properties and kind == "safety" else None,
        "kind": kind,
        "groups": (tuple(c.name for c in system.processes),),
        "assumptions": (),
        "digests": digests(system),
    }
    return Certificate(**(fields | changes))  # type: ignore[arg-type]


def pair(assumption: LTS = A_GOOD, system: System | None = None) -> Certificate:
    return certificate(
        system or channel(),
        "asym",
        groups=(("Input",), ("Output",)),
        assumptions=(Assumption("A", assumption, ("Output",)),),
    )


def system_of(*parts: LTS, priority: Priority | None = None) -> System:
    return System("S", tuple(Component(f"C{i}", lts.named(f"C{i}")) for i, lts in enumerate(parts)), priority)


def random_lts(draw: random.Random, actions: list[str], *, errors: bool, end: bool) -> LTS:
    states = draw.randint(1, 4)
    own = sorted(draw.sample(actions, draw.randint(1, len(actions))))
    rows = [
        (draw.randrange(states), draw.randint(0, len(own)), draw.randint(ERROR if errors else 0, states - 1))
        for _ in range(draw.randint(1, 7))
    ]
    last = draw.randrange(states) if end and draw.random() < 0.4 else -1
    rows = [row for row in rows if row[0] != last]
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    return LTS.from_arrays(own, states, *columns, initial=draw.randrange(states), end=last)


def random_system(seed: int) -> System:
    draw = random.Random(seed)
    actions = ["a", "b", "c", "d"]
    errors, end = draw.random() < 0.5, draw.random() < 0.5
    parts = [random_lts(draw, actions, errors=errors, end=end) for _ in range(draw.randint(1, 4))]
    priority = None
    if draw.random() < 0.4:
        priority = Priority(frozenset(draw.sample(actions, 2)), draw.random() < 0.5)
    return system_of(*parts, priority=priority)


class Naive:
    """The reachable product by definition, one state at a time."""

    def __init__(self, system: System) -> None:
        self.parts = [component.lts for component in system.components]
        self.priority = system.priority
        start = tuple(lts.initial for lts in self.parts)
        self.start = start
        self.parent: dict[tuple[int, ...], tuple[tuple[int, ...], Step] | None] = {start: None}
        self.steps: dict[tuple[int, ...], list[tuple[Step, tuple[int, ...]]]] = {}
        queue = [start]
        for vector in queue:
            if ERROR in vector:
                self.steps[vector] = []
                continue
            self.steps[vector] = self.successors(vector)
            for step, after in self.steps[vector]:
                if after not in self.parent:
                    self.parent[after] = (vector, step)
                    queue.append(after)

    def successors(self, vector: tuple[int, ...]) -> list[tuple[Step, tuple[int, ...]]]:
        found = []
        for c in range(len(self.parts)):
            for i in self.local(c, vector[c], "tau"):
                found.append(self.move("tau", {c: i}, vector))
        for action in sorted(set().union(*(lts.alphabet for lts in self.parts))):
            having = [c for c, lts in enumerate(self.parts) if action in lts.alphabet]
            for chosen in combinations(*(self.local(c, vector[c], action) for c in having)):
                found.append(self.move(action, dict(zip(having, chosen, strict=True)), vector))
        if self.priority is None:
            return found
        first = [move for move in found if (move[0].action in self.priority.actions) == self.priority.high]
        return first or found

    def local(self, c: int, state: int, action: str) -> list[int]:
        lts = self.parts[c]
        return [
            i for i in range(lts.transitions) if int(lts.source[i]) == state and lts.action(int(lts.label[i])) == action
        ]

    def move(self, action: str, moves: dict[int, int], vector: tuple[int, ...]) -> tuple[Step, tuple[int, ...]]:
        after = list(vector)
        for c, i in moves.items():
            after[c] = int(self.parts[c].target[i])
        return Step(action, moves), tuple(after)

    @property
    def has_error(self) -> bool:
        return any(ERROR in vector for vector in self.steps)

    def ended(self, vector: tuple[int, ...]) -> bool:
        closing = [lts for lts in self.parts if lts.end >= 0]
        known = {action for lts in closing for action in lts.alphabet}
        others = {action for lts in self.parts if lts.end < 0 for action in lts.alphabet}
        return (
            bool(closing)
            and others <= known
            and all(lts.end < 0 or lts.end == s for lts, s in zip(self.parts, vector, strict=True))
        )

    @property
    def deadlocks(self) -> list[tuple[int, ...]]:
        return [v for v, out in self.steps.items() if not out and ERROR not in v and not self.ended(v)]

    def reach(self, vector: tuple[int, ...]) -> set[tuple[int, ...]]:
        found, stack = {vector}, [vector]
        while stack:
            for _, after in self.steps[stack.pop()]:
                if after not in found:
                    found.add(after)
                    stack.append(after)
        return found

    def terminal_sets(self) -> list[tuple[tuple[int, ...], set[str]]]:
        """A state of each terminal set (several times) with the visible actions that occur there."""
        below = {vector: self.reach(vector) for vector in self.steps}
        return [
            (v, {step.action for w in below[v] for step, _ in self.steps[w]} - {"tau"})
            for v in self.steps
            if all(v in below[w] for w in below[v])
        ]

    def trace(self, vector: tuple[int, ...], names: tuple[str, ...], cycle: set[str] | None = None) -> Trace:
        states, steps = [vector], []
        while (before := self.parent[states[0]]) is not None:
            states.insert(0, before[0])
            steps.insert(0, before[1])
        return Trace(names, tuple(states), tuple(steps), None if cycle is None else tuple(sorted(cycle)))
