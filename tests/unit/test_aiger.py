"""The reader of AIGER: both forms, every section, and what it says of what is wrong."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import BYTES, Source
from quidpro.flat.model import FlatModel
from quidpro.flat.text import text
from quidpro.frontend.aiger.model import load_aiger
from quidpro.frontend.files import edited, read_source
from quidpro.frontend.machines import load_machine
from tests.asking import solve_smv
from tests.naive_aiger import NaiveAiger

COUNTER = ["aag 5 1 1 0 3 1 1", "2", "4 10 0", "4", "3", "6 5 3", "8 4 2", "10 9 7"]
"""A register that an input turns round, which a constraint forbids."""


def flat(*lines: str) -> FlatModel:
    return load_aiger(Source("test.aag", "\n".join(lines) + "\n")).flat()


def complaint(*lines: str) -> str:
    with pytest.raises(InputError) as raised:
        flat(*lines)
    return str(raised.value)


def outcomes(*lines: str) -> dict[str, str]:
    model = flat(*lines)
    return {spec.name: v.outcome for spec, v in zip(model.specs, solve_smv(model, model.specs), strict=True)}


def test_constraints_bad_states_and_latches():
    assert outcomes(*COUNTER) == {"b0": "holds"}
    free = [COUNTER[0].removesuffix(" 1"), *COUNTER[1:4], *COUNTER[5:]]
    assert outcomes(*free) == {"b0": "violated"}


def test_outputs_are_bad_states_where_there_is_nothing_else():
    lines = ["aag 1 0 1 2 0", "2 3", "2", "3"]
    assert outcomes(*lines) == {"o0": "violated", "o1": "violated"}
    assert outcomes("aag 1 0 1 2 0 1", *lines[1:], "0") == {"b0": "holds"}
    assert outcomes("aag 1 0 1 1 0 0 0 1", "2 3", "2", "1", "2") == {"j0": "violated"}


@pytest.mark.parametrize(
    ("reset", "expected"), [("", "holds"), (" 0", "holds"), (" 1", "violated"), (" 2", "violated")]
)
def test_initial_values(reset, expected):
    assert outcomes("aag 1 0 1 0 0 1", f"2 2{reset}", "2") == {"b0": expected}


def test_a_bad_step_may_read_inputs_and_needs_no_successor():
    """The register is 1 after one step, where no value of the input satisfies the constraint."""
    lines = ["aag 3 1 1 0 1 2 1", "2", "4 1", "2", "4", "7", "6 4 4"]
    assert outcomes(*lines) == {"b0": "violated", "b1": "holds"}


def test_a_constraint_over_inputs_holds_in_the_bad_step_itself():
    """Bad needs the input to be 1 while the constraint wants it to be 0."""
    assert outcomes("aag 2 1 1 0 0 1 1", "2", "4 2", "2", "3") == {"b0": "holds"}
    assert outcomes("aag 2 1 1 0 0 1 1", "2", "4 2", "4", "3") == {"b0": "holds"}
    assert outcomes("aag 2 1 1 0 0 1 1", "2", "4 2", "4", "5") == {"b0": "holds"}
    assert outcomes("aag 2 1 1 0 0 1 0", "2", "4 2", "4") == {"b0": "violated"}


def test_justice_under_fairness_and_constraints():
    toggle = ["2", "4 5"]
    assert outcomes("aag 2 1 1 0 0 0 0 1", *toggle, "2", "4", "5") == {"j0": "violated"}
    assert outcomes("aag 2 1 1 0 0 0 0 2 1", *toggle, "1", "1", "4", "0", "2") == {"j0": "violated", "j1": "holds"}
    assert outcomes("aag 2 1 1 0 0 0 1 1 1", *toggle, "3", "1", "4", "2") == {"j0": "holds"}
    assert outcomes("aag 2 1 1 0 0 1 0 0 1", *toggle, "4", "0") == {"b0": "violated"}
    assert outcomes("aag 2 1 1 0 0 0 0 1", *toggle, "0") == {"j0": "violated"}


def test_an_infinite_run_has_to_satisfy_constraints_for_ever():
    """After one step the register is 1 and stays so: no infinite run satisfies the constraint that it is 0."""
    assert outcomes("aag 1 0 1 0 0 1 1 1", "2 1", "3", "3", "1", "1") == {"b0": "violated", "j0": "holds"}


def test_symbols_name_what_they_can():
    symbols = ["i0 a b", "l0 4x", "b0 bad", "c0 quiet", "c", "i0 no symbol any more"]
    model = flat(*COUNTER, *symbols)
    assert list(model.variables) == ["a_b", "_4x"]
    assert [(spec.name, spec.text) for spec in model.specs] == [("bad", "!bad")]
    assert text(model.defines["bad"]) == "_4x"


def test_names_are_different():
    model = flat("aag 2 1 1 0 0 1", "2", "4 2", "4", "i0 x", "l0 x", "b0 x")
    assert list(model.variables) == ["x", "x#2"]
    assert model.specs[0].name == "x#3"


def test_inputs_that_only_latches_read_are_inputs():
    model = flat("aag 3 2 1 0 0 1", "2", "4", "6 2", "5")
    assert [v.name for v in model.inputs] == ["i0"]
    assert [v.name for v in model.states] == ["i1", "l0"]


def binary(*lines: str) -> bytes:
    return NaiveAiger("\n".join(lines)).as_bytes()


def test_the_binary_form_says_the_same(tmp_path):
    path = tmp_path / "counter.aig"
    path.write_bytes(binary(*COUNTER) + b"l0 state\xff\nc\nbytes \x00 of a comment")
    model = load_machine(path).flat()
    assert list(model.variables) == ["i0", "state_"]
    assert [v.outcome for v in solve_smv(model, model.specs)] == ["holds"]


def test_a_certificate_knows_a_binary_file_by_its_bytes(tmp_path):
    path = tmp_path / "counter.aig"
    path.write_bytes(binary(*COUNTER))
    model = load_machine(path).flat()
    (verdict,) = solve_smv(model, model.specs)
    assert verdict.certificate.model == hashlib.sha256(path.read_bytes()).hexdigest()
    assert verdict.certified


@pytest.mark.parametrize("suffix", [".aag", ".aig"])
def test_the_header_tells_the_form_whatever_the_file_is_called(suffix, tmp_path):
    path = tmp_path / f"x{suffix}"
    for content in ("\n".join(COUNTER).encode(), binary(*COUNTER)):
        path.write_bytes(content)
        assert load_machine(path).flat().bits == 2


def test_bytes_that_come_as_a_text_have_to_be_bytes():
    with edited(Path("x.aig"), binary(*COUNTER).decode(BYTES)):
        assert read_source(Path("x.aig")).encoded == binary(*COUNTER)
    with (
        edited(Path("x.aig"), "aig 0 0 0 0 0 \N{GREEK SMALL LETTER ALPHA}"),
        pytest.raises(InputError, match="no bytes"),
    ):
        read_source(Path("x.aig"))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["aag 1 2"], "not the header"),
        (["MODULE main"], "not the header"),
        (["aag 1 1 1 0 0", "2", "4 2"], "the header promises 2 inputs"),
        (["aag 99999999 0 0 0 0"], "more than"),
        (["aig 9999999999 9999999999 0 0 0"], "more than"),
        (["aag 1 1 0 0 0", "3"], "not the literal of a variable"),
        (["aag 1 1 0 0 0", "0"], "not the literal of a variable"),
        (["aag 2 2 0 0 0", "2", "2"], "defined twice"),
        (["aag 1 1 0 1 0", "2", "4"], "too large"),
        (["aag 2 1 0 1 0", "2", "4"], "used and not defined"),
        (["aag 1 0 1 0 0", "2 2 3"], "no initial value"),
        (["aag 1 0 1 0 0", "2"], "a latch is 2 or 3 numbers"),
        (["aag 1 1 0 1 0", "2"], "the file ends where a literal should be"),
        (["aag 1 1 0 0 0", "two"], "this is not the literal"),
        (["aag 1 1 0 0 0", "2" * 5000], "this is not the literal"),
        (["aag 2 0 0 1 2", "2", "2 4 4", "4 2 3"], "reads itself"),
        (["aag 1 0 0 1 1", "2", "2 2 2"], "reads itself"),
        (["aag 1 1 0 0 0", "2", "i1 name"], "there is no i1"),
        (["aag 1 1 0 0 0", "2", "i0 name", "i0 name"], "has a symbol already"),
        (["aag 1 1 0 0 0", "2", "hello"], "neither a symbol"),
        (["aag 0 0 0 0 0 0 0 1", "5"], "the file ends where a literal"),
    ],
)
def test_what_is_wrong_is_said(lines, words):
    assert words in complaint(*lines)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"aig 1 0 0 0 1\n", "inside the and-gates"),
        (b"aig 1 0 0 0 1\n\x00\x00", "no and-gate"),
        (b"aig 1 0 0 0 1\n\x03\x00", "no and-gate"),
        (b"aig 1 0 0 0 1\n\x82", "inside the and-gates"),
        (b"aig 1 0 0 0 1\n\xff\xff\xff\xff\xff\xff\x01", "inside the and-gates"),
        (b"aig 2 0 0 0 1\n\x02\x00", "M is I + L + A"),
        (b"aig 1 0 0 0 1\n\x02\x00\xff\xff", "neither a symbol"),
    ],
)
def test_damaged_bytes_are_refused(data, words, tmp_path):
    path = tmp_path / "x.aig"
    path.write_bytes(data)
    with pytest.raises(InputError, match=words.replace("+", r"\+")):
        load_machine(path)


def test_a_long_chain_is_read_without_recursion_and_fast():
    size = 20_000
    head = [f"aag {size + 2} 1 1 0 {size} 1", "2", f"4 {2 * size + 5}", "4"]
    gates = [f"{2 * n} {2 * n - 1} {2 + 2 * (n % 2)}" for n in range(3, size + 3)]
    started = time.process_time()
    model = flat(*head, *reversed(gates))
    assert time.process_time() - started < 5
    assert model.bits == 1
