"""``quidpro decompose``: ways to take a system apart."""

from __future__ import annotations

import json
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit
from quidpro.frontend.load import load
from quidpro.run.decompose import MOST_STATES, Decompositions, Sized, decompositions


def run(
    file: Path,
    system: str | None,
    property: str | None,
    most: int,
    format: str,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Rank the splits and write them."""
    with limited(timeout, memory) as budget, LiveLine() as live:
        found = decompositions(load(file), budget, live, system=system, property=property, most=most)
    emit(_json(found) if format == "json" else _text(found))
    return Exit.HOLDS


def _text(found: Decompositions) -> str:
    about = f" for {found.property}" if found.property else ""
    lines = [
        f"{found.considered} two-way splits of {found.system}{about} considered; the best first:",
        "",
        f"{'score':>6} {'interface':>9} {'|M1 || Perr|':>12} {'|M2|':>9}  groups",
    ]
    for item in found.splits:
        split = item.split
        marks = f"  <- {', '.join(item.marks)}" if item.marks else ""
        sizes = f"{_states(item.first_states):>12} {_states(item.rest_states):>9}"
        lines.append(f"{split.score:>6.1f} {split.interface:>9} {sizes}  {_groups(split.groups)}{marks}")
    lines += ["", f"in a chain of {len(found.chain)}: {_groups(found.chain)}"]
    lines += [
        "",
        "Use one with --split; auto, balanced, interface and chain stand for the best, the marked ones and the chain.",
    ]
    return "\n".join(lines)


def _states(count: int | None) -> str:
    return f">{MOST_STATES:,}" if count is None else f"{count:,}"


def _groups(groups: tuple[tuple[str, ...], ...]) -> str:
    return '"' + " | ".join(", ".join(group) for group in groups) + '"'


def _json(found: Decompositions) -> str:
    rows = {
        "system": found.system,
        "property": found.property,
        "considered": found.considered,
        "splits": [_row(item) for item in found.splits],
        "chain": [list(group) for group in found.chain],
    }
    return json.dumps(rows, indent=2, ensure_ascii=False)


def _row(item: Sized) -> dict[str, object]:
    split = item.split
    return {
        "groups": [list(group) for group in split.groups],
        "score": round(split.score, 3),
        "interface": split.interface,
        "first_states": item.first_states,
        "rest_states": item.rest_states,
        "marks": list(item.marks),
    }
