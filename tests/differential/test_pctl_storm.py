"""Maximal probabilities against Storm's exact engine, on random LPTSs written as PRISM programs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from quidpro.engines.probabilistic.pctl import Checking
from quidpro.logic.pctl import AtMost, Mark, State, Truth, Until
from quidpro.lpts import LPTS
from tests.random_lpts import random_lpts
from tests.random_pctl import marked

stormpy = pytest.importorskip("stormpy", reason="Storm is not installed: quidpro[prob]")


def program(lpts: LPTS) -> str:
    """The LPTS as a PRISM module of one variable."""
    lines = ["mdp", "module M", f"  s : [0..{max(1, lpts.states - 1)}] init {lpts.initial};"]
    for state, _, row in lpts.triples():
        updates = " + ".join(f"{p}:(s'={target})" for target, p in row.items())
        lines.append(f"  [] s={state} -> {updates};")
    lines.append("endmodule")
    for mark, states in lpts.marks.items():
        lines.append(f'label "{mark}" = ' + (" | ".join(f"s={s}" for s in sorted(states)) or "false") + ";")
    return "\n".join(lines) + "\n"


def storm_maximum(path: Path, formula: str) -> Fraction:
    """Pmax of the initial state, exactly."""
    read = stormpy.parse_prism_program(str(path))
    (asked,) = stormpy.parse_properties(f"Pmax=? [ {formula} ]", read)
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    model = stormpy.build_model[stormpy.Rational](read, options=options)
    result = stormpy.model_checking(model, asked)
    return Fraction(str(result.get_value(model.initial_states[0])))


PATHS: list[tuple[str, State, State, int | None]] = [
    ('F "x"', Truth(True), Mark("x"), None),
    ('"y" U "x"', Mark("y"), Mark("x"), None),
    ('!"y" U "x"', Mark("y", False), Mark("x"), None),
    ('F<=3 "x"', Truth(True), Mark("x"), 3),
]


@pytest.mark.parametrize(("text", "left", "right", "steps"), PATHS)
def test_storm_finds_the_same_maximum(text, left, right, steps, tmp_path):
    interesting = 0
    for seed in range(25):
        rng = Random(seed)
        lpts = marked(rng, random_lpts(rng, largest=6, moves=3))
        path = tmp_path / f"random{seed}.prism"
        path.write_text(program(lpts))
        ours = Checking(lpts).values(AtMost(Fraction(0), False, Until(left, right, steps)))[lpts.initial]
        assert ours == storm_maximum(path, text), seed
        interesting += 0 < ours < 1
    assert interesting, "some maximum should lie between 0 and 1"
