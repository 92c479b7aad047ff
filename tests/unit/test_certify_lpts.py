"""The checker of the probabilistic world: what it confirms, and what nobody can make it confirm."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from benchmarks.lpts_models import client, client_server
from quidpro.certify.conclusion import Rejected
from quidpro.certify.lpts import certify_lpts
from quidpro.certify.lpts.parts import Part
from quidpro.core.budget import Budget
from quidpro.lpts import LPTS
from quidpro.probabilistic.certificate import certificate_of
from quidpro.probabilistic.check import check
from quidpro.probabilistic.pctl import parse
from quidpro.verdict.lpts_certificate import write_lpts_certificate

INPUT = LPTS.of([(0, "input", 1), (1, "send", 2), (2, "ack", 0)], name="Input")
OUTPUT = LPTS.of(
    [(0, "send", 1), (1, "output", {1: "0.1", 2: "0.9"}), (2, "ack", 0)], name="Output", marks={"bad": [2]}
)
ORDER = LPTS.of([(0, "input", 1), (1, "output", {1: "0.1", 0: "0.9"})], name="Order")
STRICT = LPTS.of([(0, "input", 1), (1, "output", {1: "0.05", 0: "0.95"})], name="Strict")
PAIR = [INPUT, OUTPUT]
SENDER = LPTS.of([(0, "send", 1), (1, "ok", 0), (1, "lost", 2)], marks={"bad": [2]}, name="Sender")
CHANNEL = LPTS.of([(0, "send", {1: "9/10", 2: "1/10"}), (1, "ok", 3), (2, "lost", 2)], name="Channel")
LINK = [SENDER, CHANNEL]
KEPT = parse('P<=1/10 [ F ("bad" & !P<=1/2 [ F "bad" ]) ]')
BROKEN = parse('P<=0.09 [ F "bad" ]')
AGAIN = LPTS.of([(0, "try", {0: "1/2", 1: "1/4", 2: "1/4"})], marks={"bad": [1]}, name="Again")
LIMIT = parse('P<1/2 [ F "bad" ]')

Certificate = dict[str, Any]
Damage = Callable[[Certificate], object]


def made(components: list[LPTS], spec: Any, method: str = "agar") -> Certificate:
    """A certificate as it is read from a file."""
    order = None if method == "monolithic" else range(len(components))
    fields = certificate_of(check(components, spec, method=method, order=order), components, spec)
    assert fields is not None
    return json.loads(write_lpts_certificate(fields))


def refusal(certificate: Any, components: list[LPTS], spec: Any) -> str:
    outcome = certify_lpts(certificate, components, spec)
    assert outcome.refuted
    assert not outcome.ok
    return outcome.reason


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


def relabelled(certificate: Certificate, components: list[LPTS], spec: Any) -> Certificate:
    """The body of a certificate under the head of another system."""
    body = {
        key: certificate[key]
        for key in ("rule", "verdict", "groups", "assumptions", "premises", "tree", "values")
        if key in certificate
    }
    return made(components, spec, "monolithic") | body


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
    ("no specification", lambda c: c.update(specification=None)),
    ("no groups", lambda c: c.update(groups=[])),
    ("an empty group", lambda c: c["groups"].append([])),
    ("a component left out", lambda c: c["groups"][0].pop()),
    ("a component twice", lambda c: c["groups"][-1].append(0)),
    ("a component from nowhere", lambda c: c["groups"][0].append(7)),
    ("true is no component", lambda c: c.update(groups=[[False], [True]])),
    ("an assumption more", lambda c: c["assumptions"].append({})),
    ("no premises", lambda c: c.update(premises=[])),
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


def test_an_assumption_may_not_forbid_what_only_others_do():
    """With ``input`` in its alphabet and no transition for it, it would keep the first component from moving."""
    certificate = made(PAIR, ORDER)
    blocking = certificate["assumptions"][0]
    blocking |= {"alphabet": [*blocking["alphabet"], "input"], "name": "A"}
    assert "speaks of input" in refusal(certificate, PAIR, ORDER)


TREES: list[tuple[str, Damage]] = [
    ("no tree", lambda c: c.pop("tree")),
    ("no nodes", lambda c: c["tree"].update(nodes=[])),
    ("another root", lambda c: c["tree"]["nodes"][0].update(states=[1, 0])),
    ("a root with too many states", lambda c: c["tree"]["nodes"][0]["states"].append(0)),
    ("another action", lambda c: c["tree"]["nodes"][0]["steps"][0].update(action="output")),
    ("an action of nobody", lambda c: c["tree"]["nodes"][0]["steps"][0].update(action="magic")),
    ("nobody moves", lambda c: c["tree"]["nodes"][0]["steps"][0].update(choices=[])),
    ("a choice from nowhere", lambda c: c["tree"]["nodes"][0]["steps"][0].update(choices=[99])),
    ("no branches", lambda c: c["tree"]["nodes"][0]["steps"][0].update(branches=[])),
    ("a child twice", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"].append(["1", 1])),
    ("a circle", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(1, 0)),
    ("a child from nowhere", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(1, 999)),
    ("half a chance", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(0, "1/2")),
    ("a float", lambda c: c["tree"]["nodes"][0]["steps"][0]["branches"][0].__setitem__(0, 1.0)),
    ("a node that nothing leads to", lambda c: c["tree"]["nodes"].append({"states": [0, 0], "steps": []})),
    ("a child elsewhere", lambda c: c["tree"]["nodes"][1].update(states=[0, 0])),
    ("no steps", lambda c: c["tree"]["nodes"][0].pop("steps")),
    ("a tree cut short", lambda c: c["tree"].update(nodes=[{"states": [0, 0], "steps": []}])),
    ("a distribution of nobody", lambda c: c["tree"]["distributions"][0].__setitem__(0, 9)),
    ("another distribution", lambda c: c["tree"]["distributions"][-1].__setitem__(1, [[1, "1/5"], [2, "4/5"]])),
    ("no number", lambda c: c["tree"]["distributions"][0].__setitem__(1, [["x", "1"]])),
    ("a list for a state", lambda c: c["tree"]["distributions"][0].__setitem__(1, [[[], "1"]])),
]


@pytest.mark.parametrize(("what", "damage"), TREES, ids=[what for what, _ in TREES])
def test_a_damaged_tree_is_refused(what, damage):
    certificate = made(PAIR, STRICT)
    damage(certificate)
    assert refusal(certificate, PAIR, STRICT)


VALUES: list[tuple[str, Damage]] = [
    ("none", lambda p: p.pop("values")),
    ("too few", lambda p: p["values"].pop()),
    ("misshapen", lambda p: p["values"].__setitem__(0, [])),
    ("all zero", lambda p: p["values"][-1].update(values=["0"] * 9)),
    ("above one", lambda p: p["values"][-1].update(values=["2"] * 9)),
    ("a float", lambda p: p["values"][-1].update(values=[0.1] * 9)),
    ("negative", lambda p: p["values"][-1].update(values=["-1"] * 9)),
    ("a state from nowhere", lambda p: p["values"][-1]["rows"].append([9, 9, 0])),
    ("a value from nowhere", lambda p: p["values"][-1]["rows"][0].__setitem__(-1, 99)),
    ("a row too short", lambda p: p["values"][-1]["rows"][0].pop()),
    ("nothing listed", lambda p: p["values"][-1].update(rows=[])),
    ("a relation instead", lambda p: p.update(values=None, relation=[])),
]


@pytest.mark.parametrize(("what", "damage"), VALUES, ids=[what for what, _ in VALUES])
def test_damaged_bounds_are_refused(what, damage):
    certificate = made(LINK, KEPT)
    damage(certificate["premises"][0])
    assert refusal(certificate, LINK, KEPT)


@pytest.mark.parametrize("value", ["0", "2/5", "499/1000", "501/1000", "3/5", "1"])
def test_only_what_a_scheduler_attains_is_a_lower_bound(value):
    certificate = made([AGAIN], LIMIT)
    values = certificate["values"][0]
    values["values"] = [value if text == "1/2" else text for text in values["values"]]
    assert refusal(certificate, [AGAIN], LIMIT)


def test_a_loop_keeps_every_value_but_attains_none():
    lpts = LPTS.of([(0, "stay", 0), (0, "go", {1: "1/4", 2: "3/4"})], marks={"bad": [1]}, name="L")
    formula = parse('P<=1/4 [ F "bad" ]')
    head = made([lpts], formula, "monolithic")
    dream = head | {
        "rule": "scheduler",
        "verdict": "violated",
        "values": [{"values": ["1", "1"], "rows": [[0, 0], [1, 1]]}],
    }
    for forgotten in ("groups", "assumptions", "premises"):
        dream.pop(forgotten)
    assert "leads from (0)" in refusal(dream, [lpts], formula)


@pytest.mark.parametrize("nonsense", [None, [], "certificate", 7, {}, {"format": []}])
def test_what_is_no_certificate_is_refused(nonsense):
    assert refusal(nonsense, PAIR, ORDER)


def test_a_state_that_the_specification_marks_must_be_marked():
    marked = replace(ORDER, marks={"bad": frozenset({0})})
    certificate = made(PAIR, ORDER, "monolithic")
    certificate["specification"] = made(PAIR, marked, "monolithic")["specification"]
    assert "different marks" in refusal(certificate, PAIR, marked)


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


def test_the_checker_needs_none_of_the_engines():
    probe = (
        "import sys, quidpro.certify.lpts\n"
        "engines = ['quidpro.probabilistic', 'numba', *(f'quidpro.lpts.{n}' for n in ('simulation', 'flow', 'ops'))]\n"
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
    assert "which is none" in refusal(certificate, PAIR, ORDER)


def test_bisimilar_states_have_the_same_partners():
    """The rule knows one state where the component has two; the certificate speaks of both."""
    doubled = LPTS.of([("a", "input", "b"), ("b", "send", "c"), ("c", "ack", "d"), ("d", "input", "e"),
                       ("e", "send", "f"), ("f", "ack", "a")], name="Doubled")  # fmt: skip
    components = [doubled, OUTPUT]
    certificate = made(components, ORDER)
    assert {row[0] for row in certificate["premises"][0]["relation"]} == set(range(6))
    assert certify_lpts(certificate, components, ORDER).ok


def test_probabilities_that_nobody_could_compute_with_are_refused():
    """Each is exact and they sum to one, but what they have in common is longer than the certificate."""
    primes = [10**3900 + odd for odd in range(1, 400, 2)]
    transitions = [[0, "a", [[0, f"1/{prime}"], [1, f"{prime - 1}/{prime}"]]] for prime in primes]
    fields = {"name": "A", "alphabet": ["a"], "states": 2, "initial": 0, "marks": {}, "transitions": transitions}
    with pytest.raises(Rejected, match="common denominator"):
        Part.read(fields, frozenset(), "assumption 1")
