"""All kernels for LTSs loaded, and compiled in one go if this machine has not done so before."""

from __future__ import annotations

from typing import get_args

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.small import kernels_only
from quidpro.lts.lts import LTS
from quidpro.lts.product import Product
from quidpro.lts.reduce import Equivalence, reduce
from quidpro.lts.search import build, search
from quidpro.lts.strong import strong_components


def load_kernels() -> None:
    """Use every kernel once, on next to nothing."""
    part = LTS.of([(0, "a", 1), (1, "tau", 2), (2, "b", 0), (0, "a", 2)])
    product = Product([part, part])
    with kernels_only():
        search(product, Budget(), ignore)
        whole = build(product, Budget(), ignore)
        for equivalence in get_args(Equivalence):
            reduce(whole, equivalence)
        strong_components(whole, Budget())
