"""The commands of the command line; each is loaded when it is called, or when the help lists all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, wraps
from importlib import import_module
from typing import Annotated, Any

import typer

from quidpro.cli.exits import Document, guarded, no_certification, no_verdict
from quidpro.cli.help import Command, Group, version_lines
from quidpro.cli.standard_input import takes_standard_input


def _main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="Print the version and exit.")] = False,
    verbose: Annotated[
        bool, typer.Option("-v", help="With --version: also the versions of Python and of the libraries in use.")
    ] = False,
) -> None:
    """Check concurrent systems, whole or by their parts, with verdicts that anyone can check again.

    Exit codes: 0 holds, 1 violated, 2 bad usage or input, 3 undecided.
    """
    if version:
        print("\n".join(version_lines(verbose)))
        raise typer.Exit
    if verbose or context.invoked_subcommand is None:
        context.fail("-v goes with --version" if verbose else "a command is missing")


@dataclass(frozen=True)
class _Entry:
    """Where a command is, and how it is called; its exit code is what its function returns."""

    module: str
    reads_model: bool = True
    """Whether its file may be standard input."""
    no_answer: Callable[[Mapping[str, Any]], Document | None] = lambda _: None
    """Builds, from the options, the document that a program gets instead of an answer."""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def function(self, name: str) -> Callable[..., int]:
        """The command itself."""
        found: Callable[..., int] = getattr(import_module(f"quidpro.cli.{self.module}"), name)
        return takes_standard_input(found) if self.reads_model else found


_MORE_WORDS = {"context_settings": {"allow_extra_args": True}}
_COMMANDS = {
    "check": _Entry("check", no_answer=no_verdict, settings=_MORE_WORDS),
    "animate": _Entry("animate", reads_model=False),
    "show": _Entry("app_models"),
    "info": _Entry("app_models"),
    "convert": _Entry("app_models"),
    "certify": _Entry("app_models", no_answer=no_certification),
    "decompose": _Entry("app_models"),
    "assumption": _Entry("app_assumption"),
    "compare": _Entry("compare", settings=_MORE_WORDS),
    "bench": _Entry("app_bench", reads_model=False),
    "studio": _Entry("studio", reads_model=False),
    "lsp": _Entry("lsp", reads_model=False),
    "examples": _Entry("app_models", reads_model=False),
    "schema": _Entry("app_models", reads_model=False),
}
"""In the order of the help."""


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The command line for these words: with the command that is named in front alone, or with all."""
    return _app([name for name in arguments[:1] if name in _COMMANDS] or _COMMANDS)


def _app(names: Iterable[str]) -> typer.Typer:
    made = typer.Typer(
        name="quidpro",
        cls=Group,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback(invoke_without_command=True)(_main)
    for name in names:
        _add(made, name, _COMMANDS[name])
    return made


def _add(made: typer.Typer, name: str, entry: _Entry) -> None:
    """A command; what goes wrong in it ends in words."""
    function = entry.function(name)

    @made.command(name, cls=Command, **entry.settings)
    @wraps(function)
    def command(**values: Any) -> None:
        raise typer.Exit(guarded(partial(function, **values), entry.no_answer(values)))


def __getattr__(name: str) -> Any:
    """``app`` is the whole command line, made when somebody asks for it."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["app"] = made = _app(_COMMANDS)
    return made
