"""Without the extra ``pictures``: who asks for a picture is told what to install; all else goes on without it."""

from __future__ import annotations

import sys

import pytest

import quidpro as library
from quidpro.core.budget import Budget
from quidpro.core.parts import MissingPart
from quidpro.lts import LTS
from quidpro.reading.answers import answer
from quidpro.report.watch import Watcher
from quidpro.run.registry import world_named
from quidpro.studio import reader
from quidpro.verdict.rounds import Round
from tests.cli.driver import quidpro

EXTRA = "pictures are drawn by pygraphviz, which is not installed; pip install 'quidpro[pictures]'"
CHANNEL = "examples/channel/channel.lts"
LOSSY = "examples/channel/channel_lossy.lts"
CLIENTS = "examples/prism/client_server/cs_2_2.prism"
SPEC = "examples/prism/client_server/cs_2_2_spec.prism"


@pytest.fixture(autouse=True)
def missing(monkeypatch):
    """As if it were not installed."""
    monkeypatch.setitem(sys.modules, "pygraphviz", None)


@pytest.mark.parametrize(
    "command",
    [
        ("show", CHANNEL, "Order", "--format", "svg"),
        ("show", CHANNEL, "Order", "-o", "OUT.svg"),
        ("show", CLIENTS, "Client1", "--format", "svg"),
        ("convert", CHANNEL, "OUT.svg"),
        ("assumption", CHANNEL, "--component", "Input", "--format", "svg"),
        ("assumption", CHANNEL, "--component", "Input", "-o", "OUT.svg"),
        ("assumption", CHANNEL, "--component", "Input", "--lower", "OUT.svg"),
        ("check", CLIENTS, "--spec", SPEC, "--tree", "OUT.svg"),
    ],
)
def test_who_asks_for_a_picture_is_told_what_to_install(command, tmp_path):
    run = quidpro(*(tmp_path / word if word == "OUT.svg" else word for word in command))
    assert (run.code, run.stdout) == (2, "")
    assert run.stderr == f"error: {EXTRA}, or write the format dot\n"
    assert list(tmp_path.iterdir()) == []


def test_a_picture_in_python_too():
    with pytest.raises(MissingPart, match=r"quidpro\[pictures\]"):
        LTS.of([(0, "a", 0)]).to_svg()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("show", CHANNEL, "Order", "--format", "dot"), "digraph"),
        (("show", CHANNEL, "Order"), "input -> 1"),
        (("info", CHANNEL), "Order"),
        (("decompose", "examples/client_server/client_server.lts", "--most", "1"), "two-way splits"),
    ],
)
def test_what_draws_nothing_does_not_need_it(command, words):
    run = quidpro(*command)
    assert (run.code, run.stderr) == (0, "")
    assert words in run.stdout


def test_charts_are_our_own(tmp_path):
    for suffix in (".svg", ".html"):
        assert quidpro("check", LOSSY, "--chart", tmp_path / f"chart{suffix}").code == 1
        assert "<svg" in (tmp_path / f"chart{suffix}").read_text(encoding="utf-8")


def test_a_report_says_what_it_could_not_draw(tmp_path):
    run = quidpro("check", CHANNEL, "--method", "lstar", "--property", "Order", "--report", tmp_path / "report.html")
    assert (run.code, run.stderr) == (0, "")
    page = (tmp_path / "report.html").read_text(encoding="utf-8").replace("&#39;", "'")
    assert f"one line stands for all who share its names. Not drawn: {EXTRA}" in page
    assert page.count(EXTRA) >= 2, "the architecture and the assumption"


def test_rounds_are_written_as_dot(tmp_path):
    run = quidpro("check", CHANNEL, "--method", "lstar", "--no-candidates", "--trace-iterations", tmp_path)
    assert (run.code, run.stderr) == (0, "")
    dots = sorted(path.name for path in tmp_path.glob("*.dot"))
    assert len(dots) > 1
    page = (tmp_path / "index.html").read_text(encoding="utf-8").replace("&#39;", "'")
    assert f"the DOT files are there instead: {', '.join(dots)} ({EXTRA}" in page


def test_notebooks_show_tables():
    system = library.load(CHANNEL).system("Channel", Budget())
    for shown in (LTS.of([(0, "a", 0)])._repr_html_(), system._repr_html_()):
        assert "<svg" not in shown
        assert "<table>" in shown
        assert EXTRA in shown.replace("&#x27;", "'")


def asked(kind: str, **body: object) -> dict[str, object]:
    """What the page of the studio gets."""
    with open(CHANNEL, encoding="utf-8") as file:
        question = {"name": "channel.lts", "text": file.read(), **body}
    return answer(reader.KINDS, {"kind": kind, "body": question, "limits": {"seconds": 10, "megabytes": None}})


def test_the_studio_says_it_in_the_place_of_the_picture():
    architecture, picture = asked("architecture"), asked("picture", part="Channel")
    assert architecture["svg"] == picture["svg"] == ""
    assert EXTRA in architecture["caption"]
    assert [part["name"] for part in architecture["components"]] == ["Input", "Output", "Order"]
    assert picture["caption"] == f"Not drawn: {EXTRA}, or write the format dot."
    assert "error" not in asked("model")


def test_rounds_are_watched_in_words():
    watcher, views = Watcher(world_named("explicit").renderer, Budget()), []
    events = lambda event: views.append(watcher.view(event, "Order")) if isinstance(event, Round) else None  # noqa: E731
    library.check(CHANNEL, method="lstar", property="Order", options={"candidates": False}, events=events)
    assert views[-1].conjectures[0].caption.startswith(f"Not drawn: {EXTRA}")
