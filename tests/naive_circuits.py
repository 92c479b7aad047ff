"""What AIGER and BTOR2 say of a run, by their definitions: all states, all values of the inputs, one after the other.

A simulator has ``starts()``, ``letters()`` (the values of the inputs in one step) and ``step(state, letter)``, which
gives the next states, and what holds in this step: ``allowed`` (all constraints), ``bad``, ``fair`` and ``just``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One step: where it may lead, and what holds in it; ``just`` has a list for every justice property."""

    next: tuple
    allowed: bool
    bad: tuple[bool, ...]
    fair: tuple[bool, ...]
    just: tuple[tuple[bool, ...], ...]


class Answers:
    """The answers of a simulator, by looking at everything that can be reached while the constraints hold."""

    def __init__(self, simulator) -> None:
        self.depths: dict[int, int] = {}
        """For each bad state that can be reached the length of a shortest run."""
        self._steps: dict[tuple, tuple] = {}
        ring, depth, seen = dict.fromkeys(simulator.starts()), 0, set()
        while ring:
            seen.update(ring)
            following = {}
            for state in ring:
                for letter in simulator.letters():
                    step = simulator.step(state, letter)
                    if step.allowed:
                        self._steps[state, letter] = step
                        following.update(dict.fromkeys(step.next))
                        for number, holds in enumerate(step.bad):
                            if holds:
                                self.depths.setdefault(number, depth)
            ring, depth = {state: None for state in following if state not in seen}, depth + 1
        self._follow = self._successors()

    def _successors(self):
        by_state: dict = {}
        for state, letter in self._steps:
            by_state.setdefault(state, []).append((state, letter))
        return {
            node: [after for state in step.next for after in by_state.get(state, [])]
            for node, step in self._steps.items()
        }

    def justice(self, number: int) -> bool:
        """Whether there is an infinite run on which all conditions hold again and again."""
        return any(self._meets(circle, number) for circle in self._circles())

    def _meets(self, circle, number: int) -> bool:
        steps = [self._steps[node] for node in circle]
        wanted = [[step.fair[n] for step in steps] for n in range(len(steps[0].fair))]
        wanted += [[step.just[number][n] for step in steps] for n in range(len(steps[0].just[number]))]
        return all(any(held) for held in wanted)

    def _circles(self):
        """Sets of steps each of which can be repeated after every other."""
        reached = {node: self._reached(node) for node in self._steps}
        for node, after in reached.items():
            if node in after:
                yield [other for other in after if node in reached[other]]

    def _reached(self, node):
        found, waiting = set(), [node]
        while waiting:
            for after in self._follow[waiting.pop()]:
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found
