"""A chart in the format that the suffix of a file names."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from quidpro.core.errors import UsageError
from quidpro.verdict.chart import Chart, ChartKind

_FORMATS = {
    ".svg": ("svg", "to_svg"),
    ".html": ("page", "to_html"),
    ".mmd": ("mermaid", "to_mermaid"),
    ".puml": ("plantuml", "to_plantuml"),
    ".vcd": ("vcd", "to_vcd"),
    ".json": ("json", "to_json"),
}
_UNFIT: dict[tuple[ChartKind, str], str] = {
    ("lanes", ".vcd"): "a value change dump holds variables, and a run of processes has none",
    ("tree", ".vcd"): "a value change dump holds one run, and this counterexample is a tree",
    ("waveform", ".mmd"): "a sequence diagram shows participants, and a run of variables has none",
}


def chart_suffixes(kind: ChartKind) -> list[str]:
    """The formats that a kind of chart can be written in."""
    return [suffix for suffix in _FORMATS if (kind, suffix) not in _UNFIT]


def reject_suffix(path: Path, kind: ChartKind) -> None:
    """Complain about a file whose suffix names no format, or one that cannot hold this kind of chart."""
    suffix, fit = path.suffix.lower(), " ".join(chart_suffixes(kind))
    if suffix not in _FORMATS:
        raise UsageError(f"cannot tell the format of {path} from its suffix (known: {fit})")
    if why := _UNFIT.get((kind, suffix)):
        raise UsageError(f"cannot write {path}: {why} (use one of {fit})")


def chart_text(chart: Chart, suffix: str) -> str:
    """The chart in a format; UsageError where the suffix names none, or one that cannot hold it."""
    reject_suffix(Path(f"chart{suffix}"), chart.kind)
    module, function = _FORMATS[suffix.lower()]
    written: Any = getattr(import_module(f"quidpro.report.chart.{module}"), function)(chart)
    if isinstance(written, str):
        return written
    from quidpro.verdict.documents import indented

    return indented(written)
