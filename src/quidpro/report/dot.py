"""What drawings of all worlds have in common: labels that fit, and how a state without steps looks."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LABELS = 5
MOST_LETTERS = 28
STOPPED = 'shape=box, style=filled, penwidth=2.2, fillcolor="#ffc9a3", color="#a33c00"'
"""How a state without steps looks."""
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "&": "&amp;"})


def stacked(labels: Sequence[str]) -> str:
    """The labels below each other; of many, the first few and how many more there are."""
    shown = [shortened(label, MOST_LETTERS) for label in labels]
    if len(shown) > MOST_LABELS:
        shown = [*shown[: MOST_LABELS - 1], f"… {len(shown) - MOST_LABELS + 1} more"]
    return "\n".join(f" {label} " for label in shown)


def shortened(text: str, most: int) -> str:
    """The text, cut in the middle when it is longer than ``most`` letters."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return f"{text[:head]}…{text[len(text) - (most - 1 - head) :]}"


def quoted(text: str) -> str:
    """The text as DOT takes it, which reads HTML's names of letters in labels."""
    return f'"{text.translate(_ESCAPES)}"'
