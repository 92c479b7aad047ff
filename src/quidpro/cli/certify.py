"""``quidpro certify``: a certificate and the model file, checked again without any budget but the user's."""

from __future__ import annotations

import json
from pathlib import Path

from quidpro.certify import Certification, certify
from quidpro.cli.exits import Exit
from quidpro.cli.limits import limited
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.frontend.load import load, read_source
from quidpro.frontend.model import Model
from quidpro.lts.system import System
from quidpro.verdict.certificate_json import read_certificates
from quidpro.verdict.types import Certificate


def run(path: Path, file: Path, format: str, timeout: float | None, memory: float | None) -> int:
    """Check every certificate of the file; the worst answer is the exit code."""
    with limited(timeout, memory) as budget:
        budget.phase = "reading the model"
        certificates = read_certificates(read_source(path))
        model = load(file)
        answers = [(c, certify(c, _system(c, model, budget), budget)) for c in certificates]
    emit(_json(answers) if format == "json" else "\n".join(_line(c, a) for c, a in answers))
    if any(answer.refuted for _, answer in answers):
        return Exit.VIOLATED
    return Exit.HOLDS if all(answer.ok for _, answer in answers) else Exit.UNDECIDED


def _system(certificate: Certificate, model: Model, budget: Budget) -> System:
    """The system that the certificate names; a property that the model defines outside of it is put in."""
    system = model.system(certificate.system, budget)
    name = certificate.property
    known = {component.name for component in system.components}
    if certificate.kind == "safety" and name is not None and name not in known:
        return system.with_properties(*system.properties, model.property(name, budget))
    return system


def _line(certificate: Certificate, answer: Certification) -> str:
    claim = f"{certificate.system} satisfies {certificate.property or 'its own error states'}"
    if answer.ok:
        return f"confirmed: {claim} (rule {certificate.rule}, {answer.seconds:.2f} s)"
    return f"{'refused' if answer.refuted else 'undecided'}: {claim}: {answer.reason}"


def _json(answers: list[tuple[Certificate, Certification]]) -> str:
    rows = [
        {
            "certified": answer.ok,
            "refused": answer.refuted,
            "reason": answer.reason,
            "system": certificate.system,
            "property": certificate.property,
            "kind": certificate.kind,
            "rule": certificate.rule,
            "seconds": answer.seconds,
        }
        for certificate, answer in answers
    ]
    return json.dumps(rows[0] if len(rows) == 1 else rows, indent=2, ensure_ascii=False)
