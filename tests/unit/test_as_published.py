"""``--as-published``: every method can be the algorithm of its paper, and is that on the paper's own example.

The example of CGP03, with both of its tables, is in :mod:`tests.unit.test_lstar_channel`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import quidpro
from quidpro.core.errors import UsageError
from quidpro.core.options import published_values, settable
from quidpro.core.source import Source
from quidpro.engines.options import ProbabilisticRefined
from quidpro.frontend.smv.model import load_smv
from quidpro.lpts import LPTS
from quidpro.run.registry import WORLDS, world_named
from quidpro.verdict.rounds import Round
from tests.asking import Problem, solve, solve_lptss
from tests.differential.compare import random_split
from tests.many import in_one
from tests.random_lpts import random_system as random_lptss
from tests.random_systems import random_system
from tests.unit.circular_samples import in_out
from tests.unit.test_asym import INPUT, ORDER, OUTPUT
from tests.unit.test_symbolic_scv import SIMPLE

EXAMPLES = Path(__file__).parents[2] / "examples"
CHANNEL = EXAMPLES / "channel" / "channel.lts"
INFOS = [info for name in WORLDS for info in world_named(name).engines.values()]
FROM_PAPERS = [info for info in INFOS if info.paper]


class Rounds(list):
    """Hears of the rounds, with what was tried in them."""

    pictures = True

    def __call__(self, event):
        if isinstance(event, Round) and event.evidence:
            self.append(event)


def test_all_five_papers_have_a_method():
    assert {info.paper for info in FROM_PAPERS} == {"CGP03", "AGAR", "ACR", "SCV", "pAGAR"}


@pytest.mark.parametrize("info", FROM_PAPERS, ids=lambda info: info.paper)
def test_what_makes_a_method_faster_has_a_published_value(info):
    """What is left to choose is asked by the papers too: which alphabet, search, order of variables; what is given."""
    alone = {name for name, one in settable(info.options).items() if one.metadata["alone"]}
    left = settable(info.options).keys() - published_values(info.options).keys() - alone
    assert left <= {"alphabet", "counterexample", "order", "save_order", "reorder", "smt"}


def test_agar_figure_2a():
    """One abstract state is too weak, its counterexample splits it, and two are an assumption (AGAR, section 3)."""
    rounds = Rounds()
    (result,) = quidpro.check(CHANNEL, method="agar", as_published=True, events=rounds)
    assert [(one.outcome, one.assumption_states) for one in rounds] == [("too weak", 1), ("holds", 2)]
    assert rounds[0].evidence.counterexample == ("output",)
    assert result.verdict.certified


def test_acr_in_and_out():
    """One counterexample a round, of the first premise that fails; four states in all, as in the thesis' Figure 3.1.

    The thesis takes seven rounds; how many depends on which of the smallest assumptions the SAT solver finds first.
    """
    rounds = Rounds()
    (result,) = quidpro.check(in_out(), method="circular", split="In | Out", as_published=True, events=rounds)
    tried = [(one.outcome, one.evidence.counterexample, one.evidence.table.strip()) for one in rounds[::2]]
    assert tried == [
        ("premise 3 fails", ("ack",), "-(<ack>, 2)"),
        ("premise 2 fails", ("send", "ack"), "+(<send, ack>, 2)\n+(<send, ack>, 1)"),
        ("premise 2 fails", ("send", "send", "ack"), "-(<send, send>, 1)"),
        ("holds", None, ""),
    ]
    assert [assumption.lts.states for assumption in result.verdict.assumptions] == [2, 2]


def test_scv_simple():
    """The learned assumption is exactly that y is 0 (SCV, section 5)."""
    rounds = Rounds()
    model = load_smv(Source("simple.smv", SIMPLE))
    (result,) = quidpro.check(model, method="symbolic", split="m1 | m2", as_published=True, events=rounds)
    assert [(one.outcome, one.assumption_states) for one in rounds] == [("holds", 2)]
    (assumption,) = result.verdict.assumptions
    assert {(edge.source, edge.words) for edge in assumption.edges if edge.target == assumption.rejecting} == {
        (0, "m2.y"),
        (1, "TRUE"),
    }


def test_pagar_figures_1_and_5():
    """One tree, one refinement, and the assumption of Figure 5."""
    rounds = Rounds()
    parts = {"Input": INPUT, "Output": OUTPUT}
    verdict = solve_lptss(parts, ORDER, "agar", events=rounds, **published_values(ProbabilisticRefined))
    assert [one.outcome for one in rounds] == ["refined", "holds"]
    assert (verdict.outcome, verdict.certified, verdict.stats.iterations) == ("holds", True, 1)
    (assumption,) = verdict.assumptions
    assert assumption.lpts == LPTS.of([(0, "send", 1), (0, "ack", 0), (1, "output", {0: "0.9", 1: "0.1"})])


def test_pagar_keeps_to_one_tree_and_one_order():
    rounds = Rounds()
    folder = EXAMPLES / "prism" / "client_server"
    model, spec = folder / "cs_2_2.prism", folder / "cs_2_2_spec.prism"
    (ours,) = quidpro.check(model, spec=spec, method="agar")
    (result,) = quidpro.check(model, spec=spec, method="agar", as_published=True, events=rounds)
    assert result.outcome == ours.outcome == "holds"
    assert {one.evidence.order for one in rounds} == {(0, 1, 2)}
    assert result.verdict.stats.iterations > ours.verdict.stats.iterations


@pytest.mark.parametrize("method", ["lstar", "agar"])
def test_rounds_say_over_which_part_of_the_interface_they_are(method):
    """AGAR's Algorithm 3: when the alphabet grows, refinement begins anew, so that assumptions get smaller again."""
    (result,) = quidpro.check(CHANNEL, method=method, options={"alphabet": "refine"}, as_published=True)
    sizes = [done.alphabet for done in result.verdict.stats.rounds]
    assert sizes == sorted(sizes)
    assert 0 < sizes[0] < sizes[-1] == len(result.verdict.assumptions[0].lts.alphabet)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "states", "rounds", "queries"), [("lstar", 1280, 16, 737_964), ("agar", 10, 10, 0)])
def test_eight_clients_as_the_page_on_refinement_tells(method, states, rounds, queries):
    file = EXAMPLES / "client_server" / "client_server.lts"
    (result,) = quidpro.check(
        file, constants={"N": 8}, method=method, split="CLIENTS | SERVER", as_published=True, deadlock=False
    )
    stats = result.verdict.stats
    (assumption,) = result.verdict.assumptions
    assert (assumption.lts.states, stats.iterations, stats.queries) == (states, rounds, queries)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "needs a method that is from a paper"),
        ({"method": "minimise"}, r"lstar \(CGP03\), agar \(AGAR\), circular \(ACR\)"),
        ({"method": "lstar", "options": {"learner": "kv"}}, "learner is not as published in CGP03"),
        ({"method": "agar", "options": {"counterexamples": 3}}, "counterexamples is not as published in AGAR"),
        ({"method": "lstar", "as_published": "yes"}, "True or False"),
    ],
)
def test_what_contradicts_it_is_refused(arguments, words):
    with pytest.raises(UsageError, match=words):
        quidpro.check(CHANNEL, **{"as_published": True, **arguments})


def test_saying_the_same_twice_is_no_contradiction():
    results = quidpro.check(CHANNEL, method="lstar", options={"learner": "lstar", "reduce": False}, as_published=True)
    assert results.holds


@in_one(seed=range(40))
@pytest.mark.parametrize("method", ["lstar", "agar", "circular"])
def test_random_systems_are_decided_as_by_the_whole_product(method, seed):
    system = random_system(seed)
    split = random_split(Random(seed), system)
    asked = Problem(system, "safety", system.properties[0].name, split=split)
    options = published_values(world_named("explicit").engines[method].options)
    published, whole = solve(replace(asked, options=options), method), solve(asked, "monolithic")
    assert (published.outcome, published.certified) == (whole.outcome, True)


@in_one(seed=range(40))
def test_random_probabilistic_systems_are_decided_as_by_the_whole_system(seed):
    parts, spec = random_lptss(Random(seed))
    components = {f"part{i}": part for i, part in enumerate(parts)}
    published = solve_lptss(components, spec, "agar", **published_values(ProbabilisticRefined))
    assert (published.outcome, published.certified) == (solve_lptss(components, spec, "monolithic").outcome, True)
