"""Races for tests: a question about a model, the attempts at it, and executors that replay a script."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.events import Listener, ignore
from quidpro.run.check import race
from quidpro.run.executors.protocol import Job, Message
from quidpro.run.race import Race
from quidpro.run.registry import AUTO, world_named
from quidpro.run.request import HERE, CheckRequest, Workers, make_request
from quidpro.run.scoreboard import Scoreboard
from quidpro.verdict.engine import Attempt
from quidpro.verdict.problem import AnyProblem, Problem
from quidpro.verdict.verdict import AnyVerdict
from quidpro.worlds.explicit import Explicit


def decide(
    problem: AnyProblem,
    budget: Budget | None = None,
    events: Listener = ignore,
    workers: Workers = HERE,
    split: str | None = None,
    **options: Any,
) -> AnyVerdict:
    """What method ``auto`` answers."""
    request = CheckRequest(world_named(problem.world), Path(), None, AUTO, split, options, workers)
    [verdict] = race(request, [problem], budget or Budget(), events)
    return verdict


def attempts(problem: AnyProblem, split: str | None = None, **options: Any) -> list[Attempt]:
    """Those of the last heat of method ``auto``."""
    return list(world_named(problem.world).heats([problem], options, split))[-1]


def question(animal: Any) -> AnyProblem:
    """The one question about an animal of the zoo."""
    settings = {**({"deadlock": False} if animal.world == "explicit" else {}), **animal.question}
    for name in ("property", "pctl"):
        if isinstance(settings.get(name), str):
            settings[name] = (settings[name],)
    model = quidpro.load(animal.path)
    request = make_request(model, settings)
    [problem] = request.world.problems(model, request.question, Budget(), None)
    assert isinstance(problem, Problem)
    return problem


def without_look(monkeypatch: Any) -> None:
    """Every question about the safety of an explicit system goes to the race."""
    heats = Explicit.heats
    monkeypatch.setattr(Explicit, "heats", lambda *arguments: islice(heats(*arguments), 1, None))


class Scripted:
    """An executor whose jobs send the messages of a script, one line at each call of ``wait``, and then none.

    A line may be several messages at once; it waits until the job of the first has been submitted.
    """

    def __init__(self, *script: Message | Sequence[Message]) -> None:
        self.script = [list(line) if isinstance(line, Sequence) else [line] for line in script]
        self.jobs: list[Job] = []
        self.cancelled: list[int] = []
        self.weights: list[tuple[int, float]] = []
        """By handle, each change."""
        self.cpu = 0.0

    def submit(self, job: Job) -> int:
        self.jobs.append(job)
        return len(self.jobs) - 1

    def wait(self, _seconds: float | None = None) -> list[Message]:
        if not self.script or any(message.handle >= len(self.jobs) for message in self.script[0]):
            time.sleep(0.01)
            return []
        return self.script.pop(0)

    def cancel(self, handle: int) -> None:
        self.cancelled.append(handle)

    def weigh(self, handle: int, weight: float) -> None:
        known = dict([*((i, job.weight) for i, job in enumerate(self.jobs)), *self.weights])
        if known[handle] != weight:
            self.weights.append((handle, weight))

    def close(self) -> None:
        """There is nothing to end."""

    def seconds(self, handle: int) -> float:
        return 1.5 + handle

    def cpu_seconds(self, _handle: int) -> float:
        self.cpu += 0.05
        return self.cpu

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def problem_numbers(self) -> list[list[int]]:
        """The numbers of the problems that the jobs were given."""
        return [[number for number, _ in job.arguments[1]] for job in self.jobs]


@dataclass(frozen=True)
class ScriptedWorkers:
    """Workers that are such an executor; with ``one`` attempts take turns on it."""

    scripted: Scripted
    one: bool = False

    def executor(self, _megabytes: float | None) -> Scripted:
        return self.scripted


def raced(
    problems: Sequence[AnyProblem],
    attempts: Sequence[Attempt],
    *script: Message | Sequence[Message],
    budget: Budget | None = None,
    events: Listener = ignore,
    method: str = AUTO,
    one: bool = False,
) -> tuple[list[AnyVerdict], Scripted]:
    """The answers of a race whose workers send the messages of a script."""
    board = Scoreboard(world_named(problems[0].world), problems, method, events)
    executor = Scripted(*script)
    workers: Any = ScriptedWorkers(executor, one)
    Race(board, workers, budget or Budget(0.5), events).run([attempts])
    return [board.answers[number] for number in range(len(problems))], executor
