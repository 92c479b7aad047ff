"""What a message tells to install is there to be installed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from quidpro.core.parts import PARTS

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    name: [re.split(r"[>=;\[ ]", one)[0] for one in needs] for name, needs in PROJECT["optional-dependencies"].items()
}
DISTRIBUTIONS = {"z3": "z3-solver", "traitlets": "anywidget"}
"""Of modules that have another name, or come with another."""


NO_EXTRA = {"aalpy.automata", "dd.cudd", "networkx", "pandas"}
"""CUDD comes with quidpro where there is a wheel, of the others any version will do."""


@pytest.mark.parametrize("module", [name for name in PARTS if name not in NO_EXTRA])
def test_the_extra_that_is_named_has_the_module(module):
    named = re.search(r"quidpro\[(\w+)\]", PARTS[module].install)
    assert named is not None
    assert DISTRIBUTIONS.get(module, module) in EXTRAS[named[1]]


def test_developers_have_all_extras_but_the_site_and_what_comes_with_notebooks():
    missing = {need for name, needs in EXTRAS.items() if name != "docs" for need in needs} - set(EXTRAS["dev"])
    assert missing == {"ipython"}


def test_a_need_has_one_lower_bound():
    bounds: dict[str, set[str]] = {}
    for one in (
        *PROJECT["dependencies"],
        *(need for needs in PROJECT["optional-dependencies"].values() for need in needs),
    ):
        bounds.setdefault(re.split(r"[>=;\[ ]", one)[0], set()).add(one)
    assert [found for found in bounds.values() if len(found) > 1] == []
