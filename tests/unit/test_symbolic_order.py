"""Orders of the bits: files, the static order, sifting; and the limits of the tables."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.errors import BudgetExceeded
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.shared.order import force, format_order, hubs, parse_order, span, static_order
from quidpro.engines.symbolic.whole.monolithic import Finding, Monolithic
from quidpro.flat.types import BOOLEANS, interval
from quidpro.frontend.smv.model import load_smv
from quidpro.solvers.bdd import Manager

DOMAINS = {"a": BOOLEANS, "m.x": interval(0, 5), "c": interval(0, 3)}
EQUAL = """MODULE main
VAR {variables}
ASSIGN {assignments}
INVARSPEC {equal};
"""


def flat(text):
    return load_smv(Source("order.smv", text)).flat()


def found(model, budget, settings=None):
    """What is found of the one specification."""
    try:
        return Monolithic(model, budget, settings=settings).check(model.specs[0])
    except BudgetExceeded as ran_out:
        return Finding(model.specs[0], "unknown", reason=str(ran_out))


def copies(count, top):
    """Pairs of variables of which one is a copy of the other, declared far apart."""
    return flat(
        EQUAL.format(
            variables=" ".join(f"{letter}{i} : 0..{top};" for letter in "xy" for i in range(count)),
            assignments=" ".join(f"init(y{i}) := x{i}; next(y{i}) := y{i}; next(x{i}) := x{i};" for i in range(count)),
            equal=" & ".join(f"x{i} = y{i}" for i in range(count)),
        )
    )


def test_order_file():
    order, unknown = parse_order("---- heading\nm.x.1\na\nm.x\nother\n\n", DOMAINS)
    assert order == [("m.x", 1), ("a", 0), ("m.x", 2), ("m.x", 0), ("c", 1), ("c", 0)]
    assert unknown == ["other"]


def test_written_order_is_read_back():
    order = [("m.x", 1), ("a", 0), ("m.x", 2), ("m.x", 0), ("c", 1), ("c", 0)]
    text = format_order(order, DOMAINS)
    assert text == "m.x.1\na\nm.x.2\nm.x.0\nc\n"
    assert parse_order(text, DOMAINS) == (order, [])


def test_force_brings_together_what_belongs_together():
    names = [f"x{i}" for i in range(10)] + [f"y{i}" for i in range(10)]
    edges = [frozenset((f"x{i}", f"y{i}")) for i in range(10)]
    assert span(names, edges) == 100
    assert span(force(names, edges), edges) == 10


def test_what_is_in_most_edges_is_a_hub():
    chain = [frozenset((f"x{i}", f"x{i + 1}")) for i in range(10)]
    assert hubs(chain) == []
    assert hubs([edge | {"mode"} for edge in chain]) == ["mode"]
    assert hubs([edge | {"mode"} for edge in chain[:5]]) == []
    assert hubs([edge | {"a", "b", "c"} for edge in chain]) == []


def test_a_variable_that_most_assignments_read_is_on_top():
    cells = " ".join(f"next(x{i}) := case at = {i} : x{(i + 1) % 9}; TRUE : x{i}; esac;" for i in range(9))
    declared = " ".join(f"x{i} : 0..3;" for i in range(9))
    model = flat(EQUAL.format(variables=f"{declared} at : 0..8;", assignments=cells, equal="x0 = x1"))
    assert {name for name, _ in static_order(model)[:4]} == {"at"}


def test_copies_that_only_init_and_guarded_constraints_tell_of():
    """Declared far apart, and all that is said of them is said in one INIT and under one condition."""
    count = 16
    pairs = [f"(a{i} <-> b{i})" for i in range(count)]
    turned = [f"(next({x}{i}) <-> {x}{(i * 5 + 1) % count})" for x in "ab" for i in range(count)]
    kept = [f"(next({x}{i}) <-> (at = {i} xor {x}{i}))" for x in "ab" for i in range(count)]
    declared = " ".join(f"{x}{i} : boolean;" for x in "ab" for i in range(count))
    model = flat(
        f"MODULE main VAR {declared} go : boolean; at : 0..{count - 1}; INIT {' & '.join(pairs)} "
        f"TRANS go -> ({' & '.join(turned)}) TRANS !go -> ({' & '.join(kept)}) INVARSPEC {' & '.join(pairs)};"
    )
    finding = found(model, Budget(), settings=Settings(nodes=200_000))
    assert finding.outcome == "holds"


def test_wide_copies_are_interleaved():
    order = static_order(copies(1, 255))
    assert [bit for bit, _ in order] == ["x0", "y0"] * 8
    assert [place for _, place in order] == [place for place in range(7, -1, -1) for _ in "xy"]


def test_sifting_finds_the_order_that_the_file_lacks():
    from quidpro.engines.symbolic.shared.reorder import sifted_order

    model = copies(4, 7)
    names = [f"{letter}{i}" for letter in "xy" for i in range(4)]
    bad = [(name, bit) for name in names for bit in range(2, -1, -1)]
    sizes = {}
    for kind, order in {"bad": bad, "sifted": sifted_order(model, Budget(), bad)}.items():
        assert sorted(order) == sorted(bad)
        engine = Monolithic(model, Budget(), settings=Settings(order=order))
        sizes[kind] = engine.reachable().states.node_count()
        assert engine.check(model.specs[0]).outcome == "holds"
    assert sizes["sifted"] * 10 < sizes["bad"]


def test_a_full_table_is_a_budget_that_ran_out():
    model = copies(6, 7)
    names = [f"{letter}{i}" for letter in "xy" for i in range(6)]
    bad = [(name, bit) for name in names for bit in range(3)]
    finding = found(model, Budget(), settings=Settings(order=bad, nodes=2000))
    assert finding.outcome == "unknown"
    assert "nodes" in finding.reason


def test_time_is_a_budget():
    model = flat(
        "MODULE main VAR x : unsigned word[30]; ASSIGN init(x) := 0ud30_0; next(x) := x + 0ud30_1; "
        "INVARSPEC x != 0ud30_1000000000;"
    )
    finding = found(model, Budget(seconds=0.5))
    assert finding.outcome == "unknown"
    assert "time budget ran out" in finding.reason


def test_manager_basics():
    manager = Manager(4, Budget())
    a, b, c = (manager.var(i) for i in range(3))
    function = (a & b) | c
    assert manager.support(function) == {0, 1, 2}
    assert manager.count(function, 4) == 10
    assert manager.exists(function, manager.cube([2])) == manager.true
    assert manager.and_exists(function, ~c, manager.cube([0])) == b & ~c
    picked = manager.pick(function, range(4))
    assert manager.implies(manager.minterm(picked), function)
    assert manager.pick(manager.false, range(4)) is None
    assert function.substitute(manager.renaming([0, 2], [2, 0])) == (c & b) | a
    with pytest.raises(BudgetExceeded), manager.limits():
        Manager(40, Budget(seconds=0.0)).poll()
