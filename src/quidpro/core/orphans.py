"""No worker outlives the process that started it, not even when that one is killed with SIGKILL.

Linux ends a process with its parent when it is asked to (``prctl``); elsewhere a thread looks whether the parent is
still there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

_PR_SET_PDEATHSIG = 1
_LOOK_SECONDS = 1.0


def die_with(parent: int) -> None:
    """From now on this process ends when its parent does; at once, if that has happened already.

    ``parent`` is the process id that the parent had when this process was started.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_SECONDS)
    os._exit(1)
