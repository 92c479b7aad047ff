"""Certificates of the probabilistic world as JSON: enough to check a verdict again with the components at hand.

A proof has groups of components (by their numbers), an assumption for each group but the last, and for each premise the
simulation that shows it: rows of states, those of the group's components, that of the assumption, and last that of the
goal. Only pairs that are needed are listed (:mod:`quidpro.verdict.needed`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quidpro.core.budget import UNLIMITED, Budget
from quidpro.frontend.lpts_json import lpts_fields
from quidpro.frontend.pctl.formula import Formula
from quidpro.lpts.lpts import LPTS
from quidpro.lpts.ops import completed, composed
from quidpro.lpts.simulation import simulation
from quidpro.verdict.certificate_json import FORMAT, VERSION
from quidpro.verdict.lpts_digest import WORLD, lpts_digest
from quidpro.verdict.needed import needed

Vector = tuple[int, ...]


def head_fields(components: Sequence[LPTS], spec: LPTS | Formula, verdict: str, rule: str) -> dict[str, Any]:
    """What every certificate of this world begins with: what it claims, and of what."""
    about: dict[str, Any] = {"formula": str(spec)}
    if isinstance(spec, LPTS):
        about = {"name": spec.name, "digest": lpts_digest(spec)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "world": WORLD,
        "rule": rule,
        "verdict": verdict,
        "components": [{"name": component.name, "digest": lpts_digest(component)} for component in components],
        "specification": about,
    }


def proof_fields(
    components: Sequence[LPTS],
    spec: LPTS | Formula,
    groups: Sequence[Sequence[int]],
    assumptions: Sequence[LPTS],
    *,
    values: Sequence[Mapping[str, Any]] = (),
    budget: Budget = UNLIMITED,
) -> dict[str, Any]:
    """The certificate that these assumptions prove the specification.

    The relations are computed here; for a formula the ``values`` that show premise 1 are given.
    """
    relevant = frozenset(spec.marks)
    parts = [_with_marks(component, relevant) for component in components]
    premises: list[dict[str, Any]] = []
    for number, group in enumerate(groups):
        joined = [*(parts[i] for i in group), *assumptions[number : number + 1]]
        if number:
            premises.append({"relation": relation_rows(joined, assumptions[number - 1], budget)})
        elif isinstance(spec, LPTS):
            goal = completed(spec, {action for part in joined for action in part.alphabet})
            premises.append({"relation": relation_rows(joined, goal, budget)})
        else:
            premises.append({"values": list(values)})
    rule = {1: "monolithic", 2: "asym"}.get(len(groups), "asym-n")
    return {
        **head_fields(components, spec, "holds", rule),
        "groups": [list(group) for group in groups],
        "assumptions": [lpts_fields(assumption) for assumption in assumptions],
        "premises": premises,
    }


def _with_marks(lpts: LPTS, marks: frozenset[str]) -> LPTS:
    return replace(lpts, marks={mark: states for mark, states in lpts.marks.items() if mark in marks})


def together(parts: Sequence[LPTS], budget: Budget = UNLIMITED) -> tuple[LPTS, list[Vector]]:
    """The composition of parts, and for each of its states the states of the parts."""
    whole = parts[0]
    vectors: list[Vector] = [(state,) for state in range(whole.states)]
    for part in parts[1:]:
        made = composed(whole, part, budget)
        whole, vectors = made.lpts, [(*vectors[p], q) for p, q in made.pairs]
    return whole, vectors


def relation_rows(parts: Sequence[LPTS], goal: LPTS, budget: Budget = UNLIMITED) -> list[list[int]]:
    """A small simulation between a composition and a goal, which there must be."""
    whole, vectors = together(parts, budget)
    found = simulation(whole, goal, budget)
    assert found.holds, "a premise that was proved must hold"
    return [[*vectors[p], q] for p, q in needed(found, budget)]


def write_lpts_certificate(fields: Mapping[str, Any]) -> str:
    """The text of a certificate file, a field in each line."""
    lines = (f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"
