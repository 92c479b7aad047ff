"""``quidpro show``: one process or composite, in any format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.frontend.load import load
from quidpro.frontend.model import Model
from quidpro.lts.lts import LTS
from quidpro.report.formats import render_lts
from quidpro.report.svg import Unreadable

_MOST_PARTS = 8


def run(
    file: Path,
    constants: Mapping[str, int],
    name: str,
    format: str,
    reduction: str | None,
    output: Path | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Compile, reduce if asked, and write."""
    refuse_unwritable(output, file)
    with limited(timeout, memory) as budget, LiveLine() as live:
        budget.phase = f"building {name}"
        model = load(file, constants)
        lts = model.lts(name, budget)
        if reduction is not None:
            from quidpro.lts.reduce import reduce

            budget.phase = f"reducing {name}"
            lts = reduce(lts, reduction, budget, live)  # type: ignore[arg-type]
        text = _written(lts, format, name, model, budget)
    emit(text, output)
    return Exit.HOLDS


def _written(lts: LTS, format: str, name: str, model: Model, budget: Budget) -> str:
    try:
        return render_lts(lts, format, lts.name or name, budget)
    except Unreadable as refusal:
        parts = [part for part in model.components if part != name]
        smaller = f"; smaller are its processes: {', '.join(parts[:_MOST_PARTS])}" if parts else ""
        raise UsageError(f"{refusal}{smaller}") from None
