"""Reachability with quidpro's engine (OxiDD) and with the same algorithm on dd's CUDD, in one run on one core.

    python benchmarks/symbolic.py [MODEL ...]

Three models, built from functions of bits without a front end: `counters` (8 counters of 7 bits, one of them is
incremented in each step), `arbiter` (a synchronous ring arbiter of 150 elements, 450 bits), `swap` (11 cells of 4 bits
whose neighbours are exchanged: 11! states). Both packages get the same parts, clusters and schedule; dd
runs without reordering. Numbers of states must agree. Each side runs in a fresh process; the figure is the ratio
of CPU seconds, least = the ratio that was measured when the package was chosen, divided by 1.5. dd is ended after 300
of them, and the ratio is then a lower bound.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from pathlib import Path

MIN_RATIO = {"counters": 11.3 / 0.93 / 1.5, "arbiter": 5.0 / 2.5 / 1.5, "swap": 44.5 / 8.1 / 1.5}

MAX_SECONDS = 300


class DdFunction:
    """dd's function with the names that OxiDD's has."""

    __slots__ = ("f", "m")

    def __init__(self, m, f):
        self.m, self.f = m, f

    def __and__(self, other):
        return DdFunction(self.m, self.f & other.f)

    def __or__(self, other):
        return DdFunction(self.m, self.f | other.f)

    def __xor__(self, other):
        return DdFunction(self.m, self.m.bdd.apply("xor", self.f, other.f))

    def __invert__(self):
        return DdFunction(self.m, ~self.f)

    def __eq__(self, other):
        return self.f == other.f

    def __hash__(self):
        return hash(self.f)

    def ite(self, then, otherwise):
        return DdFunction(self.m, self.m.bdd.ite(self.f, then.f, otherwise.f))

    def node_count(self):
        return self.f.dag_size

    def satisfiable(self):
        return self.f != self.m.bdd.false

    def substitute(self, names):
        return DdFunction(self.m, self.m.bdd.let(names, self.f))


class DdTable:
    def __init__(self, bdd):
        self.bdd = bdd

    def approx_num_inner_nodes(self):
        return len(self.bdd)


class DdManager:
    """The part of quidpro's manager that relations and searches use, on dd."""

    def __init__(self, variables):
        from dd import cudd

        self.and_exists_ = cudd.and_exists
        self.bdd = cudd.BDD()
        self.bdd.configure(reordering=False, max_vars=variables)
        self.bdd.declare(*(f"v{i}" for i in range(variables)))
        self.table = DdTable(self.bdd)
        self.true, self.false = DdFunction(self, self.bdd.true), DdFunction(self, self.bdd.false)

    def var(self, variable):
        return DdFunction(self, self.bdd.var(f"v{variable}"))

    def cube(self, variables):
        return [f"v{i}" for i in variables]

    def minterm(self, values):
        return DdFunction(self, self.bdd.cube({f"v{i}": value for i, value in values.items()}))

    def exists(self, function, names):
        return DdFunction(self, self.bdd.exist(names, function.f))

    def and_exists(self, left, right, names):
        return DdFunction(self, self.and_exists_(left.f, right.f, names))

    def renaming(self, sources, targets):
        return {f"v{s}": f"v{t}" for s, t in zip(sources, targets, strict=True)}

    def support(self, function):
        return frozenset(int(name[1:]) for name in self.bdd.support(function.f))

    def count(self, function, variables):
        return int(self.bdd.count(function.f, variables))

    def poll(self):
        pass


class Model:
    """State bits with their next bits right below, inputs on top, and parts of a relation that come bit by bit."""

    def __init__(self, make, bits, inputs=0):
        self.inputs = list(range(inputs))
        self.now = [inputs + 2 * i for i in range(bits)]
        self.then = [inputs + 2 * i + 1 for i in range(bits)]
        self.manager = make(inputs + 2 * bits)
        self.parts = []

    def bit(self, index):
        return self.manager.var(self.now[index])

    def next(self, index, value):
        self.parts.append(~(self.manager.var(self.then[index]) ^ value))

    def chosen(self, number):
        """The inputs hold this number."""
        return self.manager.minterm({level: bool(number >> i & 1) for i, level in enumerate(self.inputs)})


def counters(make, count=8, width=7):
    model = Model(make, count * width, inputs=(count - 1).bit_length())
    for counter in range(count):
        carry = model.chosen(counter)
        for bit in range((counter + 1) * width - 1, counter * width - 1, -1):
            model.next(bit, model.bit(bit) ^ carry)
            carry = carry & model.bit(bit)
    return model, dict.fromkeys(model.now, False)


def arbiter(make, size=150):
    """Elements with a persistent request, a token that goes round, and a request that comes and goes."""
    model = Model(make, 3 * size)
    persistent, token, request = range(0, 3 * size, 3), range(1, 3 * size, 3), range(2, 3 * size, 3)
    for i in range(size):
        held = model.bit(persistent[i]) | model.bit(token[i])
        model.next(persistent[i], model.bit(request[i]) & held)
        model.next(token[i], model.bit(token[i - 1]))
    start = {model.now[persistent[i]]: False for i in range(size)}
    return model, start | {model.now[token[i]]: i == 0 for i in range(size)}


def swap(make, size=11, width=4):
    model = Model(make, size * width, inputs=(size - 1).bit_length())
    for cell in range(size):
        for bit in range(width):
            value = model.bit(cell * width + bit)
            for chosen, other in ((cell, cell + 1), (cell - 1, cell - 1)):
                if 0 <= chosen < size - 1:
                    value = model.chosen(chosen).ite(model.bit(other * width + bit), value)
            model.next(cell * width + bit, value)
    start = {model.now[c * width + b]: bool(c >> (width - 1 - b) & 1) for c in range(size) for b in range(width)}
    return model, start


MODELS = {"counters": counters, "arbiter": arbiter, "swap": swap}


def measure(name, package):
    """States, rings, and CPU seconds from the parts to the last ring: other work on the machine does not count."""
    from quidpro.core.budget import Budget
    from quidpro.engines.symbolic.shared.relation import Relation, Search
    from quidpro.solvers.bdd import Manager

    make = DdManager if package == "dd" else lambda variables: Manager(variables, Budget())
    model, start = MODELS[name](make)
    began = time.process_time()
    relation = Relation(model.manager, model.parts, model.now, model.then, model.inputs)
    found = Search(relation, model.manager.minterm(start)).all()
    seconds = time.process_time() - began
    return model.manager.count(found.states, len(model.now)), found.diameter, seconds


def apart(name, package):
    """The same in a fresh process; None when it takes too long."""
    script = f"import resource, sys; resource.setrlimit(resource.RLIMIT_CPU, ({MAX_SECONDS}, {MAX_SECONDS})); "
    script += f"sys.path.insert(0, {str(Path(__file__).parent)!r}); import symbolic; "
    script += f"print(*symbolic.measure({name!r}, {package!r}))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    if run.returncode < 0:
        return None
    run.check_returncode()
    out = run.stdout.split()
    return int(out[0]), int(out[1]), float(out[2])


def main(names):
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    heads = ("model", "states", "rings", "quidpro s", "dd s", "ratio", "least")
    print("{:>10} {:>10} {:>6} {:>10} {:>8} {:>6} {:>6}".format(*heads))
    for name in names:
        states, rings, seconds = apart(name, "oxidd")
        print(f"{name:>10} {float(states):>10.3g} {rings:>6} {seconds:>10.2f}", end=" ", flush=True)
        peer = apart(name, "dd")
        if peer is None:
            print(f"{f'> {MAX_SECONDS}':>8} {f'> {MAX_SECONDS / seconds:.1f}':>6} {MIN_RATIO[name]:>6.1f}", flush=True)
            continue
        assert math.isclose(states, peer[0], rel_tol=1e-9), f"{name}: {states} and {peer[0]} states"
        print(f"{peer[2]:>8.2f} {peer[2] / seconds:>6.1f} {MIN_RATIO[name]:>6.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(MODELS))
