"""The client-server system: n clients of 3 states, a server of (n + 1)² states, mutual exclusion."""

from __future__ import annotations

from quidpro.lts import LTS, Component, System
from quidpro.lts.ops import complete_property


def client_server(n: int) -> System:
    """A client requests, is granted and cancels; the server remembers the holder and one pending request."""
    clients = [Component(f"c.{i}:CLIENT", _client(f"c.{i}")) for i in range(1, n + 1)]
    mutex = Component("MUTEX", complete_property(_mutex(n)), is_property=True)
    return System(f"client-server {n}", (*clients, Component("SERVER", _server(n)), mutex))


def split(system: System) -> tuple[tuple[str, ...], ...]:
    """M1 = the clients, M2 = the server: the hard way round."""
    return tuple(c.name for c in system.processes if c.name != "SERVER"), ("SERVER",)


def _client(name: str) -> LTS:
    return LTS.of([(0, f"{name}.request", 1), (1, f"{name}.grant", 2), (2, f"{name}.cancel", 0)])


def _server(n: int) -> LTS:
    steps = []
    for holder in range(n + 1):
        for pending in range(n + 1):
            here = holder, pending
            for i in range(1, n + 1):
                if pending == 0 and holder != i:
                    steps.append((here, f"c.{i}.request", (holder, i)))
                if pending == i and holder == 0:
                    steps.append((here, f"c.{i}.grant", (i, 0)))
                if holder == i:
                    steps.append((here, f"c.{i}.cancel", (0, pending)))
    return LTS.of(steps, initial=(0, 0))


def _mutex(n: int) -> LTS:
    steps = [(0, f"c.{i}.grant", i) for i in range(1, n + 1)] + [(i, f"c.{i}.cancel", 0) for i in range(1, n + 1)]
    return LTS.of(steps, initial=0)
