"""How help and version are laid out: options under the heading of their panel, summaries of commands not cut.

It is plain text, as in typer without rich: it comes quicker, and can be searched, piped and compared. ``--version``
tells quidpro's own, and with ``-v`` those of Python and of the libraries that do the work.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import Any

from typer.core import TyperCommand, TyperGroup

from quidpro.cli.plain_values import use_plain_values
from quidpro.core import __version__
from quidpro.core.parts import installed

_LIBRARIES = (
    "numba", "numpy", "oxidd", "dd", "python-sat", "pyosys", "pygraphviz", "stormpy", "z3-solver", "ray",
)  # fmt: skip


def version_lines(verbose: bool) -> Iterator[str]:
    """Each name with its version; libraries that are not installed are left out, and none is imported."""
    yield f"quidpro {__version__}"
    if verbose:
        yield f"Python {platform.python_version()} on {platform.platform()}"
        yield from installed(_LIBRARIES)


_ARGUMENTS = "Arguments"
_WIDEST_NAME = 30
_WHOLE_SENTENCE = 1000


class Command(TyperCommand):
    """A command whose options stand in panels; those without one are general."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command line as values."""
        use_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options panel by panel, in the order in which the panels are first met."""
        panels: dict[str, list[tuple[str, str]]] = {}
        general = "General" if any(getattr(p, "rich_help_panel", None) for p in self.params) else "Options"
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is None:
                continue
            name, text = record
            if parameter.param_type_name == "argument":
                panels.setdefault(_ARGUMENTS, []).append((name.split()[0], text))  # without its type in Python
            else:
                panels.setdefault(getattr(parameter, "rich_help_panel", None) or general, []).append(record)
        _write(panels, formatter)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """``FILE`` must be there, ``[NAME]`` may be."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


def _write(panels: dict[str, list[tuple[str, str]]], formatter: Any) -> None:
    """All panels but the arguments have one common margin."""
    names = [name for panel, rows in panels.items() if panel != _ARGUMENTS for name, _ in rows]
    margin = min(max(map(len, names), default=0), _WIDEST_NAME)
    for panel, rows in panels.items():
        with formatter.section(panel):
            formatter.write_dl(rows if panel == _ARGUMENTS else [(name.ljust(margin), text) for name, text in rows])


class Group(TyperGroup):
    """A command with commands below it, each with its first sentence."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words in front of the command as values."""
        use_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """All of the sentence, however narrow the terminal is."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.get_short_help_str(_WHOLE_SENTENCE)) for name, command in commands if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
