"""What a person does to a simulation: take a choice by its digits, an outcome, go back, walk by chance, along a run."""

from __future__ import annotations

from typing import Any

from quidpro.core.errors import UsageError
from quidpro.core.words import counted, printable
from quidpro.stepping.protocol import Choice
from quidpro.stepping.simulation import Simulation

Path = list[tuple[int, int]]


class Session:
    """A simulation and what is on the screen: the choices, a filter, digits that were typed, a run to go along."""

    def __init__(self, simulation: Simulation[Any], plan: Path | None = None) -> None:
        self.simulation = simulation
        self.plan: Path = plan or []
        """The choices and outcomes of the run to go along."""
        self.where = ""
        self.tossing: Choice | None = None
        """A choice with several outcomes, one of which is to be chosen."""
        self.typed = ""
        self.message = ""
        self.choices = simulation.choices

    def refresh(self) -> None:
        """Look at the choices again."""
        self.tossing, self.typed = None, ""
        self.choices = self.simulation.choices_where(self.where)

    @property
    def options(self) -> int:
        """How many things a digit can mean."""
        return len(self.choices) if self.tossing is None else len(self.tossing.outcomes)

    @property
    def planned(self) -> tuple[int, int] | None:
        """The choice and outcome that the run takes here; None beside it, and at its end."""
        path = self.simulation.path
        return self.plan[len(path)] if len(path) < len(self.plan) and self.plan[: len(path)] == path else None

    @property
    def heading(self) -> str:
        """What there is to choose from."""
        if self.tossing is not None:
            return f"Outcome of {printable(self.tossing.action)}"
        total = self.simulation.total
        if self.where:
            return f"{counted(self.simulation.count_where(self.where), 'choice')} of {total:,} with {self.where}"
        first = f", the first {len(self.choices):,}" if total > len(self.choices) else ""
        what = "choice" if self.simulation.begun else "initial state"
        return f"{counted(total, what)}{first}"

    def digit(self, digit: str) -> None:
        """A digit: it chooses as soon as no other number can begin with what was typed."""
        self.typed += digit
        number = int(self.typed)
        if not 1 <= number <= self.options:
            self.message, self.typed = f"there is no {self.typed} here", ""
        elif number * 10 > self.options:
            self.choose(number - 1)

    def choose(self, number: int) -> None:
        """Take the choice of a number on the screen, or the outcome."""
        self.message = ""
        if self.tossing is not None:
            self._take(self.tossing, number)
            return
        choice = self.choices[number]
        if len(choice.outcomes) > 1:
            self.tossing, self.typed = choice, ""
        else:
            self._take(choice, 0)

    def _take(self, choice: Choice, outcome: int) -> None:
        self.simulation.take(choice, outcome)
        self.where = ""
        self.refresh()

    def back(self) -> None:
        """One step back, or away from the outcomes."""
        self.message = "" if len(self.simulation) or self.tossing else "this is the beginning"
        if self.tossing is None:
            self.simulation.back()
        self.refresh()

    def start(self) -> None:
        """Back to the beginning."""
        self.message = ""
        self.simulation.back(len(self.simulation))
        self.refresh()

    def random(self) -> None:
        """A step by chance; where outcomes are to be chosen from, one by its probability."""
        before = len(self.simulation)
        if self.tossing is None:
            self.simulation.random()
        else:
            self.simulation.toss(self.tossing)
        self.message = "" if len(self.simulation) > before else "nothing can happen here"
        self.where = ""
        self.refresh()

    def along(self) -> bool:
        """A step along the run; whether there was one."""
        step = self.planned
        if step is None:
            self.message = self._no_way()
            return False
        self.message = ""
        self.simulation.take(*step)
        self.refresh()
        return True

    def to_end(self) -> None:
        """Along the run to its end."""
        while self.along():
            pass
        if self.simulation.path == self.plan:
            self.message = ""

    def _no_way(self) -> str:
        if not self.plan:
            return "there is no trace; start with --trace FILE or --counterexample"
        if self.simulation.path == self.plan:
            return "this is the end of the trace"
        return "this is beside the trace; U goes back to it"

    def filter(self, where: str) -> None:
        """Show only the choices that a text describes."""
        try:
            self.choices = self.simulation.choices_where(where)
            self.where, self.message = where, ""
        except UsageError as error:
            self.message = printable(str(error))
        self.tossing, self.typed = None, ""
