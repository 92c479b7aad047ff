"""Probabilistic systems and certificates about them, right and relabelled, for the tests of their checker."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from quidpro.checker.probabilistic import certify_lpts
from quidpro.engines.probabilistic.pctl import parse
from quidpro.engines.probabilistic.shared.certificate import certificate_of
from quidpro.engines.probabilistic.shared.check import check
from quidpro.lpts import LPTS
from quidpro.verdict.probabilistic.certificate import write_lpts_certificate

INPUT = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)], name="Input")
OUTPUT = LPTS.of(
    [(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)], name="Output", marks={"bad": [2]}
)
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "0.1", 0: "0.9"})], name="Order")
STRICT = LPTS.of([(0, "input", 1), (1, "output", {1: "0.05", 0: "0.95"})], name="Strict")
PAIR = [INPUT, OUTPUT]
SENDER = LPTS.of([(0, "send", 1), (1, "ok", 0), (1, "lost", 2)], marks={"bad": [2]}, name="Sender")
CHANNEL = LPTS.of([(0, "send", {1: "9/10", 2: "1/10"}), (1, "ok", 3), (2, "lost", 2)], name="Channel")
LINK = [SENDER, CHANNEL]
KEPT = parse('P<=1/10 [ F ("bad" & !P<=1/2 [ F "bad" ]) ]')
BROKEN = parse('P<=0.09 [ F "bad" ]')
AGAIN = LPTS.of([(0, "try", {0: "1/2", 1: "1/4", 2: "1/4"})], marks={"bad": [1]}, name="Again")
LIMIT = parse('P<1/2 [ F "bad" ]')
QUIET = LPTS.of([(0, "a", 0)], name="Quiet")
LOUD = LPTS.of([(0, "b", 0)], name="Loud")
NO_B = LPTS.of([(0, "a", 0)], alphabet=["b"], name="NoB")

Certificate = dict[str, Any]
Damage = Callable[[Certificate], object]


def made(components: list[LPTS], spec: Any, method: str = "agar") -> Certificate:
    """A certificate as it is read from a file."""
    order = None if method == "monolithic" else range(len(components))
    fields = certificate_of(check(components, spec, method=method, order=order), components, spec)
    assert fields is not None
    return json.loads(write_lpts_certificate(fields))


def refusal(certificate: Any, components: list[LPTS], spec: Any) -> str:
    outcome = certify_lpts(certificate, components, spec)
    assert outcome.refuted
    assert not outcome.ok
    return outcome.reason


def relabelled(certificate: Certificate, components: list[LPTS], spec: Any) -> Certificate:
    """The body of a certificate under the head of another system."""
    body = {
        key: certificate[key]
        for key in ("rule", "verdict", "groups", "assumptions", "premises", "tree", "values")
        if key in certificate
    }
    return made(components, spec, "monolithic") | body
