"""Words that are taken for plain values mean what typer makes of them, and what it refuses is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer
from typer.core import TyperCommand
from typer.testing import CliRunner

from quidpro.cli.plain_values import use_plain_values

KINDS = {
    "text": str | None,
    "path": Path | None,
    "whole": Annotated[int | None, typer.Option(min=1, max=50)],
    "number": Annotated[float | None, typer.Option(min=0)],
    "choice": Literal["strong", "weak"] | None,
    "several": list[str] | None,
    "paths": list[Path] | None,
    "switch": bool,
}
WORDS = [
    "",
    "a",
    "1",
    "0",
    "51",
    "-1",
    "1.5",
    "1e3",
    "٣",
    "1_0",
    " 7",
    "inf",
    "nan",
    "weak",
    "Weak",
    "src",
    "/nowhere/x",
    "-",
]


class Plain(TyperCommand):
    def parse_args(self, ctx, args):
        use_plain_values(self.get_params(ctx))
        return super().parse_args(ctx, args)


def outcome(kind, words, cls):
    """What a command with one option gets: the value, or the message that refuses it."""
    app, got = typer.Typer(rich_markup_mode=None), []
    default = False if KINDS[kind] is bool else None

    def command(option=default):
        got.append(option)

    command.__annotations__ = {"option": KINDS[kind]}
    app.command(cls=cls)(command)
    result = CliRunner().invoke(app, words)
    said = result.output.replace("Value error, ", "")  # pydantic's, which typer leaves there
    return (result.exit_code, got, [type(value) for value in got], said)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", [None, *WORDS])
def test_it_is_as_typer_has_it(kind, word):
    words = [] if word is None else ["--option"] if kind == "switch" else [f"--option={word}"]
    assert outcome(kind, words, Plain) == outcome(kind, words, TyperCommand)


@pytest.mark.parametrize("kind", ["several", "paths"])
def test_of_several_words_too(kind):
    words = ["--option", "a", "--option", "src"]
    assert outcome(kind, words, Plain) == outcome(kind, words, TyperCommand)


def test_what_cannot_be_read_is_left_to_typer(tmp_path):
    locked = tmp_path / "locked"
    locked.write_text("x")
    locked.chmod(0)
    words = [f"--option={locked}"]
    assert outcome("path", words, Plain) == outcome("path", words, TyperCommand)


def test_another_typer_does_it_by_itself():
    class Parameter:
        """Of a version that has no place to step in."""

    use_plain_values([Parameter()])
