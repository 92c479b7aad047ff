"""``quidpro check --assume`` and ``--method cegar`` on PRISM files."""

from __future__ import annotations

import json

import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro, refused
from tests.prism_models import RELIABLE, module, prism

pytest.importorskip("stormpy", reason="Storm reads PRISM files")

SEND = "[send] a=0 -> (a'=1);"
RIGHT = prism(module("A", "a : [0..1];", SEND, "[ack] a=0 -> true;", "[output] a=1 -> 1/10 : true + 9/10 : (a'=0);"))
WEAK = prism(module("A", "a : [0..1];", SEND, "[output] a=1 -> 1/10 : true + 9/10 : (a'=0);"))
STRONG = prism(module("A", "a : [0..2];", SEND, "[ack] false -> true;", "[output] a=1 -> 1/10 : true + 9/10 : (a'=2);"))


@pytest.fixture
def check(tmp_path):
    """A check with a text as the assumption."""

    def run(text, *options, name="a.prism"):
        given = model(tmp_path, text, name)
        return quidpro(
            "check", model(tmp_path, RELIABLE, "reliable.prism"), "--spec", "Order", "--assume", given, *options
        )

    return run


def test_the_right_one(check, tmp_path):
    certificate = tmp_path / "proof.json"
    run = check(RIGHT, "--certificate", certificate)
    assert run.code == 0
    assert run.stdout.startswith("HOLDS: reliable is simulated by Order (agar, ")
    assert "the proof is by what was given" in run.stdout
    again = quidpro("certify", certificate, tmp_path / "reliable.prism", "--spec", "Order")
    assert again.code == 0, again


def test_one_that_is_too_weak(check):
    run = check(WEAK)
    assert run.code == 3
    assert "Premise 1 fails, as A1 is too weak: it allows what Channel cannot do." in run.stdout
    assert "send (Source × A1) → Source: s=2; A1: a=1" in run.stdout


def test_one_that_is_too_strong(check):
    run = check(STRONG)
    assert run.code == 3
    assert "Premise 2 fails, as A1 is too strong: Channel can do what it does not allow." in run.stdout
    assert "   ack (Channel) → Channel: c=0" in run.stdout


def test_one_that_is_improved(check):
    run = check(STRONG, "--improve")
    assert run.code == 0
    assert "what was given does not prove it: premise 2 fails" in run.stdout


def test_as_json(check):
    for text in (RIGHT, WEAK, STRONG):
        run = check(text, "--format", "json")
        found = json.loads(run.stdout)
        validate(found, schema("verdict"))
        [assumption] = found["assumptions"]
        assert ("refutations" in assumption) == (text is not RIGHT)


def test_the_rounds_are_written_down(check, tmp_path):
    folder = tmp_path / "rounds"
    assert check(WEAK, "--trace-iterations", folder).code == 3
    lines = [line.split("\t") for line in (folder / "rounds.tsv").read_text().splitlines()]
    assert [(line[0], line[4], line[6]) for line in lines[1:]] == [
        ("001", "too weak", "user"),
        ("002", "holds", "user"),
    ]
    assert "A1 is too weak" in (folder / "index.html").read_text()


def test_one_that_was_found_can_be_given(tmp_path):
    file, folder = model(tmp_path, RELIABLE, "reliable.prism"), tmp_path / "rounds"
    parts = ("check", file, "--spec", "Order", "--split", "Source | Channel")
    assert quidpro(*parts, "--method", "agar", "--trace-iterations", folder).code == 0
    assert quidpro(*parts, "--assume", folder / "002.A1.json").code == 0
    assert "A1 is too weak" in quidpro(*parts, "--assume", folder / "001.A1.json").stdout
    refused(quidpro(*parts, "--assume", model(tmp_path, '{"states": 1}', "a.json")), "a.json")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mdp\nmodule A\n", "a.prism:"),
        (prism(module("A", "a : bool;", "[input] a -> true;")), "A1 speaks of input, which is no action of Channel"),
        (prism(module("A", "a : bool;", "[] a -> true;")), "commands without an action"),
    ],
)
def test_what_is_no_assumption(check, text, words):
    refused(check(text), words)


def test_what_is_no_file_and_no_module(tmp_path):
    file = model(tmp_path, RELIABLE, "reliable.prism")
    refused(quidpro("check", file, "--spec", "Order", "--assume", "none.prism"), "there is no file none.prism")
    refused(quidpro("check", file, "--spec", "Order", "--assume", "Nobody"), "neither a module of", "Source, Channel")
    refused(
        quidpro("check", file, "--spec", "Order", "--assume", "a.lts"), "nor a file that ends in .prism, .jani or .json"
    )
    refused(quidpro("check", file, "--spec", "Order", "--improve"), "--improve makes no sense without --assume")
    refused(
        quidpro("check", file, "--spec", "Order", "--assume", "Channel", "--assume", "Channel"),
        "--assume gives 2",
        "--split",
    )
    refused(quidpro("check", file, "--spec", "Order", "--assume", "Channel", "--method", "cegar"), "does not apply")


def test_constants_have_the_values_of_the_model(tmp_path):
    system = RELIABLE.replace("1/10 : true + 9/10", "loss : true + 1-loss").replace("mdp", "mdp\nconst double loss;")
    given = RIGHT.replace("1/10 : true + 9/10", "loss : true + 1-loss").replace("mdp", "mdp\nconst double loss;")
    files = model(tmp_path, system, "lossy.prism"), model(tmp_path, given, "a.prism")
    run = quidpro("check", files[0], "--spec", "Order", "--const", "loss=1/10", "--assume", files[1])
    assert run.code == 0, run


def test_one_abstraction_of_the_whole(tmp_path):
    folder = tmp_path / "rounds"
    file = model(tmp_path, RELIABLE, "reliable.prism")
    run = quidpro("check", file, "--spec", "Order", "--method", "cegar", "--trace-iterations", folder)
    assert run.code == 0
    assert "assumption  A of Source | Channel: 4 states, 4 transitions" in run.stdout
    assert "The abstraction is as it must be" in (folder / "index.html").read_text()
