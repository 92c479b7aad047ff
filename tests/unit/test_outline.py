"""What an editor is told of a text: what it defines, and all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.frontend.files import edited, read_source
from quidpro.run.check import load
from quidpro.run.request import make_request
from quidpro.verdict.outline import Outline


def outline(name: str, text: str, budget: Budget | None = None) -> Outline:
    path = Path(name)
    with edited(path, text):
        request = make_request(path, {})
        return request.world.renderer.outline(load(request, Budget()), budget or Budget())


FSP = """
const N = 2
const M = N * 3
P = (a[1..N] -> P).
property Q = (a[1] -> Q).
assert LIVE = []<>a[1]
progress GO = {a[1]}
||S = (P || Q).
"""


PRISM = """mdp
// P<=0.5 [ F "x" ]
// see P and Q
const int k = 2;
module M
  s : [0..1];
  [a] s=0 -> (s'=1);
endmodule
label "x" = s=1;
"""


def test_of_fsp_everything_is_listed():
    found = outline("m.lts", FSP)
    assert (found.systems, found.default_system) == (("S",), "S")
    assert [(one.name, one.kind) for one in found.properties] == [
        ("Q", "property"),
        ("LIVE", "assert"),
        ("GO", "progress"),
    ]
    assert found.constants == (("N", "2"), ("M", "6"))
    assert [(part.name, part.states) for part in found.parts] == [("P", 1), ("Q", 1), ("S", None)]
    assert found.problems == ()


def test_what_is_wrong_with_one_process_hides_nothing_of_another():
    found = outline("m.lts", "P = (a[i] -> P).\nQ = (b -> NONE).\n||S = (P || Q).\n")
    assert len(found.problems) == len({problem.offset for problem in found.problems}) == 2


def test_without_time_there_is_a_note():
    found = outline("m.lts", FSP, Budget(0.0))
    assert [problem.severity for problem in found.problems] == ["note"]
    assert found.default_system == "S"


def test_formulas_in_comments_are_offered():
    pytest.importorskip("stormpy")
    found = outline("m.prism", PRISM)
    assert [(one.name, one.kind) for one in found.properties] == [('P<=0.5 [ F "x" ]', "formula"), ("x", "label")]
    assert found.constants == (("k", "2"),)
    assert [(part.name, part.states, part.actions) for part in found.parts] == [("M", 2, 1)]


def test_instances_of_smv_have_variables():
    found = outline("m.smv", "MODULE a\nVAR x : 0..7;\nMODULE main\nVAR i : a;\nINVARSPEC NAME p := i.x < 9;\n")
    assert [(part.name, part.words) for part in found.parts] == [
        ("main", "0 variables, 0 bits"),
        ("i", "1 variable, 3 bits"),
    ]
    assert [(one.name, one.text) for one in found.properties] == [("p", "i.x < 9")]


def test_an_edited_text_stands_for_its_file_while_it_is_edited(tmp_path):
    path = tmp_path / "m.lts"
    path.write_text("old")
    with edited(path, "new\r\n"):
        assert read_source(path).text == "new\r\n"
    assert read_source(path).text == "old"
