"""A BTOR2 text as lines: an id, a keyword, its arguments, a symbol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from quidpro.core.source import Source
from quidpro.frontend.btor2.operators import BINARY, CONNECTIVES, REDUCTIONS, TESTS, UNARY
from quidpro.frontend.text.cursor import shorten
from quidpro.frontend.text.problems import ModelError, Problems

ARGUMENTS: dict[str, int] = {
    **dict.fromkeys(("bad", "constraint", "fair", "output"), 1),
    **dict.fromkeys(("input", "state", "one", "ones", "zero"), 1),
    **dict.fromkeys(("const", "constd", "consth"), 2),
    **dict.fromkeys((*UNARY, *REDUCTIONS), 2),
    **dict.fromkeys((*BINARY, *TESTS, *CONNECTIVES, "eq", "neq", "concat", "read"), 3),
    **dict.fromkeys(("ite", "write", "slice"), 4),
    **dict.fromkeys(("sext", "uext", "init", "next"), 3),
}
"""How many words stand behind a keyword; of ``sort`` and ``justice`` the first of them tells."""
WRONG = "wrong"
"""The keyword of a line that cannot be read."""
_SORTS = {"bitvec": 2, "array": 3}
_NUMBER = re.compile(r"[1-9][0-9]{0,11}")
_UNSIGNED = re.compile(r"0|[1-9][0-9]{0,11}")
_MAX_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Line:
    """One line; ``arguments`` are the words behind the keyword, without the symbol."""

    id: int
    keyword: str
    arguments: list[str]
    symbol: str
    offset: int
    length: int

    def wrong(self, message: str, hint: str = "") -> ModelError:
        """A complaint about the line."""
        return ModelError(message, self.offset, self.length, hint)

    def number(self, at: int) -> int:
        """An argument that is a number."""
        word = self.arguments[at]
        if not _UNSIGNED.fullmatch(word):
            raise self.wrong(f"{shorten(word)!r} is not a number")
        return int(word)


def lines(source: Source, problems: Problems) -> Iterator[Line]:
    """All lines but comments; one that is wrong is a problem, and comes with its id alone."""
    offset = 0
    for text in source.text.split("\n"):
        words = text.split()
        if ";" in text:
            words = _without_comment(words)
        if words:
            length = min(len(text), _MAX_SHOWN)
            try:
                yield _line(words, offset, length)
            except ModelError as fault:
                problems.add(fault)
                if _NUMBER.fullmatch(words[0]):
                    yield Line(int(words[0]), WRONG, [], "", offset, length)
        offset += len(text) + 1


def _without_comment(words: list[str]) -> list[str]:
    for at, word in enumerate(words):
        if word[0] == ";":
            return words[:at]
    return words


def _line(words: list[str], offset: int, length: int) -> Line:
    if not _NUMBER.fullmatch(words[0]):
        hint = "a line is an id, a keyword and its arguments, as in '3 state 1 counter'"
        raise ModelError(f"{shorten(words[0])!r} is not an id", offset, length, hint)
    keyword = words[1] if len(words) > 1 else ""
    wanted = _wanted(words, keyword, offset, length)
    if len(words) < 2 + wanted:
        message = f"{keyword} needs {wanted} arguments, and has {len(words) - 2}"
        raise ModelError(message, offset, length, _USAGE.get(keyword, ""))
    return Line(int(words[0]), keyword, words[2 : 2 + wanted], " ".join(words[2 + wanted :]), offset, length)


def _wanted(words: list[str], keyword: str, offset: int, length: int) -> int:
    """How many arguments a line must have."""
    if keyword in ARGUMENTS:
        return ARGUMENTS[keyword]
    first = words[2] if len(words) > 2 else ""
    if keyword == "sort":
        if first not in _SORTS:
            raise ModelError(f"{shorten(first)!r} is no sort", offset, length, "a sort is bitvec or array")
        return _SORTS[first]
    if keyword == "justice":
        if not _NUMBER.fullmatch(first):
            raise ModelError("justice needs the number of its conditions", offset, length, _USAGE["justice"])
        return 1 + int(first)
    close = get_close_matches(keyword[:_MAX_SHOWN], [*ARGUMENTS, "sort", "justice"], n=1)
    hint = f"did you mean '{close[0]}'?" if close else ""
    raise ModelError(f"{shorten(keyword)!r} is no keyword of BTOR2", offset, length, hint)


_USAGE = {
    "sort": "write '1 sort bitvec 8' or '3 sort array 1 2'",
    "justice": "write 'justice 2 7 9', where 2 is the number of the conditions behind it",
    "slice": "write the sort, the word, the upper and the lower bit",
    "sext": "write the sort, the word, and how many bits are added",
    "uext": "write the sort, the word, and how many bits are added",
    "init": "write the sort, the state and its initial value",
    "next": "write the sort, the state and its next value",
}
