"""``quidpro certify``: a certificate and the model file, checked again without any budget but the user's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quidpro.certify.explicit import certify
from quidpro.cli.confirmed import Checked, tell
from quidpro.cli.limits import limited
from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.engines.explicit.questions import asked_about
from quidpro.frontend.load import SYMBOLIC, load, read_source
from quidpro.frontend.model import Model
from quidpro.lts.system import System
from quidpro.verdict.explicit.certificate_json import read_certificates
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
        if file.suffix.lower() in SYMBOLIC:
            return _smv(path, file, format, budget)
        certificates = read_certificates(read_source(path))
        model = load(file, constants)
        systems = [_system(certificate, model, budget) for certificate in certificates]
        checked = [_checked(c, system, budget) for c, system in zip(certificates, systems, strict=True)]
    return tell(checked, format)


def _smv(path: Path, file: Path, format: str, budget: Budget) -> int:
    from quidpro.cli.certify_smv import run as run_smv

    return run_smv(path, file, format, budget)


def _system(certificate: Certificate, model: Model, budget: Budget) -> System:
    """The system that the certificate names; a property that the model defines outside of it is put in."""
    try:
        system = model.system(certificate.system, budget)
    except UsageError as error:
        raise UsageError(f"the certificate is about {certificate.system}: {error}") from error
    if certificate.kind in ("safety", "liveness") and certificate.property is not None:
        return asked_about(certificate.property, system, model, budget)
    return system


def _checked(certificate: Certificate, system: System, budget: Budget) -> Checked:
    return Checked(
        system=certificate.system,
        property=certificate.property,
        kind=certificate.kind,
        rule=certificate.rule,
        claim=_claim(certificate, system),
        answer=certify(certificate, system, budget),
    )


def _claim(certificate: Certificate, system: System) -> str:
    """What the certificate is about, and nothing more: without a name, safety may leave properties out."""
    name = certificate.property
    if certificate.kind == "deadlock":
        return f"{certificate.system} is free of deadlock"
    if certificate.kind == "progress":
        return f"{certificate.system} makes progress{'' if name in (None, 'progress') else f' {name}'}"
    if certificate.kind == "liveness":
        return f"{certificate.system} satisfies {name}{' under fair choice' if certificate.fair else ''}"
    if name is not None:
        return f"{certificate.system} satisfies {name}"
    left_out = ", ".join(p.name for p in system.properties if p.name not in certificate.digests)
    return f"{certificate.system}{left_out and f' without {left_out}'} reaches no ERROR"
