"""The command puts out what it put out before: exit codes, words, JSON, certificates, files."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import pytest

from tests.golden import stored
from tests.golden.cases import GROUPS
from tests.golden.running import outcome

CASES = [pytest.param(group, name, id=name) for group, cases in GROUPS.items() for name in cases]
expected = cache(stored.read)


@pytest.mark.parametrize(("group", "name"), CASES)
def test_the_outside_stays(group, name):
    if group.endswith("probabilistic") and not find_spec("stormpy"):
        pytest.skip("Storm reads PRISM files")
    assert outcome(GROUPS[group][name]).splitlines() == expected(group)[name].splitlines()


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_expected_of_nobody(group):
    assert list(expected(group)) == list(GROUPS[group])


def test_names_are_unique():
    names = [name for cases in GROUPS.values() for name in cases]
    assert len(names) == len(set(names))
