"""The observation table in words, laid out as in CGP03's Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Sequence

from quidpro.core.words import printable
from quidpro.learning.dfa import Word
from quidpro.learning.lstar import LStar

MOST_ENTRIES = 20_000
"""A larger table nobody reads, and writing it out costs more than learning from it."""


def table_text(learner: LStar, alphabet: Sequence[str]) -> str:
    """S above, S·Σ below, a column for each suffix of E; of a large table only the size."""
    if len(learner.words) * len(learner.suffixes) > MOST_ENTRIES:
        return f"{len(learner.words):,} rows, {len(learner.suffixes):,} columns: too large to print\n"
    upper, lower = learner.table()
    heads = [_word(suffix, alphabet) for suffix in learner.suffixes]
    lines = ["T\t" + "\t".join(heads)]
    for name, rows in (("S", upper), ("S·Σ", lower)):
        lines.append(name)
        lines.extend(f"{_word(word, alphabet)}\t" + "\t".join(_entry(e) for e in entries) for word, entries in rows)
    return "\n".join(lines) + "\n"


def _word(word: Word, alphabet: Sequence[str]) -> str:
    return printable(",".join(alphabet[letter] for letter in word)) or "λ"


def _entry(value: bool) -> str:
    return "true" if value else "false"
