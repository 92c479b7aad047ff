"""The files of expected outputs: one for each group of cases, a part with a head for each case."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "expected"
_HEAD = "=== "


def read(group: str) -> dict[str, str]:
    """What is expected of the cases of a group, by their names."""
    found: dict[str, str] = {}
    for part in ("\n" + _path(group).read_text()).split("\n" + _HEAD)[1:]:
        name, _, text = part.partition("\n")
        found[name] = text.removesuffix("\n") + "\n"
    return found


def write(group: str, outcomes: dict[str, str]) -> None:
    """Make the file of a group anew."""
    assert not any(line.startswith(_HEAD) for text in outcomes.values() for line in text.splitlines())
    FOLDER.mkdir(exist_ok=True)
    _path(group).write_text("\n".join(f"{_HEAD}{name}\n{text}" for name, text in outcomes.items()))


def _path(group: str) -> Path:
    return FOLDER / f"{group}.txt"
