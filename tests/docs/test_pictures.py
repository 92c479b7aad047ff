"""The pictures of the tutorial and of the pages on formats and methods are those that their commands write."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.driver import quidpro
from tests.docs.pictures import Pictures, said
from tests.docs.snippets import blocks, commands

EXPLANATION = Path("docs/explanation")
REFERENCE = Path("docs/reference")
PICTURES = [
    Pictures(
        EXPLANATION / "learning.md",
        EXPLANATION / "learning",
        "quidpro check examples/channel/channel_prime.lts --method lstar --as-published --trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "refinement.md",
        EXPLANATION / "refinement" / "channel",
        "quidpro check examples/channel/channel.lts --method agar --no-reduce --orientation given "
        "--trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "refinement.md",
        EXPLANATION / "refinement" / "server",
        'quidpro check examples/client_server/client_server.lts --method agar --split "CLIENTS | SERVER" '
        "--alphabet refine --no-reduce --orientation given --trace-iterations rounds",
    ),
    Pictures(
        EXPLANATION / "circular.md",
        EXPLANATION / "circular",
        'quidpro check examples/in_out/in_out.lts --method circular --split "In | Out" --no-reduce --encoding onehot '
        "--trace-iterations rounds",
    ),
]


@pytest.mark.parametrize("pictures", PICTURES, ids=lambda pictures: str(pictures.folder))
def test_pictures(pictures, tmp_path):
    pictures.assert_current(pictures.draw(tmp_path))


def test_the_picture_of_the_page_on_formats(tmp_path):
    page, shown, drawn = REFERENCE / "formats.md", REFERENCE / "pictures" / "table.svg", tmp_path / "table.svg"
    command = "show examples/philosophers.lts TABLE --const N=2 -o"
    assert quidpro(*command.split(), drawn).code == 0
    if os.environ.get("QUIDPRO_UPDATE"):
        shutil.copy(drawn, shown)
    text = page.read_text(encoding="utf-8")
    assert f"$ quidpro {command} table.svg\n" in text
    assert "(pictures/table.svg)" in text
    assert said(shown.read_text(encoding="utf-8")) == said(drawn.read_text(encoding="utf-8"))


def test_the_pictures_of_the_tutorial(tmp_path, monkeypatch):
    page, folder = Path("docs/tutorial.md").resolve(), Path("docs/tutorial").resolve()
    text = page.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for block in blocks(text):
        if block.saved_as:
            Path(block.saved_as).write_text(block.text, encoding="utf-8")
        for command in commands(block.text):
            if command.words.endswith(".svg"):
                assert quidpro(*shlex.split(command.words)[1:]).code in (0, 1)
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.svg")}
    if os.environ.get("QUIDPRO_UPDATE"):
        folder.mkdir(exist_ok=True)
        for name in drawn:
            shutil.copy(name, folder)
    assert drawn.keys() == {path.name for path in folder.iterdir()}
    for name, svg in drawn.items():
        assert f"(tutorial/{name})" in text
        assert said((folder / name).read_text(encoding="utf-8")) == said(svg)


CHARTS = Path("docs/how-to/charts")
LOOK = Path("docs/how-to/look-at-a-counterexample.md")


@pytest.mark.parametrize("name", ["mutex", "deadlock", "lasso"])
def test_the_charts_of_the_page_on_counterexamples(name, tmp_path):
    text = LOOK.read_text(encoding="utf-8")
    [command] = [line for line in text.splitlines() if line.endswith(f"--chart {name}.svg")]
    drawn, shown = tmp_path / f"{name}.svg", CHARTS / f"{name}.svg"
    assert quidpro(*command.split()[2:-1], drawn).code == 1
    if os.environ.get("QUIDPRO_UPDATE"):
        CHARTS.mkdir(exist_ok=True)
        shutil.copy(drawn, shown)
    assert f"(charts/{name}.svg)" in text
    assert shown.read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")


def test_the_chart_of_the_readme(tmp_path):
    text, command = Path("README.md").read_text(encoding="utf-8"), "check examples/channel/channel_lossy.lts --chart"
    shown, drawn = REFERENCE / "pictures" / "lossy.svg", tmp_path / "lossy.svg"
    assert quidpro(*command.split(), drawn).code == 1
    if os.environ.get("QUIDPRO_UPDATE"):
        shutil.copy(drawn, shown)
    assert f"quidpro {command} out/lossy.html" in text
    assert f"{command} out/lossy.html" in Path("Makefile").read_text(encoding="utf-8")
    assert f"({shown.as_posix()})" in text
    assert shown.read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")
