"""Orders that are mended on the way: when they are, that answers stay the same, and that a given order is kept."""

from __future__ import annotations

import pytest

from quidpro.core.budget import Budget
from quidpro.core.parts import MissingPart
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.whole import dynamic
from quidpro.engines.symbolic.whole.dynamic import Reordered, Watch, better_order
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.flat.explicit import replay
from quidpro.frontend.smv.model import load_smv

PAIRS = 5
NAMES = [f"{letter}{i}" for letter in "xy" for i in range(PAIRS)]
APART = [(name, bit) for name in NAMES for bit in range(1, -1, -1)]
"""Every x far from its copy."""
STEPS = " ".join(
    f"init(y{i}) := x{i}; next(x{i}) := (x{i} + 1) mod 4; next(y{i}) := (y{i} + 1) mod 4;" for i in range(PAIRS)
)
COPIES = f"""MODULE main
VAR {" ".join(f"{name} : 0..3;" for name in NAMES)}
ASSIGN {STEPS}
INVARSPEC {" & ".join(f"x{i} = y{i}" for i in range(PAIRS))};
INVARSPEC x0 < 3;
SPEC AG (x0 = 0 -> AF y0 = 3);
SPEC AG (x0 = 0 -> EG x0 < 3);
LTLSPEC G (x1 = 2 -> X y1 = 3);
LTLSPEC F G y1 = 3;
"""
ANSWERS = ["holds", "violated", "holds", "violated", "holds", "violated"]


@pytest.fixture
def model():
    return load_smv(Source("copies.smv", COPIES)).flat()


def impatient(model, **settings):
    engine = Monolithic(model, Budget(), settings=Settings(order=APART), **settings)
    if engine.watch is not None:
        engine.watch.patience = 1
    return engine


def test_a_slow_search_begins_anew_in_an_order_that_was_sifted(model):
    kept, mended = impatient(model), impatient(model, fixed=False)
    sizes = [engine.reachable().states.node_count() for engine in (kept, mended)]
    assert kept.settings.order == APART
    assert sorted(mended.settings.order) == sorted(APART)
    assert sizes[1] * 5 < sizes[0]
    assert kept.machine.count(kept.search.found.states) == mended.machine.count(mended.search.found.states) == 4**PAIRS


def test_answers_do_not_hang_on_the_order(model):
    engine = impatient(model, fixed=False)
    found = [engine.check(spec) for spec in model.specs]
    assert engine.settings.order != APART
    assert [finding.outcome for finding in found] == ANSWERS
    assert [replay(model, finding.trace) for finding in found if finding.trace is not None] == [None] * 3


@pytest.mark.slow
def test_every_moment_is_good_to_begin_anew(model, monkeypatch):
    monkeypatch.setattr(dynamic, "BETTER", 10.0)
    monkeypatch.setattr(dynamic, "MUCH_BETTER", 10.0)
    for patience in (1, 10, 100, 1000):
        engine = impatient(model, fixed=False)
        engine.watch.patience = patience
        assert [engine.check(spec).outcome for spec in model.specs] == ANSWERS


def test_nobody_watches_after_an_answer(model):
    engine = impatient(model, fixed=False)
    engine.reachable()
    assert engine.machine.manager.watch is None


def test_an_order_that_cannot_become_much_better_is_kept(model):
    engine = impatient(model)
    engine.reachable()
    with pytest.raises(Reordered) as found:
        Watch(engine.machine, engine.search, patience=0)()
    again = Monolithic(model, Budget(), settings=Settings(order=found.value.order))
    again.reachable()
    assert Watch(again.machine, again.search, patience=0)() is None


def test_without_cudd_the_order_is_kept(model, monkeypatch):
    def missing(*_):
        raise MissingPart("no CUDD here")

    monkeypatch.setattr(dynamic, "Sifter", missing)
    engine = impatient(model, fixed=False)
    assert engine.check(model.specs[0]).outcome == "holds"
    assert engine.settings.order == APART


def test_a_watch_counts_from_where_it_begins(model):
    engine = impatient(model)
    engine.reachable()
    engine.machine.manager.poll()
    Watch(engine.machine, engine.search, patience=10**9)()
    with pytest.raises(Reordered) as found:
        Watch(engine.machine, engine.search, patience=0)()
    assert sorted(found.value.order) == sorted(APART)


def test_an_order_that_suits_the_relation_alone_is_not_taken(model):
    together = [(f"{letter}{i}", bit) for i in range(PAIRS) for letter in "xy" for bit in range(1, -1, -1)]
    machine = Monolithic(model, Budget(), settings=Settings(order=together)).machine
    manager, levels = machine.manager, machine.bits.levels

    def copies(shift, changed=-1):
        """x0 is the copy of another y, x1 of the one after it, and so on; one bit may be the opposite."""
        pairs = [
            (a, b)
            for i in range(PAIRS)
            for a, b in zip(levels(f"x{i}"), levels(f"y{(i + shift) % PAIRS}"), strict=True)
        ]
        equal = [manager.var(a).equiv(manager.var(b)) for a, b in pairs]
        return manager.conjunction(~same if at == changed else same for at, same in enumerate(equal))

    states, relation = copies(0), [copies(2, changed) for changed in range(8)]
    assert better_order(machine, [manager.true, *relation], 0.4) is not None
    assert better_order(machine, [states, *relation], 0.4) is None
