"""Assumptions with memory between two SMV modules: M1 localised, M1 whole, and the model as a whole, in one run.

    python benchmarks/localise.py [SECONDS]

Four families that grow. In ``ways`` two caches keep the order in which their ways were used, in ``noc`` two routers
arbitrate the same requests: a proof needs what both sides remember. In ``link`` a receiver sums what it is sent, in
``timers`` both sides have clocks: the property does not depend on them, but the weakest assumption of all of M1 does.
Figures are CPU seconds of ``check`` within SECONDS (30 by default), certificate and start-up included, and the states
of the assumption; a dash stands for no answer. Ways that do not agree are an error.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from json import loads
from pathlib import Path


def ways(ways: int, burst: int) -> str:
    """Two caches whose ways move by the same ``place``, mirrored; a burst of beats for each request."""
    last = ways - 1
    near, far = [f"a{i}" for i in range(ways)], [f"b{i}" for i in range(ways)]
    twice = " | ".join(f"({far[j]} = turn & {far[i]} = turn)" for j in range(ways) for i in range(j))
    return f"""
MODULE near(valid, double)
VAR place : 0..{last}; req : boolean; left : 0..{burst}; overrun : boolean; way : 0..{last};
  {" ".join(f"{name} : 0..{last};" for name in near)}
ASSIGN
  init(req) := FALSE; init(left) := 0; init(overrun) := FALSE;
  next(req) := left = 0 & !req ? {{TRUE, FALSE}} : FALSE;
  next(left) := case req : {burst}; valid & left > 0 : left - 1; TRUE : left; esac;
  next(overrun) := overrun | (valid & (left = 0 | !({_any(near, "way")}))) | double;
  next(way) := valid ? {near[-1]} : way;
  {_recently_used(near, "place")}
MODULE far(place, req)
VAR todo : 0..{burst}; valid : boolean; pause : boolean; double : boolean; turn : 0..{last};
  {" ".join(f"{name} : 0..{last};" for name in far)}
ASSIGN
  init(todo) := 0; init(valid) := FALSE; init(double) := FALSE;
  next(todo) := case req & todo = 0 : {burst}; todo > 0 & !pause : todo - 1; TRUE : todo; esac;
  next(valid) := todo > 0 & !pause & ({_any(far, "turn")});
  next(double) := todo > 0 & !pause & ({twice});
  next(turn) := valid ? {far[-1]} : turn;
  {_recently_used(far, f"({last} - place)")}
MODULE main
VAR n : near(f.valid, f.double); f : far(n.place, n.req);
INVARSPEC NAME no_overrun := !n.overrun
"""


def _any(names: list[str], value: str) -> str:
    return " | ".join(f"{name} = {value}" for name in names)


def _recently_used(order: list[str], place: str) -> str:
    """The way at a place goes to the front."""
    front = " ".join(f"{place} = {i} : {name};" for i, name in enumerate(order))
    lines = [f"init({name}) := {i};" for i, name in enumerate(order)]
    lines.append(f"next({order[0]}) := case {front} TRUE : {order[0]}; esac;")
    lines += [f"next({name}) := {place} >= {i + 1} ? {order[i]} : {name};" for i, name in enumerate(order[1:])]
    return "\n  ".join(lines)


def noc(lines: int, credit: int) -> str:
    """Two routers with matrix arbiters on the same request lines, and credit between them."""
    asked = [f"r{i}" for i in range(lines)]
    some = " | ".join(asked)
    return f"""
MODULE near(flit)
VAR {" ".join(f"{name} : boolean;" for name in asked)} used : 0..{credit};
  stall : boolean; back : boolean; overrun : boolean; {_matrix("p", lines)}
DEFINE
  go := used > 0 & !stall & ({some});
  {_winners("p", lines)}
  pop := go & ({" | ".join(f"pw{i}" for i in range(lines))});
ASSIGN
  init(used) := 0; init(back) := FALSE; init(overrun) := FALSE;
  next(used) := case flit & !pop & used < {credit} : used + 1; !flit & pop : used - 1; TRUE : used; esac;
  next(back) := pop;
  next(overrun) := overrun | (flit & !go & used = {credit}) | (go & !pop);
  {_arbitrate("p", lines, "TRUE")}
MODULE far({", ".join(asked)}, back)
VAR credit : 0..{credit}; flit : boolean; {_matrix("q", lines)}
DEFINE
  go := credit > 0 & ({some});
  {_winners("q", lines)}
  sent := go & ({" | ".join(f"qw{i}" for i in range(lines))});
ASSIGN
  init(credit) := {credit}; init(flit) := FALSE;
  next(flit) := go;
  next(credit) := case sent & !back : credit - 1; !sent & back & credit < {credit} : credit + 1; TRUE : credit; esac;
  {_arbitrate("q", lines, "FALSE")}
MODULE main
VAR n : near(f.flit); f : far({", ".join(f"n.{name}" for name in asked)}, n.back);
INVARSPEC NAME no_overrun := !n.overrun
"""


def _pairs(lines: int) -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(lines) for j in range(i + 1, lines))


def _matrix(name: str, lines: int) -> str:
    return " ".join(f"{name}{i}{j} : boolean;" for i, j in _pairs(lines))


def _winners(name: str, lines: int) -> str:
    """A line wins if it asks, and no line that goes before it does."""

    def yields(i: int, j: int) -> str:
        return f"!(r{j} & {name}{j}{i})" if j < i else f"!(r{j} & !{name}{i}{j})"

    rows = ([f"r{i}", *(yields(i, j) for j in range(lines) if j != i)] for i in range(lines))
    return "\n  ".join(f"{name}w{i} := {' & '.join(row)};" for i, row in enumerate(rows))


def _arbitrate(name: str, lines: int, first: str) -> str:
    """Who has won goes behind all others."""
    return "\n  ".join(
        f"init({name}{i}{j}) := {first}; "
        f"next({name}{i}{j}) := case go & {name}w{i} : FALSE; go & {name}w{j} : TRUE; TRUE : {name}{i}{j}; esac;"
        for i, j in _pairs(lines)
    )


def link(width: int, numbers: int) -> str:
    """Numbered words from a sender to a receiver, which sums them, and is busy where the sum overflows."""
    return f"""
MODULE receiver(valid, seq, data)
VAR expect : 0..{numbers - 1}; sum : unsigned word[{width}]; busy : boolean; fold : boolean; lost : boolean;
ASSIGN
  init(expect) := 0; init(sum) := 0ud{width}_0; init(busy) := FALSE; init(fold) := FALSE; init(lost) := FALSE;
  next(expect) := valid ? (expect + 1) mod {numbers} : expect;
  next(sum) := valid ? sum + data : sum;
  next(busy) := valid & sum + data < sum;
  next(fold) := busy;
  next(lost) := lost | (valid & (seq != expect | fold));
MODULE sender(busy)
VAR valid : boolean; seq : 0..{numbers - 1}; data : unsigned word[{width}]; step : unsigned word[{width}];
ASSIGN
  init(valid) := FALSE; init(seq) := 0;
  next(valid) := busy ? FALSE : {{TRUE, FALSE}};
  next(seq) := valid ? (seq + 1) mod {numbers} : seq;
  next(data) := valid ? data + step : data;
  next(step) := step;
MODULE main
VAR r : receiver(s.valid, s.seq, s.data); s : sender(r.busy);
INVARSPEC NAME in_order := !r.lost
"""


def timers(client: int, memory: int, phases: int) -> str:
    """A client that asks when its timer is at zero, a memory that answers in phases and refreshes in between."""
    return f"""
MODULE client(phase)
VAR timer : 0..{client - 1}; req : boolean; want : 0..{phases}; wrong : boolean;
ASSIGN
  init(timer) := 0; init(req) := FALSE; init(want) := 0; init(wrong) := FALSE;
  next(timer) := (timer + 1) mod {client};
  next(req) := timer = 0 & want = 0 & !req;
  next(want) := case req & want = 0 : 1;
    phase = want & phase != 0 : (want = {phases} ? 0 : want + 1); TRUE : want; esac;
  next(wrong) := wrong | (phase != 0 & phase != want);
MODULE memory(req)
VAR refresh : 0..{memory - 1}; at : 0..{phases}; phase : 0..{phases};
ASSIGN
  init(refresh) := 0; init(at) := 0; init(phase) := 0;
  next(refresh) := (refresh + 1) mod {memory};
  next(at) := case at = 0 & req : 1;
    at != 0 & refresh > 2 & phase = 0 : (at = {phases} ? 0 : at + 1); TRUE : at; esac;
  next(phase) := at != 0 & refresh > 2 & phase = 0 ? at : 0;
MODULE main
VAR c : client(m.phase); m : memory(c.req);
INVARSPEC NAME in_phase := !c.wrong
"""


FAMILIES: dict[Callable[..., str], tuple[str, tuple[tuple[int, ...], ...]]] = {
    ways: ("n | f", ((4, 3), (5, 3), (6, 3), (7, 3), (8, 3))),
    noc: ("n | f", ((5, 3), (6, 3), (7, 3))),
    link: ("r | s", ((4, 3), (6, 3), (12, 3))),
    timers: ("c | m", ((13, 17, 3), (61, 127, 3), (509, 503, 3))),
}
METHODS = {
    "M1 localised": ("--method", "symbolic", "--orientation", "given"),
    "all of M1": ("--method", "symbolic", "--orientation", "given", "--no-localise"),
    "the whole": ("--method", "monolithic"),
}


def main(seconds: float) -> None:
    """Print the table."""
    print(f"| model | {' | '.join(f'{name}: s, states' for name in METHODS)} |")
    print("|---|---|---|---|")
    for family, (split, sizes) in FAMILIES.items():
        given_up: set[str] = set()
        for size in sizes:
            cells = [_cell(family(*size), split, name, seconds, given_up) for name in METHODS]
            print(f"| {family.__name__}{size} | {' | '.join(cells)} |", flush=True)


def _cell(text: str, split: str, name: str, seconds: float, given_up: set[str]) -> str:
    if name in given_up:
        return "–"
    spent, outcome, states = run(text, (*METHODS[name], *(["--split", split] if name != "the whole" else [])), seconds)
    if outcome == "unknown":
        given_up.add(name)
        return "–"
    assert outcome == "holds", (name, outcome)
    return f"{spent:.2f}" + (f", {states}" if states else "")


def run(text: str, options: tuple[str, ...], seconds: float) -> tuple[float, str, int]:
    """CPU seconds of the command, the outcome, and the states of the assumption."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.smv")
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "quidpro", "check", str(path), *options, "--timeout", str(seconds)]
        before = _children_seconds()
        done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
        found = loads(done.stdout)
    return _children_seconds() - before, found["verdict"], sum(one["states"] for one in found["assumptions"])


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)
