"""What Storm says of the probabilistic case studies: states, transitions and branches, and maximal probabilities."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from quidpro.lpts.ops import composition
from tests.sampling import LARGE

stormpy = pytest.importorskip("stormpy", reason="Storm is the oracle, and is not installed: quidpro[prob]")

from quidpro.frontend.prism.load import load_probabilistic as read_prism  # noqa: E402

FOLDER = Path("examples/prism")
TOO_LARGE = {"mer_6.prism", "mer_7.prism", "sn_5.prism"}
"""Of more than two million states: minutes and gigabytes for Storm and for us; larger ones of the same text."""
IN_THE_CAMPAIGN = {"mer_5.prism", "sn_4.prism"}
"""Half a million states and more: a minute, which only ``make campaign`` takes."""
MODELS = [
    pytest.param(path, id=path.stem, marks=LARGE if path.name in IN_THE_CAMPAIGN else ())
    for path in sorted(FOLDER.glob("*/*.prism"))
    if path.name not in TOO_LARGE
]
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]
FORMULAS = sorted({(row["file"], row["options"][1], row["value"]) for row in ROWS if "value" in row})


@pytest.mark.parametrize("path", MODELS)
def test_the_composition_is_what_storm_builds(path):
    """Storm gives a state without transitions a loop of its own, which is not counted."""
    whole = composition(list(read_prism(path, {}).components.values()))
    model = stormpy.build_model[float](stormpy.parse_prism_program(str(path)))
    loops = model.labeling.get_states("deadlock").get_number_of_set_bits()
    assert whole.states == model.nr_states
    assert whole.transitions == model.nr_choices - loops
    assert int(np.diff(whole.distributions.row)[whole.target].sum()) == model.nr_transitions - loops


@pytest.mark.parametrize(("file", "formula", "value"), FORMULAS)
def test_maximal_probabilities(file, formula, value):
    path_formula = formula[formula.index("[") : formula.rindex("]") + 1]
    program = stormpy.parse_prism_program(str(FOLDER / file))
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    (asked,) = stormpy.parse_properties(f"Pmax=? {path_formula}", program)
    found = stormpy.model_checking(model, asked).get_value(model.initial_states[0])
    assert Fraction(str(found)) == Fraction(value)
