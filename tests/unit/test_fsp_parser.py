"""The FSP parser: the shape of its trees, all errors at once, and no input that breaks it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp import ast
from quidpro.frontend.fsp.parser import parse

ORACLE = Path(__file__).resolve().parents[3] / "shared" / "oracle" / "fsp"
MODELS = sorted(ORACLE.rglob("*.lts")) if ORACLE.is_dir() else []


def read(text: str) -> tuple[ast.Definition, ...]:
    spec, warnings = parse(Source("t.lts", text))
    assert warnings == []
    return spec.definitions


def process(text: str) -> ast.ProcessDef:
    definition = read(text)[-1]
    assert isinstance(definition, ast.ProcessDef)
    return definition


def composite(text: str) -> ast.CompositeDef:
    definition = read(text)[-1]
    assert isinstance(definition, ast.CompositeDef)
    return definition


def formula(text: str) -> ast.Formula:
    definition = read(f"assert A = {text}")[0]
    assert isinstance(definition, ast.AssertDef)
    return definition.formula


def errors(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        parse(Source("t.lts", text))
    return caught.value.diagnostics


def warnings(text: str) -> list[str]:
    return [w.message for w in parse(Source("t.lts", text))[1]]


def parts(text: str) -> tuple[ast.LabelPart, ...]:
    definition = process(f"set S = {{x, y}} set T = {{y}} P = ({text} -> P).")
    body = definition.locals[0].body
    assert isinstance(body, ast.Choice)
    return body.branches[0].labels[0].parts


def value(text: str) -> ast.Expr:
    definition = process(f"P = if {text} then STOP.")
    body = definition.locals[0].body
    assert isinstance(body, ast.If)
    return body.condition


def show(e: ast.Expr) -> str:
    match e:
        case ast.Int(n):
            return str(n)
        case ast.Name(name):
            return name
        case ast.Unary(op, x):
            return f"({op}{show(x)})"
        case ast.Binary(op, x, y):
            return f"({show(x)}{op}{show(y)})"
        case ast.Quote(label):
            return "'" + ".".join(type(p).__name__ for p in label.parts)
        case ast.Size():
            return "#"
        case ast.Element(_, index):
            return f"@{show(index)}"


def show_formula(f: ast.Formula) -> str:
    match f:
        case ast.Atom(label):
            return ".".join(p.text if isinstance(p, ast.Word) else "[]" for p in label.parts)
        case ast.FluentRef(name, arguments, indices, offset=_):
            return name + "[]" * len(indices) + "()" * len(arguments)
        case ast.Rigid(e):
            return f"rigid{show(e)}"
        case ast.Temporal(op, (x,)):
            return f"{op}{show_formula(x)}"
        case ast.Temporal(op, (x, y)):
            return f"({show_formula(x)} {op} {show_formula(y)})"
        case ast.Quantified(op, _, x):
            return f"{op} {show_formula(x)}"
        case _:
            raise AssertionError(f)


@pytest.mark.skipif(not MODELS, reason="the folder of textbook models is not here")
@pytest.mark.parametrize("path", MODELS, ids=lambda p: p.stem)
def test_textbook_models_parse(path: Path) -> None:
    spec, found = parse(Source(path.name, path.read_text(encoding="utf-8", errors="replace")))
    assert spec.definitions
    assert bool(found) == (path.stem == "k9rover")


# Trees -----------------------------------------------------------------------------------------------------


def test_process_with_every_clause() -> None:
    p = process(
        "set H = {h} minimal property P(N=2, L='a.b) = (when (N>1) a -> b[i:0..N] -> Q[i] | c -> END),"
        " Q[0] = STOP, Q[i:1..N] = if i then P else ERROR + {d} / {new/old, forall[i:0..1] {x[i]/y[i]}} \\ H."
    )
    assert (p.name, p.flags) == ("P", ast.Flags(minimal=True, property=True))
    assert [q.name for q in p.params] == ["N", "L"]
    assert [(q.name, len(q.indices)) for q in p.locals] == [("P", 0), ("Q", 1), ("Q", 1)]
    first = p.locals[0].body
    assert isinstance(first, ast.Choice)
    assert [len(b.labels) for b in first.branches] == [2, 1]
    assert [b.guard is not None for b in first.branches] == [True, False]
    assert [type(r) for r in p.relabels] == [ast.RelabelPair, ast.RelabelForall]
    assert isinstance(p.extension, ast.SetLiteral)
    assert p.hiding is not None
    assert not p.hiding.expose


def test_label_parts() -> None:
    assert [type(p) for p in parts("a.{b,c}[i:0..3][S].T")] == [
        ast.Word,
        ast.Among,
        ast.Binder,
        ast.Index,
        ast.Among,
    ]
    assert [type(p) for p in parts("[i].enter")] == [ast.Index, ast.Word]
    assert [type(p) for p in parts("a.[0..2]")] == [ast.Word, ast.Binder]
    [among] = parts("S\\T")
    assert isinstance(among, ast.Among)
    assert isinstance(among.set, ast.SetDifference)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("a[v:S]", ast.SetName),
        ("a[v:{b,c}]", ast.SetLiteral),
        ("a[v:N..M+1]", ast.Range),
        ("a[v:S\\T]", ast.SetDifference),
        ("a[{b}]", ast.SetLiteral),
    ],
)
def test_domains(text: str, domain: type) -> None:
    binder = parts(text)[1]
    assert isinstance(binder, ast.Binder)
    assert isinstance(binder.domain, domain)
    assert (binder.variable == "v") == ("v:" in text)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a+b*c-d", "((a+(b*c))-d)"),
        ("(a+b)*c", "((a+b)*c)"),
        ("a||b&&c|d^e&f==g<h<<i+j%k", "(a||(b&&(c|(d^(e&(f==(g<(h<<(i+(j%k))))))))))"),
        ("!a&&-b==+c", "((!a)&&((-b)==(+c)))"),
        ("!(a||b)", "(!(a||b))"),
        ("((a))", "a"),
        ("010+0x10", "(8+16)"),
        ("x=='a || x!='[N].b", "((x=='Word)||(x!='Index.Word))"),
        ("#{a,b}>@({a}, i+1)", "(#>@(i+1))"),
        ("a-b-c", "((a-b)-c)"),
    ],
)
def test_expressions(text: str, shape: str) -> None:
    assert show(value(text)) == shape


def test_sequences() -> None:
    p = process("A = END. B(N=1) = END. P = A;B(3);Q[1], Q[i:0..1] = A;END.")
    body = p.locals[0].body
    assert isinstance(body, ast.Sequence)
    assert [(c.name, len(c.arguments)) for c in body.calls] == [("A", 0), ("B", 1)]
    assert isinstance(body.rest, ast.LocalRef)
    last = p.locals[1].body
    assert isinstance(last, ast.Sequence)
    assert isinstance(last.rest, ast.Terminal)


@pytest.mark.parametrize("mark", ["->", "|", "else", ")", ","])
def test_any_mark_stands_for_a_semicolon_after_arguments(mark: str) -> None:
    spec, [warning] = parse(Source("t.lts", f"S(N=1) = END. P = (a -> S(2) {mark} P)."))
    assert f"'{mark}' is read as ';'" in warning.message
    p = spec.definitions[1]
    assert isinstance(p, ast.ProcessDef)
    assert isinstance(p.locals[0].body, ast.Choice)
    assert isinstance(p.locals[0].body.branches[0].body, ast.Sequence)


def test_a_set_is_a_label_only_below_its_definition() -> None:
    p = process("set S = {a} P = (a -> S -> Q), Q = STOP.")
    body = p.locals[0].body
    assert isinstance(body, ast.Choice)
    assert len(body.branches[0].labels) == 2
    [error] = errors("P = (S.b -> P). set S = {a}")
    assert "used before its definition" in error.message


def test_composite_with_every_clause() -> None:
    c = composite(
        "set S = {s} P(N=1) = STOP. Q = STOP. compose ||C(N=2) = (S::a:P(N) || {x,y}:Q/{b/c}"
        " || forall[i:1..N][j:1..2] p[i]:P || if N>1 then (P || Q) else Q || u::(P || Q)/{d/e} || ())"
        " << {a} @ S."
    )
    assert c.flags == ast.Flags(compose=True)
    assert isinstance(c.body, ast.Parallel)
    shapes = [type(b) for b in c.body.parts]
    assert shapes == [
        ast.Instance,
        ast.Instance,
        ast.CompositeForall,
        ast.CompositeIf,
        ast.Instance,
        ast.Parallel,
    ]
    shared = c.body.parts[0]
    assert isinstance(shared, ast.Instance)
    assert shared.share is not None
    assert shared.prefix is not None
    assert c.priority is not None
    assert c.priority.high
    assert c.hiding is not None
    assert c.hiding.expose


def test_relabelled_parallel_keeps_its_relabelling() -> None:
    c = composite("P = STOP. ||C = (P || P)/{a/b} >> {a}.")
    assert isinstance(c.body, ast.Instance)
    assert isinstance(c.body.target, ast.Parallel)
    assert len(c.body.relabels) == 1
    assert c.priority is not None
    assert not c.priority.high


def test_definitions_without_a_mark_at_the_end() -> None:
    found = read(
        "const N = 2 range R = 0..N-1 set S = {a[R], b} progress G[i:R] = p[i].x progress H = if {a} then S "
        'menu M = {a,b}.in.task import I = "d/f.aut" fluent F[i:R] = <S\\S, {b}> initially N||C = I.'
    )
    assert [type(d) for d in found] == [
        ast.ConstDef,
        ast.RangeDef,
        ast.SetDef,
        ast.ProgressDef,
        ast.ProgressDef,
        ast.MenuDef,
        ast.ImportDef,
        ast.FluentDef,
        ast.CompositeDef,
    ]
    menu, imported, fluent = found[5], found[6], found[7]
    assert isinstance(menu, ast.MenuDef)
    assert isinstance(menu.actions, ast.SetLiteral)
    assert len(menu.actions.labels[0].parts) == 3
    assert isinstance(imported, ast.ImportDef)
    assert imported.file == "d/f.aut"
    assert isinstance(fluent, ast.FluentDef)
    assert isinstance(fluent.initiating, ast.SetDifference)
    assert fluent.initially is not None


def test_animation_is_left_out_with_a_warning() -> None:
    spec, [warning] = parse(
        Source(
            "t.lts",
            'animation A = "f.xml" target T compose {B/{a/b} || D} actions {a/b} controls {c/d} P = STOP.',
        )
    )
    assert "animation 'A'" in warning.message
    assert len(spec.definitions) == 1


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("[]<>p.q", "[]<>p.q"),
        ("(a || b -> c && !d)", "(a || (b -> (c && !d)))"),
        ("(a && b && c)", "((a && b) && c)"),
        ("(X p U q)", "(Xp U q)"),
        ("[](F[1] -> <>A(2))", "[](F[] -> <>A())"),
        ("forall[i:R] [](exists[j:R] F[i][j] && p[i])", "forall [](exists F[][] && p.[])"),
        ("(rigid (i<j) && x)", "(rigid(i<j) && x)"),
        ("!(p W (q <-> r))", "!(p W (q <-> r))"),
    ],
)
def test_formulas(text: str, shape: str) -> None:
    assert show_formula(formula(text)) == shape


def test_x_u_w_are_names_outside_formulas() -> None:
    found = read("assert A = (X p W q) X = (a -> U), U = (b -> X). assert B = <>p U = STOP.")
    assert [d.name for d in found] == ["A", "X", "B", "U"]


def test_assertions_of_all_kinds() -> None:
    found = read("assert A(N=1) = []p constraint B = []p + {q} ltl_property C = []p")
    assert [d.kind for d in found if isinstance(d, ast.AssertDef)] == ["assert", "constraint", "ltl_property"]


# Errors ----------------------------------------------------------------------------------------------------


def test_all_errors_at_once_in_order() -> None:
    text = "P = (a b).\nQ = (c -> Q).\nset S = {a,\nR = (d -> .\n||C = (Q || QQ).\nconst n = 1\nT = (u -> T)."
    found = errors(text)
    assert [d.source.position(d.offset)[0] for d in found if d.source] == [1, 4, 5, 6]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("P = (a P).", "expected '->' after this action", "did you forget '->'?"),
        ("P = (a -> p).", "expected '->'", "capital letter"),
        ("p = (a -> P).", "starts with a capital letter", "write 'P'"),
        ("const max = 3", "the name of a constant", "write 'Max'"),
        ("P = (Coin -> P).", "there is no set 'Coin'", "lower-case"),
        ("P = (a -> Coin -> P).", "there is no set 'Coin'", "lower-case"),
        ("set Colours = {a} P = (Colors.b -> P).", "there is no set 'Colors'", "did you mean 'Colours'?"),
        ("P = (a.1 -> P).", "expected an action label", "[1]"),
        ("P = (set -> P).", "the keyword 'set'", "keyword"),
        ("P = (tau -> P).", "'tau' cannot be used", "hidden"),
        ("P = (STOP).", "expected an action", "needs no parentheses"),
        ("P = STOP.\n||C = P || P.", "expected '.'", "stands in parentheses"),
        ("P = STOP \\{a} /{b/a}.", "expected '.'", "the order is"),
        ("P = (a -> P)\nQ = STOP.", "expected '.' to end the definition of 'P'", "','"),
        ("Q(N=1) = END.\nP = Q(1).\nR = STOP.", "expected another process after 'Q'", "END"),
        ("assert A = p && q", "'&&' outside parentheses", "(p && q)"),
        ("assert A = p U q", "'U' outside parentheses", "(p U q)"),
        ("assert A = (p -> q -> r)", "'->' needs parentheses", "(a -> (b -> c))"),
        ("P = (a[08] -> P).", "is not a number", "octal"),
        ("const N = 3.", "this '.' ends nothing", "no '.'"),
        ("P = (a -> P.", "expected ')' to close this choice", "line 1, column 5"),
        ('include "x.lts"', "'include' is not supported", "this file"),
        ("P = STOP + {}.", "expected an action label", "at least one"),
    ],
)
def test_one_error_with_its_hint(text: str, message: str, hint: str) -> None:
    [error] = errors(text)
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("PROD = STOP.\n||C = (PROD || Prod).", "there is no process 'Prod'", "did you mean 'PROD'?"),
        ("PING = END.\nP = PIN;END.", "there is no process 'PIN'", "did you mean 'PING'?"),
    ],
)
def test_a_name_that_nothing_defines_is_a_warning(text: str, message: str, hint: str) -> None:
    [warning] = parse(Source("test.lts", text))[1]
    assert (warning.message, warning.hint, warning.severity) == (message, hint, "warning")


def test_a_name_that_nothing_defines_is_an_error_beside_others() -> None:
    assert [e.message for e in errors("||C = (P). Q = STOP. Q = STOP.")] == [
        "there is no process 'P'",
        "process 'Q' is defined twice",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "P = STOP. P = END.",
        'P = STOP. import P = "f.aut"',
        "P = STOP. ||C = P. ||C = P.",
        "const N = 1 const N = 2",
        "set S = {a} set S = {b}",
        "range R = 0..1 range R = 0..2",
        "progress Q = {a} progress Q = {b}",
        "P = Q, Q = STOP, Q = END.",
        "P(N=1, N=2) = STOP.",
        "P = STOP. assert P = []p",
    ],
)
def test_names_are_defined_once(text: str) -> None:
    [error] = errors(text)
    assert "twice" in error.message or "already" in error.message
    assert error.offset > 0


def test_names_of_different_kinds_may_be_the_same() -> None:
    read("const N = 1 range N = 0..1 set N = {a} P = STOP. ||P = P. progress P = {a}")


def test_an_unread_definition_is_not_called_unknown() -> None:
    [error] = errors("P = (a b).\n||C = (P).")
    assert "'->'" in error.message


def test_forgiven_with_a_warning() -> None:
    assert "no '.' at its end" in warnings("P = (a -> P)")[0]
    assert "out of place" in warnings("property minimal P = STOP.")[0]
    assert "accepting" in warnings("P@ = STOP.")[0]


# Hostile input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " \n\t", "// nothing\n/* at all */"])
def test_empty_file(text: str) -> None:
    [error] = errors(text)
    assert "nothing in this file" in error.message


def test_junk_is_one_error() -> None:
    assert len(errors("\x7fELF\0\0\1" * 1000)) == 1


def test_unterminated_comment_swallows_no_other_error() -> None:
    [first, second] = errors("P = (a b).\nQ = (a -> /* Q).\nR = STOP.")
    assert "'->'" in first.message
    assert second.message == "this comment is never closed"


def test_errors_are_capped() -> None:
    found = errors("".join(f"P{i} = (a b).\n" for i in range(50)))
    assert len(found) == 11
    assert found[-1].message == "and 40 more errors"


@pytest.mark.parametrize(
    "text",
    [
        "P = if " + "(" * 20_000,
        "P = if " + "!" * 20_000 + "1 then STOP.",
        "P = " + "(a -> " * 20_000,
        "P = " + "if 1 then STOP else " * 20_000,
        "set S = " + "{" * 20_000,
        "P = (" + "['" * 20_000,
        "P = STOP / {" + "forall[i:1..2] {" * 20_000,
        "||C = " + "(" * 20_000,
        "||C = " + "forall[i:1..2] " * 20_000,
        "assert A = " + "[]" * 20_000 + "p",
        "assert A = " + "(" * 20_000,
    ],
    ids=[
        "parentheses",
        "not",
        "choice",
        "else",
        "set",
        "quote",
        "relabel",
        "parallel",
        "forall",
        "always",
        "ltl",
    ],
)
def test_nesting_has_a_limit(text: str) -> None:
    [error] = errors(text)
    assert "nested more than 200 deep" in error.message
    assert max(map(len, error.render().splitlines())) < 140


def test_nesting_within_the_limit() -> None:
    read("P = " + "(a -> " * 190 + "P" + ")" * 190 + ".")
    read("P = if " + "(" * 190 + "1" + ")" * 190 + " then STOP.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "P = (" + "a -> " * 50_000 + "P).",
        "P = if " + "+".join("x" * 50_000) + " then STOP.",
        "P = (" + "|".join(["a -> P"] * 20_000) + ").",
        "P = (a" + ".b" * 50_000 + " -> P).",
        "Q = END. P = " + "Q;" * 50_000 + "END.",
        "assert A = (" + "&&".join("p" * 50_000) + ")",
        "P = (" + "a" * 1_000_000 + " -> P).",
    ],
    ids=["actions", "sum", "choice", "label", "sequence", "formula", "name"],
)
def test_long_but_flat(text: str) -> None:
    assert read(text)


def test_a_long_name_is_cut_in_messages() -> None:
    [error] = errors("P = (" + "A" * 1_000_000 + " -> P).")
    assert len(error.render()) < 500


def test_the_collector_is_switched_on_again() -> None:
    errors("P = (a")
    assert gc.isenabled()
