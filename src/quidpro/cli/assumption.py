"""``quidpro assumption``: what a part needs of its environment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quidpro.cli.exits import Exit, complain, warn
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.core.source import Diagnostic
from quidpro.core.words import as_json, printable
from quidpro.engines.explicit.assumption import Assumed
from quidpro.frontend.lts_json import lts_fields
from quidpro.report.explicit.formats import render_lts


def tell(found: Assumed, warnings: Sequence[Diagnostic], format: str, output: Path | None, budget: Budget) -> Exit:
    """Write it; what a budget left unfinished is written too, and said so."""
    weakest = found.weakest
    if format != "json" or not found.exists:
        warn(warnings)
    if not found.exists:
        complain(f"no assumption helps: whatever the others do, {_broken(found)}")
        return Exit.VIOLATED
    emit(_render(found, format, warnings, budget), output)
    if weakest.ran_out is not None:
        complain(f"undecided: {weakest.ran_out}; what was written is {weakest.label}")
        return Exit.UNDECIDED
    return Exit.HOLDS


def _render(found: Assumed, format: str, warnings: Sequence[Diagnostic], budget: Budget) -> str:
    lts = found.lts
    if format == "json":
        about = {
            "system": found.system,
            "property": found.goal,
            "components": list(found.part),
            "environment": list(found.environment),
            "label": found.label,
            "exact": found.exact,
            "warnings": [warning.render() for warning in warnings],
        }
        return as_json({**about, "assumption": lts_fields(lts)}, 2)
    if format == "text":
        return f"{printable(_headline(found))}\n\n{render_lts(lts, format, 'A')}"
    return render_lts(lts, format, "A", budget)


def _headline(found: Assumed) -> str:
    whose = f" of {', '.join(found.environment)}" if found.environment else " of its environment"
    goal = f"to guarantee {found.goal}" if found.goal else "to stay clear of ERROR"
    return f"What {_part(found)} needs{whose} {goal} ({found.label}):"


def _broken(found: Assumed) -> str:
    what = f"the error state of {found.goal}" if found.goal else "ERROR"
    return f"{_part(found)} can come to {what}"


def _part(found: Assumed) -> str:
    return " ∥ ".join(found.part)
