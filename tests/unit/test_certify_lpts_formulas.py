"""Formulas about probabilistic systems: what the values of a certificate show, and what is computed without any."""

from __future__ import annotations

import re

import pytest

from quidpro.checker.probabilistic import certify_lpts
from quidpro.engines.probabilistic.pctl import parse
from quidpro.lpts import LPTS
from tests.unit.certify_lpts_samples import (
    AGAIN,
    KEPT,
    LIMIT,
    LINK,
    Damage,
    made,
    refusal,
    relabelled,
)

VALUES: list[tuple[str, Damage]] = [
    ("none", lambda p: p.pop("values")),
    ("too few", lambda p: p["values"].pop()),
    ("misshapen", lambda p: p["values"].__setitem__(0, [])),
    ("all zero", lambda p: p["values"][-1].update(values=["0"] * 9)),
    ("above one", lambda p: p["values"][-1].update(values=["2"] * 9)),
    ("a float", lambda p: p["values"][-1].update(values=[0.1] * 9)),
    ("negative", lambda p: p["values"][-1].update(values=["-1"] * 9)),
    ("a state from nowhere", lambda p: p["values"][-1]["rows"].append([9, 9, 0])),
    ("a value from nowhere", lambda p: p["values"][-1]["rows"][0].__setitem__(-1, 99)),
    ("a row too short", lambda p: p["values"][-1]["rows"][0].pop()),
    ("nothing listed", lambda p: p["values"][-1].update(rows=[])),
    ("a relation instead", lambda p: p.update(values=None, relation=[])),
]


@pytest.mark.parametrize(("what", "damage"), VALUES, ids=[what for what, _ in VALUES])
def test_damaged_bounds_are_refused(what, damage):
    certificate = made(LINK, KEPT)
    damage(certificate["premises"][0])
    assert refusal(certificate, LINK, KEPT)


@pytest.mark.parametrize("value", ["0", "2/5", "499/1000", "501/1000", "3/5", "1"])
def test_only_what_a_scheduler_attains_is_a_lower_bound(value):
    certificate = made([AGAIN], LIMIT)
    values = certificate["values"][0]
    values["values"] = [value if text == "1/2" else text for text in values["values"]]
    assert refusal(certificate, [AGAIN], LIMIT)


def test_no_probability_is_above_one():
    """Were the mark worth two, half of the tries would seem to attain it, and more."""
    wider = parse('P<=1/2 [ F "bad" ]')
    told = relabelled(made([AGAIN], LIMIT), [AGAIN], wider)
    told["values"] = [{"values": ["1", "2"], "rows": [[0, 0], [1, 1]]}]
    assert "no probability" in refusal(told, [AGAIN], wider)


@pytest.mark.parametrize("order", [1, -1])
def test_a_loop_keeps_every_value_but_attains_none(order):
    lpts = LPTS.of([(0, "stay", 0), (0, "go", {1: "1/4", 2: "3/4"})], marks={"bad": [1]}, name="L")
    formula = parse('P<=1/4 [ F "bad" ]')
    head = made([lpts], formula, "monolithic")
    dream = head | {
        "rule": "scheduler",
        "verdict": "violated",
        "values": [{"values": ["1", "1"], "rows": [[0, 0], [1, 1]][::order]}],
    }
    for forgotten in ("groups", "assumptions", "premises"):
        dream.pop(forgotten)
    assert "leads from (0)" in refusal(dream, [lpts], formula)


FORK = LPTS.of([(0, "a", {1: "1/2", 2: "1/2"}), (1, "a", 3), (2, "a", 4), (3, "a", 5), (4, "a", 5)],
               marks={"bad": [3, 4], "on": [1, 2]}, name="Fork")  # fmt: skip


@pytest.mark.parametrize(
    "formula",
    [
        'P<=1/2 [ F<=2 "bad" ]',
        'P<=1/2 [ F<=3 "bad" ]',
        'P<=1/2 [ X !P<=0 [ X "bad" ] ]',
        'P<=1/2 [ X "on" ]',
        'P<=1 [ F<=2 "bad" ] & P<=1/2 [ F<=2 "bad" ]',
        'P<=1/2 [ F<=2 "bad" ] & P<=1 [ F<=2 "bad" ]',
        'P<=1/2 [ F<=2 "bad" ] | P<=1/2 [ X "on" ]',
        'P<=1/2 [ F<=2 ("bad" | ("bad" & "on")) ]',
        'P<=1/2 [ F<=2 (("bad" & "on") | "bad") ]',
        '"on"',
    ],
)
def test_what_the_checker_computes_itself_is_not_too_low(formula):
    """Each is false, and there are no values that a certificate could tell."""
    spec = parse(formula)
    told = relabelled(made([FORK], parse("P<=1 [ X true ]"), "monolithic"), [FORK], spec)
    assert "premise 1: the values do not show that the formula holds" in refusal(told, [FORK], spec)


REFUTED = ['P<=1/2 [ F<=2 "bad" ]', 'P<=1/2 [ F<=3 "bad" ]', 'P<=1/2 [ F "bad" ]', 'P<=1/2 [ X "on" ]']


@pytest.mark.parametrize("formula", REFUTED)
def test_a_tree_refutes_what_is_bounded(formula):
    spec = parse(formula)
    certificate = made([FORK], spec)
    assert certificate["rule"] == "execution"
    assert certify_lpts(certificate, [FORK], spec).ok
    for true in ('P<=1/2 [ F<=1 "bad" ]', 'P<=1/2 [ X "bad" ]', 'P<=1/2 [ "on" U<=2 "bad" ]', 'P<=1 [ F<=2 "bad" ]'):
        forged = relabelled(certificate, [FORK], parse(true))
        assert "the tree satisfies the formula" in refusal(forged, [FORK], parse(true))


@pytest.mark.parametrize(
    ("formula", "values"),
    [
        ('P<=1/2 [ "on" U<=2 "bad" ]', []),
        ('P<=1/2 [ F<=1 "bad" ]', []),
        ('P<=1/2 [ X "bad" ]', []),
        ('P<=1/2 [ "on" U "bad" ]', [{"values": ["1"], "rows": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]}]),
        ('P<=1/2 [ "on" U "bad" ]', [{"values": ["1"], "rows": [[1, 0], [2, 0], [3, 0], [4, 0]]}]),
    ],
)
def test_no_scheduler_does_what_cannot_be_done(formula, values):
    """Each is true: the first state is not marked, and the bad ones are two steps away."""
    spec = parse(formula)
    told = made([FORK], spec, "monolithic")
    assert told["verdict"] == "holds"
    forged = told | {"rule": "scheduler", "verdict": "violated", "values": values}
    assert re.search("do not show that the formula is violated|nothing leads from", refusal(forged, [FORK], spec))
