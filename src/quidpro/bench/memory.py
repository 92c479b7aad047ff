"""The most memory a process had in RAM since it was last asked to forget.

Linux keeps that figure for each address space and lets it be reset; what ``getrusage`` says elsewhere includes whatever
the process was before it became a worker.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

from quidpro.core.budget import peak_megabytes

_STATUS = Path("/proc/self/status")
_FORGET = Path("/proc/self/clear_refs")


def forget_peak() -> None:
    """From now on the peak is counted anew, where the system can do that."""
    with contextlib.suppress(OSError):
        _FORGET.write_text("5", encoding="ascii")


def peak() -> float:
    """Megabytes."""
    with contextlib.suppress(OSError):
        found = re.search(r"VmHWM:\s*(\d+) kB", _STATUS.read_text(encoding="ascii"))
        if found:
            return int(found[1]) / 1024
    return peak_megabytes()
