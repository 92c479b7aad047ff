"""The published shape of results: what all worlds have in common, then each world's own.

A field is described by the text below it; a probability is a text like "1/10".
"""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import Field

from quidpro.verdict.certificate_schema import (
    CertificateModel,
    LPTSModel,
    Model,
    ProbCertificateModel,
    SymbolicCertificateModel,
    ValueModel,
)


class RunnerModel(Model):
    """A method that took part in the race of method auto."""

    method: str
    split: str | None
    """The groups, as --split takes them."""
    options: dict[str, str]
    """Where its options differ from those that were asked for."""
    state: str
    """What it answered, or how far it had come."""
    seconds: float
    states: int
    rounds: int
    peak_memory_mb: float


class SizeModel(Model):
    """How large the whole system is."""

    states: int | str
    """So many states of it were seen; a string where it does not fit into 53 bits."""
    exact: bool
    """Whether these are all."""
    bound: int | str
    """At most so many: the product of the components' sizes; a string when huge."""
    words: str


class ResultModel(Model):
    """The answer to one question, in any world; what shows it is the world's own."""

    world: str
    verdict: Literal["holds", "violated", "unknown"]
    method: str
    system: str
    property: str | None
    kind: str
    text: str = ""
    """What was asked, in words; empty where its name says it all."""
    components: list[str]
    violated_by: str | None = None
    """The property, component, progress test or assertion that fails."""
    certified: bool
    reason: str
    """Why the verdict is unknown, or not certified; else empty."""
    notes: list[str]
    winner: RunnerModel | None
    """For method auto: who decided it."""
    race: list[RunnerModel]
    """For method auto: everyone who took part."""
    whole: SizeModel | None = None
    """For method auto: the size of the whole system, where it is known."""


class CostModel(Model):
    """What the work cost, in any world."""

    seconds: float
    certify_seconds: float


Result = TypeVar("Result", bound=ResultModel)


class OutputModel(Model, Generic[Result]):
    """What the output of a check has beside the decisive answer."""

    schema_id: Literal["urn:quidpro:schema:verdict:1"] = Field(alias="schema")
    """The schema that this keeps to, and its version."""
    warnings: list[str]
    """What was odd about the model, but accepted."""
    results: list[Result] = Field(default=[])
    """All answers, when several were asked for."""


class AssumptionModel(Model):
    """An assumption that a method found or was given."""

    name: str
    about: list[str] = Field(alias="for")
    """The components that must guarantee it."""
    alphabet: list[str]
    states: int
    transitions: int
    aut: str
    given: bool = False
    """Whether it is one of --assume."""


class MoveModel(Model):
    """One move of one component."""

    step: int = Field(ge=1)
    """The step of the whole run, from 1."""
    action: str
    before: str = Field(alias="from")
    """Local state before the move."""
    after: str = Field(alias="to")
    """Local state after the move."""
    source: str | None
    """file:line:col of the action in the model text."""


class PathModel(Model):
    """The local path of a component: only its own moves."""

    name: str
    path: list[MoveModel]


class OfferModel(Model):
    """An action that a process would do next."""

    action: str
    waits_for: list[str]
    """The components that have the action too, and do not offer it."""
    held_by: str | None = None
    """The one of these that the process did its last step with, if any: it keeps the process waiting."""


class WaitingModel(Model):
    """What a process waits for in a deadlock."""

    name: str
    offers: list[OfferModel]
    """Empty when it has stopped."""
    ended: bool
    """Whether it has ended successfully, by END."""


class WaitModel(Model):
    """One who waits for the next one in a circle."""

    name: str
    action: str
    """What it waits to do."""


class LoopModel(Model):
    """What is repeated for ever at the end of a run."""

    steps: list[str]
    """All actions, silent ones (tau) included."""
    components: list[PathModel]
    """The moves of each component in it; the steps count on from the run before."""


class CounterexampleModel(Model):
    """A run of the whole system that violates the property."""

    trace: list[str]
    """The visible actions of the run."""
    steps: list[str]
    """All actions of the run, silent ones (tau) included."""
    cycle: list[str] | None = Field(
        description="For progress and liveness: the actions that recur at the end, those of the terminal set that it "
        "ends in; without fair choice those of the loop, in their order."
    )
    loop: LoopModel | None = None
    """Without fair choice: the loop step by step."""
    components: list[PathModel]
    waiting: list[WaitingModel] | None = None
    """For a deadlock: every process with what it offers, and whom that waits for."""
    circular_wait: list[WaitModel] | None = None
    """For a deadlock: a shortest circle in which each waits for the next; empty if there is none."""


class RoundModel(Model):
    """One premise checked in one round of a rule."""

    iteration: int
    premise: int
    assumption_states: int
    states: int
    transitions: int
    result: str
    level: int
    """How deep in a recursive rule; 0 is the property itself."""
    alphabet: int
    """How many actions the assumption is over; it grows where alphabets are refined."""
    run: str
    """Which of several runs that take turns; empty when there is one."""
    actions: list[str] | None = None
    """The actions that the assumption is over, where they are not those of the last entry of its run and level."""
    added: list[str] | None = None
    """Those that the alphabet has grown by, in the entries of the first assumption over the larger one."""


class SmallestModel(Model):
    """How few states a deterministic assumption can have, for this choice of M1 and this alphabet."""

    at_least: int = Field(ge=1)
    states: int | None
    """As few as one has that was found; it is a smallest one where this is ``at_least``."""
    rounds: int
    """How many automata were tried."""
    allowed: list[list[str]]
    """Words of M2: no automaton with fewer than ``at_least`` states allows all of them and none of those forbidden."""
    forbidden: list[list[str]]
    """Words along which M1 can go wrong."""


class StatsModel(CostModel):
    """What the work cost."""

    states_explored: int
    transitions_explored: int
    iterations: int
    queries: int
    peak_memory_mb: float
    sat_seconds: float
    reachable: int | str | None = None
    """The states of the whole system, where a decision diagram counted them; a string beyond 53 bits."""
    nodes: int = 0
    """Nodes of decision diagrams that were made."""
    rounds: list[RoundModel]
    smallest: SmallestModel | None = None
    """What was found where a smallest assumption was looked for."""


class ExplicitResultModel(ResultModel):
    """The answer to one question about labelled transition systems."""

    world: Literal["explicit"] = "explicit"
    kind: Literal["safety", "deadlock", "progress", "liveness"]
    assumptions: list[AssumptionModel]
    counterexample: CounterexampleModel | None
    stats: StatsModel
    certificate: CertificateModel | None


class ExplicitVerdictModel(OutputModel[ExplicitResultModel], ExplicitResultModel):
    """The output of ``quidpro check --format json``; the top level repeats the decisive answer."""


class EdgeModel(Model):
    """A step of an assumption."""

    source: int = Field(alias="from", ge=0)
    target: int = Field(alias="to", ge=0)
    when: str
    """The letters in words; a long list ends with an ellipsis."""


class SymbolicAssumptionModel(Model):
    """A deterministic automaton over the communication variables; it begins in state 0."""

    name: str
    about: list[str] = Field(alias="for")
    """The variables of the module that must keep to it."""
    variables: list[str]
    """The communication variables."""
    states: int = Field(ge=1)
    rejecting: int | None
    """The state that forbidden words lead to, which is never left."""
    edges: list[EdgeModel]


class SymbolicTraceModel(Model):
    """A run of the model that violates the specification."""

    states: list[dict[str, ValueModel]]
    """Every variable's value, each state but the last with the inputs of the step that leaves it."""
    changes: list[dict[str, ValueModel]]
    """The same, but only what differs from the state before."""
    loop: int | None
    """The state, from 0, that the last one leads back to; null for a finite run."""


class SymbolicRoundModel(Model):
    """A conjecture and what became of it."""

    iteration: int
    assumption_states: int
    rings: int
    result: str
    run: str
    level: int = 0
    """How deep in the rule for several groups; 0 is the property itself."""


class SymbolicStatsModel(CostModel):
    """What the work cost."""

    iterations: int
    queries: int
    rings: int
    """Images that were taken."""
    peak_nodes: int
    """The most nodes of decision diagrams at one time."""
    peak_memory_mb: float
    bits: int
    """Bits of a state."""
    communication_bits: int
    frames: int = 0
    """How many steps far a SAT engine looked."""
    clauses: int = 0
    """The clauses of its invariant."""
    rounds: list[SymbolicRoundModel]


class SymbolicResultModel(ResultModel):
    """The answer to one specification of an SMV model."""

    world: Literal["symbolic"]
    property: str
    components: list[str]
    """The variables of M1, M2 and so on, or the whole model."""
    assumptions: list[SymbolicAssumptionModel]
    counterexample: SymbolicTraceModel | None
    stats: SymbolicStatsModel
    certificate: SymbolicCertificateModel | None


class SymbolicVerdictModel(OutputModel[SymbolicResultModel], SymbolicResultModel):
    """The output of ``quidpro check --format json`` for an SMV model; the top level repeats the decisive answer."""


class BranchModel(Model):
    """Where a step leads, and with which probability."""

    probability: str = Field(pattern=r"^[0-9]+(/[0-9]+)?$")
    node: int = Field(ge=1)


class TreeStepModel(Model):
    """A step of the whole system."""

    action: str
    movers: list[str]
    """The components that move."""
    product: bool
    """Whether several of them toss a coin, so that probabilities are products."""
    branches: list[BranchModel]


class TreeNodeModel(Model):
    """A state of the whole system."""

    states: list[str]
    """One for each component."""
    marks: list[str]
    steps: list[TreeStepModel]


class TreeModel(Model):
    """An execution as a tree, of the whole system where it shows a violation; node 0 is the root."""

    components: list[str]
    depth: int
    nodes: list[TreeNodeModel]


class RefutationModel(Model):
    """A premise that an assumption fails, and the tree that shows it."""

    premise: int = Field(ge=1)
    why: str
    tree: TreeModel | None
    """Of the premise's components and the assumption behind them; none where no finite tree shows it."""


class ProbAssumptionModel(Model):
    """An assumption: a quotient of what stands behind it, one from the specification, or one that was given."""

    name: str
    about: list[str] = Field(alias="for")
    """The components that must guarantee it."""
    lpts: LPTSModel
    refutations: list[RefutationModel] = Field(default=[])
    """What is wrong with it, where it was given; left out when there is nothing."""


class ProbStatsModel(CostModel):
    """What the work cost."""

    refinements: int
    largest: int
    """States of the largest LPTS that was composed."""
    largest_assumption: int
    peak_memory_mb: float
    states: list[int]
    """Of the components, in the order of the result."""


class ProbResultModel(ResultModel):
    """The answer to one specification of a probabilistic model."""

    world: Literal["probabilistic"]
    property: str
    kind: Literal["simulation", "pctl"]
    components: list[str]
    """The groups, in the order in which the rule uses them."""
    assumptions: list[ProbAssumptionModel]
    counterexample: TreeModel | None
    stats: ProbStatsModel
    certificate: ProbCertificateModel | None


class ProbVerdictModel(OutputModel[ProbResultModel], ProbResultModel):
    """The output of ``quidpro check --format json`` for a probabilistic model."""
