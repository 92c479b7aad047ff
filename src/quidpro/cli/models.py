"""Models as the commands read them, within limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from quidpro.cli.choices import read_constants
from quidpro.cli.limits import Limits, limited
from quidpro.cli.live import LiveLine
from quidpro.cli.options import flag_of
from quidpro.core.budget import Budget
from quidpro.run.check import READING, load
from quidpro.run.request import CheckRequest, make_request


def request_for(
    file: Path,
    const: Sequence[str] | None,
    together: bool = False,
    **more: str | None,
) -> CheckRequest:
    """The request to read a file, with the options that say how; ``more`` are questions that were asked."""
    values = {"const": read_constants(const), "together": together, **more}
    settings = {name: value for name, value in values.items() if value not in ({}, False, None)}
    return make_request(file, settings, format_name=flag_of)


@contextmanager
def reading(request: CheckRequest, limits: Limits) -> Iterator[tuple[Any, Budget, LiveLine]]:
    """The model of a request, of any world, and what the work on it needs."""
    with limited(*limits) as budget, LiveLine() as live:
        budget.phase = READING
        model = load(request, budget)
        request.world.reject_constants(model, request.question)
        yield model, budget, live


@contextmanager
def reading_explicit(file: Path, const: Sequence[str] | None, limits: Limits) -> Iterator[tuple[Any, Budget, LiveLine]]:
    """The same for commands that only take labelled transition systems."""
    from quidpro.frontend.load import load as load_explicit

    constants = read_constants(const, whole=True)
    with limited(*limits) as budget, LiveLine() as live:
        yield load_explicit(file, constants), budget, live
