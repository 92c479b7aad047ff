"""A package beside quidpro brings a method, a learner, a reader and a checker; every door finds them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SERVER = ROOT / "examples" / "client_server" / "client_server.lts"
ENTRY_POINTS = """
[quidpro.engines]
deep = toy_quidpro.deep:INFO

[quidpro.learners]
patient = toy_quidpro:Patient

[quidpro.frontends]
cycles = toy_quidpro:CYCLES

[quidpro.checkers]
deep = toy_quidpro:check_deep
"""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder of packages with the toy in it, as an installer leaves it."""
    return _install(tmp_path_factory.mktemp("packages"), ENTRY_POINTS)


def _install(folder: Path, entry_points: str) -> Path:
    shutil.copytree(HERE / "toy_quidpro", folder / "toy_quidpro", ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "toy_quidpro-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-quidpro\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    return folder


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "100"}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)


def _quidpro(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return _run(folder, sys.executable, "-m", "quidpro", *arguments)


def _python(folder: Path, code: str) -> str:
    done = _run(folder, sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_method_is_one_short_module():
    assert len((HERE / "toy_quidpro" / "deep.py").read_text().splitlines()) <= 60


def test_the_command_line_takes_the_method_and_its_option(installed):
    done = _quidpro(installed, "check", str(SERVER), "--method", "deep", "--most", "500", "--format", "json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["verdict"], told["method"], told["certified"]) == (0, "holds", "deep", True)
    few = _quidpro(installed, "check", str(SERVER), "--method", "deep", "--most", "0")
    assert few.returncode == 2


def test_its_violations_are_replayed(installed):
    done = _quidpro(installed, "check", str(SERVER), "--system", "BROKEN", "--method", "deep", "--format", "json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["certified"]) == (1, True)


def test_its_option_does_not_apply_to_other_methods(installed):
    done = _quidpro(installed, "check", str(SERVER), "--method", "lstar", "--most", "500")
    assert done.returncode == 2
    assert "--most does not apply to method lstar" in done.stderr


def test_the_help_tells_of_it(installed):
    told = _quidpro(installed, "check", "--help").stdout
    assert "--most N" in told
    assert "deep" in told


def test_without_the_package_nothing_is_known_of_it():
    done = _quidpro(Path(), "check", str(SERVER), "--method", "deep")
    assert done.returncode == 2
    assert "there is no method 'deep'" in done.stderr


def test_the_python_interface_takes_the_method_and_a_learner(installed):
    code = (
        "import quidpro\n"
        f"found = quidpro.check({str(SERVER)!r}, method='deep', property='MUTEX', options={{'most': 400}})\n"
        "print(found.verdict.method)\n"
        "options = {'learner': 'patient', 'candidates': False}\n"
        f"print(quidpro.check({str(SERVER)!r}, method='lstar', property='MUTEX', options=options).outcome)\n"
    )
    assert _python(installed, code).split() == ["deep", "holds"]


def test_a_learner_may_be_handed_over_as_it_is():
    import quidpro
    from quidpro.learning.kv import KearnsVazirani

    made = []

    def learner(oracle):
        made.append(KearnsVazirani(oracle))
        return made[-1]

    options = {"learner": learner, "candidates": False}
    assert quidpro.check(SERVER, method="lstar", property="MUTEX", options=options).holds
    assert made


def test_it_takes_part_in_the_race(installed):
    code = (
        "import quidpro\n"
        "from quidpro.engines.explicit.questions import problems\n"
        "from quidpro.engines.options import ExplicitQuestion\n"
        "from quidpro.run.registry import world_named\n"
        f"model = quidpro.load({str(SERVER)!r})\n"
        "asked = problems(model, ExplicitQuestion(property=('MUTEX',)), quidpro.Budget())\n"
        "heats = world_named('explicit').heats(asked, {'most': 7}, None)\n"
        "print([attempt.options.most for heat in heats for attempt in heat if attempt.engine == 'deep'])\n"
    )
    assert _python(installed, code).strip() == "[7]"


def test_bench_takes_it(installed):
    done = _quidpro(
        installed, "bench", "acr", "--cases", "client-server", "--k", "6", "--methods", "deep", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    assert '"deep"' in done.stdout


def test_the_conformance_suite_asks_it(installed):
    tests = str(ROOT / "tests" / "conformance" / "test_engines.py")
    listed = _run(installed, sys.executable, "-m", "pytest", "--co", "-p", "no:cacheprovider", "-k", "deep", tests)
    assert "deep" in listed.stdout
    assert "most" in listed.stdout


def test_a_reader_opens_its_files(installed, tmp_path):
    model = tmp_path / "two.cycles"
    model.write_text("A: a b\nB: b a\n")
    done = _quidpro(installed, "check", str(model))
    assert done.returncode == 1
    assert "VIOLATED: ALL has a deadlock" in done.stdout


def test_a_rule_without_a_checker_is_not_certified_and_no_bug(tmp_path):
    without = ENTRY_POINTS.partition("[quidpro.checkers]")[0]
    folder = _install(tmp_path, without)
    told = json.loads(_quidpro(folder, "check", str(SERVER), "--method", "deep", "--format", "json").stdout)
    assert (told["verdict"], told["certified"]) == ("holds", False)
    assert told["reason"] == "there is no checker for the rule deep"


def test_certify_asks_the_checker_that_was_brought(installed, tmp_path):
    proof = str(tmp_path / "proof.json")
    check = _quidpro(installed, "check", str(SERVER), "--method", "deep", "--property", "MUTEX", "--certificate", proof)
    assert check.returncode == 0
    assert _quidpro(installed, "certify", proof, str(SERVER)).stdout.startswith("confirmed: SYSTEM satisfies MUTEX")
    assert _quidpro(Path(), "certify", proof, str(SERVER)).returncode == 1


def test_a_package_that_is_broken_breaks_nothing_else(tmp_path):
    folder = _install(tmp_path, "[quidpro.engines]\nshallow = toy_quidpro.nowhere:INFO\n")
    for command in (["check", str(SERVER)], ["check", "--help"], ["info", str(SERVER)]):
        assert _quidpro(folder, *command).returncode == 0


def test_a_part_that_cannot_be_loaded_is_named(tmp_path):
    folder = _install(tmp_path, "[quidpro.engines]\nshallow = toy_quidpro.nowhere:INFO\n")
    done = _quidpro(folder, "check", str(SERVER), "--method", "shallow")
    assert done.returncode == 2
    assert "shallow of toy-quidpro cannot be loaded" in done.stderr
