"""Ways to take a system apart as rows of a list, in every world: figures, then the groups as ``--split`` takes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

MIN_WIDTH = 100
"""Lines are broken for at least this width, so that most splits stay on one line and can be copied."""
HOW_TO_READ = "Each is written as --split takes it; the words after <- are short for it."


def split_rows(figures: str, text: str, marks: Sequence[str], width: int) -> Iterator[str]:
    """The lines of one split; those after the first are indented as far as the ``figures`` go."""
    first, *more = _groups(text, marks, width - len(figures))
    yield figures + first
    yield from (f"{'':{len(figures)}}{line}" for line in more)


def _groups(split: str, marks: Sequence[str], width: int) -> list[str]:
    """The groups, in lines that break after a comma or a bar; then the marks, on the same line if they fit."""
    text = f'"{split}"'.replace(" |", "\N{NO-BREAK SPACE}|")
    lines = wrap(text, width, subsequent_indent=" ", break_long_words=False, break_on_hyphens=False)
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    listed = f"<- {', '.join(marks)}"
    if not marks:
        return lines
    if len(lines[-1]) + 2 + len(listed) > width:
        return [*lines, f" {listed}"]
    return [*lines[:-1], f"{lines[-1]}  {listed}"]
