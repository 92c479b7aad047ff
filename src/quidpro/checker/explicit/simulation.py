"""Is a composition weakly simulated by an abstraction? A witness says how; here it is walked, pair by pair.

A weak simulation relates every state of the composition to states of the abstraction that can follow it: what the
composition does under an action of the abstraction's alphabet, the abstraction does too, with silent steps before and
after (Milner 1989); all else may be answered by silent steps, or by none. So every trace of the composition is one of
the abstraction, which is what a premise asks for; and no subset construction is needed, however nondeterministic
the abstraction is.

The rows of the witness say where the abstraction goes, and that is all they are believed in: every pair that is met is
looked at itself. Hence rows that are not met do no harm, and a silent step that leaves the abstraction where it is
needs no row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from quidpro.checker.explicit.explore import Flags, Joint, Keys, Longs, Seen, contains, ragged
from quidpro.core.budget import Budget
from quidpro.lts.lts import ERROR, LTS, TAU

Ints = npt.NDArray[np.integer[Any]]

_CHUNK = 1 << 14
"""This many pairs are looked at together."""
_WORD_BITS = 62
"""A 64-bit integer has room for a pair, or a step, of this many bits."""


def not_simulated(parts: Sequence[LTS], abstraction: LTS, rows: Sequence[Sequence[int]], budget: Budget) -> str | None:
    """Why the rows do not show that the abstraction weakly simulates the composition of the parts; None when they do.

    A row holds one local state of each part, in their order, and last a state of the abstraction; -1 is its error
    state. The parts synchronise on the actions that they share. An action of the abstraction's alphabet that no part
    has may happen at any time. Where a part goes into its error state the abstraction must be able to do so with the
    same step; an abstraction that is in error simulates everything.
    """
    if complaint := _check_shape(parts, abstraction, rows):
        return complaint
    return _Walk(parts, abstraction, rows).complaint(budget)


def _check_shape(parts: Sequence[LTS], abstraction: LTS, rows: Sequence[Sequence[int]]) -> str | None:
    """Rows of the wrong length, states that do not exist."""
    if not parts:
        return "there are no parts to simulate"
    width = len(parts) + 1
    wrong = next((row for row in rows if len(row) != width), None)
    if wrong is not None:
        return f"a row has {len(wrong)} states where {width} are needed"
    sizes = [*((0, lts.states) for lts in parts), (ERROR, abstraction.states)]
    for lts, (low, high), column in zip([*parts, abstraction], sizes, zip(*rows, strict=True), strict=bool(rows)):
        if not low <= min(column) <= max(column) < high:
            return f"a row names a state that {lts.name or 'a part'} does not have"
    return None


class _Walk:
    """The pairs of a state of the composition and one of the abstraction, as integers; the latter in the low bits."""

    def __init__(self, parts: Sequence[LTS], abstraction: LTS, rows: Sequence[Sequence[int]]) -> None:
        self.joint = Joint(parts)
        self.small = _Weak(abstraction)
        self.error = abstraction.states
        self.bits = self.error.bit_length()
        largest = self.joint.pack([lts.states - 1 for lts in parts])
        self.dtype = np.int64 if largest.bit_length() + self.bits <= _WORD_BITS else object
        self.rows = np.unique(np.array([self._pair(row) for row in rows], dtype=self.dtype))
        labels = abstraction.labels
        self.label = np.array([labels.get(action, TAU) for action in self.joint.actions], dtype=np.int64)
        """The abstraction's label of each action; TAU for those that are not in its alphabet."""
        known = set(self.joint.actions)
        self.free = [label for action, label in labels.items() if action not in known]

    def _pair(self, row: Sequence[int]) -> int:
        state = self.error if row[-1] == ERROR else row[-1]
        return self.joint.pack(row[:-1]) << self.bits | state

    def complaint(self, budget: Budget) -> str | None:
        """Walk from the initial pair; the first move that is not answered, in words."""
        start = self.joint.initial << self.bits | self.small.lts.initial
        seen = Seen(self.dtype)
        pending = [seen.add_new(np.array([start], dtype=self.dtype))]
        while pending:
            budget.check()
            pairs = pending.pop()
            pending.extend([pairs[_CHUNK:]] if len(pairs) > _CHUNK else [])
            moves = _Moves(self, pairs[:_CHUNK])
            answers = moves.answers(budget)
            if (wrong := np.flatnonzero(answers < 0)).size:
                return self._describe_move(moves, int(wrong[0]))
            fresh = seen.add_new(moves.paired(answers)[answers != self.error])
            pending.extend([fresh] if len(fresh) else [])
        return None

    def _describe_move(self, moves: _Moves, i: int) -> str:
        here = self._describe_state(int(moves.key[moves.source[i]]))
        lts = self.small.lts
        state = f"state {lts.state_name(int(moves.before[i]))} of {lts.name or 'the abstraction'}"
        does = moves.name(i)
        if moves.bad[i]:
            return f"{here} goes wrong by {does}, and {state}, which is to simulate it, does not"
        there = self._describe_state(int(moves.target[i]))
        return f"{here} does {does} and is then {there}: no row says how {state} follows"

    def _describe_state(self, key: int) -> str:
        vector = self.joint.unpack(key)
        named = (
            f"{lts.name or i + 1} in {lts.state_name(state)}"
            for i, (lts, state) in enumerate(zip(self.joint.components, vector, strict=True))
        )
        return ", ".join(named) or "the empty composition"


class _Moves:
    """All moves of the composition out of some pairs, as columns; the abstraction has to answer each."""

    def __init__(self, walk: _Walk, pairs: Keys) -> None:
        self.walk = walk
        self.key = (pairs >> walk.bits).astype(walk.joint.dtype)
        state = (pairs & ((1 << walk.bits) - 1)).astype(np.int64)
        batch = walk.joint.expand(self.key)
        count, free = len(pairs), walk.free
        every = np.tile(np.arange(count), len(free))
        self.action = np.concatenate([batch.action, np.full(len(every), -1)])
        self.source = np.concatenate([batch.source, every])
        self.label = np.concatenate([walk.label[batch.action], np.repeat(np.array(free, dtype=np.int64), count)])
        self.target = np.concatenate([batch.target, self.key[every]])
        self.bad = np.concatenate([batch.bad, np.zeros(len(every), dtype=bool)])
        self.before = state[self.source]

    def name(self, i: int) -> str:
        """The action of a move."""
        if self.action[i] >= 0:
            return self.walk.joint.actions[int(self.action[i])]
        return self.walk.small.lts.action(int(self.label[i]))

    def paired(self, answers: Longs) -> Keys:
        """The pairs that the moves and their answers lead to."""
        return np.asarray(self.target.astype(self.walk.dtype) << self.walk.bits | answers.astype(self.walk.dtype))

    def answers(self, budget: Budget) -> Longs:
        """For each move the state that the abstraction goes to; -1 where it has no answer."""
        found = np.full(len(self.source), -1, dtype=np.int64)
        self._by_one_step(found)
        self._by_many_steps(found, budget)
        staying = (found < 0) & (self.label == TAU) & ~self.bad
        found[staying] = self.before[staying]
        return found

    def _by_one_step(self, found: Longs) -> None:
        """Rows that one step, or staying after a silent one, leads to: nearly always there is one."""
        small, error = self.walk.small, self.walk.error
        move, state = self._rows_of(np.flatnonzero(~self.bad))
        stays = (self.label[move] == TAU) & (state == self.before[move])
        good = stays | small.has(self.before[move], self.label[move], state)
        found[move[good]] = state[good]
        wrong = np.flatnonzero(self.bad)
        into = small.has(self.before[wrong], self.label[wrong], np.full(len(wrong), error))
        found[wrong[into]] = error

    def _rows_of(self, moves: Longs) -> tuple[Longs, Longs]:
        """The rows about the targets of these moves: the move, and the state of the abstraction."""
        walk = self.walk
        first = self.target[moves].astype(walk.dtype) << walk.bits
        low, high = np.searchsorted(walk.rows, first), np.searchsorted(walk.rows, first + (1 << walk.bits))
        index, at = ragged(low, high)
        return moves[index], (walk.rows[at] & ((1 << walk.bits) - 1)).astype(np.int64)

    def _by_many_steps(self, found: Longs, budget: Budget) -> None:
        """The moves that were left: silent steps before and after, or the way into error."""
        small, error = self.walk.small, self.walk.error
        left = np.flatnonzero(found < 0)
        if not len(left) or small.is_plain:
            return
        move, state = self._rows_of(left)
        for i, goal in zip(move.tolist(), state.tolist(), strict=True):
            if not self.bad[i] and goal in small.after(int(self.before[i]), int(self.label[i]), budget):
                found[i] = goal
        for i in left[found[left] < 0].tolist():
            if error in small.after(int(self.before[i]), int(self.label[i]), budget):
                found[i] = error


class _Weak:
    """The abstraction and its weak steps; its error state is the state after the last, and absorbs."""

    def __init__(self, lts: LTS) -> None:
        self.lts = lts
        self._width = len(lts.alphabet) + 1
        self._target = np.where(lts.target == ERROR, lts.states, lts.target).astype(np.int64)
        largest = lts.states * self._width * (lts.states + 1)
        self._kind: Any = np.int64 if largest.bit_length() <= _WORD_BITS else object
        self._steps = np.sort(self._key(lts.source, lts.label, self._target))
        self._known: dict[tuple[int, int], frozenset[int]] = {}

    def _key(self, source: Ints, label: Ints, target: Ints) -> Keys:
        """A step as one number, which must not overflow: two steps would look the same."""
        key = (source.astype(self._kind) * self._width + label) * (self.lts.states + 1) + target
        return np.asarray(key, dtype=self._kind)

    def has(self, source: Ints, label: Ints, target: Ints) -> Flags:
        """Which of these are single steps."""
        return contains(self._steps, self._key(source, label, target))

    @cached_property
    def is_plain(self) -> bool:
        """Whether every weak step is a single one."""
        return not bool((self.lts.label == TAU).any()) and not self.lts.has_error

    def after(self, state: int, label: int, budget: Budget) -> frozenset[int]:
        """The states after silent steps, a step under the label (none when that is silent) and silent steps."""
        if (state, label) not in self._known:
            budget.check()
            before = self._closure({state})
            reached = before if label == TAU else self._closure(set(self._next(before, label)))
            self._known[state, label] = frozenset(reached | (before & {self.lts.states}))
        return self._known[state, label]

    def _closure(self, states: set[int]) -> set[int]:
        stack = list(states)
        while stack:
            for target in self._next([stack.pop()], TAU):
                if target not in states:
                    states.add(target)
                    stack.append(target)
        return states

    def _next(self, states: Sequence[int] | set[int], label: int) -> Iterator[int]:
        for state in states:
            if state != self.lts.states:
                low, high = int(self.lts.row[state]), int(self.lts.row[state + 1])
                yield from self._target[low:high][self.lts.label[low:high] == label].tolist()
