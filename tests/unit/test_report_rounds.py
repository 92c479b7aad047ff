"""The observation table of a method that learns, as a text."""

from __future__ import annotations

import numpy as np

from quidpro.engines.explicit import learned
from quidpro.learning.lstar import LStar
from quidpro.report.explicit.rounds import aligned


class Everything:
    """Answers yes."""

    letters = 2
    queries = 0

    def start(self):
        return 1

    def extensions(self, handle):
        return np.ones(2, dtype=np.int32)

    def accepts(self, handles, suffix):
        return np.ones(len(handles), dtype=bool)


def test_a_table_in_columns():
    assert aligned("T\tλ\tack\nS\nsend,ack\tfalse\ttrue\n") == ("T         λ      ack\nS\nsend,ack  false  true\n")


def test_a_large_table_is_not_spelled_out(monkeypatch):
    learner = LStar(Everything())
    learner.start()
    assert learned.table_text(learner, ("a", "b")) == "T\tλ\nS\nλ\ttrue\nS·Σ\na\ttrue\nb\ttrue\n"
    monkeypatch.setattr(learned, "MAX_ENTRIES", 2)
    assert learned.table_text(learner, ("a", "b")) == "3 rows, 1 columns: too large to print\n"
