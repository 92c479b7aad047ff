"""AIGER files by their definition: a reader of both formats, and what can be reached, one valuation at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product


@dataclass
class File:
    """Literals as they stand in the file; a reset is 0, 1 or None; a gate is a literal and its two parts."""

    inputs: list[int] = field(default_factory=list)
    latches: list[int] = field(default_factory=list)
    next: list[int] = field(default_factory=list)
    reset: list[int | None] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    bad: list[int] = field(default_factory=list)
    constraints: list[int] = field(default_factory=list)
    gates: list[tuple[int, int, int]] = field(default_factory=list)
    symbols: dict[str, str] = field(default_factory=dict)

    def values(self, state, inputs):
        """The value of every literal."""
        found = {0: False, 1: True}

        def put(literal, value):
            assert literal % 2 == 0
            assert literal not in found
            found[literal], found[literal + 1] = value, not value

        for literal, value in (*zip(self.latches, state, strict=True), *zip(self.inputs, inputs, strict=True)):
            put(literal, value)
        for gate, a, b in self.gates:
            put(gate, found[a] and found[b])
        return found

    def moments(self, state):
        """What can be the case in a state: the inputs, and the values with them, where the constraints hold."""
        for inputs in product((False, True), repeat=len(self.inputs)):
            values = self.values(state, inputs)
            if all(values[c] for c in self.constraints):
                yield inputs, values

    def initial(self):
        """The states that it may begin with."""
        return set(product(*((False, True) if reset is None else (bool(reset),) for reset in self.reset)))

    def successors(self, state):
        return {tuple(values[x] for x in self.next) for _, values in self.moments(state)}

    def is_bad(self, state):
        return any(values[self.bad[0]] for _, values in self.moments(state))

    def reachable(self):
        seen, waiting = set(), list(self.initial())
        while waiting:
            state = waiting.pop()
            if state not in seen:
                seen.add(state)
                waiting.extend(self.successors(state))
        return seen

    def shortest(self):
        """The steps to the nearest bad state; None when there is none."""
        seen, ring, steps = set(), self.initial(), 0
        while ring:
            if any(map(self.is_bad, ring)):
                return steps
            seen |= ring
            ring = {then for state in ring for then in self.successors(state)} - seen
            steps += 1
        return None


def read(content: bytes) -> File:
    lines = _Lines(content)
    kind, *header = lines.line().split()
    most, inputs, latches, outputs, gates, bad, constraints = [*map(int, header), 0, 0, 0][:7]
    file = File()
    binary = kind == "aig"
    assert kind in ("aig", "aag")
    assert not binary or most == inputs + latches + gates
    file.inputs = [2 * (i + 1) if binary else int(lines.line()) for i in range(inputs)]
    for i in range(latches):
        row = [int(x) for x in lines.line().split()]
        literal = 2 * (inputs + i + 1) if binary else row.pop(0)
        following, begins = (*row, 0)[:2]
        assert begins in (0, 1, literal)
        file.latches.append(literal)
        file.next.append(following)
        file.reset.append(None if begins == literal else begins)
    for kept, count in ((file.outputs, outputs), (file.bad, bad), (file.constraints, constraints)):
        kept.extend(int(lines.line()) for _ in range(count))
    for i in range(gates):
        if binary:
            gate = 2 * (inputs + latches + i + 1)
            a = gate - lines.number()
            b = a - lines.number()
            assert gate > a >= b
        else:
            gate, a, b = map(int, lines.line().split())
        file.gates.append((gate, a, b))
    while line := lines.line():
        place, name = line.split(" ", 1)
        file.symbols[place] = name
    assert max([0, *(x // 2 for x in (*file.inputs, *file.latches, *(g for g, _, _ in file.gates)))]) == most
    return file


class _Lines:
    def __init__(self, content: bytes) -> None:
        self._rest = content

    def line(self) -> str:
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def number(self) -> int:
        """Seven bits in a byte, the lowest first; the highest bit says that there are more."""
        found = shift = 0
        while True:
            byte, self._rest = self._rest[0], self._rest[1:]
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found
