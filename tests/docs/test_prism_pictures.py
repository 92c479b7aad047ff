"""The pictures of the page on PRISM models are those that its commands draw; ``QUIDPRO_UPDATE=1`` draws them anew."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.driver import quidpro
from tests.docs.pictures import said
from tests.docs.snippets import blocks

pytest.importorskip("stormpy", reason="Storm reads PRISM files")

PAGE = Path("docs/how-to/check-a-prism-model.md")
FOLDER = PAGE.parent / "prism"
COMMANDS = {
    "channel.svg": ("show", "{model}", "Channel", "--format", "svg", "-o", "{out}"),
    "tree.svg": ("check", "{model}", "--spec", "Order", "--method", "agar", "--const", "loss=0.2", "--tree", "{out}"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_pictures(tmp_path, name):
    page = PAGE.read_text(encoding="utf-8")
    model, out = tmp_path / "channel.prism", tmp_path / name
    [text] = [block.text for block in blocks(page) if block.saved_as == model.name]
    model.write_text(text, encoding="utf-8")
    assert quidpro(*(word.format(model=model, out=out) for word in COMMANDS[name])).code in (0, 1)
    if os.environ.get("QUIDPRO_UPDATE"):
        shutil.copy(out, FOLDER)
    assert f"(prism/{name})" in page
    assert said((FOLDER / name).read_text(encoding="utf-8")) == said(out.read_text(encoding="utf-8"))


def test_no_picture_is_left_over():
    assert {path.name for path in FOLDER.iterdir()} == set(COMMANDS)
