"""One random system of the probabilistic world against naive twins and against z3."""

from __future__ import annotations

from random import Random

from quidpro.core.budget import UNLIMITED
from quidpro.core.events import ignore
from quidpro.lpts import LPTS, compiled, plain
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import common_scale, simulation
from quidpro.lpts.tree import counterexamples
from quidpro.probabilistic.asym import asym
from quidpro.probabilistic.smt import smt_simulation
from tests.naive_lpts import naive_lts_simulation, naive_simulation
from tests.random_lpts import random_lpts, random_system


def differences(seed: int) -> list[str]:
    """What is wrong with the system of a seed, in words."""
    rng = Random(seed)
    first, second = random_lpts(rng), random_lpts(rng, moves=3)
    found = [
        *_simulation(first, second),
        *_smt(first, second),
        *_kernels(first, second),
        *_dirac(rng),
        *_rules(*random_system(rng)),
    ]
    return [f"seed {seed}: {what}" for what in found]


def _simulation(first: LPTS, second: LPTS) -> list[str]:
    """Every pair that was looked at, and every tree."""
    relation, found = naive_simulation(first, second), simulation(first, second)
    wrong = [] if found.related <= relation else ["simulation keeps too much"]
    wrong += ["simulation removes too much"] if relation & found.rank.keys() else []
    if not found.holds:
        trees = counterexamples(found, 4)
        wrong += ["the first tree is not of least depth"] if trees[0].depth != found.rank[0, 0] else []
        wrong += [f"tree {i} is none" for i, tree in enumerate(trees) if not _tells(tree.lpts("ab"), first, second)]
    return wrong


def _tells(tree: LPTS, first: LPTS, second: LPTS) -> bool:
    """C ⪯ L1 and C ⋠ L2."""
    return simulation(tree, first).holds and not simulation(tree, second).holds


def _smt(first: LPTS, second: LPTS) -> list[str]:
    found = smt_simulation(first, second)
    return [] if found.holds == simulation(first, second).holds else ["z3 and the fixed point disagree"]


def _kernels(first: LPTS, second: LPTS) -> list[str]:
    """The compiled fixed point gives what the plain one gives, array by array."""
    factors = common_scale(first, second)[1]
    outcomes = [vars(side.fixpoint(first, second, factors, UNLIMITED, ignore)) for side in (plain, compiled)]
    return [f"{name} differ" for name in outcomes[0] if outcomes[0][name].tolist() != outcomes[1][name].tolist()]


def _dirac(rng: Random) -> list[str]:
    first, second = (random_lpts(rng, moves=moves, dirac=True) for moves in (2, 3))
    holds = (0, 0) in naive_lts_simulation(first, second)
    return [] if simulation(first, second).holds == holds else ["differs from ordinary simulation on LTSs"]


def _rules(components: list[LPTS], specification: LPTS) -> list[str]:
    """ASYM or ASYM-N against the whole system, with one tree per round and with many."""
    whole = composition(components)
    goal = completed(specification, whole.alphabet)
    holds = simulation(whole, goal).holds
    wrong = []
    for count in (1, 30):
        outcome = asym(components, specification, trees_per_round=count)
        if outcome.holds != holds:
            wrong.append(f"the rule with {count} trees says {outcome.holds}")
        elif outcome.tree is not None and not _tells(outcome.tree.lpts(whole.alphabet), whole, goal):
            wrong.append(f"the tree of the rule with {count} trees is none")
    return wrong
