"""The published shape of what quidpro writes: the JSON result of a check, and the certificate file.

``python -m quidpro.verdict.schema [FOLDER]`` writes both as JSON Schema, by default into ``docs/schema``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from quidpro.verdict.schema_probabilistic import ProbCertificateModel, ProbVerdictModel
from quidpro.verdict.schema_race import RunnerModel
from quidpro.verdict.schema_symbolic import SymbolicCertificateModel, SymbolicVerdictModel

SCHEMAS = ("verdict", "certificate")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, strict=True)


class LTSModel(_Model):
    """An LTS, complete."""

    name: str
    alphabet: list[str]
    states: int = Field(ge=1)
    initial: int = Field(ge=0)
    end: int | None = Field(description="The state of successful termination, if there is one.")
    state_names: list[str] | None
    transitions: list[list[int | str]] = Field(
        description="Each is [from, action, to]; the action tau is silent, the target -1 is the error state."
    )


class CertifiedAssumptionModel(_Model):
    """An assumption of a proof, with everything that checking it needs."""

    name: str
    about: list[str] = Field(alias="for", description="The components that must guarantee it.")
    alphabet: list[str]
    aut: str = Field(description="The same LTS in AUT format, for other tools.")
    lts: LTSModel
    parts: list[str] = Field(
        default=[],
        description="For a step of rule minimise: the components and earlier steps that it was composed of.",
    )
    witness: list[list[int]] | None = Field(
        default=None,
        description="How the assumption simulates its group: local states of the processes, the state of the group's "
        "own assumption if it has one, the state of this assumption.",
    )


class CertificateModel(_Model):
    """A certificate: the rule, its groups and assumptions, fingerprints of the components it speaks of."""

    format: Literal["quidpro-certificate"]
    version: Literal[1]
    rule: str = Field(description="monolithic, asym, asym-n, circ-ag, minimise")
    system: str
    property: str | None
    kind: Literal["safety", "deadlock", "progress", "liveness"]
    fair_choice: bool | None = Field(
        default=None, description="For liveness: whether the proof is about runs whose choices are fair, or about all."
    )
    groups: list[list[str]] = Field(description="The processes, grouped in the order that the rule uses them.")
    assumptions: list[CertifiedAssumptionModel]
    digests: dict[str, str] = Field(description="SHA-256 of each component, property and assertion, by name.")


class AssumptionModel(_Model):
    """An assumption that a method found."""

    name: str
    about: list[str] = Field(alias="for", description="The components that must guarantee it.")
    alphabet: list[str]
    states: int
    transitions: int
    aut: str


class MoveModel(_Model):
    """One move of one component."""

    step: int = Field(ge=1, description="The step of the whole run, from 1.")
    action: str
    before: str = Field(alias="from", description="Local state before the move.")
    after: str = Field(alias="to", description="Local state after the move.")
    source: str | None = Field(description="file:line:col of the action in the model text.")


class PathModel(_Model):
    """The local path of a component: only its own moves."""

    name: str
    path: list[MoveModel]


class OfferModel(_Model):
    """An action that a process would do next."""

    action: str
    waits_for: list[str] = Field(description="The components that have the action too, and do not offer it.")


class WaitingModel(_Model):
    """What a process waits for in a deadlock."""

    name: str
    offers: list[OfferModel] = Field(description="Empty when it has stopped.")
    ended: bool = Field(description="Whether it has ended successfully, by END.")


class WaitModel(_Model):
    """One who waits for the next one in a circle."""

    name: str
    action: str = Field(description="What it waits to do.")


class CounterexampleModel(_Model):
    """A run of the whole system that violates the property."""

    trace: list[str] = Field(description="The visible actions of the run.")
    steps: list[str] = Field(description="All actions of the run, silent ones (tau) included.")
    cycle: list[str] | None = Field(
        description="For progress and liveness: the actions that recur at the end, those of the terminal set that it "
        "ends in; without fair choice those of the loop, in their order."
    )
    components: list[PathModel]
    waiting: list[WaitingModel] | None = Field(
        default=None, description="For a deadlock: every process with what it offers, and whom that waits for."
    )
    circular_wait: list[WaitModel] | None = Field(
        default=None,
        description="For a deadlock: a shortest circle in which each waits for the next; empty if there is none.",
    )


class RoundModel(_Model):
    """One premise checked in one round of a rule."""

    iteration: int
    premise: int
    assumption_states: int
    states: int
    transitions: int
    result: str
    level: int = Field(description="How deep in a recursive rule; 0 is the property itself.")
    run: str = Field(description="Which of several runs that take turns; empty when there is one.")


class StatsModel(_Model):
    """What the work cost."""

    seconds: float
    certify_seconds: float
    states_explored: int
    transitions_explored: int
    iterations: int
    queries: int
    peak_memory_mb: float
    sat_seconds: float
    rounds: list[RoundModel]


class WholeModel(_Model):
    """How large the whole system is."""

    states: int = Field(description="So many states of it were seen.")
    exact: bool = Field(description="Whether these are all.")
    bound: int | str = Field(description="At most so many: the product of the components' sizes; a string when huge.")
    words: str


class ResultModel(_Model):
    """The answer to one question."""

    verdict: Literal["holds", "violated", "unknown"]
    method: str
    system: str
    property: str | None
    kind: Literal["safety", "deadlock", "progress", "liveness"]
    components: list[str]
    violated_by: str | None = Field(description="The property, component, progress test or assertion that fails.")
    assumptions: list[AssumptionModel]
    counterexample: CounterexampleModel | None
    certified: bool
    reason: str = Field(description="Why the verdict is unknown, or not certified; else empty.")
    notes: list[str]
    stats: StatsModel
    winner: RunnerModel | None = Field(description="For method auto: who decided it.")
    race: list[RunnerModel] = Field(description="For method auto: everyone who took part.")
    whole: WholeModel | None = Field(description="For method auto: the size of the whole system.")
    certificate: CertificateModel | None


class VerdictModel(ResultModel):
    """The output of ``quidpro check --format json``; the top level repeats the decisive answer."""

    warnings: list[str] = Field(description="What was odd about the model, but accepted.")
    results: list[ResultModel] = Field(default=[], description="All answers, when several were asked for.")


class ErrorModel(_Model):
    """Something that is wrong with the input, or with how it was asked about."""

    message: str
    hint: str = Field(description="What to do about it; empty when there is nothing to say.")
    file: str | None = Field(description="The file, or the option, that it stands in; null when it has no place.")
    line: int | None = Field(description="From 1.")
    column: int | None = Field(description="From 1.")


class RefusedModel(_Model):
    """The output of a check that ended without an answer: the fields of any other, empty, and what is wrong."""

    verdict: Literal["unknown"]
    method: str
    system: None
    property: None
    kind: None
    components: list[str] = Field(max_length=0)
    assumptions: list[str] = Field(max_length=0)
    counterexample: None
    certified: Literal[False]
    reason: str = Field(description="The message of the first error.")
    notes: list[str] = Field(max_length=0)
    stats: None
    winner: None
    race: list[str] = Field(max_length=0)
    certificate: None
    warnings: list[str] = Field(max_length=0)
    error: ErrorModel = Field(description="The first error.")
    errors: list[ErrorModel] = Field(min_length=1, description="All errors.")


class VerdictFileModel(RootModel[VerdictModel | SymbolicVerdictModel | ProbVerdictModel | RefusedModel]):
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
    """The JSON Schema called ``verdict`` or ``certificate``."""
    model: type[BaseModel] = VerdictFileModel if name == "verdict" else CertificateFileModel
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | model.model_json_schema(by_alias=True)


def schema_text(name: str) -> str:
    """The schema as it stands in ``docs/schema``."""
    return json.dumps(schema(name), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def main(folder: str = "docs/schema") -> None:
    """Write the schema files."""
    for name in SCHEMAS:
        (Path(folder) / f"{name}.schema.json").write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
