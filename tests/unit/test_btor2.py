"""The reader of BTOR2: every operator on every value, sorts, arrays, states, and what it says of what is wrong."""

from __future__ import annotations

import time
from itertools import product

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.flat.evaluate import Program
from quidpro.flat.model import FlatModel
from quidpro.frontend.btor2 import nodes
from quidpro.frontend.btor2.lines import ARGUMENTS
from quidpro.frontend.btor2.model import load_btor2
from quidpro.frontend.btor2.nodes import MAX_INDEX
from tests.asking import solve_smv
from tests.naive_btor2 import NaiveBtor2, words
from tests.random_btor2 import BINARY, REDUCTIONS, TESTS, UNARY


def flat(*lines: str) -> FlatModel:
    return load_btor2(Source("test.btor2", "\n".join(lines) + "\n")).flat()


def complaint(*lines: str) -> str:
    with pytest.raises(InputError) as raised:
        flat(*lines)
    return str(raised.value)


def outcomes(*lines: str) -> dict[str, str]:
    model = flat(*lines)
    return {spec.name: v.outcome for spec, v in zip(model.specs, solve_smv(model, model.specs), strict=True)}


def value_of(model: FlatModel, state: dict[str, int]) -> int:
    typed = {n: bool(v) if str(model.variables[n].domain) == "boolean" else v for n, v in state.items()}
    (found,) = Program([model.defines["out"]]).run(typed)
    assert isinstance(found, int)
    return int(found)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("keyword", [*UNARY, *REDUCTIONS])
def test_an_operator_on_one_word_has_the_value_of_its_definition(keyword, width):
    result = 2 if keyword in REDUCTIONS else 1
    model = flat(
        f"1 sort bitvec {width}", "2 sort bitvec 1", "3 input 1 a", f"4 {keyword} {result} 3", "5 output 4 out"
    )
    for a in range(1 << width):
        assert value_of(model, {"a": a}) == words(keyword, a, None, width), a


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("keyword", [k for k in (*BINARY, *TESTS) if k not in ("eq", "neq")])
def test_an_operator_on_two_words_has_the_value_of_its_definition(keyword, width):
    result = 2 if keyword in TESTS else 1
    model = flat(
        f"1 sort bitvec {width}",
        "2 sort bitvec 1",
        "3 input 1 a",
        "4 input 1 b",
        f"5 {keyword} {result} 3 4",
        "6 output 5 out",
    )
    for a, b in product(range(1 << width), repeat=2):
        assert value_of(model, {"a": a, "b": b}) == words(keyword, a, b, width), (a, b)


@pytest.mark.parametrize("keyword", [k for k in (*BINARY, *TESTS) if k not in ("eq", "neq")])
def test_operators_on_constants_are_folded_to_the_same_value(keyword):
    width = 3
    for a, b in product(range(1 << width), repeat=2):
        result = 2 if keyword in TESTS else 1
        model = flat(
            f"1 sort bitvec {width}",
            "2 sort bitvec 1",
            f"3 constd 1 {a}",
            f"4 constd 1 {b}",
            f"5 {keyword} {result} 3 4",
            "6 output 5 out",
        )
        assert value_of(model, {}) == words(keyword, a, b, width), (a, b)


@pytest.mark.parametrize("keyword", ["iff", "implies"])
def test_connectives(keyword):
    model = flat("1 sort bitvec 1", "2 input 1 a", "3 input 1 b", f"4 {keyword} 1 2 3", "5 output 4 out")
    for a, b in product(range(2), repeat=2):
        assert value_of(model, {"a": a, "b": b}) == words(keyword, a, b, 1)


@pytest.mark.parametrize(
    "lines",
    [
        ["4 slice 2 3 2 1", "5 output 4 out"],
        ["4 slice 1 3 3 0", "5 output 4 out"],
        ["4 sort bitvec 1", "5 slice 4 3 2 2", "6 output 5 out"],
        ["4 sort bitvec 7", "5 sext 4 3 3", "6 output 5 out"],
        ["4 sort bitvec 7", "5 uext 4 3 3", "6 output 5 out"],
        ["4 uext 1 3 0", "5 output 4 out"],
        ["4 sort bitvec 8", "5 concat 4 3 -3", "6 output 5 out"],
        ["4 sort bitvec 1", "5 eq 4 3 -3", "6 output 5 out"],
        ["4 sort bitvec 1", "5 constd 1 -3", "6 neq 4 3 5", "7 output 6 out"],
        ["4 sort bitvec 1", "5 slice 4 3 0 0", "6 ite 1 5 3 -3", "7 output 6 out"],
        ["4 sort bitvec 1", "5 slice 4 3 0 0", "6 sext 1 5 3", "7 output 6 out"],
    ],
)
def test_bits_comparisons_and_choices(lines):
    text = ["1 sort bitvec 4", "2 sort bitvec 2", "3 input 1 a", *lines]
    model, naive = flat(*text), NaiveBtor2("\n".join(text))
    number = int(text[-1].split()[2])
    for a in range(16):
        assert value_of(model, {"a": a}) == naive.at(number, naive.evaluate({3: a}))


@pytest.mark.parametrize(
    ("text", "value"),
    [("zero 1", 0), ("one 1", 1), ("ones 1", 15), ("const 1 0110", 6), ("constd 1 9", 9), ("constd 1 -8", 8),
     ("consth 1 E", 14), ("consth 1 00f", 15)],
)  # fmt: skip
def test_constants(text, value):
    assert value_of(flat("1 sort bitvec 4", f"2 {text}", "3 output 2 out"), {}) == value


MEMORY = [
    "1 sort bitvec 2",
    "2 sort bitvec 3",
    "3 sort array 1 2",
    "4 sort bitvec 1",
    "5 zero 2",
    "6 state 3 mem",
    "7 init 3 6 5",
    "8 input 1 at",
    "9 input 2 what",
    "10 write 3 6 8 9",
    "11 next 3 6 10",
]


def test_an_array_is_a_variable_for_each_element():
    model = flat(*MEMORY)
    assert list(model.variables) == ["mem[0]", "mem[1]", "mem[2]", "mem[3]", "at", "what"]
    assert model.bits == 12


def test_reads_and_writes():
    asked = [*MEMORY, "12 ones 1", "13 read 2 6 12", "14 constd 2 5", "15 eq 4 13 14", "16 bad 15 reached"]
    assert outcomes(*asked) == {"reached": "violated"}
    frozen = [line for line in asked if line != "11 next 3 6 10"]
    assert outcomes(*frozen, "17 next 3 6 6") == {"reached": "holds"}


def test_arrays_are_compared_and_chosen():
    more = ["12 ite 3 14 6 10", "15 eq 4 6 12", "16 bad -15"]
    assert outcomes(*MEMORY, "13 input 4 c", "14 not 4 13", *more) == {"b0": "violated"}
    assert outcomes(*MEMORY, "14 one 4", *more) == {"b0": "holds"}


def test_a_state_without_next_is_free_in_every_step_after_the_first():
    lines = ["1 sort bitvec 1", "2 zero 1", "3 state 1 s", "4 init 1 3 2", "5 state 1 last", "6 init 1 5 2"]
    assert outcomes(*lines, "7 next 1 5 3", "8 bad 5") == {"b0": "violated"}
    assert outcomes(*lines, "7 next 1 5 5", "8 bad 5") == {"b0": "holds"}


def test_a_state_without_init_begins_anywhere():
    assert outcomes("1 sort bitvec 3", "2 state 1", "3 next 1 2 2", "4 sort bitvec 1", "5 redand 4 2", "6 bad 5") == {
        "b0": "violated"
    }


def test_an_initial_value_may_be_that_of_another_state():
    lines = ["1 sort bitvec 3", "2 state 1 first", "3 state 1 second", "4 init 1 3 2", "5 next 1 3 3"]
    assert outcomes(*lines, "6 next 1 2 2", "7 sort bitvec 1", "8 neq 7 2 3", "9 bad 8") == {"b0": "holds"}


def test_an_input_that_only_registers_read_is_an_input():
    model = flat("1 sort bitvec 1", "2 input 1 a", "3 input 1 b", "4 state 1 s", "5 next 1 4 2", "6 bad 3")
    assert [v.name for v in model.inputs] == ["a"]
    assert [v.name for v in model.states] == ["b", "s"]


def test_a_constraint_holds_in_the_bad_step_and_need_not_hold_after_it():
    """The register becomes 1, which the constraint forbids: the step before it is bad all the same."""
    lines = ["1 sort bitvec 1", "2 zero 1", "3 state 1 s", "4 init 1 3 2", "5 one 1", "6 next 1 3 5", "7 constraint -3"]
    assert outcomes(*lines, "8 bad -3", "9 bad 3") == {"b0": "violated", "b1": "holds"}


def test_justice_and_fairness():
    toggle = ["1 sort bitvec 1", "2 zero 1", "3 state 1 s", "4 init 1 3 2", "5 next 1 3 -3", "6 input 1 i"]
    assert outcomes(*toggle, "7 justice 2 3 -3") == {"j0": "violated"}
    assert outcomes(*toggle, "7 and 1 3 -3", "8 justice 1 7") == {"j0": "holds"}
    assert outcomes(*toggle, "7 justice 1 3", "8 fair 6", "9 constraint -6") == {"j0": "holds"}
    assert outcomes(*toggle, "7 bad 3", "8 fair 2") == {"b0": "violated"}


def test_names_are_those_of_the_symbols_and_are_different():
    model = flat(
        "1 sort bitvec 1", "2 state 1 x y;z", "3 state 1 x", "4 input 1 x ; twice", "5 input 1 7$", "6 state 1"
    )
    assert list(model.variables) == ["x_y_z", "x", "x#2", "_7$", "s6"]


def test_every_operator_of_the_format_is_known():
    keywords = """
        add and bad concat const constd consth constraint dec eq fair iff implies inc init input ite mul nand neq neg
        next nor not one ones or output read redand redor redxor rol ror saddo sdiv sdivo sext sgt sgte slice sll slt
        slte smod smulo sra srem srl ssubo state sub uaddo udiv uext ugt ugte ult ulte umulo urem usubo write xnor xor
        zero
    """
    assert set(ARGUMENTS) == set(keywords.split())


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["1 sort bitvec 0"], "from 1 to"),
        (["1 sort bitvec 99999999"], "from 1 to"),
        (["1 sort float 3"], "is no sort"),
        (["1 sort bitvec 32", "2 sort bitvec 8", "3 sort array 1 2"], f"at most {MAX_INDEX} bits"),
        (["1 sort bitvec 1", "2 sort array 1 1", "3 sort array 1 2"], "arrays of arrays"),
        (["1 sort bitvec 2", "2 inptu 1"], "did you mean 'input'"),
        (["1 sort bitvec 2", "1 input 1"], "there twice"),
        (["1 sort bitvec 2", "2 add 1 3 4"], "no line 3 before"),
        (["1 sort bitvec 2", "2 not 1 2"], "no line 2 before"),
        (["1 sort bitvec 2", "2 add 1 1 1"], "is sort, which has no value"),
        (["1 sort bitvec 2", "2 input 1", "3 sort bitvec 3", "4 input 3", "5 add 1 2 4"], "wants bitvec 2"),
        (["1 sort bitvec 2", "2 input 1", "3 sort bitvec 3", "4 add 3 2 2"], "the line says bitvec 3"),
        (["1 sort bitvec 2", "2 input 1", "3 bad 2"], "wants bitvec 1"),
        (["1 sort bitvec 2", "2 input 1", "3 slice 1 2 2 1"], "no bits from 2 to 1"),
        (["1 sort bitvec 2", "2 input 1", "3 slice 1 2 0 1"], "no bits from 0 to 1"),
        (["1 sort bitvec 2", "2 const 1 102"], "not what const wants"),
        (["1 sort bitvec 2", "2 const 1 0"], "no number of 2 bits"),
        (["1 sort bitvec 2", "2 constd 1 4"], "no number of 2 bits"),
        (["1 sort bitvec 2", "2 constd 1 -3"], "no number of 2 bits"),
        (["1 sort bitvec 2", "2 constd 1 " + "9" * 5000], "not what constd wants"),
        (["1 sort bitvec 2", "2 input 1", "3 state 1", "4 init 1 3 2"], "depends on the input"),
        (["1 sort bitvec 2", "2 state 1", "3 state 1", "4 init 1 2 3"], "depends on the state 3"),
        (["1 sort bitvec 2", "2 state 1", "4 init 1 2 2"], "depends on the state 2"),
        (["1 sort bitvec 2", "2 state 1", "4 next 1 2 2", "5 next 1 2 2"], "has next already"),
        (["1 sort bitvec 2", "2 input 1", "4 next 1 2 2"], "is no state"),
        (["1 sort bitvec 2", "2 input 1", "3 read 1 2 2"], "wants an array"),
        (["1 sort bitvec 2", "2 sort array 1 1", "3 input 2", "4 not 1 3"], "wants a word"),
        (["1 sort bitvec 2", "2 sort array 1 1", "3 input 2", "4 sort bitvec 1", "5 eq 4 3 -3"], "negates an array"),
        (["1 sort bitvec 2", "2 ite 1"], "needs 4 arguments"),
        (["1 sort bitvec 2", "2 justice 0"], "number of its conditions"),
        (["1 sort bitvec 2", "2 justice 999999999 1"], "needs 1000000000 arguments"),
        (["x sort bitvec 2"], "is not an id"),
        (["; nothing"], "no line of BTOR2"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(lines, words):
    assert words in complaint(*lines)


def test_what_depends_on_a_wrong_line_is_not_reported_again():
    told = complaint("1 sort bitvec 2", "2 foo 1 1", "3 add 1 2 2", "4 neg 1 3", "5 constd 1 7")
    assert told.count("error:") == 2


def test_too_many_elements_of_arrays_are_refused(monkeypatch):
    monkeypatch.setattr(nodes, "MAX_CELLS", 3 << MAX_INDEX)
    lines = [f"1 sort bitvec {MAX_INDEX}", "2 sort array 1 1", "3 state 2", "4 input 1"]
    lines += [f"{n} write 2 {3 if n == 5 else n - 1} 4 4" for n in range(5, 8)]
    assert "elements together" in complaint(*lines)
    flat(*lines[:-1])


def test_a_long_chain_is_read_without_recursion_and_fast():
    lines = ["1 sort bitvec 8", "2 one 1", "3 zero 1", "4 state 1", "5 init 1 4 3"]
    lines += [f"{n} {('add', 'xor', 'mul')[n % 3]} 1 {4 if n == 6 else n - 1} 4" for n in range(6, 20_000)]
    started = time.process_time()
    model = flat(*lines, "20000 next 1 4 19999", "20001 sort bitvec 1", "20002 redor 20001 4", "20003 bad 20002")
    assert time.process_time() - started < 5
    assert model.bits == 8
