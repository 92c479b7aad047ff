"""The published shape of results and certificates of the symbolic world."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from quidpro.verdict.schema_common import Model, ResultModel

ValueModel = bool | int | str
NodeModel = list[str | int | list[ValueModel]]


class EdgeModel(Model):
    """A step of an assumption."""

    source: int = Field(alias="from", ge=0)
    target: int = Field(alias="to", ge=0)
    when: str = Field(description="The letters in words; a long list ends with an ellipsis.")


class SymbolicAssumptionModel(Model):
    """A deterministic automaton over the communication variables; it begins in state 0."""

    name: str
    about: list[str] = Field(alias="for", description="The variables of the module that must keep to it.")
    variables: list[str] = Field(description="The communication variables.")
    states: int = Field(ge=1)
    rejecting: int | None = Field(description="The state that forbidden words lead to, which is never left.")
    edges: list[EdgeModel]


class SymbolicTraceModel(Model):
    """A run of the model that violates the specification."""

    states: list[dict[str, ValueModel]] = Field(
        description="Every variable's value, each state but the last with the inputs of the step that leaves it."
    )
    changes: list[dict[str, ValueModel]] = Field(description="The same, but only what differs from the state before.")
    loop: int | None = Field(description="The state, from 0, that the last one leads back to; null for a finite run.")


class SymbolicRoundModel(Model):
    """A conjecture and what became of it."""

    iteration: int
    assumption_states: int
    rings: int
    result: str
    run: str


class SymbolicStatsModel(Model):
    """What the work cost."""

    seconds: float
    certify_seconds: float
    iterations: int
    queries: int
    rings: int = Field(description="Images that were taken.")
    peak_nodes: int = Field(description="The most nodes of decision diagrams at one time.")
    peak_memory_mb: float
    bits: int = Field(description="Bits of a state.")
    communication_bits: int
    rounds: list[SymbolicRoundModel]


class CertifiedEdgeModel(Model):
    """A step of a certified assumption: the letters as a node of its graph, and in words."""

    source: int = Field(alias="from", ge=0)
    target: int = Field(alias="to", ge=0)
    predicate: int = Field(ge=0)
    when: str


class CertifiedSymbolicAssumptionModel(Model):
    """An assumption of a proof, with everything that checking it needs."""

    name: str
    about: list[str] = Field(alias="for")
    variables: list[str]
    states: int = Field(ge=1)
    rejecting: int | None
    edges: list[CertifiedEdgeModel]
    nodes: list[NodeModel]


class SymbolicCertificateModel(Model):
    """A certificate about an SMV model: rule ``asym`` or ``inductive``, with invariants as decision graphs."""

    format: Literal["quidpro-certificate"]
    version: Literal[1]
    world: Literal["symbolic"]
    rule: str = Field(description="asym, inductive")
    system: str
    property: str
    text: str
    model: str = Field(description="SHA-256 of the model text.")
    first: list[str] = Field(description="Private variables of M1.")
    second: list[str] = Field(description="Private variables of M2.")
    shared: list[str] = Field(description="The communication variables.")
    assumption: CertifiedSymbolicAssumptionModel | None
    invariants: list[int]
    nodes: list[NodeModel] = Field(
        description="Each is [variable, values or bit, then, else]; 0 is false, 1 is true, n + 2 is node n."
    )


class SymbolicResultModel(ResultModel):
    """The answer to one specification of an SMV model."""

    world: Literal["symbolic"]
    property: str
    components: list[str] = Field(description="The variables of M1 and M2, or the whole model.")
    assumptions: list[SymbolicAssumptionModel]
    counterexample: SymbolicTraceModel | None
    stats: SymbolicStatsModel
    certificate: SymbolicCertificateModel | None


class SymbolicVerdictModel(SymbolicResultModel):
    """The output of ``quidpro check --format json`` for an SMV model; the top level repeats the decisive answer."""

    warnings: list[str] = Field(description="What was odd about the model, but accepted.")
    results: list[SymbolicResultModel] = Field(default=[], description="All answers, when several were asked for.")
