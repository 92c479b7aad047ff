"""All ways to answer a question about an SMV model, against an enumeration of its states."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv
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


def compare(seed):
    """The outcome of a random model; AssertionError when an answer differs or does not stand."""
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
    return expected


def _languages(certificate, model, spec):
    sides = (certificate.first, certificate.second)
    if all(len(side) + len(certificate.shared) <= SMALL for side in sides):
        check_languages(certificate, model, spec.invariant, BOUND)
