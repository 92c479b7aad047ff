"""``--smallest``: what is said, and why it is so; that it is smallest, the differential tests ask."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core import budget as core_budget
from quidpro.core.budget import Budget
from quidpro.engines.explicit.shared import large, smallest
from quidpro.learning.simulator import Simulator
from quidpro.learning.smallest import apart
from quidpro.learning.smallest.sample import Sample
from quidpro.lts import LTS
from quidpro.lts.ops import complete_property
from tests.naive_smallest import separable, words

GO_BACK_N = "examples/go_back_n/go_back_n.lts"
SIDES = "SENDER | OTHER_SIDE"
SERVER = "examples/client_server/client_server.lts"
CLIENTS = "CLIENTS | SERVER"


def check(file=GO_BACK_N, method="lstar", constants=None, split=SIDES, timeout=None, **options):
    results = quidpro.check(
        file,
        method=method,
        constants=constants,
        split=split,
        deadlock=False,
        timeout=timeout,
        options={"smallest": True, **options},
    )
    return results.expect("holds").verdict


def counter(most, name):
    """As many b as there were a, at most so many a ahead."""
    up = [(i, "a", i + 1) for i in range(most)]
    return LTS.of([*up, *((i + 1, "b", i) for i in range(most))], initial=0, alphabet=["a", "b"], name=name)


def simulators(most):
    """M2 counts; M1 cannot stand what it does not do."""
    unsafe = Simulator([complete_property(counter(most, "P"))], ["a", "b"])
    return unsafe, Simulator([counter(most, "M2")], ["a", "b"])


@pytest.mark.parametrize("method", ["lstar", "agar"])
def test_a_smallest_assumption_is_proved_and_certified(method):
    verdict = check(method=method, constants={"M": 2})
    (found,) = verdict.stats.smallest
    assert (found.at_least, found.states, verdict.assumptions[0].states) == (4, 4, 4)
    assert verdict.certified
    (note,) = [note for note in verdict.notes if "smallest" in note]
    of = "M1 = FRAMES, RECEIVER, ACKS over these 6 actions"
    assert note == f"smallest deterministic assumption of {of}: 4 states, none with 3"


def test_the_words_alone_show_that_none_is_smaller():
    verdict = check(SERVER, split=CLIENTS, orientation="given", alphabet="refine")
    (found,), alphabet = verdict.stats.smallest, verdict.assumptions[0].lts.alphabet
    assert not separable(words(found.allowed, found.forbidden), alphabet, found.at_least - 1)
    assert separable(words(found.allowed, found.forbidden), alphabet, found.at_least)


def test_both_methods_come_to_the_same_size():
    found = [check(SERVER, m, split=CLIENTS, orientation="given") for m in ("lstar", "agar")]
    assert [verdict.assumptions[0].states for verdict in found] == [2, 2]


def test_what_is_proved_stays_proved_when_time_runs_out(monkeypatch):
    monkeypatch.setattr(core_budget, "_KEPT_SHARE", 1.0)
    verdict = check(timeout=60)
    (found,) = verdict.stats.smallest
    assert (found.at_least, found.states, found.allowed) == (1, 109, ())
    assert verdict.certified
    assert "between 1 and 109 states; time ran out" in " ".join(verdict.notes)


def test_an_abstraction_that_is_not_deterministic_may_be_smaller_still(monkeypatch):
    monkeypatch.setattr(core_budget, "_KEPT_SHARE", 1.0)
    verdict = check(method="agar", orientation="given", timeout=60)
    assert verdict.stats.smallest[0].states is None
    assert "at least 1 state; time ran out" in " ".join(verdict.notes)


def test_an_m2_that_is_too_large_is_left_alone(monkeypatch):
    monkeypatch.setattr(smallest, "MAX_STATES", 10)
    verdict = check(constants={"M": 2}, orientation="given")
    assert verdict.certified
    assert "between 1 and 17 states; M2 has more than 10 states" in " ".join(verdict.notes)


def test_an_m2_that_was_a_decision_diagram_is_searched_too(monkeypatch):
    monkeypatch.setattr(large, "TURNS", ((0, 1_000_000),))
    verdict = check(SERVER, split=CLIENTS, orientation="given")
    assert (verdict.certified, verdict.assumptions[0].states) == (True, 2)
    assert verdict.assumptions[0].invariant is not None


def test_nothing_is_assumed_where_nothing_is_needed():
    verdict = check(SERVER, split=CLIENTS)
    assert (verdict.stats.smallest[0].at_least, verdict.stats.smallest[0].states) == (1, 1)
    assert "1 state" in " ".join(verdict.notes)


def test_the_alphabet_is_that_of_the_proof():
    verdict = check(SERVER, split=CLIENTS, alphabet="refine", orientation="given")
    assert verdict.assumptions[0].states == verdict.stats.smallest[0].states == 2
    assert len(verdict.assumptions[0].lts.alphabet) == 6


@pytest.mark.parametrize("most", [1, 2, 5])
def test_words_that_are_apart(most):
    found = apart.words_apart(*simulators(most), Budget())
    assert len(found.most) == len(found.anchors) == most + 1
    assert found.anchors[0] == ()
    named = ([tuple("ab"[i] for i in w) for w in some] for some in (found.allowed, found.forbidden))
    assert not separable(words(*named), ["a", "b"], most)


def test_automata_that_are_too_large_are_not_compared(monkeypatch):
    monkeypatch.setattr(apart, "_MAX_SETS", 3)
    assert apart.words_apart(*simulators(5), Budget()) == apart.Apart()


def test_a_sample_has_a_smallest_automaton():
    sample = Sample(("a", "b"))
    sample.add((0,), True)
    assert sample.smallest(Budget()).states == sample.size == 1
    sample.add((1,), False)
    sample.add((0, 1), True)
    dfa = sample.smallest(Budget())
    assert dfa.states == sample.size == 2
    assert (dfa.accepts((0, 1)), dfa.accepts((1,))) == (True, False)


def test_in_a_chain_each_is_smallest_beside_the_others():
    verdict = check(constants={"M": 2}, split="chain", method="agar")
    assert verdict.certified
    found = [(one.name, one.at_least, one.states) for one in verdict.stats.smallest]
    assert found == [("A1", 5, 5), ("A2", 9, 9), ("A3", 2, 2)]
    assert [assumption.states for assumption in verdict.assumptions] == [5, 8, 2]  # A2 is not deterministic
    assert "A2 (9 states, none with 8; this one, which is not deterministic, has fewer), A3 (2" in verdict.notes[0]


def test_in_a_chain_what_is_proved_stays_proved_when_time_runs_out(monkeypatch):
    monkeypatch.setattr(core_budget, "_KEPT_SHARE", 1.0)
    verdict = check(constants={"M": 2}, split="chain", method="agar", timeout=60)
    assert verdict.certified
    assert [one.at_least for one in verdict.stats.smallest] == [1, 1, 1]
    assert verdict.notes[0].count("time ran out") > 0


def test_as_published_it_is_not_looked_for():
    with pytest.raises(quidpro.UsageError, match="smallest"):
        quidpro.check(GO_BACK_N, method="lstar", split=SIDES, as_published=True, options={"smallest": True})
