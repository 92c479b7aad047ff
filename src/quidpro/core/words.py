"""Words for what is told in one line: numbers of things, and texts that may be long."""

from __future__ import annotations


def counted(number: int, noun: str, many: str = "") -> str:
    """``1 state``, ``2 states``; ``many`` is the plural where an s does not make it."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def one_line(text: str, most: int = 60) -> str:
    """The text in one line, cut where it is longer than ``most`` letters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def sized(kind: str, name: str, *sizes: str) -> str:
    """How an object shows itself: ``LTS(P: 2 states, 1 transition)``; without a name only its sizes."""
    told = ", ".join(sizes)
    return f"{kind}({': '.join(part for part in (one_line(name), told) if part)})"


def answered(kind: str, system: str, property: str | None, outcome: str) -> str:
    """How an answer shows itself: ``Result(Channel, Order: holds)``."""
    return f"{kind}({one_line(system)}, {one_line(property or 'no ERROR')}: {outcome})"
