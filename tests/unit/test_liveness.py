"""Assertions that something happens: what fair choice means, and what counts as a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import ignore
from quidpro.core.source import Source
from quidpro.engines.explicit.questions import problems
from quidpro.engines.explicit.whole import liveness
from quidpro.engines.explicit.whole.lasso import Edge, covering_cycle
from quidpro.engines.options import ExplicitQuestion
from quidpro.frontend.fsp.model import load_fsp
from quidpro.frontend.plain import PlainModel
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from tests.asking import answer, attempt, check_model

BRIDGE = """
const N = 2
range ID = 1..N
BRIDGE = BRIDGE[0][0],
BRIDGE[r:0..N][b:0..N] = ( when (b == 0) red[ID].enter -> BRIDGE[r+1][b]
                         | red[ID].exit -> BRIDGE[r-1][b]
                         | when (r == 0) blue[ID].enter -> BRIDGE[r][b+1]
                         | blue[ID].exit -> BRIDGE[r][b-1]).
CAR = (enter -> exit -> CAR).
FIRST = C[1], C[i:ID] = ([i].enter -> C[i%N+1]).
LAST = C[1], C[i:ID] = ([i].exit -> C[i%N+1]).
||CONVOY = ([ID]:CAR || FIRST || LAST).
||FREE = (red:CONVOY || blue:CONVOY || BRIDGE).
||CONGESTED = FREE >> {{red, blue}[ID].exit}.
assert FIRST_RED = <>red[1].enter
assert RED = []<>red[ID].enter
assert BLUE = []<>blue[ID].enter
assert BOTH = (RED && BLUE)
assert EVERY_RED = forall[i:ID] []<>red[i].enter
assert RED_EXIT = [](red[1].enter -> <>red[1].exit)
"""


def asked(text: str, name: str = "A", *, fair: bool = True, system: str | None = None) -> ExplicitVerdict:
    model = load_fsp(Source("model.lts", text), None)
    (result,) = check_model(model, Budget(), system=system, property=[name], fair_choice=fair)
    verdict = result.verdict
    assert verdict.kind == "liveness"
    assert verdict.certified, verdict.reason
    return verdict


def outcomes(text: str, formula: str) -> tuple[str, str]:
    """Under fair choice, and of all runs."""
    return tuple(asked(f"{text}\nassert A = {formula}", fair=fair).outcome for fair in (True, False))


@pytest.mark.parametrize(
    ("name", "free", "congested"),
    [
        ("FIRST_RED", ("holds", "violated"), ("violated", "violated")),
        ("RED", ("holds", "violated"), ("violated", "violated")),
        ("BLUE", ("holds", "violated"), ("violated", "violated")),
        ("BOTH", ("holds", "violated"), ("violated", "violated")),
        ("EVERY_RED", ("holds", "violated"), ("violated", "violated")),
        ("RED_EXIT", ("holds", "holds"), ("holds", "holds")),
    ],
)
def test_the_single_lane_bridge(name, free, congested):
    for system, expected in (("FREE", free), ("CONGESTED", congested)):
        assert tuple(asked(BRIDGE, name, fair=fair, system=system).outcome for fair in (True, False)) == expected


@pytest.mark.parametrize(
    ("process", "formula", "expected"),
    [
        ("P = (a -> P | b -> P).", "[]<>a", ("holds", "violated")),
        ("P = (a -> P | b -> P).", "<>[]a", ("violated", "violated")),
        ("P = (a -> P | b -> P).", "([]<>a -> []<>b)", ("holds", "violated")),
        ("P = (a -> b -> P).", "([]<>a && []<>b)", ("holds", "holds")),
        ("P = (a -> P | b -> Q), Q = (b -> Q).", "<>[]b", ("holds", "violated")),
        ("P = (a -> P | b -> Q), Q = (b -> Q).", "[]<>a", ("violated", "violated")),
        ("P = (a -> P | b -> Q), Q = (b -> Q).", "<>b", ("holds", "violated")),
        ("P = (a -> P | a -> Q), Q = (b -> P).", "[]<>b", ("holds", "violated")),
    ],
)
def test_fair_choice(process, formula, expected):
    assert outcomes(process, formula) == expected


def test_fair_choice_is_about_the_transitions_of_the_system():
    """A run may take both ways in turn for ever; so two in a row need not come."""
    assert outcomes("P = (a -> P | b -> P).", "[]<>(a && X a)") == ("violated", "violated")


def test_a_loop_under_fair_choice_takes_all_transitions():
    verdict = asked("P = (a -> P | b -> P). assert A = []<>(a && X a)")
    assert verdict.trace.cycle == ("a", "b")
    assert set(verdict.trace.loop.visible) == {"a", "b"}


@pytest.mark.parametrize(
    ("process", "formula", "expected"),
    [
        ("P = STOP + {a}.", "<>a", ("violated", "violated")),
        ("P = STOP + {a}.", "<>!a", ("holds", "holds")),
        ("P = (a -> STOP).", "<>a", ("holds", "holds")),
        ("P = (a -> STOP).", "[]<>a", ("holds", "holds")),
        ("P = (a -> END).", "<>[]a", ("holds", "holds")),
        ("P = (a -> STOP).", "<>!a", ("violated", "violated")),
        ("P = (a -> b -> STOP).", "[](b -> X a)", ("violated", "violated")),
        ("P = (a -> b -> STOP).", "([]<>b && <>a && !<>[]a)", ("holds", "holds")),
        ("P = (a -> P | b -> STOP).", "<>b", ("holds", "violated")),
    ],
)
def test_a_run_that_stops_repeats_its_last_position(process, formula, expected):
    assert outcomes(process, formula) == expected


@pytest.mark.parametrize(
    ("process", "formula", "expected"),
    [
        (r"P = (a -> t -> b -> P)\{t}.", "([](a -> X b) && <>a)", ("holds", "holds")),
        (r"P = (a -> Q), Q = (t -> Q | b -> P)\{t}.", "[](a -> <>b)", ("holds", "violated")),
        (r"P = (a -> Q), Q = (t -> Q)\{t}.", "[]<>a", ("holds", "holds")),
        (r"P = (a -> Q), Q = (t -> R), R = (t -> Q)\{t}.", "<>[]!a", ("violated", "violated")),
        (r"P = (t -> P | a -> P)\{t}.", "[]<>a", ("holds", "violated")),
        (r"P = (t -> Q | a -> P), Q = (t -> Q)\{t}.", "[]a", ("violated", "violated")),
    ],
)
def test_silent_steps(process, formula, expected):
    assert outcomes(process, formula) == expected


def test_fluents():
    text = "P = (on -> x -> off -> x -> P). fluent F = <on, off> fluent G = <off, on> initially 1"
    assert outcomes(text, "[](F -> <>!F)") == ("holds", "holds")
    assert outcomes(text, "[]<>(F && G)") == ("violated", "violated")
    assert outcomes(text, "([](x -> (F || G)) && <>F)") == ("holds", "holds")
    assert outcomes(text, "(<>[]F || <>[]G)") == ("violated", "violated")


def test_an_action_that_the_system_does_not_have_never_happens():
    assert outcomes("P = (a -> P).", "<>z") == ("violated", "violated")
    assert outcomes("P = (a -> P).", "<>!z") == ("holds", "holds")
    assert outcomes("P = (a -> P). fluent F = <a, z>", "<>[]F") == ("holds", "holds")


def test_it_is_said_of_what_never_happens():
    notes = asked("P = (a -> P). fluent F = <y, a> assert A = (<>z || []<>a || <>F)").notes
    assert "no process of DEFAULT has y, z: that never happens" in notes
    assert len(asked("P = (a -> P). assert A = []<>a").notes) == 1


def test_an_error_of_a_process_is_a_violation():
    verdict = asked("P = (a -> b -> ERROR | a -> P). assert A = []<>a")
    assert (verdict.outcome, verdict.violated_by, verdict.trace.visible) == ("violated", "P", ("a", "b"))
    assert verdict.trace.cycle is None


def test_properties_inside_the_system_are_not_asked():
    text = "P = (a -> P | b -> P). property NOT = (a -> NOT) + {b}. ||S = (P || NOT). assert A = []<>b"
    assert asked(text).outcome == "holds"


def test_what_only_an_error_breaches_is_safety():
    formulas = {"S": "[]a", "L": "<>a", "NEXT": "[](a -> X b)", "ALL": "[](a -> X (a || b))", "FLUENT": "[]F"}
    text = "P = (a -> P | a -> b -> P). fluent F = <a, b>\n" + "\n".join(
        f"assert {n} = {f}" for n, f in formulas.items()
    )
    model = load_fsp(Source("model.lts", text), None)
    assert model.assertion("P") is None
    assert model.assertion("nothing") is None
    kinds = [problem.kind for problem in problems(model, ExplicitQuestion(property=tuple(formulas)), Budget())]
    assert kinds == ["safety", "liveness", "liveness", "safety", "safety"]


def test_a_run_in_which_nothing_happens_may_breach_what_is_safety_elsewhere():
    for process, kind in [
        ("P = STOP + {a}.", "liveness"),
        ("P = (t -> a -> P)\\{t}.", "safety"),
        ("P = (t -> Q | u -> v -> w -> Q), Q = (a -> Q)\\{t, u, v, w}.", "safety"),
    ]:
        model = load_fsp(Source("model.lts", f"{process} assert S = []a"), None)
        (result,) = check_model(model, Budget(), property=["S"])
        assert result.problem.kind == kind
        assert result.verdict.outcome == ("violated" if kind == "liveness" else "holds")
        assert result.verdict.certified


def test_what_the_beginning_of_a_run_breaches_needs_no_loop():
    verdict = asked("P = (a -> b -> P | a -> c -> P). assert A = [](a -> X b)")
    assert (verdict.outcome, verdict.violated_by) == ("violated", "A")
    assert verdict.trace.visible == ("a", "c")
    assert (verdict.trace.loop, verdict.trace.cycle) == (None, None)


def test_models_without_formulas_have_none():
    lts = LTS.of([(0, "a", 0)])
    assert PlainModel(Source("x", ""), System("S", (Component("M", lts),))).assertion("M") is None


def test_rules_by_parts_do_not_decide_it():
    model = load_fsp(Source("model.lts", "P = (a -> P). assert L = <>a"), None)
    with pytest.raises(UsageError, match="lstar does not check liveness"):
        check_model(model, Budget(), property=["L"], method="lstar")


def test_fair_choice_must_be_about_something():
    model = load_fsp(Source("model.lts", "P = (a -> P). property Q = (a -> Q). assert L = <>a"), None)
    with pytest.raises(UsageError, match="--no-fair-choice is about assertions"):
        check_model(model, Budget(), property=["Q"], fair_choice=False)


def test_a_budget_ends_it():
    text = "P = (a -> b -> c -> P). ||S = (p[1..6]:P). assert L = []<>p[1].a"
    model = load_fsp(Source("model.lts", text), None)
    (problem,) = problems(model, ExplicitQuestion(property=("L",)), Budget())
    verdict = answer(problem, attempt("explicit", "monolithic"), Budget(seconds=0), ignore)
    assert verdict.outcome == "unknown"
    assert "no violation was among them" not in verdict.reason


def test_an_automaton_that_is_too_big_is_said_so(monkeypatch):
    monkeypatch.setattr("quidpro.lts.buchi.MAX_STATES", 0)
    model = load_fsp(Source("model.lts", "P = (a -> P). assert L = <>(a && X <>(b && X <>(a && X <>b)))"), None)
    (result,) = check_model(model, Budget(), property=["L"])
    assert result.verdict.outcome == "unknown"
    assert "the automaton of L is too big" in result.verdict.reason


def test_a_long_fair_loop_is_left_to_the_set(monkeypatch):
    text = "P = (a -> b -> P | c -> P). assert A = <>[]!a"
    with_loop = asked(text)
    monkeypatch.setattr(liveness, "MAX_COVERED", 1)
    without = asked(text)
    assert with_loop.trace.loop is not None
    assert without.trace.loop is None
    assert without.trace.cycle == with_loop.trace.cycle == ("a", "b", "c")
    monkeypatch.setattr(liveness, "MAX_COVERED", 400)
    monkeypatch.setattr(liveness, "MAX_STEPS", 1)
    assert asked(text).trace.loop is None


def test_the_compiled_kernels_say_the_same(monkeypatch):
    monkeypatch.setattr("quidpro.core.small.KERNEL_SIZE", 0)
    for formula, expected in (("[]<>b", ("holds", "violated")), ("<>[]a", ("violated", "violated"))):
        assert outcomes("P = (a -> P | b -> Q), Q = (a -> P).", formula) == expected


def test_a_covering_cycle_passes_every_goal():
    rows = {
        0: [Edge(1, 1), Edge(2, 0, frozenset({"x"}))],
        1: [Edge(1, 0, frozenset({"y"}))],
    }
    cycle = covering_cycle(rows.__getitem__, 1, "xy", Budget())
    assert {goal for edge in cycle for goal in edge.goals} == {"x", "y"}
    assert cycle[-1].target == 1
    assert covering_cycle(rows.__getitem__, 1, "xy", Budget(), max_steps=1) is None


def test_a_covering_cycle_polls_the_budget():
    with pytest.raises(BudgetExceeded):
        covering_cycle(lambda state: [Edge(1, 0, frozenset({"x"}))], 0, "x", Budget(seconds=0))


def test_notes_say_which_runs_count():
    fair, all_runs = (asked("P = (a -> P). assert A = <>a", fair=fair).notes for fair in (True, False))
    assert "under fair choice" in fair[0]
    assert "without fair choice" in all_runs[0]


def test_the_systems_of_problems_hold_the_assertion():
    model = load_fsp(Source("model.lts", "P = (a -> P). assert L = <>a"), None)
    (problem,) = problems(model, ExplicitQuestion(property=("L",), fair_choice=False), Budget())
    assert problem.model.assertions == (replace(model.assertion("L"), fair=False),)


@pytest.mark.parametrize("fair", [True, False])
def test_a_formula_and_its_negation_do_not_both_hold(fair):
    text = "P = (a -> STOP). ||S = (P). assert A = []a assert NOT = !([]a) assert SAME = ([]a && <>(a || !a))"
    model = load_fsp(Source("model.lts", text), None)
    results = check_model(model, Budget(), property=["A", "NOT", "SAME"], fair_choice=fair)
    assert [r.verdict.outcome for r in results] == ["holds", "violated", "holds"]
    assert all(r.verdict.certified for r in results)


WATCHED = "P = (a -> x -> P | b -> x -> STOP) + {c}. ltl_property NEXT = [](b -> X a) "


@pytest.mark.parametrize(
    ("system", "asked_for", "trace"),
    [
        ("||S = (P).", "NEXT", ("b",)),
        ("||S = (P || NEXT).", "NEXT", ("b",)),
        ("||S = (m:P || m:NEXT).", "m:NEXT", ("m.b",)),
        ("||S = (P/{d/b} || NEXT/{d/b}).", "NEXT", ("d",)),
        ("||S = ({m,n}::P || {m,n}::NEXT).", "{m,n}::NEXT", ("m.b",)),
    ],
)
def test_a_property_that_is_a_formula_sees_that_a_run_stops(system, asked_for, trace):
    """It stands for what it mentions, under the names that these have where it stands."""
    verdict = asked(WATCHED + system, asked_for)
    assert (verdict.outcome, verdict.violated_by) == ("violated", asked_for)
    assert verdict.trace.visible[: len(trace)] == trace


def test_a_property_that_two_actions_make_one_is_no_formula():
    model = load_fsp(Source("model.lts", WATCHED + "||S = (P || NEXT/{c/{a, b}})."), None)
    (result,) = check_model(model, Budget(), deadlock=False)
    assert result.problem.kind == "safety"
    assert result.problem.model.assertions == ()


def test_a_formula_is_about_processes():
    model = load_fsp(Source("model.lts", "property P = (a -> P). assert A = []a"), None)
    with pytest.raises(UsageError, match="DEFAULT has no process that A could be about"):
        check_model(model, Budget(), property=["A"])
