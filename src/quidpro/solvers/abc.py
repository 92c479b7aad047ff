"""ABC, the model checker of Berkeley (Brayton, Mishchenko 2010), asked about a machine of bits.

Its engines are programs of their own here: ``pdr`` proves, with an invariant that it writes down as cubes, and refutes;
``bmc3`` refutes only, often sooner. Nothing that it says is taken on trust: clauses and runs are for others to check.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
from contextlib import ExitStack, closing
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from quidpro.core.budget import Budget, resident_megabytes
from quidpro.core.parts import not_installed
from quidpro.core.programs import Program, Unnamed, wait
from quidpro.core.words import one_line
from quidpro.solvers.circuit import Circuit, Clauses, Run
from quidpro.solvers.folded import Cube, Folded

PROVING, REFUTING = "pdr", "bmc3"
REFUTING_SECONDS = 2
"""CPU time of the engine that only refutes where both have one core: most violations that it finds come at once."""
_REWRITING = "dc2; dc2; "
"""Fewer gates before the search for a proof, the latches as they were: some large circuits take half the time."""
_LARGE = 5000
"""So many nodes at least: ``pdr`` says nothing of an output that is constant after rewriting, as in small ones."""
LEAST_MEGABYTES = 32.0
"""With less the program would not even start."""
_NAMES = "berkeley-abc", "yosys-abc", "abc"
_PROVED = re.compile(r"^Property proved\.", re.MULTILINE)
_REFUTED = re.compile(r"^Output 0 of miter .* was asserted in frame (\d+)\.", re.MULTILINE)
_REACHED = re.compile(r"in frame (\d+)\.|No output asserted in (\d+) frames")


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
    if found is None or os.name != "posix":
        raise not_installed("pyosys")
    return found


class _Asked(NamedTuple):
    """An engine at work, with the files that it is to write."""

    program: Program
    invariant: Unnamed
    inputs: Unnamed


class Abc:
    """A machine that ABC is asked about; ``refuting`` is the CPU time of ``bmc3`` beside ``pdr``, None to the end."""

    def __init__(self, program: str, circuit: Circuit, budget: Budget, refuting: int | None = None) -> None:
        self.program = program
        self.budget = budget
        self.refuting = refuting
        self.reached: dict[str, int] = {}
        """How many steps far each engine looked, where it told."""
        self.said: dict[str, str] = {}
        """How each engine ended that had no verdict."""
        self.ran_out: str | None = None
        """What the engine that can prove had not enough of: ``time`` or ``memory``."""
        self._folded = Folded(circuit)

    def check(self) -> Clauses | Run | None:
        """Clauses that prove the machine safe, or a run that shows it is not; None where ABC does not say."""
        if (known := self._folded.known()) is not None:
            return known
        with ExitStack() as held:
            file = held.enter_context(closing(Unnamed(self._folded.file.binary())))
            most = {PROVING: None, REFUTING: self.refuting}
            return self._first_verdict({engine: self._start(engine, most[engine], file, held) for engine in most})

    def _start(self, engine: str, most: int | None, file: Unnamed, held: ExitStack) -> _Asked:
        """An engine at work for so many seconds of CPU; ``held`` is what ends it, and forgets its files."""
        remaining, megabytes = self.budget.remaining(), self.budget.megabytes
        if megabytes is not None:
            megabytes = max((megabytes - resident_megabytes()) / 2, LEAST_MEGABYTES)
        invariant, inputs = (held.enter_context(closing(Unnamed())) for _ in range(2))
        # It ends a little before its time, so that it can say how far it has come.
        limit = "" if remaining is None else f" -T {max(int(remaining), 1)}"
        writing = f" -F 0 -d -I {invariant.path}" if engine == PROVING else ""
        before = _REWRITING if engine == PROVING and len(self._folded.file.graph) > _LARGE else ""
        script = f"read_aiger {file.path}; {before}{engine}{limit}{writing}; write_cex -a {inputs.path}"
        command = [self.program, "-s", "-q", script]  # without settings of its own, and without echo
        running = Program(command, [file, invariant, inputs], megabytes, most)
        held.callback(running.end)
        return _Asked(running, invariant, inputs)

    def _first_verdict(self, running: dict[str, _Asked]) -> Clauses | Run | None:
        waiting = dict(running)
        while waiting:
            ended = wait([one.program for one in waiting.values()], self.budget)
            for engine in [engine for engine, one in waiting.items() if one.program in ended]:
                found = self._verdict(engine, waiting.pop(engine))
                if found is not None:
                    return found
        return None

    def _verdict(self, engine: str, asked: _Asked) -> Clauses | Run | None:
        """What an engine found; else how far it came is noted."""
        said, ended = asked.program.said(), asked.program
        try:
            if _PROVED.search(said):
                return self._folded.proof(read_invariant(asked.invariant.text(), len(self._folded.file.latches)))
            if refuted := _REFUTED.search(said):
                return self._run(asked.inputs.text(), int(refuted[1]))
        except Unreadable as error:
            self.said[engine] = f"it has a verdict, but what it wrote cannot be read ({error})"
            return None
        if reached := [next(filter(None, found)) for found in _REACHED.findall(said)]:
            self.reached[engine] = int(reached[-1])
        if engine == PROVING and "timeout" in said:
            self.ran_out = "time"
        elif engine == PROVING and ended.code and self.budget.megabytes is not None:
            self.ran_out = "memory"  # it does not check what it is given, and so ends in some violent way
        self.said[engine] = _last_words(said, ended.code) if ended.code != -signal.SIGXCPU else "its time was over"
        return None

    def _run(self, text: str, steps: int) -> Run:
        run = self._folded.run(read_inputs(text, steps, len(self._folded.file.inputs)))
        if not run.inputs:
            raise Unreadable("the run is over before it begins")
        return run


def _last_words(said: str, code: int) -> str:
    if code < 0:
        return f"ended by signal {-code}"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return one_line(lines[-1] if lines else "nothing")


def read_invariant(text: str, count: int) -> list[Cube]:
    """The cubes that an invariant of so many latches excludes, from the PLA file that ``pdr -d`` writes."""
    if not text.startswith("# Inductive invariant"):
        raise Unreadable("the file of the invariant has something else")
    latches: list[int] = []
    cubes: list[Cube] = []
    for line in text.splitlines():
        if line.startswith(".ilb"):
            latches = [_latch(name, count) for name in line.split()[1:]]
        elif not line.startswith(("#", ".")) and line.strip():
            values, _, one = line.partition(" ")
            if one.strip() != "1" or len(values) != len(latches) or not set(values) <= set("01-"):
                raise Unreadable(f"a line of the invariant is {one_line(line)!r}")
            cubes.append([(latch, v == "1") for latch, v in zip(latches, values, strict=True) if v != "-"])
    return cubes


def _latch(name: str, count: int) -> int:
    number = int(name[2:]) if re.fullmatch(r"lo\d+", name, re.ASCII) else count
    if number >= count:
        raise Unreadable(f"a latch is called {one_line(name)!r}")
    return number


def read_inputs(text: str, steps: int, inputs: int) -> list[frozenset[int]]:
    """The inputs that are 1 at each moment of a run of so many steps, from the file that ``write_cex -a`` writes."""
    if not inputs:
        return [frozenset()] * (steps + 1)
    lines = text.partition("# DONE")[0].split("\n")[1 : steps + 2]  # the first has the latches
    if len(lines) != steps + 1 or any(len(line) != inputs or not set(line) <= set("01") for line in lines):
        raise Unreadable(f"the run has not {steps + 1} lines of {inputs} inputs")
    return [frozenset(i for i, value in enumerate(line) if value == "1") for line in lines]
