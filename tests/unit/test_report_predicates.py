"""Predicates in lines: comparisons and names stay whole."""

from __future__ import annotations

import pytest

from quidpro.report.symbolic.text import wrap_predicate


@pytest.mark.parametrize("operator", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_is_not_broken_in_two(operator):
    words = f"left = 0 & todo {operator} 17 & grant {operator} 1"
    for width in range(12, 40):
        lines = wrap_predicate(words, width, 9)
        assert " ".join(lines) == words
        assert not any(line.endswith(operator) or line.startswith(f"{operator} ") for line in lines)
        assert max(map(len, lines)) <= width


def test_a_name_with_a_hyphen_is_not_broken_in_two():
    assert wrap_predicate("aa-bb & cc-dd", 9, 9) == ["aa-bb &", "cc-dd"]


def test_what_is_past_the_last_line_is_left_out():
    assert wrap_predicate("a = 1 & b = 2 & c = 3", 10, 2, indent="  ") == ["a = 1 &", "  b = 2 …"]
