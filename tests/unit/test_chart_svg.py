"""Charts as SVG: well-formed, with a place for every step, and no label on another."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from quidpro.report.chart.draw import mono_width
from quidpro.report.chart.page import to_html
from quidpro.report.chart.svg import to_svg
from tests.unit.chart_samples import SAMPLES, bushy, deadlock, hostile, large, lasso, mutex, ring, tree, wave

SVG = "{http://www.w3.org/2000/svg}"


def parsed(chart, **how):
    return ElementTree.fromstring(to_svg(chart, **how))


def texts(root):
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def of_class(root, name):
    return [element for element in root.iter() if name in element.get("class", "").split()]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_picture_has_a_title_a_role_and_its_own_colours(name):
    root = parsed(SAMPLES[name]())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert "var(--" not in ElementTree.tostring(root, encoding="unicode")
    assert "prefers-color-scheme:dark" in root.findtext(f"{SVG}style")


@pytest.mark.parametrize("name", SAMPLES)
def test_inside_a_page_the_colours_are_the_page_s_and_there_is_no_style(name):
    text = to_svg(SAMPLES[name](), standalone=False)
    assert "var(--ink)" in text
    assert "<style" not in text
    assert " style=" not in text
    assert "#" not in text.split("<title>")[0]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_step_has_its_place_even_if_it_is_folded(name):
    chart = SAMPLES[name]()
    if chart.is_run:
        steps = of_class(parsed(chart), "step")
        covered = [
            k for g in steps for k in range(int(g.get("data-step")), int(g.get("data-last", g.get("data-step"))) + 1)
        ]
        assert sorted(covered) == list(range(len(chart.steps)))


def test_lanes_without_room_are_narrow_and_idle_ones_are_named_below():
    words = texts(parsed(mutex()))
    assert {"c.1", "c.2", "FORGETFUL", "MUTEX", "never moves: c.3", "request.grant", "ERROR"} <= set(words)
    assert not any("LANE" in text for text in texts(parsed(large(20, 60))))


def test_repetitions_are_drawn_once_with_how_often_and_what_the_property_counts():
    words = texts(parsed(ring(3, 9)))
    assert {
        "× 2",
        "9 steps",
        "LAPS: 0 → 2",
        "steps 19 to 26 as 1 to 8",
        "27",
        "27 steps; 17 repeated ones are folded",
    } <= {*words}
    assert "10" not in words
    assert "× 2" not in texts(parsed(ring(3, 9), fold=False))


def test_a_loop_is_a_band_with_a_way_back_and_fluents_are_beside_it():
    root = parsed(lasso())
    assert {"for ever", "3 steps", "GREEN", "WALK (fluent): false throughout", "never moves: WALKERS"} <= {*texts(root)}
    assert len(of_class(root, "loop")) == 1


def test_a_deadlock_has_its_ring_and_the_same_facts_in_a_table():
    chart = deadlock()
    root = parsed(chart)
    words = texts(root)
    assert "deadlock: no action is enabled" in words
    [ring_] = of_class(root, "ring")
    arrows = [said for element in ring_.iter(f"{SVG}title") if " waits for " in (said := element.text)]
    assert len(arrows) == len(chart.cycle) == 10
    dashed = [element for element in ring_.iter() if element.get("stroke-dasharray")]
    assert len(dashed) == 5
    assert "FORK p.4.right,p.0.left, held by p.4" in words


def test_the_signals_of_the_property_come_first_and_what_never_changes_is_told_below():
    root = parsed(wave())
    names = [text for text in texts(root) if text in ("late", "left", "ask", "in the property", "what feeds these")]
    assert names == ["in the property", "late", "left", "what feeds these", "ask"]
    assert any("never changes: mode\xa0=\xa0idle" in text for text in texts(root))
    assert "an arrow marks an input" in " ".join(texts(root))


def test_a_tree_tells_exact_fractions_and_marks_the_way_to_what_is_wrong():
    root = parsed(tree())
    words = texts(root)
    assert {"4/5", "1/5", "decide", "cancel", "Client × Server", "clash", "Client c=4"} <= {*words}
    assert "probability of what is marked: 1/5" in words
    widths = [float(p.get("stroke-width")) for g in of_class(root, "branch") for p in g.iter(f"{SVG}path")]
    assert sorted(widths) == pytest.approx([1.6, 6.4])
    assert [int(g.get("data-position")) for g in of_class(root, "node")] == [0, 1, 2, 3]


def test_a_large_tree_is_folded_but_not_where_it_goes_wrong():
    chart = bushy(6)
    root = parsed(chart)
    shown = {int(g.get("data-position")) for g in of_class(root, "node")}
    assert len(shown) <= 40
    assert {0, 2, 6, 14, 30, 62, 126} <= shown
    assert f"{127 - len(shown)} nodes of 127 folded" in texts(root)


def test_thirty_lanes_and_two_hundred_steps_are_small_enough():
    chart = large(30, 200)
    assert len(to_svg(chart).encode()) < 1_000_000
    assert len(to_html(chart).encode()) < 1_000_000


@pytest.mark.parametrize("name", SAMPLES)
def test_no_label_is_small_and_none_lies_on_another(name):
    root = parsed(SAMPLES[name]())
    sizes = [float(element.get("font-size")) for element in root.iter() if element.get("font-size")]
    assert min(sizes) >= 12
    boxes = list(extents(root, 0.0, 0.0))
    width, height = float(root.get("width")), float(root.get("height"))
    for i, (text, x, y, right) in enumerate(boxes):
        assert -0.5 <= x <= right <= width + 0.5, text
        assert 8 <= y <= height, text
        for other, x2, y2, right2 in boxes[:i]:
            assert abs(y - y2) >= 11 or right <= x2 or right2 <= x, (text, other)


def extents(element, dx, dy):
    """The texts with where they begin, stand and end; slanted ones are left out."""
    turned = element.get("transform", "")
    if "rotate" in turned:
        return
    if found := re.fullmatch(r"translate\((.*),(.*)\)", turned):
        dx, dy = dx + float(found[1]), dy + float(found[2])
    if element.tag == f"{SVG}text" and element.text:
        width = mono_width(element.text) * (0.97 if element.get("font-family") else 1)
        x = dx + float(element.get("x")) - {"middle": width / 2, "end": width}.get(element.get("text-anchor"), 0)
        yield element.text, x, dy + float(element.get("y")), x + width
    for child in element:
        yield from extents(child, dx, dy)


def test_names_are_texts_and_no_markup():
    for text in (to_svg(hostile()), to_html(hostile())):
        assert "<script" not in text
        assert "&lt;script" in text
        assert "\x1b" not in text
    root = parsed(hostile())
    assert not [element for element in root.iter() if "script" in element.tag]


def test_a_page_keeps_heads_in_sight_and_has_everything_as_a_table_and_on_paper():
    page = to_html(large(30, 200))
    assert page.count('class="chart over') == 3
    assert "position:sticky" in page
    assert page.count("<tr>") == 201
    papers = page.split('<div class="papers">')[1]
    sizes = re.findall(r'<svg class="chart" role="img" width="(.*?)" height="(.*?)"', papers)
    assert len(sizes) == 10
    assert all(float(width) <= 800 and float(height) <= 1130 for width, height in sizes)
    assert papers.count("lanes 1 to 15 of 30") == papers.count("lanes 16 to 30 of 30") == 5
    assert papers.count('data-step="199"') == 2
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    small = to_html(mutex())
    assert "over top" not in small
    assert "client_server.lts:" in small


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_is_whole(name):
    chart = SAMPLES[name]()
    page = to_html(chart)
    assert page.startswith("<!doctype html>")
    for piece in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(piece)
    assert "<table>" in page


def test_what_is_wrong_at_once_is_drawn_too():
    for chart in (mutex(), wave(), tree(), deadlock()):
        start = replace(chart, positions=chart.positions[:1], steps=(), failed=None)
        assert parsed(start).get("role") == "img"
        assert "</html>" in to_html(start)
