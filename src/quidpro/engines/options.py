"""The options of all engines, and what can be asked in each world.

They stand together and apart from the engines, so that the help of the command line loads none of them. Each engine
names its dataclass in its world's record; what the command line, the Python interface and ``bench`` take, and what they
refuse, follows from these fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from quidpro.core.options import option
from quidpro.core.plugins import LEARNERS

BY_PARTS = "By parts (assume-guarantee)"
SMV = "SMV models"
PRISM = "PRISM and JANI models"


@dataclass(frozen=True)
class Candidates:
    """Cheap attempts first."""

    candidates: bool = option(
        True,
        "First look for a violation nearby, and try assumptions that cost little.",
        panel=BY_PARTS,
        published=False,
    )


@dataclass(frozen=True)
class Orientation:
    """Which group is the one that assumes."""

    orientation: Literal["both", "given"] = option(
        "both",
        "Try the groups in both orders, or only in the order in which they are given.",
        panel=BY_PARTS,
        published="given",
    )


@dataclass(frozen=True)
class Reduction:
    """Whether the parts stay as they are."""

    reduce: bool = option(True, "Make the parts smaller before reasoning about them.", panel=BY_PARTS, published=False)


@dataclass(frozen=True)
class Counterexamples:
    """How many of them a round is about."""

    counterexamples: int | None = option(
        None,
        "Refine by this many counterexamples at once (by default as many as the method finds useful).",
        panel=BY_PARTS,
        metavar="N",
        least=1,
        published=1,
    )


@dataclass(frozen=True)
class Given:
    """Assumptions that the user has written; ``given`` is what they are, as the world has read them."""

    assume: tuple[Any, ...] = option(
        (),
        "Try this assumption: a file, or a process, property or module of the model; repeatable, in order.",
        panel=BY_PARTS,
        metavar="FILE",
        reads=True,
        alone=True,
    )
    improve: bool = option(
        False,
        "Where an assumption of --assume does not prove it, start from it and find one that does.",
        panel=BY_PARTS,
        flag="--improve",
        alone=True,
        needs="assume",
    )
    given: Any = None


@dataclass(frozen=True)
class Alphabet:
    """What the assumptions speak of."""

    alphabet: Literal["full", "refine"] = option(
        "full",
        "Assumptions over the whole interface (full), or over those actions that are needed (refine).",
        panel=BY_PARTS,
    )

    @property
    def refine_alphabet(self) -> bool:
        """Whether assumptions are over those actions only that are needed."""
        return self.alphabet == "refine"


@dataclass(frozen=True)
class ByParts(Alphabet, Given, Candidates, Reduction):
    """What the rules over groups of LTSs have in common."""


@dataclass(frozen=True)
class Minimal:
    """Whether the assumption of a proof is to be the smallest."""

    smallest: bool = option(
        False,
        "For lstar, agar, symbolic: once proved, find a smallest deterministic assumption, and show that it is one.",
        panel=BY_PARTS,
        flag="--smallest",
        alone=True,
        published=False,
    )


@dataclass(frozen=True)
class CarryOver:
    """What becomes of the work when an alphabet grows."""

    carry_over: bool = option(
        True,
        "With --alphabet refine: keep what is known when the alphabet grows, or start over.",
        panel=BY_PARTS,
        published=False,
    )


@dataclass(frozen=True)
class Learned(Minimal, ByParts, Orientation, CarryOver):
    """Options of ``lstar``."""

    learner: Literal["kv", "lstar"] | Any = option(
        "kv",
        "For lstar: learn with a discrimination tree (kv) or with the table of L*.",
        panel=BY_PARTS,
        open=LEARNERS,
        published="lstar",
    )


@dataclass(frozen=True)
class Refined(Minimal, ByParts, Orientation, Counterexamples, CarryOver):
    """Options of ``agar``; ``incremental`` off rebuilds everything after every split, for comparison."""

    counterexample: Literal["first", "shortest"] = option(
        "shortest", "For agar: refine by a shortest counterexample, or by the first one found.", panel=BY_PARTS
    )
    incremental: bool = True

    @property
    def depth_first(self) -> bool:
        """Whether any counterexample will do."""
        return self.counterexample == "first"


@dataclass(frozen=True)
class Circular(ByParts, Counterexamples, CarryOver):
    """Options of ``circular``; the rule has no orientation."""

    uses: tuple[str, ...] = option(
        (),
        'For circular: which other assumptions the premise of one may use, such as "g2: g1"; repeatable.',
        panel=BY_PARTS,
        metavar='"g2: g1"',
        alone=True,
    )
    recursive: bool = option(
        False,
        "For circular: prove the premise of a group of several components by the rule again, for its members.",
        panel=BY_PARTS,
        flag="--recursive",
        alone=True,
    )

    until: Literal["enough", "first", "smallest"] = option(
        "enough",
        "For circular: look for assumptions until they are smallest, until there is a first proof, or, with a proof at"
        " hand that may not be smallest, until that has taken enough.",
        panel=BY_PARTS,
        published="smallest",
    )
    symmetry: bool = option(
        True,
        "For circular: use that groups which are alike can be interchanged.",
        panel=BY_PARTS,
        published=False,
    )
    encoding: Literal["both", "onehot", "binary"] = option(
        "both",
        "For circular: how the states of assumptions are encoded for the SAT solver; both take turns.",
        panel=BY_PARTS,
        published="binary",
    )


@dataclass(frozen=True)
class Minimised(Candidates):
    """Options of ``minimise``."""


@dataclass(frozen=True)
class Whole:
    """Options of the explicit ``monolithic``."""

    most_states: int | None = None
    """Give up where there are more."""


@dataclass(frozen=True)
class Saturated:
    """Options of ``saturation``."""

    most_nodes: int | None = None
    """Give up where more nodes would be made."""


@dataclass(frozen=True)
class ExplicitPdr:
    """Options of ``pdr`` for systems of LTSs."""

    codes: Literal["both", "binary", "one-hot"] = "both"
    """How the states of components are seen in bits; both take turns."""


@dataclass(frozen=True)
class Diagrams:
    """Options of everything that works with decision diagrams; ``bits`` is the order that came of it."""

    order: Path | None = option(
        None,
        "Take the order of the variables from this file, as NuSMV writes it.",
        panel=SMV,
        metavar="FILE",
        reads=True,
    )
    save_order: Path | None = option(
        None, "Write the order of the variables to this file.", panel=SMV, metavar="OUT", writes=True
    )
    reorder: bool = option(False, "First search for a better order of the variables.", panel=SMV, flag="--reorder")
    bits: Any = None


@dataclass(frozen=True)
class Searched(Diagrams):
    """Options of ``monolithic``."""

    localise: bool = option(
        True,
        "Begin with what the property needs of the model, or for symbolic of M1, and take more of it.",
        panel=SMV,
        published=False,
    )


@dataclass(frozen=True)
class SymbolicLearned(Minimal, Given, Candidates, Orientation, Searched):
    """Options of ``symbolic``; ``rank`` says which of the cuts to choose from is meant, 0 is the best."""

    rank: int = 0
    sides: tuple[int, ...] | None = None
    """The orientations that are tried, by their numbers; None as ``orientation`` says."""


@dataclass(frozen=True)
class SymbolicBounded:
    """Options of ``bmc`` and ``induction``."""

    bound: int | None = option(
        None,
        "For bmc and induction: look at most this many steps far (by default 100 for bmc).",
        panel=SMV,
        metavar="N",
        least=1,
        limit=True,
    )


@dataclass(frozen=True)
class SymbolicPdr:
    """Options of ``pdr``."""

    literals: Literal["activity", "given"] = option(
        "activity", "For pdr: which literals are dropped first from a clause, seldom used ones or the first.", panel=SMV
    )
    counterexamples_blocked: int | None = None
    """So many counterexamples to the generalisation of one clause are blocked; None for both few and many, in turns."""


@dataclass(frozen=True)
class SymbolicContract:
    """Options of ``contract``; ``rank`` says which of the cuts to choose from is meant, 0 is the best."""

    history: int = option(
        2,
        "For contract: clauses of the assumption may speak of what was shared at most this many steps ago.",
        panel=SMV,
        metavar="N",
        least=0,
        limit=True,
    )
    rank: int = 0


@dataclass(frozen=True)
class SymbolicAbc:
    """Options of ``abc``; ``one_core`` says that its two engines share a core, None as the machine has them."""

    one_core: bool | None = None


@dataclass(frozen=True)
class SymbolicCircular(Diagrams):
    """Options of ``circular`` for SMV models: the rule has no orientation, and nothing is learned."""


@dataclass(frozen=True)
class Simulation:
    """How simulation is decided."""

    smt: bool = option(False, "Decide simulation with an SMT solver (slower).", panel=PRISM, flag="--smt")


@dataclass(frozen=True)
class ProbabilisticAbstracted(Reduction, Counterexamples, Simulation):
    """Options of the probabilistic ``cegar``: the whole, as one component."""


@dataclass(frozen=True)
class ProbabilisticRefined(Alphabet, Given, Candidates, Orientation, ProbabilisticAbstracted):
    """Options of the probabilistic ``agar``: components in several orders, trees as counterexamples."""

    group: bool = option(
        True,
        "For agar: take small components that only meet in another one as one group, before that one.",
        panel=PRISM,
        published=False,
    )


def _named() -> Any:
    """Questions by their names."""
    return option((), "Check this property; repeatable (by default all inside the system).", metavar="NAME")


def _beside() -> Any:
    """A file of questions."""
    return option(
        None,
        "Check the properties of this file, of FSP or, for a PRISM model, of PRISM; or those that --property names.",
        metavar="FILE",
        reads=True,
    )


def _constants() -> Any:
    """Values for constants of a file."""
    text = "Set a constant of an FSP, PRISM or JANI file; repeatable, or several at once: N=3,K=4."
    return field(default_factory=dict, metadata={"help": text, "metavar": "NAME=VALUE"})


@dataclass(frozen=True)
class ExplicitQuestion:
    """What can be asked of labelled transition systems."""

    system: str | None = option(None, "The composite to check (by default the last one in the file).", metavar="NAME")
    property: tuple[str, ...] = _named()
    props: Any = _beside()
    deadlock: bool | None = option(None, "Check that no deadlock is reachable; by default if no property is named.")
    progress: bool = option(
        False, "Also check the progress properties (all actions if there are none).", flag="--progress"
    )
    fair_choice: bool = option(
        True, "For assert: consider only runs that take every recurring choice again and again, or all runs."
    )
    const: Mapping[str, Any] = _constants()


@dataclass(frozen=True)
class SymbolicQuestion:
    """What can be asked of an SMV model; where formulas are given and no names, they alone are asked."""

    property: tuple[str, ...] = _named()
    invar: tuple[str, ...] = option(
        (),
        "Check that this condition, which need not stand in the file, holds of all states that can be reached; "
        "repeatable.",
        panel=SMV,
        metavar="EXPR",
    )
    ltl: tuple[str, ...] = option(
        (), "Check this formula of LTL, which need not stand in the file; repeatable.", panel=SMV, metavar="FORMULA"
    )
    ctl: tuple[str, ...] = option(
        (), "Check this formula of CTL, which need not stand in the file; repeatable.", panel=SMV, metavar="FORMULA"
    )


@dataclass(frozen=True)
class ProbabilisticQuestion:
    """What can be asked of a probabilistic model."""

    spec: Any = option(
        None, "The specification: a module of the file, or another file.", panel=PRISM, metavar="SPEC", reads=True
    )
    pctl: tuple[str, ...] = option(
        (),
        "Check this formula of safe-pCTL, such as 'P<=0.1 [ F \"bad\" ]'; repeatable.",
        panel=PRISM,
        metavar="FORMULA",
    )
    props: Any = _beside()
    property: tuple[str, ...] = _named()
    together: bool = option(
        False,
        "Take modules that use each other's variables as one component, instead of refusing them.",
        panel=PRISM,
        flag="--together",
    )
    const: Mapping[str, Any] = _constants()
