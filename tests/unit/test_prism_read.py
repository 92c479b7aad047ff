"""PRISM files as open LPTSs."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, InputError, UsageError
from quidpro.core.source import Source
from quidpro.lpts.ops import composition
from tests.prism_models import CHANNEL, module, prism

stormpy = pytest.importorskip("stormpy", reason="Storm reads PRISM files")

from quidpro.frontend.prism.load import load_probabilistic as read_prism  # noqa: E402
from quidpro.frontend.prism.read import prism_model  # noqa: E402


@pytest.fixture
def read(tmp_path):
    def reading(text, **constants):
        path = tmp_path / "model.prism"
        path.write_text(text)
        return read_prism(path, constants)

    return reading


def rows(lpts):
    return [(p, a, {q: str(x) for q, x in d.items()}) for p, a, d in lpts.triples()]


def test_modules_stand_alone(read):
    model = read(CHANNEL, crash="0.01")
    sink = model.components["Sink"]
    assert sink.alphabet == ("ack", "lost", "output", "send")
    assert sink.state_names == ("k=0", "k=1", "k=2")
    assert (0, "send", {1: "99/100", 2: "1/100"}) in rows(sink)
    assert {name: c.states for name, c in model.components.items()} == dict.fromkeys(model.components, 3)


def test_a_state_without_transitions_has_none(read):
    model = read(prism(module("A", "s : [0..1];", "[a] s=0 -> (s'=1);")))
    assert rows(model.components["A"]) == [(0, "a", {1: "1"})]


def test_a_loop_of_the_model_stays(read):
    model = read(prism(module("A", "[a] true -> true;")))
    assert rows(model.components["A"]) == [(0, "a", {0: "1"})]


def test_the_alphabet_comes_from_the_commands(read):
    model = read(prism(module("A", "s : [0..1];", "[a] s=0 -> true;", "[never] s=1 -> true;")))
    assert model.components["A"].alphabet == ("a", "never")
    assert model.components["A"].states == 1


def test_commands_without_an_action_get_a_private_one(read):
    text = prism(module("A", "s : [0..1];", "[] s=0 -> (s'=1);"), module("B", "t : [0..1];", "[] t=0 -> (t'=1);"))
    model = read(text)
    assert [c.alphabet for c in model.components.values()] == [("A.tau",), ("B.tau",)]
    assert composition(list(model.components.values())).states == 4


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-3", Fraction(1, 1000)),
        ("0.12345678901234567890123", Fraction("0.12345678901234567890123")),
        ("1/3", Fraction(1, 3)),
        ("pow(0.1, 2)", Fraction(1, 100)),
        ("p * 0.1", Fraction(1, 30)),
    ],
)
def test_probabilities_are_exact(read, written, exact):
    lines = ("s : [0..2];", f"[a] s=0 -> {written} : (s'=1) + 1-({written}) : (s'=2);")
    model = read(prism("const double p = 1/3;", module("A", *lines)))
    assert model.components["A"].distributions.probabilities(0) == {1: exact, 2: 1 - exact}


def test_probabilities_may_depend_on_the_state(read):
    lines = ("s : [1..3] init 3;", "[a] s>1 -> 1/s : (s'=1) + 1-1/s : (s'=s-1);")
    model = read(prism(module("A", *lines)))
    assert rows(model.components["A"])[0] == (0, "a", {1: "1/3", 2: "2/3"})


def test_outcomes_without_probability_are_no_outcomes(read):
    model = read(prism(module("A", "s : [0..2];", "[a] s=0 -> 0 : (s'=1) + 1 : (s'=2);")))
    assert rows(model.components["A"]) == [(0, "a", {1: "1"})]


def test_formulas_are_renamed_with_the_module(read):
    text = prism(
        "formula full = s=1;",
        module("A", "s : [0..1];", "[a] !full -> (s'=1);", "[b] full -> (s'=0);"),
        "module B = A [s=t, a=c] endmodule",
    )
    model = read(text)
    assert model.components["B"].alphabet == ("b", "c")
    assert rows(model.components["B"]) == [(0, "c", {1: "1"}), (1, "b", {0: "1"})]


def test_an_action_may_be_called_like_a_formula(read):
    text = prism("formula go = s=0;", module("A", "s : [0..1];", "[go] go -> (s'=1);", "[] !go -> (s'=0);"))
    model = read(text)
    assert rows(model.components["A"]) == [(0, "go", {1: "1"}), (1, "A.tau", {0: "1"})]


def test_a_module_without_commands(read):
    model = read(prism(module("A", "s : bool;")))
    assert (model.components["A"].states, model.components["A"].alphabet) == (1, ())


def test_a_global_variable_of_one_module_is_its_own(read):
    text = prism(
        "global g : [0..1] init 1;",
        module("A", "s : bool;", "[a] g=1 -> (g'=0);"),
        module("B", "t : bool;", "[a] true -> (t'=true);"),
    )
    model = read(text)
    assert model.components["A"].state_names == ("g=1, s=false", "g=0, s=false")
    assert model.components["B"].state_names == ("t=false", "t=true")


def test_a_global_variable_that_nobody_writes_is_everybodys(read):
    text = prism(
        "global g : [0..1] init 1;",
        module("A", "s : bool;", "[a] g=1 -> (s'=true);"),
        module("B", "t : bool;", "[a] g=0 -> (t'=true);"),
    )
    assert [c.transitions for c in read(text).components.values()] == [2, 0]


def test_labels_are_marks_of_the_modules_they_speak_of(read):
    model = read(CHANNEL, crash="0.01")
    assert {name: set(c.marks) for name, c in model.components.items()} == {
        "Source": set(),
        "Channel": {"silent"},
        "Sink": {"crashed", "silent"},
        "Order": set(),
    }
    assert model.labels == {"crashed": "", "silent": "", "both": "it speaks of Channel and Sink in one breath"}
    assert model.expressions.labels == {"both": "c = 2 & k = 2"}


def test_a_label_of_which_a_part_belongs_to_nobody_is_left_out_whole(read):
    """A mark for the other part alone would say less than the label."""
    text = prism(
        "global g : bool;",
        module("A", "s : bool;", "[a] true -> (s'=true)&(g'=true);"),
        module("B", "t : bool;", "[b] true -> (t'=true);"),
        'label "bad" = (g & t) | s;',
        'label "good" = g & s | t;',
    )
    model = read(text)
    assert model.labels == {"bad": "it speaks of A and B in one breath", "good": ""}
    assert [set(component.marks) for component in model.components.values()] == [{"good"}, {"good"}]


def test_constants_are_set_and_replaced(read):
    model = read(CHANNEL, crash="1/100", loss="0.25")
    assert model.components["Channel"].distributions.probabilities(0) == {1: Fraction(3, 4), 2: Fraction(1, 4)}
    assert model.values == {"crash": Fraction(1, 100), "loss": Fraction(1, 4)}


@pytest.mark.parametrize("value", ["x", "1/0", "true", "0.1.2", "crash"])
def test_values_of_the_wrong_type(read, value):
    with pytest.raises(UsageError, match=r"the constant crash of .* is a number, not"):
        read(CHANNEL, crash=value)


@pytest.mark.parametrize("kind", ["mdp", "nondeterministic"])
def test_both_words_for_mdps(read, kind):
    assert read(f"{kind}\n" + module("A", "[a] true -> true;")).components


def test_all_modules_in_parallel_may_be_said(read):
    parts = module("A", "[a] true -> true;"), module("B", "[a] true -> true;")
    assert len(read(prism(*parts, "system (A || B) endsystem")).components) == 2


def test_rewards_are_of_no_interest(read):
    assert read(prism(module("A", "s : bool;", "[a] s -> true;"), 'rewards "r" s : 2; endrewards')).components


WRONG = {
    "the probabilities sum to 9/10, not to 1": ("s : [0..2];", "[a] s=0 -> 0.1:(s'=1) + 0.8:(s'=2);"),
    "the probability -(1/10) is negative": ("s : [0..2];", "[a] s=0 -> -0.1:(s'=1) + 1.1:(s'=2);"),
    "is negative: -1/3": ("s : [0..3];", "[a] s<2 -> (s-1)/3:(s'=1) + 1-(s-1)/3:(s'=2);"),
    "no rational number": ("s : [0..2];", "[a] s=0 -> pow(2,-0.5):(s'=1) + 1-pow(2,-0.5):(s'=2);"),
    "a logarithm is not a rational number": ("s : [0..2];", "[a] s=0 -> log(3,2):(s'=1) + 1-log(3,2):(s'=2);"),
    "the variable s has no bounds (int)": ("s : int init 0;", "[a] s<4 -> (s'=s+1);"),
    "s has 1,000,000,001 values": ("s : [0..1000000000];", "[a] true -> (s'=1);"),
    "module A leads s out of its bounds, to 3": ("s : [0..2];", "[a] true -> (s'=s+1);"),
    "the initial value of a variable is out of its bounds": ("s : [0..2] init 7;", "[a] true -> true;"),
    "lower bound above its upper bound": ("s : [3..2];", "[a] true -> true;"),
    "module A divides by zero": ("s : [0..2];", "[a] s=0 -> 1/s:(s'=1) + 1-1/s:(s'=2);"),
    "duplicate assignment to variable 's'": ("s : [0..2];", "[a] s=0 -> (s'=1)&(s'=2);"),
    "intervals of probabilities are not read": ("s : [0..2];", "[a] s=0 -> [0.1,0.2]:(s'=1)+[0.8,0.9]:(s'=2);"),
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_modules(read, words):
    with pytest.raises(InputError) as caught:
        read(prism(module("A", *WRONG[words])))
    assert words in str(caught.value)
    assert "model.prism:" in str(caught.value)


PLACED = {
    ":4:5: error: syntax error": "mdp\nmodule A\ns : [0..2];\n[a] = -> true;\nendmodule",
    ":1:1: error: this is a DTMC": "dtmc\nmodule A\n[a] true -> true;\nendmodule",
    ":1:1: error: this is a CTMC": "ctmc\nmodule A\ns : bool;\n[a] true -> 3 : (s'=true);\nendmodule",
    ":1:1: error: this is a PTA": "pta\nmodule A\nx : clock;\n[a] true -> true;\nendmodule",
    ":3:11: error: the constant K has no value": "mdp\n\nconst int K;\nmodule A\ns : [0..K];\nendmodule",
    ":5:1: error: there are several initial states: s may be": (
        "mdp\nmodule A\ns : [0..3];\nendmodule\ninit s>1 endinit"
    ),
    ":5:1: error: no state is an initial one": "mdp\nmodule A\ns : [0..3];\nendmodule\ninit s=4 endinit",
    ":3:1: error: s: illegal to specify initial value": (
        "mdp\nmodule A\ns : bool init true;\nendmodule\ninit s endinit"
    ),
    ":2:13: error: there is no variable, constant or formula named t": (
        "mdp\nformula f = t+1;\nmodule A\ns : bool;\nendmodule"
    ),
    ":8:1: error: only the composition of all modules": (
        "mdp\nmodule A\n[a] true -> true;\nendmodule\nmodule B\n[a] true -> true;\nendmodule\nsystem A ||| B endsystem"
    ),
    ":1:1: error: there is no module": "mdp\nconst int N = 3;",
}


@pytest.mark.parametrize("words", PLACED)
def test_places(read, words):
    with pytest.raises(InputError) as caught:
        read(PLACED[words])
    assert words in str(caught.value)


def test_all_complaints_at_once(read):
    with pytest.raises(InputError) as caught:
        read("mdp\nconst int K;\nconst double p;\n" + module("A", "s : int;", "[a] s=0 -> p : true + 1-p : true;"))
    assert len(caught.value.diagnostics) == 3


@pytest.mark.slow
def test_time_ends_the_building(read):
    lines = ("x : [0..3000];", "y : [0..3000];", "[a] x<3000 -> (x'=x+1);", "[b] y<3000 -> (y'=y+1);")
    source = Source("model.prism", prism(module("A", *lines)))
    with pytest.raises(BudgetExceeded, match="time budget ran out while building the modules"):
        prism_model(source, {}, Budget(1.0))


def test_storm_says_nothing(read, capfd):
    with pytest.raises(InputError):
        read(prism(module("A", *next(iter(WRONG.values())))))
    assert capfd.readouterr() == ("", "")


def test_without_storm_it_says_what_to_install(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "stormpy", None)
    with pytest.raises(UsageError, match=r"quidpro\[prob\]"):
        read(CHANNEL, crash="0.01")


def test_an_init_block_may_tell_the_initial_state(read):
    text = prism(
        "const int N = 2;",
        "formula sum = s+t;",
        "global g : [-1..1];",
        module("A", "s : [0..N];", "[a] s=2 & g=-1 -> (s'=0);"),
        module("B", "t : [0..1];", "b : bool;", "[a] b -> (b'=false);"),
        "init sum=N+1 & b & g<0 endinit",
    )
    model = read(text)
    assert {name: c.state_names[c.initial] for name, c in model.components.items()} == {
        "A": "g=-1, s=2",
        "B": "t=1, b=true",
    }
    assert [c.transitions for c in model.components.values()] == [1, 1]


def test_a_file_that_does_not_say_what_it_holds_is_an_mdp(read):
    assert list(read(module("A", "s : bool;", "[a] true -> (s'=true);")).components) == ["A"]


@pytest.mark.parametrize("word", ["mdp", "nondeterministic"])
def test_the_kind_of_the_model_may_stand_anywhere(read, word):
    text = f"const int N = 2;\n{word}\n{module('A', 's : [0..N];', '[a] s<N -> (s=s);')}"
    assert read(text.replace("(s=s)", "(s'=s+1)")).components["A"].states == 3
    with pytest.raises(InputError) as caught:
        read(text)
    assert ":5:" in str(caught.value)


def test_a_constant_that_only_rewards_use_needs_no_value(read):
    text = prism(
        "const double cost;",
        "const double twice = 2*cost;",
        module("A", "s : bool;", "[a] true -> (s'=true);"),
        "rewards [a] true : cost; s : twice; endrewards",
    )
    assert read(text).components["A"].states == 2
    with pytest.raises(InputError, match="the constant cost has no value"):
        read(f"{text}\nformula f = s ? twice : 0;")


def test_functions_called_as_in_old_files(read):
    text = prism(
        "const int N = func(max, M, 2);",
        "const int M = func(floor, 3/2);",
        module("A", "s : [0..N];", "[a] func(mod, s, 2)=func(min, 0, s) -> (s'=func(min, s+1, N));"),
    )
    model = read(text)
    assert rows(model.components["A"]) == [(0, "a", {1: "1"})]


def test_distributions_are_read_from_long_choices(read):
    weights = [f"{i}/55 : (s'={i})" for i in range(1, 11)]
    model = read(prism(module("A", "s : [-1..10] init -1;", f"[a] s=-1 -> {' + '.join(weights)};")))
    [(_, _, found)] = rows(model.components["A"])
    assert found == {i: str(Fraction(i, 55)) for i in range(1, 11)}
    assert model.components["A"].state_names == tuple(f"s={i}" for i in (-1, *range(1, 11)))


def when(condition):
    return Source("m.prism", prism(module("M", "x : [0..1];", f"[a] {condition} -> (x'=1);")))


def test_what_storm_would_crash_on_is_refused_with_its_place(monkeypatch):
    monkeypatch.setattr("quidpro.frontend.prism.read.isolated", lambda *_a, **_o: pytest.fail("Storm was asked"))
    with pytest.raises(InputError, match=r"m.prism:4:505: error: parentheses are nested more than 500 deep"):
        prism_model(when("(" * 600 + "x=0" + ")" * 600), {})


def test_nested_parentheses_up_to_there_are_read():
    assert prism_model(when("(" * 500 + "x=0" + ")" * 500), {}).components["M"].states == 2


@pytest.mark.slow
def test_nothing_is_left_behind_when_storm_dies(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(InputError, match="Storm could not read"):
        prism_model(when("!" * 20_000 + "(x=0)"), {})
    assert list(tmp_path.iterdir()) == []
