"""One run of one engine on one model: a process with its children, its CPU seconds, and what it said."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.sat_models.circuit import Design
from benchmarks.sat_models.table import EXAMPLES, Row

ABC = {"abc-pdr": "pdr -F 0", "abc-bmc3": "bmc3"}
ENGINES = [*ABC, "pdr", "bmc", "induction", "monolithic", "auto"]
BY_PARTS = ["contract"]
"""Engines for the models that have parts."""
OPTIONS = {"bmc": ["--bound", "1000000"], "contract": ["--split", "consumer | producer"]}
"""What an engine must be told so that only the limit ends it."""
MEGABYTES = 6000
POLL_SECONDS = 0.1
VERDICTS = {0: "holds", 1: "violated", 3: "unknown"}


@dataclass(frozen=True)
class Outcome:
    """What a run came to: seconds are CPU seconds beyond start-up."""

    model: str
    engine: str
    limit: float
    verdict: str
    seconds: float
    certified: bool = False
    note: str = ""

    @property
    def decided(self) -> bool:
        return self.verdict in ("holds", "violated")


def abc() -> str:
    """The program: what the variable ABC names, that of the package pyosys, or one on the path."""
    package = importlib.util.find_spec("pyosys")
    places = package.submodule_search_locations if package else None
    inside = [str(Path(place) / "yosys-abc") for place in places or ()]
    for name in (os.environ.get("ABC", ""), *inside, "yosys-abc", "berkeley-abc"):
        if found := shutil.which(name):
            return found
    sys.exit("ABC is not installed: pip install pyosys, or apt-get install berkeley-abc")


def _one_bit() -> Row:
    design = Design("One bit that never changes.")
    bit = design.main.boolean("bit")
    design.main.next(bit, bit)
    design.main.invariant("never", ~bit)
    return Row("one_bit", "start-up", True, lambda: design)


def startup(engine: str) -> float:
    """The least of three runs on a model with nothing to do."""
    return min(run(_one_bit(), engine, 60.0, 0.0).seconds for _ in range(3))


def run(row: Row, engine: str, limit: float, started: float) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        ask = _ask_abc if engine in ABC else _ask_quidpro
        verdict, seconds, certified, note = ask(row, engine, limit + started, Path(folder))
    return Outcome(row.name, engine, limit, verdict, round(max(seconds - started, 0.0), 2), certified, note)


def _ask_abc(row: Row, engine: str, limit: float, folder: Path) -> tuple[str, float, bool, str]:
    assert row.make
    design = row.make()
    (folder / "model.aig").write_bytes(design.aiger())
    steps = ["read_aiger model.aig"]
    # ABC takes free initial values for 0 and constraints for questions, if they are not made something else first.
    steps += ["logic", "undc", "strash", "zero"] if any(one.reset is None for one in design.gates.latches) else []
    steps += ["fold"] if design.gates.constraints else []
    _, out, seconds = limited([abc(), "-q", "; ".join([*steps, ABC[engine]])], limit, folder)
    if "Property proved" in out:
        return "holds", seconds, False, ""
    if asserted := re.search(r"was asserted in frame (\d+)", out):
        return "violated", seconds, False, f"{asserted[1]} steps"
    return "unknown", seconds, False, ""


def _ask_quidpro(row: Row, engine: str, limit: float, folder: Path) -> tuple[str, float, bool, str]:
    if row.make:
        file = folder / "model.smv"
        file.write_text(row.make().smv(), encoding="utf-8")
        asked = []
    else:
        assert row.example
        file, asked = EXAMPLES / row.example[0], ["--property", row.example[1]]
    command = [sys.executable, "-m", "quidpro", "check", str(file), "--method", engine, "--format", "json"]
    command += ["--memory", str(MEGABYTES), *asked, *OPTIONS.get(engine, [])]
    code, out, seconds = limited(command, limit, folder)
    if code is None:
        return "unknown", seconds, False, "limit"
    if code not in VERDICTS:
        reason = re.search(r'"reason": "(.*)"', out)
        last = (out.strip().splitlines() or [f"exit code {code}"])[-1]
        return "error", seconds, False, reason[1] if reason else last
    said = json.loads(out[out.index("{") :])
    return VERDICTS[code], seconds, bool(said["certified"]), said["reason"][:200] if code == 3 else ""


def limited(command: list[str], limit: float, folder: Path) -> tuple[int | None, str, float]:
    """Exit code (none past the limit), what was printed, CPU seconds of the process and its children."""
    with (folder / "out").open("w+", encoding="utf-8", errors="replace") as out:
        process = subprocess.Popen(
            command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, start_new_session=True, env=_environment()
        )
        used, over = 0.0, False
        try:
            while (found := os.wait4(process.pid, os.WNOHANG))[0] == 0:
                used = max(used, _used(process.pid))
                if over := used > limit:
                    break
                time.sleep(POLL_SECONDS)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        _, status, spent = found if not over else os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    seconds = spent.ru_utime + spent.ru_stime
    return (None, text, max(seconds, used)) if over else (process.returncode, text, seconds)


def _environment() -> dict[str, str]:
    sources = str(Path(__file__).resolve().parents[2] / "src")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([sources, os.environ.get("PYTHONPATH", "")])}


def _used(pid: int) -> float:
    """CPU seconds of a process and its children so far, of those that have ended as well."""
    total = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        root = psutil.Process(pid)
        for process in (root, *root.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += sum(process.cpu_times()[:4])
    return total
