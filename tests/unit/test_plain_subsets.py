"""The subset construction in plain Python gives what the kernel gives."""

import pytest
from hypothesis import given, settings

from quidpro.core import small
from quidpro.core.errors import TooManyStates
from quidpro.core.events import Event, Explored
from quidpro.core.small import kernels_only
from quidpro.lts import LTS
from quidpro.lts.determinise import Subsets, silently_wrong, subsets
from quidpro.lts.reduce import determinise
from tests.lts_strategy import ltss


def parts(made: Subsets) -> tuple[LTS, list[int], list[int]]:
    return made.lts, made.row.tolist(), made.members.tolist()


def exponential(bits: int) -> LTS:
    """Remembers where the last a was: 2 ** bits sets."""
    loop = [(0, "a", 0), (0, "b", 0), (0, "a", 1)]
    return LTS.of([*loop, *((i, x, i + 1) for i in range(1, bits) for x in "ab"), (bits, "c", 0)])


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(lts=ltss(most=10))
def test_the_same_sets_in_the_same_order(lts: LTS) -> None:
    plain, wrong, whole = parts(subsets(lts)), silently_wrong(lts).tolist(), determinise(lts)
    with kernels_only():
        assert parts(subsets(lts)) == plain
        assert silently_wrong(lts).tolist() == wrong
        assert determinise(lts) == whole


@pytest.mark.parametrize("cap", [1, 31, 32])
def test_the_same_caps(cap: int) -> None:
    def outcome() -> int:
        try:
            return subsets(exponential(5), max_states=cap).lts.states
        except TooManyStates as caught:
            return -caught.limit

    plain = outcome()
    with kernels_only():
        assert outcome() == plain == (32 if cap == 32 else -cap)


def test_the_kernel_takes_over_an_explosion(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = parts(subsets(exponential(6)))
    monkeypatch.setattr(small, "MAX_STEPS", 100)
    assert parts(subsets(exponential(6))) == plain


def test_the_end_is_told() -> None:
    heard: list[Event] = []
    made = subsets(exponential(4), events=heard.append)
    assert heard == [Explored(16, 0, made.lts.transitions)]
