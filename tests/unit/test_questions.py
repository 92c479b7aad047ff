"""Which questions a check asks by itself, and of what: the processes, with the properties that are named watching."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.explicit.questions import problems
from quidpro.engines.options import ExplicitQuestion
from quidpro.frontend.fsp.model import load_fsp
from quidpro.lts import LTS, Component, Priority, System
from tests.asking import check_model

TEXT = """
P = (a -> STOP | b -> P).
property S = (b -> S) + {a}.
property T = (b -> T).
||BARE = P.
||SYS = (P || S || T).
"""


def answers(text: str = TEXT, **asked):
    """The question, its kind and its answer, in order."""
    results = check_model(load_fsp(Source("model.lts", text), None), Budget(), **asked)
    assert all(r.verdict.certified for r in results)
    return [(r.verdict.property, r.verdict.outcome) for r in results]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, [("S", "violated"), ("T", "holds"), ("deadlock", "violated")]),
        ({"deadlock": False}, [("S", "violated"), ("T", "holds")]),
        ({"property": ["T"]}, [("T", "holds")]),
        ({"property": ["T"], "deadlock": True}, [("T", "holds"), ("deadlock", "violated")]),
        ({"system": "BARE"}, [("deadlock", "violated")]),
        ({"system": "BARE", "deadlock": False}, [(None, "holds")]),
        ({"method": "lstar", "property": ["T"]}, [("T", "holds")]),
    ],
)
def test_what_is_asked(asked, expected):
    assert answers(**asked) == expected


def test_a_method_that_cannot_decide_deadlock_says_so_once():
    model = load_fsp(Source("model.lts", TEXT), None)
    results = check_model(model, Budget(), method="minimise")
    told = [any("does not decide deadlock" in note for note in r.verdict.notes) for r in results]
    assert told == [True, False]


def test_properties_that_were_not_asked_about_are_named_once():
    model = load_fsp(Source("model.lts", TEXT), None)
    notes = [note for r in check_model(model, Budget(), system="BARE", progress=True) for note in r.verdict.notes]
    assert [note for note in notes if "--property asks" in note] == [
        "no property is part of BARE; the model defines S, T, which --property asks about"
    ]


def test_deadlock_and_progress_are_about_the_processes():
    model = load_fsp(Source("model.lts", TEXT), None)
    asked = ExplicitQuestion(property=("S",), deadlock=True, progress=True)
    for problem in problems(model, asked, Budget())[1:]:
        assert problem.components == ("P",)


LOOP = LTS.of([(0, "a", 0)])
PR = Component("PR", LTS.of([(0, "nobody", 0), (0, "a", "ERROR")]), is_property=True)


def test_a_system_has_its_priority_among_its_processes():
    system = System("S", (Component("P", LOOP), PR), Priority(frozenset("a"), high=False))
    assert system.priority is not None
    assert system.priority.among == {"a"}
    assert system.priority.goes_first("tau")
    assert not system.priority.goes_first("a")
    assert not system.priority.goes_first("nobody")


def test_what_stands_inside_a_priority_takes_part_whichever_question_is_asked():
    text = """
    P = (a -> P).
    property PR = (nobody -> PR) + {a}.
    property OTHER = (b -> OTHER) + {a}.
    ||SYS = (P || PR) >> {a}.
    """
    assert answers(text) == [("PR", "holds"), ("deadlock", "holds")]
    assert answers(text, property=["OTHER"]) == [("OTHER", "holds")]


def test_what_waits_inside_a_priority_hides_no_deadlock():
    text = """
    P = (a -> STOP).
    property PR = (a -> PR) + {nobody}.
    ||SYS = (P || PR) << {a}.
    """
    assert ("deadlock", "violated") in answers(text, deadlock=True)


def test_a_formula_inside_a_priority_only_looks_on():
    text = """
    P = (a -> P).
    ltl_property NEVER = []!a + {nobody}
    assert THE_SAME = []!a
    assert NOBODY = []!nobody
    ||SYS = (P || NEVER) << {nobody}.
    """
    assert answers(text)[0] == ("NEVER", "violated")
    assert answers(text, property=["THE_SAME", "NOBODY"]) == [("THE_SAME", "violated"), ("NOBODY", "holds")]


def test_fair_choice_is_about_the_formulas_inside_a_system_too():
    text = """
    P = (a -> B), B = (h -> B | b -> P) \\ {h}.
    ltl_property NEXT = [](a -> X b)
    ||SYS = (x:P || x:NEXT).
    """
    assert answers(text, deadlock=False) == [("x:NEXT", "holds")]
    assert answers(text, deadlock=False, fair_choice=False) == [("x:NEXT", "violated")]
    assert answers(text, property=["x:NEXT"], fair_choice=False) == [("x:NEXT", "violated")]


def test_a_property_is_not_taken_for_a_composite_of_the_same_name():
    text = """
    P = (a -> P).
    property OTHER = (b -> OTHER) + {a}.
    ||OTHER = P.
    ||SYS = P.
    """
    assert answers(text, property=["OTHER"]) == [("OTHER", "violated")]


def test_an_assertion_may_have_the_name_of_a_component():
    text = """
    P = (a -> b -> P).
    assert INNER = (!b W a)
    ||INNER = P @ {a, b}.
    ||SYS = INNER.
    """
    assert answers(text, property=["INNER"]) == [("INNER", "holds")]


@pytest.mark.parametrize("fair", [True, False])
def test_what_only_a_property_inside_a_priority_does_is_no_position(fair):
    text = """
    P = (a -> P) + {b}.
    property PR = (nobody -> PR) + {a}.
    fluent DONE = <nobody, b>
    assert NEVER = []!nobody
    assert NEITHER = ![]<>nobody
    assert NOT_DONE = []!DONE
    assert NEVER_DONE = !<>DONE
    assert WAITING = <>[]!DONE
    ||SYS = (P || PR) >> {a}.
    """
    names = ["NEVER", "NEITHER", "NOT_DONE", "NEVER_DONE", "WAITING"]
    assert answers(text, property=names, fair_choice=fair) == [(name, "holds") for name in names]


@pytest.mark.parametrize(("system", "outcome", "noted"), [("SYS", "holds", True), ("BARE", "violated", False)])
def test_a_formula_inside_the_system_goes_before_its_namesake_and_a_note_says_so(system, outcome, noted):
    text = """
    P = ({a, b} -> P) + {c}.
    ltl_property L = []!c
    assert L = []!b
    ||BARE = P.
    ||SYS = (P || L).
    """
    [result] = check_model(load_fsp(Source("model.lts", text), None), Budget(), system=system, property=["L"])
    assert result.outcome == outcome
    assert ["as it stands inside" in note for note in result.verdict.notes] == [True] * noted


@pytest.mark.parametrize(
    ("inside", "outcome", "note"),
    [
        ("x:S", "violated", ["SYS has x:S; --property x:S asks that"]),
        ("x:S || y:S", "violated", ["SYS has x:S, y:S; --property x:S asks the first of them"]),
        ("x:S || S", "violated", []),
        ("T", "violated", []),
        ("x:L", "holds", ["SYS has x:L; --property x:L asks that"]),
    ],
)
def test_what_stands_inside_the_system_with_a_label_is_named(inside, outcome, note):
    text = f"""
    P = (a -> b -> P).
    property S = (a -> b -> S).
    property T = (x.b -> T).
    ltl_property L = []!b
    ||SYS = (x:P || {inside}).
    """
    asked = ["L" if "L" in inside else "S"]
    [result] = check_model(load_fsp(Source("model.lts", text), None), Budget(), property=asked)
    assert result.outcome == outcome
    assert [told for told in result.verdict.notes if " has x:" in told] == note
