"""Strong simulation as its definition says it: all pairs, all transitions, Hall's condition over all subsets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from quidpro.lpts import LPTS

Relation = set[tuple[int, int]]


def naive_simulation(first: LPTS, second: LPTS) -> Relation:
    """The coarsest simulation between all states of the two."""
    relation = {
        (p, q) for p in range(first.states) for q in range(second.states) if first.marks_of(p) == second.marks_of(q)
    }
    while True:
        wrong = {(p, q) for p, q in relation if not is_simulated(first, p, second, q, relation)}
        if not wrong:
            return relation
        relation -= wrong


def naive_lts_simulation(first: LPTS, second: LPTS) -> Relation:
    """The coarsest ordinary simulation between two LPTSs whose distributions are all Dirac."""
    steps = [[(p, a, *d) for p, a, d in lpts.triples()] for lpts in (first, second)]
    relation = {(p, q) for p in range(first.states) for q in range(second.states)}
    while True:
        wrong = {
            (p, q)
            for p, q in relation
            for source, action, target in steps[0]
            if source == p and not any(s == q and a == action and (target, t) in relation for s, a, t in steps[1])
        }
        if not wrong:
            return relation
        relation -= wrong


def is_simulated(first: LPTS, p: int, second: LPTS, q: int, relation: Relation) -> bool:
    """Definition 5 for one pair."""
    answers = [(a, d) for s, a, d in second.triples() if s == q]
    return all(
        any(a == action and naive_match(distribution, d, relation) for a, d in answers)
        for s, action, distribution in first.triples()
        if s == p
    )


def naive_match(left: dict[int, Fraction], right: dict[int, Fraction], relation: Relation) -> bool:
    """Lemma 1: no set of states outweighs what it is related to."""
    return all(
        sum(left[p] for p in chosen) <= sum(right[q] for q in right if any((p, q) in relation for p in chosen))
        for size in range(1, len(left) + 1)
        for chosen in combinations(left, size)
    )
