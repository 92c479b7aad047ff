"""``--report``: one file beside the answer, refused before the work if it cannot be written, and within limits."""

from __future__ import annotations

import json
import shlex

import pytest

from quidpro.cli.report import FIRST, LAST, KeptRounds
from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.events import QuestionsBegun
from quidpro.verdict.rounds import Evidence, Round
from tests.cli.driver import model, quidpro, refused

CLIENTS = ("examples/client_server/client_server.lts", "--system", "SYSTEM")
CHANNEL = "examples/channel/channel.lts"
LARGE = ("--const", "N=14", "--method", "monolithic")


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr("quidpro.run.check.check", lambda *_: pytest.fail("the work began"))
    refused(quidpro("check", CHANNEL, "--report", tmp_path / "no" / "out.html"), "there is no folder")
    refused(quidpro("check", CHANNEL, "--report", tmp_path), "it is a folder")
    refused(quidpro("check", CHANNEL, "--report", tmp_path / "out.pdf"), "cannot tell the format")
    same = model(tmp_path, "P = (a -> P).", "m.lts")
    refused(quidpro("check", same, "--report", same), "it is read as well")


def test_the_report_comes_beside_the_json(tmp_path):
    run = quidpro("check", CHANNEL, "--format", "json", "--report", tmp_path / "out.html")
    assert run.code == 0
    assert json.loads(run.stdout)["verdict"] == "holds"
    assert "✓ Holds" in (tmp_path / "out.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_a_timeout_leaves_open_has_a_report(tmp_path):
    out = tmp_path / "out.html"
    run = quidpro("check", "examples/philosophers_fixed.lts", *LARGE, "--timeout", "0.3", "--report", out)
    assert run.code == 3
    page = out.read_text(encoding="utf-8")
    assert "? Unknown" in page
    assert "time" in page


def test_a_model_that_was_not_read_in_time_has_a_report(tmp_path):
    out = tmp_path / "out.html"
    assert quidpro("check", CHANNEL, "--timeout", "0", "--report", out).code == 3
    assert "channel.lts" in out.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_command_in_the_report_checks_the_certificate(tmp_path, monkeypatch):
    monkeypatch.chdir("examples/client_server")
    certificate, out = tmp_path / "proof.json", tmp_path / "out.html"
    command = ("check", "client_server.lts", "--system", "SYSTEM", "--method", "lstar", "--const", "N=2")
    assert quidpro(*command, "--certificate", certificate, "--report", out).code == 0
    page = out.read_text(encoding="utf-8")
    line = page.split('<pre class="command">')[1].split("</pre>")[0]
    assert "client_server.lts" in line
    assert "--const N=2" in line
    run = quidpro(*shlex.split(line)[1:])
    assert run.code == 0
    assert run.stdout.startswith("confirmed")


def test_no_path_of_this_machine_is_in_it(tmp_path):
    path = model(tmp_path, "property P = (a -> P).\n||S = (P).\n", "deep.lts")
    assert quidpro("check", path, "--report", tmp_path / "out.html").code == 0
    assert str(tmp_path) not in (tmp_path / "out.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_race_says_how_the_rounds_can_be_seen(tmp_path):
    out = tmp_path / "out.html"
    assert quidpro("check", *CLIENTS, "--jobs", "1", "--report", out).code == 0
    assert "<article" in out.read_text(encoding="utf-8")


def test_of_many_rounds_the_first_and_the_last_are_kept(monkeypatch):
    kept = KeptRounds()
    kept(QuestionsBegun(("P",)))
    for number in range(1, 201):
        kept(Round(number, "too weak", evidence=Evidence((object(),))))
    kept(Round(201, "holds"))
    seen = []

    class Watcher:
        def view(self, event, asked):
            seen.append((event.number, asked))
            return event

    monkeypatch.setattr("quidpro.report.watch.Watcher", lambda *_: Watcher())
    rounds = kept.views(None, Budget())
    assert [view.number for view in rounds.views] == [*range(1, FIRST + 1), *range(201 - LAST, 201)]
    assert (201 - LAST - 1, "P") in seen
    assert rounds.note == f"Of 200 rounds the first {FIRST} and the last {LAST} are shown."


def test_rounds_for_which_there_is_no_time_are_told_without_pictures(monkeypatch):
    kept = KeptRounds()
    kept(Round(1, "too weak", 7, evidence=Evidence((object(),))))

    class Watcher:
        def view(self, event, asked):
            raise BudgetExceeded("time", "drawing")

    monkeypatch.setattr("quidpro.report.watch.Watcher", lambda *_: Watcher())
    (view,) = kept.views(None, Budget()).views
    assert (view.number, view.outcome, view.title) == (1, "too weak", "7 states")
    assert "no time left" in view.conjectures[0].caption
