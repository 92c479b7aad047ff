"""And-inverter graphs with latches, and their binary AIGER form (Biere, Heljanko, Wieringa: AIGER 1.9, 2011).

A literal is twice a node, plus one where it is negated; 0 is false, 1 is true. Written for the benchmark alone: nothing
of quidpro is used here, so that another tool can be asked about the same model without our readers between.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FALSE, TRUE = 0, 1


@dataclass
class Latch:
    node: int
    reset: bool | None
    next: int = FALSE


@dataclass
class Gates:
    """Nodes are numbered as they come; inputs and latches may be added at any time."""

    nodes: int = 0
    inputs: list[int] = field(default_factory=list)
    latches: list[Latch] = field(default_factory=list)
    ands: list[tuple[int, int, int]] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)
    constraints: list[int] = field(default_factory=list)
    _known: dict[tuple[int, int], int] = field(default_factory=dict)

    def _node(self) -> int:
        self.nodes += 1
        return self.nodes

    def input(self) -> int:
        self.inputs.append(self._node())
        return 2 * self.nodes

    def latch(self, reset: bool | None) -> Latch:
        self.latches.append(Latch(self._node(), reset))
        return self.latches[-1]

    def conjunction(self, left: int, right: int) -> int:
        left, right = max(left, right), min(left, right)
        if right == FALSE or left == right ^ 1:
            return FALSE
        if right == TRUE or left == right:
            return left
        if (left, right) not in self._known:
            self._known[left, right] = 2 * self._node()
            self.ands.append((self.nodes, left, right))
        return self._known[left, right]

    def disjunction(self, left: int, right: int) -> int:
        return self.conjunction(left ^ 1, right ^ 1) ^ 1

    def mux(self, condition: int, then: int, otherwise: int) -> int:
        return self.disjunction(self.conjunction(condition, then), self.conjunction(condition ^ 1, otherwise))

    def exclusive(self, left: int, right: int) -> int:
        return self.mux(left, right ^ 1, right)

    def aiger(self) -> bytes:
        """The binary file: inputs first, then latches, then gates in an order in which each follows what it reads."""
        number = {0: 0}
        for node in (*self.inputs, *(latch.node for latch in self.latches), *(gate for gate, _, _ in self.ands)):
            number[node] = len(number)

        def literal(one: int) -> int:
            return 2 * number[one >> 1] | one & 1

        def reset(latch: Latch) -> str:
            return (
                f" {2 * number[latch.node]}" if latch.reset is None else f" {int(latch.reset)}" if latch.reset else ""
            )

        sizes = [self.nodes, len(self.inputs), len(self.latches), 0, len(self.ands), len(self.bad)]
        sizes += [len(self.constraints)] if self.constraints else []
        lines = ["aig " + " ".join(map(str, sizes))]
        lines += [f"{literal(latch.next)}{reset(latch)}" for latch in self.latches]
        lines += [str(literal(one)) for one in (*self.bad, *self.constraints)]
        coded = bytearray()
        for gate, left, right in self.ands:
            high, low = sorted((literal(left), literal(right)), reverse=True)
            coded += _delta(2 * number[gate] - high) + _delta(high - low)
        return "\n".join(lines).encode() + b"\n" + bytes(coded)


def _delta(value: int) -> bytes:
    """Seven bits a byte, the lowest first, the top bit where more follow."""
    coded = bytearray()
    while value > 0x7F:
        coded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*coded, value])
