"""``quidpro certify`` for certificates about SMV models."""

from __future__ import annotations

import json
from pathlib import Path

from quidpro.certify import Certification
from quidpro.certify.symbolic import certify_symbolic
from quidpro.cli.exits import Exit
from quidpro.cli.output import emit
from quidpro.core.budget import Budget
from quidpro.frontend.load import read_source
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic import SymbolicCertificate
from quidpro.verdict.symbolic_json import read_symbolic


def run(path: Path, file: Path, format: str, budget: Budget) -> int:
    """Check every certificate of the file; the worst answer is the exit code."""
    certificates = read_symbolic(read_source(path))
    model = load_smv(read_source(file)).flat()
    answers = [(c, certify_symbolic(c, model, budget)) for c in certificates]
    emit(_json(answers) if format == "json" else "\n".join(_line(c, a) for c, a in answers))
    if any(answer.refuted for _, answer in answers):
        return Exit.VIOLATED
    return Exit.HOLDS if all(answer.ok for _, answer in answers) else Exit.UNDECIDED


def _line(certificate: SymbolicCertificate, answer: Certification) -> str:
    named = f"{certificate.property}: {certificate.text}"
    claim = f"{certificate.system} satisfies {certificate.text if certificate.property == certificate.text else named}"
    if answer.ok:
        return f"confirmed: {claim} (rule {certificate.rule}, {answer.seconds:.2f} s)"
    return f"{'refused' if answer.refuted else 'undecided'}: {claim}: {answer.reason}"


def _json(answers: list[tuple[SymbolicCertificate, Certification]]) -> str:
    rows = [
        {
            "certified": answer.ok,
            "refused": answer.refuted,
            "reason": answer.reason,
            "system": certificate.system,
            "property": certificate.property,
            "kind": "invariant",
            "rule": certificate.rule,
            "seconds": answer.seconds,
        }
        for certificate, answer in answers
    ]
    return json.dumps(rows[0] if len(rows) == 1 else rows, indent=2, ensure_ascii=False)
