"""A question beside an SMV file means what it means inside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import quidpro
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv

SPECIFIED = [path for path in sorted(Path("tests/zoo").glob("*/*.smv")) if path.parent.name in ("holds", "violated")]
SECTIONS = {"SPEC": "CTLSPEC"}


def of_main(path):
    flat = load_smv(Source(str(path), path.read_text(encoding="utf-8"))).flat()
    sections = ("SPEC", "CTLSPEC", "LTLSPEC", "INVARSPEC")
    return [spec for spec in flat.specs if not spec.owner and spec.section in sections]


@pytest.mark.parametrize("path", SPECIFIED, ids=lambda path: path.stem)
def test_it_means_what_it_means_in_the_file(path):
    model = load_smv(Source(str(path), path.read_text(encoding="utf-8")))
    specs = of_main(path)
    flat = model.asking((SECTIONS.get(s.section, s.section), Source("--asked", s.text)) for s in specs)
    asked = [spec for spec in flat.specs if spec.asked]
    wanted = {f"{SECTIONS.get(spec.section, spec.section)} {spec.text}": spec for spec in specs}
    assert [spec.name for spec in asked] == list(wanted)
    for spec, original in zip(asked, wanted.values(), strict=True):
        assert (spec.kind, spec.over_infinite_paths) == (original.kind, original.over_infinite_paths)
        if original.invariant is not None:
            assert spec.invariant == original.invariant


@pytest.mark.parametrize("path", SPECIFIED, ids=lambda path: path.stem)
def test_it_has_the_answer_that_it_has_in_the_file(path):
    specs = of_main(path)
    if not specs:
        pytest.skip("main has no specification")
    inside = quidpro.check(path, property=[spec.name for spec in specs], method="monolithic")
    names = {"SPEC": "ctl", "CTLSPEC": "ctl", "LTLSPEC": "ltl", "INVARSPEC": "invar"}
    for spec, answer in zip(specs, inside, strict=True):
        beside = quidpro.check(path, **{names[spec.section]: spec.text}, method="monolithic")
        assert (beside.outcome, beside[0].verdict.certified) == (answer.outcome, answer.verdict.certified)


def test_what_is_in_an_instance_is_named_from_main():
    text = "MODULE cell(p) VAR b : boolean; DEFINE both := b & p; MODULE main VAR c : cell(d); d : boolean;"
    model = load_smv(Source("cells.smv", text))
    (spec,) = model.asking([("INVARSPEC", Source("--invar", "c.both -> d"))]).specs
    assert spec.name == "INVARSPEC c.both -> d"
    with pytest.raises(InputError, match="'both' is not declared in module main"):
        model.asking([("INVARSPEC", Source("--invar", "both"))])


def test_a_parameter_without_meaning_is_refused_every_time():
    text = "MODULE cell(p) VAR b : boolean; MODULE main VAR c : cell(nothing); d : boolean;"
    model = load_smv(Source("cells.smv", text))
    for _ in range(2):
        with pytest.raises(InputError):
            model.asking([("INVARSPEC", Source("--invar", "c.p"))])


def test_the_model_itself_stays_as_it_was():
    model = load_smv(Source("one.smv", "MODULE main VAR a : boolean; INVARSPEC a = a;"))
    flat = model.asking([("LTLSPEC", Source("--ltl", "F a")), ("LTLSPEC", Source("--ltl", "F  a"))])
    assert [spec.name for spec in flat.specs] == ["spec1", "LTLSPEC F a"]
    assert [spec.name for spec in model.flat().specs] == ["spec1"]
    assert model.asking([]) is model.flat()


def test_in_python_a_question_is_a_text_or_several(tmp_path):
    path = tmp_path / "two.smv"
    path.write_text("MODULE main VAR a : boolean; ASSIGN init(a) := FALSE; next(a) := !a;")
    found = quidpro.check(path, ltl=["G F a", "F G a"], invar="a | !a")
    assert [result.outcome for result in found] == ["holds", "holds", "violated"]
    assert quidpro.simulate(path, invar="!a").choices[0].errors == ("INVARSPEC !a",)
    with pytest.raises(quidpro.UsageError, match="ltl must be a text or several texts"):
        quidpro.check(path, ltl=3)
    with pytest.raises(quidpro.UsageError, match="invar does not apply"):
        quidpro.check("examples/channel/channel.lts", invar="x")
