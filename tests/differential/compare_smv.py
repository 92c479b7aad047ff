"""All ways to answer a question about an SMV model, against an enumeration of its states."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
from tests.differential.compare_sat import compare_sat
from tests.naive_scv import check_languages
from tests.random_smv import random_smv

SMALL = 6
"""Languages are enumerated for sides with at most so many bits."""
BOUND = 6
WAYS = {
    "monolithic": ("monolithic", (0, 1)),
    "whole": ("monolithic", (0, 1)),
    "given": ("symbolic", (0,)),
    "swapped": ("symbolic", (1,)),
}
"""Methods, and the orientations that they try."""


def compare(seed, *, groups=True):
    """The outcome of a random model, also in more than two groups; AssertionError when an answer differs or does not
    stand.
    """
    random = random_smv(seed)
    model = load_smv(Source("random.smv", random.text)).flat()
    expected = "holds" if all(map(random.holds, random.reachable())) else "violated"
    # AG p speaks of infinite paths; the enumeration, like INVARSPEC, of states.
    spec = replace(model.specs[0], section="INVARSPEC")
    mine = frozenset(name for name in model.variables if name.startswith("a."))
    for way, (method, sides) in WAYS.items():
        for first in (None,) if method == "monolithic" else (None, mine):
            options = {
                "candidates": (seed + (first is not None)) % 2 == 0,
                "localise": way == "monolithic" or (way != "whole" and seed % 3 != 0),
            }
            (verdict,) = solve_smv(model, [spec], method, first=first, orientations=sides, **options)
            assert (verdict.outcome, verdict.certified) == (expected, True), (seed, way, verdict.reason)
            if verdict.assumptions and expected == "holds":
                _languages(verdict.certificate, model, spec)
    compare_sat(seed, model, spec, expected, mine if seed % 2 else None)
    if groups:
        _chains(seed, model, spec, expected)
        _circles(seed, model, spec, expected, mine)
    return expected


def dealt(seed, model):
    """The variables of a model in three to five groups, at random."""
    rng, variables = Random(seed), list(model.variables)
    rng.shuffle(variables)
    groups = [{name} for name in variables[: rng.randint(3, 5)]]
    for name in variables[len(groups) :]:
        rng.choice(groups).add(name)
    return tuple(map(frozenset, groups))


def _chains(seed, model, spec, expected):
    """Rule ASYM-N on groups that no module is made for."""
    groups = dealt(seed, model)
    for side in (0, 1):
        how = {"candidates": (seed // 2 + side) % 2 == 0, "localise": (seed // 4 + side) % 2 == 0}
        (verdict,) = solve_smv(model, [spec], "symbolic", groups=groups, orientations=(side,), **how)
        told = seed, "chain", side, how, [sorted(group) for group in groups], verdict.reason
        assert (verdict.outcome, verdict.certified) == (expected, True), told
        if expected == "holds":
            assert verdict.certificate.rule == "asym-n", told
            assert len(verdict.assumptions) == len(groups) - 1, told


def _languages(certificate, model, spec):
    sides = (certificate.first, certificate.second)
    if all(len(side) + len(certificate.shared) <= SMALL for side in sides):
        check_languages(certificate, model, spec.invariant, BOUND)


def _circles(seed, model, spec, expected, mine):
    """Rule CIRC-AG on two groups and on more; where its assumptions do not do, the method hands over."""
    for groups in ((mine, frozenset(model.variables) - mine), dealt(seed, model)):
        (verdict,) = solve_smv(model, [spec], "circular", groups=groups)
        told = seed, "circle", [sorted(group) for group in groups], verdict.reason
        assert (verdict.outcome, verdict.certified) == (expected, True), told
        if expected == "holds":
            alone = verdict.certificate.rule == "circ-ag"
            assert len(verdict.assumptions) == len(groups) - (not alone), told
