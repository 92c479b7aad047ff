"""Whether ABC is there to be asked."""

from __future__ import annotations

import pytest

from quidpro.core.parts import MissingPart
from quidpro.solvers.abc import program


def is_installed() -> bool:
    try:
        program()
    except MissingPart:
        return False
    return True


needs_abc = pytest.mark.skipif(not is_installed(), reason="ABC is not installed (pip install 'quidpro[sat]')")
