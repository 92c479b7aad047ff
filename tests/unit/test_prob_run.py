"""Questions about LPTSs: groups, methods that race, answers that are checked before they leave."""

from __future__ import annotations

import sys
from random import Random

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.events import ignore
from quidpro.core.source import Source
from quidpro.engines.probabilistic.shared.certificate import grouped
from quidpro.engines.probabilistic.shared.execution import replay_error
from quidpro.engines.probabilistic.shared.trees import unfolded
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts import LPTS
from quidpro.lpts.ops import composition
from quidpro.run.check import check
from quidpro.run.race import Race
from quidpro.run.registry import world_named
from quidpro.run.request import Workers, make_request
from quidpro.run.scoreboard import Scoreboard
from quidpro.run.solve import solve
from quidpro.verdict.engine import Attempt
from quidpro.verdict.probabilistic.problem import Network, problem_about
from tests.asking import answer as checked_answer
from tests.asking import attempt, check_model, solve_lptss
from tests.many import in_one
from tests.random_lpts import random_lpts, random_system

SOURCE = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)], name="Source")
CHANNEL = LPTS.of(
    [("empty", "send", "full"), ("full", "output", {"full": "1/10", "done": "9/10"}), ("done", "ack", "empty")],
    name="Channel",
    marks={"out": ["done"]},
)
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "1/10", 0: "9/10"})], name="Order")
BETTER = LPTS.of([(0, "input", 1), (1, "output", {1: "1/20", 0: "19/20"})], name="Better")
MODEL = PrismModel(Source("channel", ""), "channel", {"Source": SOURCE, "Channel": CHANNEL})


QUESTION = problem_about("s", Network(("Source", "Channel"), (SOURCE, CHANNEL)), ORDER, "Order")


def asked(spec, jobs=None, **options):
    [result] = check_model(MODEL, Budget(60), spec=spec, workers=Workers(jobs), **options)
    return result.verdict


def raced(methods, budget, workers=None):
    """The answer of a race of these methods."""
    board = Scoreboard(world_named("probabilistic"), [QUESTION], "auto", ignore)
    Race(board, workers or Workers(2), budget, ignore).run([[Attempt(method) for method in methods]])
    return board.answers[0]


@pytest.mark.parametrize(
    "options", [{}, {"method": "agar"}, {"method": "monolithic"}, {"jobs": 1}, {"split": "Channel | Source"}]
)
def test_what_holds_is_certified(options):
    verdict = asked(ORDER, **options)
    assert (verdict.outcome, verdict.certified, verdict.reason) == ("holds", True, "")
    assert verdict.certificate is not None


@pytest.mark.parametrize(
    "options", [{}, {"method": "agar"}, {"method": "monolithic"}, {"jobs": 1}, {"split": "Source,Channel"}]
)
def test_what_is_violated_is_replayed(options):
    verdict = asked(BETTER, **options)
    assert (verdict.outcome, verdict.certified) == ("violated", True)
    assert verdict.trace.components == ("Source", "Channel")
    assert verdict.trace.nodes[0].states == ("0", "empty")
    assert verdict.assumptions == ()


def test_agar_tells_its_assumption():
    verdict = asked(ORDER, method="agar")
    assert [(a.name, a.about, a.lpts.states) for a in verdict.assumptions] == [("A1", ("Channel",), 2)]
    assert verdict.stats.iterations == 1


def test_a_race_tells_who_won():
    verdict = asked(ORDER)
    assert verdict.method == "auto"
    assert {runner.method for runner in verdict.race} == {"agar", "monolithic"}
    assert verdict.winner in verdict.race


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked, with what was put in place here")
@pytest.mark.parametrize("broken", ["agar", "monolithic"])
def test_a_worker_that_breaks_is_not_missed(monkeypatch, broken):
    def solving(world, problems, attempt, *arguments):
        if attempt.engine == broken:
            raise RuntimeError("broken")
        return solve(world, problems, attempt, *arguments)

    monkeypatch.setattr("quidpro.run.job.solve", solving)
    verdict = raced(["agar", "monolithic"], Budget(60))
    assert (verdict.outcome, verdict.certified) == ("holds", True)
    assert verdict.winner.method != broken
    alone = raced([broken], Budget(60))
    reason = "internal error: RuntimeError: broken; this is a bug of quidpro"
    assert (alone.outcome, alone.reason, alone.race[0].state) == ("unknown", reason, f"lost: {reason}")


def test_turns_in_one_process_are_the_same_every_time():
    verdicts = [asked(ORDER, jobs=1) for _ in range(2)]
    assert verdicts[0].winner.method == verdicts[1].winner.method
    assert verdicts[0].certificate.fields == verdicts[1].certificate.fields
    assert [runner.rounds for runner in verdicts[0].race] == [runner.rounds for runner in verdicts[1].race]


def test_one_component_needs_no_race():
    model = PrismModel(Source("one", ""), "one", {"Channel": CHANNEL})
    [result] = check_model(model, Budget(60), spec=CHANNEL)
    assert (result.verdict.outcome, result.verdict.method) == ("holds", "auto")
    assert [runner.method for runner in result.verdict.race] == [result.verdict.winner.method] == ["monolithic"]


@pytest.mark.slow
def test_formulas():
    assert asked(None, pctl=['P<=0.9 [ X "out" ]']).outcome == "holds"
    assert asked(None, pctl=['P<=0 [ X "out" ]']).notes == ()
    verdict = asked(None, pctl=['P<=0.9 [ F "out" ]'])
    assert (verdict.outcome, verdict.kind) == ("violated", "pctl")
    assert ("out",) in {node.marks for node in verdict.trace.nodes}
    by_parts, whole = (asked(None, pctl=['P<=0.9 [ F "out" ]'], method=method) for method in ("agar", "monolithic"))
    assert by_parts.notes == ("on the tree the probability is 99/100, the bound is 9/10",)
    assert whole.notes == ("on the tree the probability is 99/100, the largest is 1, the bound is 9/10",)


def test_how_likely_it_is_at_most():
    [exact], [from_above] = (
        asked(None, pctl=['P<=19/20 [ F<=3 "out" ]'], method=method).notes for method in ("monolithic", "agar")
    )
    assert exact == "the largest probability is 9/10, the bound is 19/20"
    assert from_above.startswith("with the assumptions the probability is at most")


def test_a_violation_that_is_only_reached_in_the_limit_has_no_tree():
    verdict = asked(None, pctl=['P<1 [ F "out" ]'])
    assert (verdict.outcome, verdict.certified, verdict.trace) == ("violated", True, None)
    assert verdict.notes


def test_time_that_has_run_out():
    verdict = raced(["agar"], Budget(0.0))
    assert verdict.outcome == "unknown"
    assert "time budget ran out" in verdict.reason


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "say what the model is to satisfy"),
        ({"spec": "Nobody"}, "neither a module of channel"),
        ({"spec": ORDER, "method": "lstar"}, "there is no method 'lstar' for a probabilistic model"),
        ({"spec": ORDER, "method": "monolithic", "split": "Source | Channel"}, "--split makes no sense"),
        ({"spec": ORDER, "split": "Source | Chanel"}, "did you mean Channel"),
        ({"spec": ORDER, "split": "Source"}, "the split leaves out Channel"),
        ({"spec": ORDER, "method": "agar", "jobs": 2}, "--jobs is for --method auto"),
        ({"spec": ORDER, "jobs": 0}, "there cannot be 0 workers"),
        ({"spec": ORDER, "const": {"N": "1"}}, "there is no constant N"),
        ({"pctl": ['P<=1 [ F "out" ]'], "smt": True}, "--smt decides simulation"),
    ],
)
def test_requests_that_make_no_sense(options, words):
    options = dict(options)
    jobs = options.pop("jobs", None)
    how = {"method": options.pop("method", "auto"), "split": options.pop("split", None)}
    alone = [] if jobs is None else ["jobs"]

    def ask():
        made = make_request(MODEL, options, workers=Workers(jobs), race_only=alone, format_name="--{}".format, **how)
        check(made, Budget(60))

    with pytest.raises(UsageError) as caught:
        ask()
    assert words in str(caught.value)


def test_steps_of_a_specification_without_an_action_are_nobody_elses():
    """A component and a specification of another file are both called A; only the component's own steps happen."""
    steps = LPTS.of([(0, "A.tau", {1: "1/2", 0: "1/2"}), (1, "a", 0)], name="A")
    model = PrismModel(Source("m", ""), "m", {"A": steps}, private=frozenset({"A.tau"}))
    still = LPTS.of([(0, "A.tau", 1), (1, "a", 1)], name="A")
    spec = PrismModel(Source("s", ""), "s", {"A": still}, private=frozenset({"A.tau"}))
    [result] = check_model(model, Budget(60), spec=spec)
    assert result.verdict.outcome == "violated"  # without its private step the specification never allows a
    [result] = check_model(model, Budget(60), spec=LPTS.of([(0, "a", 0)], name="P"))
    assert result.verdict.outcome == "holds"


def test_a_label_that_there_is_not():
    with pytest.raises(InputError, match='there is no label "in"') as caught:
        check_model(MODEL, Budget(60), pctl=['P<=1 [ F "in" ]'])
    assert 'it has "out"' in str(caught.value)


def test_a_label_that_speaks_of_the_specification_too():
    """Without the specification's part the mark would say less than the label."""
    spec = LPTS.of([(0, "a", 1)], name="P", marks={"bad": [1]})
    part = LPTS.of([(0, "a", 1), (1, "b", 1)], name="A", marks={"bad": [1]})
    model = PrismModel(Source("m", ""), "m", {"A": part, "P": spec}, labels={"bad": ""})
    with pytest.raises(InputError, match="it speaks of P, which is not part of the system"):
        check_model(model, Budget(60), spec="P", pctl=['P<=1 [ F "bad" ]'])


def test_a_label_of_the_specification_that_the_system_cannot_use():
    spec = LPTS.of([(0, "a", 1)], name="P", marks={"bad": [1]})
    model = PrismModel(Source("m", ""), "m", {"A": SOURCE}, labels={"bad": "it speaks of A and B in one breath"})
    with pytest.raises(UsageError, match='the specification has the label "bad", which m cannot use'):
        check_model(model, Budget(60), spec=spec)


@pytest.mark.parametrize("seed", range(20))
def test_groups_are_compositions_and_know_their_members(seed):
    rng = Random(seed)
    parts = [random_lpts(rng, actions) for actions in ("ab", "bc", "ac")]
    group = grouped(parts, (0, 1, 2), Budget())
    assert group.lpts == composition(parts)
    for number, choices in enumerate(group.choices.tolist()):
        reached = [group.states[s].tolist() for s, _ in group.lpts.distributions.lists[number]]
        for member, own in enumerate(choices):
            there = {vector[member] for vector in reached}
            if own >= 0:
                assert {s for s, _ in parts[member].distributions.lists[own]} == there
            else:
                assert len(there) == 1


@in_one(seed=range(40))
def test_groups_and_single_components_get_the_same_answer(seed):
    rng = Random(seed)
    parts, spec = random_system(rng)
    if len(parts) < 2:
        return
    named = {f"M{i}": part for i, part in enumerate(parts)}
    joined = (tuple(range(1, len(parts)))[::-1], (0,))
    verdicts = [
        solve_lptss(named, spec, "monolithic", Budget(60)),
        solve_lptss(named, spec, "agar", Budget(60)),
        solve_lptss(named, spec, "agar", Budget(60), groups=joined),
    ]
    assert len({verdict.outcome for verdict in verdicts}) == 1
    assert all(verdict.certified for verdict in verdicts)


def test_executions_of_groups_are_executions_of_members():
    from quidpro.engines.probabilistic.shared.check import check

    groups = [grouped((SOURCE, CHANNEL), (1, 0), Budget())]
    outcome = check([group.lpts for group in groups], BETTER, method="monolithic")
    assert outcome.execution is not None
    assert replay_error(unfolded(outcome.execution, groups), (SOURCE, CHANNEL)) is None


def test_an_answer_that_its_own_check_refuses_is_withdrawn(monkeypatch):
    from quidpro.verdict.verdict import Certification

    refusal = Certification(False, "no", 0.0, refuted=True)
    monkeypatch.setattr("quidpro.checker.probabilistic.certify_lpts", lambda *_: refusal)
    verdict = checked_answer(QUESTION, attempt("probabilistic", "agar"), Budget(60))
    assert verdict.outcome == "unknown"
    assert (
        verdict.reason
        == "method agar answered 'holds', but its own check refused the certificate: no; please report this"
    )
    assert verdict.certificate is None
