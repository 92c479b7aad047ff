"""Relabelling, hiding, exposing and priority that touch no action get a warning with their place, and no others do."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.fsp.model import load_fsp

P = "P = (ab -> c[i:0..1] -> P). Q = (d -> Q). "


def warnings(text: str, *systems: str) -> tuple[Diagnostic, ...]:
    model = load_fsp(Source("test.lts", text), None)
    for name in systems or [model.default_system()]:
        model.system(name, Budget())
        model.lts(name, Budget())
    return model.warnings


@pytest.mark.parametrize(
    ("text", "word", "message"),
    [
        ("||S = (P)/{x/zz}.", "zz", "no action here is called 'zz': this relabels nothing"),
        ("||S = (P || Q/{x/ab}).", "ab", "no action here is called 'ab': this relabels nothing"),
        (
            "||S = (P)/{forall [i:0..1] {x[i]/zz[i]}}.",
            "zz",
            "no action here is called 'zz.0', …: this relabels nothing",
        ),
        ("||S = (P)\\{ab, zz}.", "zz", "no action here is called 'zz': this hides nothing"),
        ("||S = (P)@{zz}.", "zz", "no action here is called 'zz': this exposes nothing"),
        ("||S = (P) << {zz}.", "zz", "no action here is called 'zz': this gives priority to nothing"),
        ("||S = (P) >> {ab.c}.", "ab.c", "no action here is called 'ab.c': this gives priority to nothing"),
        ("R = (a -> R)/{x/zz}. ||S = (R).", "zz", "no action here is called 'zz': this relabels nothing"),
        ("R = (a -> R)\\{zz}. ||S = (R).", "zz", "no action here is called 'zz': this hides nothing"),
        ("set H = {zz, yy} ||S = (P)\\H.", "H.", "no action here is called 'zz', …: this hides nothing"),
    ],
)
def test_what_touches_nothing(text: str, word: str, message: str) -> None:
    [warning] = warnings(P + text)
    assert (warning.message, warning.severity) == (message, "warning")
    assert warning.offset == len(P) + text.rindex(word)


def test_the_nearest_action_is_offered() -> None:
    assert warnings(P + "||S = (x:P)/{y/x.abc}.")[0].hint == "did you mean 'x.ab'?"


@pytest.mark.parametrize(
    "text",
    [
        "||S = (P)/{x/c}.",
        "||S = (P || Q)/{x/ab, y/d}.",
        "||S = (P)/{forall [i:0..5] {x[i]/c[i]}}.",
        "||S = ({a,b}::P)/{x/a, y/b.c}.",
        "||S = (P)\\{c}.",
        "||S = (P) << {{ab, zz}}.",
        "set H = {ab, zz} ||S = (P)@H.",
        "R = (a -> R) + {b} /{x/b} \\{x}. ||S = (R).",
    ],
)
def test_what_touches_something(text: str) -> None:
    assert warnings(P + text) == ()


@pytest.mark.parametrize("systems", [("ONE", "TWO"), ("TWO", "ONE")])
def test_one_use_of_a_place_is_enough(systems: tuple[str, str]) -> None:
    text = "P(N=1) = (a[N] -> P)/{x/a[2]}. ||ONE = P(1). ||TWO = P(2). ||MANY = forall [i:0..3] (P(i)/{y/a[i]})."
    assert warnings(text, *systems) == ()
    assert len(warnings(text, "ONE")) == 1


def test_what_is_incomplete_is_not_judged() -> None:
    model = load_fsp(Source("test.lts", P + "||S = (P || GONE)/{x/zz}. ||T = (P)."), None)
    with pytest.raises(Exception, match="GONE"):
        model.system("S", Budget())
    assert [warning.message for warning in model.warnings] == ["there is no process 'GONE'"]
