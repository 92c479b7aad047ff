"""SPIN, where it is installed: as many states as a decision diagram counts, and the same answer about deadlock."""

from __future__ import annotations

import shutil

import pytest

import quidpro
from benchmarks.saturation import compile_spin, promela, spin

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("spin") and shutil.which("gcc")), reason="SPIN or a C compiler is missing"),
]


@pytest.mark.parametrize("name", ["philosophers_fixed", "philosophers"])
@pytest.mark.parametrize("size", [3, 4, 6])
def test_philosophers(name, size, tmp_path):
    (result,) = quidpro.check(f"examples/{name}.lts", constants={"N": size}, method="saturation")
    model = promela(size, all_right=name == "philosophers")
    compile_spin(str(tmp_path), model)
    assert spin(str(tmp_path)).split(",")[0] == result.outcome
    compile_spin(str(tmp_path), model, "-DNOREDUCE")
    stored = f"{result.outcome}, {result.verdict.stats.reachable:,} states"
    assert spin(str(tmp_path), *(["-c0"] if result.outcome == "violated" else [])) == stored
