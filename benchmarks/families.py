"""Families of systems with a size, built from Python: what the benchmarks run on."""

from __future__ import annotations

from benchmarks.client_server import client_server
from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property
from quidpro.verdict.split import Groups


def _named(system: System, *first: str) -> Groups:
    rest = tuple(c.name for c in system.processes if c.name not in first)
    return first, rest


def clients_first(n: int) -> tuple[System, Groups]:
    """Client-server, M1 = the clients, M2 = the server."""
    system = client_server(n)
    return system, _named(system, *(c.name for c in system.processes if c.name != "SERVER"))


def lanes(size: int, count: int) -> tuple[System, Groups]:
    """A sender with ``count`` like lanes fills a window of ``size`` and flushes it; the receiver counts along."""
    steps: list[tuple[object, str, object]] = []
    for lane in range(count):
        steps.append(("idle", "open", (lane, 0)))
        steps += [((lane, i), "fill", (lane, i + 1)) for i in range(size)]
        steps.append(((lane, size), "flush", "idle"))
    sender = LTS.of(steps, initial="idle")
    receiver = LTS.of([(0, "open", 0), (0, "fill", 0), (0, "flush", 0)])
    order = LTS.of([*((i, "fill", i + 1) for i in range(size)), (size, "flush", 0)])
    parts = (
        Component("RECEIVER", receiver),
        Component("SENDER", sender),
        Component("ORDER", complete_property(order), is_property=True),
    )
    system = System(f"lanes {size}x{count}", parts)
    return system, _named(system, "RECEIVER")


def pipeline(stages: int, faulty: bool = False) -> tuple[System, Groups]:
    """Items of two kinds pass through one-place buffers and come out in the order they went in; or not."""
    parts = []
    for i in range(stages):
        steps = [(0, f"pass.{i}.{kind}", kind) for kind in (1, 2)]
        steps += [(kind, f"pass.{i + 1}.{kind}", 0) for kind in (1, 2)]
        if faulty and i == stages // 2:
            steps.append((1, f"pass.{i + 1}.2", 0))
        parts.append(Component(f"STAGE.{i}", LTS.of(steps, initial=0)))
    last = f"pass.{stages}"
    limit = stages + 1
    queue: list[tuple[object, str, object]] = []
    words = [()]
    while words:
        word = words.pop()
        if len(word) < limit:
            for kind in (1, 2):
                queue.append((word, f"pass.0.{kind}", (*word, kind)))
                words.append((*word, kind))
        if word:
            queue.append((word, f"{last}.{word[0]}", word[1:]))
    order = Component("FIFO", complete_property(LTS.of(queue, initial=())), is_property=True)
    system = System(f"pipeline {stages}", (*parts, order))
    return system, _named(system, *(c.name for c in parts[: stages // 2]))
