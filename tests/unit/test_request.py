"""What may be asked of which world and which method: the same on the command line and from Python, and no list apart.

All that is taken or refused follows from the dataclasses of the questions and of the engines.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

import quidpro
from quidpro.cli.options import OF_ALL_WORLDS
from quidpro.core.errors import UsageError
from quidpro.core.options import choices, settable
from quidpro.engines import options as of
from quidpro.run.registry import AUTO, WORLDS, engine_named, world_named
from quidpro.run.request import CheckRequest, options_of
from tests.cli.driver import quidpro as command
from tests.cli.driver import refused
from tests.sampling import CAMPAIGN

pytestmark = pytest.mark.slow

FILES = {"explicit": "model.lts", "symbolic": "model.smv", "probabilistic": "model.prism"}
METHODS = [(world, method) for world in WORLDS for method in (AUTO, *world_named(world).engines)]
QUESTIONS = {world: settable(world_named(world).question) for world in WORLDS}
KINDS = {
    **{name: kind for world in WORLDS for name, kind in options_of(world_named(world)).items()},
    **{name: world_named(world).question for world in WORLDS for name in QUESTIONS[world]},
}
"""Every option that there is, with a dataclass that has it."""
IN_PYTHON = {"const": "constants"}
"""What is called otherwise there."""
COMPANY = {("probabilistic", "property"): "props", **{(world, "improve"): "assume" for world in WORLDS}}
"""What makes sense only with another one."""
TAKEN = "so far all was well"


@dataclass(frozen=True)
class Setting:
    """An option that is set to something else than what it is anyway, as it is written and as it arrives."""

    name: str
    value: Any
    words: tuple[str, ...]
    python: Any

    @property
    def spelled(self) -> str:
        """As it is written on the command line."""
        return self.words[0]


def settings(name: str) -> list[Setting]:
    """What an option may be set to: of every kind of value one, of a switch that may be left alone both."""
    kind = KINDS[name]
    one, hint, dashed = settable(kind)[name], get_type_hints(kind)[name], name.replace("_", "-")
    if hint in (bool, bool | None):
        values = [value for value in (True, False) if value is not one.default]
        return [Setting(name, value, (f"--{'' if value else 'no-'}{dashed}",), value) for value in values]
    value, python = _valued(kind, one, hint)
    written = "N=1" if isinstance(value, dict) else "x" if isinstance(value, tuple) else str(value)
    return [Setting(name, value, (f"--{dashed}", written), python)]


def _valued(kind: type, one: Field[Any], hint: Any) -> tuple[Any, Any]:
    """A value as it arrives, and as Python may say it."""
    if one.metadata.get("open"):
        listed = next(get_args(part) for part in get_args(hint) if get_args(part))
        return listed[-1], listed[-1]
    if choices(kind, one.name):
        other = next(choice for choice in choices(kind, one.name) if choice != one.default)
        return other, other
    if hint in (int, int | None):
        return 2, 2
    if hint == Path | None:
        return Path("x"), "x"
    if get_origin(hint) is tuple:
        return ("x",), ["x"]
    return ({"N": 1}, {"N": 1}) if get_origin(hint) is Mapping else ("x", "x")


EVERY = [setting for name in KINDS for setting in settings(name)]


def expected(world: str, method: str, name: str) -> str:
    """Why an option is refused; empty when it is taken."""
    if name in QUESTIONS[world]:
        return ""
    if name not in options_of(world_named(world)):
        return f"does not apply to {{file}}, {world_named(world).what}"
    taken = method == AUTO or name in settable(engine_named(world_named(world), method).options)
    return "" if taken else f"does not apply to method {method}"


def chosen_method(world: str, method: str, name: str) -> str:
    """The method that works on it: where an option is not for a race, ``auto`` stands for the first that has it."""
    infos = [info for info in world_named(world).engines.values() if name in settable(info.options)]
    alone = [info.name for info in infos if settable(info.options)[name].metadata.get("alone")]
    return alone[0] if method == AUTO and alone else method


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """The requests that came through; none of them is worked on."""
    found: list[CheckRequest] = []

    def stop(request: CheckRequest, *_: object) -> None:
        found.append(request)
        raise UsageError(TAKEN)

    monkeypatch.setattr(inspect.getmodule(quidpro.check), "ask", stop)
    monkeypatch.setattr("quidpro.run.check.check", stop)
    monkeypatch.chdir(tmp_path)
    for name in FILES.values():
        (tmp_path / name).touch()
    return found


def from_python(world: str, method: str, chosen: list[Setting]) -> str:
    """What the Python interface complains about."""
    arguments = inspect.signature(quidpro.check).parameters
    given: dict[str, Any] = {IN_PYTHON.get(one.name, one.name): one.python for one in chosen}
    named = {name: value for name, value in given.items() if name in arguments}
    options = {name: value for name, value in given.items() if name not in arguments}
    with pytest.raises(UsageError) as caught:
        quidpro.check(FILES[world], method=method, options=options, **named)
    return str(caught.value)


def on_the_command_line(world: str, method: str, chosen: list[Setting]) -> str:
    """What the command line complains about."""
    words = [word for one in chosen for word in one.words]
    run = command("check", FILES[world], "--method", method, *words)
    refused(run)
    return run.stderr


def is_typed(world: str, method: str, setting: Setting) -> bool:
    """Whether the command line is asked, too, which takes longer: every option with some methods, all in a campaign."""
    return CAMPAIGN or (METHODS.index((world, method)) + EVERY.index(setting)) % 3 == 0


@pytest.mark.parametrize("setting", EVERY, ids=lambda one: one.spelled)
@pytest.mark.parametrize(("world", "method"), METHODS, ids=lambda one: one)
def test_what_is_taken_and_what_is_refused(world, method, setting, asked):
    why = expected(world, method, setting.name).format(file=FILES[world])
    company = "" if why else COMPANY.get((world, setting.name), "")
    chosen = [setting, *(settings(company) if company else [])]
    told = from_python(world, method, chosen)
    written = on_the_command_line(world, method, chosen) if is_typed(world, method, setting) else None
    if why:
        assert written is None or f"{setting.spelled} {why}" in written
        assert told == f"{IN_PYTHON.get(setting.name, setting.name)} {why}"
        assert asked == []
        return
    assert written is None or TAKEN in written
    assert told == TAKEN
    for request in asked:
        assert (request.world.name, request.method) == (world, chosen_method(world, method, setting.name))
        in_question = setting.name in QUESTIONS[world]
        arrived = getattr(request.question, setting.name) if in_question else request.options[setting.name]
        assert arrived == setting.value
    assert len(asked) == (1 if written is None else 2)


@pytest.mark.parametrize(("world", "method"), METHODS, ids=lambda one: one)
def test_what_only_a_race_or_groups_understand(world, method, asked):
    engine = None if method == AUTO else engine_named(world_named(world), method)
    for name, value in (("jobs", 2), ("cluster", "127.0.0.1:1"), ("split", "A | B")):
        one = Setting(name, value, (f"--{name}", str(value)), value)
        written, told = (door(world, method, [one]) for door in (on_the_command_line, from_python))
        if name != "split" and engine is not None:
            assert f"--{name} is for --method auto; {method} runs alone" in written
            assert told == f"{name} is for method auto; {method} runs alone"
        elif engine is not None and not engine.takes_split:
            assert f"method {method} makes no groups of its own: --split makes no sense with it" in written
            assert told == f"method {method} makes no groups of its own: split makes no sense with it"
        else:
            assert TAKEN in written
            assert told == TAKEN


@pytest.mark.parametrize("world", WORLDS)
def test_a_method_of_another_world_is_refused_with_those_that_there_are(world, asked):
    others = {name for other in WORLDS for name in world_named(other).engines} - set(world_named(world).engines)
    for method in sorted(others):
        known = ", ".join(sorted([AUTO, *world_named(world).engines]))
        why = f"there is no method {method!r} for {world_named(world).what}"
        for door in (on_the_command_line, from_python):
            told = door(world, method, [])
            assert why in told
            assert f"(methods: {known})" in told
    assert asked == []


@pytest.mark.parametrize("world", WORLDS)
def test_what_makes_no_sense_without_another_option(world, asked):
    (improve,) = settings("improve")
    assert "--improve makes no sense without --assume" in on_the_command_line(world, AUTO, [improve])
    assert from_python(world, AUTO, [improve]) == "improve makes no sense without assume"
    assert asked == []


def test_one_value_of_what_may_be_repeated_is_enough(asked):
    with pytest.raises(UsageError, match=TAKEN):
        quidpro.check(FILES["explicit"], options={"assume": "x"})
    assert [request.options for request in asked] == [{"assume": ("x",)}]


def test_every_option_of_an_engine_is_named_by_some_world():
    named = {info.options for world in WORLDS for info in world_named(world).engines.values()}
    named |= {world_named(world).question for world in WORLDS}
    known = {name for kind in named for name in settable(kind)}
    every = [kind for kind in vars(of).values() if inspect.isclass(kind) and kind.__module__ == of.__name__]
    assert {name for kind in every for name in settable(kind)} == known


OF_ALL = {"model", "method", "split", "timeout", "memory", "options", "as_published", "jobs", "cluster", "events"}
"""The arguments of ``quidpro.check`` that are no question."""


def test_the_written_signature_names_every_field_of_the_questions_with_its_default():
    written = {name: one.default for name, one in inspect.signature(quidpro.check).parameters.items()}
    asked = {
        IN_PYTHON.get(one.name, one.name): None if one.name == "const" else one.default
        for world in WORLDS
        for one in fields(world_named(world).question)
    }
    smt = {one.name: one.default for one in fields(of.Simulation)}
    assert {name: default for name, default in written.items() if name not in OF_ALL} == {**asked, **smt}
    assert written["method"] == CheckRequest.method
    assert all(written[name] is None for name in ("split", "timeout", "memory", "options", "jobs", "cluster"))


def test_the_help_of_the_function_names_all_that_can_be_set():
    text = quidpro.check.__doc__
    assert text is not None
    told = set(re.findall(r"``(\w+)``", text))
    assert {IN_PYTHON.get(name, name) for name in KINDS} - told == {"save_order"}


def test_the_command_line_has_every_option_of_every_world():
    worlds = [world_named(name) for name in WORLDS]
    kinds = [kind for world in worlds for kind in (world.question, *(info.options for info in world.engines.values()))]
    known = {name for kind in OF_ALL_WORLDS for name in settable(kind)}
    assert {name for kind in kinds for name in settable(kind)} == known
