"""Facts from one attempt of a race to the others: the file, and what the race does with it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.core.facts import Exchange, Facts, Learned, Reader
from quidpro.core.source import Source
from quidpro.frontend.smv.model import load_smv
from quidpro.run.executors.protocol import Lost, Progress
from quidpro.run.race import Race
from quidpro.run.registry import AUTO, world_named
from quidpro.run.scoreboard import Scoreboard
from quidpro.verdict.engine import Attempt
from quidpro.verdict.symbolic.problem import problem_about
from tests.racing import Scripted, ScriptedWorkers

MODEL = "MODULE main\nVAR a : boolean;\nASSIGN init(a) := FALSE; next(a) := a;\nINVARSPEC !a"


def test_every_reader_reads_every_fact_once():
    with Exchange() as exchange:
        early = exchange.facts.reader()
        assert early.new() == []
        exchange.add("first")
        assert early.new() == ["first"]
        exchange.add(("second", 2))
        assert early.new() == [("second", 2)]
        assert early.new() == []
        assert exchange.facts.reader().new() == ["first", ("second", 2)]


@pytest.mark.parametrize("written", [3, 8, 9, -1])
def test_what_is_not_complete_is_read_later(tmp_path, written):
    with Exchange() as exchange:
        exchange.add("first")
        exchange.add("second")
        data = Path(exchange.facts.path).read_bytes()
    first = 8 + int.from_bytes(data[:8], "big")
    path = tmp_path / "facts"
    path.write_bytes(data[: first + written] if written > 0 else data[:written])
    reader = Reader(str(path))
    assert reader.new() == ["first"]
    assert reader.new() == []
    path.write_bytes(data)
    assert reader.new() == ["second"]


def test_no_file_is_left_and_nothing_is_read_from_none():
    with Exchange() as exchange:
        reader, path = exchange.facts.reader(), exchange.facts.path
        assert os.path.exists(path)
    assert not os.path.exists(path)
    assert reader.new() == []
    assert Facts().reader().new() == []


def test_where_no_file_can_be_written_nobody_hears_anything(monkeypatch):
    def refuse(**_):
        raise PermissionError

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with Exchange() as exchange:
        exchange.add("unheard")
        assert exchange.facts == Facts()


class Listening(Scripted):
    """Notes what an attempt could read at the end of the script."""

    heard = ()

    def wait(self, seconds=None):
        if not self.script and self.jobs:
            self.heard = self.jobs[-1].arguments[0].facts.reader().new()
        return super().wait(seconds)


def run(attempts, *script):
    problem = problem_about(flat := load_smv(Source("a.smv", MODEL)).flat(), flat.specs[0])
    told = []
    board = Scoreboard(world_named("symbolic"), [problem], AUTO, told.append)
    executor = Listening(*script)
    Race(board, ScriptedWorkers(executor), Budget(0.3), ignore).run([attempts])
    return executor, told


def test_what_an_attempt_said_before_it_was_killed_is_read_by_the_others():
    attempts = [Attempt("pdr"), Attempt("induction")]
    executor, told = run(attempts, Progress(0, Learned("fact")), Lost(0, "killed"))
    assert executor.heard == ["fact"]
    assert not any(isinstance(event, Learned) for event in told)
    assert not os.path.exists(executor.jobs[0].arguments[0].facts.path)


def test_an_attempt_that_is_alone_has_nobody_to_tell():
    executor, _ = run([Attempt("pdr")], Progress(0, Learned("fact")))
    assert not executor.heard
    assert executor.jobs[0].arguments[0].facts == Facts()
