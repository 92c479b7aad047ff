"""What ``quidpro certify`` says of the certificates of any world, and its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quidpro.certify.explicit import Certification
from quidpro.cli.exits import Exit
from quidpro.cli.output import emit
from quidpro.core.words import as_json, printable


@dataclass(frozen=True)
class Checked:
    """A certificate that was checked: what it is about, its claim in words, and the checker's answer."""

    system: str
    property: str | None
    kind: str
    rule: str
    claim: str
    answer: Certification


def tell(checked: Sequence[Checked], format: str) -> int:
    """Report every answer; the worst one is the exit code."""
    emit(_json(checked) if format == "json" else "\n".join(map(_line, checked)))
    if any(one.answer.refuted for one in checked):
        return Exit.VIOLATED
    return Exit.HOLDS if all(one.answer.ok for one in checked) else Exit.UNDECIDED


def _line(checked: Checked) -> str:
    """One line, whatever the names in a certificate are made of: no other line can be put behind it."""
    answer = checked.answer
    line = f"confirmed: {checked.claim} (rule {checked.rule}, {answer.seconds:.2f} s)"
    if not answer.ok:
        line = f"{'refused' if answer.refuted else 'undecided'}: {checked.claim}: {answer.reason}"
    return printable(line)


def _json(checked: Sequence[Checked]) -> str:
    rows = [
        {
            "certified": one.answer.ok,
            "refused": one.answer.refuted,
            "reason": one.answer.reason,
            "claim": one.claim,
            "system": one.system,
            "property": one.property,
            "kind": one.kind,
            "rule": one.rule,
            "seconds": one.answer.seconds,
        }
        for one in checked
    ]
    return as_json(rows[0] if len(rows) == 1 else rows, 2)
