"""Fingerprints of LPTSs, by which a certificate of the probabilistic world is bound to what it speaks of."""

from __future__ import annotations

import hashlib
import json

from quidpro.lpts.lpts import LPTS


def lpts_digest(lpts: LPTS) -> str:
    """SHA-256 over what the LPTS does: alphabet, states, initial state, marks, transitions; names do not count."""
    told = [
        sorted(lpts.alphabet),
        lpts.states,
        lpts.initial,
        {mark: sorted(states) for mark, states in sorted(lpts.marks.items()) if states},
        sorted((s, a, [(t, str(p)) for t, p in sorted(row.items())]) for s, a, row in lpts.triples()),
    ]
    return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()
