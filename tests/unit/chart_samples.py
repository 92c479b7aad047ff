"""Charts to draw: small ones by hand, large ones made up, and counterexamples of the examples."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import quidpro
from quidpro.run.registry import world_named
from quidpro.verdict.chart import Branch, Chart, ChartStep, Lane, Move, Place, Position, Row, Wait

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = '<script>alert("1")</script>&\x1b[2J'


def chart_of(model: object, **options: object) -> Chart | None:
    """The chart of the first violation."""
    results = quidpro.check(model, method="monolithic", **options)
    return next(
        (one for r in results if (one := world_named(r.verdict.world).renderer.chart(r.verdict, r.problem))), None
    )


@cache
def mutex() -> Chart:
    """Four lanes that move, and one that does not."""
    return chart_of(EXAMPLES / "client_server" / "client_server.lts", system="BROKEN", deadlock=False)


@cache
def deadlock() -> Chart:
    """Five philosophers who wait for each other."""
    return chart_of(EXAMPLES / "philosophers.lts", property=[], deadlock=True)


@cache
def three() -> Chart:
    """Three philosophers: a ring with labels, and shared instances in wide lanes."""
    return chart_of(EXAMPLES / "philosophers.lts", property=[], deadlock=True, constants={"N": 3})


def run(
    actions: list[str], movers: list[tuple[int, ...]], lanes: int, states: list[tuple[int, ...]], **more: object
) -> Chart:
    """A run whose states are numbers."""
    return Chart(
        title="P in S",
        lanes=tuple(Lane(f"l.{i}", process="LANE") for i in range(lanes)),
        rows=(),
        positions=tuple(Position(tuple(f"LANE.{n}" for n in vector), vector) for vector in states),
        steps=tuple(
            ChartStep(i, action, tuple(Move(lane, 0, Place("dir/m.lts", 3, 4)) for lane in taking), (Branch(i + 1),))
            for i, (action, taking) in enumerate(zip(actions, movers, strict=True))
        ),
        **more,  # type: ignore[arg-type]
    )


def large(lanes: int, steps: int, seed: int = 0) -> Chart:
    """A run without repetitions: every state is new, every lane moves somewhere."""
    random = Random(seed)
    vector, states, movers = [0] * lanes, [(0,) * lanes], []
    for i in range(steps):
        taking = tuple(sorted({i % lanes, *(random.randrange(lanes) for _ in range(random.randrange(3)))}))
        for lane in taking:
            vector[lane] += 1
        movers.append(taking)
        states.append(tuple(vector))
    actions = [f"l.{taking[0]}.{random.choice(['send', 'receive', 'acknowledge'])}" for taking in movers]
    return run(actions, movers, lanes, states, end="error")


def ring(laps: int, stations: int) -> Chart:
    """A token goes round; a property counts the laps, and forbids the last."""
    lanes = [*(Lane(f"s.{i}", process="STATION") for i in range(stations)), Lane("LAPS", "property")]
    positions, steps = [Position(("IDLE",) * stations + ("LAPS.0",), (0,) * stations + (0,))], []
    for i in range(laps * stations):
        here, lap = i % stations, (i + 1) // stations
        after = (here + 1) % stations
        states = tuple("HAS" if s == after and after else "IDLE" for s in range(stations))
        last = i == laps * stations - 1
        numbers = tuple(int(state == "HAS") for state in states)
        positions.append(Position((*states, "ERROR" if last else f"LAPS.{lap}"), (*numbers, -1 if last else lap)))
        moves = [Move(here), Move(after), *([Move(stations)] if not after else [])]
        steps.append(ChartStep(i, f"hand.{here}", tuple(sorted(moves, key=lambda m: m.lane)), (Branch(i + 1),)))
    return Chart("LAPS in RING", tuple(lanes), (), tuple(positions), tuple(steps), end="error", failed=stations)


def lasso() -> Chart:
    """Cars go for ever, walkers never."""
    rows = (Row("GREEN", "fluent"), Row("WALK", "fluent"))
    lanes = (Lane("CARS"), Lane("CONTROL"), Lane("WALKERS"))
    values = [("false", "false"), ("false", "false"), ("true", "false"), ("false", "false"), ("false", "false")]
    actions = ["cars.ask", "cars.green", "cars.red", "cars.ask"]
    numbers = [(0, 0, 0), (1, 1, 0), (2, 2, 0), (0, 0, 0), (1, 1, 0)]
    return Chart(
        "WALKS in CROSSING",
        lanes,
        rows,
        tuple(Position(tuple(f"Q{n}" for n in ns), ns, value) for ns, value in zip(numbers, values, strict=True)),
        tuple(ChartStep(i, action, (Move(0), Move(1)), (Branch(i + 1),)) for i, action in enumerate(actions)),
        end="loop",
        loop=1,
    )


def wave(loop: int | None = None) -> Chart:
    """Variables of all kinds."""
    rows = (Row("late", "define"), Row("left", "state"), Row("ask", "input", 1), Row("mode", "state", 2))
    values = [("FALSE", "2", "TRUE", "idle"), ("FALSE", "1", "FALSE", "idle"), ("TRUE", "0", "", "idle")]
    return Chart(
        "in_time in clock",
        (),
        rows,
        tuple(Position(values=value) for value in values),
        tuple(ChartStep(i, "", (), (Branch(i + 1),)) for i in range(2)),
        end="error" if loop is None else "loop",
        loop=loop,
    )


def tree() -> Chart:
    """A coin, and a client that goes wrong."""
    return Chart(
        "Spec in cs",
        (Lane("Client"), Lane("Server")),
        (),
        (
            Position(("c=3, d=0", "s=0")),
            Position(("c=0, d=0", "s=0")),
            Position(("c=4, d=0", "s=0")),
            Position(("c=4, d=0", "s=1"), marks=("clash",)),
        ),
        (
            ChartStep(0, "decide", (Move(0),), (Branch(1, Fraction(4, 5)), Branch(2, Fraction(1, 5)))),
            ChartStep(2, "cancel", (Move(0), Move(1)), (Branch(3, Fraction(1)),)),
        ),
        end="error",
    )


def bushy(depth: int) -> Chart:
    """Coins all the way."""
    count = 2 ** (depth + 1) - 1
    inner = range(2**depth - 1)
    half = Fraction(1, 2)
    return Chart(
        "Spec in coins",
        (Lane("Coin"),),
        (),
        tuple(Position((f"n={i}",), marks=("bad",) if i == count - 1 else ()) for i in range(count)),
        tuple(ChartStep(i, "toss", (Move(0),), (Branch(2 * i + 1, half), Branch(2 * i + 2, half))) for i in inner),
        end="error",
    )


def stuck() -> Chart:
    """Two processes that wait for each other."""
    chart = run(["a", "b"], [(0,), (1,)], 2, [(0, 0), (1, 0), (1, 1)], end="deadlock", cycle=(0, 1))
    waits = (Wait(0, "b", (1,)), Wait(1, "a", (0,), held_by=0))
    return Chart(**{**chart.__dict__, "waiting": waits})


def hostile() -> Chart:
    """Everything is named like markup."""
    system = quidpro.assemble(
        HOSTILE,
        {f"{HOSTILE}{i}": quidpro.LTS.of([(HOSTILE, f"go{HOSTILE}", "q"), ("q", "b", "ERROR")]) for i in range(2)},
    )
    return chart_of(system)


SAMPLES = {
    "mutex": mutex,
    "deadlock": deadlock,
    "three": three,
    "stuck": stuck,
    "ring": lambda: ring(3, 9),
    "large": lambda: large(20, 60),
    "lasso": lasso,
    "wave": wave,
    "wave loop": lambda: wave(1),
    "tree": tree,
    "bushy": lambda: bushy(6),
    "hostile": hostile,
}
