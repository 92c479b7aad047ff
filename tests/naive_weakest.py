"""The weakest assumption straight from its definition: words, and the sets of states that they lead to."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from quidpro.lts import LTS, System
from tests.naive_product import NaiveProduct, State

States = frozenset[State]


class NaiveWeakest:
    """Which words over an alphabet are safe for some components; None stands for what is not."""

    def __init__(self, part: System, alphabet: Collection[str]) -> None:
        self.product = NaiveProduct(part)
        self.alphabet = sorted(alphabet)

    def start(self) -> States | None:
        """The states after no letter at all."""
        return self._closed({next(iter(self.product.depth))})

    def step(self, states: States | None, letter: str) -> States | None:
        """The states after one letter more."""
        if states is None:
            return None
        found: set[State] = set()
        for state in states:
            for action, target in self.product.edges[state]:
                if action == letter:
                    if target is None:
                        return None
                    found.add(target)
        return self._closed(found)

    def _closed(self, states: set[State]) -> States | None:
        todo = list(states)
        while todo:
            for action, target in self.product.edges[todo.pop()]:
                if action in self.alphabet:
                    continue
                if target is None:
                    return None
                if target not in states:
                    states.add(target)
                    todo.append(target)
        return frozenset(states)

    def pairs(self, lts: LTS | None) -> Iterator[tuple[bool, bool]]:
        """For every word whether a safety LTS allows it, and whether it is safe; None allows no word at all."""
        first = (None if lts is None else lts.initial, self.start())
        seen, todo = {first}, [first]
        while todo:
            state, states = todo.pop()
            yield state is not None, states is not None
            if state is None and states is None:
                continue
            for letter in self.alphabet:
                after = _after(lts, state, letter), self.step(states, letter)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)


def _after(lts: LTS | None, state: int | None, letter: str) -> int | None:
    if lts is None or state is None:
        return None
    return next((target for label, target in lts.successors(state) if lts.action(label) == letter), None)


def is_lower_bound(lts: LTS | None, weakest: NaiveWeakest) -> bool:
    """Whether all that it allows is safe."""
    return all(safe for allowed, safe in weakest.pairs(lts) if allowed)


def is_upper_bound(lts: LTS | None, weakest: NaiveWeakest) -> bool:
    """Whether it allows all that is safe."""
    return all(allowed for allowed, safe in weakest.pairs(lts) if safe)
