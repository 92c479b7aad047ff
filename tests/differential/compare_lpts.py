"""One random system of the probabilistic world against naive twins and against z3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import inf
from random import Random

import numpy as np

from quidpro.checker.probabilistic import certify_lpts
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.engines.options import ProbabilisticRefined
from quidpro.engines.probabilistic.refined.asym import asym
from quidpro.engines.probabilistic.refined.inheritance import Inheritance
from quidpro.engines.probabilistic.refined.met import Meeting
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.engines.probabilistic.shared.execution import replay_error
from quidpro.engines.probabilistic.shared.goal import Conformance, Proof
from quidpro.engines.probabilistic.shared.outcome import Method, Outcome
from quidpro.engines.probabilistic.shared.smt import smt_simulation
from quidpro.lpts import LPTS, compiled, compiled_compose, plain, plain_compose
from quidpro.lpts.ops import completed, composition
from quidpro.lpts.simulation import common_scale, simulation
from quidpro.lpts.tree import counterexamples
from tests.naive_lpts import naive_lts_simulation, naive_simulation
from tests.random_lpts import random_lpts, random_system
from tests.random_pctl import marked

MOST_OUTCOMES = 12
"""Of a distribution, all sets of whose states the naive twin looks at; larger ones are left to the checker."""


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
        *_marks(rng),
        *_given(rng, *random_system(rng)),
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
    """The compiled fixed point and composition give what the plain ones give, array by array; haste changes nothing."""
    factors = common_scale(first, second)[1]
    wrong = []
    ranks = set()
    for hasty in (False, True):
        one, two = (
            vars(side.fixpoint(first, second, factors, Budget(), ignore, hasty=hasty)) for side in (plain, compiled)
        )
        wrong += [f"{name} differ, hasty={hasty}" for name in one if one[name].tolist() != two[name].tolist()]
        ranks.add(int(one["ranks"][0]))
    wrong += ["a hasty fixed point differs"] if len(ranks) > 1 else []
    alphabet = tuple(sorted({*first.alphabet, *second.alphabet}))
    products = [side.product(first, second, alphabet, Budget(), ignore) for side in (plain_compose, compiled_compose)]
    return wrong + (["the products differ"] if _flat(products[0]) != _flat(products[1]) else [])


def _flat(found: plain_compose.Product) -> list[object]:
    kept = found.distributions
    arrays = (*found.sides, *found.contributions, *found.transitions, kept.row, kept.state, kept.weight)
    return [kept.scale, *(array.tolist() for array in arrays)]


def _dirac(rng: Random) -> list[str]:
    first, second = (random_lpts(rng, moves=moves, dirac=True) for moves in (2, 3))
    holds = (0, 0) in naive_lts_simulation(first, second)
    return [] if simulation(first, second).holds == holds else ["differs from ordinary simulation on LTSs"]


def _rules(components: list[LPTS], specification: LPTS) -> list[str]:
    """ASYM or ASYM-N against the whole system, with one tree per round, with many, and with the order left open."""
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
    wrong += [f"inheritance: {what}" for what in _inherited(components, specification, goal, holds=holds)]
    wrong += [f"what the whole meets: {what}" for what in _met(components, specification, goal, holds=holds)]
    methods: tuple[Method, ...] = ("agar", "cegar", "monolithic")
    for method in methods:
        outcome = check(components, specification, method=method)
        wrong += [f"{method}: {what}" for what in _checked(outcome, components, specification, goal, holds=holds)]
    refined = check(components, specification, options=ProbabilisticRefined(candidates=False))
    wrong += [f"refined: {what}" for what in _checked(refined, components, specification, goal, holds=holds)]
    fewer = check(components, specification, options=ProbabilisticRefined(alphabet="refine"))
    wrong += [f"fewer actions: {what}" for what in _checked(fewer, components, specification, goal, holds=holds)]
    return wrong


def _marks(rng: Random) -> list[str]:
    """A system with marks: those of the components must be those of the specification."""
    components, specification = random_system(rng)
    components = [marked(rng, component, rng.choice(["", "x"])) for component in components]
    specification = marked(rng, specification, "x")
    whole = composition(components)
    goal = completed(specification, whole.alphabet)
    holds = simulation(whole, goal).holds
    met = _met(components, specification, goal, holds=holds)
    return [f"with marks: {what}" for what in (*_inherited(components, specification, goal, holds=holds), *met)]


def _met(components: list[LPTS], specification: LPTS, goal: LPTS, *, holds: bool) -> Iterator[str]:
    """Assumptions that keep what the whole meets, in every order: the first round decides, whatever the sizes are."""
    for order in permutations(range(len(components))):
        parts = [components[i] for i in order]
        rule = Meeting(parts, Conformance.of(specification, goal.alphabet))
        rule.most = inf
        if rule.run() != holds or rule.refinements:
            yield f"says {rule.holds} after {rule.refinements} refinements"
        if rule.largest < composition(parts).states:
            yield "the first component meets less than in the whole"
        if rule.tree is not None and not _tells(rule.tree.lpts(goal.alphabet, rule.top), composition(parts), goal):
            yield "the tree is none"
        if holds:
            yield from _certified(order, rule, components, specification, goal)


def _certified(
    order: tuple[int, ...], rule: Meeting | Inheritance, components: list[LPTS], specification: LPTS, goal: LPTS
) -> Iterator[str]:
    """The premises of a proof hold, and its certificate is confirmed."""
    outcome = Outcome("holds", "agar", order, assumptions=rule.assumptions, proof=Proof(rule.premises))
    if not _proves(outcome, components, goal):
        yield "a premise does not hold"
    confirmed = certify_lpts(certificate_of(outcome, components, specification), components, specification)
    if not confirmed.ok:
        yield f"the certificate is refused: {confirmed.reason}"


def _inherited(components: list[LPTS], specification: LPTS, goal: LPTS, *, holds: bool) -> Iterator[str]:
    """Assumptions from the specification, in every order that there is: a proof, or nothing."""
    for order in permutations(range(len(components))):
        rule = Inheritance([components[i] for i in order], Conformance.of(specification, goal.alphabet))
        if rule.run() is None:
            continue
        if not holds:
            yield "proves what does not hold"
        yield from _certified(order, rule, components, specification, goal)


def _checked(
    outcome: Outcome, components: list[LPTS], specification: LPTS, goal: LPTS, *, holds: bool
) -> Iterator[str]:
    """The verdict of a method, its assumptions, and its execution: of the system, and not of the specification."""
    certificate = certificate_of(outcome, components, specification)
    confirmed = certify_lpts(json.loads(json.dumps(certificate)), components, specification)
    if not confirmed.ok:
        yield f"the certificate is refused: {confirmed.reason}"
    if outcome.verdict != ("holds" if holds else "violated"):
        yield f"says {outcome.verdict}"
    elif outcome.execution is not None:
        wrong = replay_error(outcome.execution, components)
        if wrong is not None:
            yield wrong
        if (0, 0) in naive_simulation(outcome.execution.lpts(components), goal):
            yield "the specification simulates the execution"
    elif outcome.by_parts and not _proves(_over_all(outcome, components), components, goal):
        yield "a premise does not hold"


def _given(rng: Random, components: list[LPTS], specification: LPTS) -> Iterator[str]:
    """Assumptions that are given: none contradicts the whole system, what they prove is certified, what fails fails."""
    whole = composition(components)
    goal = completed(specification, whole.alphabet)
    holds = simulation(whole, goal).holds
    for given in (_random_assumptions(rng, components), _own_assumptions(components)):
        outcome = check(components, specification, options=ProbabilisticRefined(given=given))
        if outcome.verdict == "unknown":
            if not outcome.failures or _proves(_over_all(outcome, components), components, goal):
                yield "given: refuses what proves it"
        elif (outcome.verdict == "holds") != holds:
            yield f"given: says {outcome.verdict}"
        else:
            yield from _refused("given", outcome, components, specification)
        improved = check(components, specification, options=ProbabilisticRefined(given=given, improve=True))
        if improved.verdict != ("holds" if holds else "violated"):
            yield f"improved: says {improved.verdict}"
        else:
            yield from _refused("improved", improved, components, specification)


def _refused(what: str, outcome: Outcome, components: list[LPTS], specification: LPTS) -> Iterator[str]:
    certificate = certificate_of(outcome, components, specification)
    confirmed = certify_lpts(json.loads(json.dumps(certificate)), components, specification)
    if not confirmed.ok:
        yield f"{what}: the certificate is refused: {confirmed.reason}"


def _random_assumptions(rng: Random, components: list[LPTS]) -> tuple[LPTS, ...]:
    """Over some of the actions behind each of them."""
    behind = [_actions(components[number:]) for number in range(1, len(components))]
    chosen = ["".join(rng.sample(actions, rng.randint(1, len(actions)))) for actions in behind]
    return tuple(random_lpts(rng, actions, largest=3, moves=4) for actions in chosen)


def _own_assumptions(components: list[LPTS]) -> tuple[LPTS, ...]:
    """What stands behind, itself: they prove all that holds."""
    return tuple(composition(components[number:]) for number in range(1, len(components)))


def _actions(components: list[LPTS]) -> list[str]:
    return sorted({action for component in components for action in component.alphabet})


def _over_all(outcome: Outcome, components: list[LPTS]) -> Outcome:
    """With assumptions that stay where they are by what they do not mention."""
    ordered = [components[i] for i in outcome.order]
    spread = (completed(given, _actions(ordered[number:])) for number, given in enumerate(outcome.assumptions, 1))
    return replace(outcome, assumptions=tuple(spread))


def _proves(outcome: Outcome, components: list[LPTS], goal: LPTS) -> bool:
    """Every premise of the rule, by the plain definition, unless that looks at too many subsets."""
    behind: list[LPTS | None] = [*outcome.assumptions, None]
    front = [goal, *outcome.assumptions]
    wholes = [composition([components[i], *([a] if a else [])]) for i, a in zip(outcome.order, behind, strict=True)]
    return all(
        (0, right.initial) in naive_simulation(whole, right)
        for whole, right in zip(wholes, front, strict=True)
        if np.diff(whole.distributions.row).max(initial=0) <= MOST_OUTCOMES
    )
