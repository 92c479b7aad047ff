"""``quidpro certify``: a certificate and the model file, checked again without any budget but the user's."""

from __future__ import annotations

import json
from collections.abc import Mapping
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


def run(
    path: Path,
    file: Path,
    constants: Mapping[str, int],
    format: str,
    timeout: float | None,
    memory: float | None,
) -> int:
    """Check every certificate of the file; the worst answer is the exit code."""
    with limited(timeout, memory) as budget:
        budget.phase = "reading the model"
        if file.suffix.lower() == ".smv":
            return _smv(path, file, format, budget)
        certificates = read_certificates(read_source(path))
        model = load(file, constants)
        systems = [_system(certificate, model, budget) for certificate in certificates]
        answers = [(c, certify(c, system, budget)) for c, system in zip(certificates, systems, strict=True)]
    lines = (_line(_claim(c, system), c, a) for (c, a), system in zip(answers, systems, strict=True))
    emit(_json(answers) if format == "json" else "\n".join(lines))
    if any(answer.refuted for _, answer in answers):
        return Exit.VIOLATED
    return Exit.HOLDS if all(answer.ok for _, answer in answers) else Exit.UNDECIDED


def _smv(path: Path, file: Path, format: str, budget: Budget) -> int:
    from quidpro.cli.certify_smv import run as run_smv

    return run_smv(path, file, format, budget)


def _system(certificate: Certificate, model: Model, budget: Budget) -> System:
    """The system that the certificate names; a property that the model defines outside of it is put in."""
    system = model.system(certificate.system, budget)
    name = certificate.property
    known = {component.name for component in system.components}
    if certificate.kind == "safety" and name is not None and name not in known:
        return system.with_properties(*system.properties, model.property(name, budget))
    return system


def _claim(certificate: Certificate, system: System) -> str:
    """What the certificate is about, and nothing more: without a name, safety may leave properties out."""
    name = certificate.property
    if certificate.kind == "deadlock":
        return f"{certificate.system} is free of deadlock"
    if certificate.kind == "progress":
        return f"{certificate.system} makes progress{'' if name in (None, 'progress') else f' {name}'}"
    if name is not None:
        return f"{certificate.system} satisfies {name}"
    left_out = ", ".join(p.name for p in system.properties if p.name not in certificate.digests)
    return f"{certificate.system}{left_out and f' without {left_out}'} reaches no ERROR"


def _line(claim: str, certificate: Certificate, answer: Certification) -> str:
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
