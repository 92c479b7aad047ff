"""What is written, and where: reports on stdout, files whole or not at all."""

from __future__ import annotations

import json
import os
from xml.etree import ElementTree

import pytest
from jsonschema import validate

from quidpro.cli.output import write_file
from quidpro.core.errors import UsageError
from quidpro.verdict.schema import schema
from tests.cli.driver import model, quidpro, refused

TEXT = """
A = (a -> b -> A).
B = (b -> c -> STOP).
property GOOD = (a -> b -> GOOD).
property BAD = (a -> c -> BAD).
||S = (A || B || GOOD || BAD).
"""


@pytest.fixture
def file(tmp_path):
    return model(tmp_path, TEXT)


def answer(*arguments):
    run = quidpro("check", *arguments, "--format", "json")
    assert run.stderr == ""
    found = json.loads(run.stdout)
    validate(found, schema("verdict"))
    return run.code, found


@pytest.mark.parametrize(("name", "code", "verdict"), [("GOOD", 0, "holds"), ("BAD", 1, "violated")])
def test_json_of_one_property(name, code, verdict, file):
    exit_code, found = answer(file, "--property", name)
    assert (exit_code, found["verdict"], found["property"], found["certified"]) == (code, verdict, name, True)
    assert found["system"] == "S"
    assert found["components"] == ["A", "B", name]
    assert (found["certificate"] is None) == (verdict == "violated")


def test_json_trace(file):
    _, found = answer(file, "--property", "BAD")
    assert found["counterexample"]["trace"] == ["a", "b", "a"]
    paths = {part["name"]: part["path"] for part in found["counterexample"]["components"]}
    assert [move["action"] for move in paths["B"]] == ["b"]
    assert paths["BAD"][-1]["to"] == "ERROR"


def test_several_questions_give_results_and_the_worst_exit_code(file):
    code, found = answer(file, "--deadlock", "--progress")
    assert code == 1
    kinds = [(r["property"], r["kind"], r["verdict"]) for r in found["results"]]
    assert kinds == [
        ("GOOD", "safety", "holds"),
        ("BAD", "safety", "violated"),
        ("deadlock", "deadlock", "violated"),
        ("progress", "progress", "violated"),
    ]


def test_text_separates_answers_by_one_empty_line(file):
    text = quidpro("check", file).stdout
    assert "\n\n\n" not in text
    assert text.index("HOLDS: S satisfies GOOD") < text.index("VIOLATED: S does not satisfy BAD")


def test_junit(file):
    run = quidpro("check", file, "--format", "junit", "--timeout", 60)
    suite = ElementTree.fromstring(run.stdout).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "2", "0")
    assert run.code == 1


def test_warnings_are_on_stdout_with_the_result(tmp_path):
    path = model(tmp_path, "P = (a -> P).\nQ = (b -> P).\n||S = (P || Q).\n")
    run = quidpro("check", path)
    assert run.code == 1
    assert "warning" in run.stdout
    assert answer(path)[1]["warnings"]


def test_certificate_round_trip(file, tmp_path):
    out = tmp_path / "c.json"
    assert quidpro("check", file, "--property", "GOOD", "--certificate", out).code == 0
    validate(json.loads(out.read_text()), schema("certificate"))
    confirmed = quidpro("certify", out, file)
    assert confirmed.code == 0
    assert confirmed.stdout.startswith("confirmed: S satisfies GOOD")
    assert json.loads(quidpro("certify", out, file, "--format", "json").stdout)["certified"] is True


def test_certificate_of_another_model_is_refused(file, tmp_path):
    out = tmp_path / "c.json"
    quidpro("check", file, "--property", "GOOD", "--certificate", out)
    changed = model(tmp_path, TEXT.replace("A = (a -> b -> A)", "A = (a -> b -> b -> A)"), "changed.lts")
    run = quidpro("certify", out, changed)
    assert run.code == 1
    assert run.stdout.startswith("refused: S satisfies GOOD")


def test_a_certificate_of_a_system_that_the_model_does_not_have(file, tmp_path):
    out = tmp_path / "c.json"
    quidpro("check", file, "--property", "GOOD", "--certificate", out)
    other = model(tmp_path, "A = (a -> A).\nB = (b -> B).\n", "other.lts")
    refused(quidpro("certify", out, other), "the certificate is about S", "other.lts", "A, B")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "this is no certificate"),
        ("3", "this is no certificate"),
        ('{"format": "quidpro-certificate", "version": 1, "world": "symbolic"}', "is about a symbolic model"),
        (
            '{"format": "quidpro-certificate", "version": 1}',
            "rule is missing; system is missing; property is missing; and 4 more",
        ),
    ],
)
def test_what_is_no_certificate_of_such_a_model(text, words, file, tmp_path):
    out = tmp_path / "c.json"
    out.write_text(text)
    refused(quidpro("certify", out, file), "c.json:1:1", words)


@pytest.mark.parametrize("text", ["[1]", "{}", '{"format": 1}'])
def test_what_is_no_certificate_of_an_smv_model(text, tmp_path):
    out, smv = tmp_path / "c.json", model(tmp_path, "MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\n", "m.smv")
    out.write_text(text)
    refused(quidpro("certify", out, smv), "c.json:1:1", "this is no certificate of quidpro", "check --certificate OUT")


def test_properties_outside_of_the_system_are_named_when_none_is_checked(tmp_path):
    path = model(tmp_path, "A = (a -> b -> A).\nproperty P = (a -> b -> P).\nassert Q = []!b\n||S = (A).\n")
    note = "no property is part of S; the model defines P, Q, which --property asks about"
    assert note in " ".join(quidpro("check", path).stdout.split())
    assert "no property" not in quidpro("check", path, "--property", "P").stdout


@pytest.mark.parametrize(("allowed", "code"), [("a -> P | bb -> P", 0), ("a -> bb -> P", 1)])
def test_an_action_that_only_the_property_has_is_named(tmp_path, allowed, code):
    path = model(tmp_path, f"A = (a -> b -> A).\nproperty P = ({allowed}).\n||S = (A || P).\n")
    for method in ("auto", "monolithic", "lstar"):
        run = quidpro("check", path, "--method", method)
        assert run.code == code
        note = "no process of S has bb: that may happen at any time, and only P sees it"
        assert note in " ".join(run.stdout.split())


def test_certify_claims_what_the_certificate_is_about_and_no_more(tmp_path):
    path = model(tmp_path, "A = (a -> b -> A | bad -> ERROR).\nproperty P = (a -> b -> P).\n||S = (A || P).\n")
    out = tmp_path / "c.json"
    assert quidpro("check", path, "--deadlock", "--certificate", out).code == 1
    assert quidpro("certify", out, path).stdout.startswith("confirmed: S is free of deadlock (")
    nameless = json.loads(out.read_text()) | {"property": None}
    out.write_text(json.dumps(nameless))
    assert quidpro("certify", out, path).stdout.startswith("confirmed: S is free of deadlock (")


def test_a_certificate_that_leaves_a_property_out_says_so(file, tmp_path):
    out = tmp_path / "c.json"
    assert quidpro("check", file, "--property", "GOOD", "--method", "monolithic", "--certificate", out).code == 0
    nameless = json.loads(out.read_text()) | {"property": None}
    out.write_text(json.dumps(nameless))
    assert quidpro("certify", out, file).stdout.startswith("confirmed: S without BAD reaches no ERROR (")


def test_only_what_holds_is_certified_by_a_file(file, tmp_path):
    out = tmp_path / "c.json"
    assert quidpro("check", file, "--certificate", out).code == 1
    assert json.loads(out.read_text())["property"] == "GOOD"


def test_a_violation_leaves_an_old_certificate_alone_and_says_so(file, tmp_path):
    out = tmp_path / "c.json"
    out.write_text("old")
    run = quidpro("check", file, "--property", "BAD", "--certificate", out)
    assert run.code == 1
    assert "no certificate was written" in run.stdout
    assert out.read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)) as reader:
        write_file(pipe, "text")
        assert reader.read() == "text"
    assert pipe.is_fifo()


def test_a_link_is_followed_and_not_replaced(tmp_path):
    out, link = tmp_path / "out.aut", tmp_path / "link.aut"
    out.write_text("old")
    link.symlink_to(out)
    write_file(link, "new")
    assert link.is_symlink()
    assert out.read_text() == "new"


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path, monkeypatch):
    out = tmp_path / "out.aut"
    out.write_text("old")

    def full(_source, _target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(UsageError, match="No space left on device"):
        write_file(out, "new")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("out.aut", "old")]


def test_written_files_have_ordinary_permissions(file, tmp_path):
    out = tmp_path / "a.aut"
    assert quidpro("convert", file, out, "--name", "A").code == 0
    other = tmp_path / "other"
    other.touch()
    assert out.stat().st_mode == other.stat().st_mode


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "FILE", "FILE", "--name", "A"],
        ["convert", "FILE", "LINK", "--name", "A"],
        ["show", "FILE", "A", "--format", "fsp", "-o", "FILE"],
        ["assumption", "FILE", "--component", "A", "--property", "GOOD", "-o", "FILE"],
        ["check", "FILE", "--certificate", "FILE"],
    ],
)
def test_a_model_is_never_written_over(arguments, file, tmp_path):
    link = tmp_path / "link.lts"
    link.symlink_to(file)
    places = {"FILE": file, "LINK": link}
    refused(quidpro(*(places.get(argument, argument) for argument in arguments)), "would be lost")
    assert file.read_text() == TEXT


@pytest.mark.parametrize(
    ("arguments", "both"),
    [
        (["check", "FILE", "--certificate", "x.html", "--report", "./x.html"], "--certificate and --report both"),
        (["check", "FILE", "--chart", "x.html", "--report", "x.html"], "--chart and --report both"),
        (["assumption", "FILE", "--component", "A", "-o", "x.aut", "--lower", "x.aut"], "--output and --lower both"),
        (["assumption", "FILE", "--component", "A", "--save", "x", "--upper", "x"], "--upper and --save both"),
        (["bench", "growth", "--output", "x.svg", "--plot", "x.svg"], "--output and --plot both"),
    ],
)
def test_two_options_never_write_one_file(arguments, both, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused(quidpro(*(str(file) if word == "FILE" else word for word in arguments)), both)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_what_is_no_file_takes_what_two_options_write(file):
    bounds = ("--lower", os.devnull, "--upper", os.devnull)
    assert quidpro("assumption", file, "--component", "A", "--property", "GOOD", *bounds).code == 0


@pytest.mark.parametrize("name", ["001.json", "rounds.tsv", "index.html"])
def test_rounds_never_take_the_place_of_another_output(name, file, tmp_path):
    folder = tmp_path / "rounds"
    folder.mkdir()
    option = "--report" if name == "index.html" else "--certificate"
    refused(quidpro("check", file, option, folder / name, "--trace-iterations", folder), "would be lost there")


@pytest.mark.parametrize("word", ["FILE", "FILE:G", "A1=FILE", "g2=FILE:G"])
def test_an_assumption_is_never_written_over(word, file, tmp_path):
    text = "property G = (a -> G).\n"
    given = model(tmp_path, text, "given.lts")
    run = quidpro("check", file, "--assume", word.replace("FILE", str(given)), "--certificate", given)
    refused(run, "would be lost")
    assert given.read_text() == text


@pytest.mark.parametrize("option", ["--certificate", "--save-order"])
def test_an_smv_model_is_never_written_over(option, tmp_path):
    text = "MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\n"
    path = model(tmp_path, text, "model.smv")
    refused(quidpro("check", path, option, path), "would be lost")
    assert path.read_text() == text


@pytest.mark.parametrize("suffix", ["aut", "json", "dot", "svg", "lts", "fsp", "txt"])
def test_convert_to_every_format(suffix, file, tmp_path):
    out = tmp_path / f"out.{suffix}"
    assert quidpro("convert", file, out, "--name", "A").code == 0
    assert out.read_text().strip()


@pytest.mark.parametrize("command", [["show", "FILE", "A"], ["assumption", "FILE", "--component", "A"]])
def test_the_suffix_of_the_output_says_how_unless_format_does(command, file, tmp_path):
    words = [str(file) if word == "FILE" else word for word in command]
    words += ["--property", "GOOD"] if words[0] == "assumption" else []
    out = tmp_path / "a.aut"
    assert quidpro(*words, "-o", out).code == 0
    assert out.read_text().startswith("des (0,")
    assert quidpro(*words, "-o", out, "--format", "dot").code == 0
    assert "digraph" in out.read_text()
    other = tmp_path / "a.out"
    assert quidpro(*words, "-o", other).code == 0
    assert "alphabet: " in other.read_text()


@pytest.mark.parametrize("format", ["text", "aut"])
@pytest.mark.parametrize(
    "command", [["show", "FILE", "A"], ["assumption", "FILE", "--component", "A", "--property", "GOOD"]]
)
def test_a_dash_is_stdout(command, format, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [*(str(file) if word == "FILE" else word for word in command), "--format", format]
    plain, dashed = quidpro(*words), quidpro(*words, "-o", "-")
    assert dashed == plain
    assert plain.stdout.strip()
    assert not (tmp_path / "-").exists()


def test_a_picture_is_drawn_in_silence(file, capfd):
    assert quidpro("show", file, "A", "--format", "svg").stdout.count("<svg") == 1
    assert capfd.readouterr().err == ""


def test_convert_says_what_is_lost(tmp_path):
    path = model(tmp_path, "P = (a -> END) + {b}.\n")
    assert "note:" in quidpro("convert", path, tmp_path / "p.aut", "--name", "P").stdout


def test_info_leaves_out_what_a_composite_hides(tmp_path):
    path = model(tmp_path, "A = (a -> b -> A).\n||S = A \\ {b}.\n")
    for name in ((), ("S",)):
        rows = {row["name"]: row for row in json.loads(quidpro("info", path, *name, "--format", "json").stdout)}
        assert rows["S"]["alphabet"] == ["a"]


def test_info_json(file):
    rows = {row["name"]: row for row in json.loads(quidpro("info", file, "--format", "json").stdout)}
    assert (rows["A"]["kind"], rows["A"]["states"], rows["A"]["transitions"]) == ("process", 2, 2)
    assert rows["GOOD"]["kind"] == "property"
    assert rows["S"]["components"] == ["A", "B", "GOOD", "BAD"]
    assert set(rows["S"]) >= {"name", "kind", "states", "transitions", "alphabet", "components"}


def test_info_of_one_composite_counts_its_states(file):
    (row,) = json.loads(quidpro("info", file, "S", "--format", "json").stdout)
    assert (row["states"], row["transitions"]) == (5, 5)


def test_a_bug_is_called_a_bug(file, monkeypatch):
    def broken(*_arguments, **_options):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("quidpro.run.check.check", broken)
    run = quidpro("check", file)
    assert (run.code, run.stdout) == (3, "")
    assert "bug of quidpro" in run.stderr


def test_out_of_memory_is_undecided(file, monkeypatch):
    def exhausted(*_arguments, **_options):
        raise MemoryError

    monkeypatch.setattr("quidpro.run.check.check", exhausted)
    run = quidpro("check", file)
    assert run.code == 3
    assert "out of memory" in run.stderr


def test_refused_output_comes_before_the_work(file, monkeypatch):
    monkeypatch.setattr("quidpro.run.check.check", lambda *_a, **_o: pytest.fail("the work was done"))
    refused(quidpro("check", file, "--certificate", "no/such/folder/c.json"), "no folder")
