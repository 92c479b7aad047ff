"""Ways to take a system apart, listed with the sizes that AGAR's Table 2 gives of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.report.splits import HOW_TO_READ, split_rows
from quidpro.verdict.explicit.splits import MAX_STATES, Decompositions, Sized


def splits_text(found: Decompositions, width: int) -> Iterable[str]:
    """The splits, the most promising first."""
    found = shown(found)
    about = f" for {found.property}" if found.property else ""
    lines = [f"{counted(found.considered, 'two-way split')} of {found.system}{about} considered; the best first:", ""]
    lines += _rows(found.splits, "|M2|", width)
    if found.chains:
        lines += ["", "Into more than two groups:", "", *_rows(found.chains, "largest", width)]
    return [*lines, "", HOW_TO_READ]


def _rows(rows: Sequence[Sized], rest: str, width: int) -> Iterator[str]:
    yield f"{'score':>6} {'interface':>9} {'|M1 || Perr|':>12} {rest:>7}  groups"
    for item in rows:
        sizes = f"{_states(item.first_states):>12} {_states(item.rest_states):>7}"
        figures = f"{item.split.score:>6.1f} {item.split.interface:>9} {sizes}  "
        yield from split_rows(figures, item.text, item.marks, width)


def _states(count: int | None) -> str:
    return f">{MAX_STATES:,}" if count is None else f"{count:,}"


def splits_view(found: Decompositions) -> dict[str, Any]:
    """The same for a program."""
    return {
        "system": found.system,
        "property": found.property,
        "considered": found.considered,
        "two_way": [_row(item) for item in found.splits],
        "n_way": [_row(item) for item in found.chains],
    }


def _row(item: Sized) -> dict[str, Any]:
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
