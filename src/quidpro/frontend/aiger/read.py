"""From an AIGER text to its graph, version 1.9 (Biere, Heljanko and Wieringa 2011): ASCII and binary.

The header tells which of the two it is, whatever the file is called. In the binary form a character of the text is a
byte; inputs and the literals of latches and gates are numbered through and not written, and gates are written as the
differences between literals, seven bits a byte, the lowest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.aiger.graph import Graph, Latch
from quidpro.frontend.aiger.lines import Lines

MAX_VARIABLES = 8_000_000
MAX_REGISTERS = 1_000_000
"""So many inputs, and latches: a binary file does not list inputs, and a wrong header could ask for any number."""
_HEADER = re.compile(r"a[ai]g((?: [0-9]{1,10}){5,9})[ \t\r]*")
_SYMBOL = re.compile(r"([ilobcjf])([0-9]{1,9}) (.+)")
_LONGEST = 5
"""Bytes of a difference between literals of at most 32 bits."""


@dataclass(frozen=True)
class Header:
    """How many there are of each kind, and the greatest number of a variable."""

    binary: bool
    variables: int
    inputs: int
    latches: int
    outputs: int
    gates: int
    bad: int = 0
    constraints: int = 0
    justice: int = 0
    fairness: int = 0


def read_graph(source: Source) -> Graph:
    """The graph of a text; InputError for the first thing that is wrong, after which nothing else can be trusted."""
    return _Reader(Lines(source)).read()


class _Reader:
    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._graph = Graph()
        self._defined: set[int] = {0}
        """The variables that are inputs, latches or gates; 0 is the constant."""
        self._used: list[tuple[int, int]] = []
        """Literals that have to be defined somewhere, and the offsets of their lines."""

    def read(self) -> Graph:
        header = self._header = self._read_header()
        graph = self._graph
        self._read_inputs()
        self._read_latches()
        for letter, number, found in (
            ("o", header.outputs, graph.outputs),
            ("b", header.bad, graph.bad),
            ("c", header.constraints, graph.constraints),
        ):
            found.extend(self._literals(letter, number))
        self._read_justice()
        graph.fairness.extend(self._literals("f", header.fairness))
        if header.binary:
            self._read_bytes()
        else:
            self._read_gates()
        self._read_symbols()
        self._check_used()
        return graph

    def _read_header(self) -> Header:
        line = self._lines.line()
        match = _HEADER.fullmatch(line)
        if match is None:
            hint = "the first line is aag M I L O A, or aig M I L O A, with up to four numbers behind it"
            raise self._lines.wrong("this is not the header of an AIGER file", hint, len(line))
        numbers = [int(word) for word in match[1].split()]
        header = Header(line.startswith("aig"), *numbers)
        defined = header.inputs + header.latches + header.gates
        if max(header.inputs, header.latches) > MAX_REGISTERS or max(numbers) > MAX_VARIABLES:
            most = f"{MAX_REGISTERS:,} inputs and latches and {MAX_VARIABLES:,} variables"
            raise self._lines.wrong(f"the header promises more than the {most} that can be read", "", len(line))
        if header.variables < defined or (header.binary and header.variables > defined):
            what = f"{defined} inputs, latches and gates, and the greatest variable is {header.variables}"
            hint = "M is I + L + A" if header.binary else "M is at least I + L + A"
            raise self._lines.wrong(f"the header promises {what}", hint, len(line))
        return header

    def _read_inputs(self) -> None:
        for position in range(self._header.inputs):
            if self._header.binary:
                literal = 2 * (position + 1)
            else:
                (literal,) = self._lines.numbers(1, 1, "the literal of an input")
            self._define(literal, "input")
            self._graph.inputs.append(literal)
            self._mark("i", position)

    def _read_latches(self) -> None:
        own = 0 if self._header.binary else 1
        for position in range(self._header.latches):
            numbers = self._lines.numbers(1 + own, 2 + own, "a latch")
            literal = numbers[0] if own else 2 * (self._header.inputs + position + 1)
            self._define(literal, "latch")
            following, reset = numbers[own], numbers[own + 1] if len(numbers) > own + 1 else 0
            if reset not in (0, 1, literal):
                hint = f"it is 0, 1, or {literal} for a latch that may be anything at first"
                raise self._lines.wrong(f"{reset} is no initial value of a latch", hint)
            self._use(following)
            self._graph.latches.append(Latch(literal, following, reset))
            self._mark("l", position)

    def _literals(self, letter: str, number: int) -> Iterator[int]:
        """A section of literals, one a line."""
        for position in range(number):
            (literal,) = self._lines.numbers(1, 1, "a literal")
            self._use(literal)
            if letter:
                self._mark(letter, position)
            yield literal

    def _read_justice(self) -> None:
        sizes = []
        for position in range(self._header.justice):
            sizes += self._lines.numbers(1, 1, "the size of a justice property")
            self._mark("j", position)
        for size in sizes:
            self._graph.justice.append(list(self._literals("", size)))

    def _read_gates(self) -> None:
        for _ in range(self._header.gates):
            literal, left, right = self._lines.numbers(3, 3, "an and-gate")
            self._define(literal, "gate")
            self._use(left)
            self._use(right)
            self._graph.gates[literal >> 1] = left, right
            self._mark("a", literal >> 1)

    def _read_bytes(self) -> None:
        """Gates of the binary form; what they read comes before them, so that there is nothing to check later."""
        lines, gates = self._lines, self._graph.gates
        first = self._header.inputs + self._header.latches + 1
        at, text = lines.end, lines.text
        for variable in range(first, first + self._header.gates):
            lines.offset = min(at, len(text) - 1)
            differences = []
            for _ in range(2):
                difference, at = _number(text, at)
                differences.append(difference)
            left = 2 * variable - differences[0]
            right = left - differences[1]
            if at < 0 or differences[0] == 0 or right < 0:
                what = "this is no and-gate" if at >= 0 else "the file ends, or is damaged, inside the and-gates"
                raise lines.wrong(what, f"the header promises {self._header.gates} of them")
            gates[variable] = left, right
            self._defined.add(variable)
        lines.end = at

    def _read_symbols(self) -> None:
        header, lines = self._header, self._lines
        counts = {
            "i": header.inputs, "l": header.latches, "o": header.outputs, "b": header.bad,
            "c": header.constraints, "j": header.justice, "f": header.fairness,
        }  # fmt: skip
        while not lines.done:
            line = lines.line().rstrip("\r")
            if line == "c" or (not line and lines.done):
                return
            match = _SYMBOL.fullmatch(line)
            if match is None:
                hint = "after the gates come symbols, as in 'i0 name', and behind a line 'c' comments"
                raise lines.wrong("this is neither a symbol nor the start of the comments", hint, len(line))
            key = match[1], int(match[2])
            if key[1] >= counts[key[0]]:
                hint = f"the header promises {counts[key[0]]} of them, counted from 0"
                raise lines.wrong(f"there is no {match[1]}{match[2]}", hint, len(line))
            if key in self._graph.symbols:
                raise lines.wrong(f"{match[1]}{key[1]} has a symbol already", "", len(line))
            self._graph.symbols[key] = match[3].strip()

    def _define(self, literal: int, what: str) -> None:
        if literal & 1 or literal < 2 or literal > 2 * self._header.variables + 1:
            hint = f"it is an even number from 2 to {2 * self._header.variables}"
            raise self._lines.wrong(f"{literal} is not the literal of a variable, which {_a(what)} needs", hint)
        if literal >> 1 in self._defined:
            raise self._lines.wrong(f"{literal} is defined twice", "every variable is an input, a latch or a gate")
        self._defined.add(literal >> 1)

    def _use(self, literal: int) -> None:
        if literal > 2 * self._header.variables + 1:
            hint = f"the greatest literal is {2 * self._header.variables + 1}, by the header"
            raise self._lines.wrong(f"the literal {literal} is too large", hint)
        self._used.append((literal, self._lines.offset))

    def _mark(self, letter: str, position: int) -> None:
        self._graph.offsets[letter, position] = self._lines.offset

    def _check_used(self) -> None:
        for literal, offset in self._used:
            if literal >> 1 not in self._defined:
                message = f"the literal {literal} is used and not defined"
                hint = f"no input, latch or gate has the literal {literal & ~1}"
                raise InputError([Diagnostic(message, self._lines.source, offset, 1, hint)])


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def _number(text: str, at: int) -> tuple[int, int]:
    """A difference of literals and where the text goes on; -1 where it ends or goes on too long."""
    found = shift = 0
    for _ in range(_LONGEST):
        if not 0 <= at < len(text):
            return 0, -1
        byte = ord(text[at])
        at += 1
        found |= (byte & 0x7F) << shift
        if byte < 0x80:
            return found, at
        shift += 7
    return 0, -1
