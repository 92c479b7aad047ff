"""Operators by precedence without recursion: Dijkstra's shunting yard.

Expressions and temporal formulas are both read with it, so that a sum of fifty thousand terms needs no deeper
Python stack than a sum of two. Only what waits for its right side counts as nesting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

_OPEN = 0


@dataclass
class _Waiting(Generic[T]):
    """An operator or an open parenthesis that waits for what comes to its right."""

    level: int
    offset: int
    prefix: Callable[[T], T] | None = None
    infix: Callable[[T, T], T] | None = None


@dataclass
class Yard(Generic[T]):
    """Operands read so far and operators that wait; a higher level binds tighter."""

    operands: list[T] = field(default_factory=list)
    waiting: list[_Waiting[T]] = field(default_factory=list)
    opened: int = 0

    def open(self, offset: int) -> None:
        """An opening parenthesis."""
        self.waiting.append(_Waiting(_OPEN, offset))
        self.opened += 1

    def close(self) -> None:
        """A closing parenthesis; one must be open."""
        self._settle(_OPEN + 1)
        self.waiting.pop()
        self.opened -= 1
        self._settle_prefixes()

    def prefix(self, offset: int, build: Callable[[T], T]) -> None:
        """An operator before its operand; prefixes bind tightest."""
        self.waiting.append(_Waiting(_OPEN, offset, prefix=build))

    def operand(self, value: T) -> None:
        """A complete operand."""
        self.operands.append(value)
        self._settle_prefixes()

    def infix(self, level: int, offset: int, build: Callable[[T, T], T]) -> None:
        """A left-associative operator between two operands."""
        self._settle(level)
        self.waiting.append(_Waiting(level, offset, infix=build))

    def take_operand(self) -> T:
        """What was read in the innermost parenthesis, taken out of it."""
        self._settle(_OPEN + 1)
        return self.operands.pop()

    def clashes(self, level: int) -> bool:
        """Whether an operator of just this level waits in the same parentheses."""
        for operator in reversed(self.waiting):
            if operator.level <= level:
                return operator.level == level
        return False

    def innermost(self) -> int:
        """Where the innermost open parenthesis is."""
        return next(w.offset for w in reversed(self.waiting) if w.level == _OPEN and w.prefix is None)

    def result(self) -> T:
        """What was read; no parenthesis may be open."""
        self._settle(_OPEN + 1)
        return self.operands[0]

    def _settle(self, level: int) -> None:
        waiting, operands = self.waiting, self.operands
        while waiting and waiting[-1].level >= level:
            build = waiting.pop().infix
            assert build is not None
            right = operands.pop()
            operands[-1] = build(operands[-1], right)

    def _settle_prefixes(self) -> None:
        while self.waiting and (build := self.waiting[-1].prefix) is not None:
            self.waiting.pop()
            self.operands[-1] = build(self.operands[-1])
