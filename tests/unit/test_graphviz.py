"""Pictures are laid out apart, in the time they have; nodes stand by their distance from the first."""

from __future__ import annotations

import os
import re
import sys
import time

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.lts.lts import LTS
from quidpro.report import graphviz
from quidpro.report.explicit.pictures import to_dot
from quidpro.report.graphviz import drawn
from tests.processes import family

CIRCLE = "digraph { 0 -> 1; 1 -> 2; 2 -> 0 [label=back, arrowhead=none] }"


def place(svg: str, node: str) -> float:
    """How far below the first node another one stands."""
    heights = dict(re.findall(r'<title>(\w+)</title>\s*<ellipse[^>]* cy="(\S+?)"', svg))
    return float(heights[node]) - float(heights["0"])


def test_nodes_stand_by_their_distance():
    """Left alone, Graphviz draws a grid that begins in the middle of a circle with the last node next to the first."""
    svg = drawn("digraph { s -> 0; 0 -> 1; 0 -> 2; 1 -> 3; 3 -> 2; 2 -> 4; 3 -> 0; 4 -> 1 }")
    assert 0 < place(svg, "1") == place(svg, "2") < place(svg, "4")


def test_what_is_never_left_stands_last():
    svg = drawn("digraph { s -> 0; 0 -> 1; 0 -> 2; 1 -> 1; 2 -> 1 }")
    assert 0 < place(svg, "2") < place(svg, "1")


def test_an_arrow_that_leads_back_keeps_its_direction_label_and_head():
    svg = drawn(CIRCLE)
    [edge] = re.findall(r"<title>2&#45;&gt;0</title>.*?</g>", svg, flags=re.DOTALL)
    assert ">back<" in edge
    assert "<polygon" not in edge
    assert "<title>0&#45;&gt;2" not in svg


def test_two_arrows_that_lead_back_are_both_drawn():
    svg = drawn("digraph { 0 -> 1; 1 -> 0 [label=a]; 1 -> 0 [label=b] }")
    assert svg.count("<title>1&#45;&gt;0</title>") == 2
    assert {">a<", ">b<"} <= set(re.findall(r">\w<", svg))


def test_any_label_survives_being_turned():
    svg = drawn(to_dot(LTS.of([(0, "a", 1), (1, '<b>&amp;"\\N', 0)])))
    assert "&lt;b&gt;&amp;amp;&quot;\\N" in svg


def hang(_tell, _dot):
    time.sleep(600)


def abort(_tell, _dot):
    os.abort()


def test_a_layout_ends_with_its_time(monkeypatch):
    monkeypatch.setattr(graphviz, "_picture", hang)
    with pytest.raises(BudgetExceeded, match=r"laying out the picture \(limit 0.1 s; the format dot"):
        drawn(CIRCLE, Budget(seconds=0.1))
    monkeypatch.setattr(graphviz, "LAYOUT_SECONDS", 0.1)
    with pytest.raises(BudgetExceeded, match="laying out the picture"):
        drawn(CIRCLE)
    assert family() == set()


def test_a_crash_of_graphviz_is_not_ours(monkeypatch):
    monkeypatch.setattr(graphviz, "_picture", abort)
    with pytest.raises(UsageError, match="Graphviz fails"):
        drawn(CIRCLE)


def test_missing_graphviz_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    with pytest.raises(UsageError, match="pygraphviz, which is not installed"):
        drawn(CIRCLE)
