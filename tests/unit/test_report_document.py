"""The report of a check: one page that stands on its own, says what is true, and stays small enough to be mailed."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import quidpro
from quidpro.core.source import Source
from quidpro.report.document import Rounds, report_html, rounds_html
from quidpro.report.document.room import Room
from quidpro.report.document.source_text import comment_above, listing
from quidpro.report.explicit import renderer
from quidpro.run.check import Checked
from quidpro.verdict.watch import ConjectureView, PremiseView, RoundView, TableView

CLIENTS = "examples/client_server/client_server.lts"
EVIL = "<script>alert(1)</script>"
VOID = {"meta", "br", "hr", "rect", "path"}
OUTSIDE = re.compile(r"""(?:src|href|action|data)\s*=\s*["'](?!#|data:application/json)|url\((?!#)|@import|https?://""")


class Structure(HTMLParser):
    """The elements of a page; every one that is opened is closed."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.ids, self.seen = [], [], []
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        self.ids += [value for name, value in attributes if name == "id"]
        assert not [name for name, _ in attributes if name.startswith("on")]
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.stack.pop() == tag


def outside(page):
    """What a page would load, or lead to; the namespace of SVG is only a name."""
    return OUTSIDE.findall(page.replace("http://www.w3.org/2000/svg", ""))


def view(number, outcome="too weak", svg="<svg width='10'></svg>", **more):
    conjecture = ConjectureView("A1", number, 2 * number, 1, svg, "what is not drawn is forbidden", ("SERVER",))
    fields = {
        "lesson": "State 2 stands for `a` and `b`.",
        "word": ("a", "b") if outcome != "holds" else (),
        "word_caption": "an error of P",
        "premises": (PremiseView(1, "⟨A⟩ M1 ⟨P⟩", "fails", 11, 46), PremiseView(2, "⟨true⟩ M2 ⟨A⟩", "not asked")),
        "table": TableView(("", "λ"), (("λ", "1"), ("a", "0"))),
        **more,
    }
    return RoundView(
        number, "MUTEX", "", 0, outcome, f"A{number}", f"{outcome}: why", conjectures=(conjecture,), **fields
    )


@pytest.fixture(scope="module")
def proof():
    return quidpro.check(CLIENTS, system="SYSTEM", method="lstar")


@pytest.fixture(scope="module")
def broken():
    return quidpro.check(CLIENTS, system="BROKEN")


@pytest.mark.slow
def test_a_proof_by_parts(proof):
    page = proof.to_html()
    Structure(page)
    assert "✓ Holds</span> SYSTEM satisfies MUTEX" in page
    assert "Between a client&#39;s grant and its cancel nobody else is granted." in page
    assert "Proved by parts" in page
    assert "What each part guarantees" in page
    assert "quidpro certify client_server.MUTEX.certificate.json client_server.lts" in page
    assert 'class="architecture"' in page
    assert '<tr class="asked" id="line-18">' in page


@pytest.mark.slow
def test_a_violation_and_a_proof_are_sections_of_one_report(broken):
    page = broken.to_html()
    found = Structure(page)
    assert found.ids.count("result-1") == found.ids.count("result-2") == 1
    assert "✕ Violated" in page
    assert "What goes wrong" in page
    assert '<tr class="run" id="line-27">' in page
    assert page.count('class="architecture"') == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "options"),
    [
        ("examples/philosophers.lts", {}),
        ("examples/smv/simple8.smv", {"method": "symbolic", "split": "m1 | m2"}),
        ("examples/channel/channel_lossy.lts", {"progress": True}),
        ("examples/prism/client_server/cs_2_2.prism", {"spec": "examples/prism/client_server/cs_2_2_spec.prism"}),
    ],
)
def test_every_world_has_a_report_that_needs_nothing_from_outside(model, options):
    page = quidpro.check(model, **options).to_html()
    Structure(page)
    assert outside(page) == []
    assert "default-src &#39;none&#39;" in page
    assert len(page.encode()) < 1_000_000


@pytest.mark.slow
def test_an_unknown_says_why():
    page = quidpro.check(
        "examples/philosophers_fixed.lts", constants={"N": 14}, method="monolithic", timeout=0.3
    ).to_html()
    Structure(page)
    assert "? Unknown</span> whether" in page
    assert 'class="lead because"' in page


@pytest.mark.slow
def test_names_are_no_markup(tmp_path):
    lts = {"name": EVIL, "states": 2, "alphabet": [EVIL, "b"], "transitions": [[0, EVIL, 1], [1, "b", 0]]}
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(lts), encoding="utf-8")
    page = quidpro.check(path).to_html()
    Structure(page)
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_no_control_characters_of_names_are_in_a_page(tmp_path):
    name = "P\x1b[31m\u202e"
    path = tmp_path / "odd.json"
    lts = {"name": name, "states": 2, "alphabet": [name], "transitions": [[0, name, 1]]}
    system = {"format": "quidpro-system", "version": 1, "name": name, "components": [lts]}
    path.write_text(json.dumps(system), encoding="utf-8")
    page = quidpro.check(path).to_html()
    assert "<title>P\\u001b[31m\\u202e: violated</title>" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


@pytest.mark.slow
def test_names_in_rounds_are_no_markup(proof):
    table = TableView((EVIL,), ((EVIL,),), EVIL)
    views = [view(1, lesson=f"`{EVIL}`", word=(EVIL,), word_caption=EVIL, table=table)]
    page = report_html(Checked(quidpro.load(CLIENTS), list(proof), proof.warnings), rounds=views)
    assert page.count("<script>") == 1
    assert EVIL not in page


@pytest.mark.slow
def test_rounds_are_a_table_and_a_list_that_can_be_stepped(proof):
    rounds = Rounds([view(1), view(2), view(3, "holds")], "Of 99 rounds three are shown.")
    page = report_html(Checked(quidpro.load(CLIENTS), list(proof), ()), rounds=rounds)
    Structure(page)
    assert page.count('<article class="round"') == 3
    assert "Of 99 rounds three are shown." in page
    assert "State 2 stands for <code>a</code> and <code>b</code>." in page
    assert "script-src &#39;sha256-" in page
    assert outside(page) == []


def test_rounds_without_a_verdict():
    page = rounds_html("Assumptions, round by round", ["That is it & more."], Rounds([view(1)]))
    Structure(page)
    assert "That is it &amp; more." in page


def test_large_rounds_are_left_out_and_it_is_said():
    views = [view(i, svg=f"<svg width='9'>{'x' * 150_000}</svg>") for i in range(1, 20)]
    page = rounds_html("Rounds", [], Rounds(views))
    assert len(page.encode()) < 1_000_000
    assert "too large to be mailed" in page
    assert page.count('<article class="round"') == 19


def test_of_a_large_table_a_part_is_shown():
    table = TableView(("",), tuple((str(i), "1" * 500) for i in range(5_000)))
    page = rounds_html("Rounds", [], Rounds([view(1, table=table)]))
    assert len(page.encode()) < 100_000
    assert "Only a part of it is shown." in page


def test_a_large_model_is_cut_around_what_is_lit(broken):
    answers = [(result.verdict, result.problem) for result in broken]
    source = Source(CLIENTS, Path(CLIENTS).read_text(encoding="utf-8") + "// more\n" * 5_000)
    shown = listing(source, answers, renderer, Room())
    numbers = [line.number for line in shown.lines]
    assert {18, 19, 27} <= set(numbers)
    assert numbers[-1] == 0
    assert "are left out" in shown.note
    assert [line.mark for line in shown.lines if line.number == 27] == ["run"]


def test_a_line_without_end_is_cut():
    source = Source("x.json", "[" + "1," * 1_000_000 + "1]")
    assert len(listing(source, [], renderer, Room()).lines[0].html) < 20_000


def test_the_comment_above_is_quoted():
    source = Source("x.lts", "P = STOP.\n// Nobody\n// waits.\nproperty Q = (a -> Q).\n")
    assert comment_above(source, [4]) == "Nobody waits."
    assert comment_above(source, [1]) == ""


@pytest.mark.slow
def test_the_largest_example_stays_below_a_megabyte():
    page = quidpro.check("examples/mer/mer_five.lts", timeout=20).to_html()
    assert len(page.encode()) < 1_000_000


def test_results_write_their_report(tmp_path, broken):
    broken.report(tmp_path / "out.html")
    assert (tmp_path / "out.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
