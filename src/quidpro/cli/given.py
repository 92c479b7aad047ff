"""Which options stand on the command line, and which of them make sense for a world."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import typer

from quidpro.cli.choices import FORMAT_OF_SUFFIX
from quidpro.core.errors import UsageError

PROPERTIES = (".props", ".pctl", ".csl")
"""How files of PRISM's properties are called."""


def given(context: typer.Context) -> set[str]:
    """The names of the parameters that the user wrote."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}


def format_for(context: typer.Context, format: str, output: Path | None) -> str:
    """The format that the user wrote; without one, that of the file to write, as far as its suffix tells."""
    if output is None or "format" in given(context):
        return format
    return FORMAT_OF_SUFFIX.get(output.suffix.lower(), format)


def refuse_others(context: typer.Context, known: Collection[str], what: str) -> None:
    """Complain about an option that is not among those that apply to this kind of model."""
    refuse_these(context, given(context) - set(known), what)


def refuse_these(context: typer.Context, foreign: Collection[str], what: str) -> None:
    """Complain about an option that does not apply to this kind of model."""
    written = sorted(given(context) & set(foreign))
    if written:
        raise UsageError(f"--{written[0].replace('_', '-')} does not apply to {what}")


def refuse_more(context: typer.Context) -> None:
    """Complain about words behind the file, which other tools take for properties or for parts of the system."""
    if not context.args:
        return
    word = context.args[0]
    if Path(word).suffix.lower() in PROPERTIES:
        raise UsageError(f"check takes one model; a file of properties is given with --props {word}")
    hint = "a composite is named with --system, a property with --property, a specification with --spec"
    raise UsageError(f"check takes one model, and {word} is one word too many; {hint}")


def is_probabilistic(file: Path) -> bool:
    """Whether a file is called like a probabilistic model."""
    from quidpro.frontend.load import is_probabilistic as called_so

    return called_so(file)


def is_symbolic(file: Path) -> bool:
    """Whether a file is called like an SMV model."""
    from quidpro.frontend.load import SYMBOLIC

    return file.suffix.lower() in SYMBOLIC
