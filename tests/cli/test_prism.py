"""``quidpro`` on PRISM and JANI files, and on LPTSs as JSON."""

from __future__ import annotations

import json
import re
import signal
from xml.etree import ElementTree

import psutil
import pytest
from jsonschema import validate

from quidpro.verdict.schema import schema
from quidpro.worlds.probabilistic import Probabilistic
from tests.cli.driver import model, quidpro, refused, spawn
from tests.prism_models import CHANNEL, RELIABLE, module, prism

pytest.importorskip("stormpy", reason="Storm reads PRISM files")

LARGE = prism(
    module("A", "x : [0..3000];", "y : [0..3000];", "[a] x<3000 -> (x'=x+1);", "[b] y<3000 -> (y'=y+1);"),
    module("S", "[a] true -> true;"),
)
HARD = prism(
    *(
        module(
            f"M{i}",
            f"x{i} : [0..9];",
            f"[a{i}] x{i}<9 -> 1/2 : (x{i}'=x{i}+1) + 1/2 : true;",
            f"[r] true -> (x{i}'=0);",
        )
        for i in range(7)
    ),
    module("S", "s : bool;", "[a0] !s -> (s'=true);", "[r] true -> (s'=false);", "[a1] true -> true;"),
)
"""Ten million states together."""


@pytest.fixture
def reliable(tmp_path):
    return model(tmp_path, RELIABLE, "reliable.prism")


@pytest.fixture
def channel(tmp_path):
    return model(tmp_path, CHANNEL, "channel.prism")


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--method", "agar"), ("--method", "monolithic"), ("--smt",), ("--jobs", "1")])
def test_a_module_of_the_file_as_the_specification(reliable, options):
    run = quidpro("check", reliable, "--spec", "Order", *options)
    assert (run.code, run.stderr) == (0, "")
    assert run.stdout.startswith("HOLDS: reliable is simulated by Order (")
    assert "certified   yes, the proof was checked again" in run.stdout


def test_the_rounds_are_written_down(reliable, tmp_path):
    folder = tmp_path / "rounds"
    assert quidpro("check", reliable, "--spec", "Order", "--method", "agar", "--trace-iterations", folder).code == 0
    lines = [line.split("\t") for line in (folder / "rounds.tsv").read_text().splitlines()]
    assert [(line[0], line[3], line[4]) for line in lines] == [
        ("round", "states", "outcome"),
        ("001", "1", "refined"),
        ("002", "2", "holds"),
    ]
    names = {path.name for path in folder.iterdir()}
    assert names == {
        "rounds.tsv", "index.html", "001.A1.json", "001.A1.svg", "001.tree.json", "001.tree.svg", "002.A1.json",
        "002.A1.svg",
    }  # fmt: skip
    assert json.loads((folder / "002.A1.json").read_text())["states"] == 2
    page = (folder / "index.html").read_text()
    assert page.count('<article class="round"') == 2
    assert "that is the proof" in page


def test_the_rounds_of_a_race_are_written_down_too(reliable, tmp_path, monkeypatch):
    heats, folder = Probabilistic.heats, tmp_path / "rounds"
    monkeypatch.setattr(
        Probabilistic,
        "heats",
        lambda *asked: ([attempt for attempt in heat if attempt.engine == "agar"] for heat in heats(*asked)),
    )
    assert quidpro("check", reliable, "--spec", "Order", "--trace-iterations", folder).code == 0
    lines = [line.split("\t") for line in (folder / "rounds.tsv").read_text().splitlines()]
    assert [(line[3], line[4]) for line in lines[1:]] == [("1", "refined"), ("2", "holds")]
    assert (folder / "index.html").read_text().count('<article class="round"') == 2


def test_the_assumption_is_told(reliable):
    run = quidpro("check", reliable, "--spec", "Order", "--method", "agar")
    assert "rounds      1 refinement\n" in run.stdout
    assert "assumption  A1 of Channel: 2 states, 3 transitions" in run.stdout
    assert "A1 allows Channel:" in run.stdout


def test_another_file_as_the_specification(tmp_path, reliable):
    order = RELIABLE[RELIABLE.index("module Order") : RELIABLE.index("label")]
    parts = RELIABLE.replace(order, "")
    file, spec = model(tmp_path, parts, "parts.prism"), model(tmp_path, "mdp\n" + order, "order.prism")
    run = quidpro("check", file, "--spec", spec)
    assert run.code == 0
    assert "parts is simulated by Order" in run.stdout


@pytest.mark.parametrize(
    ("command", "note"),
    [
        (
            "[gone] t=0 -> (t'=1);",
            "no module of one has gone, of which the specification speaks: that restricts nothing",
        ),
        ("[] t=0 -> (t'=1);", "the specification has commands without an action, in which nothing takes part"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_what_a_specification_says_of_nobody_is_noted(tmp_path, command, note, beside):
    spec = f"module Spec\n t:[0..1];\n {command}\nendmodule\n"
    one = "mdp\nmodule A\n s:[0..1];\n [go] s=0 -> (s'=1);\nendmodule\n"
    file = model(tmp_path, one if beside else one + spec, "one.prism")
    other = model(tmp_path, f"mdp\n{spec}", "spec.prism") if beside else "Spec"
    run = quidpro("check", file, "--spec", other)
    assert run.code == 0
    assert note in " ".join(run.stdout.split())


def test_a_tree_that_cannot_be_drawn_is_dot(channel, tmp_path, monkeypatch):
    monkeypatch.setattr("quidpro.report.probabilistic.tree.MAX_NODES", 1)
    command = ("check", channel, "--spec", "Order", "--const", "crash=0.01", "--method", "monolithic")
    run = quidpro(*command, "--tree", tmp_path / "tree.svg", "--format", "json")
    assert run.code == 1
    assert "tree.dot, not drawn: " in json.loads(run.stdout)["notes"][-1]
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")
    assert not (tmp_path / "tree.svg").exists()


def test_a_violation_comes_with_a_tree(channel, tmp_path):
    picture = tmp_path / "tree.svg"
    run = quidpro(
        "check", channel, "--spec", "Order", "--const", "crash=0.01", "--tree", picture, "--method", "monolithic"
    )
    assert run.code == 1
    assert run.stdout.startswith("VIOLATED: channel is not simulated by Order (")
    assert "certified   yes, the tree was replayed on every component" in run.stdout
    assert "send (Source × Channel × Sink, product)\n" in run.stdout
    assert "─ 891/1000  Source: s=2; Channel: c=1; Sink: k=1\n" in run.stdout
    assert "891/1000" in picture.read_text()


def test_the_tree_is_that_of_the_first_violation_that_has_one_as_in_the_chart(tmp_path):
    text = prism(module("A", "s : [0..1];", "[a] s=0 -> 1/2 : (s'=1) + 1/2 : true;"))
    path, tree, chart = model(tmp_path, text, "limit.prism"), tmp_path / "tree.dot", tmp_path / "chart.json"
    drawn = ("--method", "monolithic", "--tree", tree, "--chart", chart)
    limit, second, third = (("--pctl", f"P<{bound} [ F s=1 ]") for bound in ("1", "3/4", "1/4"))
    run = quidpro("check", path, *limit, *drawn)
    assert run.code == 1
    assert "there is no counterexample to draw, so no tree was drawn to" in " ".join(run.stdout.split())
    assert not tree.exists()
    assert quidpro("check", path, *limit, *second, *third, *drawn).code == 1
    assert json.loads(chart.read_text(encoding="utf-8"))["title"].startswith("P<3/4")
    first = tree.read_text(encoding="utf-8")
    assert quidpro("check", path, *second, *drawn).code == 1
    assert tree.read_text(encoding="utf-8") == first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ('P<=0.01 [ X X "crashed" ]', 2),
        ('P<=0.01 [ F<=2 "crashed" ]', 0),
        ('P<0.01 [ F<=2 "crashed" ]', 1),
        ('P<=crash [ F<=2 "crashed" ]', 0),
        ('P<=0.5 [ F "silent" ]', 1),
        ('P<=1 [ F "silent" ]', 0),
    ],
)
def test_formulas(channel, formula, code):
    run = quidpro("check", channel, "--spec", "Order", "--pctl", formula, "--const", "crash=0.01", "--format", "json")
    assert run.code == (code or 1)  # Order is violated in any case
    if code != 2:
        [_, asked] = json.loads(run.stdout)["results"]
        assert asked["verdict"] == ["holds", "violated"][code]
        assert (asked["certified"], asked["kind"], asked["property"]) == (True, "pctl", formula)


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--method", "agar"), ("--method", "monolithic"), ("--split", "Sink | rest")])
def test_json_is_as_published(channel, options):
    run = quidpro("check", channel, "--spec", "Order", "--const", "crash=1/100", "--format", "json", *options)
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert (run.code, data["world"], data["verdict"], data["certified"]) == (1, "probabilistic", "violated", True)
    branches = [b for node in data["counterexample"]["nodes"] for step in node["steps"] for b in step["branches"]]
    assert {"probability": "891/1000", "node": 2} in branches


@pytest.mark.slow
def test_json_of_a_proof(reliable):
    data = json.loads(quidpro("check", reliable, "--spec", "Order", "--method", "agar", "--format", "json").stdout)
    validate(data, schema("verdict"))
    [assumption] = data["assumptions"]
    assert assumption["for"] == ["Channel"]
    assert "1/10" in {p for _, _, outcomes in assumption["lpts"]["transitions"] for _, p in outcomes}


@pytest.mark.slow
def test_junit_counts_failures(channel):
    asked = ("--spec", "Order", "--pctl", 'P<=1 [ F "crashed" ]', "--const", "crash=0.01")
    suite = ElementTree.fromstring(quidpro("check", channel, *asked, "--format", "junit").stdout).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["agar", "monolithic"])
def test_a_certificate_is_confirmed_and_another_model_refused(reliable, tmp_path, method):
    out = tmp_path / "proof.json"
    assert quidpro("check", reliable, "--spec", "Order", "--method", method, "--certificate", out).code == 0
    validate(json.loads(out.read_text()), schema("certificate"))
    run = quidpro("certify", out, reliable)
    assert (run.code, run.stdout[:43]) == (0, "confirmed: reliable is simulated by Order (")
    reliable.write_text(RELIABLE.replace("1/10 : true + 9/10", "1/11 : true + 10/11"))
    run = quidpro("certify", out, reliable, "--format", "json")
    assert (run.code, json.loads(run.stdout)["refused"]) == (1, True)


@pytest.mark.slow
def test_certificates_of_violations(channel, tmp_path):
    out = tmp_path / "tree.json"
    asked = ("--spec", "Order", "--pctl", 'P<=0.001 [ F "crashed" ]', "--const", "crash=0.01")
    assert quidpro("check", channel, *asked, "--certificate", out).code == 1
    validate(json.loads(out.read_text()), schema("certificate"))
    run = quidpro("certify", out, channel, "--spec", "Order", "--const", "crash=0.01")
    assert run.code == 0
    assert [line.split(" (")[0] for line in run.stdout.splitlines()] == [
        "confirmed: channel is not simulated by Order",
        'confirmed: channel does not satisfy P<=1/1000 [ F "crashed" ]',
    ]
    run = quidpro("certify", out, channel, "--spec", "Order", "--const", "crash=0.02")
    assert run.code == 1
    assert run.stdout.endswith("its digest differs; was it made with other values (--const) of loss, crash?\n")


@pytest.mark.slow
def test_a_specification_from_another_file_must_be_given(tmp_path, reliable):
    spec, out = model(tmp_path, "mdp\n" + module("Any", "[input] true -> true;"), "any.prism"), tmp_path / "proof.json"
    assert quidpro("check", reliable, "--spec", spec, "--certificate", out).code == 0
    assert quidpro("certify", out, reliable, "--spec", spec).code == 0
    refused(quidpro("certify", out, reliable), "the certificate is about the specification 'Any'", "--spec")


def test_a_certificate_of_another_world(reliable, tmp_path):
    out = tmp_path / "proof.json"
    assert quidpro("check", "examples/channel/channel.lts", "--certificate", out).code == 0
    refused(quidpro("certify", out, reliable), "not about a probabilistic model")


def test_nothing_decided_writes_no_certificate(tmp_path):
    file, out = model(tmp_path, LARGE, "large.prism"), tmp_path / "proof.json"
    run = quidpro("check", file, "--spec", "S", "--timeout", "0.5", "--certificate", out)
    assert run.code == 3
    assert "no certificate was written" in run.stdout
    assert not out.exists()


def test_info_lists_modules(channel):
    run = quidpro("info", channel, "--const", "crash=0.01")
    assert 'module     Sink     3 states, 6 transitions, 4 actions, "crashed" in 1, "silent" in 1\n' in run.stdout
    whole = json.loads(quidpro("info", channel, "channel", "--const", "crash=0.01", "--format", "json").stdout)
    assert (whole[0]["kind"], whole[0]["states"]) == ("system", 13)


@pytest.mark.parametrize("format", ["text", "dot", "svg", "json"])
def test_show(channel, format):
    run = quidpro("show", channel, "Sink", "--const", "crash=0.01", "--format", format)
    assert run.code == 0
    assert "99/100" in run.stdout


@pytest.mark.parametrize("format", ["aut", "fsp"])
def test_formats_without_probabilities(channel, format):
    run = quidpro("show", channel, "Sink", "--const", "crash=0.01", "--format", format)
    refused(run, f"the format {format} has no place for probabilities")


@pytest.mark.slow
def test_convert_and_check_again(reliable, tmp_path):
    out = tmp_path / "model.lpts.json"
    assert quidpro("convert", reliable, out).code == 0
    assert "HOLDS: model is simulated by Order" in quidpro("check", out, "--spec", "Order").stdout
    one = tmp_path / "order.lpts.json"
    assert quidpro("convert", reliable, one, "--name", "Order").code == 0
    assert quidpro("check", reliable, "--spec", one).code == 0
    assert quidpro("convert", reliable, tmp_path / "whole.svg").code == 0
    refused(quidpro("convert", reliable, tmp_path / "whole.json"), "cannot tell a format for LPTSs", ".lpts.json")


@pytest.mark.parametrize(("suffix", "format"), [("aut", "aut"), ("lts", "fsp"), ("fsp", "fsp")])
def test_convert_to_a_format_without_probabilities(reliable, tmp_path, suffix, format):
    run = quidpro("convert", reliable, tmp_path / f"whole.{suffix}")
    refused(run, f"the format {format} has no place for probabilities (known: .lpts.json")
    assert not (tmp_path / f"whole.{suffix}").exists()


def test_jani(tmp_path, channel):
    stormpy = pytest.importorskip("stormpy")
    program = stormpy.parse_prism_program(str(channel), simplify=False)
    out = tmp_path / "channel.jani"
    stormpy.io.export_jani_to_file(str(out), program.to_jani([])[0])
    run = quidpro("check", out, "--spec", "Order", "--const", "crash=0.01")
    assert run.code == 1
    assert "891/1000" in run.stdout
    refused(quidpro("check", out, "--spec", "Order"), "the constant crash has no value")


A = module("A", "s : [0..2];", "[a] s=0 -> (s'=1);")
BAD = {
    "is empty": " \n",
    "the probabilities sum to 9/10": prism(module("A", "s : [0..2];", "[a] s=0 -> 0.1:(s'=1)+0.8:(s'=2);")),
    "is negative": prism(module("A", "s : [0..2];", "[a] s=0 -> -0.1:(s'=1)+1.1:(s'=2);")),
    "no rational number": prism(module("A", "s : [0..2];", "[a] s=0 -> pow(2,0.5)-1:(s'=1)+2-pow(2,0.5):(s'=2);")),
    "has no bounds (int)": prism(module("A", "s : int;", "[a] true -> (s'=s+1);")),
    "1,000,000,001 values": prism(module("A", "s : [0..1000000000];", "[a] true -> (s'=1);")),
    "the constant N has no value": prism(A, head="mdp\nconst int N;\n"),
    "this is a DTMC": prism(A, head="dtmc\n"),
    "this is a CTMC": prism(A, head="ctmc\n"),
    "this is a PTA": prism(A, head="pta\n"),
    "syntax error": prism(A, "module"),
    "variable, constant or formula named q": prism(module("A", "s : [0..2];", "[a] s=0 & (q=1) -> (s'=1);")),
    "named t": prism(module("A", "s : [0..2];", "[a] s=0 -> (t'=1);")),
    "named N": prism(module("A", "s : [0..N];", "[a] s=0 -> (s'=1);")),
    "did you mean 'loss'?": prism(
        A, module("B", "r : [0..1];", "[b] r=0 -> los:(r'=1)+1-los:(r'=0);"), head="mdp\nconst double loss = 0.1;\n"
    ),
    'syntax error: expecting ";"': prism(module("A", "s : [0..2]", "[a] s=0 -> (s'=1);")),
    "divides by zero": prism(module("A", "s : [0..2];", "[a] s=0 -> 1/s:(s'=1)+1-1/s:(s'=2);")),
    "B uses s, a variable of A, and cannot be reasoned about alone": prism(A, module("B", "[a] s=0 -> true;")),
    "is not text": b"mdp\0\0",
    "neither a module of": prism(A, module("C", "[a] true -> true;")),
}


def test_a_file_that_is_not_there_is_told_before_what_is_missing_in_the_request(tmp_path):
    refused(quidpro("check", tmp_path / "nothing.prism"), "there is no file")
    refused(quidpro("check", model(tmp_path, "", "empty.jani")), "is empty")


def test_a_model_and_its_specification_are_never_written_over(reliable, tmp_path):
    spec = tmp_path / "order.lpts.json"
    assert quidpro("convert", reliable, spec, "--name", "Order").code == 0
    before = reliable.read_text(), spec.read_text()
    for place in (reliable, spec):
        refused(quidpro("check", reliable, "--spec", spec, "--certificate", place), "would be lost")
    refused(quidpro("convert", spec, spec), "would be lost")
    refused(quidpro("show", reliable, "Order", "-o", reliable), "would be lost")
    assert (reliable.read_text(), spec.read_text()) == before


@pytest.mark.slow
@pytest.mark.parametrize("words", BAD)
def test_bad_input(tmp_path, words, capfd):
    file = model(tmp_path, BAD[words], "model.prism")
    refused(quidpro("check", file, "--spec", "B"), words, "model.prism")
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "say what the model is to satisfy: --spec"),
        (("--spec", "nothing.prism"), "there is no file nothing.prism"),
        (("--spec", "Orde"), "neither a module of"),
        (("--spec", "Order", "--method", "lstar"), "there is no method 'lstar' for a probabilistic model"),
        (("--spec", "Order", "--method", "monolithic", "--split", "Source | Channel"), "--split makes no sense"),
        (("--spec", "Order", "--split", "Source | Sink"), "'Sink' is no component"),
        (("--spec", "Order", "--deadlock"), "--deadlock does not apply to"),
        (("--spec", "Order", "--property", "P"), "--property chooses from a file of properties; give it with --props"),
        (("--spec", "Order", "--learner", "kv"), "--learner does not apply to"),
        (("--spec", "Order", "--reorder"), "--reorder does not apply to"),
        (("--spec", "Order", "--const", "N=3"), "there is no constant N in"),
        (("--spec", "Order", "--const", "N"), "--const 'N' is not NAME=VALUE"),
        (("--spec", "Order", "--method", "agar", "--jobs", "2"), "--jobs is for --method auto"),
        (("--spec", "Order", "--method", "agar", "--explain"), "--explain is for --method auto"),
        (("--spec", "Order", "--tree", "tree.png"), "cannot tell the format of tree.png"),
        (("--pctl", 'P<=0.1 [ F "nobody" ]'), 'there is no label "nobody"'),
        (("--pctl", 'P<=0.1 [ F "out"'), "--pctl:1:"),
        (("--pctl", 'P>=0.1 [ F "out" ]'), "--pctl:1:"),
        (("--pctl", 'P<=1 [ F "out" ]', "--smt"), "--smt decides simulation"),
    ],
)
def test_requests_that_make_no_sense(reliable, options, words):
    refused(quidpro("check", reliable, *options), words)


@pytest.mark.parametrize("option", [("--spec", "P"), ("--pctl", "P"), ("--smt",), ("--tree", "t.svg")])
def test_options_of_this_world_say_nothing_about_others(option):
    for file in ("examples/channel/channel.lts", "examples/smv/robot.smv"):
        refused(quidpro("check", file, *option), f"{option[0]} does not apply to")


def test_commands_for_other_worlds(reliable):
    refused(quidpro("decompose", reliable), "is a probabilistic model, whose splits are not ranked")
    refused(quidpro("show", reliable, "Order", "--reduce", "weak"), "--reduce does not apply to")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "agar", "monolithic"])
def test_time_runs_out_in_time(tmp_path, method):
    file = model(tmp_path, HARD, "hard.prism")
    run = quidpro("check", file, "--spec", "S", "--method", method, "--timeout", "2", "--format", "json")
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert (run.code, data["verdict"]) == (3, "unknown") or method != "monolithic"
    assert run.code in (1, 3)


@pytest.mark.slow
def test_time_runs_out_while_storm_is_at_work(tmp_path):
    run = quidpro("check", model(tmp_path, LARGE, "large.prism"), "--spec", "S", "--timeout", "1")
    assert run.code == 3
    assert "time budget ran out while building the modules" in run.stdout


def test_memory_runs_out(tmp_path):
    run = quidpro("check", model(tmp_path, LARGE, "large.prism"), "--spec", "S", "--memory", "250")
    assert run.code == 3
    assert "memory" in run.stdout


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_an_interrupted_check_is_undecided_and_leaves_no_process_behind(tmp_path, number):
    process = spawn("check", model(tmp_path, LARGE, "large.prism"), "--spec", "S")
    watched = psutil.Process(process.pid)
    while not (children := watched.children(recursive=True)):
        assert process.poll() is None
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 3, stderr
    assert "interrupted" in stdout + stderr
    assert "Traceback" not in stderr
    assert not psutil.wait_procs(children, timeout=10)[1]


@pytest.mark.slow
def test_a_killed_check_leaves_no_process_behind(tmp_path):
    process = spawn("check", model(tmp_path, LARGE, "large.prism"), "--spec", "S")
    watched = psutil.Process(process.pid)
    while not (children := watched.children(recursive=True)):
        assert process.poll() is None
    process.kill()
    process.communicate(timeout=60)
    assert not psutil.wait_procs(children, timeout=10)[1]


PROPS = """\
const int k;
label "late" = s=2;
"in time": P<=0.9 [ F<=k "out" ];
P<=1 [ F "late" & c=2 ]
Pmax=? [ F "out" ]
Rmax=? [ F "out" ]
"""


@pytest.fixture
def props(tmp_path):
    return model(tmp_path, PROPS, "reliable.props")


@pytest.mark.slow
def test_a_file_of_properties(reliable, props):
    run = quidpro("check", reliable, "--spec", "Order", "--props", props, "--const", "k=3", "--format", "json")
    data = json.loads(run.stdout)
    validate(data, schema("verdict"))
    assert run.code == 3
    assert [(one["property"], one["verdict"]) for one in data["results"]] == [
        ("Order", "holds"),
        ("in time", "holds"),
        ('P<=1 [ F "late" & c=2 ]', "holds"),
        ('Pmax=? [ F "out" ]', "holds"),
        ('Rmax=? [ F "out" ]', "unknown"),
    ]
    assert "reliable.props:6:1: Rmax cannot stand here: rewards" in data["results"][4]["reason"]


def test_a_certificate_is_checked_again_with_the_constants_of_the_file_of_properties(reliable, props, tmp_path):
    certificate, report = tmp_path / "c.json", tmp_path / "r.html"
    asked = [reliable, "--props", props, "--property", "2", "--const", "k=3"]
    assert quidpro("check", *asked, "--certificate", certificate, "--report", report).code == 0
    assert quidpro("certify", certificate, reliable, "--props", props, "--const", "k=3").code == 0
    assert f"--const k=3 --props {props.name}" in report.read_text()
    other = quidpro("certify", certificate, reliable, "--props", props, "--const", "n=3")
    assert (other.code, "there is no constant n" in other.stderr) == (2, True)


@pytest.mark.slow
def test_some_of_them(reliable, props):
    run = quidpro("check", reliable, "--props", props, "--property", "in time", "--property", "2", "--const", "k=3")
    assert run.code == 0
    assert "HOLDS: reliable satisfies in time (" in run.stdout
    assert '  formula     P<=9/10 [ F<=3 "out" ]\n' in run.stdout
    assert quidpro("check", reliable, "--props", props, "--property", "1", "--const", "k=4").code == 1


@pytest.mark.slow
def test_the_largest_probability(reliable, props, tmp_path):
    asked = ("check", reliable, "--pctl", 'Pmax=? [ F "out" ]')
    written = tmp_path / "proof.json"
    run = quidpro(*asked, "--certificate", written)
    assert run.code == 0
    (most,) = re.findall(r"note +the largest probability is (\S+)\n", run.stdout)
    assert f'  formula     P<={most} [ F "out" ]\n' in run.stdout
    assert f'P<={most} [ F "out" ]' in quidpro("certify", written, reliable).stdout
    for operator, code in {"<=": 0, "<": 1}.items():
        assert quidpro("check", reliable, "--pctl", f'P{operator}{most} [ F "out" ]').code == code
    by_parts = quidpro(*asked, "--method", "agar")
    assert by_parts.code == 3
    assert "only the whole system tells" in " ".join(by_parts.stdout.split())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--property", "4"), "rewards are not part of safe-pCTL"),
        (("--property", "1"), "the constant k has no value"),
        (("--property", "late"), "there is no property 'late' in"),
        (("--const", "k=1/2"), "is a whole number, not '1/2'"),
        (("--const", "l=1"), "known are k"),
    ],
)
def test_requests_about_properties_that_make_no_sense(reliable, props, options, words):
    refused(quidpro("check", reliable, "--props", props, *options), words)


def test_a_file_of_which_nothing_can_be_asked(reliable, tmp_path):
    props = model(tmp_path, 'Pmin=? [ F "out" ]\nR=? [ F "out" ]\n', "numbers.props")
    refused(quidpro("check", reliable, "--props", props), "numbers.props:1:1: error: Pmin=? asks", "numbers.props:2:1")
    refused(quidpro("check", reliable, "--props", tmp_path / "none.props"), "there is no file")
    refused(quidpro("check", reliable, "--pctl", props), "a file of them, such as", "is given with --props")


@pytest.mark.slow
def test_a_model_that_reads_variables_across_modules(tmp_path):
    parts = module("A", "s : [0..1];", "[] t=0 -> (s'=1);"), module("B", "t : [0..1];", "[a] true -> (t'=1);")
    other = module("C", "r : [0..1];", "[a] r=0 -> (r'=1);")
    file, out = (
        model(tmp_path, prism(*parts, other, 'label "both" = t=1 & r=0;'), "read.prism"),
        tmp_path / "proof.json",
    )
    place = f"{file}:4:4"
    refused(quidpro("info", file), f"{place}: error: module A uses t, a variable of B", "as one component: --together")
    run = quidpro("info", file, "--together")
    assert run.stdout.splitlines()[:4] == [
        "modules    A+B  4 states, 6 transitions, 2 actions",
        "module     C    2 states, 1 transition, 1 action",
        'label      "both": it speaks of A+B and C in one breath; a formula takes it apart',
        f"{place}: note: A and B are taken together as one component: A uses t, a variable of B",
    ]
    refused(quidpro("check", file, "--pctl", 'P<=0 [ F "both" ]', "--certificate", out), f"{place}: error")
    assert not out.exists()
    run = quidpro("check", file, "--pctl", 'P<=0 [ F "both" ]', "--certificate", out, "--together")
    assert run.code == 0
    assert "certified   yes" in run.stdout
    assert "note: A and B are taken together" in run.stdout
    assert quidpro("certify", out, file).stdout.startswith("confirmed: read satisfies P<=0 [ F ((t=1) & (r=0)) ] (")
    assert quidpro("check", file, "--pctl", "P<=0 [ F s+r=2 ]", "--certificate", out, "--together").code == 1
    assert quidpro("certify", out, file).code == 0
    specification = "cannot be the specification, as it is a part of A+B"
    refused(quidpro("check", file, "--spec", "B", "--together"), specification)
    assert "A+B: 4 states" in quidpro("show", file, "A+B", "--together").stdout
    refused(quidpro("show", file, "A", "--together"), "A of", "does not stand alone: it is a part of A+B")
    named_alike = model(tmp_path, prism(*parts, other), "A.prism")
    assert "A: 4 states, 4 transitions" in quidpro("show", named_alike, "A", "--together").stdout
    assert quidpro("convert", file, tmp_path / "both.lpts.json", "--together").code == 0
    assert "module     A+B" in quidpro("info", tmp_path / "both.lpts.json").stdout
