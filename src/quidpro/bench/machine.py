"""On what machine, and with what, the figures were measured."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from quidpro.core import __version__

_PACKAGES = ("numba", "numpy", "python-sat")


def machine() -> str:
    """One line: processor, cores, memory, system, versions."""
    import psutil

    memory = psutil.virtual_memory().total / (1 << 30)
    cores = os.cpu_count() or 1
    hardware = f"{_processor()}, {cores} core{'' if cores == 1 else 's'}, {memory:.0f} GB"
    software = [f"Python {platform.python_version()}", f"quidpro {__version__}", *installed(_PACKAGES)]
    return f"{hardware}; {platform.system()}, {', '.join(software)}"


def hardware(machine: str) -> str:
    """Of such a line what was measured on; what software it was tells the rest."""
    return machine.partition(";")[0]


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def installed(packages: Iterable[str]) -> Iterator[str]:
    """Each package with its version; those that are not installed are left out, and none is imported."""
    for name in packages:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"
