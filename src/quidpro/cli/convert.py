"""``quidpro convert``: a model as one LTS in another format, chosen by the suffix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.output import emit, refuse_unwritable
from quidpro.core.errors import UsageError
from quidpro.frontend.load import load
from quidpro.report.formats import losses, render_lts

_FORMATS = {
    ".aut": "aut",
    ".json": "json",
    ".dot": "dot",
    ".svg": "svg",
    ".lts": "fsp",
    ".fsp": "fsp",
    ".txt": "text",
}


def run(
    source: Path,
    constants: Mapping[str, int],
    target: Path,
    name: str | None,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Read, compose, write; what the format cannot hold is said on stdout."""
    format = _FORMATS.get(target.suffix.lower())
    if format is None:
        known = " ".join(_FORMATS)
        raise UsageError(f"cannot tell the format of {target} from its suffix (known: {known})")
    refuse_unwritable(target)
    with limited(timeout, memory) as budget, LiveLine():
        budget.phase = "building the LTS"
        model = load(source, constants)
        lts = model.lts(name or model.default_system(), budget)
        text = render_lts(lts, format, lts.name or source.stem)
    emit(text, target)
    for loss in losses(lts, format):
        print(f"note: {loss}")
    return Exit.HOLDS
