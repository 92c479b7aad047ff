"""How help is laid out: options under the heading of their panel, and summaries of commands that are not cut.

It is plain text, as in typer without rich: it comes quicker, and can be searched, piped and compared.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup

_WIDEST_NAME = 30
_WHOLE_SENTENCE = 1000


class Command(TyperCommand):
    """A command whose options stand in panels; those without one are general."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options panel by panel, in the order in which the panels are first met."""
        panels: dict[str, list[tuple[str, str]]] = {}
        general = "General" if any(getattr(p, "rich_help_panel", None) for p in self.params) else "Options"
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                is_argument = parameter.param_type_name == "argument"
                panel = getattr(parameter, "rich_help_panel", None) or general
                panels.setdefault("Arguments" if is_argument else panel, []).append(record)
        _write(panels, formatter)


def _write(panels: dict[str, list[tuple[str, str]]], formatter: Any) -> None:
    """All panels but the arguments have one common margin."""
    names = [name for panel, rows in panels.items() if panel != "Arguments" for name, _ in rows]
    margin = min(max(map(len, names), default=0), _WIDEST_NAME)
    for panel, rows in panels.items():
        with formatter.section(panel):
            formatter.write_dl(rows if panel == "Arguments" else [(name.ljust(margin), text) for name, text in rows])


class Group(TyperGroup):
    """A command with commands below it, each with its first sentence."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """All of the sentence, however narrow the terminal is."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.get_short_help_str(_WHOLE_SENTENCE)) for name, command in commands if command]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
