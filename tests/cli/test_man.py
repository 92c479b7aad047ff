"""The manual page is what ``make man`` makes, and it has every command with every option."""

from __future__ import annotations

from pathlib import Path

from typer.main import get_command

from quidpro.cli.app import app
from tools.man import escaped, page


def test_the_page_is_current():
    assert Path("docs/man/quidpro.1").read_text(encoding="utf-8") == page(), "run: make man"


def test_every_command_with_every_option_is_in_it():
    text, group = page(), get_command(app)
    for name, command in group.commands.items():
        _, _, part = text.partition(f".SS quidpro {name} ")
        part = part.partition(".SS ")[0]
        options = [opt for one in command.params for opt in one.opts if opt.startswith("--") and not one.hidden]
        assert [option for option in options if escaped(option) not in part] == [], name


def test_words_that_man_would_obey_are_texts():
    assert escaped(".so /etc/passwd") == "\\&.so /etc/passwd"
    assert escaped("a\\b --all") == "a\\eb \\-\\-all"
