"""What users build on does not change unseen."""

import re
from pathlib import Path

import pytest

import quidpro
from tests.public_api import GOLDEN, surface

ROOT = Path(__file__).parents[2]


def test_the_public_surface_is_on_record() -> None:
    assert surface() == GOLDEN.read_text(), "tell users in CHANGELOG.md, then run: python -m tests.public_api"


@pytest.mark.parametrize("page", ["CHANGELOG.md", "docs/reference/python.md"])
def test_every_public_name_is_told(page: str) -> None:
    words = set(re.findall(r"[A-Za-z_]+", (ROOT / page).read_text()))
    assert [name for name in quidpro.__all__ if name not in words and not name.startswith("_")] == []
