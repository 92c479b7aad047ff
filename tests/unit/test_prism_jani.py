"""JANI files as open LPTSs."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from quidpro.core.errors import InputError
from quidpro.lpts.ops import composition
from tests.prism_models import CHANNEL

stormpy = pytest.importorskip("stormpy", reason="Storm reads JANI files")

from quidpro.frontend.jani.read import vector_names  # noqa: E402
from quidpro.frontend.prism.load import load_probabilistic as read_jani  # noqa: E402
from quidpro.frontend.prism.load import load_probabilistic as read_prism  # noqa: E402

BOUNDED = {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 2}
MODEL = {
    "jani-version": 1,
    "name": "walk",
    "type": "mdp",
    "actions": [{"name": "a"}, {"name": "b"}],
    "constants": [{"name": "p", "type": "real"}],
    "variables": [{"name": "bad", "type": "bool", "transient": True, "initial-value": False}],
    "automata": [
        {
            "name": "Walker",
            "variables": [{"name": "n", "type": BOUNDED, "initial-value": 0}],
            "locations": [{"name": "x"}, {"name": "y", "transient-values": [{"ref": "bad", "value": True}]}],
            "initial-locations": ["x"],
            "edges": [
                {
                    "location": "x",
                    "action": "a",
                    "destinations": [
                        {"location": "y", "probability": {"exp": "p"}},
                        {
                            "location": "x",
                            "probability": {"exp": {"op": "-", "left": 1, "right": "p"}},
                            "assignments": [{"ref": "n", "value": 1}],
                        },
                    ],
                },
                {"location": "y", "destinations": [{"location": "x"}]},
            ],
        },
    ],
    "system": {
        "elements": [{"automaton": "Walker"}, {"automaton": "Walker"}],
        "syncs": [{"synchronise": ["a", None], "result": "one"}, {"synchronise": ["a", "a"], "result": "two"}],
    },
}


@pytest.fixture
def read(tmp_path):
    def reading(data, together=False, **constants):
        path = tmp_path / "model.jani"
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return read_jani(path, constants, together=together)

    return reading


def changed(*path, value):
    data = copy.deepcopy(MODEL)
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return data


def test_automata_with_their_vectors(read):
    model = read(MODEL, p="0.1")
    one, two = model.components.values()
    assert list(model.components) == ["Walker", "Walker_2"]
    assert one.alphabet == ("Walker.tau", "one", "two")
    assert two.alphabet == ("Walker_2.tau", "two")
    assert one.state_names == ("at=x, n=0", "at=y, n=0", "at=x, n=1", "at=y, n=1")
    assert one.distributions.probabilities(0)[1] == Fraction(1, 10)
    assert model.labels == {"bad": "several automata set it"}


@pytest.mark.parametrize(("otherwise", "marked"), [(False, {1, 3}), (True, {0, 1, 2, 3})])
def test_labels_are_what_locations_set(read, otherwise, marked):
    data = changed("variables", 0, "initial-value", value=otherwise)
    data["system"] = {"elements": [{"automaton": "Walker"}], "syncs": [{"synchronise": ["a"], "result": "a"}]}
    assert dict(read(data, p="0.1").components["Walker"].marks) == {"bad": frozenset(marked)}


@pytest.mark.parametrize(
    ("results", "names"),
    [(["a", "b"], ["a", "b"]), (["a", "a"], ["a#1", "a#2"]), (["a", "a", "a#1"], ["1.a", "2.a", "3.a#1"])],
)
def test_vectors_with_the_same_result_are_different_actions(results, names):
    assert vector_names([{"synchronise": ["x"], "result": result} for result in results]) == names


def test_a_vector_without_a_result_is_named_after_its_actions():
    assert vector_names([{"synchronise": ["x", None, "y"]}]) == ["x+y"]


def test_decimals_are_exact(read):
    data = copy.deepcopy(MODEL)
    text = json.dumps(data).replace('{"name": "p", "type": "real"}', '{"name": "p", "type": "real", "value": 0.1}')
    model = read(text)
    assert model.components["Walker"].distributions.probabilities(0)[1] == Fraction(1, 10)
    assert model.values == {"p": Fraction(1, 10)}


def test_what_storm_converts_is_the_same(tmp_path, read):
    path = tmp_path / "model.prism"
    path.write_text(CHANNEL.replace("crash;", "crash = 1/100;"))
    program = stormpy.parse_prism_program(str(path), simplify=False)
    stormpy.io.export_jani_to_file(str(tmp_path / "model.jani"), program.to_jani([])[0])
    direct, converted = read_prism(path), read_jani(tmp_path / "model.jani")
    assert list(converted.components) == list(direct.components)
    for name, lpts in direct.components.items():
        assert replace(converted.components[name], marks={}) == replace(lpts, marks={})
    wholes = [composition(list(m.components.values())) for m in (direct, converted)]
    assert wholes[0].marks["crashed"] == wholes[1].marks["crashed"]


def test_what_storm_converts_of_modules_that_share_is_the_same(tmp_path):
    path = tmp_path / "model.prism"
    path.write_text(
        "mdp\nglobal g : [0..2];\n"
        "module A\na : [0..2];\n[] a<2 & g<2 -> 1/2 : (a'=a+1)&(g'=g+1) + 1/2 : true;\n[x] b=1 -> (a'=0);\nendmodule\n"
        "module B\nb : [0..1];\n[x] true -> (b'=1-b);\n[] g>0 -> (g'=g-1);\nendmodule\n"
        "module C\nc : [0..1];\n[x] c=0 -> (c'=1);\n[] c=1 -> (c'=0);\nendmodule\n"
    )
    program = stormpy.parse_prism_program(str(path), simplify=False)
    stormpy.io.export_jani_to_file(str(tmp_path / "model.jani"), program.to_jani([])[0])
    direct, converted = read_prism(path, together=True), read_jani(tmp_path / "model.jani", together=True)
    assert list(converted.components) == list(direct.components) == ["A+B", "C"]
    for name, lpts in direct.components.items():
        assert (converted.components[name].states, converted.components[name].alphabet) == (lpts.states, lpts.alphabet)
        assert converted.components[name].transitions == lpts.transitions


def test_rewards_are_of_no_interest(tmp_path):
    path = tmp_path / "model.prism"
    rewards = 'rewards "steps" [send] true : 1; s=1 : 2; endrewards'
    path.write_text(CHANNEL.replace("crash;", "crash = 1/100;") + rewards)
    program = stormpy.parse_prism_program(str(path), simplify=False)
    stormpy.io.export_jani_to_file(str(tmp_path / "model.jani"), program.to_jani([])[0])
    assert [c.states for c in read_jani(tmp_path / "model.jani").components.values()] == [3, 3, 3, 3]


WRONG = {
    "this is not JSON": "{",
    'this is no JANI model: "jani-version" is missing': {},
    "system: must have a list of elements": {"jani-version": 1, "automata": [{"name": "A"}]},
    "type: this model has clocks, and only MDPs are read": changed("type", value="pta"),
    "clocks (automata.Walker.n)": changed("automata", 0, "variables", 0, "type", value="clock"),
    "type: this is a DTMC": changed("type", value="dtmc"),
    "automata.Walker.n: has no bounds (int)": changed("automata", 0, "variables", 0, "type", value="int"),
    "automata.Walker.n: has 1,000,000,001 values": changed(
        "automata", 0, "variables", 0, "type", "upper-bound", value=10**9
    ),
    "restrict-initial: a set of initial states": changed("restrict-initial", value={"exp": False}),
    "automata.Walker.initial-locations: exactly one": changed("automata", 0, "initial-locations", value=["x", "y"]),
    "system.elements[0].input-enable: is not read": changed("system", "elements", 0, "input-enable", value=["a"]),
    "this does not have the shape of a JANI model": changed("system", "elements", 0, value={}),
    "automata.Walker:": changed("automata", 0, "edges", 0, "location", value="nowhere"),
    "Probabilities do not sum to one": changed(
        "automata", 0, "edges", 0, "destinations", 1, "probability", "exp", value=1
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong(read, words, capfd):
    with pytest.raises(InputError) as caught:
        read(WRONG[words], p="1/10")
    assert words in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_a_constant_without_a_value_is_named(read):
    with pytest.raises(InputError, match="the constant p has no value; give it one with --const p=VALUE"):
        read(MODEL)


def test_an_automaton_that_uses_what_another_writes(read):
    data = copy.deepcopy(MODEL)
    data["variables"].append({"name": "g", "type": BOUNDED, "initial-value": 0})
    other = copy.deepcopy(data["automata"][0])
    other["name"] = "Other"
    other["edges"][1]["destinations"][0]["assignments"] = [{"ref": "g", "value": 1}]
    data["automata"][0]["edges"][0]["guard"] = {"exp": {"op": "=", "left": "g", "right": 0}}
    data["automata"].append(other)
    data["system"]["elements"][1]["automaton"] = "Other"
    message = r"automata\.Walker: Walker uses g, a variable that Other writes, and cannot be reasoned about alone"
    with pytest.raises(InputError, match=message):
        read(data, p="1/10")
    model = read(data, together=True, p="1/10")
    assert list(model.components) == ["Walker+Other"]
    assert model.members == {"Walker+Other": ("Walker", "Other")}
    assert "Walker uses g, a variable that Other writes" in model.warnings[0].message
    [both] = model.components.values()
    assert both.alphabet == ("Other.tau", "Walker.tau", "one", "two")
    assert both.state_name(0) == "Walker.at=x, Other.at=x, g=0, Walker.n=0, Other.n=0"


def incrementing(*elements):
    """An automaton, perhaps several times, that counts to two in a global variable."""
    guard = {"exp": {"op": "<", "left": "g", "right": 2}}
    more = {"ref": "g", "value": {"op": "+", "left": "g", "right": 1}}
    edge = {"location": "l", "action": "a", "guard": guard, "destinations": [{"location": "l", "assignments": [more]}]}
    automaton = {"name": "A", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [edge]}
    data = copy.deepcopy(MODEL)
    data |= {"constants": [], "variables": [{"name": "g", "type": BOUNDED, "initial-value": 0}]}
    data |= {"automata": [automaton, {**automaton, "name": "A_2", "edges": []}]}
    data["system"] = {"elements": [{"automaton": element} for element in elements]}
    return data


def test_one_automaton_several_times_shares_global_variables(read):
    data = incrementing("A", "A", "A_2")
    data["system"]["syncs"] = [
        {"synchronise": ["a", None, None], "result": "one"},
        {"synchronise": [None, "a", None], "result": "other"},
    ]
    model = read(data, together=True)
    assert {name: c.states for name, c in model.components.items()} == {"A+A_3": 3, "A_2": 1}
    assert composition(list(model.components.values())).states == 3


def test_one_automaton_without_a_word_on_synchronisation_has_its_actions(read):
    model = read(incrementing("A"))
    assert (model.components["A"].states, model.components["A"].alphabet) == (3, ("a",))
    assert not model.warnings


def test_an_action_of_no_vector_never_happens_and_this_is_told(read):
    data = incrementing("A")
    data["system"]["syncs"] = []
    model = read(data)
    assert (model.components["A"].states, model.components["A"].alphabet) == (1, ())
    assert "automata.A: the action a never happens" in model.warnings[0].message
