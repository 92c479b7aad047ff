"""SMV text to tokens, with one regular expression.

The lexis is NuSMV 2.6's: a hyphen may stand inside a name, so ``x-1`` is one name; ``--`` starts a comment except
inside a name; ``/--`` and ``--/`` enclose a comment of many lines; lines like ``# 12 "file"`` are marks of a
preprocessor. Unlike in NuSMV, ``a->b`` is an implication (there the name would be ``a-``).
A text with directives of a preprocessor is refused at once, since its macros would be blamed for everything else.
The words of functions (``max``, ``count``, …) are names unless a parenthesis follows, as in older files.

A name in quotes may hold any character that can be shown. The quotes belong to it, as in NuSMV: ``"a"`` and ``a`` are
two names.
"""

from __future__ import annotations

import re
from itertools import pairwise

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.text.cursor import BAD, EOF, INT, Tokens, shorten

NAME = "name"
WORD = "word constant"
CALL = "function"
"""The name of a built-in function, with its parenthesis next."""

DECLARATIONS = ("VAR", "IVAR", "FROZENVAR")
CONSTRAINTS = ("INIT", "INVAR", "TRANS", "FAIRNESS", "JUSTICE")
SPECS = ("SPEC", "CTLSPEC", "LTLSPEC", "INVARSPEC", "PSLSPEC", "COMPUTE")
HINTS = ("PRED", "MIRROR")
"""Sections that tell nuXmv how to abstract; they do not change what a model means."""
SECTIONS = frozenset(
    (
        *(*DECLARATIONS, *CONSTRAINTS, *SPECS, *HINTS),
        *("MODULE", "DEFINE", "MDEFINE", "CONSTANTS", "ASSIGN", "COMPASSION", "ISA"),
    )
)
UNSUPPORTED = {
    "CONSTRAINT": "",
    "FUN": "an uninterpreted function is not finite: an array, as in array 0..7 of boolean, is",
    "GAME": "",
    "ITYPE": "",
    "PARSYNTH": "",
    "URGENT": "timed models are not supported",
}
"""Sections that are refused, and what can be said of that."""
LETTERS = frozenset("AEFGHOSTUVXYZ")
"""Single letters that are operators of temporal logics."""
BRANCHING = frozenset(("EX", "AX", "EF", "AF", "EG", "AG", "EBF", "ABF", "EBG", "ABG"))
_TYPES = ("boolean", "word", "array", "of", "process")
_INNER = (
    *("case", "esac", "mod", "next", "init", "union", "in", "xor", "xnor", "self", "TRUE", "FALSE"),
    *("IN", "NAME", "BU"),
)
KEYWORDS = frozenset((*SECTIONS, *UNSUPPORTED, *LETTERS, *BRANCHING, *_TYPES, *_INNER))
_CONVERSIONS = ("bool", "word1", "toint", "signed", "unsigned", "extend", "resize", "sizeof", "uwconst", "swconst")
_ARRAYS = ("READ", "WRITE", "CONSTARRAY", "typeof")
FUNCTIONS = frozenset((*_CONVERSIONS, *_ARRAYS, "floor", "abs", "min", "max", "count", "MIN", "MAX"))
_MAX_BAD = 20

_TOKEN = re.compile(
    r"""
    (?P<space>\s+ | --[^\n]* | /--.*?--/ | (?<=\n)[ \t]*\#(?:line\b|[ \t]*[0-9])[^\n]* )
  | (?P<name>[A-Za-z_](?:[\w$#\\] | -(?!>))*)
  | (?P<quoted>"[^"\n]*")
  | (?P<word>0[us]?[bBoOdDhH][0-9]*_[0-9a-fA-F][0-9a-fA-F_]*)
  | (?P<real>(?<!\.)[0-9]+\.[0-9]+)
  | (?P<int>[0-9]+)
  | (?P<comment>/--.*)
  | (?P<foreign>//[^\n]* | /\*.*?\*/)
  | (?P<directive>\#[ \t]*[a-z]+)
  | (?P<logic>/\\ | \\/ | @\w*~?)
  | (?P<mark><-> | -> | := | \.\. | :: | << | >> | <= | >= | != | [-+*/=<>!&|?:;,.(){}\[\]] )
  | (?P<bad>[^\x00-\x7f]+ | .)
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_FIRST = re.compile(r"#(line\b|[ \t]*[0-9])")
_KINDS = {"int": INT, "word": WORD}
_LOOKALIKES = {
    "→": "->", "–": "-", "—": "-", "−": "-", "≤": "<=", "≥": ">=", "≠": "!=", "∧": "&", "∨": "|", "¬": "!",
    "~": "!", "/\\": "&", "\\/": "|",
}  # fmt: skip


def tokenize(source: Source) -> tuple[Tokens, list[Diagnostic]]:
    """Cut a text into tokens; what cannot be read becomes diagnostics and tokens of kind BAD."""
    text = source.text
    tokens, errors = Tokens(), list[Diagnostic]()
    for match in _TOKEN.finditer(text, _start(text)):
        group = str(match.lastgroup)
        if group == "space":
            continue
        word, offset = match.group(), match.start()
        if group == "mark":
            tokens.add(word, word, offset)
        elif group == "name":
            tokens.add(_kind(word, text, match.end()), word, offset)
        elif group in _KINDS:
            tokens.add(_KINDS[group], word, offset)
        elif group == "quoted" and word.isprintable():
            tokens.add(NAME, word, offset)
        else:
            if group == "directive":
                raise InputError([_directive(source, word, offset)])
            if group != "foreign":
                tokens.add(BAD, word, offset)
            errors.append(_complaint(source, group, word, offset))
            if len(errors) > _MAX_BAD:
                break
    tokens.add(EOF, "", len(text))
    return tokens, errors


def _start(text: str) -> int:
    """Where the text starts: after a mark of a preprocessor on the very first line."""
    return text.find("\n") + 1 if _FIRST.match(text) else 0


def _kind(word: str, text: str, end: int) -> str:
    if word in KEYWORDS:
        return word
    if word == "Word":
        return "word"
    if word not in FUNCTIONS:
        return NAME
    while text[end : end + 1].isspace():
        end += 1
    following = text[end : end + 1]
    if word in ("MIN", "MAX"):
        return word if following == "[" else NAME
    if word in ("signed", "unsigned") and text.startswith("word", end):
        return word
    return CALL if following == "(" else NAME


def _complaint(source: Source, group: str, word: str, offset: int) -> Diagnostic:
    if group == "comment":
        return Diagnostic("this comment is never closed", source, offset, 3, "end it with '--/'")
    if group == "foreign":
        return Diagnostic(f"SMV has no comments with '{word[:2]}'", source, offset, 2, "write -- …, or /-- … --/")
    if group == "real":
        return Diagnostic(f"reals such as {shorten(word)} are not supported", source, offset, len(word), "use integers")
    if word[0] == "@":
        message = f"'{word}' belongs to nuXmv's timed models, which are not supported"
        return Diagnostic(message, source, offset, len(word))
    if word[0] == '"':
        return _quoted(source, word, offset)
    shown = f"'{shorten(word)}'" if word.isprintable() else f"U+{ord(word[0]):04X}"
    meant = _LOOKALIKES.get(word) or _LOOKALIKES.get(word[0])
    return Diagnostic(f"unexpected character {shown}", source, offset, len(word), f"write {meant}" if meant else "")


def _quoted(source: Source, word: str, offset: int) -> Diagnostic:
    if len(word) == 1:
        hint = 'a name in quotes ends in the same line: "clock"'
        return Diagnostic("this quote is never closed", source, offset, 1, hint)
    odd = next(letter for letter in word if not letter.isprintable())
    message = f"a name in quotes cannot hold U+{ord(odd):04X}, which cannot be shown"
    return Diagnostic(message, source, offset + word.index(odd), 1)


def without_comments(text: str) -> str:
    """A text in one line: one space for all comments and spaces between two tokens."""
    pieces = [" " if match.lastgroup == "space" else match.group() for match in _TOKEN.finditer(text)]
    return "".join(piece for before, piece in pairwise([" ", *pieces]) if (before, piece) != (" ", " ")).strip()


def _directive(source: Source, word: str, offset: int) -> Diagnostic:
    """What is said of ``#define`` and the like: NuSMV reads them only when told to run a preprocessor."""
    message = f"'{word}' is for a preprocessor, which is not run here"
    return Diagnostic(message, source, offset, len(word), "run it first: cpp -P model.smv > plain.smv")
