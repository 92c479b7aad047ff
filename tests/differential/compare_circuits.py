"""Random AIGER and BTOR2 files: what quidpro says of them, against a simulation of every state."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

from quidpro.core.errors import InputError
from quidpro.core.source import BYTES, Source
from quidpro.frontend.aiger.model import load_aiger
from quidpro.frontend.btor2.model import load_btor2
from quidpro.frontend.files import decode, edited
from quidpro.frontend.machines import load_machine
from tests.asking import solve_smv
from tests.naive_aiger import NaiveAiger
from tests.naive_btor2 import NaiveBtor2
from tests.naive_circuits import Answers
from tests.random_aiger import random_aiger
from tests.random_btor2 import random_btor2


def compare_aiger(seed):
    """The outcomes of a random AIGER file, in text or in bytes; AssertionError where one is wrong."""
    text = random_aiger(seed)
    naive = NaiveAiger(text)
    source = Source("random.aag", text)
    if seed % 2:
        source = Source("random.aig", naive.as_bytes().decode(BYTES), BYTES)
    return _compare(load_aiger(source).flat(), Answers(naive), text)


def compare_btor2(seed):
    """The same of a random BTOR2 file."""
    text = random_btor2(seed)
    return _compare(load_btor2(Source("random.btor2", text)).flat(), Answers(NaiveBtor2(text)), text)


def _compare(model, answers, text):
    outcomes = set()
    number = {"invariant": 0, "ltl": 0}
    for spec, verdict in zip(model.specs, solve_smv(model, model.specs), strict=True):
        at = number[spec.kind]
        number[spec.kind] += 1
        depth = answers.depths.get(at) if spec.kind == "invariant" else None
        violated = depth is not None if spec.kind == "invariant" else answers.justice(at)
        expected = "violated" if violated else "holds"
        told = f"{spec.name} ({verdict.reason})\n{text}"
        assert verdict.outcome == expected, f"{expected} expected, not {verdict.outcome}: {told}"
        if spec.kind == "invariant":
            assert verdict.certified, told
            if violated:
                assert verdict.trace.length == depth, f"a run of {verdict.trace.length} steps, not {depth}: {told}"
        outcomes.add(f"{spec.kind} {expected}")
    return outcomes


ABC = shutil.which("berkeley-abc") or shutil.which("abc")


def compare_with_abc(seeds, folder):
    """What ABC's PDR says of random AIGER files, asked in one go; the number of those that are violated."""
    commands, expected = [], []
    for seed in seeds:
        path = Path(folder) / f"{seed}.aig"
        path.write_bytes(NaiveAiger(random_aiger(seed, single=True)).as_bytes())
        commands += [f"echo FILE {seed}", f"read {path}", "fold", "pdr"]
        model = load_machine(path).flat()
        (verdict,) = solve_smv(model, model.specs)
        assert verdict.certified, seed
        expected.append(verdict.outcome)
    told = subprocess.run([ABC, "-q", "; ".join(commands)], capture_output=True, text=True, timeout=300, check=True)
    answers = [_outcome_of(part) for part in told.stdout.split("FILE ")[1:]]
    assert len(answers) == len(expected)
    for seed, ours, theirs in zip(seeds, expected, answers, strict=True):
        assert ours == theirs, f"{seed}: {ours}, and ABC says {theirs}\n{random_aiger(seed, single=True)}"
    return expected.count("violated")


def _outcome_of(told):
    if "Property proved" in told:
        return "holds"
    return "violated" if "was asserted" in told else told


def damaged(seed):
    """A random file with bytes, words or lines changed, and whether it was still read: only InputError is allowed."""
    rng = Random(seed)
    kind = rng.choice(["aag", "aig", "btor2"])
    data = random_btor2(seed).encode() if kind == "btor2" else random_aiger(seed).encode()
    if kind == "aig":
        data = NaiveAiger(data.decode()).as_bytes()
    for _ in range(rng.randint(1, 3)):
        data = _damage(rng, data)
    path = Path(f"damaged.{kind}")
    try:
        with edited(path, decode(path, data)):
            load_machine(path)
    except InputError as refused:
        return not str(refused)
    return True


_STRANGE = (
    b"-1",
    b"0",
    b"99999999999999999999",
    b"x",
    b"",
    b";",
    b"\xff",
    b"\x00",
    b"\n",
    b" ",
    b"sort",
    b"aag",
    b"1_0",
)


def _damage(rng, data):
    if rng.random() < 0.3 and data:
        at = rng.randrange(len(data))
        return data[:at] + rng.choice([b"", bytes([rng.randrange(256)])]) + data[at + rng.randint(0, 2) :]
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    if rng.random() < 0.3:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = rng.choice([(lines[other], lines[at]), (lines[other], lines[other]), (b"", b"")])
        return b"\n".join(lines)
    words = lines[at].split(b" ")
    chosen = rng.randrange(len(words))
    elsewhere = rng.choice(rng.choice(lines).split(b" "))
    words[chosen] = rng.choice([elsewhere, rng.choice(_STRANGE), words[chosen] + b"1", b"-" + words[chosen]])
    return b"\n".join([*lines[:at], b" ".join(words), *lines[at + 1 :]])
