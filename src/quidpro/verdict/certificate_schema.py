"""The published shape of certificates, world by world. A field is described by the text below it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """Nothing more than what is said, and of the types that are said."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, strict=True, use_attribute_docstrings=True)


Number = Annotated[int, Field(ge=0)]
NumberPair = Annotated[list[Number], Field(min_length=2, max_length=2)]


class HeadModel(Model):
    """What every certificate begins with."""

    format: Literal["quidpro-certificate"]
    version: Literal[1]


class LTSModel(Model):
    """An LTS, complete."""

    name: str
    alphabet: list[str]
    states: int = Field(ge=1)
    initial: int = Field(ge=0)
    end: int | None
    """The state of successful termination, if there is one."""
    state_names: list[str] | None
    transitions: list[list[int | str]]
    """Each is [from, action, to]; the action tau is silent, the target -1 is the error state."""


class CertifiedAssumptionModel(Model):
    """An assumption of a proof, with everything that checking it needs."""

    name: str
    about: list[str] = Field(alias="for")
    """The components that must guarantee it."""
    alphabet: list[str]
    aut: str
    """The same LTS in AUT format, for other tools."""
    lts: LTSModel
    parts: list[str] = []
    """For a step of rule minimise: the components and earlier steps that it was composed of."""
    uses: list[str] | None = None
    """For rule circ-ag: the assumptions that its premise uses; by default all others."""
    inner: list[CertifiedAssumptionModel] = []
    """For rule circ-ag: how its premise is proved by the rule again, with an assumption for each part of the group; the
    one that is for none of them is about what the premise uses.
    """
    witness: list[list[int]] | None = Field(
        default=None,
        description="How the assumption simulates its group: local states of the processes, the state of the group's "
        "own assumption if it has one, the state of this assumption.",
    )
    invariant: StateSetModel | None = None
    """Why the last group guarantees the assumption, where it is large: a set with the initial states of its processes
    and of the assumption, which no step leaves and in which nothing is forbidden.
    """


class LevelModel(Model):
    """A level of a decision diagram: a component, or a block of its states."""

    component: str
    states: list[Number]
    """In the order of their values, from 0; from 1 where the component has several levels: 0 is another block."""


class StateSetModel(Model):
    """A set of states of a system as a decision diagram."""

    levels: list[LevelModel]
    """From the top."""
    nodes: list[list[list[NumberPair]]]
    """For each level its nodes, each as pairs [value, node of the next level]; the first node is the set."""


class CertificateModel(HeadModel):
    """A certificate: the rule, its groups and assumptions, fingerprints of the components it speaks of."""

    rule: str
    """monolithic, asym, asym-n, circ-ag, minimise, saturation, inductive"""
    system: str
    property: str | None
    kind: Literal["safety", "deadlock", "progress", "liveness"]
    fair_choice: bool | None = None
    """For liveness: whether the proof is about runs whose choices are fair, or about all."""
    groups: list[list[str]]
    """The processes, grouped in the order that the rule uses them."""
    assumptions: list[CertifiedAssumptionModel]
    digests: dict[str, str]
    """SHA-256 of each component, property and assertion, by name."""
    states: StateSetModel | None = None
    """For rule saturation: a set with the initial state, which no step leaves."""
    clauses: list[dict[str, list[Number]]] | None = None
    """For rule inductive: each says that one of some components, by name, is in one of the states listed for it; the
    initial state satisfies all of them, and every step keeps each.
    """


ValueModel = bool | int | str
NodeModel = list[str | int | list[ValueModel]]


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


class SymbolicCertificateModel(HeadModel):
    """A certificate about an SMV model: ``inductive``, ``asym``, ``asym-n`` or ``circ-ag``, with decision graphs."""

    world: Literal["symbolic"]
    rule: str
    """asym, asym-n, circ-ag, inductive, k-inductive"""
    system: str
    property: str
    text: str
    model: str
    """SHA-256 of the model text."""
    first: list[str]
    """Private variables of M1."""
    second: list[str]
    """Private variables of M2."""
    shared: list[str]
    """The communication variables."""
    assumption: CertifiedSymbolicAssumptionModel | None
    invariants: list[int]
    nodes: list[NodeModel]
    """Each is [variable, values or bit, then, else]; 0 is false, 1 is true, n + 2 is node n."""
    asked: bool = False
    """Whether the property does not stand in the file of the model: its text is then INVARSPEC, LTLSPEC or CTLSPEC and
    the formula, which is read again.
    """
    groups: list[list[str]] | None = None
    """For rules asym-n and circ-ag: the variables that M1, M2, … see; for k-inductive those that it follows."""
    assumptions: list[CertifiedSymbolicAssumptionModel] | None = None
    """For rule asym-n: A1, A2, …, each about all groups after the first, the second and so on; for circ-ag g1, g2, …"""
    conjuncts: list[list[int]] | None = None
    """For rule asym: for each invariant predicates that are part of it, such as clauses."""
    steps: int | None = None
    """For rule k-inductive: over how many steps the induction goes; its invariants are inductive by themselves."""


class LPTSModel(Model):
    """An LPTS, complete."""

    name: str
    alphabet: list[str]
    states: int = Field(ge=1)
    initial: int = Field(ge=0)
    state_names: list[str] | None = None
    marks: dict[str, list[int]]
    """The states in which each atomic proposition holds."""
    transitions: list[list[Any]]
    """Each is [from, action, [[state, probability], …]], the probability an exact text such as "1/10"."""


class DigestModel(Model):
    """A component that a certificate is about."""

    name: str
    digest: str
    """SHA-256 of what it does."""


class SpecificationModel(Model):
    """What a certificate is about: an LPTS, or a formula."""

    name: str | None = None
    digest: str | None = None
    formula: str | None = None


class ProbCertificateModel(HeadModel):
    """A certificate about a probabilistic model: a proof by simulations, or what refutes: an execution, a scheduler."""

    world: Literal["probabilistic"]
    rule: Literal["monolithic", "asym", "asym-n", "execution", "scheduler"]
    verdict: Literal["holds", "violated"]
    components: list[DigestModel]
    specification: SpecificationModel
    groups: list[list[int]] | None = None
    """Components by number, in the rule's order."""
    assumptions: list[LPTSModel] | None = None
    premises: list[dict[str, Any]] | None = None
    """For each its simulation relation, or the bounds that show the formula."""
    tree: dict[str, Any] | None = None
    """The execution, each distribution written out once."""
    values: list[dict[str, Any]] | None = None
    """For each P over an unbounded U the probabilities that a scheduler attains."""
