"""Words of a PRISM text, and the parts that it is taken apart into."""

from __future__ import annotations

import pytest

from quidpro.frontend.prism.outline import parse_outline
from quidpro.frontend.prism.tokens import disjuncts, expanded, tokens_of, written
from tests.prism_models import CHANNEL, module, prism


def texts(text):
    return [token.text for token in tokens_of(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x : [0..10] init 1;", ["x", ":", "[", "0", "..", "10", "]", "init", "1", ";"]),
        ("1.5e-3+.5", ["1.5e-3", "+", ".5"]),
        ("a -> // -> b\n c", ["a", "->", "c"]),
        ("(s'=1)", ["(", "s", "'", "=", "1", ")"]),
        ('label "a b"=x<=>y', ["label", '"a b"', "=", "x", "<=>", "y"]),
        ("A ||| B || C |[a]| D", ["A", "|||", "B", "||", "C", "|[", "a", "]", "|", "D"]),
    ],
)
def test_words(text, words):
    assert texts(text) == words


def test_a_text_of_words_reads_as_the_same_words():
    assert texts(written(tokens_of(CHANNEL))) == texts(CHANNEL)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a=1", ["a = 1"]),
        ("a=1 | b=2", ["a = 1", "b = 2"]),
        ("(a=1 | (b=2 | c))", ["a = 1", "b = 2", "c"]),
        ("(a=1 | b=2) & c", ["( a = 1 | b = 2 ) & c"]),
        ("(a) | (b)", ["a", "b"]),
        ("a=1 | b=2 => c", ["a = 1 | b = 2 => c"]),
        ("a ? b | c : d", ["a ? b | c : d"]),
        ("!(a | b)", ["! ( a | b )"]),
    ],
)
def test_disjuncts(text, parts):
    assert [written(part) for part in disjuncts(tokens_of(text))] == parts


def test_formulas_are_put_in_with_parentheses():
    formulas = {"f": tokens_of("a | g"), "g": tokens_of("b & c")}
    assert written(expanded(tokens_of("!f"), formulas)) == "! ( a | ( b & c ) )"


def test_a_formula_inside_itself_ends():
    assert written(expanded(tokens_of("f"), {"f": tokens_of("f | a")})) == "( f | a )"


def test_the_parts_of_a_file():
    outline = parse_outline(CHANNEL)
    assert outline.kind.text == "mdp"
    assert {name: (c.type, c.value is None) for name, c in outline.constants.items()} == {
        "loss": ("double", False),
        "crash": ("double", True),
    }
    assert list(outline.modules) == ["Source", "Channel", "Sink", "Order"]
    assert [len(m.commands) for m in outline.modules.values()] == [3, 3, 4, 3]
    assert outline.modules["Sink"].alphabet == {"send", "output", "ack", "lost"}
    assert list(outline.labels) == ["crashed", "silent", "both"]


def test_places_of_renamed_commands_are_those_of_the_original():
    text = prism(module("A", "s : bool;", "[a] s -> (s'=false);"), "module B = A [s=t, a=b] endmodule")
    outline = parse_outline(text)
    places = [m.commands[0][0].offset for m in outline.modules.values()]
    assert places[0] == places[1] == text.index("[a]")
    assert outline.modules["B"].name.offset == text.index("B = A")
    assert written(outline.modules["B"].commands[0]) == "[ b ] t -> ( t' = false )"
