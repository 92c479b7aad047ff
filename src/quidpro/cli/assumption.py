"""``quidpro assumption``: what a part needs of its environment."""

from __future__ import annotations

import json
from pathlib import Path

from quidpro.cli.exits import Exit, complain
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.frontend.load import load
from quidpro.frontend.lts_json import lts_fields
from quidpro.report.formats import render_lts
from quidpro.run.assumption import Assumed, find_assumption


def run(
    file: Path,
    component: str,
    property: str | None,
    system: str | None,
    format: str,
    output: Path | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Find it and write it; what a budget left unfinished is written too, and said so."""
    refuse_unwritable(output)
    with limited(timeout, memory) as budget, LiveLine() as live:
        found = find_assumption(load(file), component, property, system, budget, live)
    weakest = found.weakest
    if not weakest.dfa.states:
        complain(f"no assumption helps: {_part(found)} violates {_goal(found)} whatever the others do")
        return Exit.VIOLATED
    emit(_rendered(found, format), output)
    if weakest.ran_out is not None:
        complain(f"undecided: {weakest.ran_out}; what was written is {weakest.label}")
        return Exit.UNDECIDED
    return Exit.HOLDS


def _rendered(found: Assumed, format: str) -> str:
    lts = found.weakest.lts
    if format == "json":
        about = {
            "system": found.system,
            "property": found.property,
            "components": list(found.part),
            "environment": list(found.environment),
            "label": found.weakest.label,
            "exact": found.weakest.ran_out is None,
        }
        return json.dumps({**about, "assumption": lts_fields(lts)}, indent=2, ensure_ascii=False)
    if format == "text":
        whose = f"of {', '.join(found.environment)} " if found.environment else ""
        head = f"{_part(found)} guarantees {_goal(found)} under {found.weakest.label} {whose}".rstrip()
        return f"{head}:\n\n{render_lts(lts, format, 'A')}"
    return render_lts(lts, format, "A")


def _part(found: Assumed) -> str:
    return ", ".join(found.part)


def _goal(found: Assumed) -> str:
    return found.property or "that it never reaches ERROR"
