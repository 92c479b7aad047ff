"""``quidpro certify`` for certificates about probabilistic models."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from quidpro.certify.explicit import Certification
from quidpro.certify.probabilistic import DIFFERS, certify_lpts
from quidpro.cli.confirmed import Checked, tell
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError, UsageError
from quidpro.core.source import Diagnostic, Source
from quidpro.frontend.load import read_source
from quidpro.frontend.lts_json import parse_json
from quidpro.frontend.pctl import Formula
from quidpro.frontend.prism.load import is_probabilistic, load_probabilistic, refuse_unknown_constants
from quidpro.frontend.prism.model import PrismModel
from quidpro.lpts.lpts import LPTS
from quidpro.run.prob.problem import formula_about, refuse_half_labels, specification_of
from quidpro.verdict.probabilistic.digest import WORLD


def run(path: Path, file: Path, spec: str | None, constants: Mapping[str, str], format: str, budget: Budget) -> int:
    """Check every certificate of the file; the worst answer is the exit code.

    Modules that cannot be taken apart are taken together: a certificate is about nothing else.
    """
    certificates = _certificates(path)
    read = partial(load_probabilistic, constants=constants, budget=budget, together=True)
    model = read(file)
    other = read(spec) if spec is not None and _is_file(spec, model) else None
    refuse_unknown_constants(constants, model, *([] if other is None else [other]))
    subjects = [(certificate, *_subject(certificate, model, spec, other, budget)) for certificate in certificates]
    return tell([_checked(*subject, budget) for subject in subjects], format)


def _certificates(path: Path) -> list[dict[str, Any]]:
    source = read_source(path)
    data = parse_json(source)
    found = data if isinstance(data, list) else [data]
    if not found or not all(isinstance(one, dict) and one.get("world") == WORLD for one in found):
        raise InputError([Diagnostic("this certificate is not about a probabilistic model", source)])
    return found


def _is_file(spec: str, model: PrismModel) -> bool:
    return spec not in model.components and is_probabilistic(spec)


def _subject(
    certificate: Mapping[str, Any], model: PrismModel, spec: str | None, other: PrismModel | None, budget: Budget
) -> tuple[PrismModel, LPTS | Formula, str]:
    """The system, the specification that a certificate names, and what is asked in words."""
    told = certificate.get("specification")
    about = told if isinstance(told, dict) else {}
    if isinstance(about.get("formula"), str):
        system = model if spec is None else model.without([spec])
        system, formula = formula_about(system, Source("the certificate's formula", about["formula"]), budget)
        return system, formula, str(formula)
    if other is not None:
        goal = specification_of(other, budget)
        refuse_half_labels(model, goal)
        return model, goal, goal.name
    name = spec or about.get("name")
    if isinstance(name, str) and name in model.components:
        refuse_half_labels(model, model.components[name])
        return model.without([name]), model.components[name], name
    raise UsageError(
        f"the certificate is about the specification {name!r}, which is not in {model.source.name}; "
        "give the file it is in with --spec"
    )


def _checked(
    certificate: dict[str, Any], system: PrismModel, goal: LPTS | Formula, asked: str, budget: Budget
) -> Checked:
    """What was checked, in words of what was checked: a certificate may call it something else."""
    claim = _claim(certificate, goal, asked)
    return Checked(
        system=system.name,
        property=claim,
        kind=str(certificate.get("verdict")),
        rule=str(certificate.get("rule")),
        claim=f"{system.name} {claim}",
        answer=_answer(certificate, system, goal, budget),
    )


def _answer(certificate: dict[str, Any], system: PrismModel, goal: LPTS | Formula, budget: Budget) -> Certification:
    """The checker's answer; where it is about another model, the values of constants may be why."""
    found = certify_lpts(certificate, list(system.components.values()), goal, budget)
    if system.constants and found.reason.endswith(DIFFERS):
        named = ", ".join(system.constants)
        return replace(found, reason=f"{found.reason}; was it made with other values (--const) of {named}?")
    return found


def _claim(certificate: Mapping[str, Any], goal: LPTS | Formula, asked: str) -> str:
    holds = certificate.get("verdict") == "holds"
    if isinstance(goal, Formula):
        return f"{'satisfies' if holds else 'does not satisfy'} {asked}"
    return f"{'is' if holds else 'is not'} simulated by {asked}"
