"""The words of ``--explain``, letter by letter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.report.text import size_in_words
from quidpro.verdict.explicit.evidence import ExplicitVerdict
from quidpro.verdict.verdict import Runner, Size
from tests.unit.report_samples import learned, render, to_json, undecided

RUNNERS = (
    Runner("monolithic", None, {}, "stopped: 1,234,567 states", 2.5, 1_234_567, 0, 210.4),
    Runner("minimise", None, {}, "lost: killed by signal 9, probably out of memory", 1.25, 0, 12, 99.6),
    Runner("agar", "Input | Output", {"alphabet": "refine"}, "holds", 0.5, 321, 3, 64.0),
    Runner("circular", "Input | Output", {}, "did not begin"),
)
RACED = """\
HOLDS: Channel satisfies Order (agar, 0.25 s)

  components  3: Input, Output, Order
  decided by  agar, split Input | Output, alphabet refine
  explored    1,234 states, 5,678 transitions
  rounds      3, 70 queries
  assumption  A for Output: 3 states, 3 transitions over {ack, output, send}
  certified   yes, the proof was checked again (0.50 s)

The whole system: at least 1,234,567 states, at most 3.1 × 10^20.

  method                 split           seconds     states  rounds   MB
  monolithic                                2.50  1,234,567          210  stopped: 1,234,567 states
  minimise                                  1.25                 12  100  lost: killed by signal 9, probably out …
  agar, alphabet refine  Input | Output     0.50        321       3   64  holds
  and 1 more that did not begin
"""


def raced() -> ExplicitVerdict:
    whole = Size(1_234_567, False, 31 * 10**19)
    return replace(learned()[0], method="auto", winner=RUNNERS[2], race=RUNNERS, whole=whole)


def test_the_race_is_explained():
    assert render(raced(), learned()[1], explain=True) == RACED


def test_a_wide_screen_has_room_for_the_race():
    text = render(raced(), learned()[1], explain=True, width=120)
    assert "  100  lost: killed by signal 9, probably out of memory\n" in text


def test_without_explain_one_line_says_who_decided():
    assert render(raced(), learned()[1]) == RACED[: RACED.index("\nThe whole system")]


def test_an_undecided_race_has_no_winner():
    verdict, system = undecided()
    text = render(replace(verdict, method="auto", race=RUNNERS, whole=Size(5, False, 9)), system, explain=True)
    assert text.startswith("UNKNOWN: whether Channel satisfies Order (auto, 0.25 s)\n")
    assert "decided by" not in text
    assert "The whole system: at least 5 states, at most 9." in text


@pytest.mark.parametrize(
    ("whole", "words"),
    [
        (Size(1, True, 9), "1 state"),
        (Size(1_472, True, 10**30), "1,472 states"),
        (Size(20_000, False, 10**12), "at least 20,000 states, at most 1,000,000,000,000"),
        (Size(0, False, 9_960 * 10**12), "at least 0 states, at most 1.0 × 10^16"),
    ],
)
def test_the_size_of_the_whole_in_words(whole, words):
    assert size_in_words(whole) == words


@pytest.mark.parametrize(("bound", "written"), [(2**53, 2**53), (2**53 + 1, str(2**53 + 1))])
def test_a_bound_that_loses_digits_is_a_string(bound, written):
    verdict = replace(raced(), whole=Size(1, False, bound))
    assert to_json((verdict, learned()[1]))["whole"]["bound"] == written
