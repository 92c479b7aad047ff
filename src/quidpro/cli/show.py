"""``quidpro show``: one process or composite, in any format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.frontend.load import load
from quidpro.report.formats import render_lts


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
        lts = load(file, constants).lts(name, budget)
        if reduction is not None:
            from quidpro.lts.reduce import reduce

            budget.phase = f"reducing {name}"
            lts = reduce(lts, reduction, budget, live)  # type: ignore[arg-type]
        text = render_lts(lts, format, lts.name or name)
    emit(text, output)
    return Exit.HOLDS
