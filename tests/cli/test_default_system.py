"""Without ``--system`` the last composite that can be built is taken, and every command says so."""

from __future__ import annotations

import json

import pytest

from tests.cli.driver import model, quidpro, refused

CONTROLLED = "P = (a -> P). Q = (b -> Q). ||ENV = (P || Q). controller ||C = ENV~{G}. ||ALL = (C || ENV). "


def test_check_says_which_system_it_took(tmp_path):
    file = model(tmp_path, CONTROLLED)
    run = quidpro("check", file)
    assert run.code == 0
    assert "HOLDS: ENV" in run.stdout
    column = CONTROLLED.index("ALL") + 1
    assert f"{file}:1:{column}: warning: 'ALL' cannot be built without 'C'; the system is 'ENV'" in run.stdout
    assert "the system is 'ENV'" in quidpro("check", file, "--format", "json").stdout
    refused(quidpro("check", file, "--system", "ALL"), "--system NAME): ENV")


@pytest.mark.parametrize(
    "arguments", [["decompose"], ["decompose", "--format", "json"], ["assumption", "--component", "P"]]
)
def test_the_other_commands_say_it_too(tmp_path, arguments):
    first, *options = arguments
    run = quidpro(first, model(tmp_path, CONTROLLED), *options)
    assert run.code == 0
    assert "the system is 'ENV'" in run.stdout + run.stderr


def test_a_system_that_was_asked_for_needs_no_such_warning(tmp_path):
    assert "the system is" not in quidpro("check", model(tmp_path, CONTROLLED), "--system", "ENV").stdout


@pytest.mark.parametrize("command", [["decompose"], ["assumption", "--component", "P"], ["check"]])
def test_json_says_it_in_its_warnings(tmp_path, command):
    first, *options = command
    run = quidpro(first, model(tmp_path, CONTROLLED), *options, "--format", "json")
    assert (run.code, run.stderr) == (0, "")
    assert "the system is 'ENV'" in json.loads(run.stdout)["warnings"][-1]


def test_convert_says_it_too(tmp_path):
    run = quidpro("convert", model(tmp_path, CONTROLLED), tmp_path / "out.aut")
    assert run.code == 0
    assert "the system is 'ENV'" in run.stdout
