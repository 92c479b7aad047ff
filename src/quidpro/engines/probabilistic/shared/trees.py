"""Executions as the trees that people are shown: those of violations, and those that refute given assumptions.

A method sees each group of components as one; what is shown speaks of the members, by their own states and
distributions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quidpro.core.words import one_line
from quidpro.engines.probabilistic.refined.given import Failure
from quidpro.engines.probabilistic.shared.certificate import Group, alone
from quidpro.engines.probabilistic.shared.execution import Execution, ExecutionNode, Step
from quidpro.engines.probabilistic.shared.outcome import Outcome
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.steps import Choice, marks_of
from quidpro.verdict.probabilistic.evidence import ProbTree, Refutation, TreeNode, TreeStep
from quidpro.verdict.probabilistic.problem import Problem


def unfolded(execution: Execution, groups: Sequence[Group]) -> Execution:
    """An execution of the groups as one of their members, in the order of the components."""
    members = [member for group in groups for member in group.members]
    back = sorted(range(len(members)), key=members.__getitem__)

    def states(vector: Sequence[int]) -> tuple[int, ...]:
        flat = [state for group, number in zip(groups, vector, strict=True) for state in group.states[number].tolist()]
        return tuple(flat[i] for i in back)

    def choices(step: Step) -> tuple[Choice, ...]:
        chosen = (
            pair
            for i, number in step.choices
            for pair in zip(groups[i].members, groups[i].choices[number].tolist(), strict=True)
        )
        return tuple(sorted((member, choice) for member, choice in chosen if choice >= 0))

    return Execution(
        tuple(
            ExecutionNode(
                states(node.states),
                tuple(Step(step.action, choices(step), step.branches) for step in node.steps),
            )
            for node in execution.nodes
        )
    )


def tree_of(execution: Execution, names: Sequence[str], parts: Sequence[LPTS], marks: frozenset[str]) -> ProbTree:
    """An execution of parts with the names that their states have in the model, and with these of their marks."""
    return ProbTree(
        tuple(names),
        tuple(
            TreeNode(
                tuple(part.state_name(state) for part, state in zip(parts, node.states, strict=True)),
                tuple(sorted(marks_of(parts, node.states) & marks)),
                tuple(_step(step, parts) for step in node.steps),
            )
            for node in execution.nodes
        ),
    )


def _step(step: Step, parts: Sequence[LPTS]) -> TreeStep:
    tossed = [i for i, number in step.choices if len(parts[i].distributions.lists[number]) > 1]
    return TreeStep(step.action, tuple(i for i, _ in step.choices), step.branches, len(tossed) > 1)


class Refuting:
    """What is wrong with assumptions that were given for groups in their order, in words and with trees."""

    def __init__(self, outcome: Outcome, problem: Problem, groups: Sequence[Group], named: Sequence[str]) -> None:
        self.outcome, self.problem = outcome, problem
        self.groups, self.named = groups, named

    @property
    def words(self) -> str:
        """Every premise that fails, and why."""
        return "; ".join(f"premise {one.premise} fails, {self._why(one)}" for one in self.outcome.failures)

    def unmentioned(self) -> Iterator[str]:
        """The actions that an assumption says nothing of, and so allows."""
        shown = () if self.outcome.verdict == "violated" or not self.outcome.by_parts else self.outcome.assumptions
        for number, assumption in enumerate(shown, 1):
            behind = {action for group in self.groups[number:] for action in group.lpts.alphabet}
            if missing := sorted(behind - set(assumption.alphabet)):
                yield f"A{number} says nothing of {one_line(', '.join(missing))}: what it does not mention it allows"

    def refutations(self, number: int) -> tuple[Refutation, ...]:
        """Those of one assumption."""
        blamed = [one for one in self.outcome.failures if one.assumption == number]
        return tuple(Refutation(one.premise, self._why(one), self._tree(one)) for one in blamed)

    def _why(self, failure: Failure) -> str:
        """The assumption stands between the groups in front of it and those behind."""
        number, behind = failure.assumption, " | ".join(self.named[failure.assumption :])
        if failure.too_strong:
            return f"as A{number} is too strong: {behind} can do what it does not allow"
        if failure.execution is None:
            return f"with A{number}, and no finite tree shows whether it is too weak"
        return f"as A{number} is too weak: it allows what {behind} cannot do"

    def _tree(self, failure: Failure) -> ProbTree | None:
        """An execution of the members of the premise's group, and of the assumption behind it."""
        if failure.execution is None:
            return None
        group, model = self.groups[failure.premise - 1], self.problem.model
        behind = [] if failure.behind is None else [failure.behind]
        size = len(group.members)
        parts = [*(model.components[i] for i in group.members), *behind]
        names = [*(model.names[i] for i in group.members), *(f"A{failure.premise}" for _ in behind)]
        local = [replace(group, members=tuple(range(size))), *(alone(given, size) for given in behind)]
        marks = frozenset(self.problem.spec.marks)
        return tree_of(unfolded(failure.execution, local), names, parts, marks)
