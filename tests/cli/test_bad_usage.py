"""Options that make no sense are refused by name, with what would make sense."""

from __future__ import annotations

import pytest

from quidpro.run.registry import WORLDS, engines_of, world_named
from tests.cli.driver import model, quidpro, refused

TEXT = """
A = (a -> b -> A).
B = (b -> c -> B).
property P = (a -> c -> P).
assert LIVE = <>a
||S = (A || B || P).
"""


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--system", "Z"], ["no process or composite 'Z'", "A, B, P, S"]),
        (["--property", "PP"], ["no property 'PP'", "did you mean P?"]),
        (["--property", "A"], ["no property 'A'"]),
        (["--property", "LIVE", "--method", "lstar"], ["lstar does not check liveness"]),
        (["--property", "P", "--no-fair-choice"], ["--no-fair-choice is about assertions"]),
        (["--method", "monolitic"], ["no method 'monolitic'", "did you mean monolithic?"]),
        (["--method", "lstar", "--deadlock"], ["lstar does not check deadlock"]),
        (["--format", "xml"], ["'xml'", "json"]),
        (["--split", "A |"], ["empty group"]),
        (["--split", ""], ["empty group"]),
        (["--split", "A | Z"], ["'Z'", "no component"]),
        (["--split", "A | A, B"], ["A into two groups"]),
        (["--split", "A"], ["leaves out B"]),
        (["--split", "rest | rest"], ["only one group may be 'rest'"]),
        (["--split", "A,B | rest"], ["is empty"]),
        (["--timeout", "-1"], ["--timeout"]),
        (["--timeout", "soon"], ["--timeout"]),
        (["--timeout", "nan"], ["--timeout"]),
        (["--memory", "-5"], ["--memory"]),
        (["--certificate", "no/such/folder/c.json"], ["no folder no/such/folder"]),
        (["--certificate", "."], ["it is a folder"]),
        (["--method", "monolithic", "--split", "A | B"], ["--split makes no sense"]),
        (["--method", "minimise", "--split", "A | B"], ["--split makes no sense"]),
        (["--colour"], ["No such option"]),
        (["another.lts"], ["check takes one model", "another.lts is one word too many", "--system"]),
        (["model.props"], ["a file of properties is given with --props model.props"]),
    ],
)
def test_check_refuses(options, words, file):
    refused(quidpro("check", file, *options), *words)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], ["No such command"]),
        (["check"], ["FILE"]),
        (["show", "FILE"], ["NAME"]),
        (["show", "FILE", "Z"], ["'Z'", "model.lts", "A, B, P, S"]),
        (["show", "FILE", "A", "--format", "pdf"], ["'pdf'"]),
        (["show", "FILE", "A", "--reduce", "none"], ["'none'"]),
        (["show", "FILE", "A", "-o", "no/such/folder/a.svg"], ["no folder no/such/folder"]),
        (["info", "FILE", "Z"], ["'Z'", "A, B"]),
        (["convert", "FILE", "model.pdf"], ["suffix", ".aut"]),
        (["convert", "FILE", "no/such/folder/a.aut"], ["no folder no/such/folder"]),
        (["convert", "FILE", "model.lpts.json"], [".lpts.json is for probabilistic models"]),
        (["certify", "FILE", "FILE"], ["not JSON"]),
        (["assumption", "FILE"], ["--component"]),
        (["assumption", "FILE", "--component", "Z"], ["'Z'"]),
        (["assumption", "FILE", "--component", "A", "-o", "no/such/folder/a.aut"], ["no folder no/such/folder"]),
    ],
)
def test_commands_refuse(arguments, words, file):
    refused(quidpro(*(file if argument == "FILE" else argument for argument in arguments)), *words)


def test_a_split_may_name_globs_and_rest(file):
    assert quidpro("check", file, "--split", "A* | rest").code == 1


def test_a_property_asked_for_twice_is_answered_once(file):
    assert quidpro("check", file, "--property", "P", "--property", "P").stdout.count("VIOLATED") == 1


def test_every_method_is_in_the_help():
    text = quidpro("check", "--help").stdout
    assert [name for world in WORLDS for name in engines_of(world_named(world)) if name not in text] == []


def test_version_and_help_go_to_stdout():
    assert quidpro("--version").stdout.startswith("quidpro ")
    assert "check" in quidpro("--help").stdout
