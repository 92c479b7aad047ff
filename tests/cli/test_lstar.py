"""Method ``lstar`` and ``quidpro assumption`` as a user meets them: answers, files, and what is refused."""

from __future__ import annotations

import json

import pytest

from quidpro.frontend.aut import read_aut
from quidpro.frontend.load import read_source
from tests.cli.by_parts import ALONE, CHANNEL, LOSSY, PRIME, SERVER, TWO, Page, by_parts, clients, names
from tests.cli.driver import model, quidpro, refused

PLAIN = ["--learner", "lstar", "--no-reduce", "--no-candidates", "--orientation", "given"]


def lstar(file, *options):
    return by_parts("lstar", file, *options)


class TestRefused:
    def test_a_learner_that_is_none(self, tmp_path):
        run = quidpro("check", model(tmp_path, TWO), "--method", "lstar", "--learner", "best")
        refused(run, "'best'", "kv", "lstar")

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ([], ["--component"]),
            (["--component", "Z"], ["'Z' is no component", "A, B"]),
            (["--component", " , "], ["no component is named"]),
            (["--component", "A"], ["several properties", "--property", "P, Q"]),
            (["--component", "A", "--property", "R"], ["no property 'R'"]),
            (["--component", "A", "--property", "P", "--system", "T"], ["'T'"]),
        ],
    )
    def test_assumption(self, options, words, tmp_path):
        refused(quidpro("assumption", model(tmp_path, TWO), *options), *words)

    def test_a_part_that_goes_wrong_by_itself_is_told_so(self, tmp_path):
        run = quidpro("assumption", model(tmp_path, ALONE), "--component", "A")
        assert (run.code, run.stdout) == (1, "")
        assert "no assumption helps" in run.stderr


class TestAnswer:
    def test_the_assumption_is_in_the_json(self):
        code, found = lstar(CHANNEL, "--split", "Input | Output", *PLAIN)
        (assumption,) = found["assumptions"]
        assert code == 0
        assert (assumption["for"], assumption["alphabet"]) == (["Output"], ["ack", "output", "send"])
        assert (assumption["states"], assumption["transitions"]) == (2, 4)
        assert assumption["aut"].startswith("des (0, 4, 2)")
        assert found["certificate"]["rule"] == "asym"
        assert (found["stats"]["iterations"], found["stats"]["queries"] > 0) == (2, True)

    def test_the_rounds_are_a_table(self):
        _, found = lstar(PRIME, "--split", "Input | OutputPrime", *PLAIN)
        rows = [(r["iteration"], r["premise"], r["assumption_states"], r["result"]) for r in found["stats"]["rounds"]]
        assert rows == [
            (1, 1, 1, "too weak"),
            (2, 1, 2, "not too weak"),
            (2, 2, 2, "too strong"),
            (3, 1, 3, "too weak"),
            (4, 1, 4, "not too weak"),
            (4, 2, 4, "holds"),
        ]

    def test_rounds_that_take_turns_say_whose_they_are(self):
        _, found = lstar(PRIME, "--split", "Input | OutputPrime", "--no-candidates")
        runs = {}
        for row in found["stats"]["rounds"]:
            assert row["run"] in ("M1 = Input", "M1 = OutputPrime")
            runs.setdefault(row["iteration"], set()).add(row["run"])
        assert all(len(names) == 1 for names in runs.values())

    def test_n_groups_have_an_assumption_between_each_two(self):
        split = "SERVER | c.1:CLIENT | c.2:CLIENT | c.3:CLIENT"
        code, found = lstar(SERVER, "--split", split, "--orientation", "given")
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "asym-n")
        assert [len(a["for"]) for a in found["assumptions"]] == [3, 2, 1]
        assert {row["level"] for row in found["stats"]["rounds"]} <= {0, 1, 2}


class TestAssumption:
    @pytest.mark.parametrize("file", [CHANNEL, PRIME, LOSSY])
    def test_the_weakest_assumption_of_input(self, file):
        run = quidpro("assumption", file, "--component", "Input", "--property", "Order", "--format", "json")
        found = json.loads(run.stdout)
        assert (run.code, run.stderr) == (0, "")
        assert (found["exact"], found["components"], found["property"]) == (True, ["Input"], "Order")
        assert found["assumption"]["states"] == 4
        assert len(found["assumption"]["transitions"]) == 9

    def test_text_says_whose_and_what_for(self):
        text = quidpro("assumption", CHANNEL, "--component", "Input").stdout
        assert text.startswith("What Input needs of Output to guarantee Order (the weakest assumption):\n")

    @pytest.mark.parametrize("format", ["aut", "dot", "svg", "fsp"])
    def test_written_to_a_file(self, format, tmp_path):
        out = tmp_path / f"a.{format}"
        run = quidpro("assumption", CHANNEL, "--component", "Input", "--format", format, "-o", out)
        assert (run.code, run.stdout) == (0, "")
        assert out.read_text().strip()


class TestBudget:
    @pytest.mark.slow
    def test_an_assumption_ends_with_what_it_has(self, tmp_path):
        run = quidpro("assumption", clients(12, tmp_path), "--component", "CLIENTS", "--timeout", 1, "--format", "json")
        found = json.loads(run.stdout)
        assert (run.code, found["exact"]) == (3, False)
        assert "time budget ran out" in run.stderr
        assert found["label"] in run.stderr


class TestIterations:
    @pytest.mark.slow
    def test_every_round_is_written(self, tmp_path):
        folder = tmp_path / "new" / "rounds"
        assert lstar(PRIME, "--split", "Input | rest", *PLAIN, "--trace-iterations", folder)[0] == 0
        numbers = ["001", "002", "003", "004"]
        files = [f"{n}.{kind}" for n in numbers for kind in ("aut", "svg", "table.txt")]
        assert names(folder) == sorted([*files, "index.html", "rounds.tsv"])
        assert [read_aut(read_source(folder / f"{n}.aut")).states for n in numbers] == [1, 2, 3, 4]
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()]
        assert [row[0] for row in rows] == ["round", *numbers]
        assert [row[7:9] for row in rows[1:]] == [
            ["too weak", "send ack"],
            ["too strong", "send send output"],
            ["too weak", "send output ack output"],
            ["holds", ""],
        ]

    @pytest.mark.slow
    def test_the_page_shows_the_rounds_in_order(self, tmp_path):
        lstar(PRIME, "--split", "Input | rest", *PLAIN, "--trace-iterations", tmp_path)
        page = Page((tmp_path / "index.html").read_text(encoding="utf-8"))
        assert page.pictures == 4
        assert page.outcomes == ["too weak", "too strong", "too weak", "holds"]

    @pytest.mark.slow
    def test_a_large_assumption_is_not_drawn(self, tmp_path):
        options = ["--split", "CLIENTS | SERVER", "--orientation", "given", "--trace-iterations", tmp_path / "rounds"]
        assert lstar(clients(5, tmp_path), *options)[0] == 0
        assert names(tmp_path / "rounds") == ["001.aut", "index.html", "rounds.tsv"]
        assert "make no readable picture" in (tmp_path / "rounds" / "index.html").read_text(encoding="utf-8")

    def test_a_method_without_rounds_says_so(self, tmp_path):
        run = quidpro("check", CHANNEL, "--method", "monolithic", "--trace-iterations", tmp_path / "rounds")
        refused(run, "--trace-iterations follows a method that works in rounds; monolithic does not")
        assert not (tmp_path / "rounds").exists()
