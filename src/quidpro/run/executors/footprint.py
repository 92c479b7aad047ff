"""How much memory a process and those it started have in RAM, and how much CPU it has had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_MEGABYTE = 1 << 20


def resident(pid: int, *, alone: bool = False) -> float:
    """Megabytes, each page counted in every process that has it: quick, and never too little."""
    return sum(_of(process.memory_info, "rss") for process in _family(pid, alone))


def proportional(pid: int, *, alone: bool = False) -> float:
    """Megabytes, shared pages divided among those that share them; takes longer to find out."""
    return sum(_of(process.memory_full_info, "pss", "rss") for process in _family(pid, alone))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process; 0 when it has ended."""
    import psutil

    try:
        used = psutil.Process(pid).cpu_times()
    except psutil.Error:
        return 0.0
    return float(used.user + used.system)


def _family(pid: int, alone: bool) -> list[Any]:
    import psutil

    try:
        process = psutil.Process(pid)
        return [process] if alone else [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def _of(ask: Callable[[], object], *names: str) -> float:
    """The first of the figures that this system has; 0 for a process that has just ended."""
    import psutil

    try:
        told = ask()
    except psutil.Error:
        return 0.0
    return float(next(getattr(told, name) for name in names if hasattr(told, name))) / _MEGABYTE
