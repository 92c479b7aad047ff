"""A simulation: a model stepped through by hand, by chance or along a run, forward and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Generic, Self

from quidpro.core.displayed import Displayed
from quidpro.core.errors import UsageError
from quidpro.core.words import counted, sized
from quidpro.stepping.follow import Following, Taken
from quidpro.stepping.protocol import CannotFollow, Change, Choice, Outcome, S, Snapshot, Step, Stepper
from quidpro.verdict.chart import Branch, Chart, ChartStep, End, Lane, Position, Row

MAX_SHOWN = 200
"""So many choices are listed."""
_MAX_ASKED = 20
"""Of so many states it is told what could have happened."""


@dataclass(frozen=True)
class Event:
    """A step of the history, as it is shown."""

    choice: Choice
    outcome: int
    state: Snapshot


class Simulation(Generic[S], Displayed):
    """A model in a state. ``choices`` can happen: ``take`` one, go ``back``, ``random`` or ``follow`` a run."""

    def __init__(self, stepper: Stepper[S], most: int = MAX_SHOWN) -> None:
        self._stepper = stepper
        self._most = most
        self._start = stepper.first()
        self._taken: list[Taken[S]] = []
        self._rng = Random()
        self._loop: int | None = None
        self._recurring: tuple[str, ...] = ()
        self._known: dict[str, Any] = {}
        """What was found out about the present state."""

    def _moved(self) -> Self:
        """Forget what was about another state."""
        self._loop, self._recurring, self._known = None, (), {}
        return self

    @property
    def title(self) -> str:
        """What is stepped through."""
        return self._stepper.title

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the components; none for a model of variables."""
        return self._stepper.names

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The components, as a chart has them."""
        return self._stepper.lanes

    @property
    def rows(self) -> tuple[Row, ...]:
        """The fluents or variables whose values are followed, those of the property first."""
        return self._stepper.rows

    @property
    def _here(self) -> S | None:
        return self._taken[-1].state if self._taken else self._start

    @property
    def state(self) -> Snapshot:
        """Where the model is now."""
        if "state" not in self._known:
            self._known["state"] = self._snapshot(len(self._taken))
        found: Snapshot = self._known["state"]
        return found

    def _states(self) -> list[S]:
        """The states so far."""
        start = [] if self._start is None else [self._start]
        return [*start, *(taken.state for taken in self._taken)]

    def _snapshot(self, after: int) -> Snapshot:
        """The state after so many steps."""
        here = self._taken[after - 1].state if after else self._start
        if here is None:
            nothing: End = "" if self.total else "deadlock"
            return Snapshot({}, {}, end=nothing)
        before = self._states()[: after - (self._start is None)]
        position = self._stepper.position(here)
        return Snapshot(
            dict(zip(self.components, position.states, strict=True)),
            {row.name: value for row, value in zip(self.rows, position.values, strict=True) if row.kind != "input"},
            position.marks,
            self._stepper.errors(here),
            self._stepper.end(here),
            before.index(here) if here in before else None,
            self._stepper.forbids(here),
        )

    @property
    def choices(self) -> list[Choice]:
        """What can happen now; of very many the first ones, ``total`` says how many there are."""
        return self.choices_where("")

    def choices_where(self, where: str) -> list[Choice]:
        """The choices that a text describes: a part of the action, or ``name=value`` for a model of variables."""
        key = f"choices {where}"
        if key not in self._known:
            steps = islice(self._stepper.steps(self._here, where), self._most)
            self._known[key] = [self._choice(self._here, step) for step in steps]
        return list(self._known[key])

    def count_where(self, where: str) -> int:
        """How many of those there are."""
        key = f"count {where}"
        if key not in self._known:
            self._known[key] = self._stepper.count(self._here, where)
        found: int = self._known[key]
        return found

    @property
    def total(self) -> int:
        """How many choices there are."""
        return self.count_where("")

    def _choice(self, here: S | None, step: Step[S]) -> Choice:
        outcomes = tuple(
            Outcome(probability, self._changes(here, target), self._stepper.errors(target))
            for probability, target in step.targets
        )
        movers = tuple(self.components[move.lane] for move in step.moves)
        ordered = sorted(step.moves, key=lambda move: self.lanes[move.lane].kind == "property")
        places = tuple(dict.fromkeys(move.place for move in ordered if move.place is not None))
        return Choice(step.index, step.action, movers, outcomes, places, step.inputs)

    def _changes(self, here: S | None, target: S) -> tuple[Change, ...]:
        after = self._named(self._stepper.position(target))
        before = {} if here is None else self._named(self._stepper.position(here))
        return tuple(
            Change(name, before.get(name, ""), value) for name, value in after.items() if before.get(name) != value
        )

    def _named(self, position: Position) -> dict[str, str]:
        states = dict(zip(self.components, position.states, strict=True))
        values = zip(self.rows, position.values, strict=True)
        return {**states, **{row.name: value for row, value in values if row.kind != "input"}}

    @property
    def history(self) -> list[Event]:
        """The steps that were taken, each with the state that it led to."""
        return [self._event(number) for number in range(len(self._taken))]

    @property
    def last(self) -> Event | None:
        """The step that was taken last."""
        return self._event(len(self._taken) - 1) if self._taken else None

    def _event(self, number: int) -> Event:
        return Event(self._chosen(number), self._taken[number].outcome, self._snapshot(number + 1))

    def _chosen(self, number: int) -> Choice:
        """The choice of a step that was taken."""
        before = self._taken[number - 1].state if number else self._start
        return self._choice(before, self._taken[number].step)

    @property
    def path(self) -> list[tuple[int, int]]:
        """The numbers of the choices and outcomes that lead here."""
        return [(taken.step.index, taken.outcome) for taken in self._taken]

    @property
    def begun(self) -> bool:
        """Whether the model is in a state; if not, an initial one is to be chosen first."""
        return self._here is not None

    @property
    def length(self) -> int:
        """How many steps the model has taken; to choose among initial states is none."""
        return max(0, len(self._states()) - 1)

    def __len__(self) -> int:
        return len(self._taken)

    def __bool__(self) -> bool:
        return True

    def take(self, choice: Choice | int, outcome: int = 0) -> Self:
        """Take a choice, by itself or by its number; where a coin is tossed, the outcome of that number."""
        index = choice.index if isinstance(choice, Choice) else choice
        step = self._stepper.at(self._here, index)
        if step is None:
            raise UsageError(f"there is no choice {index}; there are {counted(self.total, 'choice')} here, from 0")
        if not 0 <= outcome < len(step.targets):
            raise UsageError(f"choice {index} has no outcome {outcome}; it has {len(step.targets)}, from 0")
        return self._take(Taken(step, outcome))

    def _take(self, taken: Taken[S]) -> Self:
        self._taken.append(taken)
        return self._moved()

    def back(self, steps: int = 1) -> Self:
        """Take back the last step, or several; at the beginning nothing happens."""
        if steps > 0:
            del self._taken[-steps:]
        return self._moved()

    def random(self, steps: int = 1, seed: int | None = None) -> Self:
        """Take steps by chance, outcomes by their probabilities; it ends early where nothing can happen."""
        if seed is not None:
            self._rng = Random(seed)
        for _ in range(steps):
            step = self._stepper.pick(self._here, self._rng)
            if step is None:
                break
            self._take(Taken(step, self._toss(step)))
        return self

    def toss(self, choice: Choice | int) -> Self:
        """Take a choice with an outcome by chance, as its probabilities say."""
        self.take(choice)
        step = self._taken.pop().step
        return self._take(Taken(step, self._toss(step)))

    def _toss(self, step: Step[S]) -> int:
        if len(step.targets) == 1:
            return 0
        point = Fraction(self._rng.random())
        for number, (probability, _) in enumerate(step.targets):
            point -= probability or 0
            if point < 0:
                return number
        return len(step.targets) - 1

    def follow(self, trace: Any) -> Self:
        """Go along a run from here: a counterexample, or its lines as ``check --format trace`` writes them.

        What a line leaves open, as an action of which there are several, is chosen so that the rest can follow; silent
        steps that the lines leave out are found. What cannot be followed is a :class:`CannotFollow`, with the
        simulation at the step where it fails.
        """
        wanted, looped = self._stepper.wanted(trace, self._here)
        run = Following(self._stepper, self._here)
        for number, want in enumerate(wanted, 1):
            if not run.advance(want):
                enabled = self._enabled(run.states())
                self._taken += run.way()
                self._moved()
                raise CannotFollow(number, f"{want}", enabled)
        self._taken += run.way()
        self._moved()
        self._loop, self._recurring = self._back_to(looped), self._stepper.recurring(trace)
        return self

    def _back_to(self, looped: int) -> int | None:
        """The number of the state that the last steps came back to, if they did."""
        states = self._states()
        back = len(states) - 1 - looped
        return back if looped and back >= 0 and states[back] == states[-1] else None

    def _enabled(self, states: Sequence[S | None]) -> list[str]:
        """What can happen in some of the states."""
        found: dict[str, None] = {}
        for state in states[:_MAX_ASKED]:
            steps = islice(self._stepper.steps(state), self._most)
            found.update(dict.fromkeys(in_words(self._choice(state, step)) for step in steps))
        return list(found)

    def chart(self) -> Chart:
        """The run so far, as a chart."""
        states, steps = self._states(), [taken.step for taken in self._taken]
        if self._start is None:
            steps = steps[1:]
        return Chart(
            title=self.title,
            lanes=self.lanes,
            rows=self.rows,
            asked=self._stepper.asked,
            positions=tuple(self._positions(states, steps)),
            steps=tuple(self._chart_steps()),
            **self._ending(states, steps),
        )

    def _positions(self, states: Sequence[S], steps: Sequence[Step[S]]) -> Iterator[Position]:
        """The states, each with the inputs of the step that leaves it."""
        for i, state in enumerate(states):
            position = self._stepper.position(state)
            inputs = steps[i].inputs if i < len(steps) else {}
            pairs = zip(self.rows, position.values, strict=True)
            values = tuple(inputs.get(row.name, value) if row.kind == "input" else value for row, value in pairs)
            yield replace(position, values=values)

    def _chart_steps(self) -> Iterator[ChartStep]:
        shift = self._start is None
        for i, taken in enumerate(self._taken[shift:]):
            probability = taken.step.targets[taken.outcome][0]
            yield ChartStep(i, taken.step.action, taken.step.moves, (Branch(i + 1, probability),))

    def _ending(self, states: Sequence[S], steps: Sequence[Step[S]]) -> dict[str, Any]:
        if not states:
            return {}
        if self._loop is not None:
            return {"end": "loop", "loop": self._loop}
        end = "error" if self._stepper.errors(states[-1]) else self._stepper.end(states[-1])
        if self._recurring and not end:
            return {"end": "loop", "recurring": self._recurring}
        return {
            "end": end,
            "failed": self._stepper.failed(states[-1]),
            **(self._stepper.closing(states, steps) if end == "deadlock" else {}),
        }

    def to_json(self) -> dict[str, Any]:
        """Everything that there is to show: the state, the choices, and how it came here."""
        state = self.state
        here = self._here
        numbers = () if here is None else self._stepper.position(here).numbers
        return {
            "title": self.title,
            "components": [
                {
                    "name": name,
                    "kind": lane.kind,
                    "process": lane.process,
                    "state": state.components.get(name),
                    **number,
                }
                for name, lane, number in zip(self.components, self.lanes, _numbered(numbers, self.lanes), strict=True)
            ],
            "rows": [{**asdict(row), "value": state.values.get(row.name)} for row in self.rows],
            "marks": list(state.marks),
            "errors": list(state.errors),
            "end": state.end,
            "seen": state.seen,
            "forbids": {name: list(actions) for name, actions in state.forbids.items()},
            "choices": [_choice_view(choice) for choice in self.choices],
            "total": self.total,
            "path": [list(step) for step in self.path],
            "history": [
                {**_choice_view(self._chosen(number)), "outcome": taken.outcome}
                for number, taken in enumerate(self._taken)
            ],
        }

    def __repr__(self) -> str:
        return sized("Simulation", self.title, counted(len(self), "step"), counted(self.total, "choice"))


def _numbered(numbers: Sequence[int], lanes: Sequence[Lane]) -> list[dict[str, int | None]]:
    return [{"number": number} for number in numbers] or [{"number": None} for _ in lanes]


def _choice_view(choice: Choice) -> dict[str, Any]:
    return {
        "index": choice.index,
        "action": choice.action,
        "movers": list(choice.movers),
        "inputs": dict(choice.inputs),
        "places": [asdict(place) for place in choice.places],
        "errors": list(choice.errors),
        "outcomes": [
            {
                "probability": None if outcome.probability is None else str(outcome.probability),
                "changes": [asdict(change) for change in outcome.changes],
                "errors": list(outcome.errors),
            }
            for outcome in choice.outcomes
        ],
    }


def in_words(choice: Choice) -> str:
    """A choice in a line of a trace."""
    if choice.action:
        return choice.action
    values = [f"{name} = {value}" for name, value in choice.inputs.items()]
    values += [f"{change.name} = {change.after}" for change in choice.outcomes[0].changes]
    return ", ".join(values) or "(nothing changes)"
