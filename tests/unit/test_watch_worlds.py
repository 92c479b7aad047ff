"""Rounds to look at in the other worlds: what SCV and pAGAR say they learned is so, and their views are whole."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.events import Event
from quidpro.engines.symbolic.scv import symbolic
from quidpro.engines.symbolic.scv.algorithm import Conjectured
from quidpro.engines.symbolic.scv.chain import Chain
from quidpro.engines.symbolic.scv.explained import explained
from quidpro.engines.symbolic.shared.machine import Machine
from quidpro.report.watch import Watcher, view_json
from quidpro.run.registry import world_named
from quidpro.verdict.probabilistic.evidence import OrderTried
from quidpro.verdict.rounds import Round
from quidpro.verdict.symbolic.evidence import SymbolicAssumption, SymbolicConjecture
from quidpro.verdict.watch import RoundView
from tests.asking import solve_smv

pytestmark = pytest.mark.slow
EXAMPLES = Path(__file__).parents[2] / "examples"
ROBOT = EXAMPLES / "smv" / "robot.smv"
PRISM = EXAMPLES / "prism" / "client_server"


def watch(world: str, model: Path, **settings: Any) -> tuple[list[Round], list[RoundView]]:
    """The rounds of a check that have something to show, and how they are shown."""
    watcher, rounds, views = Watcher(world_named(world).renderer, Budget()), list[Round](), list[RoundView]()

    def listen(event: Event) -> None:
        if isinstance(event, Round) and event.evidence is not None:
            rounds.append(event)
            view = watcher.view(event, "P")
            views.extend([] if view is None else [view])

    quidpro.check(model, events=listen, **settings)
    return rounds, views


def test_letters_that_part_are_told_apart_by_the_suffix(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []

    def check(machine: Machine, event: Conjectured, assumption: SymbolicAssumption, chain: Chain) -> SymbolicConjecture:
        shown = explained(machine, event, assumption, chain)
        if shown.split is not None:
            assert event.table is not None
            assert event.word is not None
            table, word, path = event.table, event.word, event.dfa.path(event.word)
            at = table.turn(word, path)
            rest, source = word[at + 1 :], path[at]
            left, right = (*table.words[source], word[at]), table.words[shown.split.state]
            assert event.dfa.path(left)[-1] == event.dfa.path(right)[-1] == shown.split.state
            assert table.safe((*left, *rest)) != table.safe((*right, *rest))
            kinds = table.kinds(source, event.dfa.edges[source][path[at + 1]], table.suffixes(word)[at + 1])
            assert bool(shown.split.safe_letters) == all(kind.satisfiable() for kind in kinds)
            for kind, expected in zip(kinds, (True, False), strict=True):
                if kind.satisfiable():
                    letter = table.module.letter(kind)
                    assert table.safe((*table.words[source], letter, *rest)) == expected
            checked.append(shown.split)
        return shown

    monkeypatch.setattr(symbolic, "explained", check)
    model: Any = quidpro.load(ROBOT)
    flat = model.flat()
    motor = frozenset(name for name in flat.variables if name.startswith("motor"))
    solve_smv(flat, flat.specs, "symbolic", events=lambda _: None, first=motor, candidates=False)
    assert len(checked) > 5
    assert any(split.safe_letters for split in checked)


def test_rounds_of_scv_have_views() -> None:
    rounds, views = watch("symbolic", ROBOT, method="symbolic", split="motor | rest", options={"candidates": False})
    assert len(views) == len(rounds) > 5
    for event, view in zip(rounds, views, strict=True):
        assert view.lesson
        assert view.word or event.outcome == "holds"
        assert view.alphabet
        (conjecture,) = view.conjectures
        root = ElementTree.fromstring(conjecture.svg)
        numbers = {one.get("data-state") for one in root.iter() if one.get("class", "").startswith("state")}
        assert numbers == {str(i) for i in range(conjecture.states)}
        assert view.table is None or len(view.table.rows) == conjecture.states


def test_rounds_of_several_groups_tell_their_level() -> None:
    split = "motor | sensor, command, grant | rest"
    options = {"candidates": False, "orientation": "given"}
    _, views = watch("symbolic", ROBOT, method="symbolic", split=split, property="motor_in_time", options=options)
    below = [view for view in views if view.level == 1]
    assert {view.level for view in views} == {0, 1}
    assert all(view.title.startswith("A2 of round ") for view in below)
    assert {"Holds: that is a proof of the premise above"} < {view.verdict for view in below}
    texts = {premise.text for view in views for premise in view.premises}
    assert texts == {"⟨A1⟩ M1 ⟨P⟩", "⟨true⟩ M2 ∥ M3 ⟨A1⟩", "⟨A2⟩ M2 ⟨A1⟩", "⟨true⟩ M3 ⟨A2⟩"}
    assert any("M2 can go wrong" in view.lesson + view.word_caption for view in below)
    tables = [view.table.caption for view in below if view.table is not None]
    assert any("A1 in 1: " in caption for caption in tables)
    assert all(caption.startswith("Observation table: ✓ where M2 cannot be") for caption in tables)


@pytest.mark.parametrize(("model", "split"), [("caches3", "n0, n1 | ring | rest"), ("robot", "motor | rest")])
def test_a_circle_is_one_round_with_all_assumptions(model: str, split: str) -> None:
    options: dict[str, Any] = {"method": "circular", "split": split, "property": "1"}
    rounds, views = watch("symbolic", EXAMPLES / "smv" / f"{model}.smv", **options)
    circle = views[0]
    assert (circle.run, circle.outcome) == ("circle", "holds" if model == "caches3" else "too weak")
    assert len(circle.conjectures) == split.count("|") + 1 == len(circle.premises) - 1
    assert (len(views) == 1) == (circle.outcome == "holds")
    assert len(rounds) == len(views)


def test_blocks_are_split_as_they_say() -> None:
    spec = PRISM / "cs_2_2_spec.prism"
    rounds, views = watch(
        "probabilistic", PRISM / "cs_2_2.prism", method="agar", spec=spec, options={"candidates": False}
    )
    assert len(views) == len(rounds) > 3
    split = 0
    for before, after in pairwise(rounds):
        old, new = before.evidence, after.evidence
        assert isinstance(old, OrderTried)
        assert isinstance(new, OrderTried)
        if old.order == new.order and not old.inherited and not new.inherited:
            last = len(old.assumptions) - 1
            grown = sum(len(one.sizes) - 1 for one in old.splits if one.assumption == last)
            assert new.assumptions[last].states == old.assumptions[last].states + grown
            split += grown
    assert split > 0
    assert all(view.picture for view in views if view.outcome == "refined")
    assert all(view.lesson and view.premises for view in views)


def test_a_view_is_plain_data() -> None:
    _, views = watch("explicit", EXAMPLES / "client_server" / "client_server.lts", method="circular", property="MUTEX")
    (first, *_) = views
    found = view_json(first)
    assert found["conjectures"][0]["svg"] == first.conjectures[0].svg
    assert len(found["conjectures"]) == 2
    assert found["premises"][-1]["transitions"] > 0
