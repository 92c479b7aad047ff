"""The race of method ``auto`` for the terminal: who won, how far the others came, how big the whole system is."""

from __future__ import annotations

from decimal import Decimal
from textwrap import shorten

from quidpro.core.words import counted
from quidpro.verdict.verdict import AnyVerdict, Runner, Size

_WITHOUT_RACE = "Only {method} was asked: no other method was needed, or none decides such questions."
_LEGIBLE = 10**12
"""Numbers up to this are written out."""


def decided_by(verdict: AnyVerdict) -> str:
    """``"lstar, split CLIENTS | SERVER"``; nothing when there is no more to say than the name in the headline."""
    winner = verdict.winner
    if winner is None or len(verdict.race) < 2:
        return ""
    details = [] if winner.split is None else [f"split {winner.split}"]
    details += [f"{name} {value}" for name, value in winner.options.items()]
    return ", ".join([winner.method, *details]) if details else ""


def explained(verdict: AnyVerdict, width: int) -> list[list[str]]:
    """How it was decided: the size of the whole system where that is known, then the race."""
    head = [] if verdict.whole is None else [f"The whole system: {size_in_words(verdict.whole)}."]
    if len(verdict.race) == 1:
        return [[*head, _WITHOUT_RACE.format(method=verdict.race[0].method)]]
    return [head, race_table(verdict, width)] if verdict.race else [head]


def size_in_words(whole: Size) -> str:
    """How large the whole system is, or between what and what."""
    if whole.exact:
        return counted(whole.states, "state")
    return f"at least {counted(whole.states, 'state')}, at most {_legible(whole.bound)}"


def _legible(number: int) -> str:
    """All digits of a number that can be read, the power of ten of one that cannot."""
    if number <= _LEGIBLE:
        return f"{number:,}"
    digits, power = f"{Decimal(number):.1e}".split("e+")
    return f"{digits} × 10^{power}"


def race_table(verdict: AnyVerdict, width: int) -> list[str]:
    """A line for each method that began, and one for the rest; splits and states are as long as half the width."""
    head = ("method", "split", "seconds", "states", "rounds", "MB", "")
    begun = [runner for runner in verdict.race if runner.seconds]
    rows = [head, *(_row(runner, width // 2) for runner in begun)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    idle = len(verdict.race) - len(begun)
    return [_line(row, widths) for row in rows] + ([f"  and {idle} more that did not begin"] if idle else [])


def _row(runner: Runner, most: int) -> tuple[str, ...]:
    options = "".join(f", {name} {value}" for name, value in runner.options.items())
    return (
        runner.method + options,
        shorten(runner.split or "", most, placeholder=" …"),
        f"{runner.seconds:.2f}",
        f"{runner.states:,}" if runner.states else "",
        f"{runner.rounds:,}" if runner.rounds else "",
        f"{runner.peak_memory_mb:,.0f}" if runner.peak_memory_mb else "",
        shorten(runner.state, most, placeholder=" …"),
    )


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    """Words to the left, numbers to the right."""
    words = (0, 1, len(row) - 1)
    sized = enumerate(zip(row, widths, strict=True))
    cells = [cell.ljust(width) if i in words else cell.rjust(width) for i, (cell, width) in sized]
    return "  " + "  ".join(cells).rstrip()
