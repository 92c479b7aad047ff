"""What Storm says of the probabilistic case studies: states, transitions and branches, and maximal probabilities."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from quidpro.lpts.ops import composition

stormpy = pytest.importorskip("stormpy", reason="Storm is the oracle, and is not installed: quidpro[prob]")

from quidpro.frontend.prism import read_prism  # noqa: E402

FOLDER = Path("examples/prism")
TOO_LARGE = {f"{name}.prism" for name in ("mer_5", "mer_6", "mer_7", "sn_4")}
"""Those that take Storm, or the test, more than a few seconds; they are larger ones of the same text."""
MODELS = sorted(path for path in FOLDER.glob("*/*.prism") if path.name not in TOO_LARGE)
ROWS = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["example"]
FORMULAS = sorted({(row["file"], row["options"][1], row["value"]) for row in ROWS if "value" in row})


def built(path, *asked):
    program = stormpy.parse_prism_program(str(path))
    options = stormpy.BuilderOptions()
    options.set_build_choice_labels(True)
    options.set_build_all_labels()
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    return model, *(stormpy.parse_properties(text, program)[0] for text in asked)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_composition_is_what_storm_builds(path):
    """Storm gives a state without transitions a loop of its own, which is not counted."""
    whole = composition(list(read_prism(path, {}).components.values()))
    (model,) = built(path)
    loops = model.labeling.get_states("deadlock").get_number_of_set_bits()
    assert whole.states == model.nr_states
    assert whole.transitions == model.nr_choices - loops
    assert int(np.diff(whole.distributions.row)[whole.target].sum()) == model.nr_transitions - loops


@pytest.mark.parametrize(("file", "formula", "value"), FORMULAS)
def test_maximal_probabilities(file, formula, value):
    path_formula = formula[formula.index("[") : formula.rindex("]") + 1]
    model, asked = built(FOLDER / file, f"Pmax=? {path_formula}")
    found = stormpy.model_checking(model, asked).get_value(model.initial_states[0])
    assert Fraction(str(found)) == Fraction(value)
