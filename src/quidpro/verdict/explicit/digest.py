"""Fingerprints of LTSs, by which a certificate is bound to the components it speaks of."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from quidpro.logic.ltl import Assertion, assertion_text
from quidpro.lts.lts import LTS
from quidpro.lts.system import System


def digest(lts: LTS) -> str:
    """SHA-256 over what the LTS does: alphabet, states, initial state, END, transitions.

    The order of the alphabet, the names of states and the LTS's own name do not count; the numbering of
    states does.
    """
    order = sorted(range(len(lts.alphabet)), key=lambda i: lts.alphabet[i])
    number = np.zeros(len(order) + 1, dtype="<i4")
    number[np.array(order, dtype=np.int64) + 1] = np.arange(1, len(order) + 1)
    label = number[lts.label]
    rows = np.column_stack([lts.source, label, lts.target]).astype("<i4")
    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    head = [[lts.alphabet[i] for i in order], lts.states, lts.initial, lts.end]
    text = json.dumps(head, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode() + b"\n" + rows.tobytes()).hexdigest()


def assertion_digest(assertion: Assertion) -> str:
    """SHA-256 over the formula, every fluent by its definition, and over what is observed."""
    return hashlib.sha256(assertion_text(assertion).encode()).hexdigest()


def digests(system: System) -> dict[str, str]:
    """The fingerprint of every component of a system, properties included, and of every assertion, by name."""
    found = {component.name: digest(component.lts) for component in system.components}
    return found | {assertion_key(a.name): assertion_digest(a) for a in system.assertions}


def assertion_key(name: str) -> str:
    """Under what an assertion's fingerprint goes: a component may have the same name."""
    return f"assert {name}"
