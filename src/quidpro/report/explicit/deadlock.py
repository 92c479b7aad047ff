"""A deadlock in words: why nothing can happen any more, then what each process waits for."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from quidpro.lts.system import System
from quidpro.report.text import counted
from quidpro.verdict.explicit.waiting import Wait, Waiting, circular_wait, stopped, waiting
from quidpro.verdict.types import Trace

_MOST_WAITING = 12
_MOST_LINES = 12


def deadlock_lines(trace: Trace, system: System, width: int) -> list[str]:
    """The circle of those who wait for each other, or those who have stopped; then everyone, one in a line."""
    everyone = waiting(trace, system)
    if not any(one.offers for one in everyone):
        return _why(everyone, width)
    lines = [*_why(everyone, width), "", "Waiting for:"]
    for one in everyone[:_MOST_WAITING]:
        lines += wrap(_wanted(one), width, subsequent_indent="    ", max_lines=3, placeholder=" …")
    rest = len(everyone) - _MOST_WAITING
    return [*lines, f"  … and {counted(rest, 'process', 'processes')} more"] if rest > 0 else lines


def _wanted(one: Waiting) -> str:
    offered = ", ".join(offer.action for offer in one.offers)
    return f"  {one.component}: {offered or f'nothing, it has {_manner([one])}'}"


def _why(everyone: Sequence[Waiting], width: int) -> list[str]:
    if cycle := circular_wait(everyone):
        head = "Nothing can happen any more: each of these waits for the next one to join in."
        return [*wrap(head, width), *_circle(cycle, width)]
    idle = stopped(everyone)
    names = " and ".join(one.component for one in idle)
    have = "has" if len(idle) == 1 else "have"
    why = f"everybody waits for {names}, which {have} {_manner(idle)}"
    if len(idle) == len(everyone):
        why = f"{names} {have} {_manner(idle)}" if len(idle) == 1 else f"all have {_manner(idle)}"
    return wrap(f"Nothing can happen any more: {why}.", width, max_lines=_MOST_LINES, placeholder=" …")


def _manner(idle: Sequence[Waiting]) -> str:
    return "ended" if all(one.ended for one in idle) else "stopped"


def _circle(cycle: Sequence[Wait], width: int) -> list[str]:
    """``A (a) → B (b) → A``: A waits to do ``a`` with B. No link is broken where it has spaces."""
    links = " ".join(f"{name} ({action}) →".replace(" ", "\xa0") for name, action in cycle)
    whole = f"  {links} {cycle[0][0]}"
    lines = wrap(whole, width, subsequent_indent="  ", max_lines=_MOST_LINES, placeholder=" …", break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in lines]
