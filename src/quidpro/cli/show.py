"""``quidpro show``: one process or composite, in any format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from quidpro.report.explicit.formats import render_lts
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
        text = written(lts, format, lts.name or name, model, budget)
    emit(text, output)
    return Exit.HOLDS


def written(lts: LTS, format: str, name: str, model: Model, budget: Budget) -> str:
    """The LTS in a format; where it is too large for a picture, with the names of what may be smaller."""
    try:
        return render_lts(lts, format, name, budget)
    except Unreadable as refusal:
        raise smaller(refusal, "processes", [part for part in model.components if part != name]) from None


def smaller(refusal: Unreadable, kind: str, parts: Sequence[str]) -> UsageError:
    """The refusal of a picture, with the parts of the model that could be drawn instead."""
    more = ", …" if len(parts) > _MOST_PARTS else ""
    return UsageError(f"{refusal}; {kind}: {', '.join(parts[:_MOST_PARTS])}{more}") if parts else refusal
