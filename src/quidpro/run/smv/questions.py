"""Which specifications of a model are asked for: all, or some by name, by number or by their text."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from quidpro.core.errors import UsageError
from quidpro.flat.model import FlatModel, Spec

_OF_FORMULAS = " ()=<>!&|"
"""What stands in formulas and hardly in names."""


def chosen(model: FlatModel, wanted: Sequence[str]) -> list[Spec]:
    """The specifications asked for; numbers count from 1 in the order of the text."""
    if not model.specs:
        raise UsageError(f"{model.source.name} has no specification; write INVARSPEC, SPEC or LTLSPEC")
    return [_named(name, model) for name in dict.fromkeys(wanted)] if wanted else list(model.specs)


def _named(name: str, model: FlatModel) -> Spec:
    specs = model.specs
    found = [spec for spec in specs if name == spec.name] or [spec for spec in specs if name == spec.text]
    if found:
        return found[0]
    if name.isdecimal() and 1 <= int(name) <= len(specs):
        return specs[int(name) - 1]
    close = get_close_matches(name, [spec.name for spec in specs], 1)
    listed = ", ".join(spec.name for spec in specs[:10]) + (", …" if len(specs) > 10 else "")
    hint = f"; did you mean {close[0]}?" if close else f" (it has {len(specs)}: {listed})"
    if any(sign in name for sign in _OF_FORMULAS):
        hint = ": a formula is asked for by its text only when it stands in the file, as SPEC, LTLSPEC or INVARSPEC"
    raise UsageError(f"there is no specification {name!r} in {model.source.name}{hint}")
