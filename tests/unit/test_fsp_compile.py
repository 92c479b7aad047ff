"""Primitive processes: what LTSA makes of them, and the traps of the language."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError
from quidpro.core.source import Source
from quidpro.frontend.fsp import process
from quidpro.frontend.fsp.model import FspModel, load_fsp
from quidpro.lts.lts import LTS


def model(text: str) -> FspModel:
    return load_fsp(Source("test.lts", text), None)


def compiled(text: str, name: str = "P") -> LTS:
    return model(text).lts(name, Budget())


def steps(text: str, name: str = "P") -> set[tuple[str, str, str]]:
    """The transitions, with states by name."""
    lts = compiled(text, name)
    return {(lts.state_name(p), a, lts.state_name(q)) for p, a, q in lts.triples()}


def errors(text: str, name: str = "P") -> list[str]:
    with pytest.raises(InputError) as caught:
        model(text).system(name, Budget())
    return [d.message for d in caught.value.diagnostics]


def test_states_have_names_and_transitions_their_place() -> None:
    text = "P = (a -> b -> P | c -> STOP)."
    assert steps(text) == {("P", "a", "P.a"), ("P.a", "b", "P"), ("P", "c", "STOP")}
    lts = compiled(text)
    assert lts.origin is not None
    assert {text[i] for i in lts.origin.tolist()} == {"a", "b", "c"}


def test_indices_are_part_of_the_names_of_states() -> None:
    text = "P = C[0][1], C[i:0..1][j:0..1] = (when (i<1) up -> C[i+1][j] | when (i==1) down -> C[0][j])."
    assert steps(text) == {("C.0.1", "up", "C.1.1"), ("C.1.1", "down", "C.0.1")}


def test_a_variable_binds_along_its_branch() -> None:
    assert steps("P = (in[x:0..1] -> out[x+1] -> P).") == {
        ("P", "in.0", "P.in.0"),
        ("P", "in.1", "P.in.1"),
        ("P.in.0", "out.1", "P"),
        ("P.in.1", "out.2", "P"),
    }


def test_a_set_gives_one_intermediate_state_for_each_member() -> None:
    assert compiled("P = ({a,b} -> c -> P).").states == 3


def test_tail_reference_to_a_global_process_is_error_and_warned_of() -> None:
    loaded = model("P = (a -> P). Q = (b -> P).")
    lts = loaded.lts("Q", Budget())
    assert list(lts.triples()) == [(0, "b", -1)]
    assert any("not a local process" in w.message for w in loaded.warnings)


def test_wrong_number_of_indices_is_error_and_warned_of() -> None:
    loaded = model("P = (a -> P[1]).")
    assert list(loaded.lts("P", Budget()).triples()) == [(0, "a", -1)]
    assert any("defined with 0 indices, not with 1" in w.message for w in loaded.warnings)


def test_index_out_of_range_is_error_when_it_happens() -> None:
    lts = compiled("P = C[0], C[i:0..1] = (up -> C[i+1]).")
    assert list(lts.triples()) == [(0, "up", 1), (1, "up", -1)]


def test_if_without_else_and_false_guards_stop() -> None:
    assert list(compiled("P = (a -> if 0 then P).").triples()) == [(0, "a", 1)]
    assert list(compiled("P = (a -> (when 0 b -> P)).").triples()) == [(0, "a", 1)]


def test_alphabet_has_unreachable_labels_but_not_guarded_away_ones() -> None:
    lts = compiled("P = (a -> P), Q = (lost -> Q | when (1 == 2) never -> Q) + {extra}.")
    assert lts.alphabet == ("a", "extra", "lost")
    assert lts.states == 1


def test_dependent_ranges_are_rejected() -> None:
    assert errors("P = (a[i:0..2][j:i..2] -> P).") == ["variable 'i' is not defined here"]


def test_rebinding_is_an_error_but_branches_are_apart() -> None:
    assert errors("P = (a[i:0..1] -> b[i:0..1] -> P).") == ["variable 'i' is already bound here"]
    assert compiled("P = (a[i:0..1] -> P | b[i:0..1] -> P).").transitions == 4


def test_order_is_extension_relabel_hide() -> None:
    lts = compiled("P = (a -> b -> P) + {c} / {x/a, y/c} \\ {b, y}.")
    assert lts.alphabet == ("x",)
    assert sorted(a for _, a, _ in lts.triples()) == ["tau", "x"]


def test_hiding_and_relabelling_match_dotted_prefixes_longest_first() -> None:
    lts = compiled("P = (a.b.c -> a.d -> ab -> P) / {x/a, y/a.b}.")
    assert lts.alphabet == ("ab", "x.d", "y.c")
    assert compiled("P = (a.b -> ab -> P) \\ {a}.").alphabet == ("ab",)
    assert compiled("P = (a.b -> ab -> P) @ {a}.").alphabet == ("a.b",)


def test_one_to_many_relabelling_duplicates_transitions() -> None:
    assert {a for _, a, _ in compiled("P = (a -> P) / {{x,y}/a}.").triples()} == {"x", "y"}
    assert list(compiled("P = ({x,y} -> P) / {a/{x,y}}.").triples()) == [(0, "a", 0)]


def test_property_is_complete_over_its_whole_alphabet() -> None:
    lts = compiled("property P = (a -> b -> P) + {c}.")
    assert sorted(lts.triples()) == [
        (0, "a", 1), (0, "b", -1), (0, "c", -1), (1, "a", -1), (1, "b", 0), (1, "c", -1),
    ]  # fmt: skip
    assert model("property P = (a -> P).").property("P", Budget()).is_property


@pytest.mark.parametrize("body", ["(a -> P | a -> b -> P)", "(a -> b -> P) \\ {b}"])
def test_property_must_be_deterministic(body: str) -> None:
    assert errors(f"property P = {body}.") == ["property 'P' must be deterministic and without hidden actions"]


def test_error_from_the_start_is_a_silent_step_to_error() -> None:
    lts = compiled("P = ERROR + {a}.")
    assert (list(lts.triples()), lts.alphabet) == ([(0, "tau", -1)], ("a",))


def test_sequences_run_copies_to_their_end() -> None:
    text = "S(A='x) = ([A] -> END). E = END. P = (go -> S('u); E; S; P | stop -> E; STOP)."
    assert sorted(compiled(text).triples()) == [(0, "go", 1), (0, "stop", 2), (1, "u", 3), (3, "x", 0)]


def test_a_process_may_begin_with_a_sequence_and_end() -> None:
    lts = compiled("S = (a -> END). P = S; S; END.")
    assert list(lts.triples()) == [(0, "a", 1), (1, "a", 2)]
    assert lts.end == 2


def test_sequence_needs_a_process_that_ends() -> None:
    found = errors("S = (a -> S). P = (b -> S; P).")
    assert found == ["'S' cannot stand before ';' because it never reaches END"]
    assert errors("P = (a -> P; END).") == ["'P' runs itself in sequence and never ends"]


@pytest.mark.parametrize(("text", "name"), [("P = Q, Q = P.", "P"), ("P = (a -> P), Q[i:0..3] = Q[(i+1)%4].", "Q.0")])
def test_recursion_without_action_is_an_error_at_its_place(text: str, name: str) -> None:
    assert errors(text) == [f"'{name}' comes back to itself without an action"]


def test_indices_over_sets_of_sequences_count_their_dots() -> None:
    text = "set S = {[0..1], [0..1][0..1]} P = B[0], B[s:S] = (put[x:0..1] -> B[x][s])."
    lts = compiled(text)
    assert lts.states == 3
    assert sum(1 for _, _, q in lts.triples() if q == -1) == 4


def test_parameters_shadow_constants_and_may_be_labels() -> None:
    assert compiled("const N = 1 P(N=2, A='go.on) = ([A][N] -> P).").alphabet == ("go.on.2",)


def test_sets_and_ranges_above_go_before_parameters_and_those_below_after_them() -> None:
    assert compiled("set K = {x, y} P(K=1) = (a[K] -> P).").alphabet == ("a.x", "a.y")
    assert compiled("P(K=1) = (a[K] -> P). set K = {x, y}").alphabet == ("a.1",)
    assert compiled("const K = 1 P = (a[K] -> P). range K = 2..3").alphabet == ("a.1",)
    assert compiled("P = (a[K] -> P). range K = 2..3").alphabet == ("a.2", "a.3")


def test_a_faulty_process_stays_faulty_however_often_it_is_asked_for() -> None:
    faulty = model("P = (a -> P | b[1/0] -> P). ||S = (x:P || y:P).")
    for _ in range(2):
        for name in ("S", "P"):
            with pytest.raises(InputError, match="division by zero"):
                faulty.lts(name, Budget())


def test_errors_of_values_are_capped() -> None:
    found = errors("".join(f"P{i} = (a[1/0] -> P{i}). " for i in range(30)), "DEFAULT")
    assert len(found) == 11
    assert found[-1] == "and 20 more errors"


def test_all_static_errors_come_at_once_with_hints() -> None:
    with pytest.raises(InputError) as caught:
        compiled("const Size = 2 P = (a[x] -> P | b[Sise] -> Q[0]), Q[i:3..1] = (c[y] -> Q[i]).")
    messages = [d.message for d in caught.value.diagnostics]
    assert messages == [
        "variable 'x' is not defined here",
        "constant or parameter 'Sise' is not defined here",
        "the range 3..1 is empty",
        "variable 'y' is not defined here",
    ]
    assert caught.value.diagnostics[1].hint == "did you mean 'Size'?"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P = (a[3..1] -> P).", "the range 3..1 is empty"),
        ("P = (a[1/0] -> P).", "division by zero"),
        ("P = (a[0..1000000000] -> P).", "this range or set has 1,000,000,001 members"),
        ("P = (a[0..999][0..999][0..1] -> P).", "this label stands for 2,000,000 names"),
        ("set S = {a[0..999][0..999][0..999]} P = (S -> P).", "this label stands for 1,000,000,000 names"),
        ("P = (a -> P), Q[0] = (b -> P), Q[i:0..1] = (c -> P).", "local process 'Q.0' is defined twice"),
        ("P = (a -> P), STOP = (b -> P).", "'STOP' cannot be defined"),
        ("const N = N+1 P = (a[N] -> P).", "the definition of 'N' depends on itself"),
        ("P = (when 'a b -> P).", "a condition must be an integer, not the label 'a'"),
        ("P = (a['x+1] -> P).", "'+' needs integers, not the label 'x'"),
    ],
)
def test_faults_of_values(text: str, message: str) -> None:
    assert errors(text)[0].startswith(message)


def test_a_fault_that_is_never_evaluated_is_none() -> None:
    assert compiled("const N = 0 P = (a -> P | when (N > 0) b[1..N] -> P).").alphabet == ("a",)


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MAX_STATES", 50)
    assert errors("P = (a[0..99] -> b -> P).") == ["process 'P' has more than 50 states"]


def test_budget_is_polled_while_states_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_POLL_EVERY", 4)
    budget = Budget()
    budget.interrupt()
    with pytest.raises(BudgetExceeded):
        model("P = Q[0], Q[i:0..9] = (a -> Q[i+1]).").lts("P", budget)


def test_long_chains_need_no_recursion() -> None:
    lts = compiled("P = (" + "a -> " * 5000 + "P).")
    assert (lts.states, lts.transitions) == (5000, 5000)
    assert lts.state_names is not None
    assert max(map(len, lts.state_names)) <= 60


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7/2", 3),
        ("(0-7)/2", -3),
        ("(0-7)%3", -1),
        ("1+2*3", 7),
        ("1<<3|1", 9),
        ("6&3^1", 3),
        ("!0 && 2 || 0", 1),
        ("!(0-1)", 1),
        ("2147483647+1", -2147483648),
        ("#S", 3),
        ("'a == @(S,0)", 1),
        ("'b != 'b", 0),
        ("-3", -3),
    ],
)
def test_expressions(expression: str, value: int) -> None:
    lts = compiled(f"set S = {{a,b,c}} P = (x[{expression}] -> P).")
    assert lts.alphabet == (f"x.{value}",)


@pytest.mark.parametrize("text", ["P = (a[i:0..9999] -> P).", "P = Q[0], Q[i:0..9999] = STOP."])
def test_a_spent_budget_ends_the_expansion_of_one_label_or_index(text: str) -> None:
    with pytest.raises(BudgetExceeded):
        load_fsp(Source("test.lts", text), None).lts("P", Budget(seconds=0))
