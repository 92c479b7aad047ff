"""Every snippet of the documents is run. ``QUIDPRO_UPDATE=1 pytest tests/docs`` writes the outputs anew."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from pathlib import Path

import pytest

from quidpro.run.registry import AUTO, world_named
from tests.cli.driver import quidpro
from tests.docs.snippets import agrees, blocks, commands, masked, printed

ROOT = Path.cwd()
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EACH = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Where the reader works: an empty folder with the examples in it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


class Shell:
    """Just enough of a shell: ``quidpro``, ``cat``, and ``echo $?``."""

    def __init__(self) -> None:
        self.code = 0

    def run(self, words: str) -> str:
        if words == "echo $?":
            return f"{self.code}\n"
        command, *arguments = shlex.split(words)
        if command == "cat":
            return "".join(Path(name).read_text(encoding="utf-8") for name in arguments)
        assert command == "quidpro", f"cannot run {words!r}"
        target = arguments.pop() if len(arguments) > 1 and arguments[-2] == ">" else None
        done = quidpro(*(arguments[:-1] if target else arguments))
        self.code = int(done.code)
        if target:
            Path(target).write_text(done.stdout, encoding="utf-8")
        return done.stderr if target else done.stdout + done.stderr


@EACH
def test_snippets(path, desk):
    document = path.read_text(encoding="utf-8")
    shell, namespace, wrong = Shell(), {"__name__": "snippet"}, []
    for block in blocks(document):
        if block.saved_as:
            (desk / block.saved_as).write_text(block.text, encoding="utf-8")
        elif block.kind == "console":
            said = [(command, shell.run(command.words)) for command in commands(block.text)]
            if not all(agrees(command.output, output) for command, output in said):
                wrong.append((block.text, _typed(said)))
        elif block.kind == "python":
            _run_python(block.text, namespace)
    if wrong and os.environ.get("QUIDPRO_UPDATE"):
        for old, new in wrong:
            document = document.replace(f"```console\n{old}```", f"```console\n{new}```")
        path.write_text(document, encoding="utf-8")
    else:
        assert [masked(new) for _, new in wrong] == [masked(old) for old, _ in wrong]


def _typed(said):
    """A dialogue as it stands in a document: an empty line goes before a command that follows an output."""
    parts = [
        f"$ {command.words}\n{output.rstrip()}\n" if output else f"$ {command.words}\n" for command, output in said
    ]
    return "".join(f"\n{part}" if i and said[i - 1][1] else part for i, part in enumerate(parts))


def _run_python(text, namespace):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "snippet", "exec", dont_inherit=True), namespace)
    expected = printed(text)
    if expected:
        assert out.getvalue().splitlines() == expected


@EACH
def test_links_lead_somewhere(path):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (path.parent / link).exists(), link


def test_every_document_is_linked():
    linked = set()
    for path in DOCUMENTS:
        for link in re.findall(r"\]\(([^)#]+\.md)", path.read_text(encoding="utf-8")):
            linked.add((path.parent / link).resolve())
    assert set(DOCUMENTS[1:]) <= linked


def test_the_readme_lists_the_methods():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.split("## Methods")[1].split("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|.*\|$", table, re.MULTILINE) == [
        AUTO,
        *world_named("explicit").engines,
        *(name for name in world_named("symbolic").engines if name not in world_named("explicit").engines),
    ]


@pytest.mark.parametrize(
    ("expected", "output", "same"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("a\n...", "a\nb\nc", True),
        ("a\n...", "b\nc", False),
        ("took 0.10 s", "took 0.25 s", True),
        ("took 0.10 s", "took 0.25 m", False),
    ],
)
def test_comparison(expected, output, same):
    assert agrees(expected, output) is same
