"""The operations of lts/ops.py on small LTSs worked out by hand."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from quidpro.core.errors import UsageError
from quidpro.lts import LTS, ops


def triples(lts: LTS) -> list[tuple[int, str, int]]:
    return sorted(lts.triples())


def sample() -> LTS:
    return LTS.of([(0, "b", 1), (0, "a", 1), (1, "c", 0), (1, "tau", "ERROR")], alphabet=["z"], name="P")


def test_hide_makes_silent_and_shrinks_the_alphabet() -> None:
    hidden = ops.hide(sample(), ["a", "c", "absent"])
    assert hidden.alphabet == ("b", "z")
    assert triples(hidden) == [(0, "b", 1), (0, "tau", 1), (1, "tau", -1), (1, "tau", 0)]
    assert hidden.name == "P"


def test_hiding_two_actions_merges_their_transitions() -> None:
    assert triples(ops.hide(LTS.of([(0, "a", 1), (0, "b", 1)]), {"a", "b"})) == [(0, "tau", 1)]


def test_expose_is_the_complement_of_hide() -> None:
    assert ops.expose(sample(), ["b", "z", "absent"]) == ops.hide(sample(), ["a", "c"])


def test_relabel_one_to_many_duplicates() -> None:
    image = ops.relabel(LTS.of([(0, "a", 1), (1, "b", 0)]), {"a": ["z", "c"]})
    assert image.alphabet == ("b", "c", "z")
    assert triples(image) == [(0, "c", 1), (0, "z", 1), (1, "b", 0)]


def test_relabel_many_to_one_merges_and_also_swaps() -> None:
    merged = ops.relabel(sample(), {"a": ["b"]})
    assert merged.alphabet == ("b", "c", "z")
    assert triples(merged) == [(0, "b", 1), (1, "c", 0), (1, "tau", -1)]
    swapped = ops.relabel(LTS.of([(0, "a", 1), (1, "b", 0)]), {"a": ["b"], "b": ["a"]})
    assert triples(swapped) == [(0, "b", 1), (1, "a", 0)]


def test_relabel_sorts_an_unsorted_alphabet() -> None:
    lts = LTS.from_arrays(["z", "a"], 1, [0, 0], [1, 2], [0, -1])
    assert ops.relabel(lts, {}).alphabet == ("a", "z")
    assert triples(ops.relabel(lts, {})) == triples(lts)


def test_extend() -> None:
    extended = ops.extend(sample(), ["a", "aa"])
    assert extended.alphabet == ("a", "aa", "b", "c", "z")
    assert triples(extended) == triples(sample())


def test_names_and_origins_go_along() -> None:
    lts = LTS.from_arrays(
        ["a", "b"], 3, [2, 1, 2], [1, 2, 2], [1, 2, 0],
        initial=2, state_names=["lost", "mid", "start"], origin=[30, 20, 10],
    )  # fmt: skip
    twice = ops.relabel(lts, {"a": ["y", "x"]})
    assert twice.origin is not None
    assert list(zip(triples(twice), twice.origin.tolist(), strict=True)) == [
        ((1, "b", 2), 20), ((2, "b", 0), 10), ((2, "x", 1), 30), ((2, "y", 1), 30),
    ]  # fmt: skip
    reached = ops.reachable(lts)
    assert reached.state_names == ("start", "mid", "lost")
    assert reached.origin is not None
    assert reached.origin.tolist() == [30, 10, 20]


def test_reachable_renumbers_breadth_first_and_drops_the_rest() -> None:
    lts = LTS.from_arrays(["a", "b"], 5, [3, 3, 1, 0, 4], [1, 2, 1, 2, 1], [1, 0, -1, 3, 2], initial=3, end=2)
    reached = ops.reachable(lts)
    assert triples(reached) == [(0, "a", 1), (0, "b", 2), (1, "a", -1), (2, "b", 0)]
    assert (reached.initial, reached.end, reached.alphabet) == (0, -1, ("a", "b"))


def test_reachable_keeps_a_reachable_end() -> None:
    assert ops.reachable(LTS.from_arrays(["a"], 2, [1], [1], [0], initial=1, end=0)).end == 1


def test_reachable_by_kernel_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    lts = LTS.from_arrays(
        ["a", "b"], 60, rng.integers(0, 60, 90), rng.integers(0, 3, 90), rng.integers(-1, 60, 90),
        initial=7, end=int(rng.integers(60)),
    )  # fmt: skip
    plain = ops.reachable(lts)
    monkeypatch.setattr(ops, "_KERNEL_PAYS_FROM", 0)
    assert ops.reachable(lts) == plain
    assert 1 < plain.states < 60


def test_complete_property_adds_an_error_for_every_missing_action() -> None:
    prop = LTS.of([("p", "in", "q"), ("q", "out", "p")], alphabet=["other"])
    assert ops.complete_property(replace(prop, end=1)).end == -1
    error = ops.complete_property(prop)
    assert triples(error) == [
        (0, "in", 1), (0, "other", -1), (0, "out", -1), (1, "in", -1), (1, "other", -1), (1, "out", 0),
    ]  # fmt: skip
    assert error.state_names == ("p", "q")
    assert ops.strip_error(error) == prop
    assert ops.complete_property(error) == error


@pytest.mark.parametrize(
    ("transitions", "word"),
    [([(0, "a", 1), (0, "a", 0)], "not deterministic"), ([(0, "tau", 1)], "silent")],
)
def test_complete_property_refuses(transitions: list[tuple[int, str, int]], word: str) -> None:
    with pytest.raises(UsageError, match=word):
        ops.complete_property(LTS.of(transitions))


def test_is_deterministic() -> None:
    assert ops.is_deterministic(LTS.of([(0, "a", 1), (0, "b", 1), (1, "a", 0)]))
    assert not ops.is_deterministic(LTS.of([(0, "a", 1), (0, "a", "ERROR")]))
    assert not ops.is_deterministic(LTS.of([(0, "a", 1), (1, "tau", 0)]))


def test_importing_the_operations_does_not_load_numba() -> None:
    code = "import sys, quidpro.lts.ops, quidpro.lts.reduce; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
