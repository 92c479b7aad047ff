"""The reader of PNML: what it takes, what it refuses and where, and hostile input."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.pnml import elements
from quidpro.frontend.pnml.read import read_pnml
from tests.many import in_one
from tests.naive_nets import HEAD, TAIL, NaiveNet, random_net


def read(text):
    return read_pnml(Source("net.pnml", text))


def refused(text):
    with pytest.raises(InputError) as error:
        read(text)
    return str(error.value)


SMALL = '<place id="p"/><transition id="t"/>'


def test_pages_references_names_weights_and_markings():
    net = read(
        """<?xml version="1.0" encoding="UTF-8"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
 <net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><name><text> My
  net </text></name>
  <page id="one">
   <place id="p1"><name><text>größe</text></name><initialMarking><text> 3 </text></initialMarking></place>
   <page id="inner"><place id="p2"><graphics><position x="1" y="2"/></graphics></place></page>
  </page>
  <page id="two">
   <referencePlace id="r1" ref="r2"/><referencePlace id="r2" ref="p1"/>
   <transition id="t1"><name><text>go</text></name></transition>
   <arc id="a" source="r1" target="t1"><inscription><text>2</text></inscription></arc>
   <arc id="b" source="r1" target="t1"/>
   <arc id="c" source="t1" target="p2"><type value="normal"/></arc>
   <toolspecific tool="other" version="1"><place id="not a place"/></toolspecific>
  </page></net></pnml>"""
    )
    assert net.name == "My net"
    assert [(p.name, p.initial) for p in net.places] == [("größe", 3), ("p2", 0)]
    assert [(t.name, t.takes, t.puts) for t in net.transitions] == [("go", {0: 3}, {1: 1})]


def test_a_name_that_two_have_gives_way_to_their_ids():
    def named(node, name):
        return f"<{node}><name><text>{name}</text></name></{node.split()[0]}>"

    parts = [named('transition id="a"', "x"), named('transition id="b"', "x"), named('transition id="c"', "a")]
    parts += [named('transition id="d"', "tau"), '<transition id="tau"/>']
    assert [t.name for t in read(HEAD + "".join(parts) + TAIL).transitions] == ["a", "b", "c", "d", "tau'"]


def test_a_net_is_not_called_like_one_of_its_places():
    assert read(HEAD + '<place id="net"/>' + TAIL).name == "net_net"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<pnml><net", "net.pnml:1:7: error: this is not XML"),
        ("<pnml/>", "not a PNML net"),
        ("<html><net/></html>", "not a PNML net"),
        ("<pnml><net id='a'/><net id='b'/></pnml>", "net.pnml:1:20: error: the file has 2 nets"),
        (HEAD.replace("ptnet", "symmetricnet") + TAIL, "coloured nets are not read"),
        (HEAD.replace("grammar/ptnet", "grammar/timednet") + TAIL, "are not read"),
        (HEAD + SMALL + '<arc source="p" target="t"><type value="inhibitor"/></arc>' + TAIL, "type 'inhibitor'"),
        (HEAD + SMALL + '<arc source="p" target="t" type="reset"/>' + TAIL, "type 'reset'"),
        (HEAD + SMALL + '<arc source="p" target="t"><arctype><text>test</text></arctype></arc>' + TAIL, "'test'"),
        (HEAD + SMALL + '<arc source="p" target="x"/>' + TAIL, "no place or transition 'x'"),
        (HEAD + SMALL + '<arc source="p"/>' + TAIL, "this arc has no target"),
        (HEAD + SMALL + '<arc source="p" target="p"/>' + TAIL, "joins two places"),
        (HEAD + SMALL + '<arc source="t" target="t"/>' + TAIL, "joins two transitions"),
        (HEAD + SMALL + '<place id="p"/>' + TAIL, "the id 'p' is taken"),
        (HEAD + "<place/>" + TAIL, "has no id"),
        (
            HEAD + '<referencePlace id="r" ref="r"/><transition id="t"/><arc source="r" target="t"/>' + TAIL,
            "leads back",
        ),
        (HEAD + '<place id="p"><initialMarking><text>-1</text></initialMarking></place>' + TAIL, "not '-1'"),
        (HEAD + '<place id="p"><initialMarking><text>9999999999</text></initialMarking></place>' + TAIL, "from 0 to"),
        (HEAD + '<place id="p"><initialMarking><text>x</text></initialMarking></place>' + TAIL, "not 'x'"),
        (HEAD + '<place id="p"><capacity><text>3</text></capacity></place>' + TAIL, "capacities"),
        (HEAD + SMALL + '<arc source="p" target="t"><inscription><text>0</text></inscription></arc>' + TAIL, "not '0'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, words):
    assert words in refused(text)


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ('<unit id="u"><places>p x</places></unit>', "has a place 'x'"),
        ('<unit id="u"><places>p</places></unit><unit id="v"><places>p</places></unit>', "in two units, 'u' and 'v'"),
        ('<unit id="u"/><unit id="u"/>', "same id"),
        ('<unit id="u"><places>p q</places></unit>', "more than one token at first"),
    ],
)
def test_units_that_cannot_be(units, words):
    marked = "".join(f'<place id="{p}"><initialMarking><text>1</text></initialMarking></place>' for p in ("p", "q"))
    tool = f'<toolspecific tool="nupn" version="1.1"><structure safe="true">{units}</structure></toolspecific>'
    assert words in refused(HEAD + marked + tool + TAIL)


def test_all_errors_are_told_at_once():
    text = refused(HEAD + "\n<place/>\n<place id='p'/>\n<arc source='p' target='q'/>\n<transition/>" + TAIL)
    assert [f"net.pnml:{line}:1: error" in text for line in (2, 4, 5)] == [True] * 3


BOMB = '<!DOCTYPE pnml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><pnml>&b;</pnml>'
OUTSIDE = '<!DOCTYPE pnml [<!ENTITY a SYSTEM "file:///etc/passwd">]><pnml>&a;</pnml>'
DEFAULTS = f'<!DOCTYPE pnml [<!ATTLIST place x CDATA "{"x" * 1000}">]>' + HEAD + TAIL


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, DEFAULTS])
def test_declarations_are_refused_before_they_are_used(text):
    assert "a document type with declarations is not read" in refused(text)


def test_nothing_outside_is_loaded():
    assert not read('<!DOCTYPE pnml SYSTEM "file:///etc/passwd">' + HEAD + TAIL).places
    assert "not XML: undefined entity" in refused(HEAD + "<name>&a;</name>" + TAIL)


def test_deep_and_large_files_are_refused_in_words(monkeypatch):
    assert "more than 100 deep" in refused(HEAD + "<page>" * 50_000)
    monkeypatch.setattr(elements, "MAX_ELEMENTS", 10)
    assert "more than the 10 elements" in refused(HEAD + "<place id='p'/>" * 20 + TAIL)


def test_what_is_passed_over_may_be_deep():
    assert not read(HEAD + "<graphics>" * 5_000 + "</graphics>" * 5_000 + TAIL).places


@in_one(seed=range(150))
def test_a_damaged_text_is_read_or_refused(seed):
    rng = random.Random(seed)
    text = random_net(seed).pnml() + "<!-- ü -->"
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        cut = rng.choice(["", "<", ">", '"', "&", "ü", "\x01", "]]>", "place", text[: rng.randrange(200)], "\ud800"])
        text = text[:at] + cut + text[at + rng.randrange(3) :]
    with suppress(InputError):
        read(text)


def test_the_same_text_gives_the_same_net():
    text = NaiveNet({"p": 1}, {"t": ({"p": 1}, {"p": 1})}).pnml()
    assert read(text) == read(text)
