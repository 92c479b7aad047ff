"""ABC, the model checker of Berkeley (Brayton, Mishchenko 2010), asked about a machine of bits.

Its engines are programs of their own here: ``pdr`` proves, with an invariant that it writes down as cubes, and refutes;
``bmc3`` refutes only, often sooner. Nothing that it says is taken on trust: clauses and runs are for others to check.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.errors import UsageError
from quidpro.core.parts import not_installed
from quidpro.core.programs import Program, wait
from quidpro.core.words import one_line
from quidpro.solvers.circuit import Circuit, Clauses, Run
from quidpro.solvers.folded import Cube, Folded

PROVING, REFUTING = "pdr", "bmc3"
REFUTING_SECONDS = 1
"""Where one program runs at a time, the one that only refutes is first, and has this long."""
LEAST_MEGABYTES = 32.0
"""With less the program would not even start."""
_NAMES = "berkeley-abc", "yosys-abc", "abc"
_PROVED = re.compile(r"^Property proved\.", re.MULTILINE)
_REFUTED = re.compile(r"^Output 0 of miter .* was asserted in frame (\d+)\.", re.MULTILINE)
_REACHED = re.compile(r"in frame (\d+)\.|No output asserted in (\d+) frames")
_FILE = "model.aig"


class Unreadable(Exception):
    """ABC has written something that is not in the form that was expected."""


def program() -> str:
    """Where ABC is: in the package pyosys, or on the path; MissingPart where it is not."""
    try:
        package = find_spec("pyosys")
    except ImportError:
        package = None
    folders = (package and package.submodule_search_locations) or ()
    within = (str(Path(folder) / "yosys-abc") for folder in folders)
    found = next((file for file in within if os.access(file, os.X_OK)), None)
    found = found or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise not_installed("pyosys")
    return found


class Abc:
    """A machine that ABC is asked about; ``together`` says that both engines run at the same time."""

    def __init__(self, circuit: Circuit, budget: Budget, *, together: bool = True) -> None:
        self.budget = budget
        self.together = together
        self.reached: dict[str, int] = {}
        """How many steps far each engine looked, where it told."""
        self.said: dict[str, str] = {}
        """How each engine ended that had no verdict."""
        self.timed_out = False
        """Whether the engine that can prove had not enough time."""
        self._program = program()
        self._folded = Folded(circuit)

    def check(self) -> Clauses | Run | None:
        """Clauses that prove the machine safe, or a run that shows it is not; None where ABC does not say."""
        if (known := self._folded.known()) is not None:
            return known
        try:
            scratch = TemporaryDirectory(prefix="quidpro-abc-", ignore_cleanup_errors=True)
        except OSError as error:
            raise UsageError(f"ABC needs a folder for temporary files: {error.strerror or error}") from error
        with scratch as name:
            folder = Path(name)
            (folder / _FILE).write_bytes(self._folded.file.binary())
            if self.together:
                return self._race(folder, {PROVING: None, REFUTING: None})
            return self._race(folder, {REFUTING: REFUTING_SECONDS}) or self._race(folder, {PROVING: None})

    def _race(self, folder: Path, engines: Mapping[str, int | None]) -> Clauses | Run | None:
        """The first verdict of some engines, each with the seconds that it may take."""
        running: dict[Program, str] = {}
        try:
            for engine, seconds in engines.items():
                running[self._start(engine, seconds, folder, len(engines))] = engine
            while running:
                for ended in wait(list(running), self.budget):
                    found = self._verdict(running.pop(ended), ended, folder)
                    if found is not None:
                        return found
            return None
        finally:
            for left in running:
                left.end()

    def _start(self, engine: str, seconds: int | None, folder: Path, others: int) -> Program:
        remaining = self.budget.remaining()
        if remaining is not None:  # it ends a little before its time, so that it can say how far it has come
            seconds = min(max(int(remaining), 1), seconds or sys.maxsize)
        limit = "" if seconds is None else f" -T {seconds}"
        more = f" -F 0 -d -I {engine}.pla" if engine == PROVING else ""
        script = f"read_aiger {_FILE}; {engine}{limit}{more}; write_cex -a {engine}.cex"
        megabytes = self.budget.megabytes
        if megabytes is not None:
            megabytes = max((megabytes - resident_megabytes()) / others, LEAST_MEGABYTES)
        return Program([self._program, "-q", script], folder, f"{engine}.txt", megabytes)

    def _verdict(self, engine: str, ended: Program, folder: Path) -> Clauses | Run | None:
        """What an engine found; else how far it came is noted."""
        said = ended.said()
        try:
            if _PROVED.search(said):
                return self._folded.proof(read_invariant((folder / f"{engine}.pla").read_text()))
            if refuted := _REFUTED.search(said):
                inputs = len(self._folded.file.inputs)
                return self._folded.run(read_inputs((folder / f"{engine}.cex").read_text(), int(refuted[1]), inputs))
        except (OSError, UnicodeDecodeError, Unreadable) as error:
            self.said[engine] = f"it has a verdict, but what it wrote cannot be read ({error})"
            return None
        if reached := [next(filter(None, found)) for found in _REACHED.findall(said)]:
            self.reached[engine] = int(reached[-1])
        self.timed_out |= engine == PROVING and "timeout" in said
        self.said[engine] = _last_words(said, ended.signal)
        return None


def _last_words(said: str, signal: int | None) -> str:
    if signal is not None:
        return f"ended by signal {signal}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return one_line(lines[-1] if lines else "nothing")


def read_invariant(text: str) -> list[Cube]:
    """The cubes of latches that an invariant excludes, from the PLA file that ``pdr -d`` writes."""
    latches: list[int] = []
    cubes: list[Cube] = []
    for line in text.splitlines():
        if line.startswith(".ilb"):
            latches = [_latch(name) for name in line.split()[1:]]
        elif not line.startswith(("#", ".")) and line.strip():
            values, _, one = line.partition(" ")
            if one.strip() != "1" or len(values) != len(latches) or not set(values) <= set("01-"):
                raise Unreadable(f"a line of the invariant is {one_line(line)!r}")
            cubes.append([(latch, v == "1") for latch, v in zip(latches, values, strict=True) if v != "-"])
    if not text.startswith("# Inductive invariant"):
        raise Unreadable("the file of the invariant has something else")
    return cubes


def _latch(name: str) -> int:
    if not re.fullmatch(r"lo\d+", name):
        raise Unreadable(f"a latch is called {one_line(name)!r}")
    return int(name[2:])


def read_inputs(text: str, steps: int, inputs: int) -> list[frozenset[int]]:
    """The inputs that are 1 at each moment of a run of so many steps, from the file that ``write_cex -a`` writes."""
    lines = text.partition("# DONE")[0].split("\n")[1 : steps + 2]  # the first has the latches
    if len(lines) != steps + 1 or any(len(line) != inputs or not set(line) <= set("01") for line in lines):
        raise Unreadable(f"the run has not {steps + 1} lines of {inputs} inputs")
    return [frozenset(i for i, value in enumerate(line) if value == "1") for line in lines]
