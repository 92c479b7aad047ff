"""The zoo: small models with known answers, ``tests/zoo/{holds,violated,error}/*.{lts,smv,prism}``.

The folder is the answer. What is asked beside the file, and what else is known of the answer, stands in comments at the
top of it, as JSON behind names: ``// quidpro: pctl="P<=0.1 [ F \\"bad\\" ]", length=3``. The names are those of the
arguments of ``quidpro.check``, but for what is known:

``kind``        of the questions, where it is not the usual one of the world
``questions``   how many there are, where it is not one
``parts``       false where only the whole decides it
``split``       groups that suit it, beside those that engines find by themselves
``length``      steps of a shortest violation, hidden ones not counted
``trace``       false where a violation has no run or tree that shows it
``error``       a piece of the complaint
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "zoo"
WORLDS = {".lts": "explicit", ".smv": "symbolic", ".prism": "probabilistic"}
USUAL = {"explicit": "safety", "symbolic": "invariant"}
_KNOWN = ("kind", "questions", "parts", "split", "length", "trace", "error")
_LINE = re.compile(r"^(?://|--) quidpro: (.*)$")
_NAME = re.compile(r"(\w+)=")


@dataclass(frozen=True)
class Animal:
    """A model, what is asked of it, and what is known of the answer."""

    path: Path
    question: dict[str, Any] = field(default_factory=dict)
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def world(self) -> str:
        return WORLDS[self.path.suffix]

    @property
    def outcome(self) -> str:
        return self.path.parent.name

    @property
    def kinds(self) -> set[str]:
        """What kinds of questions are asked."""
        usual = "simulation" if "spec" in self.question else USUAL.get(self.world, "pctl")
        return set(self.known.get("kind", usual).split())

    @property
    def questions(self) -> int:
        """How many questions are asked."""
        return self.known.get("questions", 1)

    def asks_one(self, *kinds: str) -> bool:
        """Whether it is an animal of the explicit world of which one thing is asked, of one of these kinds."""
        return self.world == "explicit" and self.questions == 1 and self.kinds <= {*kinds}

    @property
    def arguments(self) -> list[str]:
        """The question as the command line takes it."""
        words = [str(self.path)]
        for name, value in self.question.items():
            option = f"--{name.replace('_', '-')}"
            if isinstance(value, bool):
                words.append(option if value else option.replace("--", "--no-", 1))
            elif isinstance(value, dict):
                words += [f"--const={constant}={text}" for constant, text in value.items()]
            else:
                words += [f"{option}={one}" for one in ([value] if isinstance(value, str) else value)]
        return words

    def __str__(self) -> str:
        return f"{self.outcome}/{self.name}"


def read(path: Path) -> Animal:
    question, known = {}, {}
    for name, value in _settings(path):
        (known if name in _KNOWN else question)[name] = value
    return Animal(path, question, known)


def _settings(path: Path) -> list[tuple[str, Any]]:
    """What the comments at the top say."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = _LINE.match(line)
        if match is None:
            break
        rest = match[1]
        while rest:
            name = _NAME.match(rest)
            assert name is not None, f"{path}: {rest}"
            value, end = json.JSONDecoder().raw_decode(rest, name.end())
            found.append((name[1], value))
            rest = rest[end:].removeprefix(",").strip()
    return found


ZOO = [read(path) for path in sorted(FOLDER.glob("*/*")) if path.suffix in WORLDS]
DECIDED = [animal for animal in ZOO if animal.outcome != "error"]
REFUSED = [animal for animal in ZOO if animal.outcome == "error"]
