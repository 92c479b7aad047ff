"""The published shape of results and certificates of the explicit world."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from quidpro.verdict.schema_common import Model, ResultModel


class LTSModel(Model):
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


class CertifiedAssumptionModel(Model):
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


class CertificateModel(Model):
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


class AssumptionModel(Model):
    """An assumption that a method found."""

    name: str
    about: list[str] = Field(alias="for", description="The components that must guarantee it.")
    alphabet: list[str]
    states: int
    transitions: int
    aut: str


class MoveModel(Model):
    """One move of one component."""

    step: int = Field(ge=1, description="The step of the whole run, from 1.")
    action: str
    before: str = Field(alias="from", description="Local state before the move.")
    after: str = Field(alias="to", description="Local state after the move.")
    source: str | None = Field(description="file:line:col of the action in the model text.")


class PathModel(Model):
    """The local path of a component: only its own moves."""

    name: str
    path: list[MoveModel]


class OfferModel(Model):
    """An action that a process would do next."""

    action: str
    waits_for: list[str] = Field(description="The components that have the action too, and do not offer it.")


class WaitingModel(Model):
    """What a process waits for in a deadlock."""

    name: str
    offers: list[OfferModel] = Field(description="Empty when it has stopped.")
    ended: bool = Field(description="Whether it has ended successfully, by END.")


class WaitModel(Model):
    """One who waits for the next one in a circle."""

    name: str
    action: str = Field(description="What it waits to do.")


class CounterexampleModel(Model):
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


class RoundModel(Model):
    """One premise checked in one round of a rule."""

    iteration: int
    premise: int
    assumption_states: int
    states: int
    transitions: int
    result: str
    level: int = Field(description="How deep in a recursive rule; 0 is the property itself.")
    run: str = Field(description="Which of several runs that take turns; empty when there is one.")


class StatsModel(Model):
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


class ExplicitResultModel(ResultModel):
    """The answer to one question about labelled transition systems."""

    world: Literal["explicit"] = "explicit"
    kind: Literal["safety", "deadlock", "progress", "liveness"]
    assumptions: list[AssumptionModel]
    counterexample: CounterexampleModel | None
    stats: StatsModel
    certificate: CertificateModel | None


class ExplicitVerdictModel(ExplicitResultModel):
    """The output of ``quidpro check --format json``; the top level repeats the decisive answer."""

    warnings: list[str] = Field(description="What was odd about the model, but accepted.")
    results: list[ExplicitResultModel] = Field(default=[], description="All answers, when several were asked for.")
