"""Methods side by side: rows, what they agree on question by question, constants that grow, what is of use to whom."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import quidpro
from quidpro.benchmarks import compare
from quidpro.benchmarks.comparison import Comparison, Row, rows
from tests.processes import family

CHANNEL = "examples/channel/channel.lts"
LOSSY = "examples/channel/channel_lossy.lts"
HELD, VIOLATED = (quidpro.check(path, property="Order").verdict for path in (CHANNEL, LOSSY))


@pytest.fixture(scope="module")
def comparison():
    return quidpro.compare(LOSSY, methods=["monolithic", "lstar"], options={"learner": "lstar"}, split="Input | rest")


def test_a_row_has_the_answer_and_what_it_cost(comparison):
    whole, by_parts = comparison
    assert (whole.method, whole.outcome, whole.states, whole.rounds) == ("monolithic", "violated", 6, 0)
    assert whole.megabytes > 5
    assert whole.verdict.trace.visible == ("input", "send", "ack", "input")
    assert [verdict.kind for verdict in whole.verdicts] == ["safety", "deadlock"]
    assert [verdict.kind for verdict in by_parts.verdicts] == ["safety"]
    assert comparison.outcome == "violated"
    assert comparison.contradictions == ()
    assert family() == set()


def test_a_comparison_as_text_markdown_json_and_html(comparison):
    text = comparison.to_text()
    assert text.startswith(f"{LOSSY}: violated\n\nmethod      verdict   seconds  states  rounds")
    assert "not asked: deadlock" in text
    assert str(comparison) == text
    assert comparison.to_markdown().count("| violated |") == 2
    written = json.loads(json.dumps(comparison.to_json()))
    assert [row["method"] for row in written["rows"]] == ["monolithic", "lstar"]
    assert written["rows"][1]["answers"] == [
        {"property": "Order", "kind": "safety", "outcome": "violated", "certified": True}
    ]
    assert "<table" in comparison._repr_html_()
    assert repr(comparison) == "Comparison(monolithic: violated, lstar: violated)"


def test_a_frame_has_a_line_for_each_row(comparison, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(quidpro.UsageError, match=r"needs pandas.*pip install pandas"):
        comparison.to_frame()
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=lambda records: records))
    frame = comparison.to_frame()
    assert [line["method"] for line in frame] == ["monolithic", "lstar"]
    assert frame[0].keys() >= {"outcome", "seconds", "states", "rounds", "assumption_states", "megabytes", "reason"}


@pytest.mark.slow
def test_a_comparison_is_drawn(comparison, tmp_path):
    comparison.plot(tmp_path / "bars.svg")
    assert ">lstar<" in (tmp_path / "bars.svg").read_text(encoding="utf-8")
    grown = Comparison("m", tuple(Row("agar", "holds", n / 10, value=n) for n in (2, 3)), "N")
    grown.plot(tmp_path / "lines.svg")
    assert ">N<" in (tmp_path / "lines.svg").read_text(encoding="utf-8")
    with pytest.raises(quidpro.UsageError, match="suffix"):
        comparison.plot(tmp_path / "x.doc")


def test_a_constant_with_several_values_grows():
    path = "examples/client_server/client_server.lts"
    found = quidpro.compare(path, methods="monolithic", constants={"N": range(2, 4)}, property="MUTEX")
    assert (found.constant, [(row.value, row.outcome) for row in found]) == ("N", [(2, "holds"), (3, "holds")])
    assert found[0].states < found[1].states
    with pytest.raises(quidpro.UsageError, match="one constant can grow, and here N and K"):
        quidpro.compare(path, constants={"N": [2, 3], "K": [2]})
    for values in ([], [2, "3"], [True]):
        with pytest.raises(quidpro.UsageError, match="N grows over whole numbers"):
            quidpro.compare(path, constants={"N": values})
    with pytest.raises(quidpro.UsageError, match="more than 10,000 values"):
        quidpro.compare(path, constants={"N": range(10**30)})


def test_a_method_without_an_answer_is_not_asked_about_larger_values():
    asked = []

    def ask(method, value, left):
        asked.append((method, value, left))
        return Row(method, "unknown" if (method, value) == ("a", 3) else "holds", value=value)

    assert len(list(rows(["a", "b"], [2, 3, 4], ask))) == 5
    assert asked == [("a", 2, 6), ("b", 2, 5), ("a", 3, 4), ("b", 3, 3), ("b", 4, 1)]


def row(method, *verdicts):
    return Row(method, verdicts[0].outcome, verdict=verdicts[0], verdicts=verdicts)


def test_two_methods_that_contradict_each_other_are_an_internal_error():
    found = Comparison("m", (row("a", HELD), row("b", VIOLATED)))
    assert found.outcome == "unknown"
    (sentence,) = found.contradictions
    assert sentence.startswith("Order: a answers 'holds' and b answers 'violated', both certified")
    assert found.to_text().startswith("internal error: Order")
    assert "Internal error" in found._repr_html_()


def test_what_was_checked_counts_more():
    found = Comparison("m", (row("a", replace(HELD, certified=False)), row("b", VIOLATED)))
    assert (found.outcome, found.contradictions) == ("violated", ())


def test_a_question_that_one_method_decides_is_decided():
    open_one = replace(HELD, outcome="unknown")
    assert Comparison("m", (row("a", open_one), row("b", HELD))).outcome == "holds"
    other = replace(open_one, property="Other")
    assert Comparison("m", (row("a", other), row("b", HELD))).outcome == "unknown"
    assert Comparison("m", (row("b", HELD),), unfinished="interrupted").outcome == "unknown"
    assert Comparison("m", (Row("a", reason="killed"),)).outcome == "unknown"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"methods": ["monolithic"], "options": {"learner": "kv"}}, "learner does not apply to monolithic"),
        ({"methods": ["monolithic", "saturation"], "split": "Input | Output"}, "split does not apply"),
        ({"methods": ["monolithic"], "as_published": True}, "as_published does not apply"),
        ({"methods": ["lstar"], "jobs": 2}, "jobs does not apply"),
        ({"methods": ["lsta"]}, "no method 'lsta'.*did you mean lstar"),
        ({"methods": ["lstar"], "system": "Z"}, "there is no process or composite 'Z'"),
        ({"methods": ["lstar"], "property": [], "deadlock": True}, "does not check deadlock"),
        ({"methods": 3}, "methods must be a text or several texts"),
    ],
)
def test_what_is_of_use_to_no_method_is_refused(arguments, words):
    with pytest.raises(quidpro.UsageError, match=words):
        quidpro.compare(CHANNEL, **arguments)


def test_a_model_that_cannot_be_read_is_refused():
    with pytest.raises(quidpro.InputError, match="no file"):
        quidpro.compare("nothing.lts", methods="monolithic")


@pytest.mark.slow
def test_limits_are_for_each_run_and_a_system_may_be_compared():
    ping = quidpro.LTS.of([(0, "hit", 1), (1, "back", 0)])
    system = quidpro.assemble("GAME", {"PING": ping, "PONG": ping})
    found = quidpro.compare(system, methods=["monolithic", "auto"], jobs=1, deadlock=True, timeout=60)
    assert (found.model, [row.outcome for row in found]) == ("GAME", ["holds", "holds"])
    found = quidpro.compare(system, methods=["monolithic"], timeout=0)
    assert found.outcome == "unknown"
    assert "time budget ran out" in found[0].reason


def ended(*_):
    os._exit(7)


def test_a_run_that_is_lost_is_undecided_and_says_why(monkeypatch):
    monkeypatch.setattr(compare, "measured_row", ended)
    found = quidpro.compare(CHANNEL, methods="monolithic")
    assert (found.outcome, found[0].reason) == ("unknown", "its process ended with exit code 7")


def test_what_a_method_had_decided_by_another_is_remarked():
    text = """
    P = (good -> P | bad -> P).
    property NOBAD = (good -> NOBAD) + {bad}.
    ||S = (P || NOBAD) << {good}.
    """
    methods = ["auto", "monolithic", "minimise", "lstar"]
    found = quidpro.compare(quidpro.loads(text, "fsp"), methods=methods, property="NOBAD")
    assert [row.outcome for row in found] == ["holds"] * 4
    assert [row.reason.partition(" do not see priority; ")[0] for row in found] == ["", "", "the steps", "the rules"]


def test_what_is_interrupted_has_the_rows_so_far():
    budget = quidpro.Budget()
    budget.interrupt()
    found = compare.compare(compare.Asked(Path(CHANNEL)), budget=budget)
    assert (len(found), found.outcome) == (0, "unknown")
    assert "interrupted" in found.unfinished
    assert "the other runs are missing" in found.to_markdown()
