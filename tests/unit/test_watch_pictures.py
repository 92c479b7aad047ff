"""Pictures of the rounds of the examples: labels do not lie on each other, states stay where they were."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.events import Event
from quidpro.report.automata.shape import LETTER, LINE
from quidpro.report.watch import Watcher
from quidpro.run.registry import world_named
from quidpro.verdict.rounds import Round
from quidpro.verdict.watch import ConjectureView, RoundView

pytestmark = pytest.mark.slow
pytest.importorskip("pygraphviz")
SERVER = Path(__file__).parents[2] / "examples" / "client_server" / "client_server.lts"
SPLIT = "c.3:CLIENT | c.1:CLIENT, c.2:CLIENT, SERVER"
SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def watch(method: str, **options: Any) -> list[RoundView]:
    """The rounds of the client-server example."""
    watcher, views = Watcher(world_named("explicit").renderer, Budget()), list[RoundView]()

    def listen(event: Event) -> None:
        if isinstance(event, Round) and (view := watcher.view(event, "MUTEX")) is not None:
            views.append(view)

    published = options.pop("as_published", False)
    settings = {} if published else {"split": SPLIT, "options": {"candidates": False, **options}}
    quidpro.check(SERVER, method=method, property="MUTEX", as_published=published, events=listen, **settings)
    return views


ROUNDS = [
    ("lstar", {"orientation": "given"}),
    ("lstar", {"orientation": "given", "learner": "lstar"}),
    ("lstar", {"orientation": "given", "alphabet": "refine"}),
    ("agar", {"orientation": "given"}),
    ("circular", {}),
    ("circular", {"as_published": True}),
]


@pytest.mark.parametrize(("method", "options"), ROUNDS)
def test_rounds_can_be_read(method: str, options: dict[str, Any]) -> None:
    views = watch(method, **options)
    assert len(views) > 2
    for view in views:
        for conjecture in view.conjectures:
            boxes = [box for one in _edges(conjecture) for box in _boxes(one)]
            assert not [pair for pair in combinations(boxes, 2) if _overlap(*pair)]
            assert view.lesson
            assert view.verdict
    for before, after in pairwise(views):
        for old, new in zip(before.conjectures, after.conjectures, strict=True):
            _stay(old, new)


def _stay(old: ConjectureView, new: ConjectureView) -> None:
    """Those states of a growing conjecture that are not new are where they were."""
    if new.states - new.new_states < old.states:
        return
    here, there = _places(old), _places(new)
    assert [there[state] for state in sorted(there)[: len(here)]] == [here[state] for state in sorted(here)]


def _places(conjecture: ConjectureView) -> dict[int, tuple[str | None, str | None]]:
    root = ElementTree.fromstring(conjecture.svg)
    states = [one for one in root.iter(f"{SVG}g") if one.get("class", "").split()[0] == "state"]
    texts = {int(state.get("data-state", "")): next(state.iter(f"{SVG}text")) for state in states}
    return {number: (text.get("x"), text.get("y")) for number, text in texts.items()}


def _edges(conjecture: ConjectureView) -> list[ElementTree.Element]:
    """The arrows in sight."""
    root = ElementTree.fromstring(conjecture.svg)
    edges = [one for one in root.iter(f"{SVG}g") if one.get("class", "").split()[0] == "edge"]
    return [edge for edge in edges if edge.get("display") != "none"]


def _boxes(edge: ElementTree.Element) -> list[Box]:
    """What the lines of its label cover."""
    found = []
    for line in edge.iter(f"{SVG}tspan"):
        x, y, half = float(line.get("x", "")), float(line.get("y", "")), len(line.text or "") * LETTER / 2
        found.append((x - half, y - LINE * 0.7, x + half, y + LINE * 0.25))
    return found


def _overlap(left: Box, right: Box) -> bool:
    return left[0] < right[2] and right[0] < left[2] and left[1] < right[3] and right[1] < left[3]
