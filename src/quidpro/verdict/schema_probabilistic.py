"""The published shape of results and certificates of the probabilistic world; a probability is a text like "1/10"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from quidpro.verdict.schema_common import Model, ResultModel

_FRACTION = r"^[0-9]+(/[0-9]+)?$"


class LPTSModel(Model):
    """An LPTS, complete."""

    name: str
    alphabet: list[str]
    states: int = Field(ge=1)
    initial: int = Field(ge=0)
    state_names: list[str] | None = None
    marks: dict[str, list[int]] = Field(description="The states in which each atomic proposition holds.")
    transitions: list[list[Any]] = Field(
        description='Each is [from, action, [[state, probability], …]], the probability an exact text such as "1/10".'
    )


class ProbAssumptionModel(Model):
    """An assumption that was found: a quotient of what stands behind it."""

    name: str
    about: list[str] = Field(alias="for", description="The components that must guarantee it.")
    lpts: LPTSModel


class BranchModel(Model):
    """Where a step leads, and with which probability."""

    probability: str = Field(pattern=_FRACTION)
    node: int = Field(ge=1)


class TreeStepModel(Model):
    """A step of the whole system."""

    action: str
    movers: list[str] = Field(description="The components that move.")
    product: bool = Field(description="Whether several of them toss a coin, so that probabilities are products.")
    branches: list[BranchModel]


class TreeNodeModel(Model):
    """A state of the whole system."""

    states: list[str] = Field(description="One for each component.")
    marks: list[str]
    steps: list[TreeStepModel]


class TreeModel(Model):
    """An execution of the whole system that violates the specification; node 0 is the root."""

    components: list[str]
    depth: int
    nodes: list[TreeNodeModel]


class ProbStatsModel(Model):
    """What the work cost."""

    seconds: float
    certify_seconds: float
    refinements: int
    largest: int = Field(description="States of the largest LPTS that was composed.")
    largest_assumption: int
    peak_memory_mb: float
    states: list[int] = Field(description="Of the components, in the order of the result.")


class DigestModel(Model):
    """A component that a certificate is about."""

    name: str
    digest: str = Field(description="SHA-256 of what it does.")


class SpecificationModel(Model):
    """What a certificate is about: an LPTS, or a formula."""

    name: str | None = None
    digest: str | None = None
    formula: str | None = None


class ProbCertificateModel(Model):
    """A certificate about a probabilistic model: a proof by simulations, or what refutes: an execution, a scheduler."""

    format: Literal["quidpro-certificate"]
    version: Literal[1]
    world: Literal["probabilistic"]
    rule: Literal["monolithic", "asym", "asym-n", "execution", "scheduler"]
    verdict: Literal["holds", "violated"]
    components: list[DigestModel]
    specification: SpecificationModel
    groups: list[list[int]] | None = Field(default=None, description="Components by number, in the rule's order.")
    assumptions: list[LPTSModel] | None = None
    premises: list[dict[str, Any]] | None = Field(
        default=None, description="For each its simulation relation, or the bounds that show the formula."
    )
    tree: dict[str, Any] | None = Field(default=None, description="The execution, each distribution written out once.")
    values: list[dict[str, Any]] | None = Field(
        default=None, description="For each P over an unbounded U the probabilities that a scheduler attains."
    )


class ProbResultModel(ResultModel):
    """The answer to one specification of a probabilistic model."""

    world: Literal["probabilistic"]
    property: str
    kind: Literal["simulation", "pctl"]
    components: list[str] = Field(description="The groups, in the order in which the rule uses them.")
    assumptions: list[ProbAssumptionModel]
    counterexample: TreeModel | None
    stats: ProbStatsModel
    certificate: ProbCertificateModel | None


class ProbVerdictModel(ProbResultModel):
    """The output of ``quidpro check --format json`` for a probabilistic model."""

    warnings: list[str] = Field(description="What was odd about the model, but accepted.")
    results: list[ProbResultModel] = Field(default=[], description="All answers, when several were asked for.")
