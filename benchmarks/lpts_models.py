"""The probabilistic client-server models of pAGAR's Table 1, built state by state, without a front end.

A client that may fail starts undecided: with 9/10 it becomes normal, with 1/10 bad; a bad one cancels once although it
holds nothing, and then waits as if it had asked. The specification follows who holds the resource and what is known of
the clients that may fail; requests and denials are hidden from it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from quidpro.lpts import LPTS

GOOD, BAD = Fraction(9, 10), Fraction(1, 10)


def server(clients: int) -> LPTS:
    """Idle, pending k, serving k, denying j while serving k: (clients + 1)² states."""
    numbers = range(1, clients + 1)
    steps = []
    for k in numbers:
        pending, serving = ("pending", k), ("serving", k)
        steps += [("idle", f"cancel{k}", "idle"), ("idle", f"request{k}", pending)]
        steps += [(pending, f"grant{k}", serving), (serving, f"cancel{k}", "idle")]
        steps += [(serving, f"request{j}", ("denying", k, j)) for j in numbers]
        steps += [(("denying", k, j), f"deny{j}", serving) for j in numbers]
        steps += [(state, f"cancel{j}", state) for j in numbers if j != k for state in (pending, serving)]
    return LPTS.of(steps, initial="idle", name="Server")


def client(i: int, *, may_fail: bool) -> LPTS:
    """Request, be granted, use, cancel; 3 states, or 5 for one that may fail."""
    steps = [
        ("idle", f"request{i}", "waiting"),
        ("waiting", f"grant{i}", "using"),
        ("waiting", f"deny{i}", "idle"),
        ("using", f"use{i}", "using"),
        ("using", f"cancel{i}", "idle"),
    ]
    if not may_fail:
        return LPTS.of(steps, initial="idle", name=f"Client{i}")
    failing = [("undecided", f"decide{i}", {"idle": GOOD, "bad": BAD}), ("bad", f"cancel{i}", "waiting")]
    return LPTS.of([*failing, *steps], initial="undecided", name=f"Client{i}")


def specification(clients: int, failing: int) -> LPTS:
    """Only a good client may be granted the resource, and only while nobody holds it; the first ones may fail."""
    steps = []
    for modes in product("ugb", repeat=failing):
        known = (*modes, *"g" * (clients - failing))
        for holder in range(clients + 1):
            if holder == 0 or known[holder - 1] == "g":
                for i in range(1, clients + 1):
                    steps += _allowed(holder, known, i)
    return LPTS.of(steps, initial=(0, (*"u" * failing, *"g" * (clients - failing))), name="P")


def _allowed(holder: int, known: tuple[str, ...], i: int) -> list[tuple]:
    """What client i may do."""
    here, mode = (holder, known), known[i - 1]
    steps = []
    if mode == "u":
        good, bad = ((holder, (*known[: i - 1], new, *known[i:])) for new in "gb")
        steps.append((here, f"decide{i}", {good: GOOD, bad: BAD}))
    if holder == 0 and mode == "g":
        steps.append((here, f"grant{i}", (i, known)))
    if holder == i:
        steps += [(here, f"cancel{i}", (0, known)), (here, f"use{i}", here)]
    elif mode == "b":
        steps.append((here, f"cancel{i}", here))
    return steps


def client_server(clients: int, failing: int) -> tuple[list[LPTS], LPTS]:
    """The components in a good order for ASYM-N, a client that may fail and the server first, and the specification."""
    first, *others = (client(i, may_fail=i <= failing) for i in range(1, clients + 1))
    return [first, server(clients), *others], specification(clients, failing)
