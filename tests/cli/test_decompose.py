"""``quidpro decompose`` as a user meets it: the list, its marks, its width, what is refused."""

from __future__ import annotations

import json
import time

import pytest

from quidpro.core.budget import Budget
from quidpro.engines.explicit.decompose import parse_split
from quidpro.frontend.load import load
from tests.cli.by_parts import SERVER, TWO
from tests.cli.driver import model, quidpro, refused

LONG = """
READER = (acquire -> read -> release -> READER).
WRITER = (acquire -> write -> release -> WRITER).
LOCK = (acquire -> release -> LOCK).
VAR = (read -> VAR | write -> VAR).
set Readers = {reader[1..3]}
set Writers = {writer[1..3]}
set Everybody = {Readers, Writers}
property ALONE = ({Everybody}.acquire -> {Everybody}.release -> ALONE).
||MONITOR = (Everybody::LOCK || Everybody::VAR).
||S = (Readers:READER || Writers:WRITER || MONITOR || ALONE).
"""
PIPELINE = """
const N = 29
P = (t -> a -> b -> P).
||STAGES = (s[0..N]:P)/{forall [i:0..N-1] {s[i].b/s[i+1].t}}.
property ORDER = (s[0].a -> s[1].a -> ORDER).
||S = (STAGES || ORDER).
"""


def listed(file, *options):
    run = quidpro("decompose", file, *options, "--format", "json")
    assert (run.code, run.stderr) == (0, "")
    return json.loads(run.stdout)


def groups_again(file, row):
    loaded = load(file)
    return [list(group) for group in parse_split(row["split"], loaded.system("S", Budget()))]


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (["--system", "T"], ["no process or composite 'T'"]),
            (["--property", "R"], ["no property 'R'"]),
            (["--most", "0"], ["--most"]),
            (["--format", "xml"], ["'xml'"]),
        ],
    )
    def test_options(self, options, words, tmp_path):
        refused(quidpro("decompose", model(tmp_path, TWO), *options), *words)

    def test_a_single_process(self, tmp_path):
        one = model(tmp_path, "A = (a -> A). property P = (a -> P). ||S = (A || P).")
        refused(quidpro("decompose", one), "S has one process", "nothing to take apart")


class TestText:
    def test_a_line_for_each_split_and_the_marks(self):
        lines = quidpro("decompose", SERVER).stdout.splitlines()
        assert lines[0] == "7 two-way splits of SYSTEM for MUTEX considered; the best first:"
        assert lines[2].split() == ["score", "interface", "|M1", "||", "Perr|", "|M2|", "groups"]
        assert '  15.3         9           16      27  "SERVER | CLIENTS"  <- balanced' in lines
        assert sum("<-" in line for line in lines[:-1]) == 3

    def test_two_processes_have_no_longer_split(self, tmp_path):
        text = quidpro("decompose", model(tmp_path, TWO)).stdout
        assert text.startswith("1 two-way split of S considered")
        assert "more than two" not in text

    @pytest.mark.slow
    @pytest.mark.parametrize("text", [LONG, PIPELINE], ids=["long names", "many components"])
    def test_no_line_is_too_long(self, text, tmp_path):
        lines = quidpro("decompose", model(tmp_path, text)).stdout.splitlines()
        assert max(map(len, lines)) <= 100
        assert not any(line.strip().startswith(("|", ",")) for line in lines)

    @pytest.mark.slow
    def test_a_wide_terminal_is_used(self, tmp_path, monkeypatch):
        monkeypatch.setenv("COLUMNS", "160")
        lines = quidpro("decompose", model(tmp_path, LONG)).stdout.splitlines()
        assert 120 < max(map(len, lines)) <= 160


class TestJson:
    def test_rows(self):
        found = listed(SERVER)
        assert (found["system"], found["property"], found["considered"]) == ("SYSTEM", "MUTEX", 7)
        best = found["two_way"][0]
        assert best["groups"] == [["c.1:CLIENT", "c.2:CLIENT", "SERVER"], ["c.3:CLIENT"]]
        assert (best["interface"], best["first_states"], best["rest_states"]) == (3, 14, 3)
        assert best["marks"] == ["auto", "interface"]
        assert [row["marks"] for row in found["n_way"] if row["marks"]] == [["chain"]]

    def test_the_best_come_first(self):
        found = listed(SERVER)
        for rows in (found["two_way"], found["n_way"]):
            scores = [row["score"] for row in rows]
            assert scores == sorted(scores)
        assert all(len(row["groups"]) > 2 for row in found["n_way"])

    def test_the_marked_ones_are_never_left_out(self):
        found = listed(SERVER, "--most", 1)
        marks = {mark for row in found["two_way"] + found["n_way"] for mark in row["marks"]}
        assert marks == {"auto", "balanced", "interface", "chain"}
        assert len(found["two_way"]) == 2

    def test_a_property_can_be_chosen(self, tmp_path):
        file = model(tmp_path, TWO)
        assert listed(file)["property"] is None
        assert listed(file, "--property", "Q")["property"] == "Q"

    @pytest.mark.slow
    def test_what_is_too_large_is_not_counted(self, tmp_path):
        row = listed(model(tmp_path, PIPELINE))["two_way"][0]
        assert (row["first_states"], row["rest_states"]) == (None, None)

    @pytest.mark.slow
    @pytest.mark.parametrize("text", [LONG, PIPELINE, TWO], ids=["long names", "many components", "two"])
    def test_a_text_means_its_groups(self, text, tmp_path):
        file = model(tmp_path, text)
        found = listed(file)
        for row in found["two_way"] + found["n_way"]:
            assert groups_again(file, row) == row["groups"]

    def test_sub_composites_and_patterns_make_it_short(self, tmp_path):
        found = listed(model(tmp_path, LONG))
        texts = {row["split"] for row in found["two_way"] + found["n_way"]}
        assert any("MONITOR" in text for text in texts)
        assert not any("{" in text for text in texts)


@pytest.mark.slow
def test_many_components_take_no_time(tmp_path):
    file = model(tmp_path, PIPELINE)
    listed(file)
    start = time.process_time()
    found = listed(file)
    assert time.process_time() - start < 10
    assert len(found["two_way"][0]["groups"][0]) == 14
