"""The languages that an editor can be helped with: their words, and the names of their texts.

A language that is not here is read all the same (``frontend.files``); of its texts an editor is told what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quidpro.core.source import Source
from quidpro.frontend.text.names import Names, Symbol


def _no_value(_source: Source, _symbol: Symbol) -> str:
    return ""


@dataclass(frozen=True)
class Language:
    """What there is to know of a language, its reader apart."""

    name: str
    keywords: tuple[str, ...]
    identifier: re.Pattern[str]
    names: Callable[[Source], Names]
    value: Callable[[Source, Symbol], str] = _no_value
    """What a symbol stands for, where that can be computed."""


def language_of(path: Path) -> Language | None:
    """The language of a file, by its suffix."""
    return _language(_LANGUAGES.get(path.suffix.lower(), ""))


_LANGUAGES = {
    **dict.fromkeys((".lts", ".fsp"), "fsp"),
    **dict.fromkeys((".smv", ".xmv"), "smv"),
    **dict.fromkeys((".prism", ".pm", ".nm", ".sm"), "prism"),
}


@cache
def _language(name: str) -> Language | None:
    match name:
        case "fsp":
            from quidpro.frontend.fsp import names as fsp
            from quidpro.frontend.fsp.lexer import KEYWORDS as FSP
            from quidpro.frontend.fsp.lexer import TERMINALS

            return Language(name, (*FSP, *TERMINALS), re.compile(r"[A-Za-z_]\w*"), fsp.names, fsp.value)
        case "smv":
            from quidpro.frontend.smv import names as smv
            from quidpro.frontend.smv.lexer import FUNCTIONS
            from quidpro.frontend.smv.lexer import KEYWORDS as SMV

            words = tuple(sorted(SMV | FUNCTIONS))
            return Language(name, words, re.compile(r"[A-Za-z_][\w$#\\-]*", re.ASCII), smv.names)
        case "prism":
            from quidpro.frontend.prism import names as prism
            from quidpro.frontend.prism.tokens import KEYWORDS as PRISM

            return Language(name, PRISM, re.compile(r"[A-Za-z_]\w*", re.ASCII), prism.names)
    return None
