"""Problems about probabilistic models: the components, and one specification."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from quidpro.logic.pctl import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.verdict import problem
from quidpro.verdict.probabilistic.evidence import WORLD


@dataclass(frozen=True)
class Network:
    """Components that work side by side, in an order, with names."""

    names: tuple[str, ...]
    components: tuple[LPTS, ...]
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The modules of each component that is made of several."""


Spec = LPTS | Formula
Problem = problem.Problem[Network, Spec]


def problem_about(system: str, network: Network, spec: Spec, called: str, notes: tuple[str, ...] = ()) -> Problem:
    """The problem whether a network satisfies a specification."""
    kind, text = ("simulation", f"{called} simulates it") if isinstance(spec, LPTS) else ("pctl", str(spec))
    return Problem(WORLD, system, called, kind, network, spec, network.names, text, notes)


def asks_number(spec: Spec) -> TypeGuard[Formula]:
    """Whether it asks how likely something is at most."""
    return isinstance(spec, Formula) and spec.asks
