"""Runs the ``quidpro`` command in a folder of its own, and writes down all that can be seen of it.

The folder has ``examples`` and ``models`` as links, and an empty ``out``: every path in an output is a short one, the
same on every machine. Each case has a process of its own, a fork of one that has loaded little: how much work was done
depends on what is in memory already, since small searches are done in plain Python until the kernels are loaded.
"""

from __future__ import annotations

import atexit
import hashlib
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from unittest.mock import patch

from tests.golden.masks import masked

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
SETTING = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "TERM": "dumb"}
UNSET = ("QUIDPRO_DEBUG", "FORCE_COLOR", "PY_COLORS", "TERMINAL_WIDTH")
LARGE_BYTES = 6_000
FIRST_LINES = 40
WARMING = (
    "check examples/channel/channel.lts --jobs 1 --certificate out/explicit.json",
    "certify out/explicit.json examples/channel/channel.lts",
    "check examples/channel/channel.lts --method lstar --format json",
    "check models/light.smv --method monolithic --certificate out/symbolic.json",
    "certify out/symbolic.json models/light.smv",
    "check models/reliable.prism --spec Order --jobs 1 --certificate out/probabilistic.json",
    "certify out/probabilistic.json models/reliable.prism --spec Order",
)
"""What these load is loaded once for all cases; but nothing that loads numba."""
PICTURES = {".svg"}
"""Graphviz draws them, and each version of it a little differently: only that they are there is written down."""
PAGES = {".html"}


@dataclass
class Seen:
    """All that can be seen of the commands of a case."""

    text: list[str] = field(default_factory=list)

    def add(self, head: str, body: str) -> None:
        """A part with its head; what is empty has none."""
        if body:
            end = "" if body.endswith("\n") else "\n‹no newline at the end›\n"
            self.text.append(f"--- {head}\n{body}{end}")

    def whole(self) -> str:
        """One text for all of it."""
        return "".join(self.text)


def outcome(commands: tuple[str, ...], *, in_full: bool = False) -> str:
    """Exit code, stdout and stderr of each command, and the files that they leave behind."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    print(json.dumps([commands, in_full]), file=server.stdin, flush=True)
    answer = server.stdout.readline()
    assert answer, f"{commands}: the process died"
    return json.loads(answer)


@cache
def _server() -> subprocess.Popen[str]:
    """A process that forks one for each case; it ends with its input."""
    command = [sys.executable, "-m", "tests.golden.running"]
    pipe = subprocess.PIPE
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **SETTING}, stdin=pipe, stdout=pipe, text=True)
    atexit.register(server.communicate)
    return server


def serve() -> None:
    """Answer each line of stdin with one on stdout."""
    for name in _loaded_by(WARMING):
        with suppress(ImportError):
            import_module(name)
    assert "numba" not in sys.modules
    for line in sys.stdin:
        child = os.fork()
        if not child:
            commands, in_full = json.loads(line)
            print(json.dumps(_outcome(tuple(commands), in_full)), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            print(flush=True)


def _loaded_by(commands: tuple[str, ...]) -> list[str]:
    """The modules that these commands load, in their order, found out in a process of its own."""
    told, tell = os.pipe()
    if not os.fork():
        _outcome(commands, False)
        with os.fdopen(tell, "w") as names:
            json.dump([name for name in sys.modules if name != "__main__"], names)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told) as names:
        found = json.load(names)
    os.wait()
    return found


def _outcome(commands: tuple[str, ...], in_full: bool) -> str:
    seen = Seen()
    keep = masked if in_full else lambda text: shortened(masked(text))
    with tempfile.TemporaryDirectory() as folder, _inside(Path(folder)):
        for command in commands:
            code, stdout, stderr = _run(shlex.split(command))
            seen.text.append(f"$ quidpro {command}\nexit {code}\n")
            seen.add("stdout", keep(stdout))
            seen.add("stderr", keep(stderr))
        for path in sorted(Path("out").rglob("*")):
            if path.is_file():
                seen.text.append(_file(path, keep))
    return seen.whole()


def shortened(text: str) -> str:
    """A large text as its first lines, and a digest of the whole."""
    if len(text.encode()) <= LARGE_BYTES:
        return text
    lines = text.splitlines()
    head = "\n".join(line[:200] for line in lines[:FIRST_LINES])
    return f"{head}\n‹{len(lines)} lines, SHA-256 {_digest(text)}›\n"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _file(path: Path, keep: Callable[[str], str]) -> str:
    if path.suffix in PICTURES:
        return f"--- {path}: a picture\n"
    text = path.read_text()
    if path.suffix in PAGES:
        rounds = text.count('<article class="round"')
        return f"--- {path}: a page with {rounds} rounds\n"
    seen = Seen()
    seen.add(str(path), keep(text) or "‹empty›\n")
    return seen.whole()


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """A folder with the examples, and an environment that is the same everywhere."""
    (folder / "examples").symlink_to(EXAMPLES)
    (folder / "models").symlink_to(HERE / "models")
    (folder / "out").mkdir()
    before = Path.cwd()
    with patch.dict(os.environ, SETTING):
        for name in UNSET:
            os.environ.pop(name, None)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _run(arguments: list[str]) -> tuple[int, str, str]:
    """The entry point of the command, with streams that are kept."""
    from quidpro.cli.main import main

    out, err = io.BytesIO(), io.BytesIO()
    with ExitStack() as stack:
        for name, value in {
            "argv": ["quidpro", *arguments],
            "stdout": io.TextIOWrapper(out, "utf-8"),
            "stderr": io.TextIOWrapper(err, "utf-8"),
        }.items():
            stack.enter_context(patch.object(sys, name, value))
        try:
            main()
        except SystemExit as end:
            code = end.code
        sys.stdout.flush()
        sys.stderr.flush()
        return int(code or 0), out.getvalue().decode(), err.getvalue().decode()


if __name__ == "__main__":
    serve()
