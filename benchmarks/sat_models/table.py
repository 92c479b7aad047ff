"""The models that are measured: a name, what it shows, how it is made, and what is true of it.

Expected verdicts are by construction; a run that contradicts one is an error. Unsafe models have `wrong` in their name,
or ask whether something can be reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.sat_models import arbiters, caches, counters, datapath, parts, processes, queues
from benchmarks.sat_models.circuit import Design

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "smv"


@dataclass(frozen=True)
class Row:
    """A model, generated or one of the examples."""

    name: str
    shape: str
    holds: bool
    make: Callable[[], Design] | None = None
    example: tuple[str, str] | None = None


def _row(shape: str, holds: bool, make: Callable[..., Design], *sizes: object, **more: object) -> Row:
    numbers = [str(size) for size in sizes if isinstance(size, int) and size <= 1000]
    name = "_".join([make.__name__, *numbers, *(word for word, on in more.items() if on)])
    return Row(name, shape, holds, partial(make, *sizes, **more))


def _example(file: str, goal: str, holds: bool) -> Row:
    return Row(f"{file}:{goal}", "example", holds, example=(f"{file}.smv", goal))


TAPS = {24: (23, 22, 21, 16), 200: (199, 197, 196, 194)}

ROWS = [
    _row("shift registers", True, counters.delays, 150),
    _row("shift registers", True, counters.delays, 1000),
    _row("feedback registers", False, counters.feedback_reach, 24, TAPS[24], 150),
    _row("feedback registers", True, counters.feedback_twins, 200, TAPS[200]),
    _row("parity", True, counters.tracked_parity, 10, (9, 6)),
    _row("parity", True, counters.tracked_parity, 24, TAPS[24]),
    _row("Gray code", True, counters.gray, 11),
    _row("Gray code", False, counters.gray, 8, wrong=True),
    _row("deep counter", True, counters.bounded_counter, 48, 2**47 + 5, 1001),
    _row("deep counter", True, counters.lap_counter, 5, 23, 29),
    _row("deep counter", False, counters.counter_reach, 32, 200),
    _row("one-hot and binary", True, counters.ring_and_counter, 48),
    _row("one-hot and binary", False, counters.ring_and_counter, 20, wrong=True),
    _row("twisted ring", True, counters.johnson, 60),
    _row("checksums", True, counters.checksums, 16, 0x1021),
    _row("combination lock", False, counters.lock, 60, 8, 7),
    _row("queues", True, queues.queue_pair, 4, 4),
    _row("queues", True, queues.queue_pair, 6, 4),
    _row("queues", True, queues.queue_pair, 10, 8),
    _row("queues", False, queues.queue_pair, 8, 8, wrong=True),
    _row("stacks", True, queues.stack_pair, 8, 8),
    _row("stacks", False, queues.stack_pair, 12, 8, wrong=True),
    _row("sorted queue", True, queues.sorted_queue, 6, 4),
    _row("sorted queue", False, queues.sorted_queue, 10, 4, wrong=True),
    _row("credits", True, queues.credits, 5, 12),
    _row("credits", False, queues.credits, 4, 7, wrong=True),
    _row("sliding window", True, queues.window, 5, 15),
    _row("sliding window", False, queues.window, 5, 15, wrong=True),
    _row("retransmission", True, queues.retransmission, 12),
    _row("retransmission", False, queues.retransmission, 16, wrong=True),
    _row("stages", True, queues.gates_chain, 56, 17),
    _row("token ring", True, arbiters.token_ring, 60),
    _row("token ring", True, arbiters.token_ring, 120),
    _row("token ring", False, arbiters.lazy_ring, 20, 6),
    _row("round robin", True, arbiters.round_robin, 80),
    _row("round robin", False, arbiters.round_robin, 40, wrong=True),
    _row("least recently used", True, arbiters.recency, 7),
    _row("least recently used", True, arbiters.recency, 10),
    _row("least recently used", False, arbiters.recency, 8, wrong=True),
    _row("tickets", True, arbiters.tickets, 4, 2),
    _row("tickets", True, arbiters.tickets, 7, 3),
    _row("tickets", False, arbiters.tickets, 9, 3, wrong=True),
    _row("Peterson's filter", True, arbiters.filter_lock, 4),
    _row("Peterson's filter", False, arbiters.filter_lock, 4, wrong=True),
    _row("bakery", True, arbiters.bakery, 6, 5),
    _row("bakery", False, arbiters.bakery, 5, 4, wrong=True),
    _row("handshakes", True, arbiters.handshakes, 60, 12),
    _row("traffic lights", False, arbiters.lights, 4, 5, wrong=True),
    _row("cache bus", True, caches.bus, 64, exclusive=True),
    _row("cache bus", False, caches.bus, 12, exclusive=True, wrong=True),
    _row("cache directory", True, caches.directory, 8),
    _row("cache directory", False, caches.directory, 6, wrong=True),
    _row("pipeline", True, datapath.pipeline, 8, 4),
    _row("pipeline", True, datapath.pipeline, 8, 8),
    _row("pipeline", True, datapath.pipeline, 16, 8),
    _row("pipeline", False, datapath.pipeline, 16, 16, wrong=True),
    _row("processor", True, datapath.processor, 4, 8),
    _row("processor", False, datapath.processor, 8, 16, wrong=True),
    _row("multiplication", True, datapath.multiplier, 4),
    _row("multiplication", True, datapath.multiplier, 8),
    _row("multiplication", False, datapath.multiplier, 8, wrong=True),
    _row("sorting", True, datapath.sorter, 6, 4),
    _row("sorting", False, datapath.sorter, 8, 4, wrong=True),
    _row("carry-save sums", True, datapath.accumulators, 8),
    _row("rotation", True, datapath.rotator, 20),
    _row("philosophers", False, processes.philosophers, 20, fixed=False),
    _row("philosophers", True, processes.philosophers, 12, fixed=True, one_hot=True),
    _row("philosophers", True, processes.philosophers, 30, fixed=True),
    _row("scheduler", True, processes.cyclers, 24),
    _row("scheduler", False, processes.cyclers, 16, wrong=True),
    _row("leader election", True, processes.election, 10),
    _row("leader election", False, processes.election, 8, wrong=True),
    _row("puzzle", False, processes.towers, 7),
    _row("puzzle", False, processes.tiles, 3, 3, 24),
    _example("autopilot", "release", True),
    _example("caches5", "exclusive", True),
    _example("link12", "in_order", True),
    _example("msi5", "exclusive", True),
    _example("noc6", "no_overrun", True),
    _example("robot6", "command_in_time", False),
    _example("timers509", "in_phase", True),
    _example("ways8", "no_overrun", True),
]

PARTS = [
    _row("by parts", True, make, stations, scrambler, width, 3)
    for make in (parts.queues, parts.spaced, parts.staged)
    for stations, scrambler, width in ((8, 8, 2), (16, 24, 2), (24, 24, 4), (40, 64, 4), (80, 64, 4), (120, 64, 4))
]

PREMISES = [
    *(_row("first premise", True, make, 4, 3) for make in (parts.queues_consumer, parts.staged_consumer)),
    *(
        _row("second premise", True, make, stations, scrambler)
        for make in (parts.queues_producer, parts.staged_producer)
        for stations, scrambler in ((8, 8), (16, 24), (24, 24), (40, 64), (80, 64), (120, 64))
    ),
]
