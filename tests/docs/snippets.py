"""Snippets of a document: which files it asks the reader to save, which commands to type, which Python to run.

A fenced block after a paragraph that ends in "`name`:" is the file of that name. In a ``console`` block a line that
starts with ``$`` is a command, what follows is its output; a line ``...`` stands for any lines. In a ``python`` block
a comment behind a ``print`` is what it prints. Times are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"(?P<before>[^\n]*)\n+```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SAVED = re.compile(r"`(?P<name>[\w./-]+)`:$")
_TIME = re.compile(r"\b\d+\.\d+(?= s\b)|(?<=seconds\": )[\d.e-]+|(?<=_mb\": )[\d.]+|(?<=time=\")[\d.]+")


@dataclass(frozen=True)
class Block:
    kind: str
    text: str
    saved_as: str | None
    start: int


@dataclass(frozen=True)
class Command:
    words: str
    output: str


def blocks(document: str) -> Iterator[Block]:
    for fence in _FENCE.finditer(document):
        saved = _SAVED.search(fence["before"].strip())
        yield Block(fence["kind"], fence["text"], saved and saved["name"], fence.start("text"))


def commands(text: str) -> list[Command]:
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    return [Command(*part.split("\n", 1)) if "\n" in part else Command(part, "") for part in parts]


def masked(text: str) -> str:
    """The text without what differs from run to run."""
    return "\n".join(line.rstrip() for line in _TIME.sub("T", text).strip().splitlines())


def agrees(expected: str, output: str) -> bool:
    """Whether an output is as expected, with ``...`` for any lines."""
    pattern = "\n".join(
        r"(?:.*\n?)*?" if line.strip() == "..." else re.escape(line) for line in masked(expected).splitlines()
    ).replace("(?:.*\\n?)*?\n", "(?:.*\\n)*?")
    return re.fullmatch(pattern, masked(output)) is not None


def printed(text: str) -> list[str]:
    """What the ``print`` calls of a Python block say, by the comments behind them."""
    return re.findall(r"^\s*print\(.*\)  # (.*)$", text, re.MULTILINE)
