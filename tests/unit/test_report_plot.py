"""Plots are small, legible, and safe to put into a page."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

from quidpro.report.plot import Bar, Point, bars, lines

ROWS = [Bar("monolithic", 0.002, True, "holds, 7 states"), Bar("<b>&", 30.0, False, "unknown")]
SERIES = [
    ("monolithic", [Point(2, 0.001, True), Point(3, 0.1, True), Point(4, 10.0, False)]),
    ("agar", [Point(2, 0.01, True)]),
    ("lstar", []),
]


def test_plots_are_svg_with_names_escaped():
    for svg in (bars(ROWS, "a <title>"), lines(SERIES, "t", "<N>"), bars([], "none"), lines([], "none", "N")):
        ElementTree.fromstring(svg)
        assert "<b>" not in svg
        assert "style" not in svg


def test_no_label_is_smaller_than_twelve_pixels():
    sizes = re.findall(r'font-size="(\d+)"', bars(ROWS, "t") + lines(SERIES, "t", "N"))
    assert sizes
    assert min(map(int, sizes)) >= 12


def test_a_bar_is_as_long_as_its_seconds_say():
    tree = ElementTree.fromstring(bars([Bar("a", 0.01, True), Bar("b", 1.0, True), Bar("c", 1.0, False)], "t"))
    found = tree.findall(".//{http://www.w3.org/2000/svg}rect")
    short, long, open_ended = (float(rect.attrib["width"]) for rect in found)
    assert short < long == open_ended
    assert [rect.attrib["fill"] for rect in found] == ["var(--accent)", "var(--accent)", "none"]


def test_lines_have_marks_of_their_own_and_names_that_do_not_touch():
    many = [(f"m{i}", [Point(1, 1.0, True), Point(2, 1.0, i > 0)]) for i in range(5)]
    tree = ElementTree.fromstring(lines(many, "t", "N"))
    texts = [(e.text, float(e.attrib["y"])) for e in tree.iter("{http://www.w3.org/2000/svg}text") if e.text]
    places = sorted(y for text, y in texts if text.startswith("m"))
    assert all(b - a >= 12 for a, b in pairwise(places))
    shapes = {e.attrib["points"].count(" ") for e in tree.iter("{http://www.w3.org/2000/svg}polygon")}
    assert shapes == {2, 3}
