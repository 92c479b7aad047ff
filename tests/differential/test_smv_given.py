"""Random assumptions for random SMV models: whatever is assumed, no answer contradicts the states of the whole."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quidpro.core.source import Source
from quidpro.engines.symbolic.scv.cut import cut
from quidpro.engines.symbolic.scv.given import read_given
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.naive_scv import check_languages
from tests.random_smv import random_smv

BOUND = 5
SMALL = 6


def condition(rng, names):
    """A random expression over some boolean variables."""
    if not names or rng.random() < 0.1:
        return rng.choice(["TRUE", "FALSE"])
    left, right = (rng.choice(["", "!"]) + rng.choice(names) for _ in range(2))
    return f"({left} {rng.choice(['&', '|', '->', 'xor'])} {right})"


def automaton(rng, names):
    """A random file of an assumption, with a memory of one or two bits."""
    own = [f"m{i}" for i in range(rng.randint(1, 2))]
    lines = ["MODULE main", "VAR", *(f"  {name} : boolean;" for name in (*names, *own)), "ASSIGN"]
    for name in own:
        lines += [f"  init({name}) := {rng.choice(['TRUE', 'FALSE'])};"]
        lines += [f"  next({name}) := {condition(rng, [*names, *own])};"]
    return "\n".join([*lines, f"INVAR {condition(rng, [*names, *own])} | {condition(rng, [*names, *own])}"])


def judge(seed, folder):
    """What is said of a random assumption, with and without improving it."""
    rng, made = random.Random(seed), random_smv(seed)
    loaded = load_smv(Source("random.smv", made.text))
    model = loaded.flat()
    spec = replace(model.specs[0], section="INVARSPEC")
    expected = "holds" if all(map(made.holds, made.reachable())) else "violated"
    first = frozenset(name for name in model.variables if name.startswith("a."))
    split = cut(model, first, spec.invariant)
    text = condition(rng, list(split.shared))
    if rng.random() < 0.6:
        text = str(folder / f"a{seed}.smv")
        (folder / f"a{seed}.smv").write_text(automaton(rng, list(split.shared)), encoding="utf-8")
    given = read_given(loaded, [text])
    (verdict,) = solve_smv(model, [spec], "symbolic", first=first, orientations=(0,), given=given)
    assert verdict.outcome in (expected, "unknown"), seed
    if verdict.outcome == "unknown":
        assert "too weak" in verdict.reason or "too strong" in verdict.reason, seed
    else:
        assert verdict.certified, (seed, verdict.reason)
    if verdict.outcome == "holds" and all(len(p.variables | p.inputs) <= SMALL for p in (split.first, split.second)):
        check_languages(verdict.certificate, model, spec.invariant, BOUND)
    (better,) = solve_smv(model, [spec], "symbolic", first=first, orientations=(0,), given=given, improve=True)
    assert (better.outcome, better.certified) == (expected, True), (seed, better.reason)
    return verdict.outcome


@pytest.mark.parametrize("block", range(3))
def test_no_assumption_leads_to_a_wrong_answer(block, tmp_path):
    outcomes = {judge(seed, tmp_path) for seed in range(40 * block, 40 * block + 40)}
    assert outcomes == {"holds", "violated", "unknown"}
