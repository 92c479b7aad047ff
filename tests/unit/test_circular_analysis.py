"""All assumptions that do satisfy the constraints of any word: the lemma of the analysis, by exhaustive search."""

from __future__ import annotations

import random
from itertools import product

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.circular.game import Game, alphabets_of
from quidpro.engines.explicit.circular.skeleton import use_all
from quidpro.engines.explicit.shared.rounds import Log
from tests.sampling import first
from tests.unit.circular_samples import keeps, languages, of_table, premises, random_triple, tuples


def random_uses(rng, count):
    return tuple(tuple(j for j in used if rng.random() < 0.6) for used in use_all(count))


def broken(seed, most_states=5, longest=4):
    """Constraints of words of a random system that some assumptions that do break; and how many of these there are."""
    rng = random.Random(seed)
    system = random_triple(seed)
    parts, p = languages(system)
    uses = use_all(3) if seed % 2 else random_uses(rng, 3)
    groups, goal = [[c.lts] for c in system.processes], [c.lts for c in system.properties]
    alphabets = alphabets_of(groups, goal)
    analysis = Game(groups, goal, alphabets, Log(Budget()), uses=uses).analysis
    letters = sorted({letter for alphabet in alphabets for letter in alphabet})
    words = [word for length in range(1, longest + 1) for word in product(letters, repeat=length)]
    constraints = {
        constraint
        for word in rng.sample(words, min(60, len(words)))
        for premise in [i for i, part in enumerate(parts) if part.has(word)] + ([] if p.has(word) else [3])
        for constraint in analysis.of(premise, word)[1]
    }
    wrong, count = [], 0
    for total in range(3, most_states + 1):
        for tables in tuples(total, alphabets):
            chosen = [of_table(table, alphabet) for table, alphabet in zip(tables, alphabets, strict=True)]
            if premises(parts, chosen, p, uses):
                count += 1
                wrong += [constraint for constraint in constraints if not keeps(chosen, constraint)]
    return wrong, count


@pytest.mark.slow
def test_all_assumptions_that_do_satisfy_the_constraints_of_any_word():
    found = [broken(seed) for seed in first(range(12), 5)]
    assert not any(wrong for wrong, _ in found)
    assert sum(count > 0 for _, count in found) > len(found) // 2
