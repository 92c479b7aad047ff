"""``--const``: other values for the constants of a file, on every command that reads one."""

from __future__ import annotations

import json

import pytest

import quidpro as library
from tests.cli.driver import model, quidpro, refused

TEXT = """
const N = 2
const LAST = N - 1
range Item = 0..LAST
COUNT(M=7) = COUNT[0],
COUNT[i:Item] = (tick[i] -> COUNT[(i + 1) % N]).
property P = (tick[0] -> P | tick[x:1..LAST] -> P).
||S = (COUNT || P).
"""
AUT = 'des (0, 1, 1)\n(0, "a", 0)\n'
COMMANDS = {
    "check": [],
    "show": ["S"],
    "info": [],
    "decompose": [],
    "assumption": ["--component", "COUNT"],
}


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


def test_ranges_and_constants_computed_from_it_follow(file):
    assert "5 states" in quidpro("info", file, "COUNT", "--const", "N=5").stdout
    assert "5 actions" in quidpro("info", file, "COUNT", "--const", "N=5").stdout


def test_several_constants(file):
    run = quidpro("info", file, "COUNT", "--format", "json", "--const", "N=5", "--const", "LAST=6")
    (listed,) = json.loads(run.stdout)
    assert listed["states"] == 5
    assert listed["alphabet"] == [f"tick.{i}" for i in range(7)]


def test_the_file_is_left_alone(file):
    assert "2 states" in quidpro("info", file, "COUNT").stdout


@pytest.mark.parametrize("command", ["check", "assumption", "show"])
def test_commands_take_it(command, file):
    run = quidpro(command, file, *COMMANDS[command], "--const", "N=3")
    assert run.code == 0, run
    assert run.stdout != quidpro(command, file, *COMMANDS[command]).stdout


def test_convert(file, tmp_path):
    assert quidpro("convert", file, tmp_path / "out.aut", "--const", "N=9").code == 0
    assert (tmp_path / "out.aut").read_text().startswith("des (0, 9, 9)")


def test_decompose():
    run = quidpro("decompose", "examples/channel/channel.lts", "--const", "N=1")
    refused(run, "there is no constant 'N'", "defines no constant")


def test_a_certificate_is_for_the_values_it_was_made_with(file, tmp_path):
    written = tmp_path / "c.json"
    assert quidpro("check", file, "--const", "N=4", "--certificate", written).code == 0
    assert quidpro("certify", written, file, "--const", "N=4").code == 0
    assert quidpro("certify", written, file).code == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("K=3", ["there is no constant 'K'", "its constants are N, LAST"]),
        ("LASTS=3", ["there is no constant 'LASTS'", "did you mean LAST?"]),
        ("M=3", ["there is no constant 'M'"]),
        ("Item=3", ["there is no constant 'Item'"]),
        ("N", ["NAME=VALUE"]),
        ("N=3,", ["NAME=VALUE"]),
        ("N=3,K=3", ["there is no constant 'K'"]),
        ("N=3,N=4", ["N is given twice"]),
        ("N=", ["NAME=VALUE"]),
        ("N=three", ["whole number"]),
        ("N=3.5", ["whole number"]),
        ("N=٣", ["whole number"]),
        ("=3", ["NAME=VALUE"]),
        ("N=4294967296", ["cannot be 4294967296", "2147483647"]),
    ],
)
def test_bad_settings_are_refused(setting, words, file):
    for command, arguments in COMMANDS.items():
        refused(quidpro(command, file, *arguments, "--const", setting), *words)


def test_several_at_once_as_in_prism(file):
    apart = quidpro("info", file, "--const", "N=3", "--const", "LAST=1")
    assert apart.code == 0
    assert quidpro("info", file, "--const", "N=3,LAST=1").stdout == apart.stdout


def test_twice_is_refused(file):
    refused(quidpro("check", file, "--const", "N=3", "--const", "N=4"), "N is given twice")


def test_a_value_that_the_text_cannot_take_is_reported_where_it_is_used(file):
    refused(quidpro("check", file, "--const", "LAST=-1"), "model.lts:4:")


@pytest.mark.parametrize(("name", "text"), [("a.aut", AUT), ("a.json", '{"transitions": []}')])
def test_files_without_constants(name, text, tmp_path):
    run = quidpro("info", model(tmp_path, text, name), "--const", "N=3")
    refused(run, "no constants to set (N)", "only FSP, PRISM and JANI files")


def test_from_python(file):
    loaded = library.load(file, constants={"N": 6})
    assert loaded.lts("COUNT", library.Budget()).states == 6
    with pytest.raises(library.UsageError, match="whole number"):
        library.load(file, constants={"N": "6"})
    with pytest.raises(library.UsageError, match="no constant 'K'"):
        library.load(file, constants={"K": 6})
