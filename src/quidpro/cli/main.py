"""The entry point: first of all it makes sure that Ctrl-C, even during the imports, ends with a message.

So nothing is imported here that Python has not loaded by itself.
"""

from __future__ import annotations

import signal


def main() -> None:
    """Entry point of the ``quidpro`` command."""
    come: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: come.append(number))
    from quidpro.cli.start import start

    start(come)
