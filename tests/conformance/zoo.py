"""A small zoo of systems with known answers: one animal for each thing that a method may get wrong."""

from __future__ import annotations

from dataclasses import dataclass

from quidpro.engines.explicit.problem import Problem
from quidpro.lts.lts import LTS
from quidpro.lts.ops import complete_property
from quidpro.lts.system import Component, Priority, Progress, System
from quidpro.verdict.types import Kind, Outcome

Triples = list[tuple[object, str, object]]


@dataclass(frozen=True)
class Animal:
    """A problem, its answer and, for a safety violation, the visible length of a shortest run."""

    name: str
    problem: Problem
    outcome: Outcome
    length: int | None = None


def process(name: str, triples: Triples, alphabet: str = "", end: object = None) -> Component:
    return Component(name, LTS.of(triples, alphabet=alphabet.split(), end=end, name=name))


def allowed(name: str, triples: Triples, alphabet: str = "") -> Component:
    """A property by what it allows."""
    return Component(name, complete_property(LTS.of(triples, alphabet=alphabet.split(), name=name)), is_property=True)


def asked(kind: Kind, *parts: Component, priority: Priority | None = None, progress: str = "") -> Problem:
    system = System("ZOO", parts, priority)
    tests = tuple(Progress(action, frozenset({action})) for action in progress.split())
    names = [c.name for c in system.properties]
    return Problem(system, kind, names[0] if kind == "safety" and names else None if kind == "safety" else kind, tests)


INPUT = process("Input", [(0, "input", 1), (1, "send", 2), (2, "ack", 0)])
OUTPUT = process("Output", [(0, "send", 1), (1, "output", 2), (2, "ack", 0)])
HASTY = process("Hasty", [(0, "send", 1), (1, "ack", 2), (2, "output", 0), (2, "send", 1)])
ORDER = allowed("Order", [(0, "input", 1), (1, "output", 0)])
LOOP = process("Loop", [(0, "a", 0)])
NEVER_B = allowed("NeverB", [(0, "a", 0)], "a b")
PICKY = process("Picky", [(0, "a", 1), (0, "a", 2), (1, "b", 0), (2, "c", 0)])
SILENT_ERROR = process("SilentError", [(0, "tau", "ERROR")], "a")
SUDDEN = process("Sudden", [(0, "go", 1), (1, "fail", "ERROR")])
GO = process("Go", [(0, "go", 1), (1, "go", 1)])
CAUTIOUS = process("Cautious", [(0, "go", 1)], "go fail")
NOTHING = Component("Nothing", LTS.of([], name="Nothing"))
ONCE = process("Once", [(0, "a", 1)], end=1)
RISKY = process("Risky", [(0, "safe", 0), (0, "boom", 0)])
NO_BOOM = allowed("NoBoom", [(0, "safe", 0)], "safe boom")
HIDDEN = process("Hidden", [(0, "tau", 1), (1, "a", 0), (1, "tau", 2), (2, "b", 0)])
AB = allowed("AB", [(0, "a", 1), (1, "b", 0)])
LEFT = process("Left", [(0, "x", 1), (1, "y", 0)])
RIGHT = process("Right", [(0, "y", 1), (1, "x", 0)])
FIRST = process("First", [(0, "p", 1), (1, "q", 0)])
SECOND = process("Second", [(0, "q", 1), (1, "r", 0)])
THIRD = process("Third", [(0, "r", 1), (1, "s", 0)])
PS = allowed("PS", [(0, "p", 1), (1, "s", 0)])
PPS = allowed("PPS", [(0, "p", 1), (1, "p", 2), (2, "p", 3), (1, "s", 0), (2, "s", 1), (3, "s", 2)])

ZOO = [
    Animal("channel", asked("safety", INPUT, OUTPUT, ORDER), "holds"),
    Animal("hasty channel", asked("safety", INPUT, HASTY, ORDER), "violated", 4),
    Animal("property first", asked("safety", ORDER, HASTY, INPUT), "violated", 4),
    Animal("chain of three, too strict", asked("safety", FIRST, SECOND, THIRD, PS), "violated", 3),
    Animal("chain of three", asked("safety", FIRST, SECOND, THIRD, PPS), "holds"),
    Animal("one component, holds", asked("safety", process("Shy", [(0, "a", 0)], "a b"), NEVER_B), "holds"),
    Animal("action of the property alone", asked("safety", LOOP, GO, NEVER_B), "violated", 1),
    Animal("one component, violated", asked("safety", RISKY, NO_BOOM), "violated", 1),
    Animal("property over foreign actions", asked("safety", LOOP, GO, allowed("Foreign", [(0, "z", 0)])), "holds"),
    Animal("property without actions", asked("safety", LOOP, GO, allowed("Void", [])), "holds"),
    Animal("no property, no error", asked("safety", LOOP, GO), "holds"),
    Animal("own ERROR", asked("safety", SUDDEN, GO), "violated", 2),
    Animal("own ERROR that others prevent", asked("safety", SUDDEN, CAUTIOUS), "holds"),
    Animal(
        "own ERROR beside a property that holds",
        asked("safety", SUDDEN, LOOP, allowed("A", [(0, "a", 0)])),
        "violated",
        2,
    ),
    Animal("silent ERROR at once", asked("safety", SILENT_ERROR, LOOP), "violated", 0),
    Animal(
        "nondeterminism, violated", asked("safety", PICKY, LOOP, allowed("NoC", [(0, "b", 0)], "b c")), "violated", 2
    ),
    Animal(
        "nondeterminism, holds",
        asked("safety", PICKY, LOOP, allowed("OneOf", [(0, "a", 1), (1, "b", 0), (1, "c", 0)])),
        "holds",
    ),
    Animal("silent steps", asked("safety", HIDDEN, LOOP, AB), "violated", 1),
    Animal("component without actions", asked("safety", NOTHING, RISKY, NO_BOOM), "violated", 1),
    Animal("nothing at all", asked("safety", NOTHING), "holds"),
    Animal(
        "action that nobody offers", asked("safety", process("Shy", [(0, "a", 0)], "a boom"), RISKY, NO_BOOM), "holds"
    ),
    Animal("stuck before the error", asked("safety", LEFT, RIGHT, allowed("NoX", [(0, "y", 0)], "x y")), "holds"),
    Animal(
        "priority prevents the error",
        asked("safety", RISKY, LOOP, NO_BOOM, priority=Priority(frozenset({"safe"}), high=True)),
        "holds",
    ),
    Animal(
        "priority allows the error",
        asked("safety", RISKY, LOOP, NO_BOOM, priority=Priority(frozenset({"safe"}), high=False)),
        "violated",
        1,
    ),
    Animal("END is no deadlock", asked("deadlock", ONCE), "holds"),
    Animal(
        "END of one is not the end of all", asked("deadlock", ONCE, process("Two", [(0, "a", 1)], "a b")), "violated", 1
    ),
    Animal(
        "END of one ends those within its alphabet", asked("deadlock", ONCE, process("Two", [(0, "a", 1)])), "holds"
    ),
    Animal("deadlock at once", asked("deadlock", LEFT, RIGHT), "violated", 0),
    Animal("no deadlock", asked("deadlock", INPUT, OUTPUT), "holds"),
    Animal("STOP is a deadlock", asked("deadlock", process("Halt", [(0, "a", 1)])), "violated", 1),
    Animal("progress", asked("progress", INPUT, OUTPUT, progress="ack"), "holds"),
    Animal("no progress", asked("progress", process("Trap", [(0, "a", 1), (1, "b", 1)]), progress="a"), "violated", 1),
    Animal("END is no progress", asked("progress", ONCE, progress="a"), "violated", 1),
]
