"""``quidpro --version``: its own, and with ``-v`` those of Python and of the libraries that do the work."""

from __future__ import annotations

import platform
from collections.abc import Iterator

from quidpro.core import __version__

_LIBRARIES = (
    "numba", "numpy", "oxidd", "dd", "python-sat", "pygraphviz", "stormpy", "z3-solver", "ray",
)  # fmt: skip


def version_lines(verbose: bool) -> Iterator[str]:
    """Each name with its version; libraries that are not installed are left out, and none is imported."""
    yield f"quidpro {__version__}"
    if verbose:
        yield f"Python {platform.python_version()} on {platform.platform()}"
        yield from _installed()


def _installed() -> Iterator[str]:
    from importlib.metadata import PackageNotFoundError, version

    for library in _LIBRARIES:
        try:
            yield f"{library} {version(library)}"
        except PackageNotFoundError:
            continue
