"""What NuSMV says of its example models: reachable states, diameter, and the verdict of every specification."""

from __future__ import annotations

import csv
import gc
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.shared.machine import Settings
from quidpro.engines.symbolic.shared.order import parse_order
from quidpro.engines.symbolic.whole.monolithic import Monolithic
from quidpro.flat.explicit import replay
from quidpro.frontend.smv.model import load_smv

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "oracle" / "smv"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the reference models are not here")

SECONDS = 300
BAD_ORDERS = {"abp/abp11.smv"}
"""Their order files keep the bits of wide copies apart; our own order does not."""


@pytest.fixture(autouse=True)
def freed():
    """Diagrams are large, and the garbage collector does not know: without this a process grows to gigabytes."""
    yield
    gc.collect()


def rows():
    if not FOLDER.is_dir():
        return []
    with (FOLDER / "expected.tsv").open() as file:
        return list(csv.DictReader(file, delimiter="\t"))


def files():
    return list(dict.fromkeys(row["file"] for row in rows()))


def order_of(path, model):
    domains = {name: variable.domain for name, variable in model.variables.items()}
    return parse_order(path.with_suffix(".ord").read_text(), domains)[0]


@lru_cache(maxsize=1)
def examined(file, *, with_order=False):
    path = FOLDER / file
    model = load_smv(Source(path.name, path.read_text())).flat()
    order = order_of(path, model) if with_order else None
    return Monolithic(model, Budget(seconds=SECONDS), settings=Settings(order=order))


def words(text):
    """A formula without spaces, parentheses and the ways to write a set, which the two texts have differently."""
    return Counter(re.findall(r"[\w.$#-]+|[^\s\w]", re.sub(r"[(){},]|\bunion\b|\bIN \w+$", " ", text)))


def expected(file):
    """Verdicts by what the specification says, once for each specification that says it."""
    return Counter(
        (frozenset(words(row["specification"]).items()), row["verdict"])
        for row in rows()
        if row["file"] == file and row["specification"] != "-"
    )


def check_counts(engine, file):
    row = next(row for row in rows() if row["file"] == file)
    found = engine.reachable()
    assert engine.machine.count(found.states) == pytest.approx(float(row["reachable_states"]), rel=1e-5)
    assert found.diameter == int(row["diameter"])


def check_verdicts(engine, file):
    answers = Counter()
    for spec in engine.model.specs:
        finding = engine.check(spec)
        assert finding.outcome != "unknown", finding.reason
        assert finding.trace is None or replay(engine.model, finding.trace) is None
        verdict = "true" if finding.outcome == "holds" else "false"
        answers[frozenset(words(spec.text).items()), verdict] += 1
    missing = expected(file) - answers
    assert not missing, [sorted(said) for said, _ in missing]


@pytest.mark.parametrize("file", files())
def test_reachable_states_and_verdicts(file):
    check_counts(examined(file), file)
    check_verdicts(examined(file), file)


@pytest.mark.parametrize("file", [f for f in files() if (FOLDER / f).with_suffix(".ord").exists()])
def test_with_the_order_that_came_with_the_model(file):
    if file in BAD_ORDERS:
        pytest.skip("its order file makes copies of wide variables large")
    check_counts(examined(file, with_order=True), file)
    check_verdicts(examined(file, with_order=True), file)


@pytest.mark.parametrize(
    ("file", "states", "diameter", "outcomes"),
    [("barrel5.smv", 33608, 5, ["holds"]), ("robot/robot.smv", 2400, 400, [])],
)
def test_models_that_were_measured_elsewhere(file, states, diameter, outcomes):
    engine = examined(file)
    found = engine.reachable()
    assert (engine.machine.count(found.states), found.diameter) == (states, diameter)
    assert [engine.check(spec).outcome for spec in engine.model.specs if spec.kind != "compute"] == outcomes


def test_robot_misses_a_deadline():
    """The specification that its text has in a comment is false."""
    path = FOLDER / "robot" / "robot.smv"
    model = load_smv(Source(path.name, path.read_text() + "\nSPEC AG !error\n")).flat()
    finding = Monolithic(model, Budget(seconds=SECONDS)).check(model.specs[-1])
    assert finding.outcome == "violated"
    assert replay(model, finding.trace) is None
