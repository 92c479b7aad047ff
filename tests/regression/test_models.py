"""Small models, filed by what ``quidpro check`` says of them: holds, violated, or an error with these very words.

A model may start with comments that steer its test: ``// options: --deadlock`` (in SMV ``-- options: …``) and, for what
is violated, ``// trace: a b c`` (the visible actions of the counterexample). For an error the whole message stands in
the ``.expected`` file beside the model; ``QUIDPRO_UPDATE=1 pytest tests/regression`` writes these files anew.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.cli.driver import quidpro, refused

FOLDER = Path(__file__).parent
CIRCUITS = (".aag", ".btor2")


def models(outcome, *suffixes):
    found = [path for suffix in suffixes or (".lts",) for path in sorted((FOLDER / outcome).glob(f"*{suffix}"))]
    return pytest.mark.parametrize("path", found, ids=lambda path: path.stem)


def setting(path, name):
    """The words behind ``// name:``, in SMV ``-- name:``, at the start of a line, or None."""
    found = re.search(rf"^(?://|--) {name}:(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found and found[1].split()


def check(path):
    run = quidpro("check", path, *(setting(path, "options") or []), "--format", "json")
    return run.code, json.loads(run.stdout)


@models("holds")
def test_holds(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (0, "holds", True)


@models("holds", ".smv")
def test_holds_in_smv(path):
    run = quidpro("check", path, *(setting(path, "options") or []))
    assert run.code == 0
    assert "certified   yes" in run.stdout


@models("holds", *CIRCUITS)
def test_holds_of_circuits(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (0, "holds", True)


@models("holds", ".prism")
def test_holds_in_prism(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (0, "holds", True)


@models("violated", ".prism")
def test_violated_in_prism(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (1, "violated", True)


@models("violated", *CIRCUITS)
def test_violated_of_circuits(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (1, "violated", True)


@models("violated")
def test_violated(path):
    code, answer = check(path)
    assert (code, answer["verdict"], answer["certified"]) == (1, "violated", True)
    assert answer["counterexample"]["trace"] == setting(path, "trace")


@models("error")
def test_error(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    _compare(path, quidpro("check", path.name, *(setting(path, "options") or [])))


@models("error", ".smv", *CIRCUITS)
def test_error_in_smv_and_circuits(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    _compare(path, quidpro("check", path.name))


@models("error", ".prism")
def test_error_in_prism(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    _compare(path, quidpro("check", path.name, *(setting(path, "options") or [])))


def _compare(path, run):
    refused(run)
    expected = path.with_suffix(".expected")
    if os.environ.get("QUIDPRO_UPDATE"):
        expected.write_text(run.stderr, encoding="utf-8")
    assert run.stderr == expected.read_text(encoding="utf-8")


def test_no_snapshot_without_its_model():
    stems = {path.stem for path in (FOLDER / "error").iterdir() if path.suffix != ".expected"}
    assert {path.stem for path in (FOLDER / "error").glob("*.expected")} == stems
