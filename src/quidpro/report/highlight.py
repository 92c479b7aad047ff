"""Model texts in colours: what the languages call a keyword, a comment, a number; HTML line by line.

The lexers are for the eye and forgiving: whatever they do not know is plain text, and every letter is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import ClassVar

from pygments.lexer import Lexer, RegexLexer, words
from pygments.lexers.data import JsonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, _TokenType

from quidpro.core.words import printable
from quidpro.frontend.fsp.lexer import KEYWORDS as FSP_KEYWORDS
from quidpro.frontend.fsp.lexer import TERMINALS
from quidpro.frontend.prism.tokens import KEYWORDS as PRISM_KEYWORDS
from quidpro.frontend.smv.lexer import KEYWORDS as SMV_KEYWORDS

_TAB = 8


class FspLexer(RegexLexer):  # type: ignore[misc]
    """FSP, the language of LTSA; Pygments finds it by these names where quidpro is installed."""

    name = "FSP"
    aliases: ClassVar = ["fsp", "lts"]
    filenames: ClassVar = ["*.lts", "*.fsp"]
    tokens: ClassVar = {
        "root": [
            (r"//[^\n]*", Comment),
            (r"(?s)/\*.*?(\*/|\Z)", Comment),
            (r'"[^"\n]*"', String),
            (words(tuple(FSP_KEYWORDS), prefix=r"\b", suffix=r"\b"), Keyword),
            (words(TERMINALS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[A-Z]\w*", Name.Class),
            (r"[a-z_]\w*", Name),
            (r"0[xX][0-9a-fA-F]+|\d+", Number),
            (r"->|\|\||<->|&&|==|!=|<=|>=|\[\]|<>|<<|>>", Operator),
            (r"[-#'+*%^~,(){}\[\];@\\|&!<>=.:?/]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


class SmvLexer(RegexLexer):  # type: ignore[misc]
    """SMV, as NuSMV and nuXmv read it."""

    name = "SMV"
    tokens: ClassVar = {
        "root": [
            (r"(?s)/--.*?(--/|\Z)", Comment),
            (r"--[^\n]*", Comment),
            (r'"[^"\n]*"', String),
            (words(tuple(SMV_KEYWORDS), prefix=r"\b", suffix=r"\b(?![$#\\-]\w)"), Keyword),
            (r"[A-Za-z_](?:[\w$#\\]|-(?!>))*", Name),
            (r"0[us]?[bBoOdDhH]\d*_[0-9a-fA-F_]+|\d+(\.\d+)?", Number),
            (r"<->|->|:=|\.\.|::|<<|>>|<=|>=|!=", Operator),
            (r"[-+*/=<>!&|?:;,.(){}\[\]]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


class PrismLexer(RegexLexer):  # type: ignore[misc]
    """PRISM."""

    name = "PRISM"
    tokens: ClassVar = {
        "root": [
            (r"//[^\n]*", Comment),
            (r'"[^"\n]*"', String),
            (words(PRISM_KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[A-Za-z_]\w*'?", Name),
            (r"\d+(\.\d+)?([eE][-+]?\d+)?", Number),
            (r"->|<=>|=>|<=|>=|!=|\.\.", Operator),
            (r"[-+*/=<>!&|?:;,.(){}\[\]']", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


_LEXERS: dict[str, type[Lexer]] = {
    **dict.fromkeys((".lts", ".fsp"), FspLexer),
    **dict.fromkeys((".smv", ".xmv"), SmvLexer),
    **dict.fromkeys((".prism", ".pm", ".nm", ".sm"), PrismLexer),
    **dict.fromkeys((".json", ".jani"), JsonLexer),
}
_CLASSES: dict[_TokenType, str] = {
    Comment: "hc",
    Keyword: "hk",
    Number: "hn",
    String: "hs",
    Operator: "ho",
    Name.Class: "hp",
    Name.Tag: "hk",
}
"""The class that a kind of token has in the HTML; others have none."""


def highlighted(source_text: str, suffix: str) -> list[str]:
    """The lines of a text as HTML, their tokens in ``<span class="hk">`` and the like; plain where it has no lexer."""
    lines: list[list[str]] = [[]]
    for kind, text in _tokens(source_text.replace("\r\n", "\n").expandtabs(_TAB), suffix.lower()):
        for number, piece in enumerate(text.split("\n")):
            if number:
                lines.append([])
            if piece:
                shown = escape(printable(piece))
                lines[-1].append(f'<span class="{kind}">{shown}</span>' if kind else shown)
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    return ["".join(line) for line in lines]


def _tokens(text: str, suffix: str) -> Iterator[tuple[str, str]]:
    """The class and the text of each token."""
    lexer = _LEXERS.get(suffix)
    if lexer is None:
        yield "", text
        return
    for _, kind, piece in lexer().get_tokens_unprocessed(text):
        yield _class_of(kind), piece


def _class_of(kind: _TokenType | None) -> str:
    while kind is not None and kind not in _CLASSES:
        kind = kind.parent
    return "" if kind is None else _CLASSES[kind]
