"""``quidpro check --assume`` on SMV models, as a user meets it."""

from __future__ import annotations

import json

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import quidpro, refused
from tests.unit.test_symbolic_given import COUNTING
from tests.unit.test_symbolic_scv import LATE


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "late.smv"
    path.write_text(LATE, encoding="utf-8")
    return path


@pytest.fixture
def memory(tmp_path):
    path = tmp_path / "counting.smv"
    path.write_text(COUNTING, encoding="utf-8")
    return path


def check(model, *more):
    return quidpro("check", model, "--split", "m1 | rest", *more)


def test_a_right_one_proves_it_and_the_proof_is_certified(model, memory, tmp_path):
    proof = tmp_path / "proof.json"
    run = check(model, "--assume", memory, "--certificate", proof)
    assert run.code == 0
    assert "A is the given assumption" in run.stdout
    assert quidpro("certify", proof, model).code == 0


@pytest.mark.parametrize(("assume", "word"), [("TRUE", "too weak"), ("FALSE", "too strong")])
def test_what_is_wrong_is_said(model, assume, word):
    run = check(model, "--assume", assume, "--format", "json")
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert (run.code, data["verdict"], data["stats"]["rounds"][0]["result"]) == (3, "unknown", word)
    assert word in data["reason"]


def test_improving_it_finds_another(model):
    run = check(model, "--assume", "TRUE", "--improve")
    assert run.code == 0
    assert "learning went on from there" in " ".join(run.stdout.split())


def test_as_published_it_is_tried_too(model, memory):
    assert check(model, "--method", "symbolic", "--as-published", "--assume", memory).code == 0


@pytest.mark.parametrize(
    ("assume", "words"),
    [("m2 &", "expected an expression"), ("k = 0", "is not between M1 and M2"), ("no.smv", "no file")],
)
def test_a_malformed_one_is_refused(model, assume, words):
    refused(check(model, "--assume", assume), words)


def test_the_whole_has_no_use_for_it(model):
    run = quidpro("check", model, "--method", "monolithic", "--assume", "m2")
    refused(run, "--assume does not apply to method monolithic")
