"""The public surface of the library, line by line: names, signatures, members.

``python -m tests.public_api`` writes it to ``tests/golden/public_api.txt``, after the CHANGELOG has told users.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quidpro
import quidpro.exchange

GOLDEN = Path(__file__).parent / "golden" / "public_api.txt"


def surface() -> str:
    """All of it, sorted by name."""
    exchanged = (name for name, value in vars(quidpro.exchange).items() if _is_own(name, value))
    lines = [line for name in sorted(quidpro.__all__) for line in _lines(name, getattr(quidpro, name))]
    lines += [
        line for name in sorted(exchanged) for line in _lines(f"exchange.{name}", getattr(quidpro.exchange, name))
    ]
    return "\n".join(lines) + "\n"


def _is_own(name: str, value: object) -> bool:
    return inspect.isfunction(value) and value.__module__ == quidpro.exchange.__name__ and not name.startswith("_")


def _lines(name: str, value: Any) -> Iterator[str]:
    if inspect.isfunction(value):
        yield f"{name}{_signature(value)}"
    elif inspect.isclass(value):
        yield name
        yield from sorted(f"  {member}" for member in _members(value))
    else:
        yield name


def _members(kind: type) -> Iterator[str]:
    """What quidpro itself has put there without an underscore: methods with their parameters, and attributes."""
    own = [base for base in (kind, *kind.__mro__) if base.__module__.startswith("quidpro")]
    for name in {name for base in own for name in (*vars(base), *vars(base).get("__annotations__", {}))}:
        if not name.startswith("_"):
            value = inspect.getattr_static(kind, name, None)
            function = getattr(value, "__func__", value)
            yield f"{name}{_signature(function)}" if inspect.isfunction(function) else name


def _signature(function: Any) -> str:
    """The names of the parameters, and which have defaults: their types are mypy's business."""
    shown = inspect.signature(function)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in shown.parameters.values()]
    text = str(shown.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)


if __name__ == "__main__":
    GOLDEN.write_text(surface())
