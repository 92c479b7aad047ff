"""LTSs from Python's own objects: is a pipeline of cells a buffer, and what does one with a hole do wrong?"""

from collections.abc import Iterator
from dataclasses import dataclass

import quidpro
from quidpro import LTS, ExplicitVerdict, Results, Trace


@dataclass(frozen=True)
class Queue:
    """Some items; its steps are those of an LTS."""

    items: int
    room: int

    def steps(self) -> Iterator[tuple["Queue", str, "Queue"]]:
        if self.items < self.room:
            yield self, "put", Queue(self.items + 1, self.room)
        if self.items > 0:
            yield self, "get", Queue(self.items - 1, self.room)


def buffer(room: int) -> LTS:
    """A queue with room for so many, as it should be."""
    steps = (step for items in range(room + 1) for step in Queue(items, room).steps())
    return LTS.of(steps, initial=Queue(0, room), name=f"BUFFER{room}")


def pipeline(cells: int) -> LTS:
    """Cells in a row, each handing on to the next one inside."""
    whole = quidpro.compose(*(buffer(1).rename(wires(cell, cells)) for cell in range(cells)), name="PIPELINE")
    return whole.hide([f"hand.{cell}" for cell in range(1, cells)])


def wires(cell: int, cells: int) -> dict[str, str]:
    """What the put and the get of a cell are called."""
    return {
        "put": "put" if cell == 0 else f"hand.{cell}",
        "get": "get" if cell == cells - 1 else f"hand.{cell + 1}",
    }


def shortest(answer: Results[ExplicitVerdict]) -> tuple[str, ...]:
    """The actions of the counterexample."""
    trace: Trace | None = answer.trace
    return () if trace is None else trace.visible


def main() -> None:
    """Compare them."""
    row = pipeline(3)
    print(row.reduce("branching"))
    print("bisimilar:", quidpro.equivalent(row, buffer(3), "weak"))
    print("refines a larger one:", quidpro.refines(row, buffer(4)).holds)
    print("against a smaller one:", *shortest(quidpro.refines(row, buffer(2))))


if __name__ == "__main__":
    main()
