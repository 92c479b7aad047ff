"""Models of MTSA: the plant is read, what asks for a controller is left out, foreign processes are refused."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
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


def test_a_composite_with_a_controller_is_refused_when_it_is_wanted() -> None:
    found = model(PLANT + "controllerSpec G = { safety = {} } controller ||C = ENV~{G}. ||S = (C || ENV).")
    assert [c.name for c in found.system("ENV", Budget()).components] == ["P"]
    with pytest.raises(InputError, match="'C' is not there: it is the controller of line 1, which only MTSA can make"):
        found.system("S", Budget())


def test_the_words_of_mtsa_are_names_elsewhere() -> None:
    found = model("P = (plant -> controller -> gr -> def -> P). ||S = (plant:P || abstract:P).")
    assert found.lts("P", Budget()).alphabet == ("controller", "def", "gr", "plant")
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


def alphabet(text: str) -> tuple[str, ...]:
    return model(text).lts("P", Budget()).alphabet


def test_a_choice_for_every_value() -> None:
    found = model("P = Q[0], Q[i:0..2] = (foreach [j:0..2] when (j == i) a[i] -> Q[j] | when (j > i) b[j] -> Q[j]).")
    assert found.lts("P", Budget()).alphabet == ("a.0", "a.1", "a.2", "b.1", "b.2")
    assert found.lts("P", Budget()).transitions == 6


def test_foreach_is_an_action_where_it_does_something() -> None:
    assert alphabet("P = (foreach[1] -> foreach[i:0..1].x -> P).") == ("foreach.0.x", "foreach.1", "foreach.1.x")


def test_a_backslash_divides() -> None:
    assert alphabet("const N = 7 \\ 2\nrange R = 1..N\\2+1 P = (a[N] -> b[N\\2] -> c[0-7\\N] -> [R] -> P).") == (
        *("1", "2", "a.3", "b.1", "c.-2"),
    )


def test_a_backslash_still_takes_away() -> None:
    text = "set S = {a, b, c} set T = {b} P = ([S\\T] -> [v:S\\{a}].x -> P)\\{c}."
    assert alphabet(text) == ("a", "b.x")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("N > 1 ? 5 : 6", "5"),
        ("N > 2 ? 5 : N > 1 ? 6 : 7", "6"),
        ("1 + (N == 2 ? 3 : 1/0) * 2", "7"),
        ("-(0 ? 1 : 2)", "-2"),
        ("(N ? 0 : 1) ? 8 : 9", "9"),
    ],
)
def test_conditional_expressions(expression: str, value: str) -> None:
    assert alphabet(f"const N = 2 P = ([{expression}] -> P).") == (value,)


def test_functions() -> None:
    text = """
    const N = 3
    def Right(p) = (p+1) % N
    def Left(p) = p == 0 ? N-1 : p-1
    def Both(p, q) = Left(p) == q || Right(p) == q
    P = Q[0], Q[p:0..N-1] = (when (Both(p, p)) no -> P | to[Left(p)+10*Right(p)] -> Q[Right(p)])."""
    assert alphabet(text) == ("to.1", "to.12", "to.20")


def test_a_composite_may_follow_a_function() -> None:
    found = model("P = (a -> P). def F(p) = p ||S(N=1) = (P). def G(p) = p || 0 ||T = (P).")
    assert [entry.name for entry in found.entries()] == ["P", "S", "T"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def F(p) = F(p)", "there is no function 'F'"),
        ("P = (a[F(1)] -> P).", "there is no function 'F'"),
        ("def F(p) = p P = (a[F(1, 2)] -> P).", "'F' takes 1 value, not 2"),
        ("def F(N) = 1", "expected the name of a variable, found 'N'"),
        ("def F(p) = p def F(p) = p", "function 'F' is defined twice"),
        (
            "def F(p) = p ? 1",
            "expected ':' before the other value of a conditional expression, found the end of the file",
        ),
    ],
)
def test_functions_that_are_none(text: str, message: str) -> None:
    assert errors(text) == [message]


def test_a_function_that_grows_when_it_is_written_out_is_refused() -> None:
    doubling = "".join(f"def F{i}(p) = F{i - 1}(p) + F{i - 1}(p)\n" for i in range(1, 40))
    assert "'F" in errors(f"def F0(p) = p\n{doubling}P = (a[F39(1)] -> P).")[0]
