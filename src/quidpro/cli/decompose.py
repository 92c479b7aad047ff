"""``quidpro decompose``: ways to take a system apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from quidpro.cli.output import text_width
from quidpro.core.shown import shown
from quidpro.core.source import Diagnostic
from quidpro.core.words import as_json, counted
from quidpro.engines.explicit.decompose import MAX_STATES, Decompositions, Sized

MIN_WIDTH = 100
"""Lines are broken for at least this width, so that most splits stay on one line and can be copied."""


def render(found: Decompositions, warnings: Iterable[Diagnostic], format: str) -> str:
    """The splits, the most promising first."""
    lines = [warning.render() for warning in warnings]
    return _json(found, lines) if format == "json" else "\n".join([_text(found, max(text_width(), MIN_WIDTH)), *lines])


def _text(found: Decompositions, width: int) -> str:
    found = shown(found)
    about = f" for {found.property}" if found.property else ""
    lines = [f"{counted(found.considered, 'two-way split')} of {found.system}{about} considered; the best first:", ""]
    lines += _rows(found.splits, "|M2|", width)
    if found.chains:
        lines += ["", "Into more than two groups:", "", *_rows(found.chains, "largest", width)]
    lines += ["", "Each is written as --split takes it; the words after <- are short for it."]
    return "\n".join(lines)


def _rows(rows: Sequence[Sized], rest: str, width: int) -> Iterator[str]:
    yield f"{'score':>6} {'interface':>9} {'|M1 || Perr|':>12} {rest:>7}  groups"
    for item in rows:
        sizes = f"{_states(item.first_states):>12} {_states(item.rest_states):>7}"
        head = f"{item.split.score:>6.1f} {item.split.interface:>9} {sizes}  "
        first, *more = _groups(item, width - len(head))
        yield head + first
        yield from (f"{'':{len(head)}}{line}" for line in more)


def _groups(item: Sized, width: int) -> list[str]:
    """The groups, in lines that break after a comma or a bar; then the marks, on the same line if they fit."""
    text = f'"{item.text}"'.replace(" |", "\N{NO-BREAK SPACE}|")
    lines = wrap(text, width, subsequent_indent=" ", break_long_words=False, break_on_hyphens=False)
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    marks = f"<- {', '.join(item.marks)}"
    if not item.marks:
        return lines
    if len(lines[-1]) + 2 + len(marks) > width:
        return [*lines, f" {marks}"]
    return [*lines[:-1], f"{lines[-1]}  {marks}"]


def _states(count: int | None) -> str:
    return f">{MAX_STATES:,}" if count is None else f"{count:,}"


def _json(found: Decompositions, warnings: list[str]) -> str:
    rows = {
        "system": found.system,
        "property": found.property,
        "considered": found.considered,
        "two_way": [_row(item) for item in found.splits],
        "n_way": [_row(item) for item in found.chains],
        "warnings": warnings,
    }
    return as_json(rows, 2)


def _row(item: Sized) -> dict[str, object]:
    split = item.split
    return {
        "split": item.text,
        "groups": [list(group) for group in split.groups],
        "score": round(split.score, 3),
        "interface": split.interface,
        "first_states": item.first_states,
        "rest_states": item.rest_states,
        "marks": list(item.marks),
    }
