"""LTL: against the CTL formulas that mean the same, and every counterexample against the formula itself."""

from __future__ import annotations

import random

import pytest

from quidpro.checker.symbolic import judge
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.flat.evaluate import evaluate
from quidpro.flat.explicit import replay
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.evidence import SymbolicTrace
from tests.many import in_one
from tests.naive_ltl import value
from tests.random_machines import RandomModel

SAME = [
    ("F ({p})", "AF ({p})"),
    ("X ({p})", "AX ({p})"),
    ("({p}) U ({q})", "A [({p}) U ({q})]"),
    ("G (({p}) -> F ({q}))", "AG (({p}) -> AF ({q}))"),
    ("G F ({p})", "AG AF ({p})"),
    ("({p}) V ({q})", "!E [!({p}) U !({q})]"),
    ("G (({p}) -> X ({q}))", "AG (({p}) -> AX ({q}))"),
    ("F [1,2] ({p})", "AX (({p}) | AX ({p}))"),
    ("G [0,1] ({p})", "({p}) & AX ({p})"),
]
PAST = ["G (({p}) -> O ({q}))", "F (H ({p}))", "G (Y ({p}))", "F (({p}) S ({q}))", "G (Z ({p}) -> ({q}) T ({p}))"]
PAST += ["F G ({p})", "(F G ({p})) -> (G F ({q}))", "G (O [1,2] ({p}))", "G F (Y ({p}) xor ({q}))"]
TIMES = 4
"""How often the loop of a lasso is unrolled: more than the operators of the past are nested."""


def flat(text):
    return load_smv(Source("random.smv", text)).flat()


def unrolled(finding):
    """The path with its loop unrolled, and the place that it then comes back to."""
    trace, loop = list(finding.trace[:-1]), finding.loop
    again = trace[loop:]
    return trace + again * TIMES, len(trace) + len(again) * (TIMES - 1)


def check_counterexample(model, finding):
    assert replay(model, finding.trace) is None
    states, loop = unrolled(finding)
    assert value(finding.spec.formula, states, loop, 0) is False, finding.spec.text
    assert judge(SymbolicTrace(finding.trace, finding.loop), model, finding.spec) is None
    for constraint in model.justice:
        assert any(evaluate(constraint.expr, state) is True for state in finding.trace[finding.loop : -1])


@pytest.mark.slow
@in_one(seed=range(60))
def test_random(seed):
    rng = random.Random(seed)
    made = RandomModel(rng)
    p, q = made.condition(inputs=False, depth=1), made.condition(inputs=False, depth=1)
    specs = [f"LTLSPEC {ltl}; SPEC {ctl}".format(p=p, q=q) for ltl, ctl in rng.sample(SAME, 3)]
    specs += [f"LTLSPEC {ltl}".format(p=p, q=q) for ltl in rng.sample(PAST, 3)]
    model = flat(made.text(specs))
    engine = Monolithic(model, Budget())
    findings = [engine.check(spec) for spec in model.specs]
    for linear, branching in zip(findings[:6:2], findings[1:6:2], strict=True):
        assert linear.outcome == branching.outcome, linear.spec.text
    for finding in findings:
        if finding.spec.kind == "ltl" and finding.outcome == "violated":
            check_counterexample(model, finding)


def test_inputs_may_be_read():
    model = flat(
        "MODULE main IVAR i : boolean; VAR x : boolean; ASSIGN next(x) := i; "
        "LTLSPEC G (i -> X x); LTLSPEC G (X i -> x);"
    )
    engine = Monolithic(model, Budget())
    first, second = (engine.check(spec) for spec in model.specs)
    assert first.outcome == "holds"
    assert second.outcome == "violated"
    check_counterexample(model, second)


STEPS = [
    ("G (next(n) = m -> F b)", "G ({same} -> F b)"),
    ("F (b & next(n) = m)", "F (b & {same})"),
    ("G F (next(n) != m)", "G F !{same}"),
    ("(next(n) = m) U (X (next(n) = m))", "{same} U (X {same})"),
    ("G (Y (next(n) = m) -> O b)", "G (Y {same} -> O b)"),
]


@pytest.mark.parametrize("seed", range(12))
def test_what_next_says_can_be_said_with_x(seed):
    rng = random.Random(seed)
    steps = [f"case b : {rng.choice('nm')}; TRUE : (n + {rng.randint(0, 3)}) mod 4; esac", "{1, 2, m}", "{n, 3}"]
    rng.shuffle(steps)
    same = "(" + " | ".join(f"(m = {v} & X n = {v})" for v in range(4)) + ")"
    specs = [f"LTLSPEC {one}; LTLSPEC {other}" for one, other in STEPS]
    model = flat(
        "MODULE main VAR n : 0..3; m : 0..3; b : boolean; ASSIGN init(n) := 0; init(b) := FALSE; "
        f"next(n) := {steps[0]}; next(m) := {steps[1]}; next(b) := {rng.choice(['!b', 'n = m', '{TRUE, FALSE}'])}; "
        + " ".join(specs).format(same=same)
    )
    engine = Monolithic(model, Budget())
    findings = [engine.check(spec) for spec in model.specs]
    assert [f.outcome for f in findings[::2]] == [f.outcome for f in findings[1::2]]
    for finding in findings:
        if finding.outcome == "violated":
            check_counterexample(model, finding)


def test_what_is_always_so_of_every_step_is_no_invariant_of_states():
    model = flat("MODULE main VAR n : 0..3; TRANS next(n) = n + 1 LTLSPEC G (next(n) != 2)")
    (spec,) = model.specs
    assert spec.invariant is None
    assert Monolithic(model, Budget()).check(spec).outcome == "holds"


def test_bounds_that_are_too_large_are_refused_in_words():
    model = flat("MODULE main VAR x : boolean; LTLSPEC F [0,100000] x;")
    finding = Monolithic(model, Budget()).check(model.specs[0])
    assert finding.outcome == "unknown"
    assert "unfolded" in finding.reason
