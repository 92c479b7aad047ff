"""``quidpro convert``: a model as one LTS in another format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.cli.choices import FORMAT_OF_SUFFIX
from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.cli.show import written
from quidpro.core.errors import UsageError
from quidpro.core.words import printable
from quidpro.frontend.load import LPTS_JSON, load
from quidpro.report.explicit.formats import losses


def run(
    source: Path,
    constants: Mapping[str, int],
    target: Path,
    name: str | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Read, compose, write; what is odd, and what the format cannot hold, is said on stdout."""
    format = _format_of(target)
    refuse_unwritable(target, source)
    with limited(timeout, memory) as budget, LiveLine():
        budget.phase = "building the LTS"
        model = load(source, constants)
        lts = model.lts(name or model.default_system(), budget)
        text = written(lts, format, lts.name or source.stem, model, budget)
    emit(text, target)
    for warning in model.warnings:
        print(warning.render())
    for loss in losses(lts, format):
        print(printable(f"note: {loss}"))
    return Exit.HOLDS


def _format_of(target: Path) -> str:
    if target.name.lower().endswith(LPTS_JSON):
        raise UsageError(
            f"cannot write {target}: {LPTS_JSON} is for probabilistic models; an LTS goes into a .json file"
        )
    if target.suffix.lower() not in FORMAT_OF_SUFFIX:
        known = " ".join(FORMAT_OF_SUFFIX)
        raise UsageError(f"cannot tell the format of {target} from its suffix (known: {known})")
    return FORMAT_OF_SUFFIX[target.suffix.lower()]
