"""Recursion without Python's stack: a step that needs another yields it and is resumed with its result.

Composites may instantiate each other hundreds deep; a chain of Python calls would not hold them.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

Steps = Generator[Any, Any, Any]

MAX_DEPTH = 10_000


class TooDeepError(Exception):
    """More nested steps than any sensible model has."""


def run(first: Steps) -> Any:
    """Run a step and all that it yields; an exception passes through the steps that wait for it."""
    stack: list[Steps] = [first]
    result: Any = None
    problem: BaseException | None = None
    while stack:
        try:
            waiting, pending = stack[-1], problem
            problem = None
            stack.append(waiting.send(result) if pending is None else waiting.throw(pending))
            result = None
            if len(stack) > MAX_DEPTH:
                problem = TooDeepError()
        except StopIteration as done:
            stack.pop()
            result = done.value
        except BaseException as raised:
            stack.pop()
            problem = raised
    if problem is not None:
        raise problem
    return result
