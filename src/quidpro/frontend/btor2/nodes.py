"""The nodes of a BTOR2 text: what each operator makes of its arguments, after a check of their sorts."""

from __future__ import annotations

import re

from quidpro.flat.build import negation
from quidpro.flat.expr import Expr
from quidpro.frontend.btor2.lines import Line
from quidpro.frontend.btor2.operators import BINARY, CONNECTIVES, REDUCTIONS, TESTS, UNARY
from quidpro.frontend.btor2.values import (
    Array,
    Sort,
    Value,
    either_value,
    equal_values,
    read_cell,
    sort_words,
    write_cell,
)
from quidpro.frontend.btor2.words import constant, cut, extend, invert, join
from quidpro.frontend.text.cursor import shorten
from quidpro.frontend.text.problems import ReportedError

MAX_WIDTH = 1 << 16
MAX_INDEX = 10
"""Arrays have an element for each index; of wider indices there would be too many."""
MAX_CELLS = 1 << 20
"""So many elements of arrays all lines together may have."""
_ID = re.compile(r"-?[1-9][0-9]{0,11}")
_DIGITS = {"const": (2, "[01]+"), "constd": (10, "-?[0-9]+"), "consth": (16, "[0-9a-fA-F]+")}
_MAX_DECIMAL = 4000
"""Python turns no longer text of decimal digits into a number."""


class Nodes:
    """The sorts and values of the lines so far, by their ids."""

    def __init__(self) -> None:
        self._sorts: dict[int, Sort] = {}
        self._values: dict[int, tuple[Sort, Value]] = {}
        self._lines: dict[int, str] = {}
        """The keyword of every line, also of those without a value and of those that were wrong."""
        self._cells = 0

    def enter(self, line: Line) -> None:
        """A line, before its value is known; every id is there once."""
        if line.id in self._lines:
            raise line.wrong(f"the id {line.id} is there twice", "give every line an id of its own")
        self._lines[line.id] = line.keyword

    def keep(self, line: Line, sort: Sort, value: Value) -> None:
        """The value of a line."""
        if isinstance(sort, Array):
            self._cells += sort.size
            if self._cells > MAX_CELLS:
                message = f"the arrays of this file have more than {MAX_CELLS:,} elements together"
                raise line.wrong(message, "make indices narrower, or write less often")
        self._values[line.id] = sort, value

    def define_sort(self, line: Line) -> None:
        """``sort bitvec`` and ``sort array``."""
        if line.arguments[0] == "bitvec":
            width = line.number(1)
            if not 1 <= width <= MAX_WIDTH:
                raise line.wrong(f"a word has from 1 to {MAX_WIDTH:,} bits, not {width:,}")
            self._sorts[line.id] = width
            return
        index, element = self.sort(line, 1), self.sort(line, 2)
        if isinstance(index, Array) or isinstance(element, Array):
            raise line.wrong("arrays of arrays are not read", "index and element are bitvec")
        if index > MAX_INDEX:
            hint = f"at most {MAX_INDEX} bits are read, which is {1 << MAX_INDEX:,} elements; make the memory smaller"
            raise line.wrong(f"an array with indices of {index} bits has too many elements", hint)
        self._sorts[line.id] = Array(index, element)

    def sort(self, line: Line, at: int = 0) -> Sort:
        """An argument that is the id of a sort."""
        number = self._reference(line, at)
        if number not in self._sorts:
            if self._lines.get(number) == "sort":
                raise ReportedError(line.offset)
            raise line.wrong(f"{number} is not the id of a sort", "the id of a line 'sort' stands here")
        return self._sorts[number]

    def argument(self, line: Line, at: int) -> tuple[Sort, Value]:
        """An argument that is the id of a node, negated where there is a minus before it."""
        number = self._reference(line, at)
        if abs(number) not in self._values:
            raise self._missing(line, abs(number))
        sort, value = self._values[abs(number)]
        if number > 0:
            return sort, value
        if not isinstance(value, Expr):
            raise line.wrong(f"{number} negates an array", "only words can be negated")
        return sort, invert(value)

    def word(self, line: Line, at: int, width: int | None = None) -> Expr:
        """An argument that is a word, of a width where that is said."""
        sort, value = self.argument(line, at)
        if not isinstance(value, Expr):
            raise line.wrong(f"{line.arguments[at]} is an array, and {line.keyword} wants a word")
        if width is not None and sort != width:
            what = f"{line.arguments[at]} is bitvec {sort}"
            raise line.wrong(f"{what}, and {line.keyword} wants bitvec {width} here")
        return value

    def _reference(self, line: Line, at: int) -> int:
        word = line.arguments[at]
        if not _ID.fullmatch(word):
            raise line.wrong(f"{shorten(word)!r} is not an id")
        return int(word)

    def _missing(self, line: Line, number: int) -> Exception:
        keyword = self._lines.get(number)
        if keyword is None or number == line.id:
            return line.wrong(f"there is no line {number} before this one", "a line uses only lines before it")
        if keyword in ("sort", "init", "next", "bad", "constraint", "fair", "justice", "output"):
            return line.wrong(f"the line {number} is {keyword}, which has no value")
        return ReportedError(line.offset)

    def node(self, line: Line) -> tuple[Sort, Value]:
        """What a line with an operator or a constant stands for."""
        declared = self.sort(line)
        sort, value = self._operation(line, declared)
        if sort != declared:
            what = f"this is {sort_words(sort)}, and the line says {sort_words(declared)}"
            raise line.wrong(what, "the sort behind the keyword is that of the result")
        return sort, value

    def _operation(self, line: Line, declared: Sort) -> tuple[Sort, Value]:
        keyword = line.keyword
        if keyword in BINARY or keyword in TESTS or keyword in CONNECTIVES:
            return self._binary(line)
        if keyword in UNARY or keyword in REDUCTIONS:
            sort, _ = self.argument(line, 1)
            arg = self.word(line, 1)
            return (sort, UNARY[keyword](arg)) if keyword in UNARY else (1, REDUCTIONS[keyword](arg))
        match keyword:
            case "eq" | "neq":
                return 1, self._comparison(line)
            case "ite":
                return self._choice(line)
            case "concat":
                return self._concatenation(line)
            case "slice":
                return self._slice(line)
            case "sext" | "uext":
                return self._extension(line)
            case "read" | "write":
                return self._access(line)
        return declared, self._constant(line, declared)

    def _binary(self, line: Line) -> tuple[Sort, Value]:
        keyword = line.keyword
        sort, _ = self.argument(line, 1)
        width = 1 if keyword in CONNECTIVES else sort if isinstance(sort, int) else None
        left, right = self.word(line, 1, width), self.word(line, 2, width)
        if keyword in BINARY:
            return sort, BINARY[keyword](left, right)
        return 1, (TESTS.get(keyword) or CONNECTIVES[keyword])(left, right)

    def _comparison(self, line: Line) -> Value:
        (sort, left), (other, right) = self.argument(line, 1), self.argument(line, 2)
        if sort != other:
            raise line.wrong(f"{sort_words(sort)} is compared with {sort_words(other)}")
        same = equal_values(left, right)
        return same if line.keyword == "eq" else negation(same)

    def _choice(self, line: Line) -> tuple[Sort, Value]:
        condition = self.word(line, 1, 1)
        (sort, then), (other, otherwise) = self.argument(line, 2), self.argument(line, 3)
        if sort != other:
            raise line.wrong(f"ite chooses between {sort_words(sort)} and {sort_words(other)}")
        return sort, either_value(condition, then, otherwise)

    def _concatenation(self, line: Line) -> tuple[Sort, Value]:
        left, right = self.word(line, 1), self.word(line, 2)
        width = self._width(line, 1) + self._width(line, 2)
        self._reject_wide(line, width)
        return width, join(left, right)

    def _slice(self, line: Line) -> tuple[Sort, Value]:
        arg, high, low = self.word(line, 1), line.number(2), line.number(3)
        width = self._width(line, 1)
        if not low <= high < width:
            hint = f"the bits of this word are from {width - 1} down to 0, the upper one first"
            raise line.wrong(f"there are no bits from {high} to {low} in bitvec {width}", hint)
        return high - low + 1, cut(arg, high, low)

    def _extension(self, line: Line) -> tuple[Sort, Value]:
        arg, more = self.word(line, 1), line.number(2)
        width = self._width(line, 1) + more
        self._reject_wide(line, width)
        return width, extend(arg, more, signed=line.keyword == "sext")

    def _access(self, line: Line) -> tuple[Sort, Value]:
        sort, cells = self.argument(line, 1)
        if not isinstance(sort, Array) or not isinstance(cells, tuple):
            raise line.wrong(f"{line.arguments[1]} is {sort_words(sort)}, and {line.keyword} wants an array")
        index = self.word(line, 2, sort.index)
        if line.keyword == "read":
            return sort.element, read_cell(cells, index)
        return sort, write_cell(cells, index, self.word(line, 3, sort.element))

    def _constant(self, line: Line, sort: Sort) -> Value:
        if not isinstance(sort, int):
            raise line.wrong(f"{line.keyword} is a word, and the line says {sort_words(sort)}")
        if line.keyword not in _DIGITS:
            return constant({"zero": 0, "one": 1, "ones": -1}[line.keyword], sort)
        base, digits = _DIGITS[line.keyword]
        text = line.arguments[1]
        if not re.fullmatch(digits, text) or (base == 10 and len(text) > _MAX_DECIMAL):
            raise line.wrong(f"{shorten(text)!r} is not what {line.keyword} wants", "digits in base 2, 10 or 16")
        value = int(text, base)
        if not -(1 << sort) <= 2 * value < 2 << sort or (base == 2 and len(text) != sort):
            raise line.wrong(f"{shorten(text)} is no number of {sort} bits")
        return constant(value, sort)

    def _width(self, line: Line, at: int) -> int:
        sort, _ = self.argument(line, at)
        assert isinstance(sort, int)
        return sort

    def _reject_wide(self, line: Line, width: int) -> None:
        if width > MAX_WIDTH:
            raise line.wrong(f"a word has from 1 to {MAX_WIDTH:,} bits, not {width:,}")
