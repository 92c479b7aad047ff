"""Machines of bits as AIGER files (Biere 2007; Biere, Heljanko, Wieringa 2011), in text and in binary.

In a file inputs come first, then latches, then conjunctions, each numbered in this order. A latch may begin with 0,
with 1 or with anything; in a violation the constraint holds at every moment, that of the violation included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from quidpro.solvers.aig import FALSE, TRUE, Aig
from quidpro.solvers.circuit import Circuit, settled


@dataclass(frozen=True)
class Aiger:
    """What a file has: literals of a graph, those of ``inputs`` and ``latches`` without negation.

    ``names`` are those of the inputs, then of the latches, then of what is bad; an empty one is left out.
    """

    graph: Aig
    inputs: Sequence[int]
    latches: Sequence[int]
    next: Sequence[int]
    reset: Sequence[int | None]
    bad: int
    constraint: int = TRUE
    names: Sequence[str] = ()

    def text(self) -> str:
        """The file in the format ``aag``."""
        file = _Numbered(self)
        lines = [f"aag {file.header}"]
        lines += [str(2 * (i + 1)) for i in range(len(self.inputs))]
        lines += [f"{file.literal(x)} {rest}" for x, rest in zip(self.latches, file.latches(), strict=True)]
        lines += file.properties()
        lines += [f"{gate} {a} {b}" for gate, a, b in file.gates()]
        lines += self._symbols()
        return "\n".join(lines) + "\n"

    def binary(self) -> bytes:
        """The file in the format ``aig``."""
        file = _Numbered(self)
        lines = [f"aig {file.header}", *file.latches(), *file.properties()]
        gates = bytearray()
        for gate, a, b in file.gates():
            gates += _varying(gate - a) + _varying(a - b)
        symbols = "".join(f"{line}\n" for line in self._symbols())
        return ("\n".join(lines) + "\n").encode() + bytes(gates) + symbols.encode()

    def _symbols(self) -> Iterator[str]:
        if self.names:
            places = [f"i{i}" for i in range(len(self.inputs))] + [f"l{i}" for i in range(len(self.latches))]
            for place, name in zip([*places, "b0"], self.names, strict=True):
                if name:
                    yield f"{place} {name}"


INITIALISED, FAILED = "initialised", "failed"
"""What latches are called that say: this is not the first moment; a step before it was none."""


def as_aiger(circuit: Circuit, names: Mapping[int, str], bad: str) -> Aiger:
    """A machine as a file that means the same; ``names`` are those of some inputs and latches, by their literals.

    Initial states are constrained by what a latch says of the moment. Steps are not: a state is bad also where it has
    no successor, so that a constraint which must hold of the last moment too would exclude too much.
    """
    circuit, graph = settled(circuit), circuit.graph
    latches, following, reset = list(circuit.latches), list(circuit.next), list(circuit.reset)
    named = dict(names)
    allowed, failing = TRUE, circuit.bad

    def add(name: str, after: Callable[[int], int]) -> int:
        latch = graph.input()
        latches.append(latch)
        following.append(after(latch))
        reset.append(0)
        named[latch] = name
        return latch

    if circuit.start != TRUE:
        allowed = graph.disj(add(INITIALISED, lambda _: TRUE), circuit.start)
    if circuit.constraint != TRUE:
        failed = add(FAILED, lambda latch: graph.disj(latch, circuit.constraint ^ 1))
        failing = graph.conj(failing, failed ^ 1)
    told = [*(named.get(x, "") for x in (*circuit.inputs, *latches)), bad]
    return Aiger(graph, circuit.inputs, latches, following, reset, failing, allowed, told)


class _Numbered:
    """The nodes of a graph by their numbers in the file."""

    def __init__(self, aiger: Aiger) -> None:
        self._aiger = aiger
        graph = aiger.graph
        self._gates = [n for n in graph.cone([*aiger.next, aiger.bad, aiger.constraint]) if graph.left[n] >= 0]
        nodes = [0, *(x >> 1 for x in (*aiger.inputs, *aiger.latches)), *self._gates]
        self._number = {node: i for i, node in enumerate(nodes)}
        constraints = int(aiger.constraint != TRUE)
        sizes = [len(nodes) - 1, len(aiger.inputs), len(aiger.latches), 0, len(self._gates), 1, constraints]
        self.header = " ".join(map(str, sizes if constraints else sizes[:-1]))

    def literal(self, literal: int) -> int:
        """A literal as the file has it."""
        return 2 * self._number[literal >> 1] + (literal & 1)

    def latches(self) -> Iterator[str]:
        """What follows each latch, and what it begins with unless that is 0."""
        aiger = self._aiger
        for latch, following, reset in zip(aiger.latches, aiger.next, aiger.reset, strict=True):
            begins = self.literal(latch) if reset is None else reset
            yield f"{self.literal(following)} {begins}" if begins != FALSE else f"{self.literal(following)}"

    def properties(self) -> list[str]:
        """What is bad, and the constraint if there is one."""
        aiger = self._aiger
        return [str(self.literal(x)) for x in (aiger.bad, *([aiger.constraint] if aiger.constraint != TRUE else []))]

    def gates(self) -> Iterator[tuple[int, int, int]]:
        """The conjunctions: the literal, then the larger and the smaller of its parts."""
        graph = self._aiger.graph
        for node in self._gates:
            a, b = self.literal(graph.left[node]), self.literal(graph.right[node])
            yield 2 * self._number[node], max(a, b), min(a, b)


def _varying(number: int) -> bytes:
    """A number in as many bytes as it takes, seven bits each, the lowest first."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)
