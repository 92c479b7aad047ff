"""The pictures of the page on learning are those that the command writes. ``QUIDPRO_UPDATE=1`` draws them anew.

Compared are the nodes, the arrows and the words: where they stand depends on the fonts of the machine.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.driver import quidpro

PAGE = Path("docs/explanation/learning.md")
FOLDER = PAGE.with_suffix("")
COMMAND = "quidpro check examples/channel/channel_prime.lts --method lstar --learner lstar --no-reduce --no-candidates --orientation given --trace-iterations rounds"  # noqa: E501


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rounds")
    assert quidpro(*COMMAND.split()[1:-1], folder).code == 0
    if os.environ.get("QUIDPRO_UPDATE"):
        for path in folder.glob("*.svg"):
            shutil.copy(path, FOLDER)
    return folder


def said(svg):
    return re.findall(r"<(title|text)[^>]*>(.*?)</", svg)


def test_the_page_gives_this_command():
    assert f"$ {COMMAND}\n" in PAGE.read_text(encoding="utf-8")


def test_no_picture_is_missing_or_left_over(drawn):
    shown = re.findall(r"\(learning/(\S+)\)", PAGE.read_text(encoding="utf-8"))
    names = sorted(path.name for path in drawn.glob("*.svg"))
    assert shown == names == sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", ["001.svg", "002.svg", "003.svg", "004.svg"])
def test_a_picture_is_what_the_command_draws(name, drawn):
    old, new = ((folder / name).read_text(encoding="utf-8") for folder in (FOLDER, drawn))
    assert ("title", f"A{int(name[:3])}") in said(new)
    assert said(old) == said(new)
