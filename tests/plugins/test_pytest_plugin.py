"""The plugin of pytest: files beside the test, a test for each question, answers in place of tracebacks, limits."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = "pytester"
pytestmark = pytest.mark.slow
LOSSY = Path("examples/channel/channel_lossy.lts").read_text(encoding="utf-8")
FILES = {
    "near.lts": "this is no model, and not beside the test",
    "far.lts": "P = (a -> P).\n",
    "inner/near.lts": LOSSY,
    "inner/broken.lts": """
P = (a -> b -> P).
property Q = (a -> Q).
property R = (b -> a -> R).
||S = (P || Q || R).
""",
    "inner/test_it.py": """
import pytest
import quidpro as library

def test_near(quidpro):
    quidpro.check("near.lts").expect("violated")

def test_far(quidpro):
    assert quidpro.load("far.lts").name == "far"
    assert quidpro.LTS is library.LTS

def test_nowhere(quidpro):
    with pytest.raises(library.InputError, match="inner/nothing.lts"):
        quidpro.check("nothing.lts")

def test_wrong_answer(quidpro):
    quidpro.check("near.lts").expect("holds")

def test_wrong_argument(quidpro):
    quidpro.check("near.lts", system="Z")

@pytest.mark.quidpro("broken.lts", deadlock=True)
def test_all(quidpro_answer):
    quidpro_answer.expect("holds")

@pytest.mark.quidpro("broken.lts", property="R")
def test_one(quidpro_answer):
    quidpro_answer.expect("violated")
""",
}


@pytest.fixture
def run(pytester, monkeypatch):
    """Write files and run pytest on them, with no plugin but ours."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeini("[pytest]\naddopts = --strict-markers\nfilterwarnings = error\n")

    def run(files, *arguments):
        for name, text in files.items():
            path = pytester.path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return pytester.runpytest_subprocess("-p", "quidpro.pytest_plugin", "-p", "no:cacheprovider", *arguments)

    return run


def test_tests_ask_and_failures_show_the_answer_and_no_line_of_quidpro(run):
    result = run(FILES, "-v")
    result.assert_outcomes(passed=6, failed=3)
    outcomes = ["near? PASSED", "far? PASSED", "nowhere? PASSED", "wrong_answer? FAILED", "wrong_argument? FAILED"]
    outcomes += ["all?Q? PASSED", "all?R? FAILED", "all?deadlock? PASSED", "one?R? PASSED"]
    result.stdout.fnmatch_lines([f"*::test_{outcome.replace('? ', '* ')}*" for outcome in outcomes])
    result.stdout.fnmatch_lines(
        ["E*VIOLATED: Channel does not satisfy Order*", "E*4 input*●*", "E*there is no*Z*", "E*VIOLATED: S*satisfy R*"]
    )
    result.stdout.no_fnmatch_line("*src/quidpro*")


def test_model_files_are_tests_and_what_cannot_be_asked_is_an_error_of_the_collection(run):
    files = {
        "lossy.lts": LOSSY,
        "wrong.fsp": "P = (a -> ",
        "test_a.py": "def test_all(quidpro_answer):\n    pass\n",
        "test_b.py": 'import pytest\n\n@pytest.mark.quidpro("nothing.lts")\ndef test_all(quidpro_answer):\n    pass\n',
    }
    models = ("-o", "quidpro_files=*.lts", "--quidpro-files=*.fsp")
    result = run(files, "-v", "--continue-on-collection-errors", *models)
    result.assert_outcomes(passed=1, failed=1, errors=3)
    result.stdout.fnmatch_lines(["lossy.lts::Order FAILED*", "lossy.lts::deadlock PASSED*"])
    words = ["say of which model", "there is no file*nothing.lts", "wrong.fsp:1:", "VIOLATED: Channel"]
    result.stdout.fnmatch_lines_random([f"*{one}*" for one in words])
    result.stdout.no_fnmatch_line("*src/quidpro*")


def test_limits_come_from_the_command_line_or_the_settings(run):
    files = {
        "lossy.lts": LOSSY,
        "test_it.py": 'def test_a(quidpro):\n    quidpro.check("lossy.lts").expect("unknown")\n\n'
        'def test_b(quidpro):\n    quidpro.check("lossy.lts", timeout=60).expect("violated")\n',
    }
    run(files, "-o", "quidpro_timeout=60", "--quidpro-timeout=0").assert_outcomes(passed=2)
    result = run({}, "-o", "quidpro_memory=much")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["*quidpro_memory are numbers*much*"])


def test_starting_pytest_loads_no_part_of_the_library():
    script = (
        "import sys, pytest; before = set(sys.modules); import quidpro.pytest_plugin; "
        "print(*sorted({m for m in set(sys.modules) - before if m.partition('.')[0] in ('quidpro', 'numpy', 'numba')}))"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert loaded == ["quidpro", "quidpro.core", "quidpro.pytest_plugin"]
