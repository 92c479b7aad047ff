"""A product recorded in plain Python is the kernel's: the same numbers, transitions, END and paths."""

import pytest

from quidpro.core import small
from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.events import ignore
from quidpro.core.small import kernels_only
from quidpro.lts import LTS
from quidpro.lts.plain_product import Record
from quidpro.lts.product import Product, compose
from quidpro.lts.search import build, record, search
from tests.many import in_one
from tests.random_systems import random_system


def counter(size: int, action: str) -> LTS:
    return LTS.of([(i, action, (i + 1) % size) for i in range(size)], initial=0)


@pytest.mark.slow
@in_one(seed=range(300))
def test_the_same_product(seed: int) -> None:
    system = random_system(seed)
    product = Product([c.lts for c in system.components], system.priority)
    plain = Record(product, small.Effort(10**6))
    with kernels_only():
        compiled = record(product, Budget(), ignore)
    assert compiled.graph() == plain.graph()
    for state in range(plain.states):
        assert compiled.path(state) == plain.path(state)


def test_many_nondeterministic_partners_are_combined_in_the_same_order() -> None:
    parts = [LTS.of([(0, "a", t) for t in (1, 2, 3)] + [(1, "a", "ERROR"), (2, "b", 0)]) for _ in range(3)]
    plain = compose(parts)
    with kernels_only():
        assert compose(parts) == plain


def test_the_first_of_several_ends_counts() -> None:
    ending = LTS.of([(0, "a", 1), (0, "b", 2)], end=2)
    other = LTS.of([(0, "a", 1), (0, "b", 1), (0, "b", 2)])
    plain = compose([ending, other])
    assert plain.end > 0
    with kernels_only():
        assert compose([ending, other]) == plain


def test_the_kernel_takes_over_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [counter(5, "a"), counter(5, "b")]
    plain = compose(parts)
    assert (plain.states, plain.transitions) == (25, 50)
    assert Record(Product(parts), small.Effort(75)).graph() == plain
    with pytest.raises(small.TooLong):
        Record(Product(parts), small.Effort(74))
    monkeypatch.setattr(small, "KERNEL_SIZE", 74)
    assert compose(parts) == plain


def test_one_state_with_very_many_successors_is_not_small() -> None:
    part = LTS.of([(0, "a", target) for target in range(100)])
    with pytest.raises(small.TooLong):
        Record(Product([part] * 20), small.Effort(small.KERNEL_SIZE))


def test_a_cap_on_the_states() -> None:
    product = Product([counter(5, "a"), counter(5, "b")])
    assert build(product, Budget(), ignore, max_states=25).states == 25
    with pytest.raises(TooManyStates) as caught:
        build(product, Budget(), ignore, max_states=24)
    assert caught.value.limit == 24


def test_when_plain_python_has_worked_for_long_it_is_time_for_the_kernels(monkeypatch):
    monkeypatch.setattr(small, "kernels_are_loaded", lambda: False)
    monkeypatch.setattr(small, "_is_first_run", lambda: False)
    monkeypatch.setattr(small, "_spent", 0.0)
    assert small.limit() > small.KERNEL_SIZE
    with small.spending(10) as effort:
        effort.spend(3)
    assert small._spent == 3
    monkeypatch.setattr(small, "MAX_TOTAL_STEPS", 2)
    assert small.limit() == small.KERNEL_SIZE
    assert small.attempt(400, lambda _effort: "plain", loaded=400) is None


@pytest.mark.parametrize(("uncompiled", "one", "all_of_them"), [(False, 100_000, 400_000), (True, 500_000, 2_000_000)])
def test_plain_python_works_longer_where_kernels_would_have_to_be_compiled(monkeypatch, uncompiled, one, all_of_them):
    """But not for ever: what takes long gets the kernels all the same."""
    monkeypatch.setattr(small, "kernels_are_loaded", lambda: False)
    monkeypatch.setattr(small, "_is_first_run", lambda: uncompiled)
    monkeypatch.setattr(small, "_spent", 0.0)

    def steps(count: int) -> str | None:
        return small.attempt(400, lambda effort: effort.spend(count) or "plain")

    assert steps(one) == "plain"
    assert steps(one + 1) is None
    monkeypatch.setattr(small, "_spent", float(all_of_them))
    assert not small.kernels_pay()
    monkeypatch.setattr(small, "_spent", all_of_them + 1.0)
    assert small.kernels_pay()


def test_loaded_kernels_need_no_compiling(monkeypatch):
    monkeypatch.setattr(small, "kernels_are_loaded", lambda: True)
    monkeypatch.setattr(small, "_is_first_run", lambda: True)
    assert small.attempt(400, lambda effort: effort.spend(small.MAX_STEPS + 1) or "plain") is None


def test_no_kernel_is_loaded_for_a_few_states(monkeypatch):
    monkeypatch.setattr(small, "kernels_pay", lambda: False)
    monkeypatch.setattr("quidpro.lts.explore.Exploration", None)
    wheels = [LTS.of([(i, f"{name}.{i}", (i + 1) % 20) for i in range(20)], initial=0) for name in "abcd"]
    with pytest.raises(TooManyStates, match="3000"):
        search(Product(wheels), Budget(), ignore, max_states=3000)
    assert search(Product(wheels[:2]), Budget(), ignore, max_states=3000).states == 400
