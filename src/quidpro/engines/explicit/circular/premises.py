"""The premises of rule CIRC-AG for given assumptions, and in which order they are checked (ACR, Algorithms 4.1, 5.1).

A round checks the cheap premises at once, by what each cost last, and then the others, the cheapest first, as long as
none fails: a large part is not looked at while small ones have something to say. All are checked before anything is
proved. Algorithm 5.1 goes by their numbers and stops at the first that fails, as is done here for a given number of
counterexamples. Beside given assumptions all premises are looked at in every round, as ``contradiction`` asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.languages import OUT, Automaton, Table, Walk, all_in, one_step_late, projected
from quidpro.engines.explicit.circular.skeleton import Uses
from quidpro.engines.explicit.shared.rounds import Group, Holds, Violated
from quidpro.learning.smallest.encodings import Word
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property


class Checked(NamedTuple):
    """Counterexamples of a premise, and how many states and transitions were looked at."""

    words: list[Word]
    states: int
    transitions: int


ByMembers = Callable[[Sequence[Group], Group], tuple[Holds | Violated, int, int]]
"""Whether groups satisfy a goal, by the rule, and how many states and transitions were looked at."""

_CHEAP = 50_000
"""Premises that look at so many states are checked in every round."""
_UNKNOWN = 1 << 40
"""More than any premise costs of which something is known."""


class Members(NamedTuple):
    """A group of several components whose premise is proved by the rule, for its members."""

    groups: list[list[LTS]]
    prove: ByMembers


class Premises:
    """The premise of each part and, as the last one, that of the property; parts are languages, or proved by members.

    ``inner`` has for such a part the assumptions of its members by which its premise was last proved.
    """

    def __init__(
        self,
        parts: Sequence[Automaton],
        goal: Automaton,
        alphabets: Sequence[tuple[str, ...]],
        uses: Uses,
        members: dict[int, Members],
        budget: Budget,
    ) -> None:
        self._parts = parts
        self._goal = goal
        self._alphabets = alphabets
        self._uses = uses
        self._members = members
        self._budget = budget
        self.inner: dict[int, tuple[LTS, ...]] = {}
        self._cost = [part.size if isinstance(part, Table) else _UNKNOWN for part in parts] + [0]
        self._pool = ThreadPoolExecutor(min(len(parts) + 1, os.cpu_count() or 1))

    def check(self, tables: list[Table], limit: int, batches: list[list[int]]) -> Iterator[list[tuple[int, Checked]]]:
        """Batch by batch what is found, with at most ``limit`` counterexamples each. No two share what they change."""
        for batch in batches:
            found = list(zip(batch, self._pool.map(lambda i: self._check(i, tables, limit), batch), strict=True))
            for i, checked in found:
                self._cost[i] = checked.states
            yield found

    def numbers(self) -> list[int]:
        """All premises."""
        return list(range(len(self._parts) + 1))

    def cheapest_first(self) -> list[list[int]]:
        """The cheap ones at once, the others one by one."""
        cheap = [i for i in self.numbers() if self._cost[i] <= _CHEAP]
        dear = sorted((i for i in self.numbers() if self._cost[i] > _CHEAP), key=self._cost.__getitem__)
        return [cheap, *([i] for i in dear)]

    def text(self, i: int) -> str:
        """``M1 ⊨ g2 ▷ g1``; the last one is that of the property."""
        if i == len(self._parts):
            return f"{' ∥ '.join(f'g{j + 1}' for j in range(i))} ⊨ P"
        used = " ∥ ".join(f"g{j + 1}" for j in self._uses[i]) or "true"
        return f"M{i + 1} ⊨ {used} ▷ g{i + 1}"

    def _check(self, i: int, tables: list[Table], limit: int) -> Checked:
        if i == len(self._parts):
            return self._together(tables, limit)
        return self._by_members(i, tables) if i in self._members else self._inductive(i, tables, limit)

    def _inductive(self, i: int, tables: list[Table], limit: int) -> Checked:
        """Algorithm 4.1: traces of M_i that leave g_i, whose proper prefixes the assumptions that it uses allow."""
        walk = Walk([self._parts[i], tables[i], *(tables[j] for j in self._uses[i])], self._budget)
        mine = walk.has[0]
        words = walk.find(lambda after: mine & (after[0] != OUT) & (after[1] == OUT), limit)
        return Checked(words, walk.states, walk.transitions)

    def _by_members(self, i: int, tables: list[Table]) -> Checked:
        """The same by the rule, for the members of M_i beside what the assumptions allow and one step more.

        That has the traces of M_i whose proper prefixes the assumptions allow, so that M_i keeps g_i inductively
        exactly when g_i, as a property, holds of it.
        """
        members = self._members[i]
        around = [one_step_late(tables[j], self._alphabets[i]) for j in self._uses[i]]
        goal = complete_property(tables[i].dfa.to_lts(self._alphabets[i]))
        answer, states, transitions = members.prove([*members.groups, *([around] if around else [])], [goal])
        if isinstance(answer, Holds):
            self.inner[i] = answer.assumptions
            return Checked([], states, transitions)
        letters = {action for j in (i, *self._uses[i]) for action in self._alphabets[j]}
        return Checked([projected(answer.word, letters)], states, transitions)

    def _together(self, tables: list[Table], limit: int) -> Checked:
        """The last premise: traces that all assumptions allow and the property does not."""
        walk = Walk([self._goal, *tables], self._budget)
        words = walk.find(lambda after: (after[0] == OUT) & all_in(after[1:]), limit)
        return Checked(words, walk.states, walk.transitions)
