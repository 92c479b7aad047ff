"""Circuits at the command line: AIGER in both forms and BTOR2, from files and from standard input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import quidpro
from tests.cli.driver import quidpro as run
from tests.naive_aiger import NaiveAiger

FOLDER = Path("examples/circuits")
ARBITER = FOLDER / "arbiter.aag"
FIFO = FOLDER / "fifo.btor2"


@pytest.fixture
def binary(tmp_path):
    path = tmp_path / "arbiter.aig"
    path.write_bytes(NaiveAiger(ARBITER.read_text(encoding="utf-8")).as_bytes())
    return path


def test_a_certificate_of_a_binary_file_is_checked_again(binary, tmp_path):
    proof = tmp_path / "proof.json"
    done = run("check", binary, "--property", "b0", "--certificate", proof)
    assert done.code == 0
    assert run("certify", proof, binary).code == 0
    other = tmp_path / "other.aig"
    other.write_bytes(binary.read_bytes() + b"c\nanother comment\n")
    refused = run("certify", proof, other)
    assert refused.code == 1
    assert "its text differs" in refused.stdout + refused.stderr


@pytest.mark.parametrize(
    ("language", "file", "named"),
    [("aiger", ARBITER, "both"), ("btor2", FIFO, "overflow"), ("aiger", None, "b0")],
)
def test_standard_input(language, file, named, binary):
    words = ["check", "-", "--from", language, "--property", named, "--format", "json", "--method", "monolithic"]
    data = (file or binary).read_bytes()
    done = subprocess.run([sys.executable, "-m", "quidpro", *words], input=data, capture_output=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (0, "holds")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.aag", b"aag 1 2 3\n"),
        ("x.aig", b"aig 3 1 1 1 1\n\xff\xfe\x00"),
        ("x.aig", b"\xff\xfe\x00\x01"),
        ("x.btor2", b"1 sort bitvec 8\n2 input 1\n3 add 1 2 7\n"),
        ("x.btor", b"\x00\x01"),
        ("x.btor2", b""),
    ],
)
def test_what_is_no_circuit_is_refused_in_words(name, data, tmp_path):
    path = tmp_path / name
    path.write_bytes(data)
    done = run("check", path)
    assert done.code == 2
    assert "error" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_circuit_without_a_question_says_what_to_add(tmp_path):
    path = tmp_path / "x.aag"
    path.write_text("aag 1 1 0 0 0\n2\n", encoding="utf-8")
    done = run("check", path)
    assert done.code == 2
    assert "a bad state or justice" in done.stderr


@pytest.mark.parametrize(("file", "words"), [(ARBITER, "an AIGER circuit"), (FIFO, "a BTOR2 circuit")])
def test_a_circuit_is_no_model_of_transition_systems(file, words, tmp_path):
    done = run("convert", file, tmp_path / "x.aut")
    assert done.code == 2
    assert f"{words}, which is written as .aag or .aig alone" in done.stderr


@pytest.mark.parametrize("option", ["--invar", "--ltl", "--ctl"])
def test_a_formula_is_asked_about_smv_models_alone(option):
    done = run("check", ARBITER, option, "turn")
    assert done.code == 2
    assert "an AIGER circuit" in done.stderr
    assert "hint" in done.stderr


@pytest.mark.parametrize("file", [ARBITER, FIFO])
def test_variables_are_shown_and_cuts_listed(file):
    assert "bits" in run("show", file).stdout
    assert "|M1|" in run("decompose", file).stdout


def test_an_assumption_is_a_bad_state_or_a_file():
    done = run("check", ARBITER, "--property", "both", "--method", "symbolic", "--assume", "turn -> ask0")
    assert done.code == 2
    assert "only of SMV models" in done.stderr


@pytest.mark.parametrize("method", ["symbolic", "circular"])
def test_by_parts(method):
    assert run("check", ARBITER, "--property", "both", "--method", method).code == 0


def test_from_python():
    model = quidpro.load(ARBITER)
    assert isinstance(model, quidpro.CircuitModel)
    assert repr(model) == "CircuitModel(arbiter: 5 variables, 3 properties)"
    assert (model.world, model.name, model.components) == ("symbolic", "arbiter", ())
    assert model.properties == ("both", "waits_twice", "starves")
    loaded = quidpro.loads(FIFO.read_text(encoding="utf-8"), "btor2", name="queue")
    assert quidpro.check(loaded, property="overflow", method="monolithic").outcome == "holds"
    assert "overflow" in loaded._repr_html_()
