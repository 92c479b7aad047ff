"""AUT in and out: exact round trips, tolerance, and every error at once with its position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.aut import MAX_STATES, aut_losses, read_aut, write_aut
from quidpro.lts.lts import ERROR, LTS, TAU

LABELS = ["a", "b.1", "PUSH !1", 'say "hi"', "f(x, y)", "), 3)", ",", '"', "ä", " padded "]


def read(text: str) -> LTS:
    return read_aut(Source("folder/m.aut", text))


def errors(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text)
    return [d.render() for d in caught.value.diagnostics]


def test_reads_a_plain_file():
    lts = read('des (1, 3, 3)\n(1, "a", 0)\n(0, tau, 2)\n(2, "b", -1)\n')
    assert list(lts.triples()) == [(0, "tau", 2), (1, "a", 0), (2, "b", ERROR)]
    assert (lts.initial, lts.states, lts.name, lts.alphabet) == (1, 3, "m", ("a", "b"))


def test_tolerates_spacing_line_ends_and_missing_quotes():
    tidy = read('des (0, 2, 2)\n(0, "a b", 1)\n(1, "c", 0)\n')
    assert read("\n des(0 ,2,2 )\r\n\r\n  ( 0,a b , 1 )\r\n(1,c,0)\r\n\r\n") == tidy


@pytest.mark.parametrize("label", ["i", "tau", '"i"', '"tau"'])
def test_silent_labels(label):
    assert read(f"des (0, 1, 1)\n(0, {label}, 0)\n").label.tolist() == [TAU]


def test_merges_doubled_transitions():
    assert read("des (0, 2, 1)\n(0, a, 0)\n(0, a, 0)\n").transitions == 1


@st.composite
def expressible(draw):
    states = draw(st.integers(1, 5))
    number = st.integers(0, states - 1)
    label = st.sampled_from([*LABELS, "tau"])
    triples = draw(st.lists(st.tuples(number, label, st.integers(-1, states - 1)), max_size=12))
    actions = sorted({a for _, a, _ in triples} - {"tau"})
    numbers = {"tau": 0} | {a: i + 1 for i, a in enumerate(actions)}
    rows = [(p, numbers[a], q) for p, a, q in triples]
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    return LTS.from_arrays(actions, states, *columns, initial=draw(number))


@pytest.mark.slow
@given(expressible())
def test_round_trip_is_exact(lts):
    assert aut_losses(lts) == []
    assert read(write_aut(lts)) == lts


def test_losses_are_told():
    lts = LTS.of([("p", "i", "q"), ("q", "a\nb", "p")], alphabet=["unused"], end="z")
    told = "\n".join(aut_losses(lts))
    for word in ("unused", "END (state 2)", "silent: i", r"as here: a\nb", "names of the states"):
        assert word in told
    assert read(write_aut(lts)).alphabet == (r"a\nb",)


def test_all_errors_at_once_with_positions():
    told = errors('des (0, 5, 2)\n(0, a, 1)\nnonsense\n(7, a, 0)\n(0, a, 9)\n(0, "", 1)\n')
    places = [line.split(": error: ")[0] for line in told]
    assert places == ["folder/m.aut:3:1", "folder/m.aut:4:2", "folder/m.aut:5:8", "folder/m.aut:6:4"]


def test_many_errors_stay_on_one_screen():
    told = errors("des (0, 999, 1)\n" + "junk\n" * 999)
    assert len(told) == 11
    assert "989 more errors" in told[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an AUT header"),
        ("des (0, 1)\n", "not an AUT header"),
        ("des (0, 0, 0)\n", "at least one state"),
        ("des (3, 0, 2)\n", "initial state 3"),
        ("des (0, -1, 2)\n", "transitions cannot be -1"),
        (f"des (0, 0, {MAX_STATES + 1})\n", "more than"),
        ("des (0, 0, " + "9" * 5000 + ")\n", "not an AUT header"),
        ("des (0, 2, 1)\n(0, a, 0)\n", "announces 2 transitions, the file has 1"),
        ("des (0, 1, 1)\n(-1, a, 0)\n", "no state -1"),
        ("des (0, 1, 1)\n(0, a, -2)\n", "no state -2"),
        ("des (0, 1, 1)\n(0, a)\n", "not a transition"),
    ],
)
def test_refuses(text, message):
    assert message in errors(text)[0]
