"""Method ``agar`` as a user meets it: its own options, its rounds with their marks, its answer."""

from __future__ import annotations

import json

import pytest
from jsonschema import validate

from quidpro.frontend.aut import read_aut
from quidpro.frontend.load import read_source
from quidpro.verdict.schema import schema
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
    @pytest.mark.slow
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

    @pytest.mark.slow
    def test_a_smaller_alphabet(self):
        _, full = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN)
        code, small = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, "--alphabet", "refine")
        assert (code, small["certified"]) == (0, True)
        assert set(small["assumptions"][0]["alphabet"]) < set(full["assumptions"][0]["alphabet"])

    @pytest.mark.slow
    @pytest.mark.parametrize("options", [["--counterexample", "shortest"], ["--counterexamples", "8"]])
    def test_other_counterexamples_prove_the_same(self, options):
        code, found = agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, *options)
        assert (code, found["certified"]) == (0, True)

    @pytest.mark.slow
    def test_n_groups_have_an_assumption_between_each_two(self):
        split = "c.1:CLIENT | c.2:CLIENT | c.3:CLIENT | SERVER"
        code, found = agar(SERVER, "--split", split, *PLAIN)
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "asym-n")
        assert [len(a["for"]) for a in found["assumptions"]] == [3, 2, 1]


GUESS = """
R = (a -> R | b -> R | done -> R).
G = (a -> G | b -> G | a -> ({a, b} -> done -> G)).
property P = ({a, b} -> ONE), ONE = ({a, b} -> MORE), MORE = ({a, b} -> MORE | done -> P).
||S = (R || G || P).
"""


class TestWitness:
    """G guesses which letter is the last but one: the assumption is nondeterministic, and its certificate says why."""

    @pytest.fixture
    def written(self, tmp_path):
        file, out = model(tmp_path, GUESS), tmp_path / "c.json"
        assert agar(file, "--split", "R | G", *PLAIN, "--certificate", out)[0] == 0
        return file, out, json.loads(out.read_text())

    @pytest.mark.slow
    def test_it_follows_the_schema_and_is_confirmed(self, written):
        file, out, certificate = written
        validate(certificate, schema("certificate"))
        assert certificate["assumptions"][0]["witness"] == [[0, 0], [1, 1], [2, 2], [3, 2]]
        assert quidpro("certify", out, file).code == 0

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("rows", "words"),
        [
            ([[0, 0], [1]], "witness[1]: has 1 states where 2 are needed"),
            ([[0, 9]], "witness[0]: 9 is not a state of the assumption, which has 3"),
            ([[0, "x"]], "witness.0.1 is to be a whole number"),
        ],
    )
    def test_a_misshapen_one_is_bad_input(self, written, rows, words):
        file, out, certificate = written
        certificate["assumptions"][0]["witness"] = rows
        out.write_text(json.dumps(certificate))
        refused(quidpro("certify", out, file), words)

    @pytest.mark.slow
    @pytest.mark.parametrize("rows", [[], [[0, 0], [1, 2], [2, 2]], [[0, 0, 0]], [[7, 0]]])
    def test_a_wrong_one_is_refused(self, written, rows):
        file, out, certificate = written
        certificate["assumptions"][0]["witness"] = rows
        out.write_text(json.dumps(certificate))
        run = quidpro("certify", out, file)
        assert run.code == 1
        assert "its witness is wrong" in run.stdout


class TestIterations:
    @pytest.fixture
    def folder(self, tmp_path):
        options = ("--counterexample", "first", "--trace-iterations", tmp_path)
        assert agar(SERVER, "--split", "CLIENTS | SERVER", *PLAIN, *options)[0] == 0
        return tmp_path

    @pytest.mark.slow
    def test_every_round_is_written_with_one_state_more(self, folder):
        numbers = [f"{n:03}" for n in range(1, 9)]
        files = [f"{n}.{kind}" for n in numbers for kind in ("aut", "svg")]
        assert names(folder) == sorted([*files, "index.html", "rounds.tsv"])
        assert [read_aut(read_source(folder / f"{n}.aut")).states for n in numbers] == list(range(1, 9))
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()[1:]]
        assert [row[7] for row in rows] == ["too weak"] * 7 + ["holds"]
        assert all(row[8] for row in rows[:-1])
        assert rows[-1][8] == ""

    @pytest.mark.slow
    def test_the_split_state_and_the_spurious_path_are_marked(self, folder):
        for number in range(1, 8):
            picture = (folder / f"{number:03}.svg").read_text(encoding="utf-8")
            assert picture.count(f'fill="{SPLIT_STATE}"') == 1
            assert picture.count(f'stroke="{SPURIOUS_STEP}"') > 0
        last = (folder / "008.svg").read_text(encoding="utf-8")
        assert SPLIT_STATE not in last
        assert SPURIOUS_STEP not in last

    @pytest.mark.slow
    def test_the_page_shows_the_rounds_in_order(self, folder):
        page = Page((folder / "index.html").read_text(encoding="utf-8"))
        assert page.pictures >= 8
        assert page.outcomes == ["too weak"] * 7 + ["holds"]
