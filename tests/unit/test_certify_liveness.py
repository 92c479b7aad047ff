"""The checker's judgement of assertions: what is right passes, what was tampered with is refused."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from quidpro.checker.explicit import certify, replay
from quidpro.checker.explicit import liveness as checking
from quidpro.checker.explicit.components import strongly_connected
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.explicit.questions import problems
from quidpro.engines.options import ExplicitQuestion
from quidpro.frontend.fsp.model import load_fsp
from quidpro.logic.ltl import Assertion, Literal, Release, Truth, Until, negation
from quidpro.lts import LTS, Component, System
from quidpro.lts.strong import components
from quidpro.verdict.explicit.certificate_json import read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Step, Trace
from quidpro.verdict.explicit.problem import certificate_of
from tests.asking import answer, attempt
from tests.many import in_one

TEXT = """
P = (a -> P | b -> Q | c -> P), Q = (d -> e -> Q | e -> Q).
assert HOLDS = <>[](d || e || b)
assert FAILS = ([]<>d -> []<>c)
assert STOPS = <>z
"""


def verdict_on(name: str, text: str = TEXT, *, fair: bool = True):
    model = load_fsp(Source("model.lts", text), None)
    (problem,) = problems(model, ExplicitQuestion(property=(name,), fair_choice=fair), Budget())
    return problem, answer(problem, attempt("explicit", "monolithic"), Budget())


def test_a_certificate_says_which_runs_it_is_about():
    problem, verdict = verdict_on("HOLDS")
    text = write_certificates([verdict.certificate])
    certificate = read_certificates(Source("c.json", text))[0]
    assert certificate == verdict.certificate
    assert certificate.fair is True
    assert certify(certificate, problem.model, Budget()).ok


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"fair": False}, "there is a run on which HOLDS is false"),
        ({"fair": None}, "does not say whether it is about fair choice"),
        ({"property": "FAILS"}, "has no assertion FAILS"),
        ({"property": None}, "has no assertion None"),
        ({"kind": "safety"}, "has no property HOLDS"),
        ({"rule": "circ-ag"}, "proves safety, not liveness"),
        ({"digests": {}}, "says nothing of"),
    ],
)
def test_a_tampered_certificate_is_refused(change, words):
    problem, verdict = verdict_on("HOLDS")
    answer = certify(replace(verdict.certificate, **change), problem.model, Budget())
    assert not answer.ok
    assert answer.refuted
    assert words in answer.reason


def test_a_certificate_is_about_one_formula():
    problem, verdict = verdict_on("HOLDS")
    other = Assertion("HOLDS", negation(problem.model.assertions[0].formula))
    answer = certify(verdict.certificate, replace(problem.model, assertions=(other,)), Budget())
    assert "is not the assertion that was proved" in answer.reason


def test_a_proof_is_not_believed_of_a_system_with_errors():
    text = "P = (a -> P | b -> ERROR). assert L = []<>a"
    good, verdict = verdict_on("L", text.replace("ERROR", "P"))
    bad, _ = verdict_on("L", text)
    forged = certificate_of(bad, "monolithic", (("P",),))
    assert verdict.outcome == "holds"
    assert "the error state is reachable" in certify(forged, bad.model, Budget()).reason
    assert certify(verdict.certificate, good.model, Budget()).ok


@pytest.mark.parametrize("fair", [True, False])
def test_a_real_violation_replays(fair):
    problem, verdict = verdict_on("FAILS", fair=fair)
    assert verdict.outcome == "violated"
    assert replay(verdict.trace, problem.model, "liveness", "FAILS") is None


def tampered(trace):
    loop = trace.loop
    yield replace(trace, cycle=())
    yield replace(trace, cycle=(*trace.cycle, "z"))
    yield replace(trace, loop=replace(loop, steps=loop.steps[:-1], states=loop.states[:-1]))
    yield replace(trace, loop=replace(loop, states=loop.states[1:]))
    yield replace(trace, loop=replace(loop, steps=(), states=loop.states[:1]))
    yield replace(trace, loop=replace(loop, states=((7,), *loop.states[1:])))
    yield replace(trace, loop=replace(loop, states=(loop.states[0], (7,), *loop.states[2:])))
    for i, step in enumerate(loop.steps):
        for action in {"a", "b", "c", "d", "e", "tau", "z"} - {step.action}:
            steps = (*loop.steps[:i], replace(step, action=action), *loop.steps[i + 1 :])
            yield replace(trace, loop=replace(loop, steps=steps))


@pytest.mark.parametrize("fair", [True, False])
def test_a_violation_that_was_tampered_with_is_refused(fair):
    problem, verdict = verdict_on("FAILS", fair=fair)
    for wrong in tampered(verdict.trace):
        assert replay(wrong, problem.model, "liveness", "FAILS") is not None, wrong


NEVER_Z = Until(Truth(True), Release(Truth(False), Literal(frozenset({"z"}), False)))
LINE = System(
    "S",
    (Component("M", LTS.of([(0, "a", 1), (1, "b", 2), ("elsewhere", "a", "elsewhere")])),),
    assertions=(
        Assertion("B", Until(Truth(True), Literal(frozenset({"b"}), True)), fair=False),
        Assertion("Z", NEVER_Z, fair=False),
    ),
)


@pytest.mark.parametrize(
    ("steps", "states", "words"),
    [
        pytest.param(["a"], [0, 1], "back to it", id="no way back"),
        pytest.param(["a"], [3, 3], "back to it", id="elsewhere"),
        pytest.param(["a"], [3, 0], "back to it", id="from elsewhere"),
        pytest.param([], [0], "no steps", id="no steps"),
        pytest.param(["a"], [0, 1, 0], "other states than steps", id="one state more"),
        pytest.param(["a"], [0], "other states than steps", id="one state less"),
        pytest.param(["a"], [0, 0], "has no such transition", id="no such step"),
        pytest.param(["a", "a"], [0, 7, 0], "does not have", id="no such state"),
        pytest.param(["a", "a"], [0, -1, 0], "does not have", id="through an error"),
    ],
)
def test_a_loop_comes_back_by_steps_that_there_are(steps, states, words):
    """After a comes b, whatever a loop says."""
    vectors = tuple((state,) for state in states)
    loop = Trace(("M",), vectors, tuple(Step(action, {0: 0}) for action in steps))
    forged = Trace(("M",), ((0,),), (), tuple(steps), loop)
    assert words in (replay(forged, LINE, "liveness", "B") or "")


def test_a_loop_through_states_of_other_systems():
    loop = Trace(("M",), ((0,), (), (0,)), (Step("a", {0: 0}), Step("a", {0: 0})))
    forged = Trace(("M",), ((0,),), (), ("a", "a"), loop)
    assert "does not have" in (replay(forged, LINE, "liveness", "B") or "")


def test_what_nobody_does_does_not_happen():
    loop = Trace(("M",), ((0,), (0,)), (Step("z", {}),))
    forged = Trace(("M",), ((0,),), (), ("z",), loop)
    assert "have the action in their alphabet" in (replay(forged, LINE, "liveness", "Z") or "")


def test_a_fair_run_must_end_in_a_terminal_set():
    problem, verdict = verdict_on("FAILS", fair=False)
    fair = replace(problem.model, assertions=tuple(replace(a, fair=True) for a in problem.model.assertions))
    start = replace(verdict.trace, states=verdict.trace.states[:1], steps=(), loop=None)
    assert "not in a terminal set" in (replay(start, fair, "liveness", "FAILS") or "")


def test_a_fair_loop_must_take_every_transition():
    problem, verdict = verdict_on("FAILS", fair=False)
    fair = replace(problem.model, assertions=tuple(replace(a, fair=True) for a in problem.model.assertions))
    lazy = replace(verdict.trace, cycle=("d", "e"))
    assert "does not take every transition" in (replay(lazy, fair, "liveness", "FAILS") or "")


@pytest.mark.parametrize("missing", range(3))
def test_whichever_transition_a_fair_loop_leaves_out(missing):
    """Fair choice takes each of the three again and again, so that none stays away."""
    lts = LTS.of([(0, action, 0) for action in "abc"])
    absent = lts.action(int(lts.label[missing]))
    never = Until(Truth(True), Release(Truth(False), Literal(frozenset(absent), False)))
    system = System("S", (Component("M", lts),), assertions=(Assertion("L", negation(never)),))
    steps = tuple(Step(lts.action(int(lts.label[i])), {0: i}) for i in range(3) if i != missing)
    forged = Trace(("M",), ((0,),), (), ("a", "b", "c"), Trace(("M",), ((0,),) * 3, steps))
    assert "does not take every transition" in (replay(forged, system, "liveness", "L") or "")


def test_a_run_without_a_loop_must_stop():
    problem, verdict = verdict_on("FAILS", fair=False)
    cut = replace(verdict.trace, loop=None, cycle=())
    assert "neither repeats itself nor stops" in (replay(cut, problem.model, "liveness", "FAILS") or "")


def test_without_a_loop_the_checker_looks_for_a_fair_run_itself():
    problem, verdict = verdict_on("FAILS")
    assert replay(replace(verdict.trace, loop=None), problem.model, "liveness", "FAILS") is None
    other, _ = verdict_on("HOLDS")
    wrong = replay(replace(verdict.trace, loop=None), other.model, "liveness", "HOLDS")
    assert "HOLDS holds on every run that goes on fairly" in (wrong or "")


@pytest.mark.parametrize("fair", [True, False])
def test_a_formula_that_holds_on_the_run_is_noticed(fair):
    problem, verdict = verdict_on("FAILS", fair=fair)
    upside_down = tuple(replace(a, formula=negation(a.formula)) for a in problem.model.assertions)
    wrong = replay(verdict.trace, replace(problem.model, assertions=upside_down), "liveness", "FAILS")
    assert wrong == "FAILS holds on this run"


def test_an_assertion_that_is_not_there():
    problem, verdict = verdict_on("FAILS")
    assert "has no assertion OTHER" in (replay(verdict.trace, problem.model, "liveness", "OTHER") or "")


def test_what_is_too_large_for_the_checker_is_not_refuted(monkeypatch):
    monkeypatch.setattr(checking, "MAX_STEPS", 3)
    problem, verdict = verdict_on("HOLDS")
    assert (verdict.outcome, verdict.certified) == ("holds", False)
    assert "too large together" in verdict.reason
    answer = certify(verdict.certificate, problem.model, Budget())
    assert not answer.ok
    assert not answer.refuted


@in_one(seed=range(40))
def test_components_are_the_same_as_tarjans(seed):
    rng = random.Random(seed)
    nodes = rng.randint(1, 30)
    edges = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, 2 * nodes))]
    rows = [[q for p, q in edges if p == node] for node in range(nodes)]
    expected, _ = components(rows)
    source, target = (np.array([edge[i] for edge in edges], dtype=np.int64) for i in range(2))
    found = strongly_connected(nodes, source, target, Budget()).tolist()
    assert len(set(zip(expected, found, strict=True))) == len(set(expected)) == len(set(found))


STOPPING = "P = (a -> b -> P | c -> a -> STOP). assert NEXT = [](a -> X b) assert EITHER = [](c -> X a)"


def with_property(name: str, lts: LTS):
    """A system, and a forged claim that a property automaton is what the assertion says."""
    problem, _ = verdict_on(name, STOPPING)
    system = problem.model.with_properties(Component(name, lts, is_property=True))
    forged = certificate_of(replace(problem, model=system, kind="safety"), "monolithic", (("P",),))
    return forged, system


def test_a_property_that_misses_a_breach_is_refused():
    never = LTS.of([(0, "a", 0), (0, "b", 0)])
    answer = certify(*with_property("NEXT", never), Budget())
    assert answer.refuted
    assert "its property does not see: a a" in answer.reason


def test_a_property_that_hinders_an_action_is_refused():
    answer = certify(*with_property("EITHER", LTS.of([(0, "b", 0)], alphabet=["a", "b"])), Budget())
    assert answer.refuted
    assert "its property does not see: a" in answer.reason


def test_a_property_that_misses_that_a_run_stops_is_refused():
    watching = LTS.of([(0, "a", 1), (0, "b", 0), (0, "c", 0), (1, "b", 0), (1, "a", "ERROR"), (1, "c", "ERROR")])
    answer = certify(*with_property("NEXT", watching), Budget())
    assert answer.refuted
    assert "its property does not see: a and nothing more" in answer.reason


def test_a_property_that_misses_that_nothing_happens_is_refused():
    problem, _ = verdict_on("A", "P = STOP + {a}. assert A = []a")
    system = problem.model.with_properties(Component("A", LTS.of([(0, "a", 0)]), is_property=True))
    forged = certificate_of(replace(problem, model=system, kind="safety"), "monolithic", (("P",),))
    answer = certify(forged, system, Budget())
    assert answer.refuted
    assert "that nothing ever happens" in answer.reason


def test_a_property_cannot_see_that_a_promise_is_broken():
    problem, _ = verdict_on("A", "P = (a -> P | b -> STOP). assert A = []<>a")
    watched = problem.model.with_properties(Component("A", LTS.of([(0, "a", 0)]), is_property=True))
    forged = certificate_of(replace(problem, model=watched, kind="safety"), "monolithic", (("P",),))
    assert "its property does not see: that what it promises" in certify(forged, watched, Budget()).reason


@pytest.mark.parametrize("own", ["tau", "nobody", "b"])
def test_a_property_that_does_more_than_watch_is_refused(own):
    problem, _ = verdict_on("A", "P = (b -> a -> P). ||S = P >> {a}. ltl_property A = []!a")
    acting = LTS.of([(0, "a", "ERROR"), (0, own, 1), (1, "a", 1), (1, own, 1)])
    watched = problem.model.with_properties(Component("A", acting, is_property=True))
    forged = certificate_of(replace(problem, model=watched), "monolithic", (("P",),))
    assert "does more than look on" in certify(forged, watched, Budget()).reason


def test_a_property_that_sees_everything_is_believed():
    problem, verdict = verdict_on("EITHER", STOPPING.replace("a -> STOP", "a -> P"))
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert problem.kind == "liveness"


def test_a_beginning_that_breaches_nothing_is_refused():
    problem, verdict = verdict_on("NEXT", STOPPING.replace("b -> P", "{b, c} -> P"))
    assert verdict.trace.visible == ("a", "c")
    cut = replace(verdict.trace, states=verdict.trace.states[:2], steps=verdict.trace.steps[:1])
    assert "NEXT may hold on a run that begins so" in (replay(cut, problem.model, "liveness", "NEXT") or "")


def test_what_no_run_can_mend_is_a_breach_before_it_shows():
    """After the first a two steps follow that cannot both be as they should: whatever comes, it is too late."""
    text = "P = (a -> P | b -> P). assert A = [](a -> (X a && X X b && X X a))"
    problem, verdict = verdict_on("A", text)
    assert (problem.kind, verdict.outcome, verdict.certified) == ("safety", "violated", True)
    assert verdict.trace.visible == ("a",)
