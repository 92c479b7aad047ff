"""The lane of an assertion tells which fluents of its formula hold after every step, as in LTSA."""

from __future__ import annotations

from dataclasses import replace

from quidpro.logic.ltl import Assertion, Fluent, Junction, Literal, Release, Truth
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import ExplicitVerdict, Step, Trace
from tests.unit.report_samples import render, verdict

XRAY = Fluent("XRAY", frozenset({"set_xray"}), frozenset({"set_electron"}))
FIRED = Fluent("FIRED", frozenset({"fire"}), frozenset({"set_xray", "set_electron"}))
HARMLESS = Release(Truth(False), Junction(False, Literal(XRAY, False), Literal(FIRED, False)))
TABLE = LTS.of([("OFF", "set_xray", "ON"), ("ON", "fire", "OFF")], alphabet=["set_electron"])
LOG = LTS.of([("LOG", "fire", "TICK"), ("TICK", "print", "LOG")])
ERR = LTS.of([(0, "set_xray", 1), (1, "fire", "ERROR"), (1, "set_xray", 1), (0, "fire", 0)], alphabet=["set_electron"])
PROCESSES = (Component("TABLE", TABLE), Component("LOG", LOG))
SYSTEM = System("THERAC", PROCESSES, assertions=(Assertion("HARMLESS", HARMLESS, fair=False),))


def lanes(answer: ExplicitVerdict, system: System, width: int = 80) -> str:
    """The report from its lanes on."""
    return render(answer, system, width=width).split(":\n\n", 1)[1]


def lasso() -> ExplicitVerdict:
    answer = verdict(SYSTEM, (0, 1), kind="liveness", property="HARMLESS", violated_by="HARMLESS")
    assert answer.trace is not None
    names, moves = answer.trace.components, {"print": {1: 1}, "set_xray": {0: 0}, "fire": {0: 1, 1: 0}}
    steps = tuple(Step(action, moves[action]) for action in moves)
    loop = Trace(names, ((0, 1), (0, 0), (1, 0), (0, 1)), steps)
    return replace(answer, trace=replace(answer.trace, cycle=loop.actions, loop=loop))


def test_an_assertion_has_a_lane_of_its_own_and_its_loop_goes_on_from_there():
    assert (
        lanes(lasso(), SYSTEM)
        == """\
              TABLE  LOG   HARMLESS
              OFF    LOG   ·
  1 set_xray  ●──────┼─────●
              ON     │     XRAY
  2 fire      ●──────●─────●
              OFF    TICK  FIRED, XRAY

And then for ever:

              TABLE  LOG   HARMLESS
              OFF    TICK  FIRED, XRAY
  1 print     │      ●     │
              │      LOG   FIRED, XRAY
  2 set_xray  ●──────┼─────●
              ON     │     XRAY
  3 fire      ●──────●─────●
              OFF    TICK  FIRED, XRAY
"""
    )


def test_the_fluents_in_words_when_the_lanes_are_narrow():
    assert (
        lanes(lasso(), SYSTEM, 34).partition("\n\nAnd")[0]
        == """\
lanes: A = TABLE, B = LOG,
       C = HARMLESS

              A  B  C
  1 set_xray  ●──┼──●
      A: OFF → ON, C: XRAY
  2 fire      ●──●──●
      A: ON → OFF, B: LOG → TICK,
      C: FIRED, XRAY"""
    )


def test_the_automaton_of_an_assertion_shows_fluents_instead_of_its_states():
    system = SYSTEM.with_properties(Component("HARMLESS", ERR, is_property=True))
    answer = verdict(system, (0, 1, ERROR), violated_by="HARMLESS")
    assert (
        lanes(answer, system)
        == """\
              TABLE  LOG   HARMLESS
              OFF    LOG   ·
  1 set_xray  ●──────┼─────●
              ON     │     XRAY
  2 fire      ●──────●─────●
              OFF    TICK  ERROR (FIRED, XRAY)
"""
    )


def test_names_that_steer_a_terminal_are_escaped_in_the_lane_too():
    fluent = replace(XRAY, name="X\x1b[2J")
    system = replace(SYSTEM, assertions=(Assertion("H\x1b[2J", Literal(fluent, True), fair=False),))
    text = render(lasso(), system)
    assert "\x1b" not in text
    assert "X\\u001b[2J" in text


def test_an_automaton_without_fluents_says_when_it_moves_and_fails():
    formula = Release(Truth(False), Literal(frozenset({"fire"}), False))
    system = replace(SYSTEM, assertions=(Assertion("HARMLESS", formula),)).with_properties(
        Component("HARMLESS", ERR, is_property=True)
    )
    answer = verdict(system, (0, 1, ERROR), violated_by="HARMLESS")
    assert [line[27:] for line in lanes(answer, system).splitlines()] == ["HARMLESS", "·", "●", "·", "●", "ERROR"]


def test_an_assertion_without_fluents_has_no_lane():
    system = replace(SYSTEM, assertions=(Assertion("DONE", Literal(frozenset({"print"}), True)),))
    assert lanes(lasso(), system).startswith("              TABLE  LOG\n")
