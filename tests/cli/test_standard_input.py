"""Models from standard input, answers as lines, and the schemas that a program keeps to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, validate

from quidpro.verdict.documents import VERDICT_SCHEMA
from quidpro.verdict.schema import published, schema
from tests.cli.driver import quidpro

EXAMPLES = Path(__file__).parents[2] / "examples"

RING = (EXAMPLES / "token_ring.lts").read_text(encoding="utf-8")
TEXTS = {
    "fsp": "P = (a -> P).\n",
    "aut": "des (0, 1, 1)\n(0, a, 0)\n",
    "smv": "MODULE main\nVAR x : boolean;\nINVARSPEC x | !x\n",
    "prism": "mdp\nmodule M\nx : bool;\n[a] true -> (x'=true);\nendmodule\n",
}


def piped(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quidpro", *arguments]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("language", TEXTS)
def test_a_model_is_read_from_standard_input(language):
    run = piped(TEXTS[language], "info", "-", "--from", language)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout


@pytest.mark.slow
def test_a_check_of_standard_input_answers_as_that_of_a_file():
    answers = [
        piped(RING, "check", "/dev/stdin", "--from", "fsp", "--system", "TWO_TOKENS", "--format", "trace"),
        piped("", "check", str(EXAMPLES / "token_ring.lts"), "--system", "TWO_TOKENS", "--format", "trace"),
    ]
    assert [(run.returncode, run.stdout) for run in answers] == [(1, answers[0].stdout)] * 2


@pytest.mark.slow
def test_a_mistake_on_standard_input_has_a_place():
    run = piped("P = (a -> ).\n", "check", "-", "--from", "fsp")
    assert run.returncode == 2
    assert "stdin.lts:1:" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-"], "Say so with --from"),
        ([EXAMPLES / "token_ring.lts", "--from", "fsp"], "told by its suffix"),
    ],
)
def test_from_goes_with_standard_input(arguments, message):
    run = quidpro("check", *arguments)
    assert (run.code, message in run.stderr) == (2, True)


def test_what_is_piped_in_is_converted(tmp_path):
    run = piped("P = (a -> P).\n", "convert", "-", str(tmp_path / "p.aut"), "--from", "fsp")
    assert (run.returncode, run.stderr) == (0, "")
    assert (tmp_path / "p.aut").read_text(encoding="utf-8") == 'des (0, 1, 1)\n(0, "a", 0)\n'


def test_each_answer_is_a_line():
    run = quidpro("check", EXAMPLES / "token_ring.lts", "--format", "jsonl")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert [line["property"] for line in lines] == ["MUTEX", "deadlock"]
    for line in lines:
        validate(line, schema("verdict"))
        assert line["schema"] == VERDICT_SCHEMA


@pytest.mark.slow
def test_the_lines_come_one_by_one():
    code = (
        "import quidpro.run.check as run, sys\n"
        "answer, count = run._answer, []\n"
        "def late(request, batch, *more):\n"
        "    count.append(batch)\n"
        "    if len(count) == 2: sys.exit('the second question is not answered')\n"
        "    return answer(request, batch, *more)\n"
        "run._answer = late\n"
        "from quidpro.cli.main import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, "check", str(EXAMPLES / "token_ring.lts"), "--format", "jsonl"]
    run = subprocess.run(command, text=True, capture_output=True, check=False)
    assert [json.loads(line)["property"] for line in run.stdout.splitlines()] == ["MUTEX"]


def test_what_is_refused_is_a_line_too(tmp_path):
    wrong = tmp_path / "a.lts"
    wrong.write_text("P = (a -> ).\n", encoding="utf-8")
    run = quidpro("check", wrong, "--format", "jsonl")
    (line,) = run.stdout.splitlines()
    validate(json.loads(line), schema("verdict"))
    assert (run.code, json.loads(line)["error"]["line"]) == (2, 1)


def test_what_the_time_left_open_is_a_line_too():
    run = quidpro("check", EXAMPLES / "token_ring.lts", "--format", "jsonl", "--timeout", 0)
    (line,) = run.stdout.splitlines()
    assert (run.code, json.loads(line)["verdict"]) == (3, "unknown")


@pytest.mark.parametrize("name", ["verdict", "certificate", "bench"])
def test_the_schemas_are_printed(name, tmp_path):
    run = quidpro("schema", name)
    Draft202012Validator.check_schema(json.loads(run.stdout))
    assert json.loads(run.stdout)["$id"] == f"urn:quidpro:schema:{name}:1"
    quidpro("schema", name, "-o", tmp_path / "s.json")
    assert (tmp_path / "s.json").read_text(encoding="utf-8") == run.stdout


def test_a_reader_passes_over_fields_of_later_versions():
    found = json.loads(quidpro("check", EXAMPLES / "token_ring.lts", "--format", "json").stdout)
    found["later"] = found["stats"]["later"] = 1
    validate(found, published("verdict"))
    with pytest.raises(Exception, match="later"):
        validate(found, schema("verdict"))
