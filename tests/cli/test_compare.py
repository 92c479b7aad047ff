"""``quidpro compare``: tables in each format, and the exit code of what the methods agree on."""

import json

import pytest

from quidpro.benchmarks import compare
from quidpro.benchmarks.comparison import Comparison
from tests.cli.driver import quidpro

LOSSY = "examples/channel/channel_lossy.lts"
SERVER = "examples/client_server/client_server.lts"


@pytest.mark.slow
def test_the_methods_are_compared(tmp_path):
    done = quidpro("compare", LOSSY, "--methods", "monolithic,agar", "--plot", str(tmp_path / "plot.svg"))
    assert done.code == 1
    assert done.stdout.startswith(f"{LOSSY}: violated\n\nmethod")
    assert (tmp_path / "plot.svg").exists()


def test_a_constant_grows():
    asked = ["--methods", "monolithic", "--const", "N=2..3", "--no-deadlock"]
    done = quidpro("compare", SERVER, *asked, "--format", "json")
    assert done.code == 0
    assert [row["value"] for row in json.loads(done.stdout)["rows"]] == [2, 3]
    done = quidpro("compare", SERVER, *asked, "--format", "markdown")
    assert "| monolithic | 3 | holds |" in done.stdout


def test_a_contradiction_is_said_aloud(monkeypatch):
    monkeypatch.setattr(Comparison, "contradictions", ("P: one of them is wrong",))
    monkeypatch.setattr(compare, "compare", lambda *_: Comparison("m", ()))
    done = quidpro("compare", LOSSY)
    assert done.code == 3
    assert "internal error: P: one of them is wrong" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--methods", "monolithic", "--learner", "kv"], "--learner does not apply to monolithic"),
        (["--methods", "nonsense"], "no method 'nonsense'"),
        (["--plot", "x.doc"], "suffix must be one of"),
        (["more"], "compare takes one model, and more is one word too many"),
        (["--const", "N=2..3,K=1..2"], "one constant can grow"),
        (["--const", "N=2..1000000000"], "N has more than 10,000 values"),
        (["--const", "N=3..2"], "--const N=3..2 has no values: its first is larger than its last; write N=2..6"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, words):
    done = quidpro("compare", SERVER, *arguments)
    assert done.code == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
