"""What can be written with LTSs, beside the transitions that it must give."""

import pytest
from hypothesis import given, settings

import quidpro
from quidpro import LPTS, LTS
from quidpro.lts.ops import reachable
from tests.lts_strategy import ltss
from tests.naive_reduce import traces

DOOR = LTS.of([(0, "open", 1), (1, "close", 0), (1, "break", "ERROR")], name="DOOR")


def test_a_bar_composes() -> None:
    key = LTS.of([(0, "turn", 1), (1, "open", 0)])
    assert DOOR | key == quidpro.compose(DOOR, key)
    with pytest.raises(TypeError):
        _ = DOOR | "key"  # type: ignore[operator]


def test_lptss_compose_too() -> None:
    coin = LPTS.of([(0, "toss", {1: "1/2", 2: "1/2"}), (1, "heads", 1)])
    both = coin | LPTS.of([(0, "toss", 1)])
    assert (both.states, [p for _, a, p in both.triples() if a == "toss"]) == (3, [{1: 1 / 2, 2: 1 / 2}])
    with pytest.raises(TypeError):
        _ = coin | DOOR  # type: ignore[operator]


def test_actions_are_hidden_exposed_renamed_and_kept_from_happening() -> None:
    assert set(DOOR.hide("open").triples()) == {(0, "tau", 1), (1, "close", 0), (1, "break", -1)}
    assert DOOR.expose(["open", "break"]) == DOOR.hide("close")
    assert DOOR.rename({"open": "enter"}).alphabet == ("break", "close", "enter")
    assert DOOR.rename(str.upper).alphabet == ("BREAK", "CLOSE", "OPEN")
    assert set(DOOR.rename({"open": ["push", "pull"]}).triples()) >= {(0, "push", 1), (0, "pull", 1)}
    stays = DOOR.restrict("break")
    assert (set(stays.triples()), stays.alphabet) == ({(0, "open", 1), (1, "close", 0)}, DOOR.alphabet)
    assert list((DOOR.restrict(["open", "new"]) | LTS.of([(0, "new", 0)])).triples()) == []


def test_smaller_ones() -> None:
    twice = LTS.of([(0, "a", 1), (0, "a", 2), (1, "b", 0), (2, "b", 0)])
    assert (twice.reduce("strong").states, twice.determinise().states) == (2, 2)
    assert twice.reduce() == quidpro.reduce(twice)


@settings(max_examples=40, deadline=None)
@given(one=ltss(4), two=ltss(4))
def test_the_traces_of_a_product_are_those_of_both(one: LTS, two: LTS) -> None:
    one, two = one.restrict("never"), two.restrict("never")
    both = [traces(lts, 4) for lts in (one, two, one.product(two))]
    shared = {trace for trace in both[0].keys() & both[1].keys() if trace not in wrong(both[:2])}
    assert shared - wrong(both[2:]) == {trace for trace, error in both[2].items() if not error}


def wrong(all_of: list[dict[tuple[str, ...], bool]]) -> set[tuple[str, ...]]:
    return {trace for found in all_of for trace, error in found.items() if error}


def test_what_only_one_knows_does_not_happen_in_a_product() -> None:
    assert list(DOOR.product(LTS.of([(0, "open", 0)])).triples()) == [(0, "open", 1)]


@settings(max_examples=30, deadline=None)
@given(lts=ltss(5))
def test_operators_leave_their_operand_alone(lts: LTS) -> None:
    before = reachable(lts)
    for made in (lts | lts, lts.hide("a"), lts.rename({"a": "b"}), lts.restrict("b"), lts.reduce(), lts.determinise()):
        assert made is not lts
    assert reachable(lts) == before
