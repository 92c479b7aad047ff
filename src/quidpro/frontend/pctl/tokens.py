"""The words of a formula, or of a file of them, with their positions.

What PRISM's properties can say and safe-pCTL cannot is explained in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source

_REWARDS = "rewards are not part of safe-pCTL"
OTHER_OPERATORS = {
    "R": _REWARDS,
    "Rmin": _REWARDS,
    "Rmax": _REWARDS,
    "S": "the long run is not part of safe-pCTL",
    "A": "paths are quantified by P, and by A [ G s ]",
    "E": "that some path exists is no safety property",
    "multi": "several goals at once are not part of safe-pCTL",
}
"""Operators that stand where a state formula begins, each with the reason."""
TEMPORAL = ("X", "F", "G", "U", "W", "R")
_ONE = "inside the brackets of a P stands one of X, F, G, U, W and R, over conditions on states and P: no LTL"


def hint_of_path(found: Token) -> str:
    """The hint where a temporal operator, or a filter, stands that may not."""
    return _ONE if found.kind in TEMPORAL else ""


_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
      | (?P<quoted>"[^"\n]*")
      | (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<slip>==|&&|\|\||<>)
      | (?P<mark><=>|=>|<=|>=|=\?|!=|[-+*/<>=!&|()\[\]{};,?:])
      | (?P<bad>.)""",
    re.VERBOSE | re.ASCII,
)
END = "end of the formula"
LABEL = '"'
NUMBER = "0"
_KINDS = {"quoted": LABEL, "number": NUMBER}


@dataclass(frozen=True)
class Token:
    """A word; its kind is the word itself, but for labels, numbers and the end, whose kinds are no names."""

    kind: str
    text: str
    offset: int
    begins_line: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it is a name, or a word of the language that is written like one."""
        return re.fullmatch(r"[A-Za-z_]\w*", self.text, re.ASCII) is not None


def tokens_of(source: Source) -> list[Token]:
    """All words; InputError at a character that means nothing."""
    found = []
    end = 0
    for match in _TOKEN.finditer(source.text):
        kind, text = str(match.lastgroup), match.group()
        if kind in ("bad", "slip"):
            raise InputError([Diagnostic(f"{text!r} means nothing here", source, match.start(), hint=_advice(text))])
        if kind != "space":
            begins = "\n" in source.text[end : match.start()]
            found.append(Token(_KINDS.get(kind, text), text, match.start(), begins))
            end = match.end()
    return found


def end_of(source: Source, words: Sequence[Token]) -> Token:
    """What stands behind the last word."""
    return Token(END, END, words[-1].offset + len(words[-1].text) if words else len(source.text.rstrip()))


def compact(texts: list[str]) -> str:
    """Words as a text, without spaces where none are needed."""
    return re.sub(r"(?<=\w) (?=\w)|(?P<gap> )", lambda found: "" if found["gap"] else " ", " ".join(texts))


def _advice(text: str) -> str:
    """What to write instead of signs of other languages."""
    if text == '"':
        return 'a label ends with " too'
    return f"write {_CORRECT_SIGNS[text]}" if text in _CORRECT_SIGNS else ""


_CORRECT_SIGNS = {
    "≤": "<=", "≥": ">=", "¬": "!", "∧": "&", "∨": "|", "→": "=>", "==": "=", "&&": "&", "||": "|", "<>": "F",
}  # fmt: skip
