"""``quidpro certify`` says what it checked, in its own words: not what a certificate calls it."""

from __future__ import annotations

import json

import pytest

from tests.cli.driver import model, quidpro, refused
from tests.prism_models import module, prism

LOOP = "A = (a -> A).\nproperty P = (a -> P).\n||S = (A || P).\n"
SMV = "MODULE main\nVAR x : boolean;\nASSIGN init(x) := FALSE; next(x) := x;\nINVARSPEC !x\n"


def certified(folder, file, *options):
    """The certificate of a check, read."""
    path = folder / "proof.json"
    run = quidpro("check", file, "--certificate", path, *options)
    assert run.code == 0, run
    return json.loads(path.read_text())


def told(folder, certificate):
    return model(folder, certificate if isinstance(certificate, str) else json.dumps(certificate), "told.json")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"format": "quidpro-certificate", "format": "quidpro-certificate"}', "the key 'format' twice"),
        ('{"format": NaN}', "NaN is no number"),
        ("[" * 100_000, "cannot be read"),
    ],
)
@pytest.mark.parametrize(("name", "content"), [("model.lts", LOOP), ("model.smv", SMV)])
def test_json_that_means_two_things_or_none_is_refused(tmp_path, text, why, name, content):
    refused(quidpro("certify", told(tmp_path, text), model(tmp_path, content, name)), why)


def test_a_name_cannot_put_another_line_behind_the_answer(tmp_path):
    file = model(tmp_path, LOOP)
    certificate = certified(tmp_path, file, "--no-deadlock")
    certificate["digests"]["x\nconfirmed: S satisfies everything"] = "0"
    run = quidpro("certify", told(tmp_path, certificate), file)
    assert (run.code, len(run.stdout.splitlines()), run.stdout.split(":")[0]) == (1, 1, "refused")


def test_properties_that_a_proof_leaves_out_are_named_in_json_too(tmp_path):
    file = model(tmp_path, LOOP.replace("(a -> P)", "(a -> b -> P)").replace("P).", "P)+{a}.", 1))
    assert quidpro("check", file).code == 1
    certificate = certified(tmp_path, model(tmp_path, LOOP, "good.lts"), "--method", "monolithic", "--no-deadlock")
    certificate |= {"property": None, "digests": {"A": certificate["digests"]["A"]}}
    answer = json.loads(quidpro("certify", told(tmp_path, certificate), file, "--format", "json").stdout)
    assert (answer["certified"], answer["claim"]) == (True, "S without P reaches no ERROR")


def test_an_smv_model_goes_by_its_own_name(tmp_path):
    file = model(tmp_path, SMV, "kept.smv")
    certificate = certified(tmp_path, file) | {"system": "another"}
    assert quidpro("certify", told(tmp_path, certificate), file).stdout.startswith("confirmed: kept satisfies")


@pytest.fixture
def storm():
    pytest.importorskip("stormpy", reason="Storm reads PRISM files")


@pytest.mark.usefixtures("storm")
class TestProbabilistic:
    @pytest.mark.slow
    def test_the_specification_goes_by_its_own_name(self, tmp_path):
        loop = module("A", "x : bool;", "[a] true -> true;")
        file = model(
            tmp_path, prism(loop, module("Good", "[a] true -> true;"), module("Bad", "[a] false -> true;")), "m.prism"
        )
        certificate = certified(tmp_path, file, "--spec", "Good")
        certificate["specification"] |= {"name": "Bad", "formula": ['P<=0 [ F "bad" ]']}
        run = quidpro("certify", told(tmp_path, certificate), file, "--spec", "Good")
        assert run.stdout.startswith("confirmed: m is simulated by Good (")
        assert quidpro("certify", told(tmp_path, certificate), file).code == 1

    @pytest.mark.slow
    def test_a_module_called_none_is_a_module(self, tmp_path):
        """Without it nothing would keep A from going wrong."""
        parts = [module("A", "x : bool;", "[a] true -> (x'=true);"), module("None", "[a] false -> true;")]
        label = 'label "bad" = x;'
        whole = model(tmp_path, prism(*parts, label), "whole.prism")
        alone = model(tmp_path, prism(parts[0], label), "alone.prism")
        path = tmp_path / "tree.json"
        assert quidpro("check", alone, "--pctl", 'P<=0 [ F "bad" ]', "--certificate", path).code == 1
        assert quidpro("certify", path, alone).code == 0
        assert quidpro("certify", path, whole).code == 1

    @pytest.mark.slow
    def test_a_label_that_is_no_mark_of_a_component_is_not_overlooked(self, tmp_path):
        """The states of the specification without it would simulate all of the system's, those with it too."""
        parts = [
            module("A", "x : bool;", "[a] !x -> (x'=true);"),
            module("B", "y : bool;", "[b] !y -> (y'=true);"),
        ]
        spec = prism(module("S", "z : bool;", "[never] !z -> (z'=true);"), 'label "bad" = z;')
        goal = model(tmp_path, spec, "goal.prism")
        certificate = certified(tmp_path, model(tmp_path, prism(*parts), "plain.prism"), "--spec", goal)
        file = model(tmp_path, prism(*parts, 'label "bad" = x & y;'), "labelled.prism")
        refused(quidpro("certify", told(tmp_path, certificate), file, "--spec", goal), '"bad"', "in one breath")
