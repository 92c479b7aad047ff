"""Method ``lstar`` and ``quidpro assumption`` as a user meets them: answers, files, and what is refused."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jsonschema import validate

from quidpro.frontend.aut import read_aut
from quidpro.frontend.load import read_source
from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro, refused

CHANNEL = "examples/channel/channel.lts"
PRIME = "examples/channel/channel_prime.lts"
LOSSY = "examples/channel/channel_lossy.lts"
SERVER = "examples/client_server.lts"
PLAIN = ["--learner", "lstar", "--no-reduce", "--no-candidates", "--orientation", "given"]

TWO = """
A = (a -> b -> A).
B = (b -> c -> B).
property P = (a -> c -> P).
property Q = (b -> c -> Q).
||S = (A || B || P || Q).
"""
APART = """
A = (a -> b -> A).
B = (c -> d -> B).
property P = (a -> b -> P).
||S = (A || B || P).
"""
ELSEWHERE = """
A = (a -> b -> A).
B = (b -> c -> B).
property P = (a -> P) + {never}.
||S = (A || B || P).
"""
ALONE = """
A = (a -> bad -> A).
B = (b -> B).
property P = (a -> P) + {bad}.
||S = (A || B || P).
"""


def lstar(file, *options):
    """The answer as JSON, valid and quiet, and the exit code."""
    run = quidpro("check", file, "--method", "lstar", *options, "--format", "json")
    assert run.stderr == ""
    found = json.loads(run.stdout)
    validate(found, schema("verdict"))
    return run.code, found


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--split", "A | Z"], ["'Z' is no component", "A, B"]),
            (["--split", "A | P"], ["'P' is no component"]),
            (["--split", "A | A, B"], ["A into two groups"]),
            (["--split", "A"], ["leaves out B"]),
            (["--split", "A | B | rest"], ["is empty"]),
            (["--learner", "best"], ["'best'", "kv", "lstar"]),
            (["--alphabet", "none"], ["'none'", "full", "refine"]),
            (["--orientation", "back"], ["'back'", "given", "both"]),
            (["--deadlock"], ["lstar does not check deadlock", "--method monolithic"]),
            (["--progress"], ["lstar does not check progress", "--method monolithic"]),
        ],
    )
    def test_check(self, options, words, tmp_path):
        refused(quidpro("check", model(tmp_path, TWO), "--method", "lstar", *options), *words)

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

    def test_a_folder_that_is_a_file(self, tmp_path):
        taken = model(tmp_path, "", "taken")
        refused(quidpro("check", CHANNEL, "--method", "lstar", "--trace-iterations", taken), "cannot write into")


class TestOddButRight:
    """Problems at the edge: the verdict is that of the whole product."""

    @pytest.mark.parametrize("options", [[], PLAIN, ["--no-candidates", "--alphabet", "refine"]])
    @pytest.mark.parametrize(
        ("text", "split", "code"),
        [
            (APART, "A | B", 0),
            (APART, "B | A", 0),
            (ELSEWHERE, "A | B", 1),
            (ELSEWHERE, "B | A", 1),
            (ALONE, "A | B", 1),
            (ALONE, "B | A", 1),
        ],
    )
    def test_like_monolithic(self, text, split, code, options, tmp_path):
        file = model(tmp_path, text)
        assert quidpro("check", file).code == code
        got, found = lstar(file, "--split", split, *options)
        assert (got, found["certified"]) == (code, True)

    def test_an_empty_interface_needs_an_empty_assumption(self, tmp_path):
        _, found = lstar(model(tmp_path, APART), "--split", "A | B")
        assert found["assumptions"][0]["alphabet"] == []

    def test_a_part_that_goes_wrong_by_itself_is_told_so(self, tmp_path):
        run = quidpro("assumption", model(tmp_path, ALONE), "--component", "A")
        assert (run.code, run.stdout) == (1, "")
        assert "no assumption helps" in run.stderr

    def test_everything_in_one_group(self):
        code, found = lstar(CHANNEL, "--split", "Input, Output")
        assert (code, found["certified"], found["assumptions"]) == (0, True, [])


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


class TestCertificate:
    @pytest.mark.parametrize("split", ["CLIENTS | SERVER", "c.1:CLIENT | SERVER | rest"])
    def test_confirmed_and_refused(self, split, tmp_path):
        out = tmp_path / "c.json"
        text = Path(SERVER).read_text(encoding="utf-8")
        options = ["--split", split, "--orientation", "given", "--certificate", out]
        assert lstar(model(tmp_path, text), *options)[0] == 0
        validate(json.loads(out.read_text()), schema("certificate"))
        confirmed = quidpro("certify", out, tmp_path / "model.lts")
        assert (confirmed.code, confirmed.stdout.split(":")[0]) == (0, "confirmed")
        changed = text.replace("holder == 0 && waiting != 0", "waiting != 0")
        assert changed != text
        denied = quidpro("certify", out, model(tmp_path, changed, "changed.lts"))
        assert (denied.code, denied.stdout.split(":")[0]) == (1, "refused")

    def test_an_assumption_that_was_tampered_with_is_refused(self, tmp_path):
        out = tmp_path / "c.json"
        assert lstar(CHANNEL, "--split", "Input | Output", *PLAIN, "--certificate", out)[0] == 0
        good = out.read_text()
        assert good.count("too good") == 0
        certificate = json.loads(good)
        lts = certificate["assumptions"][0]["lts"]
        lts["transitions"] = [t for t in lts["transitions"] if t[1] != "output"]
        out.write_text(json.dumps(certificate))
        assert quidpro("certify", out, CHANNEL).code == 1


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
    def clients(self, number, folder):
        text = Path(SERVER).read_text(encoding="utf-8").replace("const N = 3", f"const N = {number}")
        return model(folder, text)

    def test_unknown_carries_the_best_assumption(self, tmp_path):
        plain = ["--orientation", "given", "--no-candidates", "--no-reduce"]
        hard = self.clients(10, tmp_path)
        code, found = lstar(hard, "--split", "CLIENTS | SERVER", *plain, "--timeout", 2)
        assert (code, found["verdict"], found["certificate"]) == (3, "unknown", None)
        assert "time budget ran out while learning assumptions" in found["reason"]
        assert "the best assumption so far is still too weak for M1" in found["reason"]
        assert found["assumptions"][0]["states"] > 0

    def test_an_assumption_ends_with_what_it_has(self, tmp_path):
        run = quidpro(
            "assumption", self.clients(12, tmp_path), "--component", "CLIENTS", "--timeout", 1, "--format", "json"
        )
        found = json.loads(run.stdout)
        assert (run.code, found["exact"]) == (3, False)
        assert "time budget ran out" in run.stderr
        assert found["label"] in run.stderr


class Page(HTMLParser):
    """What a page shows: its pictures and headings; its tags must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.pictures, self.headings = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            self.pictures.append(dict(attributes)["src"])
        if tag not in ("img", "meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "h3" in self.open:
            self.headings.append(data)


class TestIterations:
    def names(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def test_every_round_is_written(self, tmp_path):
        folder = tmp_path / "new" / "rounds"
        assert lstar(PRIME, "--split", "Input | rest", *PLAIN, "--trace-iterations", folder)[0] == 0
        numbers = ["001", "002", "003", "004"]
        files = [f"{n}.{kind}" for n in numbers for kind in ("aut", "svg", "table.txt")]
        assert self.names(folder) == sorted([*files, "index.html", "rounds.tsv"])
        assert [read_aut(read_source(folder / f"{n}.aut")).states for n in numbers] == [1, 2, 3, 4]
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()]
        assert [row[0] for row in rows] == ["round", *numbers]
        assert [row[-2:] for row in rows[1:]] == [
            ["too weak", "send ack"],
            ["too strong", "send send output"],
            ["too weak", "send output ack output"],
            ["holds", ""],
        ]

    def test_the_page_shows_the_rounds_in_order(self, tmp_path):
        lstar(PRIME, "--split", "Input | rest", *PLAIN, "--trace-iterations", tmp_path)
        page = Page((tmp_path / "index.html").read_text(encoding="utf-8"))
        assert page.pictures == ["001.svg", "002.svg", "003.svg", "004.svg"]
        assert [text for text in page.headings if text.startswith(("too", "holds"))] == [
            "too weak",
            "too strong",
            "too weak",
            "holds",
        ]

    def test_an_earlier_run_leaves_nothing_behind(self, tmp_path):
        (tmp_path / "notes.txt").write_text("mine")
        lstar(PRIME, "--split", "Input | rest", *PLAIN, "--trace-iterations", tmp_path)
        lstar(CHANNEL, "--split", "Input | rest", *PLAIN, "--trace-iterations", tmp_path)
        assert [n for n in self.names(tmp_path) if n.endswith(".aut")] == ["001.aut", "002.aut"]
        assert (tmp_path / "notes.txt").read_text() == "mine"

    def test_files_of_a_stranger_are_kept(self, tmp_path):
        (tmp_path / "007.aut").write_text("mine")
        lstar(CHANNEL, "--split", "Input | rest", *PLAIN, "--trace-iterations", tmp_path)
        assert (tmp_path / "007.aut").read_text() == "mine"

    def test_several_properties_are_told_apart(self, tmp_path):
        lstar(model(tmp_path, TWO), *PLAIN, "--trace-iterations", tmp_path / "rounds")
        lines = (tmp_path / "rounds" / "rounds.tsv").read_text(encoding="utf-8").splitlines()[1:]
        assert list(dict.fromkeys(line.split("\t")[1] for line in lines)) == ["P", "Q"]

    def test_a_large_assumption_is_not_drawn(self, tmp_path):
        text = Path(SERVER).read_text(encoding="utf-8").replace("const N = 3", "const N = 5")
        options = ["--split", "CLIENTS | SERVER", "--orientation", "given", "--trace-iterations", tmp_path / "rounds"]
        assert lstar(model(tmp_path, text), *options)[0] == 0
        assert self.names(tmp_path / "rounds") == ["001.aut", "index.html", "rounds.tsv"]
        assert "Too large to draw" in (tmp_path / "rounds" / "index.html").read_text(encoding="utf-8")

    def test_a_method_without_rounds_says_so(self, tmp_path):
        quidpro("check", CHANNEL, "--trace-iterations", tmp_path)
        assert "No assumption was tried" in (tmp_path / "index.html").read_text(encoding="utf-8")
