"""What a report says of a certificate: its facts, the certificate itself where it is small, and how to check it."""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from quidpro.core.source import Source
from quidpro.core.words import counted
from quidpro.report.document import Again, file_name
from quidpro.report.document.room import Room
from quidpro.verdict.documents import indented
from quidpro.verdict.renderer import Renderer
from quidpro.verdict.verdict import AnyVerdict

_MAX_SHARE = 0.25


@dataclass(frozen=True)
class CertificatePart:
    """A certificate: ``name`` is its file, ``link`` has all of it or is empty."""

    facts: list[tuple[str, str]]
    command: str
    name: str
    written: bool
    link: str


def certificate_part(
    verdict: AnyVerdict, renderer: Renderer, source: Source | None, again: Again, room: Room
) -> CertificatePart | None:
    """The certificate of a verdict that has one, with names relative to the folder of the model."""
    if verdict.certificate is None or source is None:
        return None
    fields = renderer.certificate_view(verdict.certificate)
    text = indented(fields)
    model = file_name(source.name)
    what = "" if verdict.property is None else f".{_safe(verdict.property)}"
    name = again.certificate or f"{PurePath(model).stem}{what}.certificate.json"
    link = f"data:application/json;base64,{b64encode(text.encode()).decode()}"
    return CertificatePart(
        _facts(fields, len(text.encode())),
        shlex.join(["quidpro", "certify", name, model, *again.options]),
        name,
        bool(again.certificate),
        room.take(link, _MAX_SHARE),
    )


def _safe(name: str) -> str:
    """What of a name may stand in the name of a file."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)[:40]


def _facts(fields: Mapping[str, object], size: int) -> list[tuple[str, str]]:
    found = [("rule", str(fields.get("rule", "")))]
    groups, assumptions, digests = (fields.get(key) for key in ("groups", "assumptions", "digests"))
    if isinstance(groups, list) and len(groups) > 1:
        found.append(("groups", str(len(groups))))
    if isinstance(assumptions, list) and assumptions:
        found.append(("assumptions", str(len(assumptions))))
    if isinstance(digests, dict):
        found.append(("bound to", f"{counted(len(digests), 'component')} by SHA-256"))
    elif isinstance(fields.get("model"), str):
        found.append(("bound to", "the model text by SHA-256"))
    return [*found, ("size", f"{size / 1000:,.1f} kB")]
