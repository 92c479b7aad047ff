"""A package that brings quidpro a method, the checker of its rule, a learner and a reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.frontend.plain import PlainModel
from quidpro.learning.kv import KearnsVazirani
from quidpro.lts.lts import LTS
from quidpro.lts.system import Component, System
from quidpro.verdict.explicit.evidence import Certificate
from quidpro.verdict.explicit.problem import Problem
from quidpro.verdict.verdict import Certification


def check_deep(certificate: Certificate, problem: Problem, budget: Budget) -> Certification:
    """The claim is that of ``monolithic``: no state of the product is an error."""
    return certify(replace(certificate, rule="monolithic"), problem.model, budget)


class Patient(KearnsVazirani):
    """A learner like another."""


class Cycles:
    """Files in which every line is a process that does its actions in turn, for ever: ``P: a b``."""

    suffixes = (".cycles",)
    world = "explicit"

    def read(self, source: Source, constants: Mapping[str, Any]) -> PlainModel:
        """The processes side by side."""
        lines = [line.partition(":") for line in source.text.splitlines() if line.strip()]
        parts = tuple(Component(name.strip(), _cycle(actions.split())) for name, _, actions in lines)
        return PlainModel(source, System("ALL", parts, source=source))


def _cycle(actions: list[str]) -> LTS:
    return LTS.of([(i, action, (i + 1) % len(actions)) for i, action in enumerate(actions)])


CYCLES = Cycles()
