"""What newcomers ask first: the help, the version, and the Tab key. (The help itself, letter by letter, is in docs.)"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

from quidpro.core import __version__
from quidpro.run.registry import AUTO, WORLDS, world_named
from tests.cli.driver import quidpro, refused

COMMANDS = (
    "check",
    "animate",
    "show",
    "info",
    "convert",
    "certify",
    "decompose",
    "assumption",
    "compare",
    "bench",
    "studio",
    "lsp",
    "examples",
    "schema",
)


def panels(text: str) -> dict[str, list[str]]:
    """The options of each panel."""
    parts = re.split(r"^(\S[^\n]*):\n", text, flags=re.MULTILINE)[1:]
    return {
        head: re.findall(r"^  (?:-\w, )?(--[\w-]+)", body, re.MULTILINE)
        for head, body in zip(parts[::2], parts[1::2], strict=True)
        if head != "Arguments"
    }


def test_the_options_of_check_stand_in_panels():
    found = panels(quidpro("check", "--help").stdout)
    assert list(found) == [
        "General",
        "Output",
        "By parts (assume-guarantee)",
        "SMV models",
        "PRISM and JANI models",
    ]
    assert found["Output"] == ["--format", "--explain", "--certificate", "--chart", "--report"]
    diagrams, sat = ["--order", "--save-order", "--reorder", "--localise"], ["--literals", "--bound", "--history"]
    assert found["SMV models"] == ["--invar", "--ltl", "--ctl", *diagrams, *sat]
    assert found["PRISM and JANI models"] == ["--spec", "--pctl", "--smt", "--together", "--group", "--tree"]
    assert found["General"][:4] == ["--system", "--property", "--props", "--method"]
    assert found["General"][-1] == "--help"
    assert found["By parts (assume-guarantee)"][0] == "--split"


@pytest.mark.parametrize(
    ("command", "usage", "arguments"),
    [
        ("info", "FILE [NAME]", ["FILE", "NAME"]),
        ("convert", "IN OUT", ["IN", "OUT"]),
        ("bench", "[TABLE]...", ["TABLE"]),
    ],
)
def test_arguments_are_written_as_everywhere(command, usage, arguments):
    text = quidpro(command, "--help").stdout
    assert text.startswith(f"Usage: quidpro {command} [OPTIONS] {usage}\n")
    found = text.partition("Arguments:\n")[2].partition("\n\n")[0]
    assert re.findall(r"^  (\w+)  ", found, re.MULTILINE) == arguments


def test_options_of_one_kind_need_no_panel():
    assert list(panels(quidpro("decompose", "--help").stdout)) == ["Options"]


@pytest.mark.parametrize("columns", ["50", "80"])
def test_no_summary_is_cut(columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    commands = quidpro("--help").stdout.partition("Commands:\n")[2]
    assert re.findall(r"^  (\w+)", commands, re.MULTILINE) == list(COMMANDS)
    assert "..." not in commands
    assert "Show a process, composite or module as text, picture or file." in re.sub(r"\s+", " ", commands)


@pytest.mark.parametrize("command", COMMANDS)
def test_completion_is_set_up_by_the_main_command_alone(command):
    assert "--install-completion" in quidpro("--help").stdout
    assert "completion" not in quidpro(command, "--help").stdout


def test_the_version():
    run = quidpro("--version")
    assert (run.code, run.stdout) == (0, f"quidpro {__version__}\n")


@pytest.mark.parametrize("arguments", [("--version", "-v"), ("-v", "--version")])
def test_the_versions_of_what_is_in_use(arguments):
    lines = quidpro(*arguments).stdout.splitlines()
    assert lines[0] == f"quidpro {__version__}"
    assert lines[1].startswith(f"Python {sys.version.split()[0]} on ")
    names = [line.split()[0] for line in lines[2:]]
    always = [name for name in names if name != "pyosys"]
    assert always[:6] == ["numba", "numpy", "oxidd", "dd", "python-sat", "pygraphviz"]
    assert ("pyosys" in names) == (find_spec("pyosys") is not None)
    assert all(re.fullmatch(r"[\w-]+ \d\S*", line) for line in lines[2:])


@pytest.mark.parametrize("arguments", [("-v",), ("-v", "check", "model.lts")])
def test_verbose_is_about_the_version(arguments):
    refused(quidpro(*arguments), "-v goes with --version")


def completed(words: str) -> list[str]:
    """What the Tab key of bash is offered behind the words."""
    position = len(words.split(" ")) - 1
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(position), "_QUIDPRO_COMPLETE": "complete_bash"}
    command = [sys.executable, "-m", "quidpro"]
    done = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("quidpro ch", ["check"]),
        ("quidpro check --method m", ["monolithic", "minimise"]),
        ("quidpro check --method ", [AUTO, *dict.fromkeys(e for w in WORLDS for e in world_named(w).engines)]),
        ("quidpro check --no-fair", ["--no-fair-choice"]),
        ("quidpro check examples/ph", []),  # left to the shell, which knows files
    ],
)
def test_the_tab_key(words, offered):
    assert sorted(completed(words)) == sorted(offered)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown_for_a_shell(shell, monkeypatch):
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    command = [sys.executable, "-m", "quidpro", "--show-completion", shell]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "_QUIDPRO_COMPLETE" in done.stdout
