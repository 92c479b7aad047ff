"""``quidpro check`` and ``certify`` on SMV models, as a user meets them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import psutil
import pytest
from jsonschema import validate

from quidpro.run.registry import world_named
from quidpro.verdict.schema import schema
from tests.cli.driver import quidpro, refused, spawn

MODEL = """
MODULE one(y) VAR x : boolean; ASSIGN init(x) := FALSE; next(x) := y;
MODULE two VAR y : boolean; c : 0..2; ASSIGN init(y) := FALSE; next(y) := y; init(c) := 0; next(c) := (c + 1) mod 3;
MODULE main VAR m1 : one(m2.y); m2 : two;
INVARSPEC NAME safe := !m1.x;
INVARSPEC NAME below := m2.c < 2;
SPEC AG EF m2.c = 0
SPEC AG m2.c != 1
"""
HARD = Path("examples/smv/barrel3.smv")
"""Many images of large sets: for diagrams. SAT solvers prove it at once."""
MIXED = """MODULE main
VAR x : unsigned word[24]; y : unsigned word[24];
DEFINE turned := (y << 5) | (y >> 19);
ASSIGN
  init(x) := 0ud24_1; next(x) := y;
  init(y) := 0ud24_2; next(y) := x xor (turned + 0ud24_7654321);
INVARSPEC x != 0ud24_77 | y != 0ud24_99;
"""
"""Every state has one predecessor and one successor, and they look alike nowhere: there is nothing to learn."""


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.smv"
    path.write_text(MODEL)
    return path


@pytest.fixture
def hard(tmp_path):
    """What no method decides in the few seconds that it is given."""
    path = tmp_path / "hard.smv"
    path.write_text(MIXED)
    return path


QUOTED = """MODULE main
VAR "a | b" : "cell"("c.d"); "c.d" : boolean;
ASSIGN init("c.d") := FALSE; next("c.d") := !"c.d" & "a | b"."x,y" = 5;
INVARSPEC NAME "low" := "a | b"."x,y" < 4;
INVARSPEC NAME "off" := !"c.d";
MODULE "cell"("in") VAR "x,y" : 0..4;
ASSIGN init("x,y") := 0; next("x,y") := "in" ? "x,y" mod 4 + 1 : "x,y";
"""


def test_names_in_quotes_go_through_everything(tmp_path):
    path, certificate, order = tmp_path / "quoted.smv", tmp_path / "proof.json", tmp_path / "quoted.ord"
    path.write_text(QUOTED)
    run = quidpro("check", path, "--property", '"off"', "--certificate", certificate, "--save-order", order)
    assert (run.code, quidpro("certify", certificate, path).code) == (0, 0)
    assert set(order.read_text().splitlines()) <= {'"a | b"."x,y"', '"c.d"'}
    by_parts = ("--method", "symbolic", "--split", '"c.d" | "a | b"', "--certificate", certificate)
    run = quidpro("check", path, "--property", '"off"', *by_parts)
    assert (run.code, quidpro("certify", certificate, path).code) == (0, 0)
    assert '"a | b"' in run.stdout
    path.write_text(QUOTED.replace("= 5", "!= 5"))
    run = quidpro("check", path, "--property", '"low"', "--format", "json", "--order", order)
    assert run.code == 1
    last = json.loads(run.stdout)["counterexample"]["states"][-1]
    assert last == {'"a | b"."x,y"': 4, '"c.d"': last['"c.d"']}


def test_every_specification_is_answered(model):
    run = quidpro("check", model)
    assert run.code == 1
    heads = [line for line in run.stdout.splitlines() if line and not line.startswith(" ") and ":" in line]
    words = [line.split(":")[0] for line in heads if line.split(":")[0].isupper()]
    assert words == ["HOLDS", "VIOLATED", "HOLDS", "VIOLATED"]


def test_files_of_nuxmv_are_smv_too(tmp_path):
    path, certificate = tmp_path / "model.XMV", tmp_path / "proof.json"
    path.write_text(MODEL)
    assert quidpro("info", path).code == 0
    assert quidpro("check", path, "--property", "safe", "--certificate", certificate).code == 0
    assert quidpro("certify", certificate, path).code == 0


def test_a_run_is_printed_as_changes(model):
    run = quidpro("check", model, "--property", "below")
    assert run.stdout.split("2 steps to a violation:\n")[1].splitlines() == [
        "  state 1",
        "    m1.x = FALSE",
        "    m2.y = FALSE",
        "    m2.c = 0",
        "  state 2",
        "    m2.c = 1",
        "  state 3",
        "    m2.c = 2",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--method", "symbolic", "--property", "safe"), ("--method", "monolithic")])
def test_json_is_as_published(model, options):
    run = quidpro("check", model, "--format", "json", *options)
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert data["world"] == "symbolic"


def test_junit_counts_failures(model):
    suite = ElementTree.fromstring(quidpro("check", model, "--format", "junit").stdout).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "0")


def test_a_specification_is_called_by_number(model):
    run = quidpro("check", model, "--property", "1", "--format", "json")
    assert (run.code, json.loads(run.stdout)["property"]) == (0, "safe")


@pytest.mark.parametrize("method", ["symbolic", "monolithic"])
def test_a_certificate_is_confirmed_and_another_model_refused(model, tmp_path, method):
    out = tmp_path / "proof.json"
    assert quidpro("check", model, "--method", method, "--property", "safe", "--certificate", out).code == 0
    validate(json.loads(out.read_text()), schema("certificate"))
    run = quidpro("certify", out, model)
    assert run.code == 0
    assert run.stdout.startswith("confirmed: model satisfies safe: !m1.x (rule ")
    model.write_text(MODEL.replace("init(y) := FALSE", "init(y) := TRUE"))
    assert quidpro("certify", out, model).code == 1


def test_an_explicit_certificate_is_refused_for_an_smv_model(model, tmp_path):
    out = tmp_path / "proof.json"
    assert quidpro("check", "examples/channel/channel.lts", "--certificate", out).code == 0
    run = quidpro("certify", out, model)
    assert run.code == 2
    assert "not about an SMV model" in run.stderr


def test_conjectures_are_written_out(model, tmp_path):
    folder = tmp_path / "rounds"
    run = quidpro("check", model, "--method", "symbolic", "--property", "safe", "--trace-iterations", folder)
    assert run.code == 0
    assert {"001.dot", "001.svg", "001.txt", "index.html", "rounds.tsv"} <= {path.name for path in folder.iterdir()}
    assert "m2.y" in (folder / "001.dot").read_text()


def test_orders_are_read_and_written(model, tmp_path):
    order = tmp_path / "model.ord"
    assert quidpro("check", model, "--property", "safe", "--save-order", order).code == 0
    assert sorted(order.read_text().split()) == ["m1.x", "m2.c", "m2.y"]
    order.write_text("m2.c.0\nm1.x\nnobody\n")
    run = quidpro("check", model, "--property", "safe", "--order", order)
    assert run.code == 0
    assert "names what the model does not have: nobody" in run.stdout


def test_an_order_file_of_another_model_is_refused(model, tmp_path):
    order = tmp_path / "model.ord"
    order.write_text("nobody\nm1.y\n")
    refused(quidpro("check", model, "--order", order), "no line names a variable of the model (nobody, m1.y)")
    order.write_text("---- nothing\n\n")
    assert quidpro("check", model, "--property", "safe", "--order", order).code == 0


def test_an_order_is_looked_for(model, tmp_path):
    order = tmp_path / "model.ord"
    assert quidpro("check", model, "--property", "safe", "--reorder", "--save-order", order).code == 0
    assert order.read_text().split()


def test_what_a_method_cannot_decide_does_not_keep_it_from_the_rest(model):
    text = model.read_text() + "INVARSPEC NAME step := m1.x -> next(m1.x) | !next(m1.x)\n"
    model.write_text(text)
    run = quidpro("check", model, "--method", "symbolic", "--format", "json")
    answers = {answer["property"]: answer for answer in json.loads(run.stdout)["results"]}
    assert answers["safe"]["verdict"] == "holds"
    assert answers["step"]["verdict"] == "unknown"
    assert answers["step"]["reason"].endswith("speaks of inputs or of the next state; --method monolithic decides it")
    alone = quidpro("check", model, "--method", "symbolic", "--property", "step")
    assert (alone.code, alone.stdout) == (2, "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--deadlock",), "--deadlock does not apply to"),
        (("--learner", "kv"), "--learner does not apply to"),
        (("--method", "lstar"), "there is no method 'lstar' for an SMV model"),
        (("--method", "monolithic", "--split", "m1 | m2"), "--split makes no sense"),
        (("--method", "symbolic", "--split", "m1 | m3", "--property", "safe"), "'m3' is no instance"),
        (("--method", "symbolic", "--split", "m1 | m2.y | m2", "--property", "safe"), "puts m2.y into two groups"),
        (("--method", "symbolic", "--split", "interface", "--property", "safe"), "write groups, such as 'n0 | rest'"),
        (("--split", "m1 | m2.y | rest", "--assume", "!m2.y", "--property", "safe"), "this one has 3"),
        (("--method", "symbolic", "--property", "3"), "use --method monolithic"),
        (("--property", "sfae"), "did you mean safe?"),
        (("--property", "9"), "there is no specification '9'"),
        (("--property", "AG !late"), "a formula is asked for by its text only when it stands in the file"),
        (("--order", "nothing.ord"), "there is no file nothing.ord"),
        (("--method", "monolithic", "--explain"), "--explain is for --method auto"),
        (("--method", "monolithic", "--cluster", "auto"), "--cluster is for --method auto"),
        (("--method", "symbolic", "--property", "safe", "--jobs", "2"), "--jobs is for --method auto"),
    ],
)
def test_requests_that_make_no_sense(model, options, words):
    run = quidpro("check", model, *options)
    assert run.code == 2
    assert words in run.stderr
    assert not run.stdout


def test_smv_options_say_nothing_about_other_models():
    run = quidpro("check", "examples/channel/channel.lts", "--reorder")
    assert run.code == 2
    assert "--reorder does not apply to" in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "monolithic", "symbolic", "pdr", "contract"])
def test_time_runs_out_in_time(method, hard):
    run = quidpro("check", hard, "--method", method, "--timeout", "1.5", "--format", "json")
    data = json.loads(run.stdout)
    assert (run.code, data["verdict"]) == (3, "unknown")
    assert "time budget ran out" in data["reason"]


@pytest.mark.slow
def test_not_even_read_in_time(tmp_path):
    slow = tmp_path / "slow.smv"
    lines = (f"VAR y{i} : 0..7; ASSIGN next(y{i}) := case y{i} < 7 : y{i} + 1; TRUE : 0; esac;" for i in range(50_000))
    slow.write_text("\n".join(["MODULE main", *lines, "INVARSPEC y0 < 8;"]))
    run = quidpro("check", slow, "--timeout", "0", "--format", "json")
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert (run.code, data["verdict"]) == (3, "unknown")
    assert "time budget ran out while reading the model" in data["reason"]


def test_what_more_time_would_not_change(tmp_path):
    file = tmp_path / "stutter.smv"
    file.write_text(
        "MODULE main VAR x : 0..3; y : boolean; INIT x = 0; TRANS next(x) in {x, (x + 1) mod 4} SPEC AG x < 3"
    )
    run = quidpro("check", file, "--method", "symbolic", "--split", "x | y")
    assert run.code == 3
    assert "--method monolithic or pdr can tell whether one goes on from there" in " ".join(run.stdout.split())
    assert "more time" not in run.stdout
    run = quidpro("check", file)
    assert run.code == 1
    assert "that an infinite fair path goes on" in run.stdout


def test_memory_runs_out():
    run = quidpro("check", HARD, "--method", "monolithic", "--memory", "150", "--format", "json")
    assert run.code == 3
    assert "memory budget ran out" in json.loads(run.stdout)["reason"]


def test_a_race_with_one_worker_gives_the_same_answers(model):
    run = quidpro("check", model, "--jobs", "1", "--format", "json")
    assert [result["verdict"] for result in json.loads(run.stdout)["results"]] == [
        "holds",
        "violated",
        "holds",
        "violated",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_race_is_explained(model, jobs):
    asked = ("check", model, "--property", "safe", "--jobs", jobs)
    table = quidpro(*asked, "--explain").stdout.split("\n\n")[-1].splitlines()
    assert table[0].split() == ["method", "split", "seconds", "states", "rounds", "MB"]
    assert table[1].split()[0] == "monolithic"
    assert table[1].endswith("holds")
    data = json.loads(quidpro(*asked, "--format", "json").stdout)
    assert (data["method"], data["winner"]["method"], data["winner"]["state"]) == ("auto", "monolithic", "holds")
    assert [runner["method"] for runner in data["race"]] == [
        "monolithic",
        "pdr",
        "pdr",
        "induction",
        *(["abc"] if world_named("symbolic")._has_abc() else []),
        "bmc",
        "symbolic",
        "symbolic",
        "contract",
        "symbolic",
        "symbolic",
    ]
    validate(data, schema("verdict"))


def test_what_holds_without_a_certificate_says_why(model):
    run = quidpro("check", model, "--property", "3")
    assert "no: there is no certificate for it: a certificate is an inductive" in run.stdout


def test_a_model_without_a_specification_is_refused(tmp_path):
    path = tmp_path / "bare.smv"
    path.write_text("MODULE main VAR x : boolean;")
    refused(quidpro("check", path), "bare.smv has no specification; write INVARSPEC, SPEC or LTLSPEC")


IMPROVING = """
import sys
from quidpro.cli.live import LiveLine
from quidpro.cli.main import main

def tell(self, event):
    if getattr(event, "name", "") == "looking for a smallest assumption":
        print("now", file=sys.stderr, flush=True)

LiveLine.__call__ = tell
main()
"""


@pytest.mark.slow
def test_an_interrupt_while_a_proof_is_made_better_leaves_the_proof():
    arguments = ["examples/smv/robot.smv", "--property", "sensor_in_time", "--method", "symbolic", "--smallest"]
    command = [sys.executable, "-c", IMPROVING, "check", *arguments, "--format", "json"]
    process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert process.stderr.readline() == "now\n"
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    answer = json.loads(stdout)
    assert (process.returncode, answer["verdict"], answer["certified"], stderr) == (0, "holds", True, "")
    assert any(note.endswith("and 48 states; interrupted") for note in answer["notes"])


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_an_interrupted_check_is_undecided_and_leaves_no_process_behind(number, hard):
    process = spawn("check", hard, until="Image")
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 3, stderr
    assert stdout.startswith("UNKNOWN")
    assert "interrupted" in stdout
    assert "Traceback" not in stderr
    assert children
    assert not psutil.wait_procs(children, timeout=10)[1]


@pytest.mark.slow
def test_a_killed_check_leaves_no_process_behind(hard):
    process = spawn("check", hard, until="Image")
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate(timeout=60)
    assert children
    assert not psutil.wait_procs(children, timeout=10)[1]


def test_a_model_in_three_groups(model, tmp_path):
    proof, rounds = tmp_path / "proof.json", tmp_path / "rounds"
    asked = ("--method", "symbolic", "--split", "m1 | m2.y | rest", "--orientation", "given", "--property", "safe")
    run = quidpro("check", model, *asked, "--certificate", proof, "--trace-iterations", rounds)
    assert run.code == 0
    words = " ".join(run.stdout.split())
    assert "M1 m1 M2 m2.y M3 m2.c" in words
    assert "A1 for M2, M3: 2 states over {m2.y}" in words
    assert "A2 for M3: 1 state over nothing" in words
    assert "A1, between M1 and M2, M3, allows, state by state: 0 → 0: !m2.y" in words
    assert quidpro("certify", proof, model).code == 0
    lines = [line.split("\t") for line in (rounds / "rounds.tsv").read_text().splitlines()]
    levels = [(line[lines[0].index("level")], line[lines[0].index("assumption")]) for line in lines[1:]]
    assert ("0", "A1") in levels
    answer = json.loads(quidpro("check", model, *asked, "--format", "json").stdout)
    validate(answer, schema("verdict"))
    assert answer["certificate"]["rule"] == "asym-n"
    assert [one["name"] for one in answer["assumptions"]] == ["A1", "A2"]


def test_rounds_below_the_first_level_are_told_with_their_level():
    asked = ("--method", "symbolic", "--split", "motor | sensor, command, grant | rest", "--orientation", "given")
    file = Path("examples/smv/robot.smv")
    run = quidpro("check", file, *asked, "--property", "motor_in_time", "--format", "json")
    answer = json.loads(run.stdout)
    validate(answer, schema("verdict"))
    assert {one["level"] for one in answer["stats"]["rounds"]} == {0, 1}
    assert [one["states"] for one in answer["assumptions"]] == [4, 4]


def test_a_model_in_a_circle(model, tmp_path):
    proof, rounds = tmp_path / "proof.json", tmp_path / "rounds"
    asked = ("--method", "circular", "--split", "m1 | m2.y | rest", "--property", "safe")
    run = quidpro("check", model, *asked, "--certificate", proof, "--trace-iterations", rounds)
    assert run.code == 0
    words = " ".join(run.stdout.split())
    assert "g1 for M1: 2 states over {m1.x}" in words
    assert "g2, of M2, allows, state by state: 0 → 0: !m2.y" in words
    assert "rule circ-ag" in quidpro("certify", proof, model).stdout
    validate(json.loads(proof.read_text()), schema("certificate"))
    assert {"001.g1.dot", "001.g2.txt", "001.g3.txt"} <= {path.name for path in rounds.iterdir()}
    assert "g1, g2, g3" in (rounds / "rounds.tsv").read_text()
    answer = json.loads(quidpro("check", model, *asked, "--format", "json").stdout)
    validate(answer, schema("verdict"))
    assert (answer["method"], answer["certificate"]["rule"]) == ("circular", "circ-ag")


def test_a_circle_that_does_not_do_hands_over(model):
    run = quidpro("check", model, "--method", "circular", "--split", "m2 | m1", "--property", "below")
    assert run.code == 1
    assert "no assumptions without memory prove it in a circle" in " ".join(run.stdout.split())
