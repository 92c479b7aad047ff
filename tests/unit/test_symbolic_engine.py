"""The engine against explicit enumeration on random small models: states, rings, verdicts, traces, lassos."""

from __future__ import annotations

import random

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.flat.evaluate import evaluate
from quidpro.flat.explicit import replay
from quidpro.frontend.smv.model import load_smv
from tests.many import in_one
from tests.naive_smv import Graph
from tests.random_machines import RandomModel

MODELS = 100


def flat(text):
    return load_smv(Source("random.smv", text)).flat()


def examined(model, **settings):
    return Monolithic(model, Budget(), settings=Settings(**settings))


def random_model(seed, **kinds):
    rng = random.Random(seed)
    made = RandomModel(rng, **kinds)
    specs = [f"INVARSPEC {made.condition(inputs=False)}", f"SPEC AG {made.condition(inputs=False)}"]
    specs += [f"SPEC {made.ctl()}" for _ in range(3)]
    return flat(made.text(specs))


def bad_end(finding):
    return evaluate(finding.spec.invariant, finding.trace[-1]) is False


def fair_loop(model, finding):
    loop = finding.trace[finding.loop : -1]
    return all(any(evaluate(c.expr, state) is True for state in loop) for c in model.justice)


def closed(model, finding):
    names = [v.name for v in model.states]
    first, last = finding.trace[finding.loop], finding.trace[-1]
    return finding.loop < len(finding.trace) - 1 and all(first[n] == last[n] for n in names)


def truth(graph, spec):
    """NuSMV's reading: INVARSPEC is about reachable states, everything else about initial states with a fair path."""
    if spec.section == "INVARSPEC":
        return graph.invariant(spec.invariant)
    fair = graph.fair()
    return not ((set(graph.initial) & fair) - graph.satisfying(spec.formula, fair))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MODELS))
def test_agrees_with_enumeration(seed):
    model = random_model(seed)
    graph = Graph(model)
    engine = examined(model, cluster_nodes=random.Random(seed).choice([1, 20, 5000]))
    found = engine.reachable()
    assert engine.machine.count(found.states) == len(graph.states)
    assert found.diameter == len(graph.layers)
    for spec in model.specs:
        finding = engine.check(spec)
        assert (finding.outcome == "holds") == truth(graph, spec), spec.text
        if finding.trace is not None:
            assert replay(model, finding.trace) is None
            assert finding.loop is None or (closed(model, finding) and fair_loop(model, finding))
            assert spec.invariant is None or bad_end(finding)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MODELS))
def test_images(seed):
    model = random_model(seed)
    graph = Graph(model)
    machine = examined(model).machine
    chosen = [n for n in range(len(graph.states)) if random.Random(seed + n).random() < 0.4]
    sets = machine.manager.disjunction(machine.bits.state(graph.states[n]) for n in chosen)
    everything = machine.manager.disjunction(map(machine.bits.state, graph.states))
    after = {t for n in chosen for t, _ in graph.steps[n]}
    before = graph.before(set(chosen))
    assert machine.relation.image(sets) == machine.manager.disjunction(
        machine.bits.state(graph.states[n]) for n in after
    )
    assert machine.relation.preimage(sets) & everything == machine.manager.disjunction(
        machine.bits.state(graph.states[n]) for n in before
    )


@in_one(seed=range(60))
def test_invariants_of_steps(seed):
    rng = random.Random(seed)
    made = RandomModel(rng, fairness=False)
    model = flat(made.text([f"INVARSPEC {made.condition(next=True)}"]))
    graph = Graph(model)
    (spec,) = model.specs
    finding = examined(model).check(spec)
    steps = ((graph.states[s] | given, graph.states[t]) for s, all_ in enumerate(graph.steps) for t, given in all_)
    if not any(v in spec.text for v in ("next", "i0")):
        assert (finding.outcome == "holds") == graph.invariant(spec.invariant)
        return
    assert (finding.outcome == "holds") == all(evaluate(spec.invariant, a, b) is True for a, b in steps)
    if finding.trace is not None:
        assert replay(model, finding.trace) is None
        assert evaluate(spec.invariant, finding.trace[-2], finding.trace[-1]) is False


def test_shortest_counterexample():
    model = flat("MODULE main VAR x : 0..9; ASSIGN init(x) := 0; next(x) := x < 9 ? {x, x + 1} : x; INVARSPEC x < 7;")
    finding = examined(model).check(model.specs[0])
    assert [state["x"] for state in finding.trace] == list(range(8))


DEADLOCK = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; TRANS next(x) = x + 1; "


@pytest.mark.parametrize(
    ("spec", "outcome"),
    [
        ("INVARSPEC x < 3", "violated"),
        ("SPEC AG x < 3", "holds"),
        ("LTLSPEC G x < 3", "holds"),
        ("SPEC x = 1", "holds"),
        ("SPEC AF x = 1", "holds"),
        ("SPEC AG EX TRUE", "holds"),
        ("LTLSPEC F FALSE", "holds"),
    ],
)
def test_deadlock_makes_formulas_about_paths_true_and_says_so(spec, outcome):
    model = flat(f"{DEADLOCK} {spec};")
    finding = examined(model).check(model.specs[0])
    assert finding.outcome == outcome
    assert any("no infinite fair path" in note for note in finding.notes) == (outcome == "holds")


def test_a_dead_end_is_told():
    text = "MODULE main VAR x : 0..3; ASSIGN init(x) := {0, 1}; TRANS x > 0 -> next(x) = x + 1; SPEC AG EX TRUE;"
    model = flat(text)
    (note,) = examined(model).check(model.specs[0]).notes
    assert "reachable states from which no infinite fair path goes on" in note


def test_no_initial_state():
    model = flat("MODULE main VAR x : boolean; INIT x & !x; INVARSPEC x; SPEC AF x; LTLSPEC F x;")
    engine = examined(model)
    for spec in model.specs:
        finding = engine.check(spec)
        assert finding.outcome == "holds"
        assert "no initial state" in finding.notes[0]


@pytest.mark.parametrize("method", ["monolithic", "symbolic", "circular", "pdr", "induction"])
def test_that_there_is_no_initial_state_is_said_by_every_method_that_sees_it(method):
    text = "MODULE main VAR x : boolean; y : boolean; INIT {}; ASSIGN next(y) := x; INVARSPEC x | !x | y"
    for start, noted in (("x & !x", True), ("x & !y", False)):
        verdict = quidpro.check(quidpro.loads(text.format(start), "smv"), method=method).verdict
        assert verdict.outcome == "holds"
        assert any("no initial state" in note for note in verdict.notes) == noted


def test_process_fairness_is_about_inputs():
    text = """
    MODULE main VAR a : process p; b : process p; SPEC AF a.x; SPEC AF b.x; SPEC AG (a.x -> AX a.x);
    MODULE p VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := TRUE; FAIRNESS running
    """
    model = flat(text)
    engine = examined(model)
    assert [engine.check(spec).outcome for spec in model.specs] == ["holds", "holds", "holds"]
    unfair = flat(text.replace("FAIRNESS running", ""))
    assert [examined(unfair).check(spec).outcome for spec in unfair.specs] == ["violated", "violated", "holds"]


@pytest.mark.parametrize(
    ("pairs", "outcome"),
    [("", "violated"), ("COMPASSION (!p, q);", "violated"), ("COMPASSION (!p, p);", "holds")],
)
def test_compassion(pairs, outcome):
    """Without compassion p may never come; it comes when states without it must be followed by states with it."""
    text = f"MODULE main VAR p : boolean; q : boolean; ASSIGN init(p) := FALSE; {pairs} SPEC AF p;"
    model = flat(text)
    finding = examined(model).check(model.specs[0])
    assert finding.outcome == outcome
    if finding.trace is not None:
        assert replay(model, finding.trace) is None
        assert closed(model, finding)
        loop = finding.trace[finding.loop : -1]
        assert not any(state["p"] for state in finding.trace)
        assert not pairs or any(state["q"] for state in loop)


def test_bounded_operators():
    text = "MODULE main VAR x : 0..9; ASSIGN init(x) := 0; next(x) := x < 9 ? x + 1 : 9; "
    formulas = {
        "EBF 2..4 (x = 4)": True, "EBF 2..4 (x = 5)": False, "EBF 2..4 (x = 1)": False, "ABF 0..3 (x = 3)": True,
        "EBG 3..5 (x > 2)": True, "EBG 2..5 (x > 2)": False, "ABG 3..5 (x in 3..5)": True,
        "ABG 3..6 (x in 3..5)": False,
        "E [x < 4 BU 1..5 x = 4]": True, "E [x < 3 BU 1..5 x = 4]": False, "A [x < 4 BU 4..4 x = 4]": True,
        "A [x < 4 BU 5..6 x = 4]": False,
    }  # fmt: skip
    model = flat(text + " ".join(f"SPEC {formula};" for formula in formulas))
    engine = examined(model)
    assert {spec.text: engine.check(spec).outcome == "holds" for spec in model.specs} == formulas


def test_compute():
    text = "MODULE main VAR x : 0..9; ASSIGN init(x) := 0; "
    text += "next(x) := case x < 4 : {x + 1, x + 2}; x = 9 : 9; TRUE : x + 1; esac;"
    measures = {
        "MIN [x = 0, x = 9]": 7,
        "MAX [x = 0, x = 9]": 9,
        "MAX [x = 9, x = 0]": "infinite",
        "MIN [x = 9, x = 1]": "infinite",
    }
    model = flat(text + " ".join(f"COMPUTE {measure};" for measure in measures))
    engine = examined(model)
    assert {s.text: engine.check(s).notes for s in model.specs} == {
        text: (f"the length is {length}",) for text, length in measures.items()
    }
