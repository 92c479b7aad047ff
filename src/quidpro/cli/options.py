"""The options of ``check``, made from the dataclasses of the questions and of the engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_origin

import typer

from quidpro.core import plugins
from quidpro.core.errors import UsageError
from quidpro.core.options import choices, is_optional, settable, type_hints
from quidpro.engines import options as of

OUTPUT = "Output"

OF_ALL_WORLDS = (
    of.ExplicitQuestion,
    of.ProbabilisticQuestion,
    of.SymbolicQuestion,
    of.Learned,
    of.Refined,
    of.Circular,
    of.Minimised,
    of.SymbolicLearned,
    of.SymbolicPdr,
    of.SymbolicBounded,
    of.SymbolicContract,
    of.ProbabilisticRefined,
)
"""Everything that can be set; their fields are told apart by name."""
_PANELS = (None, OUTPUT, of.BY_PARTS, of.SMV, of.PRISM)
_ORDER = (
    "system", "property", "props", "method", "deadlock", "progress", "fair_choice", "const", "split", "assume",
    "improve", "learner", "alphabet", "orientation", "reduce", "candidates", "spec", "pctl", "smt",
    "invar", "ltl", "ctl",
)  # fmt: skip
_LAST = ("trace_iterations", "tree")
"""What stands first and last in the help of its panel; the rest is between."""
PROPERTIES = (".props", ".pctl", ".csl")
"""Suffixes of files with PRISM properties."""


def flag_of(name: str) -> str:
    """The flag of an option: ``--fair-choice`` for ``fair_choice``."""
    return f"--{name.replace('_', '-')}"


def with_options(command: Any, arguments: Iterable[str] = ()) -> Any:
    """A command with its own parameters and one for every option; plug-ins' options only where they may be meant."""
    written = signature(command, eval_str=True).parameters.values()
    own = [one for one in written if one.kind is not Parameter.VAR_KEYWORD]
    options = parameters(OF_ALL_WORLDS)
    if _asks_for_more(arguments, [*options, *(one.name for one in own)]):
        options = parameters([*OF_ALL_WORLDS, *(info.options for info in plugins.load_all(plugins.ENGINES))])
    every = [*own[:2], *sorted([*own[2:], *options.values()], key=_help_position)]
    command.__signature__ = Signature([one.replace(kind=Parameter.KEYWORD_ONLY) for one in every])
    return command


def _help_position(one: Parameter) -> tuple[int, int]:
    """Where an option stands in the help: by panel, then the order of ``_ORDER``, then ``_LAST``."""
    panel = _PANELS.index(one.annotation.__metadata__[0].rich_help_panel)
    if one.name in _ORDER:
        return panel, _ORDER.index(one.name)
    return panel, len(_ORDER) + (one.name in _LAST)


def _asks_for_more(arguments: Iterable[str], known: Iterable[str]) -> bool:
    """Whether the command line has an option that is not known here, or asks for help."""
    names = {flag_of(name) for name in known}
    words = [word.split("=", 1)[0].replace("--no-", "--", 1) for word in arguments if word.startswith("-")]
    return any(word in ("-h", "--help") or (word.startswith("--") and word not in names) for word in words)


def parameters(kinds: Iterable[type]) -> dict[str, Parameter]:
    """A parameter for each field that people can set; where several have the same name, for the first."""
    found: dict[str, Parameter] = {}
    for kind in kinds:
        for name, one in settable(kind).items():
            if name not in found:
                found[name] = _parameter(kind, one)
    return found


def _parameter(kind: type, one: Field[Any]) -> Parameter:
    metadata = one.metadata
    hint, default = _type_and_default(kind, one)
    names = [metadata["flag"]] if metadata.get("flag") else [flag_of(one.name)]
    if hint in (bool, bool | None) and not metadata.get("flag"):
        names = [f"{flag_of(one.name)}/{flag_of('no-' + one.name)}"]
    option = typer.Option(
        *names,
        help=metadata["help"],
        metavar=metadata.get("metavar") or _known_values(kind, one),
        rich_help_panel=metadata.get("panel") or None,
        min=metadata.get("least"),
        show_default=default is not None,
    )
    return Parameter(one.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[hint, option])


def _known_values(kind: type, one: Field[Any]) -> str | None:
    """The values that are known, where there may be others."""
    return f"<{'|'.join(choices(kind, one.name))}>" if one.metadata.get("open") else None


def _type_and_default(kind: type, one: Field[Any]) -> tuple[Any, Any]:
    """The type of a field as the command line has it, and its default."""
    hint = type_hints(kind)[one.name]
    if one.metadata.get("open"):
        return str, one.default
    if hint is Any:
        return str | None, None
    if get_origin(hint) in (tuple, Mapping):
        return list[str] | None, None
    if is_optional(kind, one.name):
        return hint, None
    return hint, one.default


def names_set_by_user(context: typer.Context) -> set[str]:
    """The names of the parameters that were set on the command line."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}


def format_for(context: typer.Context, format: str, output: Path | None) -> str:
    """The format that the user wrote; without one, that of the file to write, as far as its suffix tells."""
    if output is None or "format" in names_set_by_user(context):
        return format
    from quidpro.report.graphviz import FORMAT_OF_SUFFIX

    return FORMAT_OF_SUFFIX.get(output.suffix.lower(), format)


def reject_more(context: typer.Context) -> None:
    """Complain about words behind the file, which other tools take for properties or for parts of the system."""
    if not context.args:
        return
    word = context.args[0]
    if Path(word).suffix.lower() in PROPERTIES:
        raise UsageError(f"{context.info_name} takes one model; a file of properties is given with --props {word}")
    hint = "a composite is named with --system, a property with --property, a specification with --spec"
    raise UsageError(f"{context.info_name} takes one model, and {word} is one word too many; {hint}")
