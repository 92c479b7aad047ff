"""The witness in a certificate of method ``agar``: written where it is of use, believed only when it is right."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.engines.explicit.refined import levels
from quidpro.engines.explicit.shared import groups
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.explicit.certificate_json import certificate_fields, read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Certificate
from tests.asking import Problem, solve
from tests.differential.compare import combinations_of, random_split
from tests.random_systems import random_system


def guessing(k: int) -> System:
    """G does ``done`` k letters after an ``a`` that it guesses; the property wants k letters before ``done``.

    An assumption that counts the letters is as nondeterministic as G: 2^k sets of states.
    """
    receiver = LTS.of([(0, action, 0) for action in ("a", "b", "done")], name="R")
    steps = [(i, letter, i + 1) for i in range(1, k) for letter in "ab"]
    guess = LTS.of([(0, "a", 0), (0, "b", 0), (0, "a", 1), *steps, (k, "done", 0)], initial=0, name="G")
    count = [(i, letter, min(i + 1, k)) for i in range(k + 1) for letter in "ab"]
    counted = complete_property(LTS.of([*count, (k, "done", 0)], initial=0, name="P"))
    return System("guess", (Component("R", receiver), Component("G", guess), Component("P", counted, is_property=True)))


def proof(k: int, **options: object) -> tuple[System, Certificate]:
    system = guessing(k)
    chosen = {"orientation": "given", **options}
    verdict = solve(Problem(system, "safety", "P", split=(("R",), ("G",)), options=chosen), "agar", Budget())
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert verdict.certificate is not None
    return system, verdict.certificate


def changed(cert: Certificate, i: int = 0, **changes: object) -> Certificate:
    assumptions = list(cert.assumptions)
    assumptions[i] = replace(assumptions[i], **changes)
    return replace(cert, assumptions=tuple(assumptions))


def without(lts: LTS, gone: int) -> LTS:
    """The LTS with one transition less."""
    kept = [i for i in range(lts.transitions) if i != gone]
    columns = lts.source[kept], lts.label[kept], lts.target[kept]
    return LTS.from_arrays(lts.alphabet, lts.states, *columns, initial=lts.initial, name=lts.name)


def said(cert: Certificate, system: System) -> str:
    answer = certify(cert, system, Budget())
    assert answer.refuted
    return answer.reason


@pytest.mark.slow
@pytest.mark.parametrize("reduce", [True, False])
def test_a_nondeterministic_assumption_is_checked_without_its_subsets(reduce):
    system, cert = proof(24, reduce=reduce)
    assert cert.assumptions[0].witness is not None
    assert len(cert.assumptions[0].witness) == 25
    assert certify(cert, system, Budget(seconds=5)).ok
    unaided = certify(changed(cert, witness=None), system, Budget(seconds=0.5))
    assert not unaided.ok
    assert not unaided.refuted


def test_a_deterministic_assumption_needs_no_witness():
    system = guessing(1)
    options = {"orientation": "given"}
    verdict = solve(Problem(system, "safety", "P", split=(("G",), ("R",)), options=options), "agar", Budget())
    assert [assumption.witness for assumption in verdict.assumptions] == [None]


def test_too_large_a_witness_is_not_written(monkeypatch):
    monkeypatch.setattr(groups, "MAX_ROWS", 8)
    system, cert = proof(8)
    assert cert.assumptions[0].witness is None
    assert certify(cert, system, Budget()).ok


class TestHostile:
    def test_every_row_counts(self):
        system, cert = proof(6)
        rows = cert.assumptions[0].witness
        for i in range(len(rows)):
            fewer = changed(cert, witness=(*rows[:i], *rows[i + 1 :]))
            assert "premise 2 fails: G does not guarantee A1, or its witness is wrong: G in" in said(fewer, system)

    def test_rows_that_lead_elsewhere(self):
        system, cert = proof(6)
        rows = cert.assumptions[0].witness
        elsewhere = tuple((*row[:-1], (row[-1] + 3) % 7) for row in rows)
        assert "no row says how" in said(changed(cert, witness=elsewhere), system)
        assert "no row says how" in said(changed(cert, witness=()), system)

    @pytest.mark.parametrize("rows", [((0, 0, 0),), ((0,),), ((99, 0),), ((0, 99),), ((-1, 0),)])
    def test_misshapen_rows(self, rows):
        system, cert = proof(4)
        assert "its witness is wrong: a row" in said(changed(cert, witness=rows), system)

    def test_an_assumption_that_forbids_too_much(self):
        system, cert = proof(5)
        lts = cert.assumptions[0].lts
        for gone in range(lts.transitions):
            assert "premise 2 fails" in said(changed(cert, lts=without(lts, gone)), system)

    def test_an_assumption_that_allows_too_much(self):
        system, cert = proof(5)
        everything = LTS.of([(0, action, 0) for action in ("a", "b", "done")], name="A1")
        rows = tuple((*row[:-1], 0) for row in cert.assumptions[0].witness)
        assert "premise 1 fails" in said(changed(cert, lts=everything, witness=rows), system)

    def test_the_witness_of_another_model(self):
        (_, small), (system, cert) = proof(5), proof(6)
        assert "its witness is wrong" in said(changed(cert, witness=small.assumptions[0].witness), system)
        assert "its digest differs" in said(small, system)


def forced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every abstraction gets a witness, deterministic or not."""
    monkeypatch.setattr(levels, "is_deterministic", lambda lts: False)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(i, i + 50) for i in range(0, 250, 50)], ids=str)
def test_all_options_and_splits(monkeypatch, seeds):
    """The witness is right whatever was reduced and however many groups there are; a wrong one proves nothing false."""
    forced(monkeypatch)
    written = 0
    for seed in seeds:
        rng = random.Random(seed)
        system = random_system(seed)
        options = rng.choice(combinations_of("agar"))
        problem = Problem(system, "safety", "P", split=random_split(rng, system), options=options)
        verdict = solve(problem, "agar", Budget())
        assert verdict.certified, (seed, verdict.reason)
        for i, assumption in enumerate(verdict.assumptions):
            if assumption.witness:
                written += 1
                _hostile(rng, system, verdict.certificate, i)
    assert written > 10


def _hostile(rng: random.Random, system: System, cert: Certificate, i: int) -> None:
    """Rows and transitions changed at random: accepted only where the subset construction accepts as well."""
    assumption = cert.assumptions[i]
    rows = [list(row) for row in assumption.witness]
    rng.choice(rows)[-1] = rng.randrange(assumption.lts.states)
    lts = assumption.lts
    if lts.transitions and rng.random() < 0.5:
        lts = without(lts, rng.randrange(lts.transitions))
    bad = changed(cert, i, lts=lts, witness=tuple(map(tuple, rows)))
    if certify(bad, system, Budget()).ok:
        assert certify(changed(bad, i, witness=None), system, Budget()).ok


class TestFile:
    def test_it_is_written_a_row_a_line_and_read_again(self):
        _, cert = proof(3)
        text = write_certificates([cert])
        assert '"witness": [\n        [0, 0],\n        [1, 1],\n        [2, 2],\n        [3, 3]\n      ]' in text
        assert read_certificates(Source("c.json", text))[0] == cert

    def test_none_is_not_written(self):
        _, cert = proof(3)
        assert "witness" not in certificate_fields(changed(cert, witness=None))["assumptions"][0]

    @pytest.mark.parametrize(
        ("rows", "why"),
        [
            ([[0, 0], [1]], "assumptions[0].witness[1]: has 1 states where 2 are needed"),
            ([[0]], "assumptions[0].witness[0]: has 1 states where 2 are needed"),
            ([[0, 4]], "assumptions[0].witness[0]: 4 is not a state of the assumption, which has 4"),
            ([[0, -1]], "assumptions[0].witness[0]: -1 is not a state"),
            ([[0, "x"]], "assumptions.0.witness.0.1 is to be a whole number"),
            ([[0, 1.5]], "assumptions.0.witness.0.1 is to be a whole number"),
            ([[0, True]], "assumptions.0.witness.0.1 is to be a whole number"),
            ([7], "assumptions.0.witness.0 is to be a list"),
            ("all", "assumptions.0.witness is to be a list"),
        ],
    )
    def test_a_misshapen_one_is_bad_input(self, rows, why):
        fields = certificate_fields(proof(3)[1])
        fields["assumptions"][0]["witness"] = rows
        with pytest.raises(InputError) as refused:
            read_certificates(Source("c.json", json.dumps(fields)))
        assert why in str(refused.value.diagnostics[0].message)
