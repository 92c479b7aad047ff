"""What differs from run to run and from machine to machine, taken out of an output: times, megabytes, versions."""

from __future__ import annotations

import re

_NUMBER = r"\d+(?:\.\d+)?(?:e-?\d+)?"
_RULES = [
    (re.compile(r"\b\d[\d,]*(?:\.\d+)? s\b"), "‹s›"),
    (re.compile(rf'("\w*seconds": |"peak_memory_mb": )(?!0(?:\.0)?[,\s]){_NUMBER}'), r"\1‹n›"),
    (re.compile(r"\b[\d,]+ MB used"), "‹MB› used"),
    (re.compile(r'\btime="[\d.]+"'), 'time="‹s›"'),
    (re.compile(r"\bquidpro \d+\.\d+\.\d+\S*"), "quidpro ‹version›"),
]
"""A number of exactly zero is no measurement and stays: somebody did not begin."""
_TABLE = re.compile(r"^ +method +split +(seconds) +states +(rounds) +(MB)$")


def masked(text: str) -> str:
    """The text without what no run can repeat."""
    for pattern, instead in _RULES:
        text = pattern.sub(instead, text)
    return _without_measurements(text)


def _without_measurements(text: str) -> str:
    """The seconds and megabytes in the tables of races; columns end where their heads end."""
    lines = text.split("\n")
    ends: tuple[int, int, int] | None = None
    for i, line in enumerate(lines):
        if head := _TABLE.match(line):
            ends = (head.end(1), head.end(2), head.end(3))
            lines[i] = line[: ends[1]] + "  MB"
        elif not line.strip() or "did not begin" in line:
            ends = None
        elif ends is not None:
            lines[i] = _row(line, *ends)
    return "\n".join(lines)


def _row(line: str, seconds: int, rounds: int, megabytes: int) -> str:
    start = re.sub(r" *[\d.]+$", "  ‹s›", line[:seconds])
    memory = re.sub(r"[\d,]+", "‹MB›", line[rounds:megabytes].strip())
    return f"{start}{line[seconds:rounds]}  {memory}{line[megabytes:]}"
