"""Predicates in lines: comparisons and names stay whole."""

from __future__ import annotations

import pytest

from quidpro.report.symbolic.text import wrapped


@pytest.mark.parametrize("operator", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_is_not_broken_in_two(operator):
    words = f"left = 0 & todo {operator} 17 & grant {operator} 1"
    for width in range(12, 40):
        lines = wrapped(words, width, 9)
        assert " ".join(lines) == words
        assert not any(line.endswith(operator) or line.startswith(f"{operator} ") for line in lines)
        assert max(map(len, lines)) <= width


def test_a_name_with_a_hyphen_is_not_broken_in_two():
    assert wrapped("aa-bb & cc-dd", 9, 9) == ["aa-bb &", "cc-dd"]


def test_what_is_past_the_last_line_is_left_out():
    assert wrapped("a = 1 & b = 2 & c = 3", 10, 2, indent="  ") == ["a = 1 &", "  b = 2 …"]
