"""One random system and formula: the answers about it, fair and not, against runs that are made by hand.

A violation must be a run of the naive product that counts, and the formula must be false on it. When the assertion
holds, the formula must be true on every run of a sample: random stems, and then random loops, which under fair choice
go through all transitions of a terminal set. Besides, where there is no ERROR, a formula and its negation never both
hold, formulas that say the same get the same answer, and the methods that reason by parts agree where they answer.
At times the formula observes only what it mentions, as an ``ltl_property`` does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.explicit.questions import assertion_problem
from quidpro.engines.explicit.whole.liveness import MAX_COVERED
from quidpro.frontend.fsp.model import load_fsp
from quidpro.logic.ltl import Assertion
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Trace
from quidpro.verdict.problem import AnyProblem
from tests.asking import answer, attempt
from tests.differential.compare import METHODS, random_split
from tests.naive_product import NaiveProduct, State
from tests.random_ltl import actions_in, equivalents, holds, random_fluent, random_formula, to_text
from tests.random_systems import random_system

MOST_STATES = 60
RUNS = 60
LONGEST = 12

Run = tuple[list[str], list[str]]


def differences(seed: int) -> list[str]:
    """What is wrong with the answers about one system, in words."""
    rng = random.Random(seed)
    system = random_system(seed).with_properties()
    naive = NaiveProduct(system)
    actions = [action for action in naive.alphabet if action != "tau"]
    if len(naive.edges) > MOST_STATES or len(actions) < 2:
        return []
    fluents = [random_fluent(rng, actions, f"F{i}") for i in range(rng.choice([0, 0, 1, 2]))]
    tree = random_formula(rng, actions, fluents, rng.choice([2, 3, 3, 4]))
    text = "\n".join(fluent.text() for fluent in fluents)
    observed = actions_in(tree) if rng.random() < 0.2 else None
    found = []
    for fair in (True, False):
        asked = _Asked(system, text, fair, observed, naive, rng)
        where = f"seed {seed} {'fair' if fair else 'unfair'} {'seeing all' if observed is None else 'seeing its own'}"
        found += [f"{where} {to_text(tree)}: {wrong}" for wrong in asked.differences(tree)]
    return found


class _Asked:
    """Formulas asked of one system."""

    def __init__(
        self,
        system: System,
        fluents: str,
        fair: bool,
        observed: frozenset[str] | None,
        naive: NaiveProduct,
        rng: random.Random,
    ) -> None:
        self.system, self.fluents, self.fair, self.observed = system, fluents, fair, observed
        self.naive, self.rng = naive, rng

    def differences(self, tree: tuple) -> Iterator[str]:
        """What is wrong with the answers about a formula, its negation, and formulas that say the same."""
        verdict = self._answer(tree)
        if not verdict.certified and not _ran_out(verdict):
            yield f"{verdict.outcome}, not certified: {verdict.reason}"
        elif self.naive.error_depth() is not None:
            if verdict.outcome != "violated":
                yield "an ERROR was not seen"
        else:
            yield from self._wrong_answer(tree, verdict)
            yield from self._contradictions(tree, verdict)

    def _contradictions(self, tree: tuple, verdict: ExplicitVerdict) -> Iterator[str]:
        if verdict.outcome == "holds" and self._answer(("!", tree)).outcome != "violated":
            yield "the negation holds as well"
        for other in equivalents(tree):
            same = self._answer(other)
            if (same.outcome, same.certified or _ran_out(same)) != (verdict.outcome, True):
                yield f"{verdict.outcome}, but {to_text(other)} is {same.outcome} {same.reason}"
        for method in METHODS:
            if not METHODS[method].why_not(self._problem(tree)):
                same = self._answer(tree, method)
                if same.outcome != "unknown" and (same.outcome, same.certified or _ran_out(same)) != (
                    verdict.outcome,
                    True,
                ):
                    yield f"{verdict.outcome}, but by {method} {same.outcome} {same.reason}"

    def _answer(self, tree: tuple, method: str = "monolithic") -> ExplicitVerdict:
        return answer(self._problem(tree), attempt("explicit", method, random_split(self.rng, self.system)))

    def _problem(self, tree: tuple) -> AnyProblem:
        return assertion_problem(self.system, self._assertion(tree), Budget())

    def _assertion(self, tree: tuple) -> Assertion:
        source = Source("random.lts", f"{self.fluents}\nassert A = {to_text(tree)}")
        assertion = load_fsp(source, None).assertion("A")
        assert assertion is not None
        return replace(assertion, fair=self.fair, observed=self.observed)

    def _wrong_answer(self, tree: tuple, verdict: ExplicitVerdict) -> Iterator[str]:
        if verdict.outcome == "violated":
            assert verdict.trace is not None
            yield from self._wrong_run(verdict.trace, tree)
            return
        for stem, loop in self._runs():
            if not self._holds(tree, stem, loop):
                yield f"it holds, but not on {' '.join(stem)} ({' '.join(loop)})*"
                return

    def _wrong_run(self, trace: Trace, tree: tuple) -> Iterator[str]:
        """Whether the run is one, whether it counts, and whether the formula is false on it."""
        loop = [] if trace.loop is None else self._steps(trace.loop)
        stem = self._steps(trace)
        edges = self.naive.edges
        if any((action, target) not in edges[source] for source, action, target in [*stem, *loop]):
            yield "the run is none"
        elif trace.cycle is None:
            yield from self._saved(trace, tree)
        else:
            yield from self._uncounted(trace, loop)
            if not self._is_left_to_the_set(trace) and self._holds(tree, trace.visible, _actions(loop)):
                yield "the formula holds on the run"

    def _saved(self, trace: Trace, tree: tuple) -> Iterator[str]:
        """A run that goes on from there and on which the formula holds after all."""
        for stem, loop in self._runs(trace.visible, self._own(trace.states[-1])):
            if self._holds(tree, stem, loop):
                yield f"the formula is not breached: {' '.join(stem)} ({' '.join(loop)})*"
                return

    def _is_left_to_the_set(self, trace: Trace) -> bool:
        """Whether the terminal set is too large for a loop through all of it."""
        return self.fair and trace.loop is None and bool(self._seen(trace.cycle or ()))

    def _uncounted(self, trace: Trace, loop: list[tuple[State, str, State]]) -> Iterator[str]:
        last = trace.states[-1]
        if not self.fair:
            if trace.loop is None and self.naive.edges[last]:
                yield "the run does not stop"
            return
        around = _around(self.naive, last)
        if any(last not in _around(self.naive, state) for state in around):
            yield "the end is not in a terminal set"
        steps = {(s, a, t) for s in around for a, t in self.naive.edges[s]}
        if self._is_left_to_the_set(trace) and len(steps) <= MAX_COVERED:
            yield "there is no loop"
        if trace.loop is not None and set(loop) != steps:
            yield "the loop does not take all transitions"

    def _holds(self, tree: tuple, stem: Sequence[str], loop: Sequence[str]) -> bool:
        return holds(tree, self._seen(stem), self._seen(loop))

    def _seen(self, actions: Sequence[str]) -> list[str]:
        return [a for a in actions if a != "tau" and (self.observed is None or a in self.observed)]

    def _steps(self, trace: Trace) -> list[tuple[State, str, State]]:
        states = [self._own(state) for state in trace.states]
        return list(zip(states[:-1], trace.actions, states[1:], strict=True))

    def _own(self, state: State) -> State:
        """The states of the processes alone."""
        return state[: len(self.system.components)]

    def _runs(self, begun: Sequence[str] = (), start: State | None = None) -> Iterator[Run]:
        """Random runs that count, from a state to which some actions led."""
        for _ in range(RUNS):
            here = start or tuple(lts.initial for lts in self.naive.parts)
            stem = list(begun)
            for _ in range(self.rng.randint(0, LONGEST)):
                if not self.naive.edges[here]:
                    break
                action, here = self.rng.choice(sorted(self.naive.edges[here]))
                stem.append(action)
            walk = _fair_loop if self.fair else _any_loop
            loop = walk(self.naive, here, self.rng)
            if loop is not None:
                yield stem, loop


def _ran_out(verdict: ExplicitVerdict) -> bool:
    """Whether the checker had no time for a long formula; the answer itself is compared all the same."""
    return verdict.outcome == "holds" and "budget ran out" in verdict.reason


def _actions(steps: list[tuple[State, str, State]]) -> list[str]:
    return [action for _, action, _ in steps]


def _around(naive: NaiveProduct, state: State) -> set[State]:
    found = naive._reach(state)
    assert found is not None
    return found


def _any_loop(naive: NaiveProduct, start: State, rng: random.Random) -> list[str] | None:
    """A random walk back to a state, or none when nothing can happen there; None when it does not come back."""
    if not naive.edges[start]:
        return []
    here, loop = start, []
    for _ in range(LONGEST):
        if not naive.edges[here]:
            return None
        action, here = rng.choice(sorted(naive.edges[here]))
        loop.append(action)
        if here == start and rng.random() < 0.6:
            return loop
    return None


def _fair_loop(naive: NaiveProduct, start: State, rng: random.Random) -> list[str] | None:
    """A random walk through all transitions of the terminal set of a state; None when it is in none."""
    around = _around(naive, start)
    if any(start not in _around(naive, state) for state in around):
        return None
    left = {(s, a, t) for s in around for a, t in naive.edges[s]}
    here, loop = start, []
    while left or here != start:
        fresh = sorted(step for step in left if step[0] == here)
        ways = [(a, t) for _, a, t in fresh] if fresh and rng.random() < 0.8 else sorted(naive.edges[here])
        action, target = rng.choice(ways)
        loop.append(action)
        left.discard((here, action, target))
        here = target
        if len(loop) > 300:
            return None
    return loop
