"""The lexis of FSP: LTSA's tokens, and one clear complaint for what is none."""

from __future__ import annotations

import pytest

from quidpro.core.source import Source
from quidpro.frontend.fsp.lexer import LOWER, STRING, UPPER, integer, tokenize
from quidpro.frontend.text.cursor import BAD, EOF, INT


def kinds(text: str) -> list[str]:
    tokens, errors = tokenize(Source("t.lts", text))
    assert not errors
    assert tokens.kinds[-1] is EOF
    return tokens.kinds[:-1]


def test_names_keywords_numbers_and_strings() -> None:
    assert kinds('const N a _b 12 "f.aut" X') == ["const", UPPER, LOWER, LOWER, INT, STRING, UPPER]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]<><->", ["[]", "<>", "<->"]),
        ("a->b", [LOWER, "->", LOWER]),
        ("1..3", [INT, "..", INT]),
        ("a<-1", [LOWER, "<", "-", INT]),
        ("||::<<>>", ["||", "::", "<<", ">>"]),
        ("{a}/{b/c}", ["{", LOWER, "}", "/", "{", LOWER, "/", LOWER, "}"]),
        ("a[[1]]", [LOWER, "[", "[", INT, "]", "]"]),
        ("S\\T@'x#", [UPPER, "\\", UPPER, "@", "'", LOWER, "#"]),
    ],
)
def test_marks(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


def test_comments_are_space() -> None:
    assert kinds("a // b \n /* c \n ** / d */ e /*/ f */ \x1a") == [LOWER, LOWER]


def test_offsets_point_into_the_text() -> None:
    text = "\ufeffP = /* x */ (ab)."
    tokens, _ = tokenize(Source("t.lts", text))
    for word, offset in zip(tokens.texts, tokens.offsets, strict=True):
        assert text[offset : offset + len(word)] == word
    assert tokens.texts == ["P", "=", "(", "ab", ")", ".", ""]


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("017", 15), ("0x1F", 31), ("2147483647", 2**31 - 1), ("0000000000000000000007", 7)],
)
def test_integers(text: str, value: int) -> None:
    assert integer(text) == value


@pytest.mark.parametrize("text", ["08", "2147483648", "9" * 10_000, "0xFFFFFFFF"])
def test_integers_that_are_none(text: str) -> None:
    assert integer(text) is None


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("P /* never", 2, "comment is never closed"),
        ('import P = "f\n', 11, "string is not closed"),
        ("P = (a $ b)", 7, "unexpected character '$'"),
        ("P \x01", 2, "U+0001"),
    ],
)
def test_complaints_point_at_their_start(text: str, offset: int, words: str) -> None:
    tokens, [error] = tokenize(Source("t.lts", text))
    assert error.offset == offset
    assert words in error.message
    assert BAD in tokens.kinds


def test_typographic_arrow_gets_a_hint() -> None:
    _, [error] = tokenize(Source("t.lts", "a → b"))
    assert error.hint == "write ->"


@pytest.mark.parametrize("text", ["P = (a\0 -> P).", "é a " * 100, "\x01 " * 5000])
def test_binary_junk_is_one_error(text: str) -> None:
    tokens, [error] = tokenize(Source("t.lts", text))
    assert "is not an FSP text" in error.message
    assert tokens.kinds == [BAD, EOF]


def test_what_is_readable_but_not_fsp_is_one_error_with_its_place() -> None:
    _, [error] = tokenize(Source("t.lts", "P = STOP. " + "$x$ " * 20))
    assert (error.offset, error.hint) == (10, "is it in another language?")
    assert "no part of the language, such as '$'" in error.message
