"""Where the models are that come with quidpro."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def example_folders() -> list[Path]:
    """The folders that there are: inside of an installed package, or beside the sources in a checkout."""
    return [one for one in (_PACKAGE / "examples", _PACKAGE.parents[1] / "examples") if one.is_dir()]
