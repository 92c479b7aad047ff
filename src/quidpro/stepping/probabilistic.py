"""Steps of a network of LPTSs: an action, the components that move, and the distribution over what it leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quidpro.lpts.lpts import LPTS
from quidpro.lpts.steps import Choice, Vector, marks_of, outcomes, steps_by
from quidpro.stepping.follow import lines_of
from quidpro.stepping.protocol import Step, Stepper
from quidpro.verdict.chart import End, Lane, Move, Position
from quidpro.verdict.probabilistic.evidence import ProbTree
from quidpro.verdict.probabilistic.problem import Network


@dataclass(frozen=True)
class _Wanted:
    """A step of a run: an action, and where it leads, if that is known."""

    action: str
    target: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return self.action


class ProbabilisticStepper(Stepper[Vector]):
    """A network; ``silent_actions`` stand for commands without one."""

    def __init__(self, network: Network, title: str, silent_actions: Collection[str] = ()) -> None:
        self.title = title
        self.names = network.names
        self.lanes = tuple(Lane(name) for name in network.names)
        self.rows = ()
        self._components = network.components
        self._silent = frozenset(silent_actions)

    def first(self) -> Vector:
        """The initial state."""
        return tuple(component.initial for component in self._components)

    def steps(self, state: Vector | None, where: str = "") -> Iterator[Step[Vector]]:
        """The steps by one action after the other; ``where`` is a part of the action."""
        assert state is not None
        index = 0
        for action in self._enabled(state):
            for choices in steps_by(self._components, state, action):
                if where in action:
                    yield self._step(index, action, choices, state)
                index += 1

    def _enabled(self, state: Vector) -> list[str]:
        """The actions that some component can do."""
        pairs = zip(self._components, state, strict=True)
        return sorted({component.alphabet[label] for component, s in pairs for label, _ in component.moves_of(s)})

    def _step(self, index: int, action: str, choices: tuple[Choice, ...], state: Vector) -> Step[Vector]:
        moves = tuple(Move(c, _transition(self._components[c], state[c], action, d)) for c, d in choices)
        found = outcomes(self._components, state, choices)
        ordered = sorted(found, key=lambda outcome: -outcome[1])
        return Step(index, action, moves, tuple((probability, target) for target, probability in ordered))

    def position(self, state: Vector) -> Position:
        """Local states, and the marks that hold."""
        pairs = zip(self._components, state, strict=True)
        marks = tuple(sorted(marks_of(self._components, state)))
        return Position(tuple(component.state_name(s) for component, s in pairs), state, (), marks)

    def end(self, state: Vector) -> End:
        """A deadlock where nothing can happen."""
        return "" if next(self.steps(state), None) is not None else "deadlock"

    def wanted(self, trace: Any, state: Vector | None) -> tuple[list[Any], int]:
        """Actions, or the likeliest way down a tree."""
        if isinstance(trace, ProbTree):
            return _likeliest(trace), 0
        lines, looped = lines_of(trace)
        return [_Wanted(line) for line in lines], looped

    def matching(self, state: Vector | None, wanted: _Wanted) -> Iterator[Step[Vector]]:
        """The steps by that action that can lead where it is to."""
        return (step for step in self.steps(state) if step.action == wanted.action and self.outcomes(step, wanted))

    def outcomes(self, step: Step[Vector], wanted: _Wanted | None) -> Sequence[int]:
        """Those that lead where it is to."""
        target = None if wanted is None else wanted.target
        found = super().outcomes(step, wanted)
        return [i for i in found if target in (None, self.position(step.targets[i][1]).states)]

    def silent(self, state: Vector | None) -> Iterator[Step[Vector]]:
        """The steps by commands without an action."""
        return (step for step in self.steps(state) if step.action in self._silent)


def _transition(component: LPTS, state: int, action: str, distribution: int) -> int:
    """The number of a transition."""
    wanted = (component.labels[action], distribution)
    return int(component.row[state]) + component.moves_of(state).index(wanted)


def _likeliest(tree: ProbTree) -> list[_Wanted]:
    """The steps from the root of a tree: to where something is marked, if there is such a node, by likely branches."""
    marked = _leading_to_marks(tree)
    found, here = [], 0
    while tree.nodes[here].steps:
        step = tree.nodes[here].steps[0]
        _, here = max(step.branches, key=lambda branch: (marked[branch[1]], branch[0]))
        found.append(_Wanted(step.action, tree.nodes[here].states))
    return found


def _leading_to_marks(tree: ProbTree) -> list[bool]:
    """Whether each node is marked, or one below it; children come after their parents."""
    marked = [bool(node.marks) for node in tree.nodes]
    for number in reversed(range(len(tree.nodes))):
        below = (child for step in tree.nodes[number].steps for _, child in step.branches)
        marked[number] = marked[number] or any(marked[child] for child in below)
    return marked
