"""Safety assertions, constraints and fluents as property automata."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp.model import FspModel, load_fsp
from quidpro.logic.ltl import actions_of
from quidpro.lts.lts import ERROR, LTS
from quidpro.lts.safety import safety_automaton


def model(text: str) -> FspModel:
    return load_fsp(Source("test.lts", text), None)


def automaton(text: str, name: str = "L", actions: tuple[str, ...] = ()) -> LTS:
    """The automaton of a formula, over what it mentions and some more."""
    assertion = model(text).assertion(name)
    assert assertion is not None
    mentioned = assertion.observed or actions_of(assertion.formula)
    return safety_automaton(assertion.formula, sorted(mentioned | set(actions)), Budget()).of_what_matters()


def bad(lts: LTS, word: tuple[str, ...]) -> bool:
    """Whether the automaton reaches ERROR on a word over its alphabet."""
    state = lts.initial
    for action in word:
        ((_, state),) = [(a, q) for a, q in lts.successors(state) if lts.action(a) == action]
        if state == ERROR:
            return True
    return False


def words(lts: LTS, length: int) -> list[tuple[str, ...]]:
    return [w for n in range(length + 1) for w in product(lts.alphabet, repeat=n)]


def test_mutual_exclusion_of_two_fluents() -> None:
    lts = automaton("fluent F[i:1..2] = <enter[i], exit[i]> assert L = []!(F[1] && F[2])")
    assert lts.alphabet == ("enter.1", "enter.2", "exit.1", "exit.2")
    assert lts.states == 3
    for word in words(lts, 4):
        inside = {"1": False, "2": False}
        wrong = False
        for action in word:
            inside[action[-1]] = action.startswith("enter")
            wrong = wrong or all(inside.values())
        assert bad(lts, word) == wrong, word


def test_a_range_of_fluents_means_one_of_them() -> None:
    text = "range R = 1..2 fluent F[i:R] = <on[i], off[i]> fluent G = <go, stop> "
    one = automaton(text + "assert L = []!(F[R] && G)")
    assert one == automaton(text + "assert L = []!((exists[i:R] F[i]) && G)")
    assert one != automaton(text + "assert L = []!((forall[i:R] F[i]) && G)")


def test_weak_until_on_actions() -> None:
    lts = automaton("assert L = (!use W init)")
    assert [w for w in words(lts, 2) if bad(lts, w)] == [("use",), ("use", "init"), ("use", "use")]


def test_initially_and_rigid_and_references() -> None:
    text = "fluent F = <on, off> initially 1 assert INV(N=1) = [](F || rigid N) assert L = !!INV(0)"
    lts = automaton(text)
    assert (bad(lts, ("on",)), bad(lts, ("off",)), lts.states) == (False, True, 1)


def test_next_is_the_next_action_of_the_system() -> None:
    lts = automaton("assert L = [](ask -> X answer)", actions=("wait",))
    assert lts.alphabet == ("answer", "ask", "wait")
    for word in words(lts, 3):
        wrong = any(a == "ask" and b != "answer" for a, b in pairwise(word))
        assert bad(lts, word) == wrong, word


def test_an_assertion_without_next_keeps_its_own_alphabet() -> None:
    assert automaton("assert L = (!answer W ask)", actions=("wait",)).alphabet == ("answer", "ask")


def test_next_of_a_property_is_the_next_that_it_mentions() -> None:
    lts = automaton("ltl_property L = [](ask -> X answer)")
    assert lts.alphabet == ("answer", "ask")
    assert [w for w in words(lts, 2) if bad(lts, w)] == [("ask", "ask")]


def test_what_must_fail_later_fails_now() -> None:
    lts = automaton("fluent F = <on, off> assert L = [](F -> ([]F && []!F))")
    assert bad(lts, ("on",))


@pytest.mark.parametrize(
    "formula", ["<>a", "[]<>a", "(a U b)", "![]a", "!(a W b)", "[](a -> <>b)", "forall[i:1..2] []<>a[i]"]
)
def test_liveness_is_refused_clearly(formula: str) -> None:
    with pytest.raises(InputError, match="this is not a safety formula"):
        automaton(f"ltl_property L = {formula}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("assert L = []!F", "'F' is neither a fluent nor an assertion"),
        ("fluent F[i:1..2] = <a[i], b> assert L = []!F[3]", "there is no fluent 'F.3'"),
        ("fluent F = <{a,b}, b> assert L = []!F", "'b' both initiates and terminates fluent 'F'"),
        ("assert L = []M assert M = []L", "assertion 'L' depends on itself"),
    ],
)
def test_faults(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        automaton(text)


def test_constraints_restrict_and_ltl_properties_watch() -> None:
    text = "A = ({init, use} -> A). constraint C = (!use W init) ltl_property W = (!use W init) "
    found = model(text + "||S = (A || C || W).").system("S", Budget()).components
    assert [c.is_property for c in found] == [False, False, True]
    assert sorted(found[1].lts.triples()) == [(0, "init", 1), (1, "init", 1), (1, "use", 1)]
    assert found[2].lts.has_error


def test_an_assertion_and_a_property_may_share_a_name() -> None:
    text = "A = ({a, b} -> A). ltl_property L = []!a assert L = []!b assert M = L ||S = (A || L)."
    assert [c.lts.alphabet for c in model(text).system("S", Budget()).components] == [("a", "b"), ("a",)]
    assert automaton(text).alphabet == ("b",)
    assert automaton(text, "M").alphabet == ("b",)
    with pytest.raises(InputError, match="constraint or ltl_property 'L' is defined twice"):
        model("ltl_property L = []!a constraint L = []!b")


@pytest.mark.parametrize(
    ("formula", "warned"),
    [("[]!a", False), ("[](a -> X b)", True), ("b", True), ("[]!nobody", True)],
)
def test_a_formula_that_is_composed_away_gets_a_warning(formula: str, warned: bool) -> None:
    text = f"A = (a -> b -> c -> A). ltl_property L = {formula} ||INNER = (A || L) \\ {{c}}. ||S = INNER."
    loaded = model(text)
    loaded.system("INNER", Budget())
    assert loaded.warnings == ()
    loaded.system("S", Budget())
    assert ["'L' is no formula" in warning.message for warning in loaded.warnings] == [True] * warned
