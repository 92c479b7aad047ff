"""Method ``circular`` as a user meets it: assumptions for every group, its rounds, its bound when time runs out."""

from __future__ import annotations

import json
import re
import signal
import time
from pathlib import Path

import pytest

from quidpro.frontend.aut import read_aut
from quidpro.frontend.load import read_source
from tests.cli.by_parts import LOSSY, SERVER, TWO, Page, by_parts, clients, names
from tests.cli.driver import model, quidpro, refused, spawn

IN_OUT = "examples/in_out/in_out.lts"
SPLIT = ["--split", "In | Out"]
HARD = ["--split", "chain", "--no-candidates", "--until", "smallest"]
BOUND = re.compile(r"no assumptions with fewer than (\d+) states in all")


def circular(file, *options):
    return by_parts("circular", file, *options)


def test_an_encoding_that_is_none(tmp_path):
    run = quidpro("check", model(tmp_path, TWO), "--method", "circular", "--encoding", "unary")
    refused(run, "'unary'", "onehot", "binary")


ONE_IS_ENOUGH = """\
A = (a -> A) + {b}.
B = (b -> d -> B).
C = (d -> e -> C).
property P = (a -> P | b -> P1), P1 = (b -> P2 | a -> P1), P2 = (a -> P2).
||S = (A || B || C || P).
"""


@pytest.mark.parametrize(("until", "sizes"), [("enough", [3, 1, 1]), ("smallest", [1, 1, 1])])
def test_the_property_as_an_assumption_is_not_smallest(tmp_path, until, sizes):
    """It is tried first unless only the smallest will do."""
    file = model(tmp_path, ONE_IS_ENOUGH)
    code, found = circular(file, "--split", "A | B | C", "--until", until)
    assert (code, found["certified"], sorted((a["states"] for a in found["assumptions"]), reverse=True)) == (
        0,
        True,
        sizes,
    )


class TestAnswer:
    @pytest.mark.slow
    @pytest.mark.parametrize("encoding", ["onehot", "binary"])
    def test_each_group_has_an_assumption(self, encoding):
        code, found = circular(IN_OUT, *SPLIT, "--encoding", encoding)
        assert (code, found["certified"], found["certificate"]["rule"]) == (0, True, "circ-ag")
        assert [(a["name"], a["for"]) for a in found["assumptions"]] == [("g1", ["In"]), ("g2", ["Out"])]
        assert [(a["alphabet"], a["states"]) for a in found["assumptions"]] == [(["ack", "send"], 2)] * 2

    def test_it_says_for_which_alphabet_they_are_minimal(self):
        _, found = circular(IN_OUT, *SPLIT)
        assert found["notes"][0] == "assumptions: minimal in all over αg1 = {ack, send}; αg2 = {ack, send}"

    def test_a_smaller_alphabet(self):
        code, found = circular(SERVER, "--split", "CLIENTS | SERVER", "--alphabet", "refine")
        assert (code, found["certified"]) == (0, True)
        actions = {action for a in found["assumptions"] for action in a["alphabet"]}
        assert not any(action.endswith("request") for action in actions)
        assert "c.1.request" not in found["notes"][0]

    @pytest.mark.slow
    def test_a_large_group_seen_over_few_actions(self):
        rover = ["--const", "K=4", "--split", "FIELD | ARBITER", "--alphabet", "refine"]
        code, found = circular("examples/mer/mer_two.lts", "--system", "SYSTEM", *rover)
        assert (code, found["certified"]) == (0, True)
        assert sum(a["states"] for a in found["assumptions"]) == 6

    def test_a_candidate_does_not_claim_to_be_minimal(self):
        code, found = circular(SERVER, "--split", "chain")
        assert (code, found["certified"]) == (0, True)
        assert found["notes"][0] == "assumptions: the property itself, tried first; smaller assumptions may exist"

    def test_n_groups_have_n_assumptions(self):
        code, found = circular(SERVER, *HARD)
        assert (code, found["certified"]) == (0, True)
        assert [a["name"] for a in found["assumptions"]] == ["g1", "g2", "g3", "g4"]

    def test_the_premises_are_rows_of_the_statistics(self):
        _, found = circular(IN_OUT, *SPLIT)
        rounds = found["stats"]["rounds"]
        assert [row["premise"] for row in rounds] == [1, 2, 3] * found["stats"]["iterations"]
        assert [row["result"] for row in rounds[-3:]] == ["holds"] * 3
        assert 0 < found["stats"]["sat_seconds"] < found["stats"]["seconds"]
        sizes = [row["assumption_states"] for row in rounds]
        assert (sizes[0], sizes[-1], sizes == sorted(sizes)) == (2, 4, True)

    @pytest.mark.parametrize("options", [[], ["--no-reduce"], ["--alphabet", "refine"], ["--encoding", "binary"]])
    def test_a_violation_is_replayed(self, options):
        code, found = circular(LOSSY, "--split", "Input | rest", *options)
        assert (code, found["certified"]) == (1, True)
        assert found["counterexample"]["trace"] == ["input", "send", "ack", "input"]


class TestCertificate:
    @pytest.mark.slow
    def test_confirmed_for_this_model_only(self, tmp_path):
        out = tmp_path / "c.json"
        assert circular(IN_OUT, *SPLIT, "--certificate", out)[0] == 0
        assert quidpro("certify", out, IN_OUT).code == 0
        changed = Path(IN_OUT).read_text(encoding="utf-8").replace("(ack -> Out | send", "(send")
        assert quidpro("certify", out, model(tmp_path, changed)).code == 1

    @pytest.mark.parametrize("part", [0, 1])
    def test_assumptions_that_were_exchanged_are_refused(self, part, tmp_path):
        out = tmp_path / "c.json"
        circular(IN_OUT, *SPLIT, "--certificate", out)
        certificate = json.loads(out.read_text())
        both = certificate["assumptions"]
        both[part] = {**both[part], **{key: both[1 - part][key] for key in ("lts", "aut", "alphabet")}}
        out.write_text(json.dumps(certificate))
        run = quidpro("certify", out, IN_OUT)
        assert (run.code, run.stdout.split(":")[0]) == (1, "refused")


class TestIterations:
    @pytest.fixture
    def folder(self, tmp_path):
        assert circular(IN_OUT, *SPLIT, "--no-reduce", "--trace-iterations", tmp_path)[0] == 0
        return tmp_path

    @pytest.mark.slow
    def test_every_round_has_both_assumptions(self, folder):
        rows = [line.split("\t") for line in (folder / "rounds.tsv").read_text(encoding="utf-8").splitlines()[1:]]
        assert [row[4] for row in rows] == ["g1", "g2"] * (len(rows) // 2)
        for first, second in zip(rows[::2], rows[1::2], strict=True):
            assert first[7:9] == second[7:9]
        assert [row[7] for row in rows[-2:]] == ["holds", "holds"]
        assert all(re.fullmatch(r"premise [123] fails", row[7]) and row[8] for row in rows[:-2])
        sizes = [read_aut(read_source(folder / f"{row[0]}.aut")).states for row in rows]
        assert sizes == [int(row[5]) for row in rows]

    @pytest.mark.slow
    def test_the_constraints_of_a_round_are_beside_its_first_assumption(self, folder):
        tables = [name for name in names(folder) if name.endswith("table.txt")]
        rounds = len([name for name in names(folder) if name.endswith(".aut")]) // 2
        assert tables == [f"{2 * i + 1:03}.table.txt" for i in range(rounds - 1)]
        member = r"[+-]\(<[a-z, ]*>, [12]\)"
        for name in tables:
            lines = (folder / name).read_text(encoding="utf-8").splitlines()
            assert lines
            assert all(re.fullmatch(rf"{member}( or {member})*", line) for line in lines)

    @pytest.mark.slow
    def test_the_page_shows_the_rounds_in_order(self, folder):
        page = Page((folder / "index.html").read_text(encoding="utf-8"))
        assert 2 * len(page.outcomes) == len([name for name in names(folder) if name.endswith(".aut")])
        assert page.outcomes[-1] == "holds"


class TestBudget:
    @pytest.mark.parametrize(
        ("option", "value", "reason"), [("--timeout", 0, "time"), ("--memory", 1, "memory")], ids=["time", "memory"]
    )
    def test_nothing_to_spend(self, option, value, reason):
        code, found = circular(IN_OUT, *SPLIT, option, value)
        assert (code, found["verdict"], found["certificate"]) == (3, "unknown", None)
        assert f"{reason} budget ran out" in found["reason"]

    @pytest.mark.slow
    def test_the_bound_that_was_reached_is_said(self, tmp_path):
        code, found = circular(clients(16, tmp_path), *HARD, "--timeout", 3)
        assert (code, found["verdict"]) == (3, "unknown")
        bound = BOUND.search(found["reason"])
        assert bound is not None, found["reason"]
        assert int(bound[1]) >= max(row["assumption_states"] for row in found["stats"]["rounds"])
        assert [one["name"] for one in found["assumptions"]] == [f"g{i}" for i in range(1, 18)]
        assert found["counterexample"] is None

    @pytest.mark.slow
    def test_ctrl_c_ends_with_the_bound(self, tmp_path):
        hard = clients(16, tmp_path)
        process = spawn("check", hard, "--method", "circular", *HARD, "--format", "json", until="Round")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=30)
        assert process.returncode == 3
        reason = json.loads(stdout)["reason"]
        assert "interrupted while synthesising assumptions" in reason
        assert BOUND.search(reason)
