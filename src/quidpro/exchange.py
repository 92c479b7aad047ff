"""LTSs to and from other libraries: graphs of networkx, frames of pandas, automata of AALpy.

None of these libraries is needed for quidpro itself; what is missing is said when it is asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from quidpro.core.errors import UsageError
from quidpro.core.parts import require
from quidpro.lts.lts import ERROR, LTS, TAU_NAME
from quidpro.lts.ops import is_deterministic

if TYPE_CHECKING:
    import networkx
    import pandas

ACTION = "action"
"""The attribute of an edge, and the column, that has the action."""


def to_networkx(lts: LTS) -> networkx.MultiDiGraph[Any]:
    """A graph with the states as nodes (``-1`` is ERROR) and an edge for each transition, with its ``action``.

    The graph has ``name``, ``initial``, ``end`` and ``alphabet``, the nodes their ``name``: :func:`from_networkx` makes
    the same LTS of it.
    """
    graph = require("networkx").MultiDiGraph(
        name=lts.name, initial=lts.initial, end=None if lts.end < 0 else lts.end, alphabet=lts.alphabet
    )
    states = [*range(lts.states), *([ERROR] if lts.has_error else [])]
    graph.add_nodes_from((state, {"name": lts.state_name(state)}) for state in states)
    graph.add_edges_from((source, target, {ACTION: action}) for source, action, target in lts.triples())
    return graph


def from_networkx(graph: networkx.DiGraph[Any], initial: Hashable | None = None, *, action: str = ACTION) -> LTS:
    """The LTS of a directed graph whose edges have an ``action``; ``"tau"`` is silent, the node ``-1`` is ERROR.

    The initial state is that of the graph, unless one is given; by default its first node.
    """
    kept = graph.graph
    nodes = [node for node in graph if node != ERROR]
    if not nodes:
        raise UsageError("a graph without nodes is no LTS: there is no initial state")
    first = next((node for node in (initial, kept.get("initial")) if node is not None), nodes[0])
    if first not in graph:
        raise UsageError(f"there is no node {first!r} to begin with")
    triples = [(source, _action_of(edge, action), target) for source, target, edge in graph.edges(data=True)]
    return _renumbered(nodes, triples, first, kept.get("end"), kept.get("alphabet", ()), kept.get("name", ""))


def to_frame(lts: LTS) -> pandas.DataFrame:
    """The transitions as a frame with the columns ``source``, ``action`` and ``target`` (``-1`` is ERROR)."""
    frame: pandas.DataFrame = require("pandas").DataFrame(lts.triples(), columns=["source", ACTION, "target"])
    return frame


def from_frame(frame: pandas.DataFrame, initial: Hashable | None = None, *, name: str = "") -> LTS:
    """The LTS of a frame with the columns ``source``, ``action`` and ``target``."""
    columns = ["source", ACTION, "target"]
    if missing := [column for column in columns if column not in frame]:
        raise UsageError(f"the frame has no column {' and no column '.join(missing)}")
    return LTS.of(frame[columns].itertuples(index=False, name=None), initial=initial, name=name)


def to_aalpy(lts: LTS) -> Any:
    """The traces of a deterministic LTS as AALpy's ``Dfa``: every state accepts but a sink, which ERROR is too."""
    if not is_deterministic(lts):
        raise UsageError("a Dfa is deterministic, and this LTS is not: give its .determinise()")
    automata = require("aalpy.automata")
    states = [automata.DfaState(str(state), is_accepting=True) for state in range(lts.states)]
    sink = automata.DfaState("sink", is_accepting=False)
    for state in (*states, sink):
        state.transitions = dict.fromkeys(lts.alphabet, sink)
    for source, action, target in lts.triples():
        states[source].transitions[action] = sink if target == ERROR else states[target]
    return automata.Dfa(states[lts.initial], [*states, sink])


def from_aalpy(machine: Any, *, name: str = "") -> LTS:
    """The LTS of a machine of AALpy.

    Of a ``Dfa`` it is what leads to states that accept. Of a Mealy machine every step is its input and its output,
    ``input/output``; of a Moore machine so too, with the output of the state that is reached.
    """
    states = {state: number for number, state in enumerate(machine.states)}
    triples = [
        (states[source], word, states[target])
        for source in machine.states
        for word, target in _steps(source)
        if _accepts(source) and _accepts(target)
    ]
    return _renumbered(list(states.values()), triples, states[machine.initial_state], None, (), name)


def _steps(state: Any) -> Iterator[tuple[str, Any]]:
    """The steps out of a state, each with the action that it is."""
    for letter, targets in state.transitions.items():
        for entry in targets if isinstance(targets, list) else [targets]:
            output, target = entry if isinstance(entry, tuple) else (_output(state, letter, entry), entry)
            yield (str(letter) if output is None else f"{letter}/{output}"), target


def _output(state: Any, letter: Any, target: Any) -> Any:
    """What a step answers: on the transition, or in the state that it leads to; None where nothing does."""
    if hasattr(state, "output_fun"):
        return state.output_fun[letter]
    return None if hasattr(target, "is_accepting") else getattr(target, "output", None)


def _accepts(state: Any) -> bool:
    return bool(getattr(state, "is_accepting", True))


def _action_of(edge: dict[str, Any], key: str) -> str:
    if key not in edge:
        raise UsageError(f"an edge has no {key!r}: give each the action it stands for, {TAU_NAME!r} if it is silent")
    return str(edge[key])


def _renumbered(
    states: list[Any], triples: list[tuple[Any, str, Any]], initial: Any, end: Any, alphabet: Any, name: str
) -> LTS:
    """The LTS over all these states, numbered in their order, with the names that are no numbers."""
    number = {state: i for i, state in enumerate(states)} | {ERROR: ERROR}
    actions = sorted({action for _, action, _ in triples if action != TAU_NAME} | set(alphabet))
    label = {TAU_NAME: 0} | {action: i + 1 for i, action in enumerate(actions)}
    rows = [(number[source], label[action], number[target]) for source, action, target in triples]
    named = any(not isinstance(state, int) for state in states)
    return LTS.from_arrays(
        actions,
        len(states),
        *(zip(*rows, strict=True) if rows else ((), (), ())),
        initial=number[initial],
        end=-1 if end is None else number[end],
        name=name,
        state_names=[str(state) for state in states] if named else None,
    )
