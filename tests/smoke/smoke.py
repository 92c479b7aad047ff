"""What an installed quidpro must be able to do, wherever it is installed: ``PYTHON tests/smoke/smoke.py``.

PYTHON is an interpreter that has quidpro; nothing else is needed. The models are those that come with quidpro. They and
all that is written go to a folder for temporary files; where there is none, the commands that write are left out, and
the model is read from standard input.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec

MODEL = """const N = 1
A = A[0], A[i:0..N] = (when (i < N) up -> A[i + 1] | when (i > 0) down -> A[i - 1]).
property P = P[0], P[i:0..N] = (when (i < N) a[1].up -> P[i + 1] | when (i > 0) a[1].down -> P[i - 1]).
||S = (a[1..4]:A || P).
"""
PICTURE = (0, "<svg") if find_spec("pygraphviz") else (2, "quidpro[pictures]")
MANY_SECONDS = 300
"""The first run compiles."""
MANY_LETTERS = 4000


@dataclass(frozen=True)
class Step:
    """A command, its exit code, and words that it says."""

    command: str
    code: int = 0
    says: str = ""


ANYWHERE = [
    Step("--version", says="quidpro"),
    Step("--help", says="assumption"),
    Step("examples", says="client_server"),
    Step("schema verdict", says='"$schema"'),
    Step("check - --from fsp", says="HOLDS"),
    Step("check - --from fsp --method lstar", says="certified   yes"),
    Step("check - --from fsp --format json", says='"holds"'),
    Step("check - --from fsp --const N=15 --method monolithic", says="65,536 states"),
    Step("check - --from fsp --const N=31 --jobs 2", says="HOLDS"),
    Step("show - P --from fsp --format dot", says="digraph"),
    Step("show - P --from fsp --format svg", *PICTURE),
]
WRITING = [
    Step("examples channel -o .", says="channel.lts"),
    Step("examples client_server -o ."),
    Step("examples ring -o ."),
    Step("examples smv -o ."),
    Step("check channel/channel.lts", says="HOLDS: Channel satisfies Order"),
    Step("check channel/channel_lossy.lts --chart lossy.svg --report lossy.html", code=1, says="VIOLATED"),
    Step("check channel/channel.lts --method lstar --certificate proof.json", says="certified   yes"),
    Step("certify proof.json channel/channel.lts", says="Order"),
    Step("check ring/ring.lts --const N=8 --method monolithic", says="HOLDS"),
    Step("check ring/ring.lts --const N=10 --jobs 2", says="HOLDS"),
    Step("check ring/ring.lts --const N=8 --method saturation --property MUTEX", says="HOLDS"),
    Step("check client_server/client_server.lts --method circular --format json", says='"circular"'),
    Step("check smv/robot.smv --method symbolic --property motor_in_time", says="certified   yes"),
    Step("show channel/channel.lts Order --format dot", says="digraph"),
    Step("show channel/channel.lts Order --format svg", *PICTURE),
    Step("convert channel/channel.lts channel.aut"),
    Step("info channel.aut", says="4 states"),
    Step("assumption channel/channel.lts --component Input", says="weakest assumption"),
    Step("decompose client_server/client_server.lts --most 3", says="two-way splits"),
]


def wrong(step: Step, folder: str | None) -> str:
    """What is wrong with what the command does; nothing if that is right."""
    run = subprocess.run(
        [sys.executable, "-m", "quidpro", *step.command.split()],
        cwd=folder,
        input=MODEL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=MANY_SECONDS,
        check=False,
    )
    said = run.stdout + run.stderr
    if run.returncode != step.code or step.says not in said:
        return f"exit code {run.returncode}, not {step.code} with {step.says!r}:\n{said[-MANY_LETTERS:]}"
    if "Warning" in run.stderr or "Traceback" in run.stderr:
        return run.stderr
    return _wrong_json(run.stdout) if "json" in step.command.split() or "schema" in step.command else ""


def _wrong_json(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"no JSON: {error}"
    return ""


def tried(steps: list[Step], folder: str | None = None) -> int:
    """Try them all; how many went wrong."""
    count = 0
    for step in steps:
        began, complaint = time.monotonic(), wrong(step, folder)
        print(
            f"{'WRONG' if complaint else 'ok':5} {time.monotonic() - began:5.1f} s  quidpro {step.command}", flush=True
        )
        if complaint:
            print(complaint)
            count += 1
    return count


def main() -> int:
    """The exit code: 0 where all is well."""
    print(f"Python {sys.version.split()[0]} at {sys.executable}")
    count = tried(ANYWHERE)
    try:
        with tempfile.TemporaryDirectory() as folder:
            count += tried(WRITING, folder)
    except FileNotFoundError:
        print("There is no folder that can be written to: the commands that write were left out.")
    return min(count, 1)


if __name__ == "__main__":
    sys.exit(main())
