"""The Python interface refuses wrong arguments by name; constants mean what they mean on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy
import pytest

import quidpro
from quidpro import LTS, UsageError
from quidpro.cli.choices import read_constants
from tests.cli.driver import quidpro as command
from tests.prism_models import CHANNEL as LOSSY
from tests.prism_models import module

CHANNEL = "examples/channel/channel.lts"
CLIENTS = "examples/client_server/client_server.lts"
SMV = "examples/smv/robot.smv"
LOOP = LTS.of([(0, "a", 0)])


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("constants", ([1], "N=3", {1: 2}), "a dictionary of values by name or None"),
        ("system", (3, b"S"), "a text or None"),
        ("property", (5, None, ["Order", 5], [None], b"Order"), "a text or several texts"),
        ("method", (None, 3, ["auto"]), "a text"),
        ("split", (3, ["Input", "Output"]), "a text or None"),
        ("deadlock", ("no", 1), "True or False or None"),
        ("progress", ("yes", 0), "True or False"),
        ("timeout", ("x", [1], True, 1j), "a number or None"),
        ("memory", ("1 GB", {}), "a number or None"),
        ("options", ("learner", [("learner", "kv")], {1: 2}), "a dictionary of values by name or None"),
        ("jobs", ("2", 1.5, True), "a whole number or None"),
        ("cluster", (4, True), "a text or None"),
        ("spec", (3, LOOP), "a module, a path, an LPTS, a loaded probabilistic model or None"),
        ("pctl", (7, [7]), "a text or several texts"),
        ("smt", ("z3", None), "True or False"),
        ("events", (3, None, []), "a function that is called with every event"),
    ],
)
def test_check_names_the_argument_that_is_no_such_thing(name, values, words):
    for value in values:
        with pytest.raises(UsageError) as refusal:
            quidpro.check(CHANNEL, **{name: value})
        assert str(refusal.value) == f"{name} must be {words}, not {value!r}"


@pytest.mark.parametrize("model", [5, None, LOOP, b"x", [CHANNEL]])
def test_what_is_no_model_is_refused(model):
    for ask in (quidpro.check, lambda given: quidpro.assumption(given, "Input")):
        with pytest.raises(UsageError, match=r"model must be a path, a loaded model or a System \(quidpro.assemble"):
            ask(model)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: quidpro.load(5), "path"),
        (lambda: quidpro.load(CHANNEL, ["N"]), "constants"),
        (lambda: quidpro.assumption(CHANNEL, 5), "component"),
        (lambda: quidpro.assumption(CHANNEL, "Input", property=["Order"]), "property"),
        (lambda: quidpro.assumption(CHANNEL, "Input", timeout="x"), "timeout"),
        (lambda: quidpro.assumption(CHANNEL, "Input", events=1), "events"),
        (lambda: quidpro.assumption(CHANNEL, "Input", save=1), "save"),
        (lambda: quidpro.assumption(CHANNEL, "Input", resume=1), "resume"),
        (lambda: quidpro.assemble(3, {"P": LOOP}), "name"),
        (lambda: quidpro.assemble("S", [LOOP]), "processes"),
        (lambda: quidpro.assemble("S", {"P": "a -> P"}), "processes"),
        (lambda: quidpro.assemble("S", {"P": LOOP}, [LOOP]), "properties"),
        (lambda: quidpro.assemble("S", {"P": LOOP}, None, "a"), "priority"),
        (lambda: quidpro.compose(LOOP, "P"), "components"),
        (lambda: quidpro.compose(LOOP, name=None), "name"),
        (lambda: quidpro.reduce("P"), "lts"),
        (lambda: quidpro.reduce(LOOP, 3), "equivalence"),
    ],
)
def test_the_other_functions_do_so_too(call, name):
    with pytest.raises(UsageError, match=f"^{name} must be "):
        call()


@pytest.mark.parametrize(
    ("triples", "options", "words"),
    [
        ([(0, "a")], {}, r"a transition is \(state, action, state\), not \(0, 'a'\)"),
        ("abc", {}, "a transition is .*, not 'a'"),
        ([(0, 1, 1)], {}, "an action is a text that is not empty, not 1"),
        ([(0, "", 1)], {}, "an action is a text that is not empty, not ''"),
        ([(0, "a", [1])], {}, r"\[1\] cannot be a state"),
        ([("ERROR", "a", 1)], {}, "the error state is a target only"),
        ([(0, "a", 1)], {"initial": "ERROR"}, "the error state is a target only"),
        ([(0, "a", 1)], {"end": -1}, "the error state is a target only"),
        ([(0, "a", 1)], {"alphabet": "bc"}, r"several actions, not 'bc': write \['bc'\]"),
    ],
)
def test_transitions_that_are_none_are_refused_in_words(triples, options, words):
    with pytest.raises(UsageError, match=words):
        LTS.of(triples, **options)


def test_tau_is_silent_even_where_it_is_listed_as_an_action():
    lts = LTS.of([(0, "tau", 1), (1, "a", 0)], alphabet=["tau", "b"])
    assert (lts.alphabet, list(lts.triples())) == (("a", "b"), [(0, "tau", 1), (1, "a", 0)])


def test_a_property_is_called_what_the_dictionary_calls_it():
    vague = LTS.of([(0, "a", 0), (0, "a", 1)])
    with pytest.raises(UsageError, match="property VAGUE is not deterministic"):
        quidpro.assemble("S", {"P": LOOP}, {"VAGUE": vague})


def test_a_long_value_is_told_in_one_line():
    with pytest.raises(UsageError) as refusal:
        quidpro.check(CHANNEL, split=["Input\nOutput"] * 1000)
    assert len(str(refusal.value)) < 100


def test_numbers_of_other_libraries_are_numbers():
    results = quidpro.check(CHANNEL, timeout=numpy.float32(60), memory=Fraction(10**5), jobs=numpy.int64(1))
    assert results.outcome == "holds"
    assert quidpro.check(CLIENTS, constants={"N": numpy.int64(2)}, method="monolithic").outcome == "holds"


@pytest.mark.parametrize("limit", [float("inf"), 1e300, 10**400])
def test_a_limit_without_end_is_none(limit):
    results = quidpro.check(SMV, property="motor_in_time", timeout=limit, memory=limit)
    assert results.outcome == "holds"


def test_several_properties_come_in_any_collection():
    for names in (("Order",), {"Order"}, (name for name in ["Order"])):
        assert len(quidpro.check(CHANNEL, property=names)) == 1


def test_constants_of_an_fsp_file_are_those_of_the_command_line():
    run = command("check", CLIENTS, "--const", "N=2", "--method", "monolithic", "--format", "json")
    results = quidpro.check(CLIENTS, constants=read_constants(["N=2"]), method="monolithic")
    states = [found["stats"]["states_explored"] for found in (json.loads(run.stdout), results.to_json())]
    assert states[0] == states[1] < quidpro.check(CLIENTS, method="monolithic").verdict.stats.states_explored
    assert [component.name for component in results[0].problem.model.processes] == [
        "c.1:CLIENT",
        "c.2:CLIENT",
        "SERVER",
    ]


def test_constants_reach_an_assumption():
    asked = {"property": "MUTEX", "constants": {"N": 2}}
    assert quidpro.assumption(CLIENTS, "CLIENTS", **asked).part == ("c.1:CLIENT", "c.2:CLIENT")


@pytest.mark.parametrize(
    ("model", "constants", "words"),
    [
        (CLIENTS, {"M": 2}, "there is no constant 'M' in examples/client_server/client_server.lts"),
        (CLIENTS, {"N": "2"}, "the constant N is a whole number, not '2'"),
        (CLIENTS, {"N": True}, "the constant N is a whole number, not True"),
        (CLIENTS, {"N": 2.0}, "the constant N is a whole number, not 2.0"),
        (SMV, {"N": 2}, "constants does not apply to .*robot.smv, an SMV model"),
        (LOOP, {}, "model must be"),
    ],
)
def test_constants_that_make_no_sense(model, constants, words):
    with pytest.raises(UsageError, match=words):
        quidpro.check(model, constants=constants)


def test_what_is_read_already_keeps_its_constants():
    for model in (quidpro.load(CLIENTS), quidpro.load(SMV), quidpro.assemble("S", {"P": LOOP})):
        with pytest.raises(UsageError, match="constants get their values when a file is read"):
            quidpro.check(model, constants={"N": 2})
    with pytest.raises(UsageError, match="constants get their values when a file is read"):
        quidpro.assumption(quidpro.load(CLIENTS), "CLIENTS", constants={"N": 2})


@pytest.fixture
def lossy(tmp_path):
    pytest.importorskip("stormpy", reason="Storm reads PRISM files")
    path = tmp_path / "lossy.prism"
    path.write_text(LOSSY)
    return path


@pytest.mark.slow
def test_constants_of_a_prism_file(lossy):
    asked = {"pctl": 'P<=0 [ F "crashed" ]', "method": "monolithic"}
    for value in ("1/100", Fraction(1, 100), " 0.01 "):
        assert quidpro.check(lossy, constants={"crash": value}, **asked).outcome == "violated"
    assert quidpro.check(lossy, constants={"crash": 0}, **asked).outcome == "holds"


@pytest.mark.parametrize(
    ("constants", "words"),
    [
        ({"crash": 0.01}, "of the constant crash is a float; give a text"),
        ({"crash": "often"}, "the constant crash of .* is a number, not 'often'"),
        ({"crash": None}, "the constant crash is a number, a text such as '1/10', True or False, not None"),
        ({"crash": "0.1", "crush": 1}, "there is no constant crush in"),
    ],
)
def test_constants_of_a_prism_file_that_make_no_sense(lossy, constants, words):
    with pytest.raises(UsageError, match=words):
        quidpro.check(lossy, constants=constants, spec="Order")


@pytest.mark.slow
def test_constants_reach_the_specification_and_a_path_names_it(lossy, tmp_path):
    spec = tmp_path / "spec.prism"
    command = "[input] true -> kept : (a'=0) + 1-kept : (a'=1);"
    spec.write_text(f"mdp\nconst double kept;\n{module('Any', 'a : [0..1];', command)}\n")
    constants = {"crash": 0, "kept": "1/2"}
    for given in (spec, str(spec)):
        assert quidpro.check(lossy, constants=constants, spec=given, method="monolithic").outcome == "holds"
    with pytest.raises(UsageError, match=r"there is no constant lost in .*lossy.prism and .*spec.prism"):
        quidpro.check(lossy, constants={**constants, "lost": 1}, spec=Path(spec))
