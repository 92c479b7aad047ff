"""What notebooks show: well-formed, drawn once, with names that cannot break out of it, and nothing from outside."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

import quidpro
from quidpro import LTS
from quidpro.notebook import Watch
from quidpro.notebook import display as notebook
from quidpro.notebook.html import page
from quidpro.report.automata import draw
from quidpro.report.display import MAX_SIGNALS, MAX_STEPS, Display, Table, of_chart
from quidpro.verdict.chart import Branch, Chart, ChartStep, Lane, Move, Position, Row

SCRIPT = "<script>alert(1)</script>"
LOSSY = "examples/channel/channel_lossy.lts"
CHANNEL = "examples/channel/channel.lts"
ROBOT = "examples/smv/robot.smv"
CLIENTS = "examples/prism/client_server/cs_2_2.prism"
SPEC = "examples/prism/client_server/cs_2_2_spec.prism"


def html(thing: object) -> str:
    """What is shown of it: the only thing that is; well-formed, and all of it in the text."""
    shown = [getattr(thing, name)() for name in dir(thing) if name.startswith("_repr_")]
    (text,) = shown
    ElementTree.fromstring(text)
    outside = re.sub(r'xmlns="http://www.w3.org/2000/svg"', "", text)
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img|\ssrc=|\shref=|\son\w+=", outside)
    return text


def words(text: str) -> str:
    """The texts of it, one after the other."""
    root = ElementTree.fromstring(text)
    root.remove(root[0])
    return " ".join(part.strip() for part in root.itertext() if part.strip())


@pytest.fixture(scope="module")
def violated():
    return quidpro.check("examples/client_server/client_server.lts", system="BROKEN", property="MUTEX")


@pytest.fixture(scope="module")
def proved():
    return quidpro.check(CHANNEL, method="lstar", property="Order")


def test_an_lts_is_drawn_or_tabulated():
    small = LTS.of([("IDLE", "get", "BUSY"), ("BUSY", "put", "IDLE")], name="P")
    assert html(small).count("<svg") == 1
    assert words(html(small)).startswith("P 2 states, 2 transitions, 2 actions")
    large = html(LTS.of([(i, "<a>", i + 1) for i in range(100)], name="<L>"))
    assert "<svg" not in large
    assert "&lt;L&gt;" in large
    assert "<td>&lt;a&gt;</td>" in large
    assert "101 states make no readable picture" in large
    assert "and 80 transitions more" in large


def test_a_property_is_drawn_without_what_breaks_it():
    assert "all else: ERROR" in html(quidpro.load(CHANNEL).lts("Order", quidpro.Budget()))


@pytest.mark.slow
def test_a_picture_that_takes_long_is_a_table(monkeypatch):
    monkeypatch.setattr(draw, "LAYOUT_SECONDS", 0.0)
    shown = html(LTS.of([(0, "a", 0)]))
    assert "no layout was found" in shown
    assert "<table>" in shown


def test_without_graphviz_there_is_a_table(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert "<table>" in html(LTS.of([(0, "a", 0)]))


def test_a_system_by_what_its_components_share():
    model = quidpro.load("examples/client_server/client_server.lts")
    shown = html(model.system("BROKEN", quidpro.Budget()))
    assert shown.count("<svg") == 1
    assert {"c.1:CLIENT", "FORGETFUL", "MUTEX"} <= set(words(shown).split())


def test_a_large_system_is_a_table():
    parts = {f"P{i}": LTS.of([(0, f"a{i}", i + 1)]) for i in range(60)}
    shown = html(quidpro.assemble("MANY", parts))
    assert ("<svg" in shown) != ("<table" in shown)
    assert "MANY" in shown


def test_names_are_texts():
    process = LTS.of([(SCRIPT, f"{SCRIPT}.go", SCRIPT)], name=SCRIPT)
    system = quidpro.assemble(SCRIPT, {SCRIPT: process, "Q": process}, {"WATCH": LTS.of([(0, SCRIPT, 0)])})
    results = quidpro.check(system, deadlock=True)
    for thing in (process, system, results, results[0], results.verdict, results.trace or process):
        assert "&lt;script" in html(thing)


def test_models_say_what_they_define():
    shown = words(html(quidpro.load("examples/client_server/client_server.lts")))
    assert "CLIENTS, BROKEN, SYSTEM (by default)" in shown
    assert "can be asked MUTEX" in shown
    assert "SERVER process 16 27" in shown
    assert "property MUTEX" in shown  # the text of it
    shown = words(html(quidpro.load(ROBOT)))
    assert "motor_in_time (!motor.late)" in shown
    assert "clock1 timer 1 variable, 5 bits" in shown


def test_a_model_that_cannot_be_shown_says_why(tmp_path):
    wrong = tmp_path / "wrong.smv"
    wrong.write_text("MODULE main\nVAR x : boolean;\nASSIGN next(y) := x;\n")
    assert "It cannot be shown" in html(quidpro.load(wrong))


@pytest.mark.slow
def test_probabilistic_models_and_answers():
    pytest.importorskip("stormpy")
    model = quidpro.load(CLIENTS)
    assert "Client1 module 5 7" in words(html(model))
    assert html(model.components["Client1"]).count("<svg") == 1
    results = quidpro.check(CLIENTS, spec=SPEC, method="agar")
    assert "✓ holds: cs_2_2 is simulated by Specification" in words(html(results))
    assert "rule asym parts client1, client2 | server" in words(html(results.verdict.certificate)).lower()
    html(results.verdict.assumptions[0])


def test_a_violation_is_a_sentence_facts_and_a_chart(violated):
    shown = html(violated)
    assert words(shown).startswith("✗ violated: BROKEN does not satisfy MUTEX")
    assert "certified yes, the run was replayed" in words(shown)
    assert shown.count("<svg") == 1
    assert html(violated[0]).count("<svg") == 1
    assert "HELD.1" in html(violated.chart)


def test_a_run_alone_has_numbers_for_states(violated):
    shown = html(violated.trace)
    assert words(shown).startswith("A run 4 steps")
    assert "ERROR" in shown
    assert "HELD" not in shown


def test_a_lasso_alone_is_a_chart(tmp_path):
    model = tmp_path / "m.lts"
    model.write_text("P = (a -> P | b -> Q), Q = (c -> Q).\nprogress A = {a}\n||S = (P).\n")
    trace = quidpro.check(model, progress=True, deadlock=False).expect("violated").trace
    assert html(trace).count("<svg") == 1
    assert "c" in trace.cycle


def test_a_proof_shows_its_assumption(proved):
    shown = html(proved)
    assert words(shown).startswith("✓ holds: Channel satisfies Order")
    assert "Assumption A1 of Output" in words(shown)
    assert shown.count("<svg") == 1
    assert words(html(proved.verdict.assumptions[0])).startswith("A1 of Output: 4 states, 9 transitions")
    certificate = words(html(proved.verdict.certificate))
    assert certificate.startswith("Certificate that Channel satisfies Order rule asym parts Input | Output")


def test_of_several_answers_the_worst_is_open():
    shown = html(quidpro.check(LOSSY, deadlock=True))
    assert words(shown).startswith("2 answers 1 violated, 1 proved")
    assert shown.count("<details>") == 1
    assert shown.index("<details>") > shown.index("<svg")


@pytest.mark.slow
def test_a_run_of_variables_and_a_race():
    results = quidpro.check(ROBOT, property="command_in_time")
    assert html(results).count("<svg") == 1
    assert words(html(results.trace)).startswith("A run 21 steps")
    shown = words(html(results.verdict.race))
    assert re.match(r"Race \d+ attempts method ", shown)
    assert "monolithic" in shown


@pytest.mark.slow
def test_a_symbolic_assumption():
    results = quidpro.check(ROBOT, property="motor_in_time", method="symbolic", split="motor | rest")
    (assumption,) = results.verdict.assumptions
    assert html(assumption).count("<svg") == 1
    assert "rule asym" in words(html(results.verdict.certificate))


def test_an_answer_without_a_model():
    assert "time budget ran out" in html(quidpro.check(CHANNEL, timeout=0))


def test_the_weakest_assumption():
    found = quidpro.assumption(CHANNEL, "Input", property="Order")
    assert words(html(found)).startswith("the weakest assumption of Output")


def chart(steps: int, lanes: int = 2, rows: int = 0) -> Chart:
    names = tuple(Lane(f"L{i}") for i in range(lanes))
    position = Position(("s",) * lanes, (0,) * lanes, ("1",) * rows)
    return Chart(
        title="long",
        lanes=names,
        rows=tuple(Row(f"v{i}", "state") for i in range(rows)),
        positions=(position,) * (steps + 1),
        steps=tuple(ChartStep(i, f"a{i}", (Move(0),) if lanes else (), (Branch(i + 1),)) for i in range(steps)),
    )


def test_a_chart_beyond_all_limits_is_a_table():
    assert "<svg" in html(chart(5))
    found = of_chart(chart(MAX_STEPS + 1))
    assert isinstance(found, Table)
    assert found.rows[0] == ("1", "a0", "L0")
    assert found.more == "and 181 steps more"
    assert isinstance(of_chart(chart(3, lanes=31)), Table)


def test_of_very_many_variables_the_nearest_are_drawn():
    found = of_chart(chart(3, lanes=0, rows=MAX_SIGNALS + 7))
    assert found.caption == "and 7 rows more, further away"
    assert "v59" in found.svg
    assert "v60" not in found.svg


def test_an_output_keeps_its_style_to_itself():
    rules = page(Display("x")).split("<style>")[1].split("</style>")[0]
    plain = re.sub(r"@media[^{]*\{", "", rules)
    for selectors in re.findall(r"([^{}]+)\{", plain):
        assert all(".quidpro" in selector for selector in selectors.split(",")), selectors


def test_what_nobody_knows_is_shown_by_its_name():
    assert "object" in notebook.to_html(object())


def test_a_simulation_says_where_it_is():
    run = quidpro.simulate(LOSSY)
    assert words(html(run)).startswith("Channel at the beginning can happen input name is in")
    shown = html(run.take(0))
    assert words(shown).startswith("Channel after 1 step can happen send")
    assert shown.count("<svg") == 1
    wrong = quidpro.simulate(quidpro.check(LOSSY, property="Order")[0])
    assert "it ends here a property is violated" in words(html(wrong))


def test_a_simulation_that_has_not_begun():
    html(quidpro.simulate(ROBOT))


def test_rounds_are_kept_to_look_at():
    model = quidpro.load(CHANNEL)
    watch = Watch(model)
    options = {"learner": "lstar", "orientation": "given", "candidates": False}
    quidpro.check(model, property="Order", method="lstar", split="Input | Output", options=options, events=watch)
    assert repr(watch) == "Watch(2 rounds)"
    assert [one.outcome for one in watch] == ["too weak", "holds"]
    shown = html(watch[0])
    assert shown.count("<svg") == 1
    assert words(shown).startswith("Round 1: ")
    assert "What the learner knows" in shown
    with pytest.raises(quidpro.UsageError, match="Watch takes the model"):
        Watch(CHANNEL)


@pytest.mark.slow
def test_a_run_of_coins_is_no_violation():
    pytest.importorskip("stormpy")
    run = quidpro.simulate(CLIENTS).random(3, seed=1)
    shown = html(run.chart())
    assert 'fill="var(--bad)"' not in shown
    assert "probability of this execution" in shown
