"""Whole arrays: compared, chosen, moved on by ``next``, and nuXmv's READ, WRITE and CONSTARRAY."""

from __future__ import annotations

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.flat.text import text
from quidpro.frontend.smv.model import load_smv
from tests.naive_smv import Graph

HEAD = """MODULE main
VAR a : array 1..2 of 0..3; b : array 0..1 of 0..3; m : array 0..1 of array 0..1 of boolean; i : 1..2; j : 0..3;
"""


def flat(source):
    return load_smv(Source("test.smv", source)).flat()


def condition(words):
    """An expression of INVAR or TRANS, as it was understood."""
    model = flat(f"{HEAD} TRANS {words}")
    return text(model.trans[0].expr)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("a = b", "(a[1] = b[0]) & (a[2] = b[1])"),
        ("a != b", "!((a[1] = b[0]) & (a[2] = b[1]))"),
        ("[3, j] = a", "(3 = a[1]) & (j = a[2])"),
        ("m[0] = m[1]", "(m[0][0] <-> m[1][0]) & (m[0][1] <-> m[1][1])"),
        ("m = [[TRUE, TRUE], m[0]]", "(m[0][0] & m[0][1]) & ((m[1][0] <-> m[0][0]) & (m[1][1] <-> m[0][1]))"),
        ("next(a) = a", "(next(a[1]) = a[1]) & (next(a[2]) = a[2])"),
        ("next(m)[1][0]", "next(m[1][0])"),
        ("next(a)[i] = 0", "((i = 1) ? next(a[1]) : next(a[2])) = 0"),
        ("(j = 0 ? a : b)[0 + 1] = 2", "((j = 0) ? a[1] : b[0]) = 2"),
        ("READ(a, 2) = 0", "a[2] = 0"),
        ("WRITE(a, 1, j) = [j, 0]", "(j = j) & (a[2] = 0)"),
        ("WRITE(m, 0, WRITE(m[0], 1, TRUE))[0][1]", "TRUE"),
        ("CONSTARRAY(typeof(a), j) = a", "(j = a[1]) & (j = a[2])"),
    ],
)
def test_what_is_said_of_whole_arrays(words, meant):
    assert condition(words) == meant


def test_a_write_to_an_index_that_is_not_known_is_a_choice_for_every_element():
    by_hand = "next(a[1]) := i = 1 ? j : a[1]; next(a[2]) := i = 2 ? j : a[2];"
    written, spelled = (flat(f"{HEAD} ASSIGN {words}") for words in ("next(a) := WRITE(a, i, j);", by_hand))
    for name in ("a[1]", "a[2]"):
        assert text(written.assignments[name].next.rhs) == text(spelled.assignments[name].next.rhs)


def test_a_memory_of_words():
    model = flat("""MODULE main
    VAR mem : array word[2] of 0..2; at : word[2]; n : 0..2; last : word[2]; put : 0..2;
    ASSIGN
      init(mem) := CONSTARRAY(typeof(mem), 0);
      next(mem) := case n = 0 : mem; TRUE : WRITE(mem, at, n); esac;
      init(at) := 0ud2_0; next(at) := at + 0ud2_1;
      init(n) := 0; next(n) := n = 2 ? {0, 1} : n + 1;
      next(last) := at; init(put) := 0; next(put) := n;
    INVARSPEC READ(mem, 0ud2_3) != 1
    INVARSPEC put != 0 -> READ(mem, last) = put
    """)
    assert [name for name in model.variables if name.startswith("mem")] == [f"mem[{i}]" for i in range(4)]
    graph = Graph(model)
    assert len(graph.states) > 4
    assert [graph.invariant(spec.invariant) for spec in model.specs] == [False, True]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("a = m", "the two sides of '='|expected a value|as many elements"),
        ("a = [1, 2, 3]", "as many elements: 2 elements and 3 elements"),
        ("a = j", "2 elements and integer"),
        ("(j = 0 ? a : j) = a", "all must be arrays"),
        ("READ(j, 1) = 0", "only arrays have elements"),
        ("READ(a) = 0", "takes 2 arguments, not 1"),
        ("READ(a, 3) = 0", "the index 3 is outside 1..2"),
        ("WRITE(a, i, TRUE) = a", "the elements of the array are integer"),
        ("next(next(a)) = a", "'next' stands inside another"),
    ],
)
def test_what_is_refused_of_arrays(words, complaint):
    with pytest.raises(InputError, match=complaint):
        condition(words)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("VAR m : array word[2] of boolean; INIT READ(m, 3)", r"an unsigned word\[2\], not integer"),
        ("VAR m : array word[2] of boolean; w : word[3]; INIT m[w]", r"an unsigned word\[2\], not unsigned word\[3\]"),
        ("VAR m : array word[40] of boolean;", r"this array has 2\^40 elements"),
        ("VAR m : array integer of boolean;", "an array without bounds is not finite"),
        ("VAR m : array of boolean;", "an array without bounds is not finite"),
        ("VAR a : array 0..1 of 0..3; i : 0..2; ASSIGN next(a) := WRITE(a, i, 0);", "index of this array is outside"),
    ],
)
def test_what_arrays_cannot_be(source, complaint):
    with pytest.raises(InputError, match=complaint):
        flat(f"MODULE main {source}")
