"""The manual page, made of what ``--help`` says: ``python tools/man.py > docs/man/quidpro.1``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from quidpro.cli.app import app
from quidpro.core import __version__

EXITS = {0: "all that was asked holds", 1: "violated", 2: "bad usage or bad input", 3: "undecided"}


def page() -> str:
    """The text, for man."""
    group = get_command(app)
    context = group.make_context("quidpro", [], resilient_parsing=True)
    lines = [
        f'.TH QUIDPRO 1 "" "quidpro {__version__}"',
        *(".SH NAME", f"quidpro \\- {escaped(first_sentence(group))}"),
        *(".SH SYNOPSIS", ".B quidpro", "COMMAND [OPTIONS]"),
        *(".SH DESCRIPTION", *paragraphs(group.help)),
        *(".SH OPTIONS", *options(group, context)),
        ".SH COMMANDS",
    ]
    for name in group.list_commands(context):
        lines += command(name, group.get_command(context, name), context)
    lines += [".SH EXIT STATUS", *(line for code, text in EXITS.items() for line in (".TP", str(code), f"{text}"))]
    return "\n".join(lines) + "\n"


def command(name: str, one: Any, parent: Any) -> Iterator[str]:
    """A command with its usage, what it does, and its options."""
    context = one.make_context(name, [], parent=parent, resilient_parsing=True)
    usage = " ".join(one.collect_usage_pieces(context))
    yield from (f".SS quidpro {escaped(f'{name} {usage}')}", *paragraphs(one.help), *options(one, context))


def options(one: Any, context: Any) -> Iterator[str]:
    """Each argument and option with its help."""
    for parameter in one.get_params(context):
        if (record := parameter.get_help_record(context)) is not None:
            name = record[0].split()[0] if parameter.param_type_name == "argument" else record[0]
            yield from (".TP", rf"\fB{escaped(name)}\fR", escaped(record[1]))


def paragraphs(text: str | None) -> Iterator[str]:
    """A text whose paragraphs are divided by empty lines."""
    for part in (text or "").split("\n\n"):
        yield from (".PP", escaped(" ".join(part.split())))


def first_sentence(one: Any) -> str:
    """What a command does, in short, as the list of manual pages has it."""
    sentence: str = one.help.split("\n\n")[0].rstrip(".")
    return " ".join(sentence.split())


def escaped(text: str) -> str:
    """The text so that man takes it for a text."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    print(page(), end="")
