"""Operators by precedence without recursion: Dijkstra's shunting yard for SMV's expressions.

A higher level binds tighter. Prefix operators have levels too: ``AG x = 1`` takes in the comparison, ``!x = 1`` does
not. Parentheses and the two halves of ``c ? a : b`` wait on the same stack, so depth costs no Python stack. Chains of
``&``, ``|`` and ``+`` become one node with many arguments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from quidpro.frontend.smv.ast import Node

INFIX = {
    "->": 1, "<->": 2, "?": 3, "|": 4, "xor": 4, "xnor": 4, "&": 5, "U": 6, "S": 6, "V": 6, "T": 6,
    "=": 8, "!=": 8, "<": 8, ">": 8, "<=": 8, ">=": 8, "in": 9, "union": 10, "..": 11, "<<": 12, ">>": 12,
    "+": 13, "-": 13, "*": 14, "/": 14, "mod": 14, "::": 15,
}  # fmt: skip
TEMPORAL = 7
TIGHTEST = 16
CONDITIONAL = INFIX["?"]
_RIGHT = ("->", "?")
_CHAINS = ("&", "|", "+")


@dataclass(slots=True)
class _Waiting:
    """An operator that waits for its right side, an open parenthesis, or a ``?`` that waits for its ``:``."""

    kind: Literal["infix", "prefix", "open", "question"]
    level: int
    node: Node


@dataclass
class Yard:
    """Operands read so far and operators that wait."""

    operands: list[Node] = field(default_factory=list)
    waiting: list[_Waiting] = field(default_factory=list)
    opened: int = 0

    def open(self, offset: int) -> None:
        """An opening parenthesis."""
        self.waiting.append(_Waiting("open", 0, Node("(", [], offset)))
        self.opened += 1

    def prefix(self, node: Node, level: int) -> None:
        """An operator before its operand."""
        self.waiting.append(_Waiting("prefix", level, node))

    def operand(self, node: Node) -> None:
        """A complete operand."""
        self.operands.append(node)

    def infix(self, op: str, offset: int) -> None:
        """An operator between two operands."""
        level = INFIX[op]
        self._settle(level + 1 if op in _RIGHT else level)
        kind: Literal["infix", "question"] = "question" if op == "?" else "infix"
        self.waiting.append(_Waiting(kind, 0 if op == "?" else level, Node(op, [], offset, len(op))))

    def colon(self) -> bool:
        """The ``:`` of a conditional, if one waits for it here."""
        index = self._barrier()
        if index is None or self.waiting[index].kind != "question":
            return False
        self._settle(1)
        question = self.waiting.pop()
        question.node.args = [self.operands.pop(-2), self.operands.pop()]
        self.waiting.append(_Waiting("prefix", CONDITIONAL, question.node))
        return True

    def close(self) -> bool:
        """A closing parenthesis, if one is open and nothing inside it waits for a ``:``."""
        self._settle(1)
        if not self.waiting or self.waiting[-1].kind != "open":
            return False
        self.waiting.pop()
        self.opened -= 1
        return True

    def pending(self) -> _Waiting | None:
        """The innermost parenthesis or question that is not complete."""
        self._settle(1)
        return self.waiting[-1] if self.waiting else None

    def _barrier(self) -> int | None:
        for index in range(len(self.waiting) - 1, -1, -1):
            if self.waiting[index].level == 0:
                return index
        return None

    def _settle(self, level: int) -> None:
        waiting, operands = self.waiting, self.operands
        while waiting and waiting[-1].level >= level:
            top = waiting.pop()
            if top.kind == "infix":
                right = operands.pop()
                operands[-1] = _join(top.node, operands[-1], right)
            else:
                top.node.args.append(operands[-1])
                operands[-1] = top.node


def _join(node: Node, left: Node, right: Node) -> Node:
    """A binary node, or one more argument of the chain to its left."""
    if node.op in _CHAINS and left.op == node.op:
        left.args.append(right)
        return left
    node.args = [left, right]
    return node
