"""The arrays of immutable objects, which can be read but not written to.

A kernel is given the same memory as an ordinary array: numba takes what cannot be written for another type, and would
compile the kernel a second time for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np

Array = TypeVar("Array", bound=np.ndarray[Any, Any])


def read_only(array: Array) -> Array:
    """The same numbers for reading only, in memory that a kernel can be given."""
    return _view(for_kernel(array), writeable=False)


def for_kernel(array: Array) -> Array:
    """The same numbers for a kernel that does not write to them; copied where the memory is read-only, as Ray's is."""
    if array.flags.writeable:
        return array
    try:
        return _view(array, writeable=True)
    except ValueError:
        return array.copy()


def _view(array: Array, *, writeable: bool) -> Array:
    view = array.view()
    view.flags.writeable = writeable
    return view


class ReadOnly:
    """A frozen dataclass whose arrays are for reading only, whether it was made, copied or unpickled."""

    def __post_init__(self) -> None:
        self.__setstate__(vars(self))

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: what was computed from them is computed again."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        arrays = {name: read_only(value) for name, value in state.items() if isinstance(value, np.ndarray)}
        vars(self).update({**state, **arrays})
