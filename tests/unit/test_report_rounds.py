"""The rounds of a method that learns, as a page; and its observation table."""

from __future__ import annotations

import numpy as np

from quidpro.engines.explicit import learned
from quidpro.learning.lstar import LStar
from quidpro.lts import LTS
from quidpro.report.explicit.rounds import aligned, came_of, round_section
from quidpro.report.page import MAX_LETTERS, Picture
from quidpro.report.page import page as whole_page
from quidpro.verdict.explicit.evidence import Conjecture, Stats
from quidpro.verdict.rounds import Round
from quidpro.verdict.verdict import Verdict

A1 = LTS.of([(0, "<a>", 0)], name="A1")
PICTURE = Picture("001", "A1")
VERDICT = Verdict("explicit", "unknown", "lstar", "S & T", "P", "safety", "", (), Stats(), reason="time < needed")


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


def page(picture=PICTURE, missing=(), counterexample=None, table="", **fields):
    shown = Conjecture((A1,), counterexample, table)
    event = Round(**{"number": 1, "outcome": "too weak", "evidence": shown, **fields})
    return whole_page([came_of(VERDICT)], [round_section("001", "P", event, shown, picture)], dict(missing))


def test_names_are_escaped():
    text = page(counterexample=("<a>", "b&c"))
    assert "&lt;a&gt;, b&amp;c" in text
    assert "S &amp; T, P" in text
    assert "time &lt; needed" in text
    assert "<a>" not in text


def test_the_empty_word_is_seen():
    assert "<code>λ</code>" in page(counterexample=())


def test_an_outcome_of_another_method_is_shown_with_its_word():
    assert "<code>go</code>" in page(outcome="spurious", counterexample=("go",))


def test_runs_and_levels_are_told():
    text = page(run="M1 = X", level=2)
    assert "M1 = X" in text
    assert "level 2" in text


def test_a_table_in_columns():
    assert aligned("T\tλ\tack\nS\nsend,ack\tfalse\ttrue\n") == ("T         λ      ack\nS\nsend,ack  false  true\n")


def test_a_large_table_is_not_spelled_out(monkeypatch):
    learner = LStar(Everything())
    learner.start()
    assert learned.table_text(learner, ("a", "b")) == "T\tλ\nS\nλ\ttrue\nS·Σ\na\ttrue\nb\ttrue\n"
    monkeypatch.setattr(learned, "MAX_ENTRIES", 2)
    assert learned.table_text(learner, ("a", "b")) == "3 rows, 1 columns: too large to print\n"


def test_a_picture_is_shown_or_why_it_is_not():
    assert 'src="001.svg"' in page()
    text = page(missing={"001": "the time is < 0"})
    assert "<img" not in text
    assert '<a href="001.dot">001.dot</a>; the time is &lt; 0' in text
    assert "1 picture could not be drawn" in text
    assert '<a href="001.aut">001.aut</a>' in page(picture=None)


def test_a_long_table_is_a_link():
    assert "<table>" in page(table="T\tλ\n" * 5)
    text = page(table="T\tλ\n" * MAX_LETTERS)
    assert "<table>" not in text
    assert '<a href="001.table.txt">' in text


def test_a_long_word_is_cut():
    assert len(page(counterexample=("go",) * 10**5)) < 10**4
