"""Properties from a file given beside a model: against markings and a monitor of the test's own, and at the edges."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Source
from quidpro.frontend.beside import with_properties
from quidpro.frontend.fsp.model import load_fsp
from quidpro.frontend.model import Model
from quidpro.frontend.pnml.model import NetModel
from quidpro.lts.system import Progress
from tests.naive_nets import NaiveNet, random_net
from tests.naive_product import NaiveProduct

NAMES = ("T0", "go", "2nd", "a b", "Enter.Room", "when")
"""Of transitions; FSP can spell one of them."""

Monitor = dict[tuple[int, str], int]


def renamed(net: NaiveNet) -> NaiveNet:
    return NaiveNet(net.places, dict(zip(NAMES, net.transitions.values(), strict=False)))


def net_model(net: NaiveNet) -> NetModel:
    return NetModel(Source("net.pnml", net.pnml()))


def fsp(text: str) -> Model:
    return load_fsp(Source("props.lts", text), None)


def random_monitor(rng: random.Random, names: list[str]) -> tuple[list[str], Monitor]:
    """What a property allows: from each of a few states some of its actions."""
    own = rng.sample(names, rng.randint(1, min(3, len(names))))
    states = rng.randint(1, 4)
    density = rng.choice([0.6, 0.8, 0.95])
    pairs = [(state, name) for state in range(states) for name in own]
    return own, {pair: rng.randrange(states) for pair in pairs if rng.random() < density}


def monitor_text(own: list[str], allowed: Monitor) -> str:
    states = {0} | {state for state, _ in allowed} | set(allowed.values())
    bodies = []
    for state in sorted(states):
        steps = [f'"{name}" -> Q{after}' for (before, name), after in allowed.items() if before == state]
        bodies.append(f"Q{state} = " + (f"({' | '.join(steps)})" if steps else "STOP"))
    alphabet = ", ".join(f'"{name}"' for name in own)
    return f"property P = Q0, {', '.join(bodies)} + {{{alphabet}}}."


def steps_to_breach(net: NaiveNet, own: list[str], allowed: Monitor) -> int | None:
    """The length of a shortest run that the monitor does not allow, layer by layer; None where there is none."""
    places = list(net.places)
    layer = {(tuple(net.places.values()), 0)}
    seen = set(layer)
    for length in count(1):
        following = set()
        for marking, state in layer:
            for name, after in firings(net, dict(zip(places, marking, strict=True))):
                if name in own and (state, name) not in allowed:
                    return length
                following.add((after, allowed[state, name] if name in own else state))
        layer = following - seen
        seen |= layer
        if not layer:
            return None
    return None


def firings(net: NaiveNet, marking: dict[str, int]) -> Iterator[tuple[str, tuple[int, ...]]]:
    for name, (takes, puts) in net.transitions.items():
        if all(marking[p] >= n for p, n in takes.items()):
            yield name, tuple(marking[p] - takes.get(p, 0) + puts.get(p, 0) for p in marking)


@pytest.mark.parametrize("seed", range(120))
def test_a_net_against_markings_and_a_monitor(seed, tmp_path):
    rng, net = random.Random(seed), renamed(random_net(seed))
    if not net.transitions or net.explore() is None:
        return
    own, allowed = random_monitor(rng, list(net.transitions))
    never = rng.choice(list(net.transitions))
    text = f'{monitor_text(own, allowed)}\nassert NEVER = []!"{never}"\nprogress AGAIN = {{"{never}"}}'
    method = rng.choice(["monolithic", "saturation"])
    results = quidpro.check(net_model(net), props=fsp(text), method=method)
    found = {result.verdict.property: result.verdict for result in results}
    assert list(found) == ["P", "NEVER", "deadlock", "AGAIN"]
    assert all(verdict.certified for verdict in found.values())

    steps = steps_to_breach(net, own, allowed)
    assert found["P"].outcome == ("holds" if steps is None else "violated")
    if steps is not None and method == "monolithic":
        assert len(found["P"].trace.actions) == steps
    happens = steps_to_breach(net, [never], {}) is not None
    assert found["NEVER"].outcome == ("violated" if happens else "holds")
    product = NaiveProduct(net_model(net).system("net", Budget()))
    fails = product.fails(Progress("AGAIN", frozenset({never})))
    assert found["AGAIN"].outcome == ("violated" if fails else "holds")


SWITCH = """
LIGHT = (on -> off -> LIGHT).
property INSIDE = (on -> off -> INSIDE).
||SWITCH = (LIGHT || INSIDE).
property OUTSIDE = (off -> OUTSIDE).
"""


def asked(model: str, text: str, **question: object) -> list[tuple[str | None, str, str]]:
    results = quidpro.check(load_fsp(Source("m.lts", model), None), props=fsp(text), **question)  # type: ignore[arg-type]
    return [(r.verdict.property, r.verdict.kind, r.outcome) for r in results]


def test_all_of_the_file_is_asked_besides_what_is_inside_the_system():
    text = "property TWICE = (on -> on -> TWICE). assert SOME = <>off progress DARK = {off}"
    assert asked(SWITCH, text) == [
        ("INSIDE", "safety", "holds"),
        ("TWICE", "safety", "holds"),
        ("SOME", "liveness", "holds"),
        ("deadlock", "deadlock", "holds"),
        ("DARK", "progress", "holds"),
    ]


def test_what_is_named_is_asked_alone_whichever_file_defines_it():
    text = "property NEVER = STOP + {off}. progress DARK = {off}"
    assert asked(SWITCH, text, property=["OUTSIDE", "NEVER"]) == [
        ("OUTSIDE", "safety", "holds"),
        ("NEVER", "safety", "violated"),
    ]


def test_a_file_of_progress_tests_alone():
    assert asked(SWITCH, "progress DARK = {off} progress DAWN = {rise}", deadlock=False) == [
        ("INSIDE", "safety", "holds"),
        ("DARK", "progress", "holds"),
        ("DAWN", "progress", "violated"),
    ]


def test_a_priority_is_not_about_what_is_given_beside():
    """What only the property has goes before nothing, and waits for nothing."""
    text = "P = (low -> P | high -> P). ||S = (P) << {high}."
    (result,) = quidpro.check(
        load_fsp(Source("m.lts", text), None), props=fsp("property Q = (other -> STOP) + {low}."), property="Q"
    )
    assert result.verdict.trace.actions == ("other", "other")


def test_places_are_those_of_the_model():
    """The text of the properties is another one: an offset there is no place in the text of the model."""
    (result,) = quidpro.check(
        load_fsp(Source("m.lts", SWITCH), None), props=fsp("property NEVER = STOP + {on}."), property="NEVER"
    )
    assert [part.lts.origin is None for part in result.system.components] == [False, True]
    assert result.chart is not None


def test_warnings_of_both_files():
    odd = "property P = (a[i:0..1].b[i:0..1] -> P)."
    model = with_properties(fsp("A = (a -> A)."), fsp(odd))
    model.property("P", Budget())
    assert [warning.source.name for warning in model.warnings] == ["props.lts"]
    assert repr(model) == "WatchedModel(props: 1 process, 1 property)"


def test_a_process_or_place_of_the_same_name_is_refused():
    with pytest.raises(UsageError, match=r"m.lts and props.lts both define LIGHT"):
        asked(SWITCH, "property LIGHT = STOP + {on}.")
    net = NaiveNet({"PLACE": 1}, {"t": ({"PLACE": 1}, {})})
    with pytest.raises(UsageError, match=r"net.pnml and props.lts both define PLACE"):
        with_properties(net_model(net), fsp("property PLACE = (t -> PLACE)."))


def test_a_file_without_properties_is_refused():
    with pytest.raises(UsageError, match=r"props.lts defines no property, no assertion and no progress test"):
        asked(SWITCH, "P = (on -> P).")


def test_models_of_other_worlds_are_refused(tmp_path):
    path = tmp_path / "m.smv"
    path.write_text("MODULE main VAR x : boolean; INVARSPEC x;")
    with pytest.raises(UsageError, match=r"props does not apply to .*m.smv, an SMV model"):
        quidpro.check(path, props="props.lts")
    with pytest.raises(UsageError, match=r"m.smv is an SMV model, and this needs"):
        quidpro.check(fsp(SWITCH), props=quidpro.load(path))
    with pytest.raises(UsageError, match=r"props must be a path, a loaded model or a System or None, not 7"):
        quidpro.check(fsp(SWITCH), props=7)


def test_a_system_may_hold_the_properties():
    allowed = quidpro.LTS.of([(0, "on", 1)], alphabet=["off"])
    given = quidpro.assemble("given", {}, {"ONCE": allowed})
    (result,) = quidpro.check(load_fsp(Source("m.lts", SWITCH), None), props=given, property="ONCE")
    assert result.verdict.trace.actions == ("on", "off")


def test_the_stepper_is_watched_by_all_of_the_file():
    model = load_fsp(Source("m.lts", SWITCH), None)
    run = quidpro.simulate(model, props=fsp("property ONCE = (on -> STOP) + {off}."))
    run.take(0)
    assert [choice.action for choice in run.choices] == ["off"]
    assert "ONCE" in repr(run.state)


@pytest.mark.parametrize("name", ["", "tau"])
def test_quotes_around_what_is_no_name(name):
    with pytest.raises(InputError, match=r"cannot be the name of an action"):
        fsp(f'property P = ("{name}" -> P).').property("P", Budget())


def test_quoted_names_stand_wherever_labels_do():
    text = """
    set S = {"A b", c}
    P = ("A b" -> Q | c -> "x"[1]."Y" -> P), Q = ({"A b", "D"} -> P) + {"E"}.
    fluent F = <"A b", {"D", c}>
    assert L = []("A b" -> F)
    ||C = ("on top":P / {"On"/"on top"}) \\ {"On"."E"}.
    """
    model = fsp(text)
    assert model.lts("P", Budget()).alphabet == ("A b", "D", "E", "c", "x.1.Y")
    assert model.assertion("L") is not None
    assert set(model.lts("C", Budget()).alphabet) == {"On.A b", "On.D", "On.c", "On.x.1.Y"}
