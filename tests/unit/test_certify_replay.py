"""Replaying counterexamples: real runs pass, a run tampered with anywhere is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.checker.explicit import replay
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Priority, Progress
from quidpro.verdict.explicit.evidence import Step, Trace
from tests.unit.certify_samples import HASTY, Naive, channel, random_system, system_of


def violation() -> tuple:
    system = channel(HASTY)
    naive = Naive(system)
    end = next(vector for vector in naive.steps if ERROR in vector)
    return system, naive.trace(end, tuple(c.name for c in system.components))


def test_a_real_violation_replays():
    system, trace = violation()
    assert trace.visible == ("input", "send", "ack", "input")
    assert replay(trace, system, "safety", "Order") is None


def test_the_culprit_must_be_in_error():
    system, trace = violation()
    assert "Input is not in its error state" in (replay(trace, system, "safety", "Input") or "")


def mutations(trace: Trace):
    """The trace with one thing changed, at every position."""
    for i, vector in enumerate(trace.states):
        for c in range(len(vector)):
            for state in {ERROR, 0, 1, 2, 3, 99} - {vector[c]}:
                changed = (*vector[:c], state, *vector[c + 1 :])
                yield replace(trace, states=(*trace.states[:i], changed, *trace.states[i + 1 :]))
        yield replace(trace, states=(*trace.states[:i], vector[1:], *trace.states[i + 1 :]))
        yield replace(trace, states=(*trace.states[:i], *trace.states[i + 1 :]))
    for i, step in enumerate(trace.steps):
        others = [replace(step, action=a) for a in ("input", "send", "output", "ack", "tau", "x") if a != step.action]
        for c in step.moves:
            others.append(Step(step.action, {k: v for k, v in step.moves.items() if k != c}))
            others += [Step(step.action, {**step.moves, c: step.moves[c] + d}) for d in (-1, 1, 99)]
        others += [Step(step.action, {**step.moves, c: 0}) for c in (0, 1, 2, 7) if c not in step.moves]
        for other in others:
            yield replace(trace, steps=(*trace.steps[:i], other, *trace.steps[i + 1 :]))
        shorter = (*trace.steps[:i], *trace.steps[i + 1 :])
        yield replace(trace, steps=shorter)
        yield replace(trace, steps=shorter, states=(*trace.states[: i + 1], *trace.states[i + 2 :]))


def test_every_tampering_is_noticed():
    system, trace = violation()
    for tampered in mutations(trace):
        assert replay(tampered, system, "safety", "Order") is not None, tampered


def test_a_trace_is_about_its_components():
    system, trace = violation()
    assert replay(replace(trace, components=("x",)), system, "safety", "Order") == "the trace is about other components"


def test_a_trace_may_not_start_elsewhere():
    system, trace = violation()
    late = replace(trace, states=trace.states[1:], steps=trace.steps[1:])
    assert replay(late, system, "safety", "Order") == "the run does not begin in the initial state"


@pytest.mark.parametrize("initial", [0, 1])
def test_a_step_is_one_of_the_state_that_it_leaves(initial):
    """Only the other state, which is out of reach, goes wrong."""
    lts = LTS.from_arrays(["a", "b"], 2, [1 - initial, initial], [1, 2], [ERROR, initial], initial=initial)
    wrong = lts.target.tolist().index(ERROR)
    run = Trace(("C0",), ((initial,), (ERROR,)), (Step("a", {0: wrong}),))
    assert "has no such transition" in (replay(run, system_of(lts), "safety", "C0") or "")


@pytest.mark.slow
def test_random_runs():
    seen = set()
    for seed in range(300):
        system = random_system(seed)
        names = tuple(c.name for c in system.components)
        naive = Naive(system)
        for vector in naive.steps:
            trace = naive.trace(vector, names)
            wrong = [name for name, state in zip(names, vector, strict=True) if state == ERROR]
            for name in names:
                assert (replay(trace, system, "safety", name) is None) == (name in wrong)
            assert (replay(trace, system, "deadlock", "deadlock") is None) == (vector in naive.deadlocks)
            seen |= {(bool(wrong), vector in naive.deadlocks)}
        seen |= {check_progress(system, naive, names)}
    assert len(seen) == 3 + 2


def check_progress(system, naive: Naive, names: tuple[str, ...]) -> str:
    """Every state as the end of an alleged progress violation."""
    terminal = dict(naive.terminal_sets())
    test = Progress("P", frozenset("a"), frozenset("b") if len(names) % 2 else None)
    system = replace(system, progress=(test,))
    outcome = "fine"
    for vector in naive.steps:
        actions = terminal.get(vector, set())
        fails = vector in terminal and "a" not in actions and (test.condition is None or "b" in actions)
        trace = naive.trace(vector, names, actions)
        assert (replay(trace, system, "progress", "P") is None) == fails
        outcome = "fails" if fails else outcome
    return outcome


def test_progress_names_the_actions_of_the_terminal_set():
    system = system_of(LTS.of([(0, "a", 1), (1, "b", 2), (2, "c", 1)]))
    trace = Naive(system).trace((1,), ("C0",), {"b", "c"})
    assert replay(trace, system, "progress", "a") is None
    assert "does not fail b" in (replay(trace, system, "progress", "b") or "")
    assert "are b, c" in (replay(replace(trace, cycle=("b",)), system, "progress", "a") or "")
    early = Naive(system).trace((0,), ("C0",), {"a", "b", "c"})
    assert "not in a terminal set" in (replay(early, system, "progress", "a") or "")


@pytest.mark.parametrize(("high", "better"), [(True, "a"), (False, "tau")])
def test_priority_is_kept(high, better):
    lts = LTS.of([(0, "a", 0), (0, "b", "ERROR"), (0, "tau", 0)])
    free = system_of(lts)
    trace = Naive(free).trace((ERROR,), ("C0",))
    assert replay(trace, free, "safety", "C0") is None
    ruled = system_of(lts, priority=Priority(frozenset("a" if high else "b"), high))
    complaint = replay(trace, ruled, "safety", "C0") or ""
    assert f"{better} goes first" in complaint or "a goes first" in complaint


@pytest.mark.parametrize("better", ["a", "z"])
def test_whatever_goes_first_by_priority_is_noticed(better):
    system = system_of(LTS.of([(0, "b", "ERROR"), (0, better, 0)]), priority=Priority(frozenset(better), high=True))
    wrong = system.components[0].lts.target.tolist().index(ERROR)
    run = Trace(("C0",), ((0,), (ERROR,)), (Step("b", {0: wrong}),))
    assert f"{better} goes first" in (replay(run, system, "safety", "C0") or "")


@pytest.mark.parametrize("action", ["a", "tau"])
def test_where_something_can_still_happen_is_no_deadlock(action):
    run = Trace(("C0",), ((0,),), ())
    assert f"{action} can still happen" in (replay(run, system_of(LTS.of([(0, action, 0)])), "deadlock", "") or "")


def test_an_end_is_no_deadlock():
    ending = system_of(LTS.of([(0, "a", 1)], end=1))
    trace = Naive(ending).trace((1,), ("C0",))
    assert "ended successfully" in (replay(trace, ending, "deadlock", "deadlock") or "")


def test_a_run_ends_where_a_component_goes_wrong():
    system = system_of(LTS.of([(0, "a", "ERROR")]), LTS.of([(0, "b", 0)]))
    steps = (Step("a", {0: 0}), Step("b", {1: 0}))
    run = Trace(("C0", "C1"), ((0, 0), (ERROR, 0), (ERROR, 0)), steps)
    assert "in error too early" in (replay(run, system, "safety", "C0") or "")
    assert replay(replace(run, states=run.states[:2], steps=steps[:1]), system, "safety", "C0") is None


@pytest.mark.parametrize("moves", [{}, {0: 0, 1: 0}, {7: 0}])
def test_a_silent_step_is_one_components(moves):
    quiet = LTS.of([(0, "tau", 1), (1, "a", "ERROR")])
    there = tuple(int(c in moves) for c in range(2))
    run = Trace(("C0", "C1"), ((0, 0), there), (Step("tau", moves),))
    complaint = replay(run, system_of(quiet, quiet), "deadlock", "deadlock") or ""
    assert "the step of exactly one component" in complaint


def test_where_no_test_fails_nothing_is_violated():
    system = system_of(LTS.of([(0, "a", 0)]))
    run = Naive(system).trace((0,), ("C0",), {"a"})
    for nothing in ("", "a"):
        assert "does not fail" in (replay(run, system, "progress", nothing) or "")
