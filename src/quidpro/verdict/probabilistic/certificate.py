"""Certificates of the probabilistic world as JSON: enough to check a verdict again with the components at hand.

A proof has groups of components (by their numbers), an assumption for each group but the last, and for each premise the
simulation that shows it: rows of states, those of the group's components, that of the assumption, and last that of the
goal. Only pairs that are needed are listed (:mod:`quidpro.lpts.needed`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from quidpro.core.words import as_json
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.verdict.documents import FORMAT, VERSION
from quidpro.verdict.probabilistic.evidence import WORLD


def lpts_digest(lpts: LPTS) -> str:
    """SHA-256 over what the LPTS does: alphabet, states, initial state, marks, transitions; names do not count."""
    content = [
        sorted(lpts.alphabet),
        lpts.states,
        lpts.initial,
        {mark: sorted(states) for mark, states in sorted(lpts.marks.items()) if states},
        sorted((s, a, [(t, str(p)) for t, p in sorted(row.items())]) for s, a, row in lpts.triples()),
    ]
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()


def head_fields(components: Sequence[LPTS], spec: LPTS | Formula, verdict: str, rule: str) -> dict[str, Any]:
    """What every certificate of this world begins with: what it claims, and of what."""
    about: dict[str, Any] = {"formula": str(spec)}
    if isinstance(spec, LPTS):
        about = {"name": spec.name, "digest": lpts_digest(spec)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "world": WORLD,
        "rule": rule,
        "verdict": verdict,
        "components": [{"name": component.name, "digest": lpts_digest(component)} for component in components],
        "specification": about,
    }


def proof_fields(
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    groups: Sequence[Sequence[int]],
    assumptions: Sequence[LPTS],
    premises: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The certificate that these assumptions prove the specification; each premise has what shows it."""
    rule = {1: "monolithic", 2: "asym"}.get(len(groups), "asym-n")
    return {
        **head_fields(components, spec, "holds", rule),
        "groups": [list(group) for group in groups],
        "assumptions": [lpts_fields(assumption) for assumption in assumptions],
        "premises": list(premises),
    }


def write_lpts_certificate(fields: Mapping[str, Any]) -> str:
    """The text of a certificate file, a field in each line."""
    lines = (f" {json.dumps(key)}: {as_json(value)}" for key, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
