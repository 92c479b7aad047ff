"""State machines built from Python."""

import pytest

import quidpro


def test_a_machine_is_what_its_smv_text_would_be() -> None:
    light = quidpro.machine(
        "light",
        {"color": ["red", "green"], "wait": range(3), "button": bool, "mode": "{day, night}"},
        init={"color": "red", "wait": 0},
        next={"color": "case wait = 2 : green; TRUE : red; esac", "wait": "button ? (wait + 1) mod 3 : wait"},
        define={"go": "color = green"},
        invariants={"never_at_once": "go -> wait = 0"},
        ltl={"goes": "G F go"},
        ctl={"can_go": "AG EF go"},
    )
    assert light.properties == ("never_at_once", "goes", "can_go")
    answers = {r.verdict.property: r.outcome for r in quidpro.check(light)}
    assert answers == {"never_at_once": "violated", "goes": "violated", "can_go": "holds"}


def test_a_choice_of_values_and_a_value() -> None:
    dice = quidpro.machine("dice", {"x": [1, 3, 5], "lucky": bool}, init={"x": [1, 3], "lucky": False}, next={"x": 5})
    assert dice.properties == ()
    assert "init(x) := {1, 3}" in dice.source.text
    assert "init(lucky) := FALSE" in dice.source.text


@pytest.mark.parametrize("domain", [[], range(0), 3])
def test_a_domain_without_values(domain: object) -> None:
    with pytest.raises(quidpro.UsageError, match="a domain must be"):
        quidpro.machine("m", {"x": domain})  # type: ignore[dict-item]


def test_a_range_with_steps_is_a_set() -> None:
    assert "VAR x : {0, 2, 4};" in quidpro.machine("m", {"x": range(0, 6, 2)}).source.text


def test_an_expression_that_is_wrong_is_shown_where_it_stands() -> None:
    with pytest.raises(quidpro.InputError, match="nothing"):
        quidpro.check(quidpro.machine("m", {"x": bool}, next={"x": "nothing"}, invariants={"p": "x"}))
