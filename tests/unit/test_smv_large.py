"""Big SMV texts, and small ones that would grow big: an answer or a refusal in words, in time linear in the text."""

from __future__ import annotations

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv

pytestmark = pytest.mark.slow

HEAD = "MODULE main\nVAR x : boolean; y : boolean; n : 0..7;\n"
COUNT = 8_000


def chain(count, forward):
    """Definitions, each in terms of the one before or after it."""
    order = range(1, count) if forward else range(count - 1, 0, -1)
    return "DEFINE d0 := x;\n" + "".join(f"d{i} := d{i - 1} & y;\n" for i in order) + f"INIT d{count - 1}\n"


@pytest.mark.parametrize(
    "text",
    [
        "INIT " + "x & !y & " * COUNT + "x",
        "INIT " + "x xor y -> " * COUNT + "x",
        "INVAR 0 < " + "n + 1 - " * COUNT + "n",
        "INIT " + "x ? y : " * COUNT + "y",
        "ASSIGN next(n) := case\n" + "x & y : 3;\n" * COUNT + "TRUE : 4; esac;",
        "ASSIGN next(n) := " + "n union " * COUNT + "n;",
        "INVAR count(" + "x, " * COUNT + "y) > 3",
        "SPEC AG (x -> AF y)\n" * COUNT,
        chain(COUNT, forward=True),
        chain(COUNT, forward=False),
        "VAR e : {" + ", ".join(f"s{i}" for i in range(COUNT)) + "};",
        "VAR " + "".join(f"v{i} : boolean;\n" for i in range(COUNT)),
    ],
    ids=["and", "xor", "sum", "if", "case", "union", "count", "specs", "defines", "backwards", "enum", "variables"],
)
def test_a_long_text_is_read(text):
    model = load_smv(Source("big.smv", HEAD + text)).flat()
    assert len(model.variables) >= 3


def doubling(depth):
    """Modules, each with two instances of the next."""
    modules = [f"MODULE m{i}\nVAR a : m{i + 1}; b : m{i + 1};\n" for i in range(depth)]
    return "MODULE main\nVAR top : m0;\n" + "".join(modules) + f"MODULE m{depth}\nVAR x : boolean;\n"


def nested(depth):
    """Modules, each inside the one before it."""
    modules = [f"MODULE m{i}\nVAR a : m{i + 1};\n" for i in range(depth)]
    return "MODULE main\nVAR top : m0;\n" + "".join(modules) + f"MODULE m{depth}\nVAR x : boolean;\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (doubling(40), "more than 100000 instances"),
        (nested(5_000), "nested more than 300 deep"),
        (HEAD + "SPEC " + "AG " * COUNT + "x", "nested more than 200 deep"),
        (HEAD + "LTLSPEC " + "x U " * COUNT + "y", "nested more than 200 deep"),
        (HEAD + "INIT " + "(" * COUNT, "expected an expression"),
        (HEAD + "INIT " + "x" * COUNT, "not declared"),
        (HEAD + ";" * COUNT, "found ';'"),
        (HEAD + "ASSIGN\n" + "next(q) := 1;\n" * COUNT, "more errors"),
        (HEAD + "VAR a : array 0..999 of array 0..999 of boolean;", "more than 200000 variables"),
        ("\x01?$%" * COUNT, "unexpected character"),
    ],
    ids=["doubling", "nested", "ctl", "ltl", "open", "name", "semicolons", "errors", "array", "junk"],
)
def test_what_would_grow_is_refused(text, words):
    with pytest.raises(InputError, match=words) as raised:
        load_smv(Source("big.smv", text)).flat()
    assert len(raised.value.diagnostics) <= 30
