"""What is called immutable is: nobody can write to the arrays of an LTS or LPTS, and the kernels do not notice."""

from __future__ import annotations

import copy
import os
import pickle
from dataclasses import replace

import numpy as np
import pytest

from quidpro.core.arrays import for_kernel, read_only
from quidpro.core.budget import Budget
from quidpro.core.small import kernels_only
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.lpts.simulation import simulation
from quidpro.lts.determinise import subsets
from quidpro.lts.lts import LTS
from quidpro.lts.ops import reachable
from quidpro.lts.reduce import reduce
from quidpro.lts.strong import strong_components

PLAIN = LTS.from_arrays(["a", "b"], 3, [0, 1, 2], [1, 0, 2], [1, 2, 0], origin=[3, 4, 5])
CHANCE = LPTS.of([(0, "a", {0: "1/2", 1: "1/2"}), (1, "b", 0)])
SAME = [lambda x: x, copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x)), lambda x: x.named("other")]


@pytest.mark.parametrize("same", SAME)
def test_the_arrays_of_an_lts_are_for_reading(same):
    lts = same(PLAIN)
    for array in (lts.row, lts.label, lts.target, lts.source, lts.origin):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2
    assert lts == PLAIN
    assert hash(lts) == hash(PLAIN)


@pytest.mark.parametrize("same", SAME)
def test_the_arrays_of_an_lpts_are_for_reading(same):
    lpts = same(CHANCE)
    kept = lpts.distributions
    every = (lpts.row, lpts.label, lpts.target, lpts.source, lpts.sizes, lpts.transitions_by("a"))
    for array in (*every, kept.row, kept.state, kept.weight):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2
    assert lpts == CHANCE


def test_an_lts_is_not_changed_through_the_arrays_that_it_was_made_of():
    source, label, target = np.array([0, 1]), np.array([1, 1], dtype=np.int32), np.array([1, 0], dtype=np.int32)
    lts = LTS.from_arrays(["a"], 2, source, label, target)
    before = list(lts.triples())
    for array in (source, label, target):
        array[:] = 0
    assert list(lts.triples()) == before


def test_a_kernel_is_given_the_same_memory():
    array = np.arange(3)
    seen = read_only(array)
    assert not seen.flags.writeable
    assert for_kernel(seen).flags.writeable
    assert np.shares_memory(for_kernel(seen), array)


def test_memory_that_nobody_can_write_to_is_copied_once():
    foreign = np.frombuffer(np.array([1, 0, 2], dtype=np.int32).tobytes(), dtype=np.int32)
    lts = replace(PLAIN, label=foreign)
    assert not lts.label.flags.writeable
    assert np.shares_memory(lts.rows[1], lts.label)


def arrays(kind):
    """The types of arrays in a type of numba's, which may be a tuple."""
    if hasattr(kind, "layout"):
        return [kind]
    return [array for part in kind for array in arrays(part)] if hasattr(kind, "__iter__") else []


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_no_kernel_is_compiled_for_arrays_that_cannot_be_written(monkeypatch):
    """It would be for the second time, as others can be."""
    from quidpro.lpts.kernels import compose, fixpoint
    from quidpro.lts.kernels import graph, reach, scc, subset

    monkeypatch.setattr("quidpro.lts.ops._KERNEL_PAYS_FROM", 0)
    with kernels_only():
        for equivalence in ("strong", "branching", "weak", "trace"):
            reduce(PLAIN, equivalence)
        subsets(PLAIN)
        strong_components(PLAIN, Budget())
        reachable(PLAIN)
        simulation(CHANCE, CHANCE)
        composition([CHANCE, CHANCE])
    kernels = (graph.group_by, graph.silent_components, reach.breadth_first, scc.strong_components, subset.expand_sets)
    for kernel in (*kernels, compose.expand, fixpoint.expand):
        assert kernel.signatures
        assert all(array.mutable for signature in kernel.signatures for array in arrays(signature))
