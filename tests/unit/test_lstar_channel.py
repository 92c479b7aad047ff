"""The example of CGP03, section 4.3: its tables, its assumptions, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.engines.explicit.assumption import find_assumption
from quidpro.frontend.load import load
from quidpro.lts import LTS
from quidpro.lts.reduce import reduce
from quidpro.verdict.rounds import Round

EXAMPLES = Path(__file__).parents[2] / "examples" / "channel"

TABLE_1 = """\
T	λ
S
λ	true
output	false
S·Σ
ack	true
output	false
send	true
output,ack	false
output,output	false
output,send	false
"""
TABLE_2 = """\
T	λ	ack
S
λ	true	true
output	false	false
send	true	false
S·Σ
ack	true	true
output	false	false
send	true	false
output,ack	false	false
output,output	false	false
output,send	false	false
send,ack	false	false
send,output	true	true
send,send	true	true
"""
A4 = LTS.of(
    [
        ("idle", "send", "sent"),
        ("sent", "output", "out"),
        ("out", "ack", "idle"),
        ("idle", "ack", "any"),
        ("sent", "send", "any"),
        ("out", "send", "any"),
        ("any", "ack", "any"),
        ("any", "output", "any"),
        ("any", "send", "any"),
    ]
)


def rounds(file):
    found = []
    results = quidpro.check(
        EXAMPLES / file,
        method="lstar",
        as_published=True,
        events=lambda event: found.append(event) if isinstance(event, Round) and event.evidence else None,
    )
    return results[0].verdict, found


def same_traces(a, b):
    return reduce(a, "trace") == reduce(b, "trace")


def test_input_and_output_need_two_conjectures():
    verdict, (first, second) = rounds("channel.lts")
    assert verdict.outcome == "holds"
    assert verdict.certified
    assert (first.outcome, first.evidence.counterexample) == ("too weak", ("send", "ack"))
    assert first.evidence.table == TABLE_1
    assert (second.outcome, second.evidence.table) == ("holds", TABLE_2)
    assert [r.evidence.assumption.states for r in (first, second)] == [1, 2]
    assert sorted(second.evidence.assumption.triples()) == [
        (0, "ack", 0),
        (0, "send", 1),
        (1, "output", 0),
        (1, "send", 0),
    ]
    assert verdict.stats.iterations == 2


def test_output_prime_needs_the_weakest_assumption():
    verdict, found = rounds("channel_prime.lts")
    assert verdict.outcome == "holds"
    assert [r.outcome for r in found] == ["too weak", "too strong", "too weak", "holds"]
    assert [r.evidence.table for r in found[:2]] == [TABLE_1, TABLE_2]
    assert found[1].evidence.counterexample == ("send", "send", "output")
    assert [r.evidence.assumption.states for r in found] == [1, 2, 3, 4]
    assert same_traces(found[-1].evidence.assumption, A4)


def test_the_weakest_assumption_of_input_is_the_same_whoever_the_receiver_is():
    for file in ("channel.lts", "channel_prime.lts", "channel_lossy.lts"):
        found = find_assumption(load(EXAMPLES / file), "Input", "Order", None, Budget())
        assert found.lts.states == 4
        assert same_traces(found.lts, A4)


def test_a_receiver_that_acknowledges_too_early_is_caught():
    verdict, found = rounds("channel_lossy.lts")
    assert verdict.outcome == "violated"
    assert verdict.certified
    assert found[-1].outcome == "violated"
    assert verdict.trace.visible == ("input", "send", "ack", "input")


@pytest.mark.parametrize("file", ["channel.lts", "channel_prime.lts", "channel_lossy.lts"])
def test_the_rounds_stand_in_the_statistics_as_in_table_3(file):
    verdict, _ = rounds(file)
    for row in verdict.stats.rounds:
        assert row.premise in (1, 2)
        assert row.outcome in ("too weak", "not too weak", "too strong", "holds", "violated")
        assert row.states > 0
    assert verdict.stats.rounds[-1].premise == 2
