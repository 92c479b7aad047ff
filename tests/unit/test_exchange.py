"""Graphs, frames and automata of other libraries: there and back."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings

import quidpro
from quidpro import LTS
from quidpro.exchange import from_aalpy, from_frame, from_networkx, to_aalpy, to_frame, to_networkx
from tests.lts_strategy import ltss

networkx = pytest.importorskip("networkx")
automata = pytest.importorskip("aalpy.automata")


@settings(max_examples=40, deadline=None)
@given(lts=ltss(5))
def test_a_graph_holds_all_of_an_lts(lts: LTS) -> None:
    graph = to_networkx(lts.named("P"))
    assert graph.number_of_edges() == lts.transitions
    again = from_networkx(graph)
    assert (again, again.name) == (lts, "P")


def test_a_graph_of_ones_own() -> None:
    graph = networkx.DiGraph()
    graph.add_edge("idle", "busy", action="start")
    graph.add_edge("busy", "idle", action="stop")
    lts = from_networkx(graph)
    assert (lts.state_names, list(lts.triples())) == (("idle", "busy"), [(0, "start", 1), (1, "stop", 0)])
    assert from_networkx(graph, "busy").initial == 1
    with pytest.raises(quidpro.UsageError, match="no 'label'"):
        from_networkx(graph, action="label")
    with pytest.raises(quidpro.UsageError, match="no node 'off'"):
        from_networkx(graph, "off")
    with pytest.raises(quidpro.UsageError, match="without nodes"):
        from_networkx(networkx.DiGraph())


def test_states_keep_their_names_in_a_graph() -> None:
    graph = to_networkx(LTS.of([("idle", "start", "busy"), ("busy", "fail", "ERROR")]))
    assert {node: data["name"] for node, data in graph.nodes(data=True)} == {0: "idle", 1: "busy", -1: "ERROR"}


@settings(max_examples=40, deadline=None)
@given(lts=ltss(5))
def test_a_dfa_has_the_traces_that_do_not_go_wrong(lts: LTS) -> None:
    lts = lts.determinise()
    if lts.triples() and any(action == "tau" for _, action, _ in lts.triples()):
        return
    again = from_aalpy(to_aalpy(lts))
    safe = LTS.of([t for t in lts.triples() if t[2] >= 0], initial=0, alphabet=again.alphabet)
    assert quidpro.equivalent(again, safe, "trace")


def test_a_dfa_is_deterministic() -> None:
    with pytest.raises(quidpro.UsageError, match="determinise"):
        to_aalpy(LTS.of([(0, "a", 1), (0, "a", 2)]))


def test_mealy_and_moore_machines() -> None:
    off, on = automata.MealyState("off"), automata.MealyState("on")
    off.transitions, off.output_fun = {"push": on}, {"push": "light"}
    on.transitions, on.output_fun = {"push": off}, {"push": "dark"}
    lts = from_aalpy(automata.MealyMachine(off, [off, on]), name="LAMP")
    assert (lts.name, list(lts.triples())) == ("LAMP", [(0, "push/light", 1), (1, "push/dark", 0)])
    dark, light = automata.MooreState("s0", "dark"), automata.MooreState("s1", "light")
    dark.transitions, light.transitions = {"push": light}, {"push": dark}
    assert list(from_aalpy(automata.MooreMachine(dark, [dark, light])).triples()) == list(lts.triples())


def test_a_machine_that_chooses() -> None:
    state = automata.OnfsmState("s")
    state.transitions = {"push": [("light", state), ("dark", state)]}
    assert list(from_aalpy(automata.Onfsm(state, [state])).triples()) == [(0, "push/dark", 0), (0, "push/light", 0)]


class Frame:
    """As much of a frame as is asked for."""

    def __init__(self, rows: Any, columns: list[str]) -> None:
        self.rows, self.columns = list(rows), columns

    def __contains__(self, column: str) -> bool:
        return column in self.columns

    def __getitem__(self, columns: list[str]) -> "Frame":
        places = [self.columns.index(column) for column in columns]
        return Frame([tuple(row[place] for place in places) for row in self.rows], columns)

    def itertuples(self, index: bool, name: str | None) -> Any:
        assert (index, name) == (False, None)
        return iter(self.rows)


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pandas where it is installed; else a stand-in, which takes and gives the same rows."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Frame))  # type: ignore[arg-type]


@pytest.mark.usefixtures("frames")
def test_a_frame_has_the_transitions() -> None:
    lts = LTS.of([(0, "a", 1), (1, "tau", 0), (1, "b", -1)])
    assert from_frame(to_frame(lts)) == lts
    with pytest.raises(quidpro.UsageError, match="no column target"):
        from_frame(to_frame(lts)[["source", "action"]])


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)  # type: ignore[arg-type]
    with pytest.raises(quidpro.UsageError, match="pip install pandas"):
        to_frame(LTS.of([(0, "a", 0)]))
