"""Witnesses of weak simulation: believed exactly when there is a simulation, by comparison with its definition."""

from __future__ import annotations

import random
from itertools import product as combinations

import pytest

from quidpro.checker.explicit import simulation
from quidpro.checker.explicit.claims import error_reachable
from quidpro.checker.explicit.determinise import complement
from quidpro.checker.explicit.simulation import not_simulated
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.lts import LTS, Component, System
from quidpro.lts.lts import ERROR, TAU
from tests.naive_product import NaiveProduct

ACTIONS = ["a", "b", "c"]
BUDGET = Budget()


def random_lts(rng: random.Random, most: int, errors: float) -> LTS:
    states = rng.randint(1, most)
    own = rng.sample(ACTIONS, rng.randint(1, 3))
    moves = [
        (
            rng.randrange(states),
            rng.choice([TAU, *range(1, len(own) + 1)]),
            ERROR if rng.random() < errors else rng.randrange(states),
        )
        for _ in range(rng.randint(0, 3 * states))
    ]
    columns = zip(*moves, strict=True) if moves else ((), (), ())
    return LTS.from_arrays(own, states, *columns, name=f"M{most}")


def weak(lts: LTS, state: int, label: int) -> set[int]:
    """The states after silent steps, the label, silent steps; error absorbs."""

    def step(states: set[int], wanted: int) -> set[int]:
        return {q for p in states if p != ERROR for a, q in lts.successors(p) if a == wanted}

    def closed(states: set[int]) -> set[int]:
        while not (more := step(states, TAU)) <= states:
            states = states | more
        return states

    before = closed({state})
    return before if label == TAU else closed(step(before, label)) | (before & {ERROR})


def greatest(parts: list[LTS], abstraction: LTS) -> set[tuple[int, ...]]:
    """The largest weak simulation, by throwing pairs out until nothing changes."""
    whole = NaiveProduct(System("whole", tuple(Component(f"M{i}", lts) for i, lts in enumerate(parts))))
    free = [a for a in abstraction.alphabet if not any(a in lts.labels for lts in parts)]
    moves = {q: [*steps, *((a, q) for a in free)] for q, steps in whole.edges.items()}
    pairs = set(combinations(moves, range(ERROR, abstraction.states)))

    def answered(state: tuple[int, ...], b: int) -> bool:
        for action, target in moves[state]:
            goals = weak(abstraction, b, abstraction.labels.get(action, TAU))
            if ERROR not in goals and (target is None or not any((target, goal) in pairs for goal in goals)):
                return False
        return True

    while out := {(q, b) for q, b in pairs if b != ERROR and not answered(q, b)}:
        pairs -= out
    return {(*q, b) for q, b in pairs}


def samples(errors: float):
    for seed in range(400):
        rng = random.Random(seed)
        parts = [random_lts(rng, 4, errors) for _ in range(rng.randint(1, 3))]
        yield rng, parts, random_lts(rng, 5, 2 * errors).named("A")


def first(parts: list[LTS], abstraction: LTS) -> tuple[int, ...]:
    return (*(lts.initial for lts in parts), abstraction.initial)


class TestAgainstTheDefinition:
    @pytest.mark.slow
    @pytest.mark.parametrize("errors", [0.0, 0.15])
    def test_the_largest_simulation_is_a_witness_exactly_when_there_is_one(self, errors):
        found = []
        for _, parts, abstraction in samples(errors):
            rows = greatest(parts, abstraction)
            found.append(first(parts, abstraction) in rows)
            assert (not_simulated(parts, abstraction, sorted(rows), BUDGET) is None) == found[-1]
        assert 40 < sum(found) < 360

    @pytest.mark.slow
    @pytest.mark.parametrize("errors", [0.0, 0.15])
    def test_rows_at_random_prove_nothing_that_is_not_so(self, errors):
        accepted = 0
        for rng, parts, abstraction in samples(errors):
            ranges = [*(range(lts.states) for lts in parts), range(ERROR, abstraction.states)]
            every = list(combinations(*ranges))
            rows = rng.sample(every, rng.randint(len(every) // 2, len(every)))
            if not_simulated(parts, abstraction, rows, BUDGET) is None:
                accepted += 1
                assert first(parts, abstraction) in greatest(parts, abstraction)
        assert accepted > 40

    @pytest.mark.slow
    def test_what_is_simulated_has_no_other_traces(self):
        accepted = 0
        for _, parts, abstraction in samples(0.0):
            if not_simulated(parts, abstraction, sorted(greatest(parts, abstraction)), BUDGET) is None:
                accepted += 1
                assert not error_reachable([*parts, complement(abstraction, BUDGET)], BUDGET)
        assert accepted > 40


def ring(states: int, name: str) -> LTS:
    return LTS.of([(i, f"{name}.go", (i + 1) % states) for i in range(states)], initial=0, name=name)


PING = LTS.of([(0, "ping", 1), (1, "tau", 2), (2, "pong", 0)], name="PING")
LOOSE = LTS.of([(0, "ping", 0), (0, "pong", 0)], name="A")
STRICT = LTS.of([(0, "ping", 1), (1, "pong", 0)], name="A")


class TestRows:
    def test_a_silent_step_needs_no_row(self):
        assert not_simulated([PING], STRICT, [(0, 0), (1, 1)], BUDGET) is None

    def test_rows_that_are_not_met_do_no_harm(self):
        assert not_simulated([PING], LOOSE, [(0, 0), (1, 0), (2, 0)], BUDGET) is None
        assert not_simulated([PING], STRICT, [(0, 0), (1, 1), (0, 1), (2, 0)], BUDGET) is None

    def test_a_missing_row_is_named(self):
        said = not_simulated([PING], STRICT, [(0, 0)], BUDGET)
        assert said == "PING in 0 does ping and is then PING in 1: no row says how state 0 of A follows"

    @pytest.mark.parametrize(
        ("rows", "why"),
        [
            ([(0, 0), (1,)], "a row has 1 states where 2 are needed"),
            ([(0, 0, 0)], "a row has 3 states where 2 are needed"),
            ([(3, 0)], "a row names a state that PING does not have"),
            ([(-1, 0)], "a row names a state that PING does not have"),
            ([(0, 2)], "a row names a state that A does not have"),
            ([(0, -2)], "a row names a state that A does not have"),
            ([], "no row says how"),
        ],
    )
    def test_misshapen_ones_are_refused(self, rows, why):
        assert why in (not_simulated([PING], STRICT, rows, BUDGET) or "")

    @pytest.mark.parametrize("other", ["another", "zoom"])
    def test_an_action_that_no_part_has_may_happen_any_time(self, other):
        free = LTS.of([(0, "ping", 0), (0, "pong", 1), (1, other, 1)], name="A")
        rows = [(q, b) for q in range(3) for b in range(2)]
        assert other in (not_simulated([PING], free, rows, BUDGET) or "")

    def test_both_begin_where_they_begin(self):
        """In their other states the part would do nothing, and the abstraction everything."""
        part = LTS.from_arrays(["a"], 2, [1], [1], [1], initial=1, name="M")
        free = LTS.from_arrays(["a"], 2, [0], [1], [0], initial=1, name="A")
        rows = [(p, q) for p in range(2) for q in range(2)]
        said = not_simulated([part], free, rows, BUDGET)
        assert said == "M in 1 does a and is then M in 1: no row says how state 1 of A follows"

    @pytest.mark.parametrize("chunk", [1, 2, 3])
    def test_pairs_beyond_what_is_looked_at_together(self, chunk, monkeypatch):
        monkeypatch.setattr(simulation, "_CHUNK", chunk)
        fan = LTS.of([(0, "a", i) for i in range(1, 6)] + [(i, f"x{i}", i) for i in range(1, 6)], name="M")
        rows = [(i, 0) for i in range(6)]
        names = ["a", *(f"x{i}" for i in range(1, 6))]
        assert not_simulated([fan], LTS.of([(0, name, 0) for name in names]), rows, BUDGET) is None
        for left_out in names:
            small = LTS.of([(0, name, 0) for name in names if name != left_out], alphabet=names, name="A")
            assert f"does {left_out} " in (not_simulated([fan], small, rows, BUDGET) or "")

    def test_nothing_is_no_composition(self):
        assert not_simulated([], LOOSE, [(0,)], BUDGET) == "there are no parts to simulate"


class TestErrors:
    WRONG = LTS.of([(0, "ping", "ERROR")], name="M")

    def test_the_abstraction_must_go_wrong_too(self):
        said = not_simulated([self.WRONG], LTS.of([(0, "ping", 0)], name="A"), [(0, 0)], BUDGET)
        assert said == "M in 0 goes wrong by ping, and state 0 of A, which is to simulate it, does not"

    def test_by_silent_steps_it_must_go_wrong_too(self):
        """All pairs are rows, so that whatever the abstraction does instead there is a row for it."""
        evading = LTS.of([(0, "tau", 1), (1, "ping", 0)], name="A")
        said = not_simulated([self.WRONG], evading, [(0, 0), (0, 1)], BUDGET)
        assert said == "M in 0 goes wrong by ping, and state 0 of A, which is to simulate it, does not"

    @pytest.mark.parametrize(
        "abstraction",
        [
            LTS.of([(0, "ping", "ERROR")], name="A"),
            LTS.of([(0, "ping", 1), (1, "tau", "ERROR")], name="A"),
            LTS.of([(0, "tau", "ERROR")], alphabet=["ping"], name="A"),
        ],
    )
    def test_weakly_is_enough(self, abstraction):
        assert not_simulated([self.WRONG], abstraction, [(0, 0)], BUDGET) is None


class TestSize:
    @pytest.mark.parametrize("order", [1, -1])
    def test_states_that_do_not_fit_into_a_word(self, order):
        """The part that moves has the lowest bits of a pair, or the highest."""
        parts = [ring(5, f"r{i}") for i in range(30)]
        turning = LTS.of([(0, "r0.go", 1), *((i, "r0.go", i + 1) for i in range(1, 4)), (4, "r0.go", 0)], name="A")
        wide = [parts[0], *(LTS.from_arrays(lts.alphabet, 5, [], [], [], name=lts.name) for lts in parts[1:])]
        rows = [(*(i, *([0] * 29))[::order], i) for i in range(5)]
        assert not_simulated(wide[::order], turning, rows, BUDGET) is None
        assert "r0.go" in (not_simulated(wide[::order], turning, rows[:-1], BUDGET) or "")

    @pytest.mark.slow
    def test_the_budget_is_polled(self):
        parts = [ring(50, f"r{i}") for i in range(3)]
        loose = LTS.of([(0, "r0.go", 0)], name="A")
        rows = [(i, j, k, 0) for i in range(50) for j in range(50) for k in range(50)]
        assert not_simulated(parts, loose, rows, BUDGET) is None
        with pytest.raises(BudgetExceeded):
            not_simulated(parts, loose, rows, Budget(seconds=0.0))


@pytest.mark.slow
def test_no_step_is_taken_for_another_where_64_bits_are_too_few():
    """Of these steps one has, modulo 2 to the power of 64, the number of the step into error that is missing."""
    states, actions = 20_000_000, 60_000
    wanted = (1 << 64) + (states + 1) + states
    source, rest = divmod(wanted, actions * (states + 1))
    label, target = divmod(rest, states + 1)
    names = [f"x{i}" for i in range(1, actions)]
    small = LTS.from_arrays(names, states, [source], [label], [target])
    part = LTS.from_arrays(names, 1, [0], [1], [ERROR])
    assert not_simulated([part], small, [], BUDGET) is not None
