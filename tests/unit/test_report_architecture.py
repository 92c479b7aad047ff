"""What a system is made of, and its picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.report.architecture import architecture_svg, caption, drawable, families
from quidpro.report.explicit.renderer import architecture
from quidpro.run.registry import world_named
from quidpro.verdict.architecture import Architecture, Link, Part, shared_names, watched_by

CLIENTS = "examples/client_server/client_server.lts"


def of(result):
    return world_named(result.verdict.world).renderer.architecture(result.problem, result.verdict)


def test_what_parts_share_is_a_link_for_every_set_of_holders():
    links = shared_names([("a", "b", "t"), ("b", "c", "t"), ("c", "t")])
    assert links == (Link((0, 1), ("b",)), Link((0, 1, 2), ("t",)), Link((1, 2), ("c",)))


def test_a_property_is_joined_to_few_who_have_its_names():
    links = watched_by(3, ("a", "b", "c"), [("a", "b"), ("b",), ("c",)])
    assert links == (Link((3, 0), ("a", "b")), Link((3, 2), ("c",)))


def test_names_that_differ_in_a_number_are_one():
    assert families(["c.1.grant", "c.2.grant", "c.1.cancel", "tick"]) == ["c.{1,2}.grant", "c.1.cancel", "tick"]
    assert families([f"n{i}" for i in range(1, 6)]) == ["n{1..5}"]


@pytest.mark.slow
def test_the_groups_of_a_proof_by_parts():
    found = of(quidpro.check(CLIENTS, system="SYSTEM", method="circular")[0])
    assert found.groups == ("M1", "M2")
    assert found.members(1) == ("c.3:CLIENT",)
    assert [part.name for part in found.parts if part.kind == "property"] == ["MUTEX"]


def test_an_smv_model_is_made_of_instances_that_read_each_other():
    found = of(quidpro.check("examples/smv/simple8.smv", method="symbolic", split="m1 | m2")[0])
    assert [part.name for part in found.parts] == ["m1", "m2", "never_set"]
    assert [part.group for part in found.parts] == [0, 1, None]
    assert [(link.parts, link.names) for link in found.links if link.directed] == [
        ((0, 1), ("m1.place",)),
        ((1, 0), ("m2.y",)),
    ]


@pytest.mark.slow
def test_a_probabilistic_model_is_made_of_modules():
    folder = "examples/prism/client_server"
    found = of(quidpro.check(f"{folder}/cs_2_2.prism", spec=f"{folder}/cs_2_2_spec.prism", method="agar")[0])
    assert [part.name for part in found.processes] == ["Server", "Client1", "Client2"]
    assert [found.members(group) for group in range(2)] == [("Client1", "Client2"), ("Server",)]


@pytest.mark.slow
def test_the_picture_is_well_formed_and_coloured_by_the_page():
    result = quidpro.check(CLIENTS, system="SYSTEM", method="monolithic")[0]
    svg = architecture_svg(architecture(result.problem), Budget())
    root = ET.fromstring(svg)
    assert len(root.findall(".//*[@class='part process']")) == 4
    assert len(root.findall(".//*[@class='part property']")) == 1
    assert "var(--ink)" in svg
    assert "<style>" not in svg
    assert "<style>" in architecture_svg(architecture(result.problem), Budget(), standalone=True)


@pytest.mark.slow
def test_names_are_no_markup():
    evil = "<script>alert(1)</script>"
    parts = (Part(evil), Part('"x"'))
    svg = architecture_svg(Architecture(evil, parts, (Link((0, 1), (evil, "a&b")),)), Budget())
    ET.fromstring(svg)
    assert "<script" not in svg


def many(number, groups=()):
    parts = tuple(Part(f"c.{i}:CLIENT", size="3 states", group=i % 2 if groups else None) for i in range(number))
    links = tuple(Link((i, number), (f"c.{i}.go",)) for i in range(number))
    return Architecture("S", (*parts, Part("SERVER")), links, groups)


def test_many_parts_that_are_alike_are_drawn_once():
    drawn = drawable(many(50))
    assert [part.name for part in drawn.parts] == ["c.0:CLIENT … c.49:CLIENT", "SERVER"]
    assert drawn.parts[0].size == "50 of them, 3 states each"
    assert "drawn once" in caption(many(50))


def test_what_cannot_be_read_is_not_drawn():
    parts = tuple(Part(f"{chr(97 + i // 26)}{chr(97 + i % 26)}") for i in range(200))
    large = Architecture("S", parts, ())
    assert architecture_svg(large, Budget()) == ""
    assert "too many" in caption(large)
