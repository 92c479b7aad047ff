"""Proofs out of nowhere of what is false: assumptions that look right, and witnesses that claim everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from quidpro.checker.explicit import certify
from quidpro.checker.explicit.claims import visible_error
from quidpro.core.budget import Budget
from quidpro.lts import ERROR, LTS, System
from quidpro.lts.product import compose
from quidpro.verdict.explicit.evidence import Assumption, Certificate, Rows, digests
from tests.differential.compare import random_split
from tests.naive_product import NaiveProduct
from tests.random_systems import random_system

TRIALS = 25
MOST_ROWS = 3000
MOST_PARTS = 3


def lies(seed: int) -> list[str]:
    """Every proof of the system of a seed that was believed though it goes wrong."""
    system = random_system(seed)
    if NaiveProduct(system).error_depth() is None:
        return []
    rng = Random(seed)
    forged = [rng.choice([_chain, _circle, _steps])(rng, system) for _ in range(TRIALS)]
    return [f"seed {seed}: {proof}" for proof in forged if certify(proof, system, Budget()).ok]


def _certificate(rule: str, system: System, groups: Sequence[Sequence[str]], told: list[Assumption]) -> Certificate:
    named = tuple(tuple(group) for group in groups)
    return Certificate(rule, system.name, "P", "safety", named, tuple(told), digests(system))


def _chain(rng: Random, system: System) -> Certificate:
    """Some of the groups with assumptions about those that follow; a witness that has all rows, or none."""
    groups = random_split(rng, system)
    told: list[Assumption] = []
    behind: LTS | None = None
    for group in reversed(groups[1:]):
        parts = [*_members(system, group), *([] if behind is None else [behind])]
        behind = _guess(rng, parts, system)
        told.insert(0, Assumption(f"A{len(told)}", behind, (), _everything(rng, parts, behind)))
    return _certificate("asym" if len(groups) == 2 else "asym-n", system, groups, told)


def _circle(rng: Random, system: System) -> Certificate:
    groups = random_split(rng, system)
    heard = {action for component in system.properties for action in component.lts.alphabet}
    told = []
    for i, group in enumerate(groups):
        parts = _members(system, group)
        guess = _guess(rng, parts, system)
        missing = {a for lts in parts for a in lts.alphabet} & (heard | _errors(system))
        inner = _inside(rng, system, group) if len(group) > 1 and rng.random() < 0.5 else ()
        told.append(
            Assumption(f"G{i}", _widened(rng, guess, missing), group, uses=_uses(rng, len(groups)), inner=inner)
        )
    return _certificate("circ-ag", system, groups, told)


def _inside(rng: Random, system: System, group: Sequence[str]) -> tuple[Assumption, ...]:
    """A proof of a premise by the members of its group, and by what it uses: all of that is guessed."""
    abouts = [*((name,) for name in group), *([()] if rng.random() < 0.8 else [])]
    guesses = [_guess(rng, _members(system, about or group), system) for about in abouts]
    return tuple(Assumption(f"H{i}", lts, about) for i, (lts, about) in enumerate(zip(guesses, abouts, strict=True)))


def _uses(rng: Random, groups: int) -> tuple[str, ...] | None:
    """What a premise is said to use: at times all, at times some, at times itself."""
    return None if rng.random() < 0.5 else tuple(f"G{j}" for j in range(groups) if rng.random() < 0.7)


def _steps(rng: Random, system: System) -> Certificate:
    """Parts are taken together and replaced until one is left, whose error is then forgotten."""
    left = {component.name: component.lts for component in system.components}
    wrong = [name for name, lts in left.items() if lts.has_error]
    told: list[Assumption] = []
    for i in range(len(left) + 1):
        name = "" if wrong and rng.random() < 0.3 else f"S{i}"
        chosen = rng.sample(sorted(left), min(len(left), rng.choice([1, 2, 2, MOST_PARTS])))
        chosen, wrong = (chosen, wrong) if name else (wrong, [])
        parts = [left.pop(one) for one in chosen if one in left]
        guess = _guess(rng, parts, system, errors=not name or rng.random() < 0.5)
        told.append(Assumption(name, guess, (), _everything(rng, parts, guess), tuple(chosen)))
        left[name] = guess
    return _certificate("minimise", system, [[c.name for c in system.processes]], told)


def _members(system: System, group: Sequence[str]) -> list[LTS]:
    return [visible_error(component) for component in system.processes if component.name in group]


def _errors(system: System) -> set[str]:
    return {a for c in system.processes for a in visible_error(c).alphabet} - set(system.alphabet)


def _guess(rng: Random, parts: Sequence[LTS], system: System, *, errors: bool = False) -> LTS:
    """What the parts might be said to do: all, nothing, what they do without going wrong or without one step."""
    letters = sorted({action for lts in parts for action in lts.alphabet})
    if rng.random() < 0.2:
        letters = [action for action in letters if rng.random() < 0.8]
    if rng.random() < 0.1:
        letters = sorted({*letters, rng.choice(system.alphabet)})
    kind = rng.random()
    if kind < 0.15:
        return LTS.of([(0, action, 0) for action in letters], initial=0)
    if kind < 0.3:
        return LTS.of([], initial=0, alphabet=letters)
    whole = compose(list(parts), None, Budget())
    kept = [t for t in whole.triples() if rng.random() < 0.95 and (errors or t[2] != ERROR)]
    hidden = [(p, a if a in letters else "tau", q) for p, a, q in kept]
    return LTS.of(hidden, initial=whole.initial, alphabet=letters)


def _widened(rng: Random, lts: LTS, more: set[str]) -> LTS:
    """Over more actions, which it allows everywhere or nowhere."""
    added = sorted(more - set(lts.alphabet))
    loops = [(state, action, state) for state in range(lts.states) for action in added if rng.random() < 0.7]
    return LTS.of([*lts.triples(), *loops], initial=lts.initial, alphabet=[*lts.alphabet, *added])


def _everything(rng: Random, parts: Sequence[LTS], guess: LTS) -> Rows | None:
    """All rows there could be: whatever is not looked at is claimed."""
    states = [range(lts.states) for lts in (*parts, guess)]
    size = 1
    for one in states:
        size *= len(one)
    return None if size > MOST_ROWS or rng.random() < 0.3 else tuple(product(*states))
