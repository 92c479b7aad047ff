"""``quidpro examples``: the models that come with quidpro, listed, and written to a folder to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import shorten

from quidpro.core.errors import UsageError
from quidpro.core.examples import example_folders
from quidpro.core.words import counted
from quidpro.core.writing import write_file
from quidpro.frontend.files import world_of_file

_MARKS = ("//", "--", "#", "*")
"""What a line of a comment, or a heading, begins with."""
_LEAST = 20
"""A shorter line says too little about an example."""


def home() -> Path:
    """Where the examples are."""
    for folder in example_folders():
        return folder
    raise UsageError("this installation has no examples")


@dataclass(frozen=True)
class Example:
    """A model file, or a folder of them."""

    path: Path

    @property
    def name(self) -> str:
        """The name of the file or folder, without a suffix."""
        return self.path.stem

    @cached_property
    def files(self) -> list[Path]:
        """All that belongs to it, but pictures; those of folders inside come last."""
        if self.path.is_file():
            return [self.path]
        found = (file for file in self.path.rglob("*") if file.is_file() and file.suffix not in (".svg", ".dot"))
        return sorted(found, key=lambda file: (len(file.parts), file))

    @property
    def models(self) -> list[Path]:
        """Those that can be checked."""
        return [file for file in self.files if world_of_file(file) is not None]

    @property
    def about(self) -> str:
        """The first words about it, of its page or of its first model."""
        pages = [file for file in self.files if file.name == "README.md" and file.parent == self.path]
        return next((line for file in (*pages, *self.models[:1]) for line in _sentences(file)), "")


def _sentences(file: Path) -> Iterator[str]:
    """The lines of a page that are text, or of a model that are comments."""
    is_page = file.suffix == ".md"
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if is_page == text.startswith(_MARKS) or text.startswith("!"):
            continue
        if len(words := text.lstrip("/-#* ")) >= _LEAST:
            yield words


def all_examples() -> list[Example]:
    """Every file and folder that has a model, by name."""
    found = (Example(path) for path in home().iterdir() if path.is_dir() or world_of_file(path) is not None)
    return sorted((example for example in found if example.models), key=lambda example: example.name)


def example_named(name: str) -> Example:
    """The one of that name; UsageError says which there are."""
    every = {example.name: example for example in all_examples()}
    if name not in every:
        raise UsageError(f"there is no example {name!r}; there are {', '.join(every)}")
    return every[name]


def listing(width: int) -> str:
    """A line for each example."""
    every = all_examples()
    column = max(len(example.name) for example in every)
    lines = [
        f"{example.name:{column}}  {shorten(example.about, max(width - column - 2, _LEAST), placeholder=' …')}"
        for example in every
    ]
    return "\n".join([*lines, "", "quidpro examples NAME -o . writes one into this folder."])


def contents(example: Example) -> str:
    """What there is to check in an example."""
    models = [str(model.relative_to(home())) for model in example.models]
    files = counted(len(example.files), "file")
    return "\n".join([*models, "", f"quidpro examples {example.name} -o . writes {files}."])


def write(example: Example, folder: Path) -> str:
    """Write an example into a folder, over nothing that is there; what was written, and what to do with it."""
    targets = {file: folder / file.relative_to(home()) for file in example.files}
    there = next((target for target in targets.values() if target.exists()), None)
    if there is not None:
        raise UsageError(f"{there} is there already; nothing was written")
    for file, target in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, file.read_text(encoding="utf-8"))
    written = "\n".join(map(str, targets.values()))
    return f"{written}\n\nTry: quidpro info {targets[example.models[0]]}"
