"""Names that steer a terminal, break lines or hide: they are shown escaped, wherever text leaves."""

from __future__ import annotations

import json

import pytest

from quidpro.core.shown import shown
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import as_json, printable
from quidpro.lts.lts import LTS
from tests.cli.driver import model, quidpro

FAKE = "P\x1b[2J\r\nHOLDS: S satisfies ALL (auto, 0.00 s)\n\n  certified   yes"
ACT = "a\x1b[31m\x9b2J\n\u202eb\u200b\u2028\x7f"


def lts(name, *transitions):
    alphabet = sorted({action for _, action, _ in transitions})
    names = [f"{state}{FAKE}" for state in "st"]
    return {
        "format": "quidpro-lts",
        "version": 1,
        "name": name,
        "alphabet": alphabet,
        "states": 2,
        "initial": 0,
        "end": None,
        "state_names": names,
        "transitions": [list(transition) for transition in transitions],
    }


@pytest.fixture
def explicit(tmp_path):
    parts = [lts(FAKE, (0, ACT, 1), (1, "b", 0)), lts("Q", (0, "b", 1), (1, "c", 0))]
    goal = lts(f"G{FAKE}", (0, "b", 1), (1, ACT, 0))
    system = {"format": "quidpro-system", "version": 1, "name": f"S{FAKE}", "components": parts, "properties": [goal]}
    return model(tmp_path, json.dumps(system), "a\x1b[2J\nb.json")


@pytest.fixture
def probabilistic(tmp_path):
    lpts = {
        "format": "quidpro-lpts",
        "version": 1,
        "name": FAKE,
        "alphabet": [ACT],
        "states": 2,
        "initial": 0,
        "state_names": [FAKE, f"t{FAKE}"],
        "marks": {f"bad{ACT}": [1]},
        "transitions": [[0, ACT, [[0, "1/2"], [1, "1/2"]]]],
    }
    return model(tmp_path, json.dumps(lpts), "a\nb.lpts.json")


def safe(*arguments):
    """The run, every line of which can be shown, and none of which is made by a name."""
    run = quidpro(*arguments)
    for line in (*run.stdout.split("\n"), *run.stderr.split("\n")):
        assert line.isprintable(), repr(line)
        assert not line.startswith("HOLDS: S satisfies ALL")
    return run


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["check", "FILE"], 1),
        (["check", "FILE", "--deadlock", "--progress"], 1),
        (["check", "FILE", "--explain"], 1),
        (["check", "FILE", "--format", "junit"], 1),
        (["check", "FILE", "--format", "trace", "--progress"], 1),
        (["check", "FILE", "--format", "trace", "--timeout", "0"], 3),
        (["check", "FILE", "--property", "none"], 2),
        (["info", "FILE"], 0),
        (["info", "FILE", FAKE], 0),
        (["show", "FILE", FAKE], 0),
        (["show", "FILE", FAKE, "--format", "dot"], 0),
        (["show", "FILE", FAKE, "--format", "svg"], 0),
        (["show", "FILE", FAKE, "--format", "fsp"], 0),
        (["show", "FILE", FAKE, "--format", "aut"], 0),
        (["assumption", "FILE", "--component", "Q"], 0),
        (["assumption", "FILE", "--component", "none"], 2),
        (["decompose", "FILE"], 0),
    ],
)
def test_of_an_explicit_model(command, code, explicit):
    assert safe(*(explicit if word == "FILE" else word for word in command)).code == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["check", "FILE", "--pctl", f'P<=1/4 [ F "bad{ACT}" ]'], 2),
        (["check", "FILE", "--spec", FAKE], 2),
        (["check", "FILE", "--pctl", "P<=1/4 [ F \n\x1b[2J ]"], 2),
        (["info", "FILE"], 0),
        (["show", "FILE", FAKE], 0),
        (["show", "FILE", FAKE, "--format", "dot"], 0),
        (["show", "FILE", FAKE, "--format", "svg"], 0),
    ],
)
def test_of_a_probabilistic_model(command, code, probabilistic):
    assert safe(*(probabilistic if word == "FILE" else word for word in command)).code == code


def test_a_tree_and_its_picture(probabilistic, tmp_path):
    fields = json.loads(probabilistic.read_text()) | {"name": "T", "transitions": []}
    spec, picture = model(tmp_path, json.dumps(fields), "spec.lpts.json"), tmp_path / "tree.dot"
    assert safe("check", probabilistic, "--spec", spec, "--tree", picture).code == 1
    assert all(map(str.isprintable, picture.read_text().split("\n")))


@pytest.mark.parametrize("name", ["a\x1b[2J\n.lts", "a\u202e.smv", "a\r.prism", "a\n.aut"])
def test_of_the_name_of_a_file(name, tmp_path):
    assert safe("check", tmp_path / name).code == 2
    assert safe("check", model(tmp_path, "nonsense \x1b[2J\u202e", name)).code == 2


def test_json_is_exact_and_can_be_shown(explicit):
    found = json.loads(safe("check", explicit, "--format", "json").stdout)
    assert found["components"] == [FAKE, "Q", f"G{FAKE}"]
    assert found["system"] == f"S{FAKE}"
    assert json.loads(safe("show", explicit, FAKE, "--format", "json").stdout)["alphabet"] == sorted([ACT, "b"])
    assert json.loads(safe("info", explicit, "--format", "json").stdout)[0]["name"] == FAKE


def test_the_rounds_of_a_method(explicit, tmp_path):
    folder = tmp_path / "rounds"
    options = ["--method", "lstar", "--learner", "lstar", "--no-candidates", "--trace-iterations", folder]
    assert safe("check", explicit, *options).code == 1
    for path in folder.iterdir():
        for line in path.read_text().split("\n"):
            assert line.replace("\t", "").isprintable(), path


def test_what_convert_could_not_keep_and_what_certify_confirms(explicit, tmp_path):
    safe("convert", explicit, tmp_path / "out.aut", "--name", FAKE)
    safe("convert", explicit, tmp_path / "out.fsp", "--name", FAKE)
    certificate = tmp_path / "c.json"
    safe("check", explicit, "--deadlock", "--certificate", certificate)
    assert safe("certify", certificate, explicit).code == 0


def test_in_a_notebook():
    hostile = LTS.of([("s\u202e", ACT, "t")], name=FAKE)
    for line in f"{hostile._repr_html_()}{hostile!r}".split("\n"):
        assert line.isprintable()


def test_the_caret_stands_below_what_is_blamed():
    text = "\x1b\u202eab = c\n"
    place, excerpt, carets = Diagnostic("no", Source("f", text), 7, 1).render().split("\n")
    assert place == "f:1:8: error: no"
    assert excerpt == r"  \u001b\u202eab = c"
    assert excerpt[carets.index("^")] == "c"


@pytest.mark.parametrize("text", ["", "plain", "Größe ∥ λ 日本", "a\nb"])
def test_what_can_be_shown_stays(text):
    assert printable(text, "\n") == text
    assert json.loads(as_json(text)) == text


def test_every_character_that_cannot_be_shown_is_escaped_as_json_does():
    odd = [*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA1)), *"\u061c\u200b\u200e\u202a\u2066\u2028\u2029\ufeff"]
    odd += ["\ud800", "\U000e0001"]
    for char in odd:
        assert printable(char).isascii()
        assert json.loads(f'"{printable(char)}"') == char


def test_shown_is_the_same_object_when_there_is_nothing_to_escape():
    for value in (LTS.of([(0, "a", 1)], name="P"), {"a": [(1, "b")]}, ("a", ["b"]), frozenset("ab")):
        assert shown(value) is value
    assert shown({"a\n": [("b\r", 1)]}) == {r"a\n": [(r"b\r", 1)]}
