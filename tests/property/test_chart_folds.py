"""Folding takes nothing away: every step that is not drawn goes like the one that is drawn in its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quidpro.report.chart.fold import best_folds, folds, lines, step_keys, unfold
from tests.unit.chart_samples import large, ring, run

PIECES = st.lists(st.tuples(st.lists(st.integers(0, 2), min_size=1, max_size=5), st.integers(1, 4)), max_size=5)


@st.composite
def charts(draw):
    """Runs of two processes whose state says what they did last: pieces, each several times."""
    word = [letter for piece, times in draw(PIECES) for letter in piece * times]
    states = [(0, 0)]
    for letter in word:
        other = states[-1][1]
        states.append((letter, other) if letter != 2 else (letter, 1 - other))
    movers = [(0, 1) if letter == 2 else (0,) for letter in word]
    loop = draw(st.none() | st.integers(0, max(0, len(word) - 1)))
    return run([f"a{letter}" for letter in word], movers, 2, states, loop=loop if word else None)


@given(charts())
def test_what_is_folded_can_be_unfolded_with_its_states(chart):
    folded = folds(chart)
    drawn = unfold(len(chart.steps), folded)
    keys = step_keys(chart)
    assert [keys[k] for k in drawn] == keys
    before = [(chart.positions[k], chart.steps[k].action, chart.positions[k + 1]) for k in drawn]
    assert before == [(chart.positions[k], chart.steps[k].action, chart.positions[k + 1]) for k in range(len(keys))]


@given(charts())
def test_every_step_has_one_line_or_is_in_one_fold_and_the_last_is_never_folded(chart):
    folded = folds(chart)
    shown = [k for line in lines(len(chart.steps), folded) for k in range(line.step, line.last + 1)]
    hidden = [k for f in folded for k in range(f.start + f.length, f.start + f.length * f.times)]
    assert sorted(shown + hidden) == list(range(len(chart.steps)))
    assert all(fold.end < len(chart.steps) for fold in folded)
    assert all(chart.loop is None or fold.end <= chart.loop or fold.start >= chart.loop for fold in folded)


@given(st.lists(st.integers(0, 1), max_size=14))
def test_no_other_way_to_fold_pieces_as_often_as_they_go_leaves_less(word):
    def best(i):
        """The most that can be saved from here on, by trying everything."""
        if i >= len(word) - 1:
            return 0
        most = best(i + 1)
        for length in range(1, len(word)):
            end = i + length
            while end < len(word) - 1 and word[end] == word[end - length]:
                end += 1
            if end - i >= 2 * length and end - i - length >= 2:
                whole = end - (end - i) % length
                most = max(most, *(stop - i - length + best(stop) for stop in (whole, end)))
        return most

    assert sum(fold.saved for fold in best_folds(word)) == best(0)


def test_a_property_may_count_on_while_the_processes_repeat_themselves():
    chart = ring(3, 9)
    [fold] = folds(chart)
    assert (fold.start, fold.length, fold.times, fold.tail) == (0, 9, 2, 8)


def test_actions_alone_are_no_reason_to_fold():
    chart = run(["a"] * 6, [(0,)] * 6, 1, [(i,) for i in range(7)])
    assert folds(chart) == []
    assert folds(large(30, 200)) == []
