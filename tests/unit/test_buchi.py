"""From formulas to Büchi automata: against the naive evaluation of LTL on runs that repeat themselves."""

from __future__ import annotations

import random

import pytest

from quidpro.checker.explicit.tableau import Tableau, conjuncts, in_fluents
from quidpro.checker.explicit.word import holds_on
from quidpro.core.budget import Budget
from quidpro.core.errors import TooManyStates
from quidpro.core.source import Source
from quidpro.frontend.fsp.compiler import Compiler
from quidpro.frontend.fsp.formulas import Expander
from quidpro.frontend.fsp.parser import parse
from quidpro.logic.ltl import (
    Fluent,
    Junction,
    Literal,
    Normal,
    Release,
    Truth,
    Until,
    alternatives,
    fluents,
    letters_of,
    negation,
)
from quidpro.lts import buchi
from quidpro.lts.buchi import Buchi, translate
from tests.many import in_one
from tests.random_ltl import holds, naive, random_fluent, random_formula, to_text

ACTIONS = ["a", "b", "c"]


def expanded(text: str) -> Normal:
    source = Source("formula.lts", text)
    spec, _ = parse(source)
    definition = spec.definitions[-1]
    return Expander(Compiler(spec, source, None), safety_only=False).expand(definition, None, 0)


def formula(text: str) -> Normal:
    return expanded(f"assert A = {text}")


def accepts(automaton: Buchi, stem: list[str], loop: list[str]) -> bool:
    """Whether the automaton accepts the run, by walking round the loop until nothing new comes."""
    lts = automaton.lts

    def after(states: set[int], action: str) -> set[int]:
        label = lts.labels[action]
        return {q for p in states for a, q in lts.successors(p) if a == label}

    states = {0}
    for action in stem:
        states = after(states, action)
    if not loop:
        return any(automaton.at_rest[p] for p in states)
    edges: dict[tuple[int, int], set[tuple[int, int]]] = {}
    pending = [(0, p) for p in states]
    while pending:
        place, p = pending.pop()
        if (place, p) not in edges:
            following = (place + 1) % len(loop)
            edges[place, p] = {(following, q) for q in after({p}, loop[place])}
            pending += edges[place, p]
    return any(_comes_back(edges, node, automaton) for node in edges)


def _comes_back(edges, node, automaton: Buchi) -> bool:
    """Whether there is a way from the node to itself that meets every acceptance set."""
    sets = automaton.fulfils.shape[1]
    start = (node, frozenset())
    seen, pending = set(), [start]
    while pending:
        here, met = pending.pop()
        for target in edges[here]:
            more = met | {i for i in range(sets) if automaton.fulfils[target[1], i]}
            if target == node and len(more) == sets:
                return True
            if (target, more) not in seen:
                seen.add((target, more))
                pending.append((target, more))
    return False


def random_case(seed: int):
    rng = random.Random(seed)
    known = [random_fluent(rng, ACTIONS, f"F{i}") for i in range(rng.choice([0, 0, 1, 2]))]
    tree = random_formula(rng, ACTIONS, known, rng.choice([1, 2, 3]))
    text = "\n".join([*(fluent.text() for fluent in known), f"assert A = {to_text(tree)}"])
    runs = [
        (
            [rng.choice(ACTIONS) for _ in range(rng.randint(0, 4))],
            [rng.choice(ACTIONS) for _ in range(rng.randint(0, 4))],
        )
        for _ in range(8)
    ]
    return tree, expanded(text), runs


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_random_formulas_on_random_runs(first):
    for seed in range(first, first + 50):
        tree, normal, runs = random_case(seed)
        automata = translate(normal, ACTIONS, Budget()), translate(negation(normal), ACTIONS, Budget())
        for stem, loop in runs:
            expected = naive(tree, stem, loop)
            assert holds(tree, stem, loop) == expected
            assert holds_on(normal, stem, loop) == expected, (seed, to_text(tree), stem, loop)
            assert holds_on(negation(normal), stem, loop) != expected
            found = tuple(accepts(automaton, stem, loop) for automaton in automata)
            assert found == (expected, not expected), (seed, to_text(tree), stem, loop)


@in_one(seed=range(60))
def test_conjuncts_mean_the_same_together(seed):
    tree, normal, runs = random_case(seed)
    for stem, loop in runs:
        assert all(holds_on(part, stem, loop) for part in conjuncts(normal)) == holds(tree, stem, loop)


@in_one(seed=range(60))
def test_of_alternatives_one_holds(seed):
    tree, normal, runs = random_case(seed)
    for stem, loop in runs:
        assert any(holds_on(part, stem, loop) for part in alternatives(normal)) == holds(tree, stem, loop)


def test_alternatives_speak_of_different_fluents():
    normal = expanded("fluent F[i:1..3] = <a[i], b[i]> assert A = (exists[i:1..3] <>[]F[i] || <>a || <>b)")
    assert sorted(len(fluents(part)) for part in alternatives(normal)) == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "states"),
    [("<>a", 2), ("[]<>a", 1), ("<>[]a", 2), ("[](a -> <>b)", 2), ("(a U b)", 2), ("([]<>a && []<>b)", 1)],
)
def test_automata_of_common_formulas_are_small(text, states):
    rows = buchi.merged(buchi._Tableau(formula(text), letters_of(formula(text), ACTIONS), Budget()).rows(), Budget())
    assert len(rows) == states


def test_letters_are_actions_that_are_not_told_apart():
    found = letters_of(formula("[]<>{a, b}"), ["a", "b", "c", "d"])
    assert [(letter.actions, letter.example) for letter in found] == [(("c", "d"), None), (("a", "b"), "a")]


def test_there_is_always_a_letter_for_nothing():
    assert letters_of(formula("<>{a, b, c}"), ACTIONS)[0].actions == ()


def test_fluents_keep_their_value():
    normal = expanded("fluent F = <a, b> initially 1 assert A = <>[]F")
    assert [f.initially for f in fluents(normal)] == [True]
    assert holds_on(normal, ["c"], [])
    assert not holds_on(normal, ["b"], [])
    assert holds_on(normal, ["b", "a"], ["c"])


def test_a_formula_that_is_too_big_is_refused(monkeypatch):
    monkeypatch.setattr(buchi, "MAX_STATES", 3)
    with pytest.raises(TooManyStates):
        translate(formula("<>(a && X <>(b && X <>(a && X <>b)))"), ACTIONS, Budget())


def test_negation_is_its_own_inverse():
    for seed in range(100):
        normal = random_case(seed)[1]
        assert negation(negation(normal)) == normal


def test_many_instances_make_a_shallow_formula():
    normal = formula("forall[i:1..2000] []<>a[i]")
    depth = 0
    while isinstance(normal, Junction):
        normal, depth = normal.left, depth + 1
    assert depth < 15


def test_normal_forms_of_what_promises():
    a, b = (Literal(frozenset({x}), True) for x in "ab")
    not_a, not_b = (Literal(frozenset({x}), False) for x in "ab")
    assert formula("<>a") == Until(Truth(True), a)
    assert formula("![]a") == Until(Truth(True), not_a)
    assert formula("(a U b)") == Until(a, b)
    assert formula("!(a W b)") == Until(not_b, Junction(True, not_a, not_b))
    assert formula("!(a U b)") == Release(not_a, not_b)


def test_a_position_has_one_guess_before_it():
    tableau = Tableau(in_fluents(formula("[](a -> <>b)"), ACTIONS))
    position = tableau.position(frozenset())
    assert tableau.guesses == 4
    assert position.before.min() >= 0
    assert position.before.max() < 4


def test_fluent_after_nothing():
    fluent = Fluent("F", frozenset({"a"}), frozenset({"b"}))
    assert fluent.after(None, True)
    assert not fluent.after(None, False)
