"""SMV's text: names and numbers, what binds tighter than what, sections, and the end of long chains."""

from __future__ import annotations

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.smv import ast
from quidpro.frontend.smv.lexer import tokenize
from quidpro.frontend.smv.parser import parse


def shape(node):
    """An expression with all its parentheses."""
    if not node.args:
        return "self" if node.op == "self" else str(node.value)
    if node.op in ("dot", "call"):
        inner = ", ".join(map(shape, node.args))
        return f"{inner}.{node.value}" if node.op == "dot" else f"{node.value}({inner})"
    if node.op in ("index", "bits"):
        return f"{shape(node.args[0])}[{':'.join(map(shape, node.args[1:]))}]"
    return f"({node.op} {' '.join(map(shape, node.args))})"


def expression(text):
    (module,) = parse(Source("test.smv", f"MODULE main\nLTLSPEC {text}\n"))
    (spec,) = module.items
    return shape(spec.body)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!x = 2", "(= (! x) 2)"),
        ("-x * y", "(* (neg x) y)"),
        ("a + b * c mod d", "(+ a (mod (* b c) d))"),
        ("a + b << c", "(<< (+ a b) c)"),
        ("a :: b + c", "(+ (:: a b) c)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a union b in c", "(in (union a b) c)"),
        ("x in a union b = TRUE", "(= (in x (union a b)) True)"),
        ("a = b & c | d", "(| (& (= a b) c) d)"),
        ("a | b xor c", "(xor (| a b) c)"),
        ("a & b & c & d", "(& a b c d)"),
        ("a -> b -> c", "(-> a (-> b c))"),
        ("a <-> b -> c <-> d", "(-> (<-> a b) (<-> c d))"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"),
        ("a | b ? c : d -> e", "(-> (? (| a b) c d) e)"),
        ("(a ? b : c) & d", "(& (? a b c) d)"),
        ("G x = 1 & y", "(& (G (= x 1)) y)"),
        ("G F x U y", "(U (G (F x)) y)"),
        ("!G x & y", "(& (! (G x)) y)"),
        ("! (a & b) | c", "(| (! (& a b)) c)"),
        ("!!a", "(! (! a))"),
        ("AG x -> AF y = z", "(-> (AG x) (AF (= y z)))"),
        ("A [ a & b U c | d ]", "(AU (& a b) (| c d))"),
        ("!E [ a U A [ b U c ] ] & d", "(& (! (EU a (AU b c))) d)"),
        ("a.b[2].c[d + 1]", "a.b[2].c[(+ d 1)]"),
        ("(a :: b)[3:0] = c", "(= (bits (:: a b) 3 0) c)".replace("(bits (:: a b) 3 0)", "(:: a b)[3:0]")),
        ("next(x) = {a, b}", "(= (next x) (set a b))"),
        ("case a : b; c ? d : e : f; esac", "(case a b (? c d e) f)"),
        ("max(a, b - 1) > count(c)", "(> max(a, (- b 1)) count(c))"),
        ("max > count", "(> max count)"),
        ("self.x", "self.x"),
        ("a->b", "(-> a b)"),
        ("a-1 -> b", "(-> a-1 b)"),
        ("x in 1..3", "(in x (.. 1 3))"),
        ("ABF 0..4 x & y", "(& (ABF x) y)"),
    ],
)
def test_precedence(text, expected):
    assert expression(text) == expected


def test_names_and_comments():
    text = '# 1 "file"\nMODULE main -- comment\n/-- many\nlines --/ VAR x-y_$#1 : boolean; -- end'
    tokens, errors = tokenize(Source("test.smv", text))
    assert not errors
    assert tokens.texts == ["MODULE", "main", "VAR", "x-y_$#1", ":", "boolean", ";", ""]


def test_sections():
    text = """
    MODULE cell(a, b);
    ISA base
    VAR x : boolean; y : process other(x, self);
    IVAR i : -1..3;
    FROZENVAR f : {a, 1, -2};
    VAR w : signed word[4]; v : array 0..N-1 of array 1..2 of word[2]; e[3] : cell;
    CONSTANTS c1, c2;
    DEFINE d := x; y.z := a;
    MDEFINE m := [1, [2, 3]];
    ASSIGN init(x) := TRUE; next(v[1][2]) := 0; z := x;
    INIT x INVAR y; TRANS next(x)
    FAIRNESS running; JUSTICE x
    COMPASSION (x, y)
    SPEC NAME first := AG x
    CTLSPEC AG x IN y;
    INVARSPEC x;
    COMPUTE MIN [ x , y ]
    PSLSPEC always {x;y} |-> z;
    """
    (module,) = parse(Source("test.smv", text))
    assert module.isa[0][0] == "base"
    assert module.constants == ["c1", "c2"]
    assert [name for name, _ in module.parameters] == ["a", "b"]
    kinds = [type(item).__name__ for item in module.items]
    assert kinds.count("Declaration") == 7
    assert kinds.count("Specification") == 5
    specs = [item for item in module.items if isinstance(item, ast.Specification)]
    assert [spec.name for spec in specs] == ["first", "", "", "", ""]
    assert specs[1].context is not None
    assert specs[-1].body is None


@pytest.mark.slow
@pytest.mark.parametrize("count", [50_000])
@pytest.mark.parametrize(
    "text", ["x & y | ", "x xor y -> ", "x ? y : ", "!", "(", "x = y <-> ", "x + y - ", "x union "]
)
def test_long_chains_need_no_deep_stack(text, count):
    closing = ")" * count if text == "(" else ""
    parse(Source("test.smv", f"MODULE main\nINIT {text * count}x{closing}\n"))


@pytest.mark.parametrize("text", ["case x : ", "max(", "{", "[", "x[", "A [ "])
def test_deep_nesting_is_refused(text):
    with pytest.raises(InputError, match="nested more than"):
        parse(Source("test.smv", f"MODULE main\nINIT {text * 5000}"))
