"""``quidpro assumption`` when it ends early: both bounds, their files, the way back to work, and what is refused."""

from __future__ import annotations

import json
import signal

import pytest

from quidpro.cli.live import LiveLine
from quidpro.engines.explicit import assumption as engine
from quidpro.engines.explicit.bounds.search import close_in
from quidpro.verdict.rounds import Bounds
from tests.cli.by_parts import ALONE, CHANNEL, SERVER, Page, names
from tests.cli.driver import model, quidpro, refused, spawn

CLIENTS = (SERVER, "--component", "CLIENTS", "--property", "MUTEX")


@pytest.fixture
def ends_early(monkeypatch):
    """The work may poll so often from where it begins; then it ends, whatever the machine."""

    def after(polls):
        def few(question, known, budget, events):
            budget.polls = None if polls is None else budget.polled + polls
            close_in(question, known, budget, events)

        monkeypatch.setattr(engine, "close_in", few)

    return after


def assumption(*options):
    return quidpro("assumption", *CLIENTS, *options)


class TestEndedEarly:
    POLLS = 12

    def test_text_has_both_bounds_and_what_they_are_good_for(self, ends_early):
        ends_early(self.POLLS)
        run = assumption()
        assert run.code == 3
        assert "bounds on the weakest assumption" in run.stdout.splitlines()[0]
        assert run.stdout.index("Strong enough: ") < run.stdout.index("Needed: ")
        assert run.stdout.count("alphabet: ") == 2
        assert "undecided: work budget ran out while closing in" in run.stderr
        assert "strong enough, but it may forbid more than is needed" in run.stderr

    def test_json_has_both_bounds_and_the_best_one(self, ends_early):
        ends_early(self.POLLS)
        run = assumption("--format", "json")
        found = json.loads(run.stdout)
        assert (run.code, found["exact"]) == (3, False)
        assert found["label"] == found["lower"]["label"] == "strong enough, but it may forbid more than is needed"
        assert found["upper"]["label"] == "needed, but it may not be enough"
        assert found["assumption"] == found["lower"]["assumption"] != found["upper"]["assumption"]

    def test_before_anything_is_known_the_best_is_what_is_needed(self, ends_early):
        ends_early(0)
        run = assumption("--format", "json")
        found = json.loads(run.stdout)
        assert (run.code, found["lower"], found["label"]) == (3, None, found["upper"]["label"])
        assert found["assumption"]["states"] == 1
        assert "nothing that is strong enough is known yet" in run.stderr
        assert "Nothing that is strong enough is known yet" in assumption().stdout

    def test_the_bounds_go_to_files_of_their_own(self, ends_early, tmp_path):
        ends_early(self.POLLS)
        best, lower, upper = (tmp_path / name for name in ("best.aut", "lower.aut", "upper.lts"))
        assert assumption("-o", best, "--lower", lower, "--upper", upper).code == 3
        assert best.read_text() == lower.read_text()
        assert upper.read_text().startswith("A = (")

    def test_no_lower_bound_is_written_where_there_is_none(self, ends_early, tmp_path):
        ends_early(0)
        lower = tmp_path / "lower.aut"
        run = assumption("--lower", lower)
        assert not lower.exists()
        assert f"nothing was written to {lower}" in run.stderr

    @pytest.mark.slow
    def test_ctrl_c_leaves_what_is_known(self):
        process = spawn("assumption", *CLIENTS, "--const", "N=14", "--format", "json", until="Bounds")
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        assert process.returncode == 3
        assert json.loads(stdout)["exact"] is False
        assert "interrupted while closing in" in stderr


def test_nobody_can_forbid_an_error(tmp_path):
    """The step into ERROR is no action: an assumption does not speak of it, and forbids what comes before."""
    run = quidpro("assumption", model(tmp_path, "A = (a -> ERROR | b -> A).\n||S = (A).\n"), "--component", "A")
    assert (run.code, "alphabet: a, b\n" in run.stdout, run.stdout.splitlines()[-1]) == (0, True, "0: b -> 0")


def test_a_priority_is_refused(tmp_path):
    """By priority P never does bad; by itself it does, and nobody could forbid that."""
    text = (
        "P = (good -> P | bad -> P). Q = (good -> Q). property N = (good -> N) + {bad}. ||S = (P || Q || N) << {good}."
    )
    run = quidpro("assumption", model(tmp_path, text), "--component", "P")
    refused(run, "S has a priority, which an assumption about a part of it does not see; check decides")


def test_the_live_line_has_the_sizes_of_both_bounds():
    live = LiveLine()
    live.phase = "closing in"
    event = Bounds(3, "lower bound", lower_states=12, upper_states=1_400)
    assert live.describe(event, 1.0) == "closing in: round 3, lower bound 12 states, upper bound 1,400 states"


class TestResumed:
    def test_it_comes_to_the_same(self, ends_early, tmp_path):
        file, whole = tmp_path / "known.json", assumption()
        ends_early(12)
        assert assumption("--save", file).code == 3
        ends_early(None)
        resumed = assumption("--resume", file, "--save", file)
        assert (resumed.code, resumed.stdout, resumed.stderr) == (0, whole.stdout, "")

    def test_nothing_is_saved_of_work_that_is_done(self, tmp_path):
        file = tmp_path / "known.json"
        assert assumption("--save", file).code == 0
        assert not file.exists()

    def test_other_work_is_refused(self, ends_early, tmp_path):
        file = tmp_path / "known.json"
        ends_early(12)
        assumption("--save", file)
        refused(quidpro("assumption", CHANNEL, "--component", "Input", "--resume", file), "other components than Input")
        refused(assumption("--const", "N=2", "--resume", file), "other components")

    @pytest.mark.parametrize(("text", "words"), [("{", "not JSON"), ('{"a": 1}', "not version 1"), ("", "empty")])
    def test_what_is_none_is_refused(self, text, words, tmp_path):
        refused(assumption("--resume", model(tmp_path, text, "known.json")), words)

    def test_what_is_not_there_is_refused(self, tmp_path):
        refused(assumption("--resume", tmp_path / "none.json"), "there is no file")

    @pytest.mark.parametrize("option", ["--save", "--lower", "--upper", "--output"])
    def test_the_model_is_not_written_over(self, option, tmp_path):
        file = model(tmp_path, "A = (a -> A).\nB = (a -> B).\nproperty P = (a -> P).\n||S = (A || B || P).\n")
        refused(quidpro("assumption", file, "--component", "A", option, file), "it is read as well")
        refused(quidpro("assumption", file, "--component", "A", option, tmp_path / "no" / "file"), "no folder")


class TestIterations:
    def test_that_nothing_helps_is_on_the_page(self, tmp_path):
        folder = tmp_path / "rounds"
        run = quidpro("assumption", model(tmp_path, ALONE), "--component", "A", "--trace-iterations", folder)
        assert (run.code, "no assumption helps" in run.stderr) == (1, True)
        assert "no assumption helps" in (folder / "index.html").read_text(encoding="utf-8")

    def test_every_bound_is_written(self, tmp_path):
        folder = tmp_path / "new" / "rounds"
        assert assumption("--trace-iterations", folder).code == 0
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()]
        outcomes = [row[7] for row in rows[1:]]
        assert [row[1] for row in rows[1:]] == ["MUTEX"] * len(outcomes)
        assert set(outcomes[:-1]) == {"lower bound", "upper bound"}
        assert outcomes[-1] == "exact"
        numbers = [row[0] for row in rows[1:]]
        assert [f"{number}.aut" for number in numbers] == [name for name in names(folder) if name.endswith(".aut")]
        page = Page((folder / "index.html").read_text(encoding="utf-8"))
        assert page.outcomes == outcomes


def test_what_a_file_does_not_say_of_an_assumption_is_told(tmp_path):
    """In AUT an action that is forbidden everywhere is one that nobody knows."""
    file = model(
        tmp_path,
        "M1 = (go -> M1 | b -> M1). M2 = (go -> M2) + {b}. property P = (go -> P) + {b}. ||S = (M1 || M2 || P).",
    )
    run = quidpro("assumption", file, "--component", "M1", "-o", tmp_path / "need.aut")
    assert (run.code, run.stderr) == (0, "note: actions of the alphabet that never happen are left out: b\n")
    assert quidpro("assumption", file, "--component", "M1", "-o", tmp_path / "need.json").stderr == ""
