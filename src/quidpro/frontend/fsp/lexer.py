"""FSP text to tokens, with one regular expression.

The lexis is LTSA's: ``[]``, ``<>`` and ``<->`` are single tokens, integers are decimal, octal (leading 0) or
hexadecimal, names that start with a capital are of a kind of their own. X, U and W are plain names here; only
the reader of temporal formulas gives them a meaning. Unlike LTSA, a comment that is never closed is an error, and
``?`` is a mark: MTSA has modal transitions and conditional expressions, which the parser calls by their names.
"""

from __future__ import annotations

import re

from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.text.cursor import BAD, EOF, INT, Tokens, shorten

UPPER = "capitalised name"
LOWER = "name"
STRING = "string"

FLAGS = ("deterministic", "minimal", "compose", "property", "safe")
"""The keywords before a process, in LTSA's order."""
SOFT = ("safe",)
"""Keywords that older versions of LTSA do not know: where an action is expected they are names."""
STARTERS = ("const", "range", "set", "progress", "menu", "animation", "import", "fluent")
ASSERTIONS = ("assert", "constraint", "ltl_property")
_INNER = ("if", "then", "else", "forall", "exists", "when", "rigid", "initially")
_ANIMATION = ("actions", "controls", "target")
KEYWORDS = {word: word for word in (*FLAGS, *STARTERS, *ASSERTIONS, *_INNER, *_ANIMATION)}
TERMINALS = ("STOP", "ERROR", "END")
"""Processes that are parts of the language; by their form they are names."""
MAX_INT = 2**31 - 1
_MAX_BAD = 20

_TOKEN = re.compile(
    r"""
    (?P<space>[\s\x1a]+ | //[^\n]* | /\*.*?\*/ )
  | (?P<name>[A-Za-z_]\w*)
  | (?P<mark>\|\| | -> | <-> | <> | << | <= | >> | >= | == | != | && | \.\. | :: | \[\]
           | [-#'+*%^~,(){}\[\];@\\|&!<>=.:?] | /(?![/*]) )
  | (?P<int>0[xX][0-9a-fA-F]+ | [0-9]+)
  | (?P<string>"[^"\n]*")
  | (?P<comment>/\*.*)
  | (?P<quote>"[^\n]*)
  | (?P<bad>[^\x00-\x7f]+ | .)
    """,
    re.VERBOSE | re.DOTALL,
)

_KINDS = {"int": INT, "string": STRING}
_LOOKALIKES = {"→": "->", "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"'}
_LOOKALIKES |= {"∥": "||", "‖": "||", "…": "..", "≤": "<=", "≥": ">=", "≠": "!=", "□": "[]", "◇": "<>"}


def tokenize(source: Source) -> tuple[Tokens, list[Diagnostic]]:
    """Cut a text into tokens; what cannot be read becomes diagnostics and tokens of kind BAD."""
    text = source.text
    if (nul := text.find("\0")) >= 0:
        return _only_error(_binary(source, nul))
    tokens, errors = Tokens(), list[Diagnostic]()
    unreadable = 0
    for match in _TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        group = str(match.lastgroup)
        if group == "space":
            continue
        word, offset = match.group(), match.start()
        if group == "mark":
            tokens.add(word, word, offset)
        elif group == "name":
            tokens.add(KEYWORDS.get(word) or (UPPER if word[0].isupper() else LOWER), word, offset)
        elif group in _KINDS:
            tokens.add(_KINDS[group], word, offset)
        else:
            tokens.add(BAD, word, offset)
            errors.append(_complaint(source, group, word, offset))
            unreadable += word[0] not in _LOOKALIKES
            if unreadable > _MAX_BAD:
                return _only_error(_foreign(source, errors[0].offset))
    tokens.add(EOF, "", len(text))
    return tokens, errors


def integer(text: str) -> int | None:
    """The value of a number, None when it is not a number or does not fit in 32 bits, as in LTSA."""
    if len(text.lstrip("0")) > 12:
        return None
    try:
        value = int(text, 16 if text[:2] in ("0x", "0X") else 8 if text[0] == "0" else 10)
    except ValueError:
        return None
    return value if value <= MAX_INT else None


def _complaint(source: Source, group: str, word: str, offset: int) -> Diagnostic:
    if group == "comment":
        return Diagnostic("this comment is never closed", source, offset, 2, "end it with '*/'")
    if group == "quote":
        return Diagnostic("this string is not closed on its line", source, offset, 1, "end it with '\"'")
    shown = repr(shorten(word)) if word.isprintable() else f"U+{ord(word[0]):04X}"
    meant = _LOOKALIKES.get(word[0])
    hint = f"write {meant}" if meant else ""
    return Diagnostic(f"unexpected character {shown}", source, offset, len(word), hint)


def _foreign(source: Source, offset: int) -> Diagnostic:
    """One complaint for a text that is full of what FSP does not have."""
    first = source.text[offset]
    if not first.isprintable():
        return _binary(source, offset)
    message = f"this is not an FSP text: more than {_MAX_BAD} characters are no part of the language, such as {first!r}"
    return Diagnostic(message, source, offset, 1, "is it in another language?")


def _binary(source: Source, offset: int) -> Diagnostic:
    line, column = source.position(offset)
    return Diagnostic(
        f"{source.name} is not an FSP text: unreadable characters from line {line}, column {column}",
        hint="is this a binary file, or one in another encoding than UTF-8?",
    )


def _only_error(error: Diagnostic) -> tuple[Tokens, list[Diagnostic]]:
    tokens = Tokens()
    tokens.add(BAD, "", error.offset)
    tokens.add(EOF, "", error.offset)
    return tokens, [error]
