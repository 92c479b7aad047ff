"""CGP03's Table 3: what each check of each oracle takes, by the measure of the paper.

Oracle 1 searches A ∥ M1 ∥ P_err, Oracle 2 searches M2 ∥ A_err, each breadth first to its first error. States are those
taken off the queue; the step into the error is not counted. What M1 does by itself is hidden, so that steps that differ
in nothing else are one; hidden steps come first, the others in alphabetical order. Where a search ends early, its
counts depend on that order. The method itself works otherwise, with sets of states, and so has counts of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from operator import itemgetter

from quidpro.benchmarks.work import OracleCheck, Oracles
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import Event
from quidpro.core.small import ENDLESS
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.plain_product import Moves
from quidpro.lts.product import Product
from quidpro.run.check import named_attempt
from quidpro.run.request import CheckRequest
from quidpro.run.solve import solve
from quidpro.verdict.problem import AnyProblem
from quidpro.verdict.rounds import Round


def count_checks(request: CheckRequest, problem: AnyProblem, budget: Budget) -> Oracles:
    """The checks of a run of the method that the request names; M1 and M2 are its two groups."""
    conjectures = _Conjectures()
    attempt = named_attempt(request, problem)
    try:
        (verdict,) = solve(request.world, [problem], attempt, budget, conjectures)
        return _count(problem, attempt.split, verdict.stats.rounds, conjectures.by_iteration, budget)
    except BudgetExceeded:
        return Oracles()


def _count(
    problem: AnyProblem,
    groups: Sequence[Sequence[str]],
    rounds: Sequence[Round],
    conjectures: dict[int, LTS],
    budget: Budget,
) -> Oracles:
    parts = {component.name: component.lts for component in problem.model.processes}
    goal = [component.lts for component in problem.model.properties]
    first, rest = ([parts[name] for name in group] for group in groups)
    checks = []
    for done in rounds:
        assumption = conjectures[done.number]
        if done.premise == 1:
            composed, visible = [assumption, *first, *goal], _actions([assumption])
        else:
            composed, visible = [*rest, complete_property(assumption)], _actions(rest)
        counts = (*search(composed, visible, budget), done.states, done.transitions)
        checks.append(OracleCheck(done.number, done.premise, done.assumption_states, done.outcome, *counts))
    whole, visible = [*first, *rest, *goal], _actions([*rest, *goal])
    return Oracles(tuple(checks), *search(whole, visible, budget), *search(whole, visible, budget, to_the_end=True))


def _actions(components: Sequence[LTS]) -> frozenset[str]:
    return frozenset(action for lts in components for action in lts.alphabet)


def search(
    components: Sequence[LTS], visible: Collection[str], budget: Budget, *, to_the_end: bool = False
) -> tuple[int, int]:
    """States taken off the queue and transitions followed, up to the first error or to the end."""
    product = Product(components)
    moves = Moves(product, ENDLESS)
    names = ["", *(action if action in visible else "" for action in product.alphabet)]
    queue, seen = deque([product.initial]), {product.initial}
    states = transitions = 0
    while queue:
        budget.check()
        states += 1
        steps = dict.fromkeys((names[action], target) for action, target in moves.of(queue.popleft()))
        for _, target in sorted(steps, key=itemgetter(0)):
            if target is None and not to_the_end:
                return states, transitions
            transitions += 1
            if target is not None and target not in seen:
                seen.add(target)
                queue.append(target)
    return states, transitions


class _Conjectures:
    """Keeps the assumption of each iteration."""

    pictures = True

    def __init__(self) -> None:
        self.by_iteration: dict[int, LTS] = {}

    def __call__(self, event: Event) -> None:
        if isinstance(event, Round) and event.evidence is not None:
            self.by_iteration[event.number] = event.evidence.assumptions[0]
