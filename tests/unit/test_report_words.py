"""Assumptions in sentences: what they say is true of the automaton, and where they say that it is all, it is."""

from __future__ import annotations

import random
from itertools import pairwise, product

from quidpro.lts.lts import LTS
from quidpro.report.explicit.words import rules_of, words
from quidpro.verdict.explicit.evidence import Assumption
from tests.many import in_one

ACTIONS = ("a", "b.1", "b.2", "c")


def automaton(seed):
    dice = random.Random(seed)
    states = dice.randint(1, 4)
    rows = [
        (state, action, dice.randrange(states))
        for state in range(states)
        for action in ACTIONS
        if dice.random() < dice.choice((0.4, 0.9))
    ]
    rows += [(state, "f", state) for state in range(states)] if dice.random() < 0.5 else []
    return LTS.of(rows, initial=0, alphabet=(*ACTIONS, "f"))


def allows(lts, word):
    state = lts.initial
    for action in word:
        following = {lts.action(label): target for label, target in lts.successors(state)}
        if action not in following:
            return False
        state = following[action]
    return True


def keeps_to(rules, word):
    """Whether a word is one that the sentences allow."""
    heard = [action for action in word if action not in rules.free]
    if any(action in rules.never for action in heard):
        return False
    if heard and heard[0] not in rules.first:
        return False
    return all(follows in rules.after[action] for action, follows in pairwise(heard))


def take_turns(word, one, other):
    heard = [action for action in word if action in (one, other)]
    return all(action == (one, other)[i % 2] for i, action in enumerate(heard))


@in_one(seed=range(150))
def test_what_is_said_is_true_and_where_it_is_all_nothing_else_is(seed):
    lts = automaton(seed)
    rules = rules_of(lts)
    for word in (word for length in range(5) for word in product(lts.alphabet, repeat=length)):
        allowed = allows(lts, word)
        if rules.complete:
            assert allowed == keeps_to(rules, word), word
        elif allowed:
            assert keeps_to(rules, word), word
        if allowed:
            assert all(take_turns(word, *pair) for pair in rules.turns), word
    assert words(Assumption("A", lts))


def said(rows, **more):
    return words(Assumption("A", LTS.of(rows, **more)))


def test_one_state_that_does_everything_forbids_nothing():
    assert said([(0, "a", 0), (0, "b", 0)]) == ["It forbids nothing: `a` and `b` may happen at any time."]


def test_what_never_happens():
    assert said([(0, "a", 0)], alphabet=("b",)) == ["`a` may happen at any time.", "`b` never happens."]


def test_numbers_that_go_together_are_said_once():
    rows = [(0, "c.1.on", 1), (1, "c.1.off", 0), (0, "c.2.on", 2), (2, "c.2.off", 0)]
    rows += [(state, "tick", state) for state in range(3)]
    assert said(rows) == [
        "`tick` may happen at any time.",
        "Apart from that, `c.{1,2}.on` comes first.",
        "After `c.{1,2}.off` only `c.{1,2}.on` may come next.",
        "After `c.i.on` only `c.i.off` may come next (i = 1, 2).",
        "That is all that it asks for.",
    ]


def test_what_the_last_action_does_not_decide_is_left_to_the_picture():
    rows = [(0, "a", 1), (1, "x", 2), (2, "b", 0), (1, "b", 0), (0, "x", 0)]
    assert said(rows)[-1].startswith("What may come next depends on more than the last action")
    assert "`a` and `b` take turns, `a` first." in said(rows)


def test_of_a_large_one_there_is_its_size():
    rows = [(i, "a", i + 1) for i in range(50)]
    assert said(rows) == ["It has 51 states and 50 transitions over 1 action: `a`.", "It is too large for words."]


def test_of_one_that_is_not_deterministic_nothing_is_claimed():
    assert "not decided by what has happened" in said([(0, "a", 1), (0, "a", 0)])[-1]


def test_names_that_hide_are_shown():
    assert "`\\u202ea`" in said([(0, "\u202ea", 0)])[0]
