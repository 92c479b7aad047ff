"""What every engine of every world must do, on every animal of the zoo that it can be asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

import quidpro
from tests.cli.driver import quidpro as command
from tests.cli.driver import refused
from tests.conformance import registry
from tests.conformance.zoo import DECIDED, FOLDER, REFUSED, ZOO
from tests.sampling import CAMPAIGN

ENGINES = [(world, engine) for world in registry.worlds() for engine in registry.engines(world)]
PAIRS = [(e, animal) for animal in DECIDED for e in registry.engines(animal.world) if registry.can_answer(e, animal)]
ASKED = [(engine, animal) for engine, animal in PAIRS if registry.decides(engine, animal)]
UNASKED = [(engine, animal) for engine, animal in PAIRS if not registry.decides(engine, animal)]


BEFORE = {"reading the model", "looking for an order of the variables"}
"""Phases in which the model is made ready, for all questions."""


def variants(engine, animal):
    """The options as they are usually, then every other value of each of them, one at a time."""
    options = registry.options(animal.world, engine)
    if "split" in options and "split" in animal.known:
        options["split"] = (*options["split"], animal.known["split"])
    for base in registry.bases(animal.world, engine):
        changes = [{name: value} for name, values in options.items() if name not in base for value in values]
        yield from ({**base, **change} for change in ({}, *changes))


def asked(engine, animal, number):
    """The options to ask with: an eighth of the variants of a pair, each pair others; all of them in a campaign."""
    bases = registry.bases(animal.world, engine)
    for position, chosen in enumerate(variants(engine, animal)):
        wanted = CAMPAIGN or chosen in bases or (position + number) % 8 == 0
        if wanted and registry.decides(engine, animal, tuple(chosen)):
            yield chosen


def spelled(chosen):
    return ",".join(f"{name}={value}" for name, value in chosen.items()) or "usual"


def each(pairs):
    return pytest.mark.parametrize(("engine", "animal"), [pytest.param(e, a, id=f"{e}-{a}") for e, a in pairs])


MANY = each(
    [pair for pair in ASKED if pair[1].world == "explicit"] + [p for p in ASKED if p[1].world != "explicit"][::8]
)
"""Of the worlds whose engines work in processes of their own, which costs time, a sample."""
EACH_VARIANT = pytest.mark.parametrize(
    ("engine", "animal", "chosen"),
    [
        pytest.param(engine, animal, chosen, id=f"{engine}-{animal}-{spelled(chosen)}")
        for number, (engine, animal) in enumerate(ASKED)
        for chosen in asked(engine, animal, number)
    ],
)
EACH_SYSTEM = each((e, a) for e, a in ASKED if a.world == "explicit" and "liveness" not in a.kinds)


@EACH_VARIANT
def test_the_answer_is_right_and_its_evidence_stands(engine, animal, chosen):
    heard = []
    results = registry.check(animal, engine, chosen, events=heard.append).expect(animal.outcome)
    assert len(results) == animal.questions
    assert {result.verdict.kind for result in results} == animal.kinds
    for result in results:
        verdict = result.verdict
        assert registry.called(engine, result), verdict.method
        assert verdict.components
        assert verdict.stats.seconds > 0
        assert verdict.certified or (verdict.reason and may_be_uncertified(animal, verdict)), verdict.reason
        shown = verdict.outcome == "violated" and animal.known.get("trace", True)
        assert (verdict.trace is not None) == shown
        assert verdict.outcome == "holds" or verdict.assumptions == ()
        assert registry.doubt(animal.world, result) is None
    in_order(heard)


def may_be_uncertified(animal, verdict):
    """Formulas about paths have no certificates, and neither has what only the whole decides."""
    return animal.world == "symbolic" and (verdict.kind != "invariant" or not animal.known.get("parts", True))


def in_order(events):
    """A question is asked before it is worked on, and worked on before its answer is checked."""
    names = [getattr(event, "name", None) if type(event).__name__ == "Phase" else None for event in events]
    phases = [name for name in names if name is not None]
    assert phases
    assert all(phase.split()[0].endswith("ing") for phase in phases)
    begun = [type(event).__name__ for event in events].index("QuestionsBegun")
    assert {name for name in names[:begun] if name is not None} <= BEFORE
    assert not BEFORE & {*names[begun:]}
    assert next(name for name in names[begun:] if name is not None) != "checking the answer"


@each((engine, animal) for engine, animal in ASKED if engine == "monolithic" and "length" in animal.known)
def test_what_explores_the_whole_finds_a_shortest_run(engine, animal):
    trace = registry.check(animal, engine).trace
    assert len(trace.visible if animal.world == "explicit" else trace.steps) == animal.known["length"]


@MANY
def test_no_time_gives_unknown_and_a_reason(engine, animal):
    for result in registry.check(animal, engine, timeout=0):
        verdict = result.verdict
        assert verdict.outcome == "unknown"
        assert "time budget ran out" in verdict.reason
        assert (verdict.certified, verdict.certificate, verdict.trace) == (False, None, None)


@MANY
def test_an_interrupt_gives_unknown_or_what_was_known_already(engine, animal):
    budget = quidpro.Budget()
    budget.interrupt()
    cut_short(registry.check(animal, engine, budget=budget), animal, "interrupted")


@EACH_SYSTEM
@pytest.mark.parametrize("polls", [1, 4])
def test_little_work_gives_unknown_or_the_right_answer(engine, animal, polls):
    cut_short(registry.check(animal, engine, budget=quidpro.Budget(polls=polls)), animal, "work budget ran out")


def cut_short(results, animal, why):
    assert results.outcome in ("unknown", animal.outcome)
    for result in results:
        if result.outcome == "unknown":
            assert why in result.verdict.reason
            assert (result.verdict.certificate, result.verdict.trace) == (None, None)


@MANY
def test_the_same_question_has_the_same_answer(engine, animal):
    first, second = ([result.verdict for result in registry.check(animal, engine)] for _ in range(2))
    assert [verdict.trace for verdict in first] == [verdict.trace for verdict in second]
    assert [verdict.assumptions for verdict in first] == [verdict.assumptions for verdict in second]


@EACH_SYSTEM
def test_the_order_of_components_does_not_matter(engine, animal):
    for result in registry.check(animal, engine):
        system = registry.system(result)
        turned = replace(system, components=tuple(reversed(system.components)))
        assert asked_again(result, turned, engine).outcome == result.outcome


@EACH_SYSTEM
def test_the_names_of_actions_do_not_matter(engine, animal):
    for result in registry.check(animal, engine):
        system = registry.system(result)
        if not system.assertions:
            assert asked_again(result, renamed(system), engine).outcome == result.outcome


def asked_again(result, system, engine):
    kind = result.verdict.kind
    return registry.ask(system, engine, deadlock=kind == "deadlock", progress=kind == "progress")


@each(UNASKED)
def test_what_an_engine_cannot_decide_it_refuses(engine, animal):
    complaint, results = heard_out(engine, animal)
    if results is None:
        assert "monolithic" in complaint or "one variable alone" in complaint
        run = command("check", *animal.arguments, f"--method={engine}")
        refused(run)
        assert complaint in run.stderr
    else:  # it says in the end that the whole would tell
        assert results.outcome == "unknown"
        assert "--method monolithic" in results.verdict.reason


def heard_out(engine, animal):
    """What an engine complains of, or what it says."""
    try:
        return "", registry.check(animal, engine)
    except quidpro.UsageError as error:
        return str(error), None


@pytest.mark.parametrize("animal", REFUSED, ids=str)
def test_bad_input_is_refused_in_words(animal):
    with pytest.raises((quidpro.InputError, quidpro.UsageError)) as caught:
        registry.check(animal, registry.engines(animal.world)[-1])
    assert animal.known["error"] in str(caught.value)
    run = command("check", *animal.arguments)
    refused(run)
    assert animal.known["error"] in run.stderr


@pytest.mark.parametrize(("world", "engine"), ENGINES)
def test_nothing_is_printed(world, engine, capfd):
    for animal in [animal for one, animal in ASKED if (animal.world, one) == (world, engine)][:3]:
        registry.check(animal, engine)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("world", registry.worlds())
def test_every_engine_is_asked_what_holds_and_what_is_violated(world):
    for engine in registry.engines(world):
        outcomes = [animal.outcome for one, animal in ASKED if (animal.world, one) == (world, engine)]
        answers = {"holds", "violated"} if registry.can_prove(world, engine) else {"violated"}
        assert {outcome: outcomes.count(outcome) > 4 for outcome in outcomes} == dict.fromkeys(answers, True)


def test_all_that_is_in_the_zoo_is_asked():
    assert {path for path in FOLDER.glob("*/*") if path.is_file()} == {animal.path for animal in ZOO}


def renamed(system):
    """The same system with all actions renamed, so that their order is turned round."""
    names = system.alphabet
    fresh = {old: f"n.{len(names) - i:03d}" for i, old in enumerate(names)}

    def actions(old):
        return None if old is None else frozenset(fresh.get(action, action) for action in old)

    def part(component):
        old = component.lts
        triples = [(p, fresh.get(a, a), q) for p, a, q in old.triples()]
        lts = quidpro.LTS.of(triples, initial=old.initial, alphabet=[fresh[a] for a in old.alphabet], name=old.name)
        return replace(component, lts=replace(lts, end=old.end))  # states are numbered as they appear, so END stays

    priority = system.priority
    return replace(
        system,
        components=tuple(part(component) for component in system.components),
        priority=priority and replace(priority, actions=actions(priority.actions), among=actions(priority.among)),
        progress=tuple(
            replace(test, actions=actions(test.actions), condition=actions(test.condition)) for test in system.progress
        ),
    )
