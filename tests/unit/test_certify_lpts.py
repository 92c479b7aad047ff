"""The checker of the probabilistic world: what it confirms, and what nobody can make it confirm."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from benchmarks.lpts_models import client, client_server
from quidpro.checker.conclusion import Rejected
from quidpro.checker.probabilistic import certify_lpts
from quidpro.checker.probabilistic.flow import has_weight_function
from quidpro.checker.probabilistic.parts import Part
from quidpro.core.budget import Budget
from quidpro.engines.probabilistic.pctl import parse
from quidpro.lpts import LPTS
from tests.unit.certify_lpts_samples import (
    AGAIN,
    BROKEN,
    INPUT,
    KEPT,
    LIMIT,
    LINK,
    LOUD,
    NO_B,
    ORDER,
    OUTPUT,
    PAIR,
    QUIET,
    STRICT,
    Damage,
    made,
    refusal,
    relabelled,
)


@pytest.mark.parametrize(
    ("components", "spec", "method", "rule", "verdict"),
    [
        (PAIR, ORDER, "agar", "asym", "holds"),
        (PAIR, ORDER, "monolithic", "monolithic", "holds"),
        (PAIR, STRICT, "agar", "execution", "violated"),
        (PAIR, STRICT, "monolithic", "execution", "violated"),
        (*client_server(2, 2), "agar", "asym-n", "holds"),
        (LINK, KEPT, "agar", "asym", "holds"),
        (LINK, KEPT, "monolithic", "monolithic", "holds"),
        (LINK, BROKEN, "agar", "execution", "violated"),
        ([AGAIN], LIMIT, "monolithic", "scheduler", "violated"),
    ],
)
def test_what_the_engines_say_is_confirmed(components, spec, method, rule, verdict):
    certificate = made(components, spec, method)
    assert (certificate["rule"], certificate["verdict"]) == (rule, verdict)
    outcome = certify_lpts(certificate, components, spec)
    assert outcome.ok, outcome.reason


def test_groups_of_components_need_not_be_composed_by_anybody():
    components, spec = client_server(2, 2)
    certificate = made(components, spec, "monolithic")
    assert certificate["groups"] == [[0, 1, 2]]
    shuffled = [[row[1], row[0], row[2], row[3]] for row in certificate["premises"][0]["relation"]]
    certificate |= {"groups": [[1, 0, 2]], "premises": [{"relation": shuffled}]}
    assert certify_lpts(certificate, components, spec).ok


def test_a_certificate_moved_to_another_system_is_refused():
    certificate = made(PAIR, ORDER)
    assert "Output is not the component" in refusal(
        certificate, [INPUT, client(1, may_fail=True).named("Output")], ORDER
    )
    assert "Order is not the specification" in refusal(certificate, PAIR, STRICT.named("Order"))
    assert "not about the formula" in refusal(certificate, PAIR, KEPT)
    assert "not about 1 components" in refusal(certificate, PAIR[:1], ORDER)
    assert "Output is not the component" in refusal(certificate, PAIR[::-1], ORDER)
    marked = replace(INPUT, marks={"bad": frozenset({0})})
    assert "digest differs" in refusal(certificate, [marked, OUTPUT], ORDER)


def test_names_do_not_count():
    assert certify_lpts(made(PAIR, ORDER), [INPUT.named("I"), OUTPUT.named("O")], ORDER.named("P")).ok


def test_a_proof_under_another_head_proves_nothing():
    worse = LPTS.of([(0, "send", 1), (1, "output", {1: "0.2", 2: "0.8"}), (2, "ack", 0)], name="Output")
    assert "premise 1" in refusal(relabelled(made(PAIR, ORDER, "monolithic"), PAIR, STRICT), PAIR, STRICT)
    assert "premise 2" in refusal(relabelled(made(PAIR, ORDER), [INPUT, worse], ORDER), [INPUT, worse], ORDER)
    assert "simulates the tree" in refusal(relabelled(made(PAIR, STRICT), PAIR, ORDER), PAIR, ORDER)
    assert "satisfies the formula" in refusal(relabelled(made(LINK, BROKEN), LINK, KEPT), LINK, KEPT)
    wider = parse('P<=1/2 [ F "bad" ]')
    assert "do not show" in refusal(relabelled(made([AGAIN], LIMIT), [AGAIN], wider), [AGAIN], wider)


def test_a_tree_of_a_worse_component_is_no_execution():
    worse = LPTS.of([(0, "send", 1), (1, "output", {1: "0.2", 2: "0.8"}), (2, "ack", 0)], name="Output")
    lie = relabelled(made([INPUT, worse], ORDER), PAIR, ORDER)
    assert "Output cannot do that" in refusal(lie, PAIR, ORDER)


def test_values_that_are_a_little_too_low_prove_nothing():
    formula = parse('P<=1/10 [ F "bad" ]')
    lie = relabelled(made(LINK, formula, "monolithic"), LINK, BROKEN)
    (told,) = lie["premises"][0]["values"]
    assert "1/10" in told["values"]
    told["values"] = ["9/100" if value == "1/10" else value for value in told["values"]]
    assert "leads to more than its value" in refusal(lie, LINK, BROKEN)


DAMAGES: list[tuple[str, Damage]] = [
    ("format", lambda c: c.update(format="other")),
    ("version", lambda c: c.update(version=2)),
    ("world", lambda c: c.pop("world")),
    ("rule", lambda c: c.update(rule="asym-n" if c["rule"] == "monolithic" else "monolithic")),
    ("rule unknown", lambda c: c.update(rule="magic")),
    ("verdict", lambda c: c.update(verdict="violated")),
    ("no components", lambda c: c.update(components=[])),
    ("null for components", lambda c: c.update(components=None)),
    ("components that are none", lambda c: c.update(components=[None, None])),
    ("no specification", lambda c: c.update(specification=None)),
    ("no groups", lambda c: c.update(groups=[])),
    ("null for groups", lambda c: c.update(groups=None)),
    ("groups that are none", lambda c: c.update(groups=[0, 1])),
    ("an empty group", lambda c: c["groups"].append([])),
    ("a component left out", lambda c: c["groups"][0].pop()),
    ("a component twice", lambda c: c["groups"][-1].append(0)),
    ("a component from nowhere", lambda c: c["groups"][0].append(7)),
    ("true is no component", lambda c: c.update(groups=[[False], [True]])),
    ("an assumption more", lambda c: c["assumptions"].append({})),
    ("null for assumptions", lambda c: c.update(assumptions=None)),
    ("no premises", lambda c: c.update(premises=[])),
    ("null for premises", lambda c: c.update(premises=None)),
    ("a premise that is none", lambda c: c["premises"].__setitem__(0, [])),
    ("no relation", lambda c: c["premises"].__setitem__(-1, {})),
    ("an empty relation", lambda c: c["premises"].__setitem__(-1, {"relation": []})),
    ("a pair left out", lambda c: c["premises"][-1]["relation"].pop(0)),
    ("the last pair left out", lambda c: c["premises"][-1]["relation"].pop()),
    ("a row too short", lambda c: c["premises"][-1]["relation"][0].pop()),
    ("a state from nowhere", lambda c: c["premises"][-1]["relation"][0].__setitem__(0, 99)),
    ("a negative state", lambda c: c["premises"][-1]["relation"][0].__setitem__(0, -1)),
    ("a float for a state", lambda c: c["premises"][-1]["relation"][0].__setitem__(0, 0.0)),
    ("truth for a state", lambda c: c["premises"][-1]["relation"][0].__setitem__(0, False)),
]


@pytest.mark.parametrize(("what", "damage"), DAMAGES, ids=[what for what, _ in DAMAGES])
@pytest.mark.parametrize("method", ["agar", "monolithic"])
def test_a_damaged_proof_is_refused(what, damage, method):
    certificate = made(PAIR, ORDER, method)
    if what == "true is no component" and method == "monolithic":
        pytest.skip("one group")
    damage(certificate)
    assert refusal(certificate, PAIR, ORDER)


ASSUMPTIONS: list[tuple[str, Damage]] = [
    ("no LPTS", lambda a: a.clear()),
    ("no states", lambda a: a.update(states=0)),
    ("endless states", lambda a: a.update(states=10**30)),
    ("initial from nowhere", lambda a: a.update(initial=5)),
    ("probabilities past one", lambda a: a["transitions"][0][2].append([0, "1/2"])),
    ("a negative probability", lambda a: a["transitions"][0].__setitem__(2, [[0, "3/2"], [1, "-1/2"]])),
    ("nothing", lambda a: a["transitions"][0].__setitem__(2, [])),
    ("a float", lambda a: a["transitions"][0].__setitem__(2, [[0, 1.0]])),
    ("infinity", lambda a: a["transitions"][0].__setitem__(2, [[0, "1e999999999"]])),
    ("over nothing", lambda a: a["transitions"][0].__setitem__(2, [[0, "1/0"]])),
    ("a state twice", lambda a: a["transitions"][0].__setitem__(2, [[0, "1/2"], [0, "1/2"]])),
    ("an action it has not", lambda a: a.update(alphabet=["send"])),
    ("an action of nobody", lambda a: a["alphabet"].append("magic")),
    ("an action of the others", lambda a: a["alphabet"].append("input")),
    ("no transitions", lambda a: a.update(transitions=[])),
    ("all states stay", lambda a: a.update(transitions=[[0, "send", [[0, "1"]]], [0, "ack", [[0, "1"]]]])),
    ("marks that are none", lambda a: a.update(marks=[])),
]


@pytest.mark.parametrize(("what", "damage"), ASSUMPTIONS, ids=[what for what, _ in ASSUMPTIONS])
def test_a_damaged_assumption_is_refused(what, damage):
    certificate = made(PAIR, ORDER)
    damage(certificate["assumptions"][0])
    assert refusal(certificate, PAIR, ORDER)


@pytest.mark.parametrize("times", [0, 2])
def test_between_two_groups_there_is_one_assumption(times):
    certificate = made(PAIR, ORDER)
    certificate["assumptions"] *= times
    assert "2 groups need 1 assumptions" in refusal(certificate, PAIR, ORDER)


def test_an_assumption_may_not_forbid_what_only_others_do():
    """With ``input`` in its alphabet and no transition for it, it would keep the first component from moving."""
    certificate = made(PAIR, ORDER)
    blocking = certificate["assumptions"][0]
    blocking |= {"alphabet": [*blocking["alphabet"], "input"], "name": "A"}
    assert "speaks of input" in refusal(certificate, PAIR, ORDER)


@pytest.mark.parametrize("together", [[QUIET, LOUD], [LOUD, QUIET]], ids=str)
@pytest.mark.parametrize("times", [1, 2])
def test_a_component_that_goes_wrong_is_not_left_out(together, times):
    lie = relabelled(made([QUIET], NO_B, "monolithic"), together, NO_B)
    lie |= {"groups": [[together.index(QUIET)] * times], "premises": [{"relation": [[0] * (times + 1)]}]}
    assert "must stand in exactly one group" in refusal(lie, together, NO_B)


def test_an_assumption_allows_what_it_does_not_mention():
    """It stays where it does not know an action of its part, in both premises: else nobody would look at ``b``."""
    lie = relabelled(made([QUIET], NO_B, "monolithic"), [QUIET, LOUD], NO_B)
    deaf = {"name": "A", "alphabet": [], "states": 1, "initial": 0, "marks": {}, "transitions": []}
    shown = [{"relation": [[0, 0, 0]]}, {"relation": [[0, 0]]}]
    lie |= {"rule": "asym", "groups": [[0], [1]], "assumptions": [deaf], "premises": shown}
    assert "premise 1: the states (0, 0) and 0: nothing answers b" in refusal(lie, [QUIET, LOUD], NO_B)


@pytest.mark.parametrize(
    ("transition", "words"),
    [
        ([0, "b", [[0, "1"]]], "does an action that is not in its alphabet"),
        ([1, "b", [[0, "1"]]], "has a transition from nowhere"),
        ([-1, "b", [[0, "1"]]], "has a transition from nowhere"),
        ([0, 7, [[0, "1"]]], "has a transition from nowhere"),
        ([0, "b", [[1, "1"]]], "has a distribution over states that it does not have"),
        ([0, "b", [[-1, "1"]]], "has a distribution over states that it does not have"),
        ([0, "b", [[0, "1"], [0, "1"]]], "has a distribution over states that it does not have"),
        ([0, "b", [[0, "1"], [False, "0"]]], "has a distribution over states that it does not have"),
        ([0, "b", [[0, "1/2"]]], "has probabilities that do not sum to one"),
    ],
)
def test_an_assumption_is_an_lpts(transition, words):
    """With ``b`` outside its alphabet it would answer ``b`` of its part, and do none itself."""
    lie = relabelled(made([QUIET], NO_B, "monolithic"), [QUIET, LOUD], NO_B)
    told = {"name": "A", "alphabet": [], "states": 1, "initial": 0, "marks": {}, "transitions": [transition]}
    shown = [{"relation": [[0, 0, 0]]}, {"relation": [[0, 0]]}]
    lie |= {"rule": "asym", "groups": [[0], [1]], "assumptions": [told], "premises": shown}
    assert words in refusal(lie, [QUIET, LOUD], NO_B)


@pytest.mark.parametrize("state", [0, 1])
def test_what_has_no_probability_is_in_no_distribution(state):
    certificate = made(PAIR, ORDER)
    pairs = certificate["assumptions"][0]["transitions"][0][2]
    assert len(pairs) == 1
    pairs.insert(state, [1 - pairs[0][0], "0"])
    assert "do not sum to one" in refusal(certificate, PAIR, ORDER)


@pytest.mark.parametrize(("components", "spec"), [(PAIR, STRICT), (LINK, BROKEN), ([AGAIN], LIMIT)])
def test_a_refutation_proves_nothing(components, spec):
    certificate = made(components, spec, "monolithic")
    assert certificate["verdict"] == "violated"
    for verdict in ("holds", "unknown", None):
        assert "there is no rule" in refusal(certificate | {"verdict": verdict}, components, spec)


@pytest.mark.parametrize("rule", ["scheduler", "magic"])
def test_a_scheduler_is_for_formulas_and_goes_by_its_name(rule):
    certificate = made([AGAIN], LIMIT, "monolithic")
    if rule == "magic":
        assert "there is no rule 'magic'" in refusal(certificate | {"rule": rule}, [AGAIN], LIMIT)
    else:
        told = made(PAIR, STRICT) | {"rule": rule, "values": certificate["values"]}
        assert "there is no rule 'scheduler'" in refusal(told, PAIR, STRICT)


def test_every_pair_has_the_same_marks():
    """One state of the part with two of the specification, of which only the first is like it."""
    spec = LPTS.of([(0, "a", 1), (1, "a", 1)], marks={"bad": [1]}, name="P")
    told = relabelled(made([QUIET], NO_B, "monolithic"), [QUIET], spec)
    told["premises"] = [{"relation": [[0, 0], [0, 1]]}]
    assert "different marks" in refusal(told, [QUIET], spec)


@pytest.mark.parametrize("seed", range(5))
def test_weight_functions_are_there_when_every_set_has_room(seed):
    """Lemma 1 of pAGAR: what some of the left weigh is no more than all that they are related to."""
    rng = random.Random(seed)
    seen = set()
    for _ in range(100):
        left, right = ([rng.randint(1, 4) for _ in range(rng.randint(1, 4))] for _ in range(2))
        right[-1] += max(0, sum(left) - sum(right))
        related = [[j for j in range(len(right)) if rng.random() < 0.6] for _ in left]
        sets = [[i for i in range(len(left)) if bits >> i & 1] for bits in range(1 << len(left))]
        fits = all(
            sum(left[i] for i in some) <= sum(right[j] for j in {j for i in some for j in related[i]}) for some in sets
        )
        assert has_weight_function(left, right, related) == fits
        seen.add(fits)
    assert len(seen) == 2


@pytest.mark.parametrize("nonsense", [None, [], "certificate", 7, {}, {"format": []}])
def test_what_is_no_certificate_is_refused(nonsense):
    assert refusal(nonsense, PAIR, ORDER)


def test_a_state_that_the_specification_marks_must_be_marked():
    marked = replace(ORDER, marks={"bad": frozenset({0})})
    certificate = made(PAIR, ORDER, "monolithic")
    certificate["specification"] = made(PAIR, marked, "monolithic")["specification"]
    assert "different marks" in refusal(certificate, PAIR, marked)


@pytest.mark.slow
def test_the_checker_has_time_and_no_more():
    components, spec = client_server(3, 3)
    outcome = certify_lpts(made(components, spec, "monolithic"), components, spec, Budget(polls=0))
    assert (outcome.ok, outcome.refuted) == (False, False)
    assert "not checked to the end" in outcome.reason


def test_every_single_row_of_a_proof_is_needed_or_harmless():
    """Without any one row of a relation that was cut down to what is needed nothing is proved."""
    certificate = made(PAIR, ORDER)
    for number, premise in enumerate(certificate["premises"]):
        for row in range(len(premise["relation"])):
            damaged = copy.deepcopy(certificate)
            damaged["premises"][number]["relation"].pop(row)
            assert refusal(damaged, PAIR, ORDER)


@pytest.mark.slow
def test_the_checker_needs_none_of_the_engines():
    probe = (
        "import sys, quidpro.checker.probabilistic\n"
        "engines = ['quidpro.engines', 'numba', *(f'quidpro.lpts.{n}' for n in ('simulation', 'flow', 'ops'))]\n"
        "print([name for name in engines if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_states_beyond_64_bits():
    """Thirty components of which each has a hundred states, nearly all of them out of reach."""
    components = [LPTS.from_rows(100, [(0, "a", ((0, Fraction(1)),))], name=f"M{i}") for i in range(30)]
    spec = LPTS.of([(0, "a", 0)], name="P")
    certificate = made(components, spec, "monolithic")
    assert certificate["premises"][0]["relation"] == [[0] * 31]
    assert certify_lpts(certificate, components, spec).ok
    certificate["premises"][0]["relation"] = [[0] * 29 + [99, 0]]
    assert "initial states" in refusal(certificate, components, spec)


@pytest.mark.parametrize("state", [True, 1.0, "1", -1, 3, 1 << 70, None])
def test_what_is_no_state_is_in_no_relation(state):
    certificate = made(PAIR, ORDER, "monolithic")
    certificate["premises"][0]["relation"][1][0] = state
    assert "which does not exist" in refusal(certificate, PAIR, ORDER)


def test_bisimilar_states_have_the_same_partners():
    """The rule knows one state where the component has two; the certificate speaks of both."""
    doubled = LPTS.of([("a", "input", "b"), ("b", "send", "c"), ("c", "ack", "d"), ("d", "input", "e"),
                       ("e", "send", "f"), ("f", "ack", "a")], name="Doubled")  # fmt: skip
    components = [doubled, OUTPUT]
    certificate = made(components, ORDER)
    assert {row[0] for row in certificate["premises"][0]["relation"]} == set(range(6))
    assert certify_lpts(certificate, components, ORDER).ok


@pytest.mark.slow
def test_probabilities_that_nobody_could_compute_with_are_refused():
    """Each is exact and they sum to one, but what they have in common is longer than the certificate."""
    primes = [10**3900 + odd for odd in range(1, 400, 2)]
    transitions = [[0, "a", [[0, f"1/{prime}"], [1, f"{prime - 1}/{prime}"]]] for prime in primes]
    fields = {"name": "A", "alphabet": ["a"], "states": 2, "initial": 0, "marks": {}, "transitions": transitions}
    with pytest.raises(Rejected, match="common denominator"):
        Part.read(fields, frozenset(), "assumption 1")
