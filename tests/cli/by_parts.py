"""What the tests of the methods that reason by parts have in common: models at the edge, answers, pages."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

from jsonschema import validate

from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro

CHANNEL = "examples/channel/channel.lts"
PRIME = "examples/channel/channel_prime.lts"
LOSSY = "examples/channel/channel_lossy.lts"
SERVER = "examples/client_server/client_server.lts"

TWO = """
A = (a -> b -> A).
B = (b -> c -> B).
property P = (a -> c -> P).
property Q = (b -> c -> Q).
||S = (A || B || P || Q).
"""
APART = """
A = (a -> b -> A).
B = (c -> d -> B).
property P = (a -> b -> P).
||S = (A || B || P).
"""
ELSEWHERE = """
A = (a -> b -> A).
B = (b -> c -> B).
property P = (a -> P) + {never}.
||S = (A || B || P).
"""
ALONE = """
A = (a -> bad -> A).
B = (b -> B).
property P = (a -> P) + {bad}.
||S = (A || B || P).
"""


def by_parts(method, file, *options):
    """The answer as JSON, valid and quiet, and the exit code."""
    run = quidpro("check", file, "--method", method, *options, "--format", "json")
    assert run.stderr == ""
    found = json.loads(run.stdout)
    validate(found, schema("verdict"))
    return run.code, found


def clients(number, folder):
    """The client-server example with so many clients."""
    text = Path(SERVER).read_text(encoding="utf-8").replace("const N = 3", f"const N = {number}")
    return model(folder, text)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


class Page(HTMLParser):
    """What a report shows of the rounds: how each came out, and how many pictures; its tags must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.outcomes, self.pictures = [], [], 0
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if found.get("class") == "round":
            self.outcomes.append(found["data-outcome"])
        self.pictures += bool(self.outcomes) and found.get("class") == "picture"
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
