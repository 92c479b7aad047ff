"""Automata as pictures: what is drawn, what is said, the limits, and places that are kept."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from quidpro.core.budget import Budget
from quidpro.core.isolated import Crashed
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.report.automata import draw
from quidpro.report.automata.arrows import Arrow, folded, stacked
from quidpro.report.automata.automaton import Automaton, Drawing, Edge, Marks, Places, State
from quidpro.report.automata.clutter import clutter
from quidpro.report.automata.draw import automaton_svg
from quidpro.report.automata.layout import EMPTY, Layout, Route
from quidpro.report.automata.shape import Shape
from quidpro.report.explicit.automaton import assumed, automaton_of

pytest.importorskip("pygraphviz")
SVG = "{http://www.w3.org/2000/svg}"
CYCLE = LTS.of([(0, "a", 1), (1, "b", 0), (0, "x", 0), (1, "x", 1), (1, "c", 1)], name="CYCLE")


def drawn(automaton: Automaton, **settings: object) -> tuple[ElementTree.Element, Drawing]:
    drawing = automaton_svg(automaton, Budget(), **settings)  # type: ignore[arg-type]
    return ElementTree.fromstring(drawing.svg), drawing


def having(root: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    return [one for one in root.iter() if word in one.get("class", "").split()]


def middles(svg: str) -> dict[str, tuple[float, float]]:
    """Where the states are, by the text that they show."""
    found = {}
    for state in having(ElementTree.fromstring(svg), "state"):
        text = next(state.iter(f"{SVG}text"))
        found[state.get("data-state", "")] = float(text.get("x", "")), float(text.get("y", ""))
    return found


def test_states_and_edges_have_their_numbers() -> None:
    root, _ = drawn(automaton_of(CYCLE))
    assert {state.get("data-state") for state in having(root, "state")} == {"0", "1"}
    edges = {(e.get("data-source"), e.get("data-target")): e.get("data-transitions") for e in having(root, "edge")}
    numbers = {(p, a, q): str(i) for i, (p, a, q) in enumerate(CYCLE.triples())}
    assert edges == {("0", "1"): numbers[0, "a", 1], ("1", "0"): numbers[1, "b", 0], ("1", "1"): numbers[1, "c", 1]}
    assert len(having(root, "start")) == 1


def test_what_every_state_does_is_said_not_drawn() -> None:
    root, drawing = drawn(automaton_of(CYCLE))
    assert drawing.caption == "↻ in every state: x"
    assert "x" not in {text for span in root.iter(f"{SVG}tspan") if (text := span.text)}


def test_a_common_loop_on_the_path_is_drawn_where_it_is_taken() -> None:
    number = next(i for i, t in enumerate(CYCLE.triples()) if t == (1, "x", 1))
    root, drawing = drawn(automaton_of(CYCLE), marks=Marks(path=frozenset({number})))
    assert [e.get("data-source") for e in having(root, "path")] == ["1"]
    assert "↻ in every state: x" in drawing.caption


def test_a_property_leaves_its_errors_out_and_says_so() -> None:
    broken = complete_property(LTS.of([(0, "a", 1), (1, "b", 0)], name="P"))
    assert broken.has_error
    root, drawing = drawn(automaton_of(broken, is_property=True))
    assert drawing.caption == "all else: ERROR"
    assert not having(root, "error")
    assert having(drawn(automaton_of(broken))[0], "error")


def test_kinds_of_states_have_shapes_and_words() -> None:
    lts = LTS.of([(0, "a", 1), (0, "b", 2), (0, "c", "ERROR")], end=2)
    root, _ = drawn(automaton_of(lts))
    texts = {text.text for text in root.iter(f"{SVG}text")}
    assert {"1 STOP", "2 END", "ERROR"} <= texts
    assert [len(having(root, kind)) for kind in ("stop", "end", "error")] == [1, 1, 1]


def test_marks_have_their_classes() -> None:
    marks = Marks(frozenset({0}), frozenset({1}), frozenset({0}), frozenset({0, 2}), frozenset({4}))
    root, _ = drawn(automaton_of(CYCLE), marks=marks)
    assert [one.get("data-state") for one in having(root, "marked")] == ["0"]
    assert {one.get("data-state") for one in having(root, "new") if one.get("data-state")} == {"1"}
    assert [one.get("data-transitions") for one in having(root, "path")] == ["0"]
    assert [one.get("data-transitions") for one in having(root, "edge") if "new" in one.get("class", "")] == ["2"]


def test_names_are_text_not_markup() -> None:
    wild = '<script>alert("x")</script>&'
    lts = LTS.of([(wild, f"{wild}\x1b[31m", "q")], name=wild)
    root, drawing = drawn(automaton_of(lts), standalone=True)
    assert "<script" not in drawing.svg
    assert "\x1b" not in drawing.svg
    assert wild in (root.get("aria-label") or "")


def test_letters_are_never_small_and_nothing_is_from_outside() -> None:
    root, drawing = drawn(automaton_of(CYCLE), standalone=True)
    assert [one.get("font-size") for one in root.iter() if one.get("font-size")] == ["12"]
    assert not re.findall(r"(?:href|src|url)\s*[=(]", drawing.svg)
    assert "style=" not in drawing.svg  # a page may forbid it
    assert root.get("width") == f"{float(root.get('viewBox', '').split()[2]):.0f}"


@pytest.mark.parametrize(("states", "why"), [(61, "61 states"), (60, "")])
def test_what_cannot_be_read_is_not_drawn(states: int, why: str) -> None:
    chain = LTS.of([(i, "a", i + 1) for i in range(states - 1)])
    drawing = automaton_svg(automaton_of(chain), Budget())
    assert (not drawing.svg) == bool(why)
    assert why in drawing.caption


def test_too_many_arrows_are_not_drawn() -> None:
    dense = LTS.of([(i, "a", j) for i in range(15) for j in range(15) if i != j])
    drawing = automaton_svg(automaton_of(dense), Budget())
    assert not drawing.svg
    assert "210 arrows" in drawing.caption


def test_the_layout_has_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "LAYOUT_SECONDS", 0.0)
    drawing = automaton_svg(automaton_of(CYCLE), Budget())
    assert not drawing.svg
    assert "no layout was found within 0 s" in drawing.caption


def test_states_stay_where_they_were() -> None:
    before = automaton_svg(assumed(LTS.of([(0, "a", 1), (1, "b", 0)])), Budget())
    grown = LTS.of([(0, "a", 1), (1, "b", 2), (2, "c", 0), (2, "d", 3), (3, "a", 1)])
    after = automaton_svg(assumed(grown), Budget(), places=before.places)
    old, new = middles(before.svg), middles(after.svg)
    assert {state: new[state] for state in old} == old
    assert len(set(new.values())) == 4
    again = automaton_svg(assumed(grown), Budget(), places=after.places)
    assert middles(again.svg) == new


def test_states_are_known_by_their_keys() -> None:
    first = Automaton("A", (State(0, "0", key="λ"), State(1, "1", key="a")), (Edge(0, 1, "a", 0),))
    swapped = Automaton("A", (State(0, "0", key="a"), State(1, "1", key="λ")), (Edge(1, 0, "a", 0),), 1)
    before = automaton_svg(first, Budget())
    after = automaton_svg(swapped, Budget(), places=before.places)
    assert after.places.points == before.places.points


def test_a_picture_that_is_not_drawn_keeps_the_places() -> None:
    before = automaton_svg(automaton_of(CYCLE), Budget())
    chain = LTS.of([(i, "a", i + 1) for i in range(70)])
    assert automaton_svg(automaton_of(chain), Budget(), places=before.places).places == before.places


@pytest.mark.parametrize(
    ("labels", "lines"),
    [
        (["c.1.go", "c.3.go", "d"], ["c.{1,3}.go", "d"]),
        (["a", "b"], ["a", "b"]),
        (["c.1.go", "c.2.no"], ["c.1.go", "c.2.no"]),
        (["x.1.1", "x.1.2", "x.2.1"], ["x.1.{1,2}", "x.2.1"]),
    ],
)
def test_labels_that_differ_in_one_part_are_one(labels: list[str], lines: list[str]) -> None:
    assert folded(labels) == lines


def test_many_labels_are_counted() -> None:
    assert stacked([f"a{i}" for i in range(9)])[-1] == "… 4 more"


def in_disorder(states: int) -> tuple[Automaton, Places]:
    """A ring with chords, its states at places that have nothing to do with it."""
    ring = [(i, "turn", (i + 1) % states) for i in range(states)]
    lts = LTS.of([*ring, *((i, "jump", (i + 2) % states) for i in range(0, states, 2))])
    points = {str(i): (130.0 * (7 * i % 5), 96.0 * (5 * i % states // 5)) for i in range(states)}
    return assumed(lts), Places(points)


@pytest.mark.parametrize(("states", "stay"), [(4, True), (24, False)])
def test_states_stay_unless_the_picture_cannot_be_read(states: int, stay: bool) -> None:
    automaton, places = in_disorder(states)
    drawing = automaton_svg(automaton, Budget(), places=places)
    assert (dict(drawing.places.points) == places.points) == stay


def test_states_stay_where_graphviz_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_arguments: object, **_limits: object) -> None:
        raise Crashed("", 11)

    monkeypatch.setattr(draw, "isolated", crash)
    automaton, places = in_disorder(24)
    drawing = automaton_svg(automaton, Budget(), places=places)
    assert drawing.svg
    assert dict(drawing.places.points) == places.points


def test_clutter_is_what_lies_on_what() -> None:
    shapes = [Shape(15.0, 15.0, (str(i),), True) for i in range(4)]
    arrows = [Arrow(i, j, "plain", "", ("a",), "a", (i,)) for i, j in ((0, 1), (2, 3))]
    points = (0.0, 0.0), (200.0, 0.0), (100.0, 100.0), (100.0, -100.0)
    across = Route(((15.0, 0.0), (70.0, 0.0), (130.0, 0.0), (180.0, 0.0)), (185.0, 0.0), (50.0, -12.0))
    upward = Route(((100.0, 85.0), (100.0, 50.0), (100.0, -20.0), (100.0, -80.0)), (100.0, -85.0), (112.0, 40.0))
    crossing = Layout(points, (across, upward), EMPTY)
    assert clutter(crossing, shapes, arrows) == 0.25
    covered = Layout(points, (across, replace(upward, label=across.label)), EMPTY)
    assert clutter(covered, shapes, arrows) == 2.25
    hidden = [arrows[0], replace(arrows[1], look="faint")]
    assert clutter(covered, shapes, hidden) == 0.0


def test_no_places_is_a_layout_from_nothing() -> None:
    assert automaton_svg(automaton_of(CYCLE), Budget(), places=Places()).svg
