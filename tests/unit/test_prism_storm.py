"""The composition of open modules is what Storm builds of the whole file: as many states, and as many transitions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import quidpro
from quidpro.frontend.pctl import parse_pctl
from quidpro.lpts.ops import composition
from tests.prism_models import CHANNEL, RELIABLE, module, prism

stormpy = pytest.importorskip("stormpy", reason="Storm is the oracle")

from quidpro.frontend.prism.load import load_probabilistic as read_prism  # noqa: E402

pytestmark = pytest.mark.slow


def whole(path):
    """States, and different transitions with an action or of a state that has any."""
    program = stormpy.parse_prism_program(str(path), simplify=False)
    options = stormpy.BuilderOptions(build_full=True)
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    found = set()
    dead = model.labeling.get_states("deadlock")
    for state in model.states:
        if state.id in dead:
            continue
        for action in state.actions:
            choice = model.nondeterministic_choice_indices[state.id] + action.id
            labels = tuple(model.choice_labeling.get_labels_of_choice(choice))
            # Two modules' own steps to the same states differ by who takes them, which Storm's origins tell.
            origin = frozenset(model.choice_origins.get_command_set(choice)) if not labels else None
            found.add((state.id, labels, origin, tuple((e.column, str(e.value)) for e in action.transitions)))
    return model.nr_states, len(found)


def ours(path, **constants):
    lpts = composition(list(read_prism(path, constants).components.values()))
    return lpts.states, lpts.transitions


@pytest.mark.parametrize("text", [CHANNEL.replace("crash;", "crash = 1/100;"), RELIABLE])
def test_models(tmp_path, text):
    path = tmp_path / "model.prism"
    path.write_text(text)
    assert ours(path) == whole(path)


def random_module(chance, name):
    variable = name.lower()
    commands = []
    for _ in range(chance.randint(2, 5)):
        action = chance.choice(["a", "b", "c", ""])
        split = chance.choice(["1", "1/2", "0.1", "p", "pow(p, 2)"])
        targets = [chance.randint(0, 2) for _ in range(2)]
        update = f"{split} : ({variable}'={targets[0]}) + 1-{split} : ({variable}'={targets[1]})"
        guard = f"{variable}{chance.choice(['=', '<=', '>='])}{chance.randint(0, 2)}"
        commands.append(f"[{action}] {guard if name != 'X' or chance.random() < 0.5 else 'low'} -> {update};")
    commands.append(f"[{chance.choice('ab')}] false -> true;")
    return module(name, f"{variable} : [0..2] init 0;", *commands)


@pytest.mark.parametrize("seed", range(25))
def test_random_models(tmp_path, seed):
    chance = random.Random(seed)
    path = tmp_path / "model.prism"
    modules = [random_module(chance, name) for name in "XY"[: chance.randint(1, 2)]]
    if len(modules) == 2 and chance.random() < 0.7:
        modules.append(f"module Z = Y [y=z, {chance.choice(['a=b, b=a', 'a=d', 'c=d, a=c'])}] endmodule")
    path.write_text(
        prism(*modules, head="mdp\nconst double p = 1/3;\nformula low = x<=1 & other;\nformula other = x<3;\n")
    )
    states, transitions = ours(path)
    theirs = whole(path)
    assert states == theirs[0]
    assert transitions <= theirs[1]
    silent = "[]" in path.read_text()
    assert silent or transitions == theirs[1]


def most_likely(path, formula):
    """The maximal probability, as Storm's exact engine finds it."""
    program = stormpy.parse_prism_program(str(path), simplify=False)
    [asked] = stormpy.parse_properties(f"Pmax=? [ {formula} ]", program)
    model = stormpy.build_model[stormpy.Rational](program, options=stormpy.BuilderOptions(build_full=True))
    found = stormpy.model_checking(model, asked)
    return Fraction(str(found.get_value(next(iter(model.initial_states)))))


@pytest.mark.parametrize("formula", ['F "x2"', 'F<=3 "x2"', 'X "x2"', '!"y1" U "x2"'])
@pytest.mark.parametrize("seed", range(6))
def test_probabilities(tmp_path, seed, formula):
    """The bound that Storm finds holds, and nothing below it does."""
    chance = random.Random(seed)
    path = tmp_path / "model.prism"
    labels = 'label "x2" = x=2;', 'label "y1" = y=1;'
    head = "mdp\nconst double p = 1/3;\nformula low = x<=1 & other;\nformula other = x<3;\n"
    path.write_text(prism(random_module(chance, "X"), random_module(chance, "Y"), *labels, head=head))
    bound = most_likely(path, formula)
    asked = {f"P<={bound} [ {formula} ]": "holds"}
    if bound:
        asked |= {f"P<{bound} [ {formula} ]": "violated", f"P<={bound - Fraction(1, 10**6)} [ {formula} ]": "violated"}
    results = quidpro.check(path, pctl=list(asked), method="agar")
    assert {result.verdict.text: result.verdict.outcome for result in results} == {
        str(parse_pctl(text)): outcome for text, outcome in asked.items()
    }
    assert all(result.verdict.certified for result in results)


def sharing_module(chance, name, names, is_global):
    """A module whose guards read variables of others, and that writes a global one."""
    variable = name.lower()
    commands = []
    for _ in range(chance.randint(2, 5)):
        action = chance.choice(["a", "b", "c", "", ""])
        split = chance.choice(["1", "1/2", "0.1", "p"])
        guards = [
            f"{v}{chance.choice(['=', '<=', '!='])}{chance.randint(0, 2)}" for v in (variable, chance.choice(names))
        ]
        updates = [f"({variable}'={chance.randint(0, 2)})" for _ in range(2)]
        if is_global and not action:
            updates[0] += f"&(g'={chance.randint(0, 2)})"
        guard = chance.choice(["&", "|"]).join(guards[: chance.randint(1, 2)])
        commands.append(f"[{action}] {guard} -> {split} : {updates[0]} + 1-{split} : {updates[1]};")
    return module(name, f"{variable} : [0..2];", *commands)


def random_condition(chance, names):
    one, other = chance.choice(names), chance.choice(names)
    simple = f"{one}={chance.randint(0, 2)}", f"{one}+{other}>={chance.randint(1, 3)}", f"{one}={other}"
    if chance.random() < 0.6:
        return chance.choice(simple)
    return f"({random_condition(chance, names)} {chance.choice('&|')} !({random_condition(chance, names)}))"


@pytest.mark.parametrize("seed", range(16))
def test_shared_variables_and_conditions(tmp_path, seed):
    """Modules that read each other's variables, and formulas over expressions, against Storm's exact engine."""
    chance = random.Random(seed)
    is_global = chance.random() < 0.4
    parts = "XYZ"[: chance.randint(2, 3)]
    seen = [[n.lower(), *(o.lower() for o in parts if chance.random() < 0.3)] for n in parts]
    modules = [sharing_module(chance, n, names, is_global) for n, names in zip(parts, seen, strict=True)]
    head = "mdp\nconst double p = 1/3;\n" + ("global g : [0..2] init 1;\n" if is_global else "")
    names = [*parts.lower(), *(["g"] if is_global else [])]
    left, right = random_condition(chance, names), random_condition(chance, names)
    shape = chance.choice(["F {1}", "F<=3 {1}", "{0} U {1}", "!({0}) U<=4 {1}"])
    path = tmp_path / "model.prism"
    path.write_text(prism(*modules, f'label "left" = {left};', f'label "right" = {right};', head=head))
    bound = most_likely(path, shape.format('"left"', '"right"'))
    asked = {f"P<={bound} [ {shape.format(left, right)} ]": "holds"}
    if bound:
        asked[f"P<{bound} [ {shape.format(left, right)} ]"] = "violated"
    results = quidpro.check(path, pctl=list(asked), method="agar", together=True)
    assert [result.verdict.outcome for result in results] == list(asked.values())
    assert all(result.verdict.certified for result in results)
    whole = quidpro.check(path, pctl=f"P<=1 [ {shape.format(left, right)} ]", method="monolithic", together=True)
    assert f"the largest probability is {bound}, the bound is 1" in whole.verdict.notes
