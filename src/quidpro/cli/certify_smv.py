"""``quidpro certify`` for certificates about SMV models."""

from __future__ import annotations

from pathlib import Path

from quidpro.certify.symbolic import certify_symbolic
from quidpro.cli.confirmed import Checked, tell
from quidpro.core.budget import Budget
from quidpro.flat.model import FlatModel
from quidpro.frontend.load import read_source
from quidpro.frontend.smv.model import load_smv
from quidpro.verdict.symbolic.certificate_json import read_symbolic
from quidpro.verdict.symbolic.evidence import SymbolicCertificate


def run(path: Path, file: Path, format: str, budget: Budget) -> int:
    """Check every certificate of the file; the worst answer is the exit code."""
    certificates = read_symbolic(read_source(path))
    model = load_smv(read_source(file)).flat()
    return tell([_checked(certificate, model, budget) for certificate in certificates], format)


def _checked(certificate: SymbolicCertificate, model: FlatModel, budget: Budget) -> Checked:
    """What was checked, by the name of the model that was: a certificate may call it something else."""
    text, name = certificate.text, certificate.property
    return Checked(
        system=model.name,
        property=name,
        kind="invariant",
        rule=certificate.rule,
        claim=f"{model.name} satisfies {text if name == text else f'{name}: {text}'}",
        answer=certify_symbolic(certificate, model, budget),
    )
