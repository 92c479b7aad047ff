"""What people read of a verdict: the exact words, and that large runs stay readable."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from quidpro.report.junit import to_junit
from quidpro.verdict.verdict import decisive
from tests.unit.report_samples import ALL, holds, learned, render, ring, starving, stuck, to_json, undecided, violated


def test_a_violation_word_for_word():
    assert (
        render(*violated())
        == """\
VIOLATED: Channel does not satisfy Order (monolithic, 0.25 s)

  components  3: Input, Output, Order
  explored    1,234 states, 5,678 transitions
  certified   yes, the run was replayed on every component (0.50 s)

4 steps to an error of Order:

           Input  Output  Order
           0      0       0
  1 input  ●──────┼───────●      channel.lts:1:1
           1      │       1
  2 send   ●──────●       │      channel.lts:1:10
           2      1       │
  3 ack    ●──────●       │      channel.lts:1:19
           0      0       │
  4 input  ●──────┼───────●      channel.lts:1:1
           1      │       ERROR
"""
    )


def test_a_proof_word_for_word():
    assert (
        render(*learned())
        == """\
HOLDS: Channel satisfies Order (lstar, 0.25 s)

  components  3: Input, Output, Order
  explored    1,234 states, 5,678 transitions
  rounds      3, 70 queries
  assumption  A for Output: 3 states, 3 transitions over {ack, output, send}
  certified   yes, the proof was checked again (0.50 s)
"""
    )


def test_undecided_says_why():
    text = render(*undecided())
    assert text.startswith("UNKNOWN: whether Channel satisfies Order")
    assert "because     time budget ran out" in text
    assert "certified" not in text


def test_undecided_before_the_model_was_read_speaks_of_no_components():
    answer, system = undecided()
    text = render(replace(answer, components=()), system)
    assert "components" not in text
    assert "explored" not in text


def test_options_in_a_note_are_not_broken_in_two():
    answer, system = holds()
    text = render(replace(answer, notes=("x" * 55 + " --no-candidates leaves it",)), system)
    assert "  --no-candidates leaves it\n" in text


def test_an_uncertified_proof_says_so():
    answer, system = holds()
    text = render(replace(answer, certified=False, reason="not enough time"), system)
    assert "certified   no: not enough time" in text


def test_a_deadlock_says_who_waits_for_what():
    text = render(*stuck())
    assert "VIOLATED: Knot has a deadlock" in text
    assert "  P0: b\n  P1: c\n  P2: c\n  P3: nothing, it has stopped\n" in text
    assert "never move: P2, P3" in text


def test_progress_says_what_remains():
    text = render(*starving())
    assert "VIOLATED: Loop does not make progress" in text
    assert "From here on only this happens: b." in text
    assert "Never again: a." in text


@pytest.mark.parametrize("size", [3, 12, 40])
@pytest.mark.parametrize("state_name", ["{1}", "STATION[{0}][{1}]"])
@pytest.mark.parametrize("width", [60, 80, 150])
def test_large_runs_stay_within_the_screen(size, state_name, width):
    text = render(*ring(size, state_name), width=width)
    assert max(map(len, text.splitlines())) <= width
    assert "the_whole_ring_may_start_now" in text
    for i in range(size):
        assert f"station.{i}:STATION" in text
        assert state_name.format(i, 1) in text


def test_actions_are_cut_only_when_there_is_no_room():
    narrow, wide = (render(*ring(3), width=width) for width in (44, 80))
    assert "the_whole_ri…ay_start_now = the_whole_ring_may_start_now\n" in narrow
    assert "  1 the_whole_ri…ay_start_now  ●      │  │\n" in narrow
    assert "…" not in wide
    assert "  1 the_whole_ring_may_start_now  ●      │  │\n" in wide


def test_a_wide_screen_has_room_for_names():
    assert (
        render(*ring(3), width=100).partition("\n\n")[2]
        == """\
  components  4: station.0:STATION, station.1:STATION, station.2:STATION, IDLE
  explored    1,234 states, 5,678 transitions
  certified   yes, the run was replayed on every component (0.50 s)

4 steps to an error of station.0:STATION:

never move: IDLE

                                  station.0:STATION  station.1:STATION  station.2:STATION
                                  0                  0                  0
  1 the_whole_ring_may_start_now  ●                  │                  │
                                  1                  │                  │
  2 pass.0.1                      ●──────────────────●                  │
                                  2                  1                  │
  3 pass.1.2                      │                  ●──────────────────●
                                  │                  0                  1
  4 pass.2.0                      ●──────────────────┼──────────────────●
                                  ERROR              │                  0
"""
    )


def test_lanes_get_letters_and_a_legend_when_names_do_not_fit():
    text = render(*ring(12))
    assert "A = station.0:STATION, B = station.1:STATION" in text
    assert re.search(r"13 pass\.11\.0 +●──────┼", text)
    assert "never move: IDLE" in text


def test_moves_are_told_in_words_when_states_do_not_fit():
    text = render(*ring(12, "STATION[{0}][{1}]"))
    assert "      A: STATION[0][1] → STATION[0][2], B: STATION[1][0] → STATION[1][1]\n" in text


def test_moves_too_long_for_a_line_are_indented_like_the_others():
    text = render(*ring(12, "STATION[{0}][{1}]" + 60 * "x"))
    moves = [line for line in text.splitlines() if "→" in line]
    assert moves
    assert all(line.startswith(" " * 6) and line[6] != " " for line in moves)


def test_colour_changes_nothing_but_colour():
    plain, coloured = (render(*violated(), color=color) for color in (False, True))
    assert "\x1b" not in plain
    assert "\x1b[1;31mVIOLATED\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_json_tells_local_paths():
    out = to_json(violated())
    assert out["verdict"] == "violated"
    assert out["counterexample"]["trace"] == ["input", "send", "ack", "input"]
    output = out["counterexample"]["components"][1]
    assert output["name"] == "Output"
    assert [(m["step"], m["action"], m["from"], m["to"]) for m in output["path"]] == [
        (2, "send", "0", "1"),
        (3, "ack", "1", "0"),
    ]
    assert output["path"][0]["source"] == "channel.lts:1:1"
    assert "results" not in out


def test_json_of_several_puts_the_decisive_one_on_top():
    answers = [holds(), undecided(), ring(5), violated(), learned()]
    out = to_json(*answers)
    assert out["system"] == "Channel"
    assert out["verdict"] == "violated"
    assert [r["verdict"] for r in out["results"]] == ["holds", "unknown", "violated", "violated", "holds"]
    assert decisive([holds()[0], undecided()[0]]) == 1
    assert decisive([holds()[0], learned()[0]]) == 0


def test_json_of_assumptions():
    out = to_json(learned())
    (assumption,) = out["assumptions"]
    assert assumption["for"] == ["Output"]
    assert (assumption["states"], assumption["transitions"]) == (3, 3)
    assert assumption["aut"].startswith("des (0, 3, 3)\n")
    assert out["certificate"]["rule"] == "asym"


def test_junit():
    answers = [make() for make in ALL]
    text = to_junit([v for v, _ in answers], [render(v, s) for v, s in answers])
    (suite,) = ElementTree.fromstring(text)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("8", "5", "1")
    assert suite.get("time") == "6.000"
    case = suite[2]
    assert (case.get("classname"), case.get("name")) == ("Channel", "Order")
    assert case[0].tag == "failure"
    assert case[0].get("message", "").startswith("VIOLATED: Channel does not")
    assert "●──────┼" in (case[0].text or "")


def test_junit_survives_control_characters():
    answer, system = undecided()
    odd = replace(answer, reason="a\x00b\x1b", property="\x07")
    text = to_junit([odd], [render(odd, system)])
    assert ElementTree.fromstring(text)[0][0].get("name") == r"\u0007"
