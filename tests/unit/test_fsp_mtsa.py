"""Models of MTSA: the plant is read, what asks for a controller is left out, foreign processes are refused."""

from __future__ import annotations

import pytest

from quidpro.core.budget import UNLIMITED
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import FspModel, load_fsp

PLANT = "P = (a -> P | b -> P). ||ENV = (P). "


def model(text: str) -> FspModel:
    return load_fsp(Source("test.lts", text), None)


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as refused:
        model(text)
    return [diagnostic.message for diagnostic in refused.value.diagnostics]


@pytest.mark.parametrize(
    "text",
    [
        "controllerSpec G = { safety = {} liveness = {A, B} nonblocking marking = {a.{b,c}} }",
        "goal G = { safety = {} assume = {A} guarantee = {B} }",
        "eTS T = { instances {P} prechart { Q[P] } mainchart { P -> a -> P } }",
        "updatingController U = { oldController = C, mapping = M, nonblocking }",
        "controller ||C = ENV~{G}.",
        "controller ||C = (ENV || x:P)/{a/x.a}@{a}~{G, H}.",
        "heuristic minimal ||C = (ENV)~{G}.",
        "plant ||C = ENV.",
        "property controller ||C = (ENV)~{G}.",
    ],
)
def test_what_asks_for_a_controller_is_left_out(text: str) -> None:
    found = model(PLANT + text + " Q = (c -> Q).")
    assert [entry.name for entry in found.entries()] == ["P", "ENV", "Q"]
    [warning] = found.warnings
    assert "it makes no controllers" in warning.message
    assert found.default_system() == "ENV"


def test_one_warning_tells_of_all_that_is_left_out() -> None:
    [warning] = model(PLANT + "goal G = {} controllerSpec H = {} controller ||C = ENV~{G, H}.").warnings
    assert warning.message.endswith("(3 times)")
    assert warning.offset == len(PLANT) + len("goal ")


def test_many_modal_transitions_are_refused_once_and_by_name() -> None:
    [message] = errors("".join(f"P{i} = (a.b? -> {{c?, d}} -> P{i}). " for i in range(40)))
    assert message == "modal transitions such as 'a? -> P' are MTSA's, and quidpro does not read them"


def test_conditional_expressions_are_refused_by_name() -> None:
    assert errors("P(N = 1 == 1 ? 2 : 3) = (a -> P).") == ["conditional expressions such as 'e ? 1 : 2' are MTSA's"]


def test_a_composite_with_a_controller_is_refused_when_it_is_wanted() -> None:
    found = model(PLANT + "controllerSpec G = { safety = {} } controller ||C = ENV~{G}. ||S = (C || ENV).")
    assert [c.name for c in found.system("ENV", UNLIMITED).components] == ["P"]
    with pytest.raises(InputError, match="'C' is not there: it is the controller of line 1, which only MTSA can make"):
        found.system("S", UNLIMITED)


def test_the_words_of_mtsa_are_names_elsewhere() -> None:
    found = model("P = (plant -> controller -> gr -> def -> P). ||S = (plant:P || abstract:P).")
    assert found.lts("P", UNLIMITED).alphabet == ("controller", "def", "gr", "plant")
    assert found.warnings == ()


def test_foreign_processes_are_refused_once_and_the_rest_is_read() -> None:
    text = "probabilistic mdp Q = (t -> {0.5:Q + 0.5:R}), R = (a -> Q). optimistic M = (a -> M). P = (a -> )."
    assert errors(text) == [
        "'probabilistic' starts a probabilistic process of MTSA, which quidpro does not read",
        "'optimistic' starts a modal process of MTSA, which quidpro does not read",
        "expected a process, '(' or 'if', found ')'",
    ]


def test_a_specification_that_is_never_closed() -> None:
    message = "expected '}' to close this controllerSpec, found the end of the file"
    assert errors(PLANT + "controllerSpec G = { safety = {A} ") == [message]
