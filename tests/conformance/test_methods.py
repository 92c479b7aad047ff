"""What every method of the registry must do, on every animal of the zoo that it can be asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.certify.explicit import certify, replay
from quidpro.core.budget import UNLIMITED, Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Phase, ignore
from quidpro.engines.explicit.problem import Problem
from quidpro.engines.explicit.registry import AUTO, METHODS
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, Priority, Progress, System
from quidpro.run.auto import decide as auto
from quidpro.run.auto.where import Where
from quidpro.run.solve import solve
from tests.conformance.zoo import ZOO

CASES = [
    pytest.param(name, animal, id=f"{name}-{animal.name}")
    for name, method in METHODS.items()
    for animal in ZOO
    if animal.problem.kind in method.kinds
] + [pytest.param(AUTO, animal, id=f"{AUTO}-{animal.name}") for animal in ZOO]
EACH_CASE = pytest.mark.parametrize(("method", "animal"), CASES)


def answer(method, problem, budget=None, events=ignore):
    """What the method says by itself, before the run layer checks it; the choice among all is made with one worker."""
    if method == AUTO:
        return auto.decide(problem, budget or Budget(), events, Where(jobs=1))
    return METHODS[method].solve(problem, budget or Budget(), events)


@EACH_CASE
def test_outcome(method, animal):
    verdict = answer(method, animal.problem)
    assert verdict.outcome == animal.outcome
    assert verdict.system == animal.problem.system.name
    assert verdict.property == animal.problem.property
    assert verdict.kind == animal.problem.kind
    assert verdict.components == animal.problem.components


@EACH_CASE
def test_violations_replay_and_proofs_certify(method, animal):
    verdict = answer(method, animal.problem)
    if verdict.outcome == "violated":
        assert verdict.trace is not None
        assert replay(verdict.trace, animal.problem.system, animal.problem.kind, verdict.violated_by or "") is None
        assert (verdict.certificate, verdict.assumptions) == (None, ())
    else:
        assert verdict.trace is None
        assert verdict.certificate is not None
        certified = certify(verdict.certificate, animal.problem.system, UNLIMITED)
        assert certified.ok, certified.reason


@EACH_CASE
def test_the_run_layer_believes_it(method, animal):
    verdict = answer(method, animal.problem) if method == AUTO else solve(animal.problem, method, Budget())
    assert (verdict.outcome, verdict.certified) == (animal.outcome, True)
    assert verdict.stats.seconds > 0


@pytest.mark.parametrize("animal", [a for a in ZOO if a.length is not None], ids=lambda a: a.name)
def test_monolithic_traces_are_shortest(animal):
    trace = answer("monolithic", animal.problem).trace
    assert len(trace.visible) == animal.length


@EACH_CASE
def test_a_budget_of_nothing_gives_unknown_and_a_reason(method, animal):
    verdict = answer(method, animal.problem, Budget(seconds=0.0))
    assert verdict.outcome == "unknown"
    assert "time budget ran out" in verdict.reason
    assert verdict.certificate is None
    assert verdict.trace is None


@EACH_CASE
def test_an_interrupt_gives_unknown_and_a_reason(method, animal):
    budget = Budget()
    budget.interrupt()
    verdict = answer(method, animal.problem, budget)
    assert verdict.outcome == "unknown"
    assert "interrupted" in verdict.reason


@EACH_CASE
def test_events_tell_what_is_going_on(method, animal):
    heard = []
    answer(method, animal.problem, events=heard.append)
    phases = [event.name for event in heard if isinstance(event, Phase)]
    assert phases
    assert all(phase.split()[0].endswith("ing") for phase in phases)


@EACH_CASE
def test_the_order_of_components_does_not_matter(method, animal):
    problem = animal.problem
    turned = replace(problem.system, components=tuple(reversed(problem.system.components)))
    assert answer(method, replace(problem, system=turned)).outcome == animal.outcome


@EACH_CASE
def test_the_names_of_actions_do_not_matter(method, animal):
    assert answer(method, renamed(animal.problem)).outcome == animal.outcome


@EACH_CASE
def test_the_same_question_has_the_same_answer(method, animal):
    first, second = (answer(method, animal.problem) for _ in range(2))
    assert first.trace == second.trace
    assert first.assumptions == second.assumptions


@pytest.mark.parametrize("method", METHODS)
def test_what_a_method_cannot_decide_it_refuses(method):
    for animal in ZOO:
        if animal.problem.kind not in METHODS[method].kinds:
            with pytest.raises(UsageError, match=animal.problem.kind):
                answer(method, animal.problem)


@pytest.mark.parametrize("method", METHODS)
def test_nothing_is_printed(method, capfd):
    for animal in ZOO[:3]:
        answer(method, animal.problem)
    assert capfd.readouterr() == ("", "")


def renamed(problem: Problem) -> Problem:
    """The same problem with all actions renamed, so that their order is turned round."""
    names = problem.system.alphabet
    fresh = {old: f"n.{len(names) - i:03d}" for i, old in enumerate(names)}

    def actions(old):
        return frozenset(fresh.get(action, action) for action in old)

    def part(component: Component) -> Component:
        triples = [(p, fresh.get(a, a), q) for p, a, q in component.lts.triples()]
        alphabet = [fresh[a] for a in component.lts.alphabet]
        lts = LTS.of(triples, initial=component.lts.initial, alphabet=alphabet, name=component.lts.name)
        return replace(component, lts=_with_end(lts, component.lts))

    priority = problem.system.priority
    system = System(
        problem.system.name,
        tuple(part(component) for component in problem.system.components),
        None if priority is None else Priority(actions(priority.actions), priority.high),
    )
    progress = tuple(Progress(fresh.get(test.name, test.name), actions(test.actions)) for test in problem.progress)
    return Problem(system, problem.kind, problem.property, progress)


def _with_end(lts: LTS, old: LTS) -> LTS:
    """END where it was; the states of the zoo are numbered in the order of their appearance."""
    return replace(lts, end=old.end)
