"""Parts that may be missing: libraries of extras, and the shared libraries of the system that some of them load.

The message names what is missing and what to install; neither the model nor quidpro is at fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from quidpro.core.errors import UsageError


@dataclass(frozen=True)
class Part:
    """What a module is for, and how to get it."""

    use: str
    install: str


PARTS = {
    "anywidget": Part("the stepping widget needs anywidget", "pip install 'quidpro[notebook]'"),
    "traitlets": Part("the stepping widget needs traitlets", "pip install 'quidpro[notebook]'"),
    "stormpy": Part("PRISM and JANI files are read by Storm", "pip install 'quidpro[prob]'"),
    "z3": Part("--smt needs z3", "pip install 'quidpro[prob]'"),
    "ray": Part("--cluster needs Ray", "pip install 'quidpro[cluster]'"),
    "aalpy.automata": Part("automata are those of AALpy", "pip install aalpy"),
    "networkx": Part("a graph needs networkx", "pip install networkx"),
    "pandas": Part("a frame needs pandas", "pip install pandas"),
    "matplotlib": Part("a plot needs matplotlib", "pip install 'quidpro[bench]'"),
    "textual": Part("animate draws its screen with textual", "pip install 'quidpro[studio]', or add --plain"),
    "pygraphviz": Part("pictures are drawn by pygraphviz", "pip install 'quidpro[pictures]', or write the format dot"),
    "starlette": Part("the studio needs Starlette", "pip install 'quidpro[studio]'"),
    "uvicorn": Part("the studio needs uvicorn", "pip install 'quidpro[studio]'"),
    "pyosys": Part("method abc asks ABC", "pip install 'quidpro[sat]'"),
    "pygls": Part("the language server needs pygls", "pip install 'quidpro[lsp]'"),
    "dd.cudd": Part("it takes CUDD, a part of dd", "pip install dd has it for Linux on x86-64 and Python 3.11 to 3.13"),
}
_PACKAGES = {
    "libatomic.so.1": "libatomic1",
    "libcairo.so.2": "libcairo2",
    "libexpat.so.1": "libexpat1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgmp.so.10": "libgmp10",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgomp.so.1": "libgomp1",
    "libltdl.so.7": "libltdl7",
    "libpango-1.0.so.0": "libpango-1.0-0",
    "libpangocairo-1.0.so.0": "libpangocairo-1.0-0",
    "libstdc++.so.6": "libstdc++6",
}
"""Shared libraries that these parts load, and the packages of Debian and Ubuntu that have them."""
_SHARED = re.compile(r"(lib[\w.+-]+\.so[.\d]*): cannot open shared object file")


class MissingPart(UsageError):
    """Something that was asked for needs a part that cannot be loaded."""


def require(module: str) -> ModuleType:
    """The module of a part; :class:`MissingPart` says what to install where it cannot be loaded."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingPart(_in_words(module, error)) from error


def not_installed(module: str) -> MissingPart:
    """What to say of a part that is not imported, and not there."""
    return MissingPart(f"{PARTS[module].use}, which is not installed; {PARTS[module].install}")


def _in_words(module: str, error: ImportError) -> str:
    wanted = PARTS[module]
    library = _SHARED.search(str(error))
    if library is not None:
        package = _PACKAGES.get(library[1])
        how = f"apt install {package}" if package else "install the package of your system that has it"
        return f"{wanted.use}, which needs the shared library {library[1]}, and that is missing; {how}"
    if isinstance(error, ModuleNotFoundError):
        return str(not_installed(module))
    return f"{wanted.use}, which cannot be loaded ({error}); {wanted.install}"


def installed(packages: Iterable[str]) -> Iterator[str]:
    """Each package with its version; those that are not installed are left out, and none is imported."""
    from importlib.metadata import PackageNotFoundError, version

    for name in packages:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"
