"""What cannot be written is not claimed: the exit code is 0 or 1 only if the result went out."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quidpro.cli.streams import Stream
from quidpro.core.errors import Unwritten
from tests.cli.driver import model, quidpro

pytestmark = pytest.mark.slow

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
MODELS = {
    "model.lts": ("P = (a -> P).\n||S = P.\n", ()),
    "model.smv": ("MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\n", ()),
    "model.prism": ("mdp\nmodule M\nx : bool;\n[a] x=false -> (x'=true);\nendmodule\n", ("--pctl", "P<=1 [ F x ]")),
}


def shell(redirection: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it, its streams redirected."""
    line = f'"$0" -m quidpro "$@" {redirection}'
    words = [sys.executable, *map(str, arguments)]
    return subprocess.run(["bash", "-o", "pipefail", "-c", line, *words], capture_output=True, text=True, check=False)


@FULL
@pytest.mark.parametrize("redirection", [">/dev/full 2>/dev/full", ">&- 2>&-"])
@pytest.mark.parametrize("name", MODELS)
def test_a_result_that_nobody_can_read_is_no_result(name, redirection, tmp_path):
    text, options = MODELS[name]
    assert shell(redirection, "check", model(tmp_path, text, name), *options).returncode == 2


@FULL
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["info", "FILE"]])
def test_a_full_disk_is_told(arguments, tmp_path):
    file = model(tmp_path, MODELS["model.lts"][0])
    run = shell(">/dev/full", *(file if word == "FILE" else word for word in arguments))
    assert run.returncode == 2
    assert run.stderr == "error: cannot write the result: No space left on device\n"


def test_a_closed_stdout_is_told(tmp_path):
    run = shell("<&- >&-", "check", model(tmp_path, MODELS["model.lts"][0]))
    assert (run.returncode, run.stderr) == (2, "error: cannot write the result: Bad file descriptor\n")


@pytest.mark.parametrize("arguments", [["check", "FILE"], ["--help"]])
def test_a_reader_that_has_gone_leaves_it_undecided(arguments, tmp_path):
    file = model(tmp_path, MODELS["model.lts"][0])
    run = shell("| true", *(file if word == "FILE" else word for word in arguments))
    assert (run.returncode, run.stderr) == (3, "")


def test_a_result_in_a_file_needs_no_stream(tmp_path):
    out = tmp_path / "p.aut"
    run = shell("<&- >&- 2>&-", "convert", model(tmp_path, MODELS["model.lts"][0]), out)
    assert run.returncode == 0
    assert out.read_text().startswith("des (0,")


@FULL
def test_bad_input_stays_bad_input_when_it_cannot_be_told(tmp_path):
    assert shell(">&- 2>/dev/full", "check", model(tmp_path, "P = ")).returncode == 2


@FULL
def test_no_assumption_is_claimed_that_is_not_told(tmp_path):
    file = model(tmp_path, "P = (a -> ERROR).\nQ = (b -> Q).\n||S = (P || Q).\n")
    assert quidpro("assumption", file, "--component", "P").code == 1
    assert shell("2>/dev/full", "assumption", file, "--component", "P").returncode == 2


@FULL
def test_a_stream_that_failed_refuses_all_and_can_be_emptied():
    with open("/dev/full", "w") as full:
        stream = Stream.over(full)
        stream.write("text")
        with pytest.raises(Unwritten, match="No space left"):
            stream.flush()
        with pytest.raises(Unwritten, match="No space left"):
            stream.write("text")
        stream.flush()


def test_a_traceback_does_not_change_the_exit_code(tmp_path, monkeypatch):
    monkeypatch.setenv("QUIDPRO_DEBUG", "1")
    run = quidpro("check", tmp_path / "none.lts")
    assert run.code == 2
    assert "Traceback" in run.stderr


@FULL
def test_warnings_stand_in_lines_and_the_result_does_not_need_them(tmp_path):
    file = model(tmp_path, "P = (a -> P).\nproperty Q = (a -> Q).\n||S = (P || Q)/{x/y}.\n")
    for command in (["assumption", file, "--component", "P"], ["check", file, "--format", "trace"]):
        place, line, caret = quidpro(*command).stderr.splitlines()
        assert "warning: no action here is called 'y'" in place
        assert line[caret.index("^")] == "y"
    assert shell("2>/dev/full", "assumption", file, "--component", "P").returncode == 0


SLOWLY_READ = """
import sys
from quidpro.cli import start
from quidpro.cli.exits import guarded
from quidpro.cli.main import main
from quidpro.cli.output import emit

def answer():
    emit("x" * (1 << 20))
    return 0

start._command_line = lambda: guarded(answer, lambda ending: "another document")
main()
"""


def test_nothing_comes_after_half_an_answer():
    command = [sys.executable, "-c", SLOWLY_READ]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.read(1) == "x"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert (process.returncode, stderr) == (3, "undecided: interrupted while writing the result\n")
    assert set(stdout) == {"x"}
    assert len(stdout) < 1 << 20
