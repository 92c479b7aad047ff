"""SMV models and certificates about them, for the tests of their checker."""

from __future__ import annotations

import hashlib

from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from tests.asking import solve_smv

WORDS = """
MODULE main
VAR a : unsigned word[4]; b : signed word[4]; n : -3..7; s : {on, off, 3};
ASSIGN
  init(a) := 0ud4_1; next(a) := (a * 0ud4_3 + (a >> 1)) mod 0ud4_7;
  init(b) := 0sd4_2; next(b) := case b > 0sd4_0 : b - 0sd4_1; TRUE : -b + 0sd4_3; esac;
  init(n) := 0; next(n) := case n < 7 : (n + 1) mod 5; TRUE : -3; esac;
  init(s) := on; next(s) := case n in {1, 2} : {on, off}; toint(a) = 3 : 3; TRUE : s; esac;
INVARSPEC NAME p := a < 0ud4_7 & b >= 0sd4_0 & n in 0..4 & (a[3:3] = 0ud1_0);
"""
STEPPED = "MODULE main VAR x : boolean; IVAR i : boolean; ASSIGN init(x) := FALSE; next(x) := i; {}"
"""With an input, and room for a section."""


def flat(text):
    return load_smv(Source("m.smv", text)).flat()


def certificate_of(text, method, first=None):
    model = flat(text)
    (verdict,) = solve_smv(model, model.specs, method, first=first, orientations=(0,))
    assert (verdict.outcome, verdict.certified) == ("holds", True), verdict.reason
    return model, verdict.certificate


def by_parts(text, first):
    return certificate_of(text, "symbolic", frozenset(first))


def text_digest(model):
    """What a certificate calls a model by."""
    return hashlib.sha256(model.source.text.encode()).hexdigest()
