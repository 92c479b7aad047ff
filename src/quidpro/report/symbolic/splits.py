"""Ways to cut a model into groups of variables, listed with the sizes that SCV's table gives of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quidpro.core.shown import shown
from quidpro.core.words import counted
from quidpro.report.splits import HOW_TO_READ, split_rows
from quidpro.verdict.symbolic.splits import Cuts, SizedCut


def splits_text(found: Cuts, width: int) -> Iterable[str]:
    """The cuts, the most promising first."""
    found = shown(found)
    about = f" for {found.property}" if found.property else ""
    size = counted(found.bits, "bit")
    lines = [f"{counted(found.considered, 'cut')} of {found.system} ({size}){about} considered; the best first:", ""]
    lines += _rows(found.splits, "|M2|", width)
    if found.chains:
        lines += ["", "Into more than two groups:", "", *_rows(found.chains, "largest", width)]
    return [*lines, "", "Sizes are bits: of M1, of the others, and of what they share.", HOW_TO_READ]


def _rows(rows: Sequence[SizedCut], rest: str, width: int) -> Iterator[str]:
    yield f"{'cost':>6} {'shared':>6} {'|M1|':>5} {rest:>7}  groups"
    for item in rows:
        cost = "" if item.cost is None else f"{item.cost:.1f}"
        figures = f"{cost:>6} {item.shared_bits:>6} {item.bits[0]:>5} {max(item.bits[1:]):>7}  "
        yield from split_rows(figures, item.text, item.marks, width)


def splits_view(found: Cuts) -> dict[str, Any]:
    """The same for a program."""
    return {
        "system": found.system,
        "property": found.property,
        "bits": found.bits,
        "considered": found.considered,
        "two_way": [_row(item) for item in found.splits],
        "n_way": [_row(item) for item in found.chains],
    }


def _row(item: SizedCut) -> dict[str, Any]:
    return {
        "split": item.text,
        "groups": [list(group) for group in item.groups],
        "cost": None if item.cost is None else round(item.cost, 3),
        "bits": list(item.bits),
        "shared": list(item.shared),
        "shared_bits": item.shared_bits,
        "marks": list(item.marks),
    }
