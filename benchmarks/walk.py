"""The walk of one check through the modules, in each world: what is loaded, what runs, what belongs to another world.

    python benchmarks/walk.py [--names]

One worker, and a process of its own for each world; the workers of a race are forks of it, and are seen too. A module
counts as run when one of its functions ran, but not while something is imported. With ``--names`` the modules are
listed too.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PRISM = "examples/prism/client_server"
WALKS = {
    "explicit": ["examples/channel/channel.lts", "--jobs", "1"],
    "symbolic": ["examples/smv/robot.smv", "--jobs", "1"],
    "probabilistic": [f"{PRISM}/cs_2_2.prism", "--spec", f"{PRISM}/cs_2_2_spec.prism", "--jobs", "1"],
}
SHELL = {"core", "cli", "run", "verdict", "report", "api", "worlds"}
ENGINE = "quidpro.verdict.engine"
"""Which loads an engine, and enters it."""
MODELS = {"lts": "explicit", "flat": "symbolic", "lpts": "probabilistic"}
LANGUAGES = {
    "fsp": "explicit",
    "smv": "symbolic",
    "prism": "probabilistic",
    "jani": "probabilistic",
    "pctl": "probabilistic",
    "prob": "probabilistic",
}
PARTS_OF_NAMES = {
    "prob": "probabilistic",
    "probabilistic": "probabilistic",
    "lpts": "probabilistic",
    "prism": "probabilistic",
    "smv": "symbolic",
    "symbolic": "symbolic",
}
EXCEPTIONS = {"quidpro.flat.explicit": "symbolic"}
"""What is called after another world than its own."""


def world_of(module: str) -> str | None:
    """The world a module belongs to by its name; None if it serves all."""
    if module in EXCEPTIONS:
        return EXCEPTIONS[module]
    parts = module.split(".")[1:]
    for names in ({world: world for world in WALKS}, LANGUAGES, MODELS):
        for part in parts:
            if part in names:
                return names[part]
    for part in parts:
        for word in part.split("_"):
            if word in PARTS_OF_NAMES:
                return PARTS_OF_NAMES[word]
    return None


class Walk:
    """Writes down the modules whose functions run, and the stack when an engine is entered.

    A worker of a race is a fork of this process: what it sees goes to the same file.
    """

    def __init__(self, notes: int) -> None:
        self._notes = notes
        self._ran: set[str] = set()
        self._entered = False

    def imported(self, event: str, arguments: tuple[Any, ...]) -> None:
        """The hook for ``sys.addaudithook``."""
        if event == "import" and _ours(arguments[0]):
            self._note("loaded", arguments[0])

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        """The hook for ``sys.setprofile``."""
        module = frame.f_globals.get("__name__", "")
        if event != "call" or not _ours(module):
            return
        if module not in self._ran and _is_function(frame.f_code) and not _importing(frame):
            self._ran.add(module)
            self._note("ran", module)
        if not self._entered and _enters(module, frame.f_code.co_name):
            self._entered = True
            self._note("stack", " ".join(_modules_above(frame)))

    def _note(self, kind: str, text: str) -> None:
        os.write(self._notes, f"{kind} {text}\n".encode())


def _ours(module: str) -> bool:
    return module.partition(".")[0] == "quidpro"


def _is_function(code: CodeType) -> bool:
    """Neither the body of a module nor that of a class."""
    return bool(code.co_flags & inspect.CO_NEWLOCALS and code.co_flags & inspect.CO_OPTIMIZED)


def _importing(frame: FrameType) -> bool:
    """Whether the body of one of our modules is running."""
    return any(above.f_code.co_name == "<module>" and _ours(above.f_globals["__name__"]) for above in _above(frame))


def _enters(module: str, function: str) -> bool:
    """Whether this function is the door of an engine; for those that are asked one by one it stands in ``engine``."""
    return function == "solve" and (module.startswith("quidpro.engines.") or module == ENGINE)


def _above(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        yield frame
        frame = frame.f_back


def _modules_above(frame: FrameType) -> list[str]:
    """The distinct modules on the stack, the first first."""
    names = [above.f_globals.get("__name__", "") for above in _above(frame)]
    return list(dict.fromkeys(name for name in reversed(names) if _ours(name)))


def walk(world: str, notes: int) -> None:
    """One check in this process, and in the workers that it starts."""
    seen = Walk(notes)
    sys.addaudithook(seen.imported)
    from quidpro.cli.main import main as command

    sys.argv = ["quidpro", "check", *WALKS[world]]
    sys.setprofile(seen)
    command()


def apart(world: str) -> dict[str, list[str]]:
    """What is seen of the check in a process of its own, where nothing is loaded yet."""
    with tempfile.TemporaryFile() as notes:
        number = notes.fileno()
        command = [sys.executable, __file__, "--walk", world, str(number)]
        ended = subprocess.run(command, cwd=ROOT, pass_fds=[number], stdout=subprocess.DEVNULL)
        assert ended.returncode in (0, 1), ended
        notes.seek(0)
        lines = [line.split() for line in notes.read().decode().splitlines()]
    found = {kind: sorted({line[1] for line in lines if line[0] == kind}) for kind in ("loaded", "ran")}
    found["loaded"] = [name for name in found["loaded"] if _is_module(name)]
    stacks = [line[1:] for line in lines if line[0] == "stack"]
    return {**found, "stack": stacks[0] if stacks else []}


def _is_module(name: str) -> bool:
    """What an import asked for may also have been a name inside a module."""
    path = SOURCE.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def shell(names: list[str]) -> set[str]:
    """Those of the shell."""
    return {name for name in names if name.split(".")[1] in SHELL}


def foreign(names: list[str], world: str) -> list[str]:
    """Those of another world."""
    return [name for name in names if world_of(name) not in (None, world)]


def main(names: bool) -> None:
    """Print the table, and the names behind its numbers."""
    walks = {world: apart(world) for world in WALKS}
    shells = {world: shell(seen["ran"]) for world, seen in walks.items()}
    common = set.intersection(*shells.values())
    rows: dict[str, list[int]] = {
        "modules loaded": [len(seen["loaded"]) for seen in walks.values()],
        "modules in which a function ran": [len(seen["ran"]) for seen in walks.values()],
        "… of the shell": [len(found) for found in shells.values()],
        "… of the shell, not in all three walks": [len(found - common) for found in shells.values()],
        "modules loaded that belong to another world": [
            len(foreign(seen["loaded"], world)) for world, seen in walks.items()
        ],
        "distinct modules on the stack at the engine": [len(seen["stack"]) for seen in walks.values()],
    }
    print(f"| | {' | '.join(walks)} |\n|---|---:|---:|---:|")
    for title, numbers in rows.items():
        print(f"| {title} | {' | '.join(map(str, numbers))} |")
    print(f"\nOf {len(set.union(*shells.values()))} modules of the shell, {len(common)} are common to all three walks.")
    if names:
        print(f"\nCommon: {', '.join(sorted(common))}")
        for world, seen in walks.items():
            print(f"\n{world}, not common: {', '.join(sorted(shells[world] - common))}")
            print(f"\n{world}, of another world: {', '.join(foreign(seen['loaded'], world))}")
            print(f"\n{world}, to the engine: {' → '.join(seen['stack'])}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--walk"]:
        walk(sys.argv[2], int(sys.argv[3]))
    else:
        main("--names" in sys.argv[1:])
