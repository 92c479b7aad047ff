"""``quidpro info``, ``show`` and ``convert``: models and their parts, as their world shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.live import LiveLine
from quidpro.cli.options import spelled
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.core.words import printable
from quidpro.core.writing import reject_unwritable
from quidpro.run.check import READING, load
from quidpro.run.request import request
from quidpro.run.world import Model, World

Limits = tuple[float | None, float | None]


@contextmanager
def _read(file: Path, given: Mapping[str, Any], limits: Limits) -> Iterator[tuple[World, Model, Budget, LiveLine]]:
    asked = request(file, given, spelled=spelled)
    with limited(*limits) as budget, LiveLine() as live:
        budget.phase = READING
        model = load(asked, budget)
        asked.world.reject_constants(model, asked.question)
        yield asked.world, model, budget, live


def info(file: Path, given: Mapping[str, Any], name: str | None, format: str, limits: Limits) -> int:
    """What a model defines."""
    with _read(file, given, limits) as (world, model, budget, live):
        text = world.renderer.info(model, name, format, budget, live)
    emit(text)
    return Exit.HOLDS


def show(
    file: Path,
    given: Mapping[str, Any],
    name: str,
    format: str,
    reduction: str | None,
    output: Path | None,
    limits: Limits,
) -> int:
    """A part of a model."""
    reject_unwritable(output, file)
    with _read(file, given, limits) as (world, model, budget, live):
        text = world.renderer.show(model, name, format, reduction, budget, live)
    emit(text, output)
    return Exit.HOLDS


def convert(source: Path, given: Mapping[str, Any], target: Path, name: str | None, limits: Limits) -> int:
    """A model in another format; what is odd, and what the format cannot hold, is said on stdout."""
    asked = request(source, given, spelled=spelled)
    asked.world.renderer.format_of(target)
    reject_unwritable(target, source)
    with _read(source, given, limits) as (world, model, budget, live):
        text, losses = world.renderer.convert(model, name, target, budget, live)
    emit(text, target)
    for warning in model.warnings:
        print(warning.render())
    for loss in losses:
        print(printable(f"note: {loss}"))
    return Exit.HOLDS
