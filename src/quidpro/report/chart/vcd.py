"""A run of variables as a value change dump (IEEE 1364, clause 18), which waveform viewers read.

A position is a nanosecond. Dots in names make scopes. What is neither a boolean nor a number is a string,
which GTKWave knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quidpro.core.errors import UsageError
from quidpro.core.words import split_unquoted
from quidpro.verdict.chart import Chart

_NO_VALUES = "a value change dump holds variables, and this counterexample has none: write it as .svg, .html or .json"
_BITS = {"TRUE": "1", "FALSE": "0", "": "x"}
_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"(-?)0([us])d(\d+)_(\d+)")
_FIRST, _LETTERS = 33, 94


@dataclass(frozen=True)
class Signal:
    """A row as the file has it."""

    code: str
    kind: str
    width: int

    def declared(self, name: str) -> str:
        """``$var wire 1 ! late $end``."""
        return f"$var {self.kind} {self.width} {self.code} {_plain(name)} $end"

    def change(self, value: str) -> str:
        """The line that gives it a value."""
        if self.kind == "wire":
            return f"{_BITS[value]}{self.code}"
        if self.kind == "string":
            return f"s{_plain(value) or '?'} {self.code}"
        return f"b{_binary(_whole(value), self.width) if value else 'x'} {self.code}"


def to_vcd(chart: Chart) -> str:
    """The text; UsageError where there are no variables."""
    if chart.lanes or not chart.rows:
        raise UsageError(_NO_VALUES)
    signals = [_signal(i, [p.values[i] for p in chart.positions]) for i in range(len(chart.rows))]
    return "\n".join([*_head(chart, signals), *_changes(chart, signals)]) + "\n"


def _plain(text: str) -> str:
    """Without what would end a word of the file."""
    return "".join(letter if "!" <= letter <= "~" else f"\\u{ord(letter):04x}" for letter in text)


def _code(number: int) -> str:
    letters = chr(_FIRST + number % _LETTERS)
    while number := number // _LETTERS:
        letters += chr(_FIRST + number % _LETTERS)
    return letters


def _signal(number: int, values: Sequence[str]) -> Signal:
    said = [value for value in values if value]
    code = _code(number)
    if all(value in _BITS for value in said):
        return Signal(code, "wire", 1)
    if all(_NUMBER.fullmatch(value) for value in said):
        return Signal(code, "integer", max(32, *(int(value).bit_length() + 1 for value in said)))
    words = [_WORD.fullmatch(value) for value in said]
    if words[0] is not None and all(words):
        return Signal(code, "reg", int(words[0][3]))
    return Signal(code, "string", 1)


def _whole(value: str) -> int:
    word = _WORD.fullmatch(value)
    return int(word[1] + word[4]) if word else int(value)


def _binary(value: int, width: int) -> str:
    return format(value % (1 << width), "b")


def _head(chart: Chart, signals: Sequence[Signal]) -> Iterator[str]:
    yield f"$comment {' '.join(map(_plain, chart.title.replace('$', '_').split()))} $end"
    if chart.loop is not None:
        yield f"$comment the state at {len(chart.positions) - 1} is that at {chart.loop} again $end"
    yield "$timescale 1ns $end"
    scope: list[str] = ["main"]
    yield "$scope module main $end"
    for row, signal in zip(chart.rows, signals, strict=True):
        *path, name = ["main", *split_unquoted(row.name, r"\.")]
        shared = _common(scope, path)
        yield from ["$upscope $end"] * (len(scope) - shared)
        yield from (f"$scope module {_plain(part)} $end" for part in path[shared:])
        scope = path
        yield signal.declared(name)
    yield from ["$upscope $end"] * len(scope)
    yield "$enddefinitions $end"


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _changes(chart: Chart, signals: Sequence[Signal]) -> Iterator[str]:
    """Every value at the beginning, then what changes; the last position lasts as long as the others."""
    before: Sequence[str | None] = [None] * len(signals)
    for time, position in enumerate(chart.positions):
        yield f"#{time}"
        rows = zip(signals, position.values, before, strict=True)
        yield from (signal.change(value) for signal, value, old in rows if value != old)
        before = position.values
    yield f"#{len(chart.positions)}"
