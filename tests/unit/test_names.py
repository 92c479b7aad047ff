"""What the names of a text mean, in every language: the table that editors ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.core.source import Source
from quidpro.frontend.files import read_source
from quidpro.frontend.languages import language_of
from quidpro.frontend.text.names import Names, Symbol

MODELS = [path for path in sorted(Path("examples").rglob("*")) if language_of(path) is not None]
FSP = r"""const N = 2
range R = 0..N-1
set S = {a[R], b}
P(M=N) = Q[0], Q[i:R] = (when (i<M) a[j:0..i] -> Q[j] | b.S -> P)+{S}\{b}.
property Safe = (a[0] -> Safe).
fluent F[i:R] = <a[i], {b}>
assert A = [](F[0] -> <>F[1])
progress G[k:R] = {a[k]}
def Add(x, y) = x + y * N
||C(K=2) = (forall[i:1..K] p[i]:P(K) || Safe || P(Add(1,2)))/{forall[z:R] {c[z]/a[z]}}.
"""
SMV = """MODULE cell(input)
VAR value : {low, high};
DEFINE same := value = input;
MODULE main
VAR a : cell(b.value); b : cell(low); other : reader(a);
ASSIGN init(a.value) := high;
SPEC AG a.same
INVARSPEC NAME good := other.seen;
MODULE reader(it)
DEFINE seen := it.same;
"""
PRISM = """mdp
// P<=0.5 [ F "done" ]
const int k = 2;
formula low = x < k;
module One
  x : [0..k];
  [x] low -> 0.5:(x'=1) + 0.5:(x'=2);
endmodule
module Two = One [x=y, go=went] endmodule
label "done" = x=k & y=k;
"""


def names(suffix: str, text: str) -> Names:
    language = language_of(Path(f"m{suffix}"))
    assert language is not None
    return language.names(Source(f"m{suffix}", text))


def symbol(found: Names, name: str, kind: str | None = None) -> Symbol:
    return next(one for one in found.symbols if one.name == name and kind in (None, one.kind))


def lines(found: Names, name: str, kind: str | None = None) -> list[int]:
    """The lines in which a symbol is named; at each of its places stands its name."""
    one = symbol(found, name, kind)
    places = found.places(one)
    assert {found.source.text[place : place + len(name)] for place in places} <= {name}
    return [found.source.position(place)[0] for place in places]


@pytest.mark.parametrize(
    ("name", "kind", "at"),
    [
        ("N", "constant", [1, 2, 4, 9]),
        ("R", "range", [2, 3, 4, 6, 8, 10]),
        ("S", "set", [3, 4, 4]),
        ("P", "process", [4, 4, 10, 10]),
        ("M", "parameter", [4, 4]),
        ("Q", "local process", [4, 4, 4]),
        ("i", "variable", [4, 4, 4]),
        ("j", "variable", [4, 4]),
        ("Safe", "property", [5, 5, 10]),
        ("F", "fluent", [6, 7, 7]),
        ("A", "assert", [7]),
        ("G", "progress", [8]),
        ("x", "variable", [9, 9]),
        ("Add", "function", [9, 10]),
        ("C", "composite", [10]),
        ("K", "parameter", [10, 10, 10]),
        ("z", "variable", [10, 10, 10]),
    ],
)
def test_the_names_of_fsp(name, kind, at):
    found = names(".lts", FSP)
    assert (found.errors, found.loose) == ([], {})
    assert lines(found, name, kind) == at


@pytest.mark.parametrize(
    ("name", "kind", "at"),
    [
        ("cell", "module", [1, 5, 5]),
        ("input", "parameter", [1, 3]),
        ("value", "variable", [2, 3, 5, 6]),
        ("same", "definition", [3, 7, 10]),
        ("low", "constant", [2, 5]),
        ("a", "instance", [5, 5, 6, 7]),
        ("it", "parameter", [9, 10]),
        ("seen", "definition", [8, 10]),
        ("good", "specification", [8]),
    ],
)
def test_the_names_of_smv(name, kind, at):
    found = names(".smv", SMV)
    assert (found.errors, found.loose) == ([], {})
    assert lines(found, name, kind) == at


@pytest.mark.parametrize(
    ("name", "kind", "at"),
    [
        ("k", "constant", [3, 4, 6, 10, 10]),
        ("low", "formula", [4, 7]),
        ("One", "module", [5, 9]),
        ("x", "variable", [4, 6, 7, 7, 9, 10]),
        ("y", "variable", [9, 10]),
        ("done", "label", [10]),
    ],
)
def test_the_names_of_prism(name, kind, at):
    assert lines(names(".prism", PRISM), name, kind) == at


def test_what_can_be_asked():
    asked = {suffix: [one.ask for one in names(suffix, text).symbols if one.ask] for suffix, text in ALL.items()}
    assert asked == {
        ".lts": [("property", "Safe"), ("property", "A"), ("property", "G"), ("system", "C")],
        ".smv": [("property", "spec1"), ("property", "good")],
        ".prism": [("pctl", 'P<=0.5 [ F "done" ]')],
    }


ALL = {".lts": FSP, ".smv": SMV, ".prism": PRISM}


def test_numbers_of_specifications_are_those_of_the_model():
    from quidpro.frontend.smv.model import load_smv

    asked = [one.ask[1] for one in names(".smv", SMV).symbols if one.ask]
    assert asked == list(load_smv(Source("m.smv", SMV)).properties)


@pytest.mark.parametrize(
    ("name", "value"), [("N", "2"), ("R", "0..1"), ("S", "{a.0, a.1, b}"), ("P", ""), ("M", ""), ("F", "")]
)
def test_values(name, value):
    language = language_of(Path("m.lts"))
    found = names(".lts", FSP)
    assert language is not None
    assert language.value(found.source, symbol(found, name)) == value


def test_a_value_that_cannot_be_computed_is_none():
    language = language_of(Path("m.lts"))
    found = names(".lts", "const N = M + 1\nrange R = 3..2\nset S = {a[i]}\n")
    assert language is not None
    assert {language.value(found.source, one) for one in found.symbols} == {""}


def test_a_set_above_goes_before_a_parameter_and_one_below_does_not():
    text = "set N = {a}\nP(N=1) = (x[N] -> P).\nQ(M=1) = (x[M] -> Q).\nset M = {b}\n"
    found = names(".lts", text)
    assert lines(found, "N", "set") == [1, 2]
    assert lines(found, "M", "parameter") == [3, 3]


def test_a_process_goes_before_a_composite_of_its_name():
    found = names(".lts", "P = (a -> P).\n||P = (P).\n||Q = (P).\n")
    assert lines(found, "P", "process") == [1, 1, 2, 3]
    assert lines(found, "P", "composite") == [2]


def test_a_parameter_that_is_handed_around_in_a_circle_ends():
    calls = " ".join(f"i{n} : cell(it);" for n in range(30))
    text = f"MODULE main\nVAR x : cell(x);\nMODULE cell(it)\nVAR {calls}\nDEFINE d := it.nothing;\n"
    assert "nothing" in names(".smv", text).loose.values()


def test_in_a_definition_that_cannot_be_read_names_are_guessed():
    found = names(".lts", "const N = 3\nP = (a[N] -> Q | -> P).\nQ = (b -> Q).\n||S = (P || ).\n")
    assert found.errors
    assert lines(found, "N") == [1, 2]
    assert lines(found, "P", "process") == [2, 2, 4]
    assert symbol(found, "S").kind == "composite"
    assert lines(names(".smv", "MODULE main\nVAR x : boolean;\nASSIGN init(x) := ;\n"), "x") == [2, 3]


@pytest.mark.parametrize("path", MODELS, ids=str)
def test_everything_in_the_examples_is_known(path):
    found = names(path.suffix, read_source(path).text)
    assert (found.errors, found.loose) == ([], {})
    assert all(found.text(one) for one in found.symbols)


@pytest.mark.parametrize("path", MODELS[::4], ids=str)
def test_a_text_that_breaks_off_anywhere_has_its_names(path):
    text = read_source(path).text
    for end in range(0, len(text), max(1, len(text) // 40)):
        found = names(path.suffix, text[:end] + "(")
        assert all(text[place : place + len(one.name)] == one.name for place, one in found.uses.items())
