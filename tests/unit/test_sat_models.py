"""The two forms of a generated model say the same: the AIGER file, read back and explored here, and the SMV text."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import quidpro
from benchmarks.sat_models import arbiters, caches, counters, datapath, parts, processes, queues
from benchmarks.sat_models.circuit import Design
from benchmarks.sat_models.gates import FALSE, TRUE, Gates
from benchmarks.sat_models.table import PARTS, PREMISES, ROWS

SMALL = [
    counters.delays(3),
    counters.feedback_reach(5, (4, 2), 9),
    counters.feedback_twins(4, (3, 2)),
    counters.tracked_parity(4, (3, 2)),
    counters.gray(3),
    counters.gray(3, wrong=True),
    counters.bounded_counter(6, 41, 3),
    counters.lap_counter(2, 3, 3),
    counters.counter_reach(4, 9),
    counters.ring_and_counter(4),
    counters.ring_and_counter(3, wrong=True),
    counters.johnson(5),
    counters.checksums(3, 3),
    counters.checksums(4, 7, wrong=True),
    counters.lock(4, 2, 7),
    queues.queue_pair(2, 1),
    queues.queue_pair(2, 1, wrong=True),
    queues.stack_pair(2, 1),
    queues.stack_pair(2, 1, wrong=True),
    queues.sorted_queue(3, 2),
    queues.sorted_queue(3, 2, wrong=True),
    queues.credits(2, 2),
    queues.credits(2, 2, wrong=True),
    queues.window(2, 1),
    queues.window(2, 1, wrong=True),
    queues.retransmission(2),
    queues.retransmission(2, wrong=True),
    queues.gates_chain(2, 1),
    arbiters.token_ring(4),
    arbiters.lazy_ring(3, 2),
    arbiters.round_robin(3),
    arbiters.round_robin(3, wrong=True),
    arbiters.recency(4),
    arbiters.recency(4, wrong=True),
    arbiters.tickets(2, 1),
    arbiters.tickets(3, 1, wrong=True),
    arbiters.filter_lock(2),
    arbiters.filter_lock(3, wrong=True),
    arbiters.bakery(2, 2),
    arbiters.bakery(2, 2, wrong=True),
    arbiters.handshakes(6, 1),
    arbiters.lights(2, 1),
    arbiters.lights(2, 1, wrong=True),
    caches.bus(3),
    caches.bus(2, exclusive=True),
    caches.bus(2, exclusive=True, wrong=True),
    caches.directory(2),
    caches.directory(2, wrong=True),
    datapath.pipeline(2, 2),
    datapath.pipeline(2, 2, wrong=True),
    datapath.processor(2, 2),
    datapath.processor(2, 2, wrong=True),
    datapath.multiplier(2),
    datapath.multiplier(3, wrong=True),
    datapath.sorter(3, 2),
    datapath.sorter(3, 2, wrong=True),
    datapath.accumulators(2),
    datapath.accumulators(3, wrong=True),
    datapath.rotator(3),
    processes.philosophers(3, fixed=False),
    processes.philosophers(3, fixed=True),
    processes.philosophers(3, fixed=True, one_hot=True),
    processes.cyclers(3),
    processes.cyclers(3, wrong=True),
    processes.election(3),
    processes.election(3, wrong=True),
    processes.towers(3),
    processes.tiles(2, 2, 5),
    parts.queues(2, 3, 1, 2),
    parts.queues_consumer(1, 2),
    parts.queues_producer(3, 3),
    parts.staged(2, 3, 1, 2),
    parts.staged_consumer(1, 2),
    parts.staged_producer(3, 3),
]


class Machine:
    """A binary AIGER file with one bad state."""

    def __init__(self, data: bytes) -> None:
        header, _, rest = data.partition(b"\n")
        _, self.inputs, self.latches, _, gates, bad, *more = map(int, header.split()[1:])
        lines = rest.split(b"\n", self.latches + bad + sum(more))
        self.next, self.reset = [], []
        for i, line in enumerate(lines[: self.latches]):
            value, *reset = map(int, line.split())
            own = 2 * (self.inputs + i + 1)
            self.next.append(value)
            self.reset.append((0, 1) if reset == [own] else (reset[0] if reset else 0,))
        self.bad, *self.constraints = map(int, lines[self.latches : -1])
        self.gates, coded = [], iter(lines[-1])
        for node in range(self.inputs + self.latches + 1, self.inputs + self.latches + 1 + gates):
            high = 2 * node - self._number(coded)
            self.gates.append((high, high - self._number(coded)))

    @staticmethod
    def _number(coded) -> int:
        value, shift = 0, 0
        while (byte := next(coded)) & 0x80:
            value, shift = value | (byte & 0x7F) << shift, shift + 7
        return value | byte << shift

    def step(self, state: tuple[int, ...], letter: tuple[int, ...]) -> tuple[tuple[int, ...], bool, bool]:
        """The next state, whether this one is bad, and whether it is allowed."""
        values = [0, *letter, *state]

        def literal(one: int) -> int:
            return values[one >> 1] ^ one & 1

        for left, right in self.gates:
            values.append(literal(left) & literal(right))
        allowed = all(map(literal, self.constraints))
        return tuple(map(literal, self.next)), bool(literal(self.bad)), allowed

    def shortest(self) -> int | None:
        """The steps to a bad state, if there is one."""
        letters = list(product((0, 1), repeat=self.inputs))
        layer, seen, steps = list(product(*self.reset)), set(product(*self.reset)), 0
        while layer:
            after = []
            for state in layer:
                for letter in letters:
                    target, bad, allowed = self.step(state, letter)
                    if allowed and bad:
                        return steps
                    if allowed and target not in seen:
                        seen.add(target)
                        after.append(target)
            layer, steps = after, steps + 1
        return None


def _name(design: Design) -> str:
    return design.about.rstrip(".")


@pytest.mark.slow
@pytest.mark.parametrize("design", SMALL, ids=_name)
def test_both_forms_have_the_same_answer(design: Design, tmp_path: Path) -> None:
    file = tmp_path / "model.smv"
    file.write_text(design.smv(), encoding="utf-8")
    result = next(iter(quidpro.check(file, method="monolithic")))
    steps = Machine(design.aiger()).shortest()
    assert result.outcome == ("holds" if steps is None else "violated")
    if steps is not None:
        assert len(result.verdict.trace.states) == steps + 1


def test_gates_simplify_and_share() -> None:
    gates = Gates()
    one, two = gates.input(), gates.input()
    assert gates.conjunction(one, FALSE) == FALSE == gates.conjunction(one, one ^ 1)
    assert gates.conjunction(one, TRUE) == one == gates.conjunction(one, one)
    assert gates.conjunction(one, two) == gates.conjunction(two, one)
    assert len(gates.ands) == 1


def test_names_are_different_and_the_models_are_of_all_sizes() -> None:
    rows = [*ROWS, *PARTS, *PREMISES]
    assert len({row.name for row in rows}) == len(rows)
    latches = [row.make().latches for row in ROWS if row.make]
    assert len([size for size in latches if 20 <= size <= 2000]) >= 48
    assert max(latches) == 2000
