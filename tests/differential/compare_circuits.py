"""Random AIGER and BTOR2 files: what quidpro says of them, against a simulation of every state."""

from __future__ import annotations

from quidpro.core.source import BYTES, Source
from quidpro.frontend.aiger.model import load_aiger
from quidpro.frontend.btor2.model import load_btor2
from tests.asking import solve_smv
from tests.naive_aiger import NaiveAiger
from tests.naive_btor2 import NaiveBtor2
from tests.naive_circuits import Answers
from tests.random_aiger import random_aiger
from tests.random_btor2 import random_btor2


def compare_aiger(seed):
    """The outcomes of a random AIGER file, in text or in bytes; AssertionError where one is wrong."""
    text = random_aiger(seed)
    naive = NaiveAiger(text)
    source = Source("random.aag", text)
    if seed % 2:
        source = Source("random.aig", naive.as_bytes().decode(BYTES), BYTES)
    return _compare(load_aiger(source).flat(), Answers(naive), text)


def compare_btor2(seed):
    """The same of a random BTOR2 file."""
    text = random_btor2(seed)
    return _compare(load_btor2(Source("random.btor2", text)).flat(), Answers(NaiveBtor2(text)), text)


def _compare(model, answers, text):
    outcomes = set()
    number = {"invariant": 0, "ltl": 0}
    for spec, verdict in zip(model.specs, solve_smv(model, model.specs), strict=True):
        at = number[spec.kind]
        number[spec.kind] += 1
        depth = answers.depths.get(at) if spec.kind == "invariant" else None
        violated = depth is not None if spec.kind == "invariant" else answers.justice(at)
        expected = "violated" if violated else "holds"
        told = f"{spec.name} ({verdict.reason})\n{text}"
        assert verdict.outcome == expected, f"{expected} expected, not {verdict.outcome}: {told}"
        if spec.kind == "invariant":
            assert verdict.certified, told
            if violated:
                assert verdict.trace.length == depth, f"a run of {verdict.trace.length} steps, not {depth}: {told}"
        outcomes.add(f"{spec.kind} {expected}")
    return outcomes
