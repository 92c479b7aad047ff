"""What a verdict says about itself: a head and some words, in lines of some width."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

WIDTH = 80
"""The width of a report for which no other is asked."""
LEAST_WIDTH = 40
"""Narrower than this nothing can be read; a report asked for in less is this wide."""


def fact_lines(facts: Iterable[tuple[str, str]], width: int) -> list[str]:
    """A line for each fact that has something to say, or as many as it needs, up to eight."""
    return [line for head, text in facts if text for line in _fact(head, text, width)]


def _fact(head: str, text: str, width: int) -> list[str]:
    words = f"  {head:<11} {text}"
    return wrap(words, width, subsequent_indent=" " * 14, max_lines=8, placeholder=" …", break_on_hyphens=False)
