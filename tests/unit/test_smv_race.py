"""The race of ``auto``: who begins when, what becomes of proofs and of lost workers, what is told of those who lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.events import Chosen, Image, Phase, Status, ignore
from quidpro.core.source import Diagnostic, Source
from quidpro.engines.options import SymbolicLearned
from quidpro.frontend.smv.model import load_smv
from quidpro.lpts import LPTS
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, System
from quidpro.run import job
from quidpro.run import race as racing
from quidpro.run import scoreboard as book
from quidpro.run.executors.protocol import Done, Lost, Progress
from quidpro.run.job import Answered, Failed, Finished, Report
from quidpro.run.job import Progress as Reached
from quidpro.run.race import Race
from quidpro.run.registry import world_named
from quidpro.run.request import Workers
from quidpro.run.scoreboard import Scoreboard
from quidpro.run.solve import Proved
from quidpro.verdict.engine import ALWAYS, NO_OTHER_SPLIT, Attempt
from quidpro.verdict.explicit.evidence import Stats
from quidpro.verdict.explicit.problem import problem_about as lts_problem
from quidpro.verdict.probabilistic.evidence import ProbStats
from quidpro.verdict.probabilistic.problem import Network
from quidpro.verdict.probabilistic.problem import problem_about as lpts_problem
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import SymbolicStats
from quidpro.verdict.symbolic.problem import problem_about
from quidpro.worlds import symbolic
from tests import racing as scripts
from tests.asking import check_model
from tests.racing import Scripted

MODEL = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE two VAR y : boolean; ASSIGN init(y) := FALSE; next(y) := y;
MODULE main VAR m1 : one(m2.y); m2 : two;
INVARSPEC !m1.x;
INVARSPEC !m2.y;
"""
SMV = load_smv(Source("race.smv", MODEL))
ASKED = [problem_about(SMV.flat(), spec) for spec in SMV.flat().specs]
WHOLE = Attempt("monolithic", weight=ALWAYS)
BEST = Attempt("symbolic", SymbolicLearned(sides=(1,)), differs={"orientation": "swapped"})
OTHER = Attempt("symbolic", SymbolicLearned(rank=1))
PROOF = ASKED[0].verdict("symbolic", SymbolicStats(), "holds", components=("m1", "m2"))
CHECKED = replace(PROOF, certified=True)
REFUSED = "its own check refused the certificate"

CELL = LPTS.of([(0, "a", 0)], name="Cell")
SYSTEM = System(
    "S",
    (
        Component("P", LTS.of([(0, "a", 0)], initial=0)),
        Component("GOAL", complete_property(LTS.of([(0, "a", 0)], initial=0)), is_property=True),
    ),
)
WORLDS = {
    "explicit": (lts_problem(SYSTEM, "safety", "GOAL"), Stats, ("monolithic", "lstar", "agar")),
    "symbolic": (ASKED[0], SymbolicStats, ("monolithic", "symbolic", "symbolic")),
    "probabilistic": (
        lpts_problem("s", Network(("A", "B"), (CELL, CELL)), CELL, "Cell"),
        ProbStats,
        ("monolithic", "agar", "agar"),
    ),
}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(book, "CERTIFY_SECONDS", 0.1)
    monkeypatch.setattr(book, "GRACE_SECONDS", 0.1)
    monkeypatch.setattr(racing, "GRACE_SECONDS", 0.1)


def raced(*script, attempts=(WHOLE, BEST), specs=1, **how):
    verdicts, executor = scripts.raced(ASKED[:specs], attempts, *script, **how)
    return verdicts[0], executor


def says(handle, verdict, number=0, *, checked=True):
    return Progress(handle, Answered(number, verdict, checked))


def tells(handle, *events):
    """A worker reports all of these events, the last one loudly."""
    reached = Reached()
    for event in events:
        reached = reached.after(event)
    return Progress(handle, Report(reached, events[-1]))


def nothing(why):
    return world_named("symbolic").undecided(ASKED[0], "symbolic", why)


def test_who_promises_less_begins_later():
    [attempts] = world_named("symbolic").heats(ASKED, {}, None)
    later: dict[float, list[str]] = {}
    for attempt in attempts:
        later.setdefault(attempt.after, []).append(attempt.engine)
    assert later == {
        0.0: ["monolithic"],
        0.2: ["pdr", "induction"],
        5.0: ["pdr", "symbolic", "symbolic"],
        0.7: [*(["abc"] if world_named("symbolic")._has_abc() else []), "bmc", "symbolic", "symbolic", "contract"],
    }
    board = Scoreboard(world_named("symbolic"), ASKED, "auto", ignore)
    board.begin(attempts)
    race = Race(board, Workers(2), Budget(), ignore)
    assert race._is_due(3, 0.0), "nobody is at work"
    race._begin(0, Scripted())
    assert not race._is_due(1, 0.1)
    assert race._is_due(1, 0.3)
    assert not race._is_due(2, 0.8)
    assert race._is_due(2, 5.1)


def test_who_has_no_head_start_to_wait_for_begins_at_once():
    _, executor = raced(says(0, CHECKED), attempts=(WHOLE, BEST, OTHER))
    assert len(executor.jobs) == 3


def test_who_checks_a_proof_waits_for_no_other():
    refused = replace(PROOF, outcome="unknown", reason=REFUSED)
    script = (says(1, PROOF, checked=False), says(1, refused), says(0, CHECKED))
    _, executor = raced(*script, attempts=(WHOLE, replace(BEST, weight=4.0)))
    assert executor.weights == [(1, float("inf")), (1, 4.0)]


def test_a_proof_that_is_needed_no_more_is_checked_among_the_others():
    script = (says(1, PROOF, checked=False), says(0, CHECKED))
    _, executor = scripts.raced(ASKED[:2], (WHOLE, replace(BEST, weight=4.0)), *script, budget=Budget(0.6))
    assert executor.weights == [(1, float("inf")), (1, 4.0)]


def test_that_a_proof_was_refused_is_told_even_if_the_polls_are_spent(monkeypatch):
    """Otherwise it would be taken for one whose check had no time."""
    budget = Budget(polls=0)

    def refused(_world, _problems, _attempt, budget, events):
        events(Proved(PROOF))
        budget.polled = 1
        yield replace(PROOF, outcome="unknown", reason=REFUSED)

    monkeypatch.setattr(job, "solve", refused)
    messages = []
    job.answers(messages.append, BEST, [(0, ASKED[0])], budget, ignore)
    assert [message.verdict.outcome for message in messages] == ["holds", "unknown"]


def test_who_has_a_head_start_is_alone_with_it():
    _, executor = raced(says(0, CHECKED), attempts=(WHOLE, replace(BEST, after=5.0)))
    assert len(executor.jobs) == 1


def test_who_waits_does_not_keep_those_behind_it_waiting():
    _, executor = raced(says(0, CHECKED), attempts=(WHOLE, replace(BEST, after=5.0), OTHER))
    assert len(executor.jobs) == 2


def test_the_next_begins_early_when_nobody_is_left():
    late = replace(BEST, after=60.0)
    verdict, _ = raced(says(0, nothing("too hard")), Done(0, Finished(False)), says(1, CHECKED), attempts=(WHOLE, late))
    assert (verdict.outcome, verdict.winner.method) == ("holds", "symbolic")


def test_the_method_asked_for_and_who_won_are_told_apart():
    verdict, _ = raced(tells(0, Image(1, 10, 200)), tells(1, Chosen("m1 | m2")), says(1, CHECKED))
    assert (verdict.outcome, verdict.method, verdict.winner.method) == ("holds", "auto", "symbolic")
    assert (verdict.winner.split, verdict.winner.options) == ("m1 | m2", {"orientation": "swapped"})
    assert [runner.state for runner in verdict.race] == ["stopped: 1 images, 200 nodes", "holds"]
    assert [runner.seconds for runner in verdict.race] == [1.5, 2.5]


def test_who_was_not_needed_did_not_begin():
    verdict, _ = raced(says(0, CHECKED), attempts=(WHOLE, replace(BEST, after=60.0)))
    assert [runner.state for runner in verdict.race] == ["holds", "did not begin"]


def test_one_alone_is_no_race():
    verdict, _ = raced(says(0, CHECKED), attempts=(BEST,), method="symbolic")
    assert (verdict.method, verdict.winner, verdict.race, verdict.whole) == ("symbolic", None, (), None)


@pytest.mark.slow
def test_the_first_to_say_why_not_is_heard_when_nobody_can_answer():
    script = [says(1, nothing("too hard")), says(0, nothing("harder"))]
    verdict, _ = raced(*script, Done(0, Finished(False)), Done(1, Finished(False)))
    assert (verdict.outcome, verdict.reason, verdict.winner) == ("unknown", "too hard", None)
    assert [runner.state for runner in verdict.race] == ["harder", "too hard"]


def test_that_there_is_no_other_cut_is_not_why_nobody_can_answer():
    script = [
        says(1, nothing(NO_OTHER_SPLIT)),
        Done(1, Finished(False)),
        says(0, nothing("too hard")),
        Done(0, Finished(False)),
    ]
    verdict, _ = raced(*script, attempts=(BEST, OTHER))
    assert (verdict.outcome, verdict.reason) == ("unknown", "too hard")
    script = [says(1, nothing(NO_OTHER_SPLIT)), Done(1, Finished(False)), Lost(0, "killed by signal 9")]
    verdict, _ = raced(*script, attempts=(BEST, OTHER))
    assert (verdict.outcome, "killed by signal 9" in verdict.reason) == ("unknown", True)


def test_a_refused_proof_is_no_answer_however_long_the_others_take():
    script = [says(1, PROOF, checked=False), says(1, nothing(REFUSED)), Done(1, Finished(False))]
    verdict, executor = raced(*script)
    assert (verdict.outcome, executor.cancelled) == ("unknown", [])
    assert REFUSED in verdict.reason


def test_a_proof_whose_check_takes_too_long_stands_without_it():
    verdict, executor = raced(says(1, PROOF, checked=False), budget=Budget(5.0))
    assert (verdict.outcome, verdict.certified) == ("holds", False)
    assert verdict.race[1].state == "holds, not certified"
    assert executor.cancelled == [1]


def test_the_check_has_as_long_as_the_proof_took_and_more(monkeypatch):
    """CPU seconds of its worker, of which the script has 0.05 at every look."""
    monkeypatch.setattr(book, "CERTIFY_SECONDS", 0.5)
    looks = []
    for seconds in (0.0, 1.0):
        proof = replace(PROOF, stats=replace(PROOF.stats, seconds=seconds))
        _, executor = raced(says(1, proof, checked=False), budget=Budget(5.0))
        looks.append(executor.cpu)
    assert 0.6 < looks[0] < 0.8
    assert 1.6 < looks[1] < 1.8


def test_its_worker_begins_anew_with_what_is_open():
    _, executor = raced(says(1, PROOF, checked=False), specs=2)
    assert executor.problem_numbers == [[0, 1], [0, 1], [1]]


def test_in_turns_its_worker_has_no_more_to_spend_than_its_turn():
    turns = [replace(WHOLE, polls=10), replace(BEST, polls=20)]
    script = [Done(0, Finished(True)), says(1, PROOF, checked=False)]
    _, executor = raced(*script, attempts=turns, specs=2, one=True)
    assert executor.problem_numbers == [[0, 1], [0, 1], [1]]
    assert [job.arguments[5] for job in executor.jobs] == [10, 20, 20]


def test_in_turns_everyone_has_more_to_spend_each_time():
    turns = [replace(WHOLE, polls=10, turn=1), replace(BEST, polls=20)]
    script = [
        Done(0, Finished(True)),
        Done(1, Finished(True)),
        Done(2, Finished(True)),
        Done(3, Finished(True)),
        says(4, CHECKED),
    ]
    verdict, executor = raced(*script, attempts=turns, one=True)
    assert [(job.name, job.arguments[5]) for job in executor.jobs] == [
        ("method symbolic", 20),
        ("method monolithic", 10),
        ("method symbolic", 60),
        ("method monolithic", 30),
        ("method symbolic", 180),
    ]
    assert (verdict.outcome, verdict.winner.method) == ("holds", "symbolic")


def test_in_turns_who_gives_up_is_not_asked_again():
    script = [says(0, nothing("too hard")), Done(0, Finished(False)), Done(1, Finished(True)), says(2, CHECKED)]
    verdict, executor = raced(*script, one=True)
    assert [job.name for job in executor.jobs] == ["method monolithic", "method symbolic", "method symbolic"]
    assert [runner.state for runner in verdict.race] == ["too hard", "holds"]


def test_a_proof_is_kept_when_its_worker_goes():
    gone = Lost(1, "ended at 700 MB: all together had more than 500 MB")
    verdict, _ = raced(says(1, PROOF, checked=False), gone)
    assert (verdict.outcome, verdict.winner.method) == ("holds", "symbolic")


def test_a_proof_is_kept_when_time_is_up(monkeypatch):
    monkeypatch.setattr(book, "CERTIFY_SECONDS", 60.0)
    verdict, _ = raced(says(1, PROOF, checked=False), budget=Budget(0.1))
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == ("holds", False, "symbolic")


def test_who_goes_for_lack_of_memory_says_so():
    verdict, _ = raced(tells(0, Phase("searching")), Lost(0, "ended at 700 MB"), attempts=(WHOLE,))
    assert verdict.reason == "memory budget ran out while searching (ended at 700 MB)"


def test_who_is_lost_with_its_machine_has_another_try_when_nobody_is_left():
    lost = [Lost(0, "its node went away", retry=True), Lost(1, "crashed")]
    verdict, executor = raced(*lost, says(2, CHECKED), attempts=(BEST, WHOLE))
    assert [job.name for job in executor.jobs] == ["method symbolic", "method monolithic", "method symbolic"]
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == ("holds", True, "symbolic")
    assert verdict.race[1].state == "lost: crashed"


def test_there_is_one_more_try_and_not_two():
    lost = [Lost(i, f"its node went away {i}", retry=True) for i in range(4)]
    verdict, executor = raced(*lost)
    assert len(executor.jobs) == 4
    assert verdict.outcome == "unknown"
    assert verdict.reason.startswith("every method gave up; monolithic lost: its node went away 2")


def test_a_crash_is_told_and_a_complaint_is_raised():
    verdict, _ = raced(Progress(0, Failed("internal error")), Done(0, Finished(False)), attempts=(WHOLE,))
    assert (verdict.outcome, verdict.reason) == ("unknown", "internal error")
    with pytest.raises(InputError, match="the input is wrong"):
        raced(Progress(0, Failed(InputError([Diagnostic("the input is wrong")]))))
    with pytest.raises(UsageError, match="it makes no sense"):
        raced(Progress(0, Failed(UsageError("it makes no sense"))), attempts=(WHOLE,))


def test_what_one_of_several_cannot_do_is_left_to_the_others():
    verdict, _ = raced(Progress(0, Failed(UsageError("not this"))), Done(0, Finished(False)), says(1, CHECKED))
    assert [runner.state for runner in verdict.race] == ["lost: not this", "holds"]


def test_time_that_is_up_ends_the_race():
    verdict, _ = raced(tells(0, Image(1, 10, 200)), budget=Budget(0.05))
    assert verdict.outcome == "unknown"
    assert "time budget ran out" in verdict.reason
    assert verdict.race[0].state == "stopped: 1 images, 200 nodes"
    assert (verdict.stats.rings, verdict.stats.peak_nodes) == (1, 200)


def test_the_last_conjecture_is_told_when_time_is_up():
    verdict, _ = raced(tells(1, Round(1, "too weak", 3), Round(2, "too strong", 4)), budget=Budget(0.05))
    assert verdict.race[1].state == "stopped: round 2, 4 states"
    assert verdict.stats.iterations == 2
    assert "the last conjecture, of 4 states, was too strong" in verdict.notes


def test_workers_have_a_moment_longer_than_the_race():
    """They know their time themselves; what they say a little later is heard."""
    executor = Scripted()
    executor.script = [[]] * 6 + [[says(0, CHECKED)]]
    board = Scoreboard(world_named("symbolic"), ASKED[:1], "auto", ignore)
    Race(board, scripts.ScriptedWorkers(executor), Budget(0.001), ignore).run([[WHOLE, BEST]])
    assert board.answers[0].outcome == "holds"


def test_an_interrupt_ends_the_race_at_once():
    budget = Budget()
    events = [tells(0, Image(1, 10, 200)), tells(1, Chosen("m1 | m2"))]

    def listen(event):
        if isinstance(event, Chosen):
            budget.interrupt()

    verdict, _ = raced(*events, budget=budget, events=listen)
    assert verdict.reason == "interrupted while racing; monolithic 1 images, 200 nodes; symbolic starting"


def test_how_those_stand_who_run_is_told_now_and_then(monkeypatch):
    monkeypatch.setattr(racing, "_STATUS_SECONDS", 0.0)
    heard = []
    raced(tells(0, Image(1, 10, 200)), tells(1, Round(3, "refined", 7)), says(1, CHECKED), events=heard.append)
    shown = [event.text for event in heard if isinstance(event, Status)]
    assert "monolithic 1 images, 200 nodes; symbolic round 3, 7 states" in shown


def test_how_far_somebody_came_is_told_of_the_question_it_was_at():
    """What was done for the first one is no part of the second."""
    board = Scoreboard(world_named("symbolic"), ASKED, "auto", ignore)
    board.begin([WHOLE, BEST])
    board.tracks[1].seconds = 1.0
    board.take(1, tells(1, Chosen("m1 | m2"), Round(1, "refined", 3), Round(2, "refined", 5)).report)
    board.take(1, Answered(0, CHECKED))
    board.take(0, Answered(1, replace(CHECKED, property=ASKED[1].property)))
    assert board.answers[1].race[1].state == "stopped: starting"
    assert board.answers[1].race[1].rounds == 0


@pytest.mark.parametrize("world", WORLDS)
def test_checked_answers_that_contradict_each_other_are_no_answer(world):
    problem, stats, (one, other, third) = WORLDS[world]
    holds = problem.verdict(one, stats(), "holds", certified=True)
    violated = problem.verdict(other, stats(), "violated", certified=True)
    attempts = [Attempt(one), Attempt(other), Attempt(third)]
    unsure = world_named(world).undecided(problem, third, "too hard")
    [verdict], _ = scripts.raced([problem], attempts, says(2, unsure), [says(0, holds), says(1, violated)])
    assert (verdict.outcome, verdict.winner, verdict.certified) == ("unknown", None, False)
    assert verdict.reason == (
        f"{one} answered 'holds' and {other} answered 'violated', both certified; "
        "one of them is wrong, please report this"
    )
    assert [runner.state for runner in verdict.race] == ["holds", "violated", "too hard"]


@pytest.mark.parametrize("world", WORLDS)
def test_checked_answers_that_agree_are_the_answer_of_the_first(world):
    problem, stats, (one, other, _) = WORLDS[world]
    both = [problem.verdict(method, stats(), "holds", certified=True) for method in (one, other)]
    [verdict], _ = scripts.raced([problem], [Attempt(one), Attempt(other)], [says(1, both[1]), says(0, both[0])])
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == ("holds", True, other)


@pytest.mark.parametrize("world", WORLDS)
def test_a_checked_answer_goes_before_one_that_is_not(world):
    """They come at once; the one that nobody has checked is the wrong one, if they differ."""
    problem, stats, (one, other, _) = WORLDS[world]
    doubtful = problem.verdict(one, stats(), "holds", reason="the checker had no time")
    checked = problem.verdict(other, stats(), "violated", certified=True)
    [verdict], _ = scripts.raced([problem], [Attempt(one), Attempt(other)], [says(0, doubtful), says(1, checked)])
    assert (verdict.outcome, verdict.certified, verdict.winner.method) == ("violated", True, other)


@pytest.mark.parametrize(("world", "bound"), [("explicit", 1), ("symbolic", None), ("probabilistic", 1)])
def test_how_large_the_whole_is_where_that_is_known(world, bound):
    problem, stats, (one, other, _) = WORLDS[world]
    attempts, seen = [Attempt(one), Attempt(other)], stats()
    seen.count(states=1)
    proof = problem.verdict(one, seen, "holds", certified=True)
    [verdict], _ = scripts.raced([problem], attempts, says(0, proof))
    assert (verdict.whole is None) == (bound is None)
    if bound is not None:
        assert (verdict.whole.exact, verdict.whole.bound) == (True, bound)
    by_parts = replace(proof, method=other)
    [verdict], _ = scripts.raced([problem], attempts, says(1, by_parts))
    assert bound is None or not verdict.whole.exact


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cut_that_does_not_exist_is_no_reason(jobs):
    workers = Workers(jobs)
    assert [result.verdict.outcome for result in check_model(SMV, workers=workers)] == ["holds", "holds"]
    unlucky = check_model(SMV, Budget(0.0), workers=workers)
    assert all("time budget ran out" in result.verdict.reason for result in unlucky)


@pytest.mark.slow
def test_with_one_worker_turns_do_not_depend_on_the_clock(monkeypatch):
    """``monolithic`` is not given enough to end in the first round, and is overtaken in the second."""
    monkeypatch.setattr(symbolic, "_POLLS", 2)
    told = []
    for _ in range(2):
        results = check_model(SMV, workers=Workers(1))
        told.append([(r.verdict.outcome, r.verdict.winner.method, [x.state for x in r.verdict.race]) for r in results])
    assert told[0] == told[1]
    assert [outcome for outcome, _, _ in told[0]] == ["holds", "holds"]


def test_an_answer_that_was_lost_on_the_way_comes_with_the_end():
    told = (Answered(0, CHECKED),)
    verdict, _ = raced(Done(0, Finished(False, told)), attempts=(WHOLE, BEST))
    assert (verdict.outcome, verdict.certified) == (CHECKED.outcome, True)
