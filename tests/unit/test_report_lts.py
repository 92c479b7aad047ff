"""LTSs for the eye and for other tools: DOT, SVG, text, HTML, FSP."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.source import Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.fsp.model import load_fsp
from quidpro.frontend.lts_json import read_lts_json
from quidpro.lts.lts import LTS
from quidpro.lts.ops import reachable
from quidpro.report.explicit.formats import FORMATS, fsp_losses, losses, process_name, render_lts, to_fsp, to_text
from quidpro.report.explicit.pictures import to_dot, to_svg
from quidpro.report.graphviz import shortened

SAMPLE = LTS.of(
    [("IDLE", "get.1", "BUSY"), ("BUSY", "put", "IDLE"), ("BUSY", "bad", "ERROR"), ("BUSY", "tau", "IDLE")]
    + [("IDLE", f"x.{i}", "DONE") for i in range(9)],
    end="DONE",
    name="SAMPLE",
)


def test_text_word_for_word():
    lts = LTS.of([(0, "a", 1), (0, "b", 1), (1, "tau", "ERROR")], name="P", alphabet=["z"])
    assert (
        to_text(lts)
        == """\
P: 2 states, 3 transitions
alphabet: a, b, z
initial: 0

0: a | b -> 1
1: tau -> ERROR
"""
    )
    assert "2 DONE: END" in to_text(SAMPLE)
    assert "0: STOP" in to_text(LTS.of([]))


def test_dot_merges_parallel_edges_and_shortens():
    text = to_dot(SAMPLE)
    assert text.count("0 -> 2") == 1
    assert "… 5 more" in text
    assert "labeltooltip" in text
    assert 'label="ERROR", shape=octagon' in text
    assert "style=dashed" in text
    assert "start -> 0" in text


@pytest.mark.parametrize(
    ("end", "word", "look"), [(None, "STOP", "shape=box"), (1, "END", "peripheries=2")], ids=["deadlock", "end"]
)
def test_states_without_steps_are_marked_by_shape_and_word(end, word, look):
    [first, last] = [line for line in to_dot(LTS.of([(0, "a", 1)], end=end)).splitlines() if " [label=" in line][:2]
    assert rf'label="1\n{word}"' in last
    assert look in last
    assert look not in first


def test_dot_escapes():
    assert r"say \"hi\" \\N" in to_dot(LTS.of([(0, 'say "hi" \\N', 0)]))


def test_shortened_keeps_both_ends():
    assert shortened("abcdefghij", 5) == "ab…ij"
    assert shortened("abc", 5) == "abc"


def test_svg_is_well_formed_deterministic_and_nameless():
    svg = to_svg(SAMPLE)
    assert svg == to_svg(SAMPLE)
    root = ElementTree.fromstring(svg)
    words = {"".join(element.itertext()).strip() for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"IDLE", "BUSY", "DONE END", "ERROR", "get.1", "tau"} <= words
    assert "graphviz version" not in svg


def test_what_every_state_does_stands_below_the_picture():
    svg = to_svg(LTS.of([(0, "a", 1), (1, "b", 0), (0, "tick", 0), (1, "tick", 1)], name="P"))
    root = ElementTree.fromstring(svg)
    texts = {"".join(element.itertext()): element for element in root.iter("{http://www.w3.org/2000/svg}text")}
    _, top, _, height = map(float, root.get("viewBox").split())
    assert float(texts["↻ in every state: tick"].get("y")) < top + height
    assert "var(" not in svg


def test_svg_survives_any_label():
    ElementTree.fromstring(to_svg(LTS.of([(0, "<b>&amp;\"'\\\n\t\0ä|{}", 0)], name='a"b\\')))


def test_svg_of_too_much_is_refused_with_advice():
    with pytest.raises(UsageError, match="--reduce"):
        to_svg(LTS.from_arrays([], 201, [], [], []))
    many = LTS.of([(i, f"a{k}", (i + k) % 100) for i in range(100) for k in range(7)])
    with pytest.raises(UsageError, match="700 arrows"):
        to_svg(many)


def test_actions_between_two_states_are_one_arrow():
    to_svg(LTS.of([(0, f"a{k}", 1) for k in range(1000)]))


def compiled(lts: LTS, name: str = "P") -> LTS:
    return load_fsp(Source("p.lts", to_fsp(lts, name)), None).lts(process_name(name), Budget())


def random_lts(seed: int) -> LTS:
    draw = random.Random(seed)
    size = draw.randint(1, 5)
    actions = ["a", "b.1", "c.x.2", "tau", "a.b", "_tau", "_tau.1"]
    states = [*range(size), "ERROR"]
    triples = [(draw.randrange(size), draw.choice(actions), draw.choice(states)) for _ in range(draw.randint(0, 8))]
    lts = reachable(LTS.of(triples, initial=0, alphabet=draw.sample(["z", "q.3", "a"], 2)))
    stuck = [s for s in range(lts.states) if lts.row[s] == lts.row[s + 1]]
    return replace(lts, end=draw.choice(stuck)) if stuck and draw.random() < 0.5 else lts


def behaviour(lts: LTS) -> tuple:
    """The LTS up to the numbering of its states: unfolded from the initial state."""
    return lts.alphabet, lts.states, lts.transitions, lts.end >= 0, _unfolded(lts, lts.initial, 4)


def _unfolded(lts: LTS, state: int, depth: int) -> tuple:
    if state < 0 or not depth:
        return (min(state, 0),)
    branches = sorted((lts.action(label), _unfolded(lts, target, depth - 1)) for label, target in lts.successors(state))
    return (state == lts.end, tuple(branches))


def test_fsp_compiles_to_the_same_lts():
    for seed in range(200):
        lts = random_lts(seed)
        assert fsp_losses(lts) == []
        assert behaviour(compiled(lts)) == behaviour(lts), to_fsp(lts, "P")


def test_fsp_of_one_state():
    assert to_fsp(LTS.of([]), "P") == "P = STOP.\n"
    assert to_fsp(LTS.of([], end=0), "P") == "P = END.\n"
    assert compiled(LTS.of([], end=0)).end == 0


def test_fsp_mangles_what_it_cannot_spell():
    odd = ["PUSH !1", "PUSH_!1", "when", "a.B", "x.01", "m_PUSH_20_211", "ä", "a.b", "a..b"]
    lts = LTS.of([(0, action, 0) for action in odd])
    again = compiled(lts)
    assert (len(again.alphabet), again.transitions) == (len(odd), len(odd))
    assert "a.b" in again.alphabet
    text = to_fsp(lts, "P")
    assert "// m_PUSH_20_211_ is 'PUSH !1'" in text
    assert "PUSH !1, PUSH_!1" in fsp_losses(lts)[0]


def test_fsp_cannot_say_that_an_end_goes_on():
    assert "END (state 1)" in fsp_losses(replace(LTS.of([(0, "a", 1), (1, "a", 0)]), end=1))[0]


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("P", "P"),
        ("c.1:CLIENT", "C_1_CLIENT"),
        ("7up", "P_7up"),
        ("", "P"),
        ("S3", "P_S3"),
        ("STOP", "P_STOP"),
    ],
)
def test_process_names(name, legal):
    assert process_name(name) == legal


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_renders(format):
    assert "NEW" in render_lts(SAMPLE, format, "NEW") or format == "aut"


def test_formats_read_back():
    assert read_lts_json(Source("x.json", render_lts(SAMPLE, "json", "N"))).name == "N"
    assert read_aut(Source("x.aut", render_lts(SAMPLE, "aut", "N"))).transitions == SAMPLE.transitions


def test_losses_and_unknown_formats():
    assert losses(SAMPLE, "json") == []
    assert any("END" in loss for loss in losses(SAMPLE, "aut"))
    with pytest.raises(UsageError, match="no format 'pdf'"):
        render_lts(SAMPLE, "pdf", "N")
