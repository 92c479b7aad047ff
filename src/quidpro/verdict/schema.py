"""The published shape of what quidpro writes: the JSON result of a check, and the certificate file.

A reader of results is to pass over fields that it does not know, so that later versions may have more. A certificate
that says more than its checker understands is refused.

``python -m quidpro.verdict.schema [FOLDER]`` writes both as JSON Schema, by default into ``docs/schema``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, RootModel

from quidpro.verdict.certificate_schema import CertificateModel, Model, ProbCertificateModel, SymbolicCertificateModel
from quidpro.verdict.documents import CERTIFICATE_SCHEMA, VERDICT_SCHEMA
from quidpro.verdict.result_schema import ExplicitVerdictModel, ProbVerdictModel, SymbolicVerdictModel

SCHEMAS = ("verdict", "certificate")


class ErrorModel(Model):
    """Something that is wrong with the input, or with how it was asked about."""

    message: str
    hint: str
    """What to do about it; empty when there is nothing to say."""
    file: str | None
    """The file, or the option, that it stands in; null when it has no place."""
    line: int | None
    """From 1."""
    column: int | None
    """From 1."""


class RefusedModel(Model):
    """The output of a check that ended without an answer: the fields of any other, empty, and what is wrong."""

    schema_id: Literal["urn:quidpro:schema:verdict:1"] = Field(alias="schema")
    verdict: Literal["unknown"]
    method: str
    system: None
    property: None
    kind: None
    components: list[str] = Field(max_length=0)
    assumptions: list[str] = Field(max_length=0)
    counterexample: None
    certified: Literal[False]
    reason: str
    """The message of the first error."""
    notes: list[str] = Field(max_length=0)
    stats: None
    winner: None
    race: list[str] = Field(max_length=0)
    certificate: None
    warnings: list[str] = Field(max_length=0)
    error: ErrorModel
    """The first error."""
    errors: list[ErrorModel] = Field(min_length=1)
    """All errors."""


class VerdictFileModel(RootModel[ExplicitVerdictModel | SymbolicVerdictModel | ProbVerdictModel | RefusedModel]):
    """The output of ``quidpro check --format json``: for an SMV model the second shape, for a PRISM model the third.

    The fourth is that of an input that was refused.
    """


class CertificateFileModel(
    RootModel[
        CertificateModel
        | list[CertificateModel]
        | SymbolicCertificateModel
        | list[SymbolicCertificateModel]
        | ProbCertificateModel
        | list[ProbCertificateModel]
    ]
):
    """What ``quidpro check --certificate`` writes: one certificate, or a list of them; of any world."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema called ``verdict`` or ``certificate``, of what this version writes and nothing else."""
    model: type[BaseModel] = VerdictFileModel if name == "verdict" else CertificateFileModel
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": VERDICT_SCHEMA if name == "verdict" else CERTIFICATE_SCHEMA,
    }
    return head | model.model_json_schema(by_alias=True)


def published(name: str) -> dict[str, Any]:
    """The schema for readers: of results that may have more fields, of certificates that may not."""
    return _open(schema(name)) if name == "verdict" else schema(name)


def _open(part: Any) -> Any:
    """The same without what forbids further fields."""
    if isinstance(part, list):
        return [_open(one) for one in part]
    if not isinstance(part, dict):
        return part
    closed = part.get("additionalProperties") is False
    return {key: _open(one) for key, one in part.items() if not (closed and key == "additionalProperties")}


def schema_text(name: str) -> str:
    """The schema as it stands in ``docs/schema``."""
    return json.dumps(published(name), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(folder: str = "docs/schema") -> None:
    """Write the schema files."""
    for name in SCHEMAS:
        (Path(folder) / f"{name}.schema.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
