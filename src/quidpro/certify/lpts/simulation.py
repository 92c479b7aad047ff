"""One premise: is this relation a simulation between a joint of parts and a goal? (pAGAR, Definition 5)

The relation has to contain the initial pair. For each of its pairs the marks agree, and each transition of the joint is
answered by one of the goal, to a distribution with a weight function inside the relation. Where the goal does not know
an action it answers by staying, as a completed specification does; an assumption knows all that its part does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quidpro.certify.conclusion import Rejected
from quidpro.certify.lpts.flow import has_weight_function
from quidpro.certify.lpts.parts import Joint, Part, Row
from quidpro.core.budget import Budget

_SLICE = 2048

Related = dict[int, set[int]]
"""For a state of the joint the states of the goal that simulate it."""


def check_simulation(joint: Joint, goal: Part, rows: Any, *, completed: bool, what: str, budget: Budget) -> None:
    """Refuse what is no simulation; a row of the certificate has the states of the parts, and last that of the goal."""
    related = _read(rows, joint, goal, what)
    if goal.initial not in related.get(joint.initial, ()):
        raise Rejected(f"{what}: the initial states are not in the relation")
    work = _Check(joint, goal, related, completed)
    for done, (code, states) in enumerate(related.items()):
        if done % _SLICE == 0:
            budget.check()
        wrong = work.wrong(code, states)
        if wrong is not None:
            raise Rejected(f"{what}: {wrong}")


def _read(rows: Any, joint: Joint, goal: Part, what: str) -> Related:
    related: Related = {}
    sizes = [*(part.states for part in joint.parts), goal.states]
    radix = joint.radix
    width = len(sizes)
    if not isinstance(rows, list):
        raise Rejected(f"{what} has no relation")
    for row in rows:
        if type(row) is not list or len(row) != width:
            raise Rejected(f"{what}: a pair of the relation needs {width} states")
        code = 0
        for state, size, factor in zip(row, sizes, (*radix, 0), strict=True):
            if type(state) is not int or not 0 <= state < size:
                raise Rejected(f"{what}: the relation speaks of the state {str(state)[:40]}, which is none")
            code += state * factor
        found = related.get(code)
        if found is None:
            related[code] = {row[-1]}
        else:
            found.add(row[-1])
    return related


class _Check:
    def __init__(self, joint: Joint, goal: Part, related: Related, completed: bool) -> None:
        self.joint, self.goal = joint, goal
        self.related, self.completed = related, completed

    def wrong(self, code: int, states: Iterable[int]) -> str | None:
        """Why some pairs of one state of the joint are wrong; None when they are not."""
        marks = self.joint.marks(code)
        for state in states:
            if self.goal.marks[state] != marks:
                return f"{self._named(code, state)} have different marks"
        for action, total, row in self.joint.moves(code):
            for state in states:
                if not self._answered(action, total, row, state):
                    return f"{self._named(code, state)}: nothing answers {action}"
        return None

    def _answered(self, action: str, total: int, row: Sequence[tuple[int, int]], state: int) -> bool:
        if self.completed and action not in self.goal.alphabet:
            return all(state in self.related.get(code, ()) for code, _ in row)
        return any(self._matches(total, row, answer) for answer in self.goal.moves[state].get(action, ()))

    def _matches(self, total: int, row: Sequence[tuple[int, int]], answer: Row) -> bool:
        """Whether there is a weight function; where one side is a single state, all pairs must be related."""
        related = self.related
        if len(answer) == 1:
            goal = answer[0][0]
            return all(goal in related.get(code, ()) for code, _ in row)
        if len(row) == 1:
            found = related.get(row[0][0], ())
            return all(goal in found for goal, _ in answer)
        rows = [related.get(code, ()) for code, _ in row]
        places = [[j for j, (goal, _) in enumerate(answer) if goal in found] for found in rows]
        if not all(places):
            return False
        left = [weight * self.goal.scale for _, weight in row]
        right = [weight * total for _, weight in answer]
        return has_weight_function(left, right, places)

    def _named(self, code: int, state: int) -> str:
        vector = ", ".join(map(str, self.joint.vector(code)))
        return f"the states ({vector}) and {state}"
