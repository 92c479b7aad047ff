"""What every method that reasons by parts refuses, proves at the edge, writes down and certifies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import validate

from quidpro.frontend.aut import write_aut
from quidpro.frontend.lts_json import lts_of_fields
from quidpro.verdict.schema import schema
from tests.cli.by_parts import ALONE, APART, CHANNEL, ELSEWHERE, SERVER, TWO, by_parts, clients, names
from tests.cli.driver import model, quidpro, refused

EACH = pytest.mark.parametrize("method", ["lstar", "agar", "circular"])
PLAIN = ["--no-reduce", "--no-candidates"]
GIVEN = ["--orientation", "given"]


def in_order(method: str) -> list[str]:
    """The groups in the order in which they are given, where there is another one."""
    return [] if method == "circular" else GIVEN


@EACH
class TestRefused:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--split", "A | Z"], ["'Z' is no component", "A, B"]),
            (["--split", "A | P"], ["'P' is no component"]),
            (["--split", "A | A, B"], ["A into two groups"]),
            (["--split", "A"], ["leaves out B"]),
            (["--split", "A | B | rest"], ["is empty"]),
            (["--split", "best"], ["'best' is no component"]),
            (["--split", "balnced"], ["there is no split 'balnced' (did you mean balanced?)"]),
            (["--alphabet", "none"], ["'none'", "full", "refine"]),
            (["--orientation", "back"], ["'back'", "given", "both"]),
            (["--deadlock"], ["{method} does not check deadlock", "--method monolithic"]),
            (["--progress"], ["{method} does not check progress", "--method monolithic"]),
        ],
    )
    def test_check(self, method, options, words, tmp_path):
        run = quidpro("check", model(tmp_path, TWO), "--method", method, *options)
        refused(run, *(word.format(method=method) for word in words))

    def test_a_folder_that_is_a_file(self, method, tmp_path):
        taken = model(tmp_path, "", "taken")
        refused(quidpro("check", CHANNEL, "--method", method, "--trace-iterations", taken), "cannot write into")


@pytest.mark.parametrize(("name", "meant"), [("CLIENT", "*:CLIENT"), ("SERVERS", "SERVER")])
def test_a_name_that_several_components_have_after_a_label_is_taken_for_all_of_them(name, meant):
    run = quidpro("check", SERVER, "--split", f"{name} | rest")
    refused(run, f"'{name}' is no component (did you mean {meant}?)")
    assert quidpro("check", SERVER, "--split", f"{meant} | rest", "--no-deadlock").code == 0


@pytest.mark.parametrize(("text", "code"), [(APART, 0), (ELSEWHERE, 1), (ALONE, 1)])
def test_the_whole_product(text, code, tmp_path):
    assert quidpro("check", model(tmp_path, text), "--method", "monolithic").code == code


@EACH
class TestOddButRight:
    """Problems at the edge: the verdict is that of the whole product."""

    @pytest.mark.slow
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
    def test_like_monolithic(self, method, text, split, code, options, tmp_path):
        order = in_order(method) if options == PLAIN else []
        got, found = by_parts(method, model(tmp_path, text), "--split", split, *options, *order)
        assert (got, found["certified"]) == (code, True)

    def test_an_empty_interface_needs_an_empty_assumption(self, method, tmp_path):
        _, found = by_parts(method, model(tmp_path, APART), "--split", "A | B")
        assert found["assumptions"][-1]["alphabet"] == []

    def test_everything_in_one_group(self, method):
        code, found = by_parts(method, CHANNEL, "--split", "Input, Output")
        assert (code, found["certified"], found["assumptions"]) == (0, True, [])

    @pytest.mark.slow
    def test_a_name_with_commas_in_braces(self, method, tmp_path):
        text = "A = (p -> A). ||S = ({a,b}::A || a:A || b:A). property P = (a.p -> b.p -> P). ||T = (S || P)."
        code, _ = by_parts(method, model(tmp_path, text), "--split", "{a,b}::A, a:A | b:A")
        assert code == 1


@EACH
class TestCertificate:
    @pytest.mark.slow
    @pytest.mark.parametrize("split", ["CLIENTS | SERVER", "c.1:CLIENT | SERVER | rest"])
    def test_confirmed_and_refused(self, method, split, tmp_path):
        out = tmp_path / "c.json"
        text = Path(SERVER).read_text(encoding="utf-8")
        options = ["--split", split, *in_order(method), "--certificate", out]
        assert by_parts(method, model(tmp_path, text), *options)[0] == 0
        validate(json.loads(out.read_text()), schema("certificate"))
        confirmed = quidpro("certify", out, tmp_path / "model.lts")
        assert (confirmed.code, confirmed.stdout.split(":")[0]) == (0, "confirmed")
        changed = text.replace("holder == 0 && waiting != 0", "waiting != 0")
        assert changed != text
        denied = quidpro("certify", out, model(tmp_path, changed, "changed.lts"))
        assert (denied.code, denied.stdout.split(":")[0]) == (1, "refused")

    def test_an_assumption_that_was_tampered_with_is_refused(self, method, tmp_path):
        out = tmp_path / "c.json"
        assert (
            by_parts(method, CHANNEL, "--split", "Input | Output", *PLAIN, *in_order(method), "--certificate", out)[0]
            == 0
        )
        certificate = json.loads(out.read_text())
        last = certificate["assumptions"][-1]
        last["lts"]["transitions"] = [t for t in last["lts"]["transitions"] if t[1] != "output"]
        last["aut"] = write_aut(lts_of_fields(last["lts"]))
        out.write_text(json.dumps(certificate))
        assert quidpro("certify", out, CHANNEL).code == 1


@EACH
class TestSplitByWish:
    @pytest.mark.slow
    @pytest.mark.parametrize("wish", ["auto", "balanced", "interface", "chain"])
    def test_the_groups_are_those_that_decompose_marks(self, method, wish, tmp_path):
        listed = json.loads(quidpro("decompose", SERVER, "--format", "json").stdout)
        rows = [row for row in listed["two_way"] + listed["n_way"] if wish in row["marks"]]
        out = tmp_path / "c.json"
        code, found = by_parts(method, SERVER, "--split", wish, *in_order(method), "--certificate", out)
        assert (code, found["certified"]) == (0, True)
        assert [row["groups"] for row in rows] == [json.loads(out.read_text())["groups"]]


@EACH
class TestIterations:
    @pytest.mark.slow
    def test_an_earlier_run_leaves_nothing_behind(self, method, tmp_path):
        used, fresh = tmp_path / "used", tmp_path / "fresh"
        by_parts(method, SERVER, "--split", "CLIENTS | rest", *PLAIN, *in_order(method), "--trace-iterations", used)
        before = names(used)
        (used / "notes.txt").write_text("mine")
        for folder in (used, fresh):
            by_parts(
                method, CHANNEL, "--split", "Input | rest", *PLAIN, *in_order(method), "--trace-iterations", folder
            )
        assert names(used) == sorted([*names(fresh), "notes.txt"])
        assert before != names(fresh)
        assert (used / "notes.txt").read_text() == "mine"

    @pytest.mark.slow
    def test_files_of_a_stranger_are_kept(self, method, tmp_path):
        (tmp_path / "700.aut").write_text("mine")
        by_parts(method, CHANNEL, "--split", "Input | rest", *PLAIN, *in_order(method), "--trace-iterations", tmp_path)
        assert (tmp_path / "700.aut").read_text() == "mine"

    @pytest.mark.slow
    def test_several_properties_are_told_apart(self, method, tmp_path):
        by_parts(method, model(tmp_path, TWO), *PLAIN, *in_order(method), "--trace-iterations", tmp_path / "rounds")
        lines = (tmp_path / "rounds" / "rounds.tsv").read_text(encoding="utf-8").splitlines()[1:]
        assert list(dict.fromkeys(line.split("\t")[1] for line in lines)) == ["P", "Q"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "label"),
    [
        ("lstar", "still too weak for M1"),
        ("agar", "an over-approximation of M2, not known to be strong enough"),
    ],
)
def test_a_budget_that_ends_in_the_middle(method, label, tmp_path):
    hard = clients(10 if method == "lstar" else 90, tmp_path)
    for seconds in (2, 6, 20, 60):  # the first runs of all may spend them on compiling the kernels
        code, found = by_parts(
            method, hard, "--split", "CLIENTS | SERVER", *PLAIN, *in_order(method), "--timeout", seconds
        )
        assert (code, found["verdict"], found["certificate"]) == (3, "unknown", None)
        assert "time budget ran out while" in found["reason"]
        if found["assumptions"]:
            break
    assert f"the best assumption so far is {label}" in found["reason"]
    assert found["assumptions"][0]["states"] > 0
