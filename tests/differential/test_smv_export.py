"""SMV models written as AIGER files: a reader of the tests' own finds in them what the models do."""

from __future__ import annotations

import pytest

import quidpro
from quidpro.core.budget import Budget
from quidpro.core.source import Source
from quidpro.engines.symbolic.sat.export import export
from quidpro.frontend.smv.model import load_smv
from tests.aiger_files import read
from tests.random_smv import random_smv

pytestmark = pytest.mark.slow

MANY = 6
"""A machine with more inputs takes too long, valuation by valuation."""
MODEL = """
MODULE main
VAR n : 0..4; stop : boolean; w : unsigned word[2]; also : boolean;
IVAR go : boolean;
ASSIGN init(n) := {0, 1}; next(n) := stop | n >= 4 ? n : n + 1; next(w) := go ? w + 0ud2_1 : w; also := stop;
INIT w = 0ud2_2
TRANS next(w) != 0ud2_0 | go
INVARSPEC NAME small := n <= 4
INVARSPEC NAME low := n <= 3
"""


def test_random_models():
    outcomes = set()
    for seed in range(80):
        random = random_smv(seed)
        file, _ = export(load_smv(Source("random.smv", random.text)).flat(), None, Budget())
        if len(file.inputs) <= MANY:
            expected = all(map(random.holds, random.reachable()))
            assert (read(file.binary()).shortest() is None) == expected, seed
            outcomes.add(expected)
    assert outcomes == {True, False}


def test_bits_are_called_as_their_variables(tmp_path):
    model = quidpro.loads(MODEL, "smv")
    for name, shortest in (("small", None), ("low", 3)):
        for suffix in ("aag", "aig"):
            path = tmp_path / f"model.{suffix}"
            losses = quidpro.save(model, path, name=name)
            assert losses == ("a variable is its bits there: those of a value's position in its type, lowest first",)
            file = read(path.read_bytes())
            assert file.shortest() == shortest
            assert file.symbols == {
                "i0": "go", "i1": "next(stop)",
                "l0": "n.0", "l1": "n.1", "l2": "n.2", "l3": "stop", "l4": "w.0", "l5": "w.1",
                "l6": "initialised", "l7": "failed", "b0": name,
            }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("", MODEL, "choose one with --name \\(small, low\\)"),
        ("lo", MODEL, "there is no invariant 'lo'; did you mean low"),
        ("later", f"{MODEL} LTLSPEC NAME later := F go", "later is no invariant but LTLSPEC F go; choose one with"),
        ("", "MODULE main VAR x : boolean; LTLSPEC F x", "an AIGER file has an invariant"),
    ],
)
def test_one_invariant_is_written(name, text, words, tmp_path):
    with pytest.raises(quidpro.QuidproError, match=words):
        quidpro.save(quidpro.loads(text, "smv"), tmp_path / "model.aag", name=name)


def test_paths_are_not_in_the_file(tmp_path):
    text = "MODULE main VAR x : boolean; ASSIGN init(x) := FALSE; TRANS !x SPEC AG !x"
    (loss,) = quidpro.save(quidpro.loads(text, "smv"), tmp_path / "model.aag")
    assert "not whether an infinite path goes on" in loss
