from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lsp.client import Client


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A session that all tests of a module share."""
    session = Client("--timeout", "20")
    session.initialize(window={"workDoneProgress": True})
    yield session
    session.end_now()
