"""Model texts in colours."""

from __future__ import annotations

import html
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Error, Keyword

from quidpro.frontend.fsp.lexer import KEYWORDS, TERMINALS
from quidpro.report.highlight import highlighted

TEXTS = sorted(path for path in Path("examples").rglob("*") if path.suffix in (".lts", ".smv", ".prism"))


@pytest.mark.parametrize("path", TEXTS[:: max(1, len(TEXTS) // 12)], ids=str)
def test_no_letter_is_lost(path):
    text = path.read_text(encoding="utf-8")
    lines = [html.unescape(re.sub(r"</?span[^>]*>", "", line)) for line in highlighted(text, path.suffix)]
    assert lines == text.expandtabs(8).removesuffix("\n").split("\n")


def test_a_keyword_a_comment_a_process_and_an_arrow():
    (line,) = highlighted("property P = (a -> P). // why\n", ".lts")
    assert line == (
        '<span class="hk">property</span> <span class="hp">P</span> = (a <span class="ho">-&gt;</span> '
        '<span class="hp">P</span>). <span class="hc">// why</span>'
    )


def test_a_comment_of_several_lines_is_closed_in_each():
    assert highlighted("/* a\nb */ x", ".lts") == ['<span class="hc">/* a</span>', '<span class="hc">b */</span> x']


@pytest.mark.parametrize("suffix", [".lts", ".smv", ".prism", ".json", ".txt"])
def test_markup_is_text(suffix):
    assert "<script" not in "".join(highlighted('x = "<script>alert(1)</script>" </script>', suffix))


def test_what_hides_is_shown():
    assert "\\u202e" in highlighted("a \u202e b", ".lts")[0]


def test_smv_and_prism_know_their_keywords():
    assert '<span class="hk">MODULE</span>' in highlighted("MODULE main -- x", ".smv")[0]
    assert '<span class="hk">module</span>' in highlighted("module A", ".prism")[0]


FSP_TEXTS = [path for path in TEXTS if path.suffix == ".lts"]


def pygments_entry():
    """What ``pyproject.toml`` tells Pygments."""
    entries = tomllib.loads(Path("pyproject.toml").read_text())["project"]["entry-points"]["pygments.lexers"]
    ((name, value),) = entries.items()
    module, _, lexer = value.partition(":")
    return name, getattr(import_module(module), lexer)


def test_pygments_is_told_of_fsp():
    name, lexer = pygments_entry()
    assert (name, lexer.name) == ("fsp", "FSP")
    assert (lexer.aliases, lexer.filenames) == (["fsp", "lts"], ["*.lts", "*.fsp"])


@pytest.mark.parametrize("path", FSP_TEXTS, ids=str)
def test_pygments_gives_back_every_example_without_errors(path):
    text = path.read_text(encoding="utf-8")
    found = list(pygments_entry()[1](stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text
    assert [value for kind, value in found if kind in Error] == []


@pytest.mark.parametrize("word", [*KEYWORDS, *TERMINALS])
def test_pygments_knows_every_keyword_of_our_lexer(word):
    assert (Keyword, word) in list(pygments_entry()[1]().get_tokens(f"x {word} y"))
