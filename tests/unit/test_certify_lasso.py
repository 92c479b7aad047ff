"""Runs judged by formulas: against the plain reading of LTL, and what cannot be judged."""

from __future__ import annotations

import random

import pytest

from quidpro.checker.symbolic import judge
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.evidence import SymbolicTrace
from tests.many import in_one
from tests.naive_ltl import value

FUTURE = ["X {0}", "F {0}", "G {0}", "({0} U {1})", "({0} V {1})", "F [1,3] {0}", "G [0,2] {0}"]
PAST = ["Y {0}", "Z {0}", "O {0}", "H {0}", "({0} S {1})", "({0} T {1})", "O [1,4] {0}", "H [0,3] {0}"]
PLAIN = ["!{0}", "({0} & {1})", "({0} | {1})", "({0} -> {1})", "({0} <-> {1})", "({0} xor {1})"]
MANY = 12
"""Copies of a loop for the plain reading: more than the formulas here look back."""


def formula(rng, depth):
    if depth == 0:
        return rng.choice(["p", "q", "(p & !q)"])
    shape = rng.choice([*FUTURE, *PAST, *PAST, *PLAIN])
    return "(" + shape.format(formula(rng, depth - 1), formula(rng, depth - 1)) + ")"


def flat(*sections):
    return load_smv(Source("m.smv", "MODULE main VAR p : boolean; q : boolean; " + " ".join(sections))).flat()


def lasso(states, loop):
    """A run through all the states and back."""
    return SymbolicTrace((*states, states[loop]), loop)


def run(text, loop):
    """``"pq p -"``: what is true in each state."""
    return lasso([{"p": "p" in letters, "q": "q" in letters} for letters in text.split()], loop)


@in_one(seed=range(120))
def test_as_read_plainly(seed):
    rng = random.Random(seed)
    model = flat(*(f"LTLSPEC {formula(rng, 3)};" for _ in range(4)))
    states = [{"p": rng.random() < 0.5, "q": rng.random() < 0.5} for _ in range(rng.randint(1, 4))]
    loop = rng.randrange(len(states))
    again = states[loop:]
    for spec in model.specs:
        true = value(spec.formula, states + again * MANY, len(states) + len(again) * (MANY - 1), 0)
        assert judge(lasso(states, loop), model, spec) == ("it satisfies the formula" if true else None), spec.text


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("p - - q -", "F (q & O [1,3] p)"),
        ("- p p q -", "F (q & !H [1,3] p)"),
        ("- - - p -", "F [1,3] p"),
        ("p p - -", "!G [0,2] p"),
    ],
)
def test_bounds_are_reached(text, formula):
    model = flat(f"LTLSPEC {formula}; LTLSPEC !({formula});")
    assert [judge(run(text, 3), model, spec) for spec in model.specs] == ["it satisfies the formula", None]


def test_universal_formulas_of_ctl():
    model = flat("SPEC AF p; SPEC AG (p -> AX q); SPEC A [p U q]; SPEC AF AG p; SPEC ABF 0..2 p;")
    wrong = [[judge(run(text, 0), model, spec) is None for spec in model.specs] for text in ("-", "p q", "p - q", "pq")]
    assert wrong == [
        [True, False, True, True, True],
        [False, False, False, True, False],
        [False, True, True, True, False],
        [False, False, False, False, False],
    ]


@pytest.mark.parametrize("text", ["EF p", "AF p & EG q", "!AF p", "AF p -> AG q", "p -> EF q", "AG EX p"])
def test_one_path_does_not_judge(text):
    model = flat(f"SPEC {text};")
    assert judge(run("-", 0), model, model.specs[0]) == "one path does not judge such a formula"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("p -", [True, True, False, False, True, False]),
        ("- -", [False, True, False, False, True, True]),
        ("- - -", [False, True, False, True, True, True]),
        ("p q", [False, False, False, False, True, False]),
        ("pq p", [True, False, False, False, False, False]),
        ("-", [False, True, False, False, True, False]),
    ],
)
def test_the_beginning_of_a_run_may_be_enough(text, wrong):
    model = flat(
        "SPEC AG (p -> AX q); SPEC A [p U q]; SPEC AF p; SPEC AX AX q | AG p; SPEC ABG 0..1 p; SPEC ABF 0..1 p;"
    )
    beginning = SymbolicTrace(run(text, 0).states[:-1])
    assert [judge(beginning, model, spec) for spec in model.specs] == [
        None if one else "it does not go on for ever" for one in wrong
    ]


def test_a_run_must_go_on():
    model = flat("LTLSPEC F p;")
    assert judge(SymbolicTrace(run("-", 0).states), model, model.specs[0]) == "it does not go on for ever"
    broken = SymbolicTrace(({"p": False, "q": False}, {"p": False, "q": True}), 0)
    assert judge(broken, model, model.specs[0]) == "its last state is not state 0"


def test_a_loop_must_be_fair():
    just = flat("LTLSPEC F p; FAIRNESS q;")
    assert "not fair" in judge(run("q -", 1), just, just.specs[0])
    assert judge(run("q -", 0), just, just.specs[0]) is None
    compassionate = flat("LTLSPEC F (p & q); COMPASSION (p, q);")
    assert "not fair" in judge(run("p -", 0), compassionate, compassionate.specs[0])
    assert judge(run("p -", 1), compassionate, compassionate.specs[0]) is None
    assert judge(run("p q", 0), compassionate, compassionate.specs[0]) is None
