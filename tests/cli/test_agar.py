"""Method ``agar`` as a user meets it: its own options, its rounds with their marks, its answer."""

from __future__ import annotations

import re

import pytest

from quidpro.frontend.aut import read_aut
from quidpro.frontend.load import read_source
from tests.cli.by_parts import CHANNEL, LOSSY, SERVER, TWO, Page, by_parts, names
from tests.cli.driver import model, quidpro, refused

PLAIN = ["--no-reduce", "--orientation", "given"]
SPLIT_STATE = "#ffe082"
SPURIOUS_STEP = "#c62828"


def agar(file, *options):
    return by_parts("agar", file, *options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--counterexample", "longest"], ["'longest'", "first", "shortest"]),
        (["--counterexamples", "0"], ["--counterexamples", "equal to 1"]),
        (["--counterexamples", "many"], ["--counterexamples", "integer"]),
    ],
)
def test_refused(options, words, tmp_path):
    refused(quidpro("check", model(tmp_path, TWO), "--method", "agar", *options), *words)


class TestAnswer:
    def test_the_assumption_of_the_paper(self):
        code, found = agar(CHANNEL, "--split", "Input | Output", *PLAIN)
        (assumption,) = found["assumptions"]
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "asym")
        assert (assumption["for"], assumption["states"], assumption["transitions"]) == (["Output"], 2, 3)
        assert assumption["aut"].splitlines()[1:] == ['(0, "ack", 0)', '(0, "send", 1)', '(1, "output", 0)']
        assert (found["stats"]["iterations"], found["stats"]["queries"]) == (2, 0)

    def test_a_violation_is_replayed(self):
        code, found = agar(LOSSY, "--split", "Input | rest", *PLAIN)
        assert (code, found["certified"]) == (1, True)
        assert found["counterexample"]["trace"] == ["input", "send", "ack", "input"]

    def test_a_smaller_alphabet(self):
        _, full = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN)
        code, small = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, "--alphabet", "refine")
        assert (code, small["certified"]) == (0, True)
        assert set(small["assumptions"][0]["alphabet"]) < set(full["assumptions"][0]["alphabet"])

    @pytest.mark.parametrize("options", [["--counterexample", "shortest"], ["--counterexamples", "8"]])
    def test_other_counterexamples_prove_the_same(self, options):
        code, found = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, *options)
        assert (code, found["certified"]) == (0, True)

    def test_n_groups_have_an_assumption_between_each_two(self):
        split = "c.1:CLIENT | c.2:CLIENT | c.3:CLIENT | SERVER"
        code, found = agar(SERVER, "--split", split, *PLAIN)
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "asym-n")
        assert [len(a["for"]) for a in found["assumptions"]] == [3, 2, 1]


class TestIterations:
    @pytest.fixture
    def folder(self, tmp_path):
        assert agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, "--trace-iterations", tmp_path)[0] == 0
        return tmp_path

    def test_every_round_is_written_with_one_state_more(self, folder):
        numbers = [f"{n:03}" for n in range(1, 9)]
        files = [f"{n}.{kind}" for n in numbers for kind in ("aut", "svg")]
        assert names(folder) == sorted([*files, "index.html", "rounds.tsv"])
        assert [read_aut(read_source(folder / f"{n}.aut")).states for n in numbers] == list(range(1, 9))
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()[1:]]
        assert [row[-2] for row in rows] == ["too weak"] * 7 + ["holds"]
        assert all(row[-1] for row in rows[:-1])
        assert rows[-1][-1] == ""

    def test_the_split_state_and_the_spurious_path_are_marked(self, folder):
        for number in range(1, 8):
            picture = (folder / f"{number:03}.svg").read_text(encoding="utf-8")
            assert picture.count(f'fill="{SPLIT_STATE}"') == 1
            assert picture.count(f'stroke="{SPURIOUS_STEP}"') > 0
        last = (folder / "008.svg").read_text(encoding="utf-8")
        assert SPLIT_STATE not in last
        assert SPURIOUS_STEP not in last

    def test_the_page_shows_the_rounds_in_order(self, folder):
        page = Page((folder / "index.html").read_text(encoding="utf-8"))
        assert page.pictures == [f"{number:03}.svg" for number in range(1, 9)]
        assert [text for text in page.headings if re.match("too|holds", text)] == ["too weak"] * 7 + ["holds"]
