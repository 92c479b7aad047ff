"""Formulas of safe-pCTL on a joint of parts: bounds of the maximal probabilities, checked exactly.

For each P over an unbounded U the certificate lists values of states; X and bounded U are computed.

``holds`` is shown by *upper* bounds; a state that is not listed has 1. They bound the maximal probabilities when they
satisfy the Bellman inequalities: where a value is below 1 the right side is not met, and where the left side is met no
transition leads to more, on average, than the state's own value. That is a pre-fixed point, and the maximal
probability is the least one. Formulas inside a P are taken to hold wherever they *may* hold, by the upper bounds of
their own, which can only raise the probabilities around them.

Where there is no tree ``violated`` is shown by *lower* bounds; a state not listed has 0. Each listed state meets
the right side, or it meets the left side and has a transition that leads to no less, on average, than its own value;
and taking such transitions one can come from every listed state to one that meets the right side or is not listed. A
scheduler that takes them leaves the listed states almost surely, so that it has at least these values. Formulas inside
are taken to hold only where they *must*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from quidpro.checker.conclusion import Rejected
from quidpro.checker.probabilistic.parts import Joint, common_denominator, fraction
from quidpro.core.budget import Budget
from quidpro.logic.pctl import And, AtMost, Exceeds, Formula, Mark, Next, Or, State, Truth, Until, limits

_SLICE = 2048


def is_satisfied(state: State, marks: frozenset[str], allowed: Callable[[AtMost], bool]) -> bool:
    """Whether a formula holds where there are these marks and these limits are kept."""
    match state:
        case Truth(value):
            return value
        case Mark(name, present):
            return (name in marks) == present
        case And(parts):
            return all(is_satisfied(part, marks, allowed) for part in parts)
        case Or(parts):
            return any(is_satisfied(part, marks, allowed) for part in parts)
        case AtMost():
            return allowed(state)
        case Exceeds(limit):
            return not allowed(limit)


def check_bounds(joint: Joint, formula: Formula, values: Any, what: str, budget: Budget) -> None:
    """Refuse values that do not show that the joint satisfies the formula."""
    bounds = _Upper(joint, formula, values, what, budget)
    bounds.check()
    if not bounds.allow(formula):
        raise Rejected(f"{what}: the values do not show that the formula holds")


def check_scheduler(joint: Joint, formula: Formula, values: Any, budget: Budget) -> None:
    """Refuse values that do not show that the joint violates the formula."""
    bounds = _Lower(joint, formula, values, "the scheduler", budget)
    bounds.check()
    if bounds.allow(formula):
        raise Rejected("the values do not show that the formula is violated")


class _Bounds(ABC):
    """Bounds of maximal probabilities, all on one side of them; the listed ones as integers over a denominator."""

    unlisted: int
    """What a state has that is not listed: 0 or 1."""

    def __init__(self, joint: Joint, formula: Formula, values: Any, what: str, budget: Budget) -> None:
        self.joint, self.what, self.budget = joint, what, budget
        self.listed: dict[AtMost, dict[int, int]] = {}
        self.denominator: dict[AtMost, int] = {}
        self.known: dict[tuple[State, int], bool] = {}
        unbounded = [limit for limit in limits(formula.root) if needs_values(limit)]
        if not isinstance(values, list) or len(values) != len(unbounded):
            raise Rejected(f"{what} needs values for {len(unbounded)} formulas")
        for limit, fields in zip(unbounded, values, strict=True):
            try:
                self._read(limit, fields)
            except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as wrong:
                raise Rejected(f"{what}: the values are misshapen: {wrong!r}") from None

    def _read(self, limit: AtMost, fields: Any) -> None:
        different = [fraction(text) for text in fields["values"]]
        denominator = common_denominator(different)
        scaled = [int(value * denominator) for value in different]
        listed: dict[int, int] = {}
        sizes = [part.states for part in self.joint.parts]
        for *states, index in fields["rows"]:
            whole = all(type(s) is int and 0 <= s < size for s, size in zip(states, sizes, strict=True))
            if not whole or type(index) is not int or not 0 <= index < len(scaled) or scaled[index] > denominator:
                raise Rejected(f"{self.what}: a value is of no state, or no probability")
            listed[self.joint.code(states)] = scaled[index]
        self.listed[limit], self.denominator[limit] = listed, denominator

    def check(self) -> None:
        """The listed values, those of formulas inside first."""
        for limit, listed in self.listed.items():
            assert isinstance(limit.path, Until)
            self.check_listed(limit.path, listed, self.denominator[limit])

    @abstractmethod
    def check_listed(self, path: Until, listed: dict[int, int], whole: int) -> None:
        """Refuse values that are no bounds."""

    def allow(self, formula: Formula) -> bool:
        """Whether the initial state satisfies the formula if the bounds are taken for the probabilities."""
        return self.held(formula.root, self.joint.initial)

    def held(self, state: State, code: int) -> bool:
        """Whether a formula holds in a state if the bounds are taken for the probabilities."""
        found = self.known.get((state, code))
        if found is None:
            found = is_satisfied(state, self.joint.marks(code), lambda limit: limit.allows(self.bound(limit, code)))
            self.known[state, code] = found
        return found

    def bound(self, limit: AtMost, code: int) -> Fraction:
        """The bound of the maximal probability."""
        path = limit.path
        if isinstance(path, Next):
            return self._most(code, lambda child: Fraction(self.held(path.inner, child)))
        if path.steps is None:
            whole = self.denominator[limit]
            return Fraction(self.listed[limit].get(code, whole * self.unlisted), whole)
        return self._within(path, path.steps, code)

    def _most(self, code: int, value: Callable[[int], Fraction]) -> Fraction:
        found = Fraction(0)
        for _, total, row in self.joint.moves(code):
            found = max(found, sum((weight * value(child) for child, weight in row), Fraction(0)) / total)
        return found

    def _within(self, path: Until, steps: int, start: int) -> Fraction:
        """Bounded U: of all states that ``steps`` steps may lead to, one step more in every round."""
        going = self._going(path, steps, start)
        values = {child: Fraction(self.held(path.right, child)) for row in going.values() for child in row}
        values[start] = Fraction(self.held(path.right, start))
        for _ in range(steps):
            self.budget.check()
            after = {code: self._most(code, values.__getitem__) for code in going}
            if all(values[code] == value for code, value in after.items()):
                break
            values |= after
        return values[start]

    def _going(self, path: Until, steps: int, start: int) -> dict[int, set[int]]:
        """The states from which a path goes on, with those that follow."""
        going: dict[int, set[int]] = {}
        layer = {start}
        for _ in range(steps):
            self.budget.check()
            new = [code for code in layer if code not in going and self._goes_on(path, code)]
            going |= {code: {child for _, _, row in self.joint.moves(code) for child, _ in row} for code in new}
            layer = {child for code in new for child in going[code]}
            if not layer:
                break
        return going

    def _goes_on(self, path: Until, code: int) -> bool:
        return not self.held(path.right, code) and self.held(path.left, code)

    def describe(self, code: int) -> str:
        """A state in words."""
        return "(" + ", ".join(map(str, self.joint.vector(code))) + ")"


class _Upper(_Bounds):
    unlisted = 1

    def check_listed(self, path: Until, listed: dict[int, int], whole: int) -> None:
        """The Bellman inequalities of the listed states."""
        for done, (code, value) in enumerate(listed.items()):
            if done % _SLICE == 0:
                self.budget.check()
            if value == whole:
                continue
            if self.held(path.right, code):
                raise Rejected(f"{self.what}: the value of {self.describe(code)} is below 1, where the goal may be met")
            if self.held(path.left, code):
                for action, total, row in self.joint.moves(code):
                    if sum(weight * listed.get(child, whole) for child, weight in row) > value * total:
                        raise Rejected(f"{self.what}: {action} of {self.describe(code)} leads to more than its value")


class _Lower(_Bounds):
    unlisted = 0

    def check_listed(self, path: Until, listed: dict[int, int], whole: int) -> None:
        """The listed states are left almost surely by transitions that keep their values."""
        into: dict[int, list[int]] = {}
        away: list[int] = []
        for done, code in enumerate(listed):
            if done % _SLICE == 0:
                self.budget.check()
            if self.held(path.right, code):
                away.append(code)
            elif self.held(path.left, code):
                for child in self._kept(code, listed):
                    into.setdefault(child, []).append(code)
        away.extend(child for child in into if child not in listed)
        left = set(away)
        for code in away:
            for source in into.get(code, ()):
                if source not in left:
                    left.add(source)
                    away.append(source)
        stuck = next((code for code in listed if code not in left), None)
        if stuck is not None:
            raise Rejected(f"{self.what}: nothing leads from {self.describe(stuck)} to where its value comes from")

    def _kept(self, code: int, listed: dict[int, int]) -> set[int]:
        """The states that transitions lead to which keep the value of a state."""
        kept: set[int] = set()
        for _, total, row in self.joint.moves(code):
            if sum(weight * listed.get(child, 0) for child, weight in row) >= listed[code] * total:
                kept.update(child for child, _ in row)
        return kept


def needs_values(limit: AtMost) -> bool:
    """Whether a certificate lists values for a limit: for an unbounded U."""
    return isinstance(limit.path, Until) and limit.path.steps is None
