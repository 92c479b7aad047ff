"""Assumptions that the user gives, in ``lstar`` and ``agar``: what they prove, and what is wrong with them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import quidpro
from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.refined.levels import respecting
from quidpro.engines.explicit.shared.given_rule import Fault
from quidpro.engines.explicit.shared.weakest import permissive
from quidpro.learning.hints import start_from, telling_words
from quidpro.learning.registry import LEARNERS
from quidpro.learning.simulator import Simulator
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from tests.asking import Problem, solve

CHANNEL = Path("examples/channel/channel.lts")
PRIME = Path("examples/channel/channel_prime.lts")
LOSSY = Path("examples/channel/channel_lossy.lts")
SERVER = Path("examples/client_server/client_server.lts")
METHODS = pytest.mark.parametrize("method", ["lstar", "agar"])

RIGHT = LTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0)])
WEAK = LTS.of([(0, "send", 1), (1, "output", 1), (1, "ack", 0)])
STRONG = LTS.of([(0, "send", 1)], alphabet=["output", "ack"])
BOTH = LTS.of([(0, "send", 1), (1, "ack", 0)], alphabet=["output"])

THREE = """
A = (a -> b -> A).
B = (b -> c -> B).
C = (c -> d -> C).
property P = (a -> P1), P1 = (b -> P | a -> ERROR).
||S = (A || B || C || P).
"""


def ask(file, method="lstar", split=None, **options):
    """The verdict on the safety of a file with these options."""
    return quidpro.check(file, method=method, split=split, options=options, deadlock=False).verdict


def channel(method, given, file=CHANNEL, **options):
    return ask(file, method, "Input | rest", assume=given, **options)


@METHODS
class TestOneAssumption:
    def test_the_right_one_is_the_proof(self, method):
        verdict = channel(method, RIGHT)
        (assumption,) = verdict.assumptions
        assert (verdict.outcome, verdict.certified, verdict.certificate.rule) == ("holds", True, "asym")
        assert (assumption.given, assumption.about, assumption.lts) == (
            True,
            ("Output",),
            quidpro.reduce(RIGHT, "strong"),
        )
        assert [(row.number, row.premise, row.outcome, row.run) for row in verdict.stats.rounds] == [
            (1, 1, "not too weak", "as given"),
            (1, 2, "holds", "as given"),
        ]

    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            (WEAK, "too weak: M1 goes wrong along ⟨send, ack⟩, which A1 allows and M2 does not do"),
            (STRONG, "too strong: M2 does ⟨send, output⟩, which A1 forbids for no reason"),
            (
                BOTH,
                "too weak: M1 goes wrong along ⟨send, ack⟩, which A1 allows and M2 does not do; and "
                "too strong: M2 does ⟨send, output⟩, which A1 forbids for no reason",
            ),
        ],
    )
    def test_what_is_wrong_with_another_is_told(self, method, given, reason):
        verdict = channel(method, given)
        assert (verdict.outcome, verdict.reason) == ("unknown", f"the given A1 is {reason}")
        assert [assumption.given for assumption in verdict.assumptions] == [True]
        assert verdict.stats.iterations == 1

    @pytest.mark.parametrize("given", [RIGHT, WEAK, BOTH], ids=["right", "weak", "both"])
    def test_a_counterexample_that_is_real_is_a_violation(self, method, given):
        """The lossy receiver acknowledges at once: that breaks the right assumption, and the weak ones allow it."""
        verdict = channel(method, given, LOSSY)
        assert (verdict.outcome, verdict.certified, verdict.violated_by) == ("violated", True, "Order")
        assert verdict.trace.visible == ("input", "send", "ack", "input")

    @pytest.mark.parametrize("given", [WEAK, STRONG, BOTH], ids=["weak", "strong", "both"])
    def test_improved_it_is_a_proof_and_a_note_tells_what_was_wrong(self, method, given):
        verdict = channel(method, given, PRIME, improve=True)
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [assumption.given for assumption in verdict.assumptions] == [False]
        assert verdict.notes[0].startswith("the given A1 is too ")

    def test_improved_though_it_is_right_it_stays_as_it_is(self, method):
        verdict = channel(method, RIGHT, improve=True)
        assert (verdict.outcome, verdict.stats.iterations, verdict.assumptions[0].given) == ("holds", 1, True)

    def test_improved_it_may_lead_to_a_violation(self, method):
        verdict = channel(method, STRONG, LOSSY, improve=True)
        assert (verdict.outcome, verdict.certified) == ("violated", True)

    def test_over_part_of_the_interface_the_rest_is_free(self, method):
        given = LTS.of([(0, "output", 1), (1, "ack", 0)])
        verdict = channel(method, given)
        assert verdict.reason == (
            "the given A1 is too weak: M1 goes wrong along ⟨output⟩, which A1 allows and M2 does not do"
        )
        assert verdict.assumptions[0].lts.alphabet == ("ack", "output")

    def test_choices_and_silent_steps_are_those_of_a_set_of_traces(self, method):
        given = LTS.of([(0, "send", 1), (0, "send", 2), (1, "tau", 2), (2, "output", 3), (3, "ack", 0)])
        verdict = channel(method, given)
        assert (verdict.outcome, verdict.assumptions[0].given) == ("holds", True)
        assert verdict.assumptions[0].lts == quidpro.reduce(RIGHT, "trace")

    def test_what_may_lead_to_error_is_forbidden(self, method):
        given = LTS.of([(0, "send", 1), (1, "output", 2), (2, "ack", 0), (1, "ack", "ERROR"), (1, "ack", 0)])
        assert channel(method, given).outcome == "holds"

    def test_the_property_may_be_its_own_assumption(self, method, tmp_path):
        model = tmp_path / "m.lts"
        model.write_text("A = (a -> A).\nB = (a -> b -> B).\nproperty P = (a -> b -> P).\n||S = (A || B || P).\n")
        assert ask(model, method, "A | B", assume="P").assumptions[0].given

    def test_as_published_it_is_tried_too(self, method):
        options = {"assume": RIGHT}
        (result,) = quidpro.check(CHANNEL, method=method, split="Input | rest", options=options, as_published=True)
        assert (result.outcome, result.verdict.assumptions[0].given) == ("holds", True)

    def test_the_best_assumption_when_time_runs_out_is_the_given_one(self, method):
        system = quidpro.load(CHANNEL).system("Channel", Budget())
        asked = Problem(system, "safety", "Order", split=(("Input",), ("Output",)), options={"given": {0: RIGHT}})
        verdicts = [solve(asked, method, Budget(polls=polls)) for polls in range(20)]
        assert {verdict.outcome for verdict in verdicts} == {"unknown", "holds"}
        assert any("the best assumption so far is the given one" in verdict.reason for verdict in verdicts)


@METHODS
class TestOrientation:
    def test_only_the_given_order_is_tried(self, method):
        """The assumption is about Output; the other way round it would have to be about Input, and does not fit."""
        with pytest.raises(
            UsageError, match="A1 speaks of output, not only of what is between the groups: ack, input, send"
        ):
            ask(CHANNEL, method, "Output | Input", assume=RIGHT)

    def test_both_are_tried_where_both_are_asked_for(self, method):
        verdict = ask(CHANNEL, method, "Output | Input", assume=RIGHT, orientation="both")
        assert (verdict.outcome, verdict.assumptions[0].about) == ("holds", ("Output",))
        assert {row.run for row in verdict.stats.rounds} == {"M1 = Input, as given"}

    def test_what_fails_in_both_is_told_of_both(self, method):
        verdict = ask(CHANNEL, method, "Output | Input", assume=LTS.of([], alphabet=["send"]), orientation="both")
        assert verdict.reason == (
            "with M1 = Output, the given A1 is "
            "too weak: M1 goes wrong along ⟨input, input⟩, which A1 allows and M2 does not do; and "
            "too strong: M2 does ⟨input, send⟩, which A1 forbids for no reason; "
            "with M1 = Input, the given A1 is "
            "too weak: M1 goes wrong along ⟨output⟩, which A1 allows and M2 does not do; and "
            "too strong: M2 does ⟨send⟩, which A1 forbids for no reason"
        )

    def test_what_fits_neither_is_refused(self, method):
        with pytest.raises(UsageError, match="A1 speaks of never"):
            ask(CHANNEL, method, "Output | Input", assume=LTS.of([(0, "never", 0)]), orientation="both")


@METHODS
class TestSeveralGroups:
    @pytest.fixture
    def model(self, tmp_path):
        path = tmp_path / "three.lts"
        path.write_text(THREE)
        return path

    A1 = LTS.of([(0, "b", 1), (1, "b", 1)])
    A2 = LTS.of([(0, "c", 0)])

    def test_all_given_is_the_chain_with_exactly_these(self, model, method):
        verdict = ask(model, method, "A | B | C", assume=[self.A1, self.A2])
        assert (verdict.outcome, verdict.certificate.rule) == ("holds", "asym-n")
        assert [assumption.given for assumption in verdict.assumptions] == [True, True]
        assert certify(verdict.certificate, quidpro.load(model).system("S", Budget()), Budget()).ok

    def test_the_last_ones_may_be_left_to_the_rule(self, model, method):
        verdict = ask(model, method, "A | B | C", assume=[self.A1])
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert [assumption.given for assumption in verdict.assumptions] == [True, False]

    def test_what_is_wrong_is_told_of_the_assumption_it_is_wrong_with(self, model, method):
        verdict = ask(model, method, "A | B | C", assume=[self.A1, LTS.of([], alphabet=["c"])])
        assert verdict.reason == "the given A2 is too strong: M3 does ⟨c⟩, which A2 forbids for no reason"

    def test_and_of_both_where_both_are_wrong(self, model, method):
        once = LTS.of([(0, "b", 1)])
        verdict = ask(model, method, "A | B | C", assume=[once, self.A2])
        assert verdict.reason.startswith("the given A1 is too strong: M2 ∥ M3 does ⟨b, ")

    def test_improved(self, model, method):
        verdict = ask(
            model, method, "A | B | C", assume=[LTS.of([(0, "b", 1)]), LTS.of([], alphabet=["c"])], improve=True
        )
        assert (verdict.outcome, verdict.certified) == ("holds", True)
        assert verdict.notes[0] == "the given A1 is too strong: M2 ∥ M3 does ⟨b, b⟩, which A1 forbids for no reason"


@METHODS
@pytest.mark.slow
@pytest.mark.parametrize("file", ["pipeline/pipeline.lts", "readers_writers.lts", "ring/ring.lts", "mer/mer_two.lts"])
def test_the_assumptions_of_any_chain_prove_it_again(file, method):
    path = Path("examples", file)
    for finder in ("lstar", "agar"):
        found = ask(path, finder, "chain")
        groups = " | ".join(",".join(group) for group in found.certificate.groups)
        again = ask(path, method, groups, assume=[assumption.lts for assumption in found.assumptions])
        assert (again.outcome, again.certified, again.stats.queries) == ("holds", True, 0)
        assert all(assumption.given for assumption in again.assumptions)


def test_a_fault_says_which_group_breaks_which_assumption():
    fault = Fault(1, 4, weak=("a",) * 50, strong=())
    text = str(fault)
    assert text.startswith("the given A2 is too weak: M2 breaks A1 along ⟨a, a, ")
    assert ", …⟩, which A2 allows and M3 ∥ M4 does not do; and too strong: M3 ∥ M4 does ⟨⟩, which" in text


class TestErrorsOfProcesses:
    """An ERROR of a process is an action that no assumption allows unless it names it."""

    SYSTEM = """
    A = (a -> b -> A).
    B = (a -> b -> B | b -> ERROR).
    ||S = (A || B).
    """

    @METHODS
    def test_a_given_assumption_never_allows_one(self, tmp_path, method):
        model = tmp_path / "errors.lts"
        model.write_text(self.SYSTEM)
        verdict = ask(model, method, "A | B", assume=LTS.of([(0, "a", 1), (1, "b", 0), (0, "b", 2)]))
        assert verdict.outcome == "unknown"
        assert "M2 does ⟨b, ERROR:B⟩" in verdict.reason

    @METHODS
    def test_unless_it_names_it(self, tmp_path, method):
        model = tmp_path / "errors.lts"
        model.write_text(self.SYSTEM)
        given = LTS.of([(0, "a", 1), (1, "b", 0), (0, "b", 2), (2, "ERROR:B", 2)])
        assert ask(model, method, "A | B", assume=given).outcome == "holds"


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"assume": [3]}, "--assume takes a file, a name or an LTS, not 3"),
            ({"assume": "nothing"}, "--assume nothing: it is neither a file nor a process or property of channel"),
            ({"assume": "A2=Order"}, "there is no A2 to be given; 2 groups have 1 assumption"),
            ({"assume": ["Order", "A1=Order"]}, "--assume A1=Order: it is given twice"),
            ({"assume": "A0=Order"}, "--assume A0=Order: they are counted from 1"),
            ({"assume": "Order"}, "A1 speaks of input, not only of what is between the groups: ack, output, send"),
            ({"assume": LTS.of([(0, "tau", "ERROR")])}, "A1 forbids everything, even to do nothing"),
            ({"assume": CHANNEL}, "it defines Input, Output, Order, Channel; say which with"),
            ({"improve": True}, "improve makes no sense without assume"),
        ],
    )
    def test_what_cannot_be_an_assumption(self, options, words):
        with pytest.raises(UsageError) as refusal:
            ask(CHANNEL, "lstar", "Input | Output", **options)
        assert words in str(refusal.value)

    def test_a_gap_in_the_chain(self):
        with pytest.raises(UsageError, match="A2 is given, and A1 is not"):
            ask(SERVER, "lstar", "chain", assume="A2=MUTEX")

    def test_one_group_needs_none(self, tmp_path):
        model = tmp_path / "one.lts"
        model.write_text("A = (a -> A).\nproperty P = (a -> P).\n||S = (A || P).\n")
        with pytest.raises(UsageError, match="there is nothing to assume"):
            ask(model, assume="P")


def faulty(lts, drop):
    """The LTS without one of its transitions."""
    return LTS.of([triple for i, triple in enumerate(lts.triples()) if i != drop], initial=0, alphabet=lts.alphabet)


class TestLearningFromIt:
    @pytest.mark.parametrize(("learner", "rounds"), [("kv", 5), ("lstar", 6)])
    def test_one_that_is_nearly_right_saves_rounds(self, learner, rounds):
        options = {"orientation": "given", "candidates": False, "learner": learner}
        plain = ask(SERVER, "lstar", "CLIENTS | SERVER", **options)
        given = faulty(plain.assumptions[0].lts, 0)
        improved = ask(SERVER, "lstar", "CLIENTS | SERVER", **options, assume=given, improve=True)
        assert (plain.outcome, improved.outcome, improved.certified) == ("holds", "holds", True)
        assert (plain.stats.iterations, improved.stats.iterations) == (rounds, 2)
        assert improved.stats.states_explored < plain.stats.states_explored

    @pytest.mark.parametrize("learner", LEARNERS)
    def test_from_the_weakest_assumption_the_first_hypothesis_is_that(self, learner):
        found = quidpro.assumption(CHANNEL, "Input")
        model = quidpro.load(CHANNEL)
        parts = [model.lts("Input", Budget()), model.property("Order", Budget()).lts]
        oracle = Simulator(parts, found.lts.alphabet)
        known = permissive(complete_property(found.lts), found.lts.alphabet)
        learning = LEARNERS[learner](oracle)
        learning.start()
        dfa = start_from(learning, oracle, known)
        assert dfa.states == known.states == 4
        words = [word for length in range(7) for word in product(range(3), repeat=length)]
        assert [dfa.accepts(word) for word in words] == [known.accepts(word) for word in words]

    def test_only_true_differences_count(self):
        """A hint that tells states apart where the language does not gives no words to tell them apart by."""
        known = permissive(complete_property(LTS.of([(0, "a", 1)], alphabet=["a"])), ["a"])
        assert telling_words(known, lambda word: True) == [(), (0,)]
        assert telling_words(known, lambda word: len(word) < 2) == [(), (0,), (0, 0)]


class TestRefiningFromIt:
    def test_one_that_is_nearly_right_saves_rounds(self):
        """That the first client is alone is given; that the others are is what is left to find."""
        others = [(0, f"c.{i}.grant", 2) for i in (2, 3)] + [(2, f"c.{i}.grant", 2) for i in (2, 3)]
        back = [(1, "c.1.cancel", 0), *((2, f"c.{i}.cancel", 0) for i in (2, 3))]
        nearly = LTS.of([(0, "c.1.grant", 1), *others, *back], initial=0)
        plain = ask(SERVER, "agar", "CLIENTS | SERVER", orientation="given")
        improved = ask(SERVER, "agar", "CLIENTS | SERVER", assume=nearly, improve=True)
        assert (plain.outcome, plain.stats.iterations, plain.assumptions[0].states) == ("holds", 5, 5)
        assert (improved.outcome, improved.stats.iterations, improved.assumptions[0].states) == ("holds", 2, 3)
        assert improved.certified

    def test_states_are_told_apart_by_what_they_are_met_with(self):
        concrete = LTS.of([(0, "a", 1), (1, "b", 0), (1, "a", 2)])
        assert respecting(concrete, LTS.of([(0, "a", 1), (1, "b", 0)]), Budget()).tolist() == [0, 1, 2]
        assert respecting(concrete, LTS.of([(0, "a", 0), (0, "b", 0)]), Budget()).tolist() == [0, 0, 0]
