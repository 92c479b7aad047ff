"""What is saved is read back as it was; what a format cannot hold is said."""

from pathlib import Path

import pytest
from hypothesis import given, settings

import quidpro
from quidpro import LPTS, LTS, Priority
from quidpro.core.budget import Budget
from quidpro.lts.system import Progress, System
from tests.lts_strategy import ltss

PING = LTS.of([(0, "hit", 1), (1, "back", 0)], name="PING")
ONCE = LTS.of([(0, "hit", 1), (1, "hit", 0)], name="ONCE")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saved")


def read(path: Path) -> LTS:
    model: quidpro.Model = quidpro.load(path)  # type: ignore[assignment]
    return model.lts(model.default_system(), Budget())


@settings(max_examples=30, deadline=None)
@given(lts=ltss(5))
def test_an_lts_comes_back_from_json(folder: Path, lts: LTS) -> None:
    assert quidpro.save(lts, folder / "lts.json") == ()
    assert read(folder / "lts.json") == lts


def test_other_formats(folder: Path) -> None:
    for suffix in (".aut", ".lts", ".fsp"):
        assert quidpro.save(PING, folder / f"ping{suffix}") == ()
        assert read(folder / f"ping{suffix}") == PING
    assert quidpro.save(LTS.of([(0, "a", 0)], alphabet=["b"]), folder / "lost.aut") != ()
    quidpro.save(PING, folder / "ping.dot")
    assert (folder / "ping.dot").read_text().startswith("digraph")


def test_a_system_keeps_its_components(folder: Path) -> None:
    tests = (Progress("AGAIN", frozenset({"hit"})), Progress("IF", frozenset({"back"}), frozenset({"hit"})))
    made = quidpro.assemble("GAME", {"A": PING, "B": PING}, {"ONCE": ONCE}, Priority(frozenset({"hit"}), high=False))
    system = System(made.name, made.components, made.priority, tests)
    assert quidpro.save(system, folder / "game.json") == ()
    model: quidpro.Model = quidpro.load(folder / "game.json")  # type: ignore[assignment]
    again = model.system("GAME", Budget())
    assert [(part.name, part.lts, part.is_property) for part in again.components] == [
        (part.name, part.lts, part.is_property) for part in system.components
    ]
    assert (again.priority, again.progress) == (system.priority, system.progress)
    assert quidpro.check(model).outcome == quidpro.check(system).outcome


def test_what_a_system_in_json_cannot_hold_is_said(folder: Path) -> None:
    text = "P = (a -> b -> P).\nassert SOON = [](a -> <>b)\n||S = (P).\n"
    model = quidpro.loads(text)
    system = model.system("S", Budget())
    assertion = model.assertion("SOON")
    assert assertion is not None
    asked = System("S", system.components, assertions=(assertion,), hidden=frozenset({"a"}))
    lost = quidpro.save(asked, folder / "lost.json")
    assert any("SOON" in loss for loss in lost)
    assert any("hidden" in loss for loss in lost)


def test_a_part_of_a_model(folder: Path) -> None:
    model = quidpro.load("examples/client_server/client_server.lts")
    quidpro.save(model, folder / "server.aut", name="SERVER")
    assert read(folder / "server.aut").states == 16


def test_lptss(folder: Path) -> None:
    coin = LPTS.of([("start", "toss", {"heads": "1/3", "tails": "2/3"})], marks={"lucky": ["heads"]}, name="COIN")
    quidpro.save(coin, folder / "coin.lpts.json")
    one: quidpro.PrismModel = quidpro.load(folder / "coin.lpts.json")  # type: ignore[assignment]
    assert dict(one.components) == {"COIN": coin}
    quidpro.save(quidpro.assemble("TWO", {"A": coin, "B": coin}), folder / "two.lpts.json")
    two: quidpro.PrismModel = quidpro.load(folder / "two.lpts.json")  # type: ignore[assignment]
    assert dict(two.components) == {"A": coin, "B": coin}
    assert quidpro.check(quidpro.assemble("ONE", {"A": coin}), spec=coin).holds


@pytest.mark.parametrize(
    ("saved", "name", "words"),
    [
        (PING, "ping.xyz", "its suffix"),
        (PING, "nowhere/ping.aut", "no folder"),
        ("ping", "text.aut", "saved must be an LTS"),
        (LPTS.of([(0, "a", 0)]), "p.aut", "no place for probabilities"),
        (quidpro.assemble("S", {"A": PING}), "p.lpts.json", "probabilistic"),
    ],
)
def test_what_cannot_be_saved(folder: Path, saved: object, name: str, words: str) -> None:
    with pytest.raises(quidpro.UsageError, match=words):
        quidpro.save(saved, folder / name)  # type: ignore[arg-type]
    assert not (folder / name).exists()


def test_ltss_and_lptss_do_not_mix() -> None:
    with pytest.raises(quidpro.UsageError, match="stand alone"):
        quidpro.assemble("S", {"A": PING, "B": LPTS.of([(0, "a", 0)])})  # type: ignore[call-overload]
