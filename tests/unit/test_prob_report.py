"""Verdicts about probabilistic models for people: text, trees, pictures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from quidpro.core.errors import UsageError
from quidpro.lpts import LPTS
from quidpro.report.paint import Painter
from quidpro.report.probabilistic.formats import lpts_dot, lpts_text, render_lpts
from quidpro.report.probabilistic.tree import changed_words, draw_tree, render_tree, tree_dot
from quidpro.report.text import render
from quidpro.run.registry import world_named
from quidpro.verdict.probabilistic.evidence import ProbStats, ProbTree, ProbVerdict, TreeNode, TreeStep
from quidpro.verdict.verdict import Runner

TREE = ProbTree(
    ("Source", "Sink"),
    (
        TreeNode(("s=0", "k=0"), (), (TreeStep("input", (0,), ((Fraction(1), 1),)),)),
        TreeNode(
            ("s=1", "k=0"),
            (),
            (TreeStep("send", (0, 1), ((Fraction(9, 10), 2), (Fraction(1, 20), 3), (Fraction(1, 20), 4)), True),),
        ),
        TreeNode(
            ("s=2", "k=1"),
            (),
            (TreeStep("output", (1,), ((Fraction(1), 5),)), TreeStep("ack", (0,), ((Fraction(1), 6),))),
        ),
        TreeNode(("s=2", "k=2"), ("crashed",), ()),
        TreeNode(("s=1", "k=0"), (), ()),
        TreeNode(("s=2", "k=0"), (), ()),
        TreeNode(("s=0", "k=1"), (), ()),
    ),
)
COIN = LPTS.of(
    [("start", "toss", {"heads": "1/3", "tails": "2/3"}), ("heads", "again", "start"), ("heads", "stay", "start")],
    marks={"lucky": ["heads"]},
    name="Coin",
)
SIMULATED = ProbVerdict("probabilistic", "holds", "agar", "c", "P", "simulation", "P", ("A",), ProbStats())


def told(verdict):
    return render(verdict, None, world_named("probabilistic").renderer)


def test_a_tree_in_text():
    assert draw_tree(TREE, Painter(False)) == [
        "A tree of 3 steps at most, 7 nodes:",
        "",
        "Source  s=0",
        "Sink    k=0",
        "",
        "input (Source) → Source: s=1",
        "send (Source × Sink, product)",
        '├─ 1/20  Source: s=2; Sink: k=2; "crashed"',
        "├─ 1/20  nothing changes",
        "└─ 9/10  Source: s=2; Sink: k=1",
        "   ├─ output (Sink) → Sink: k=0",
        "   └─ ack (Source) → Source: s=0",
    ]


def test_of_a_valuation_only_what_has_changed_is_told():
    step = TreeStep("a", (0,), ((Fraction(1), 1),))
    nodes = TreeNode(("x=0, y=1", "idle"), (), (step,)), TreeNode(("x=0, y=2", "busy, x=1"), (), ())
    assert changed_words(ProbTree(("A", "B"), nodes), 0, 1) == ["A: y=2", "B: busy, x=1"]


def test_a_long_state_is_cut_only_when_there_is_no_room():
    long = "x" * 60
    nodes = TreeNode(("s",), (), (TreeStep("a", (0,), ((Fraction(1), 1),)),)), TreeNode((long,), (), ())
    narrow, wide = (draw_tree(ProbTree(("M",), nodes), Painter(False), width)[-1] for width in (80, 100))
    assert narrow == f"a (M) → M: {'x' * 23}…{'x' * 24}"
    assert wide == f"a (M) → M: {long}"


def test_a_large_tree_is_cut():
    lines = draw_tree(TREE, Painter(False), max_lines=4)
    assert lines[-1] == "… and 6 lines more; --tree OUT.svg draws it whole"


def test_a_deep_tree_does_not_nest_calls():
    half = Fraction(1, 2)
    nodes = []  # a comb: of each pair of children the second goes on
    for i in range(0, 4000, 2):
        nodes.append(TreeNode((str(i),), (), (TreeStep("a", (0,), ((half, i + 1), (half, i + 2))),)))
        nodes.append(TreeNode(("leaf",), (), ()))
    tree = ProbTree(("M",), (*nodes, TreeNode(("end",), (), ())))
    assert tree.depth == 2000
    assert len(draw_tree(tree, Painter(False), max_lines=10**6)) > 4000


def test_states_without_steps_are_marked_but_not_the_leaves_of_a_tree():
    lpts = LPTS.of([(0, "a", {1: 1})], initial=0)
    assert r'label="1\nSTOP", shape=box' in lpts_dot(lpts)
    assert "STOP" not in lpts_dot(lpts, stops=False)


def test_a_tree_as_dot():
    dot = tree_dot(TREE)
    assert dot.count("->") == 4 + 6
    assert 'label="send\\nSource × Sink\\nproduct"' in dot
    assert 'label=" 9/10 "' in dot
    assert "“crashed”" in dot


@pytest.mark.parametrize("draw", [lambda: render_tree(TREE, "svg"), lambda: render_lpts(COIN, "svg")])
def test_pictures(draw):
    pytest.importorskip("pygraphviz")
    picture = draw()
    assert picture.lstrip().startswith(("<?xml", "<svg"))
    assert "1/3" in picture or "9/10" in picture


def test_an_lpts_as_text():
    assert lpts_text(COIN).splitlines() == [
        "Coin: 3 states, 3 transitions",
        "alphabet: again, stay, toss",
        "initial: 0 (start)",
        "",
        "0 (start): toss -> 1/3: 1 (heads) + 2/3: 2 (tails)",
        '1 (heads) "lucky": again -> 0 (start)',
        "                   stay -> 0 (start)",
        "2 (tails): STOP",
    ]


def test_an_lpts_as_dot():
    dot = lpts_dot(COIN)
    assert dot.count("arrowhead=none") == 1
    assert dot.count("style=dashed") == 2
    assert 'label=" again \\n stay "' in dot
    assert "“lucky”" in dot


def test_formats_without_a_place_for_probabilities():
    with pytest.raises(UsageError, match="the format aut has no place for probabilities"):
        render_lpts(COIN, "aut")


@pytest.mark.parametrize(
    ("outcome", "kind", "line"),
    [
        ("holds", "simulation", "HOLDS: channel is simulated by P (agar, 0.00 s)"),
        ("violated", "simulation", "VIOLATED: channel is not simulated by P (agar, 0.00 s)"),
        ("unknown", "simulation", "UNKNOWN: whether channel is simulated by P (agar, 0.00 s)"),
        ("holds", "pctl", "HOLDS: channel satisfies P (agar, 0.00 s)"),
        ("violated", "pctl", "VIOLATED: channel does not satisfy P (agar, 0.00 s)"),
    ],
)
def test_the_first_line(outcome, kind, line):
    verdict = ProbVerdict("probabilistic", outcome, "agar", "channel", "P", kind, "P", ("A",), ProbStats())
    assert told(verdict).splitlines()[0] == line


def test_the_first_line_of_a_race_names_who_won():
    won = Runner("monolithic")
    verdict = replace(SIMULATED, method="auto", winner=won, race=(won,))
    assert told(verdict).splitlines()[0] == "HOLDS: c is simulated by P (monolithic, 0.00 s)"


def test_a_proof_that_was_not_checked_says_so():
    verdict = replace(SIMULATED, reason="no time")
    assert "certified   no: no time" in told(verdict)
