"""Which options stand on the command line, and which of them make sense for a world."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import typer

from quidpro.core.errors import UsageError


def given(context: typer.Context) -> set[str]:
    """The names of the parameters that the user wrote."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}


def refuse_others(context: typer.Context, known: Collection[str], what: str) -> None:
    """Complain about an option that is not among those that say something about this kind of model."""
    refuse_these(context, given(context) - set(known), what)


def refuse_these(context: typer.Context, foreign: Collection[str], what: str) -> None:
    """Complain about an option that says nothing about this kind of model."""
    written = sorted(given(context) & set(foreign))
    if written:
        raise UsageError(f"--{written[0].replace('_', '-')} says nothing about {what}")


def is_probabilistic(file: Path) -> bool:
    """Whether a file is called like a probabilistic model."""
    from quidpro.frontend.load import is_probabilistic as called_so

    return called_so(file)
