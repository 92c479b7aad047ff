"""Set-up of the command-line tests."""

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts import LTS
from quidpro.lts.explore import Exploration
from quidpro.lts.product import Product


@pytest.fixture(scope="session", autouse=True)
def compiled():
    """Have the kernel compiled before a test counts seconds."""
    part = LTS.of([(0, "a", 1), (1, "b", 0)])
    for record in (False, True):
        Exploration(Product([part, part]), record=record).run(Budget(), ignore, errors=True)


@pytest.fixture(autouse=True)
def columns(monkeypatch):
    """Reports do not depend on the terminal in which the tests run."""
    monkeypatch.setenv("COLUMNS", "80")
