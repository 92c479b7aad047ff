"""Petri nets of the literature as PNML, of any size, and how far their state spaces can be counted.

    python benchmarks/nets.py philosophers 100 > philosophers.pnml
    python benchmarks/nets.py kanban 10 > kanban.pnml
    python benchmarks/nets.py table [SECONDS]

The philosophers take their two forks one after the other, in either order, and put them down together: a fork is free,
or with one of its two neighbours, so that N of them have 3^N markings. The Kanban system (Ciardo and Tilgner, "On the
use of Kronecker operators for the solution of generalized stochastic Petri nets", ICASE 96-35) has four cells with N
tickets each; the second and third are begun and ended together.
"""

from __future__ import annotations

import gc
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

NAMESPACE = "http://www.pnml.org/version-2009/grammar/pnml"
TYPE = "http://www.pnml.org/version-2009/grammar/ptnet"
DEFAULT_SECONDS = 60.0


@dataclass
class Writer:
    """A net that is written down piece by piece."""

    name: str
    places: dict[str, int] = field(default_factory=dict)
    transitions: dict[str, tuple[Sequence[str], Sequence[str]]] = field(default_factory=dict)

    def text(self) -> str:
        """The net as PNML."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield f'<pnml xmlns="{NAMESPACE}"><net id="{self.name}" type="{TYPE}">'
        yield f"<name><text>{self.name}</text></name>"
        yield '<page id="page">'
        for place, tokens in self.places.items():
            marking = f"<initialMarking><text>{tokens}</text></initialMarking>" if tokens else ""
            yield f'<place id="{place}">{marking}</place>'
        for transition, (takes, puts) in self.transitions.items():
            yield f'<transition id="{transition}"/>'
            yield from (f'<arc id="{p}-{transition}" source="{p}" target="{transition}"/>' for p in takes)
            yield from (f'<arc id="{transition}-{p}" source="{transition}" target="{p}"/>' for p in puts)
        yield "</page></net></pnml>"


def philosophers(number: int) -> str:
    """So many philosophers around a table."""
    net = Writer(f"Philosophers-PT-{number:06}")
    for i in range(number):
        net.places |= {f"Think_{i}": 1, f"Fork_{i}": 1, f"Left_{i}": 0, f"Right_{i}": 0, f"Eat_{i}": 0}
    for i in range(number):
        left, right = f"Fork_{i}", f"Fork_{(i + 1) % number}"
        net.transitions |= {
            f"left_first_{i}": ((f"Think_{i}", left), (f"Left_{i}",)),
            f"right_first_{i}": ((f"Think_{i}", right), (f"Right_{i}",)),
            f"right_second_{i}": ((f"Left_{i}", right), (f"Eat_{i}",)),
            f"left_second_{i}": ((f"Right_{i}", left), (f"Eat_{i}",)),
            f"end_{i}": ((f"Eat_{i}",), (f"Think_{i}", left, right)),
        }
    return net.text()


def kanban(tickets: int) -> str:
    """Four cells with so many tickets each."""
    net = Writer(f"Kanban-PT-{tickets:05}")
    for cell in (1, 2, 3, 4):
        net.places |= {f"ticket_{cell}": tickets, f"work_{cell}": 0, f"back_{cell}": 0, f"done_{cell}": 0}
        net.transitions |= {
            f"ok_{cell}": ((f"work_{cell}",), (f"done_{cell}",)),
            f"redo_{cell}": ((f"work_{cell}",), (f"back_{cell}",)),
            f"again_{cell}": ((f"back_{cell}",), (f"work_{cell}",)),
        }
    net.transitions |= {
        "in_1": (("ticket_1",), ("work_1",)),
        "begin_23": (("done_1", "ticket_2", "ticket_3"), ("ticket_1", "work_2", "work_3")),
        "end_23": (("done_2", "done_3", "ticket_4"), ("ticket_2", "ticket_3", "work_4")),
        "out_4": (("done_4",), ("ticket_4",)),
    }
    return net.text()


FAMILIES: Mapping[str, Callable[[int], str]] = {"philosophers": philosophers, "kanban": kanban}
SIZES = {
    "philosophers": (5, 10, 100, 1_000, 2_000, 5_000, 10_000, 20_000),
    "kanban": (5, 10, 20, 50, 100, 200, 500),
}


def main(arguments: Sequence[str]) -> None:
    """Write a net, or print the table."""
    if arguments[:1] == ["table"]:
        table(float(arguments[1]) if len(arguments) > 1 else DEFAULT_SECONDS)
    elif len(arguments) == 2 and arguments[0] in FAMILIES:
        sys.stdout.write(FAMILIES[arguments[0]](int(arguments[1])))
    else:
        sys.exit(__doc__)


def table(seconds: float) -> None:
    """How far each family goes in so many seconds of CPU a net, reading and counting included."""
    print("| net | components | states | transitions | nodes | nodes made | s | MB |")
    print("|---|---|---|---|---|---|---|---|")
    for family, sizes in SIZES.items():
        for size in sizes:
            if not row(FAMILIES[family](size), seconds):
                break
            gc.collect()


def row(text: str, seconds: float) -> bool:
    """The line of one net; False where the time was not enough."""
    from quidpro.core.budget import Budget
    from quidpro.core.errors import BudgetExceeded
    from quidpro.core.source import Source
    from quidpro.core.words import magnitude
    from quidpro.engines.explicit.saturated.counting import Counts, count_transitions
    from quidpro.engines.explicit.saturated.encoding import one_level_each
    from quidpro.frontend.pnml.model import NetModel
    from quidpro.solvers.mdd.forest import Forest
    from quidpro.solvers.mdd.saturation import Saturation

    started, budget = time.process_time(), Budget().within_cpu(seconds)
    model = NetModel(Source("net.pnml", text))
    try:
        encoding = one_level_each(model.system(model.name, budget))
        forest = Forest(encoding.sizes, budget)
        states = Saturation(forest, encoding.events).closure(forest.vector(encoding.initial))
        counts, transitions = Counts(forest, states), count_transitions(encoding, forest, states)
    except BudgetExceeded as error:
        print(f"| {model.name} | {error} |||||||")
        return False
    spent = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    found = (
        len(encoding.levels),
        magnitude(counts.total),
        magnitude(transitions),
        f"{counts.nodes:,}",
        f"{forest.made:,}",
    )
    print(f"| {model.name} | {' | '.join(map(str, found))} | {spent:.2f} | {peak} |", flush=True)
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
