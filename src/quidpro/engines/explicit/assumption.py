"""From a model, a part of it and a property to the weakest assumption of that part.

The weakest assumption on its own (CGP03, section 5.3), without the components that are to keep it. Whatever ends the
work early, there are two bounds, each with a label that says what it is good for; and it can be taken up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded, UsageError
from quidpro.core.events import Listener, QuestionsBegun, ignore
from quidpro.core.words import answer_repr
from quidpro.engines.explicit.bounds.saved import read_known, write_known
from quidpro.engines.explicit.bounds.search import Known, Question, close_in
from quidpro.engines.explicit.questions import with_property
from quidpro.engines.explicit.shared.groups import errors_as_actions, goals
from quidpro.engines.explicit.shared.rounds import alphabet_of, interface
from quidpro.frontend.model import Model
from quidpro.learning.dfa import SINK, Dfa
from quidpro.lts.lts import LTS
from quidpro.lts.system import System
from quidpro.verdict.explicit.evidence import Assumption, digests
from quidpro.verdict.split import named_parts

EXACT = "the weakest assumption"
STRONG = "strong enough, but it may forbid more than is needed"
NEEDED = "needed, but it may not be enough"


@dataclass(frozen=True)
class Bound:
    """An assumption, and what it is good for, in words."""

    lts: LTS
    label: str


@dataclass(frozen=True)
class Assumed:
    """What is known of the weakest assumption, and what it is about. ``ran_out``: what ended the work early."""

    known: Known
    alphabet: tuple[str, ...]
    digests: Mapping[str, str]
    """Of the part and the property."""
    system: str
    goal: str | None
    """The name of the property, or None for "no ERROR"."""
    part: tuple[str, ...]
    environment: tuple[str, ...]
    ran_out: BudgetExceeded | None = None

    @property
    def exact(self) -> bool:
        """Whether the weakest assumption is known, or else only bounds."""
        return self.known.exact

    @property
    def exists(self) -> bool:
        """Whether any assumption helps; if not, the part violates the property whatever the others do."""
        return self.known.upper.states > 0

    @property
    def lower(self) -> Bound | None:
        """Environments that keep to this are safe; None when no environment is known to be."""
        return self._bound(self.known.lower, STRONG) if self.known.lower.states else None

    @property
    def upper(self) -> Bound:
        """Every environment that is always safe keeps to this: what it forbids can lead into the error."""
        return self._bound(self.known.upper, NEEDED)

    @property
    def best(self) -> Bound:
        """The lower bound if it allows anything at all, else the upper one."""
        allows = bool((self.known.lower.next != SINK).any())
        return self.lower if self.lower is not None and (allows or self.exact) else self.upper

    @property
    def lts(self) -> LTS:
        """The assumption as a safety LTS, or the best bound."""
        return self.best.lts

    @property
    def label(self) -> str:
        """What it is, in words."""
        return self.best.label

    def progress(self) -> str:
        """The text of a file from which the work can be taken up again."""
        return write_known(self.known, self.digests, self.alphabet)

    def _bound(self, dfa: Dfa, label: str) -> Bound:
        return Bound(dfa.to_lts(self.alphabet, "A"), EXACT if self.exact else label)

    def __repr__(self) -> str:
        return answer_repr("Assumed", f"{', '.join(self.part)} in {self.system}", self.goal, self.label)

    def _repr_html_(self) -> str:
        """For notebooks: the assumption as a proof would have it."""
        return Assumption(self.label, self.lts, self.environment)._repr_html_()


def find_assumption(
    model: Model,
    component: str,
    property: str | None,
    system: str | None,
    budget: Budget,
    events: Listener = ignore,
    resume: Path | None = None,
) -> Assumed:
    """The weakest assumption of some components of a system, from nothing or from what an earlier run has saved.

    It speaks of the actions shared with the other components or, when there are none, of all actions of the part and of
    the property.
    """
    whole = model.system(system or model.default_system(), budget)
    _reject_priority(whole)
    part = named_parts(component, whole.processes)
    environment = tuple(c for c in whole.processes if c not in part)
    watched = _with_one_property(property, whole, model, budget)
    about = System(whole.name, (*part, *watched.properties))
    first, goal = [errors_as_actions(c) for c in part], goals(about)
    shared = interface(first, goal, [c.lts for c in environment])
    alphabet = shared if environment else tuple(sorted(alphabet_of([c.lts for c in about.components])))
    marks = digests(about)
    names = tuple(p.name for p in watched.properties)
    events(QuestionsBegun(names))
    known = Known.nothing(len(alphabet)) if resume is None else read_known(resume, marks, alphabet)
    return Assumed(
        known,
        alphabet,
        marks,
        whole.name,
        names[0] if names else None,
        tuple(c.name for c in part),
        tuple(c.name for c in environment),
        _work_on(Question(first, goal, alphabet), known, budget, events),
    )


def _reject_priority(system: System) -> None:
    """A part by itself may do what the priority of the system never lets happen."""
    if system.priority is not None:
        raise UsageError(
            f"{system.name} has a priority, which an assumption about a part of it does not see; "
            "check decides such a system as a whole"
        )


def _work_on(question: Question, known: Known, budget: Budget, events: Listener) -> BudgetExceeded | None:
    """Improve what is known; what ended it early, if anything did."""
    try:
        close_in(question, known, budget, events)
    except BudgetExceeded as ran_out:
        return None if known.exact else ran_out
    return None


def _with_one_property(name: str | None, system: System, model: Model, budget: Budget) -> System:
    """The system with the one property that is asked for."""
    if name is not None:
        return with_property(name, system, model, budget)
    if len(system.properties) > 1:
        names = ", ".join(p.name for p in system.properties)
        raise UsageError(f"{system.name} has several properties; choose one with --property ({names})")
    return system
