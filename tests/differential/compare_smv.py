"""All ways to answer a question about an SMV model, against an enumeration of its states."""

from __future__ import annotations

from dataclasses import replace

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.frontend.smv.model import load_smv
from quidpro.run.smv.solve import Entry, answer
from tests.naive_scv import check_languages
from tests.random_smv import random_smv

SETTINGS = Settings(nodes=1 << 20)
SMALL = 6
"""Languages are enumerated for sides with at most so many bits."""
BOUND = 6
ENTRIES = {
    "monolithic": Entry("monolithic"),
    "given": Entry("symbolic", None, (0,)),
    "swapped": Entry("symbolic", None, (1,)),
}


def compare(seed):
    """The outcome of a random model; AssertionError when an answer differs or does not stand."""
    random = random_smv(seed)
    model = load_smv(Source("random.smv", random.text)).flat()
    expected = "holds" if all(map(random.holds, random.reachable())) else "violated"
    # AG p speaks of infinite paths; the enumeration, like INVARSPEC, of states.
    spec = replace(model.specs[0], section="INVARSPEC")
    mine = frozenset(name for name in model.variables if name.startswith("a."))
    for way, entry in ENTRIES.items():
        cut = entry if entry.method == "monolithic" else Entry(entry.method, mine, entry.orientations)
        for chosen in {entry, cut}:
            settings = replace(SETTINGS, candidates=(seed + (chosen is cut)) % 2 == 0)
            (verdict,) = answer(chosen, model, [spec], Budget(), ignore, settings)
            assert (verdict.outcome, verdict.certified) == (expected, True), (seed, way, verdict.reason)
            if verdict.assumptions and expected == "holds":
                _languages(verdict.certificate, model, spec)
    return expected


def _languages(certificate, model, spec):
    sides = (certificate.first, certificate.second)
    if all(len(side) + len(certificate.shared) <= SMALL for side in sides):
        check_languages(certificate, model, spec.invariant, BOUND)
