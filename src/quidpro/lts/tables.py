"""From a product to the integer tables that the exploration kernel reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from quidpro.lts.kernels import product as kernel
from quidpro.lts.lts import ERROR, LTS, TAU, TAU_NAME, Ints, Longs
from quidpro.lts.product import Product

_DENSE_LIMIT = 1 << 26
"""Entries of the dense (state, label) index that one component may have; beyond that its rows are searched."""


def build_tables(product: Product) -> Any:
    """The kernel's view of a product; action 0 is tau, action ``i`` is ``product.alphabet[i - 1]``."""
    numbers = {action: i + 1 for i, action in enumerate(product.alphabet)}
    deltas = [_deltas(lts, int(shift)) for lts, shift in zip(product.components, product.packing.shift, strict=True)]
    return kernel.Tables(
        word=product.packing.word,
        shift=product.packing.shift.astype(np.int64),
        mask=(np.int64(1) << product.packing.bits.astype(np.int64)) - 1,
        end=np.array([lts.end for lts in product.components], dtype=np.int64),
        **_led(product, numbers, deltas),
        **_followed(product),
        **_indexed(product),
        delta=_concat(deltas, np.int64),
        rank=np.array([product.rank(a) for a in (TAU_NAME, *product.alphabet)], dtype=np.uint8),
    )


def _deltas(lts: LTS, shift: int) -> Longs:
    """What each transition adds to the component's word."""
    change = (lts.target.astype(np.int64) - lts.source) << np.int64(shift)
    change[lts.target == ERROR] = kernel.FAULT
    return change


def _led(product: Product, numbers: dict[str, int], deltas: list[Longs]) -> dict[str, Ints | Longs]:
    """The transitions that each component leads: its silent ones and those of the actions given to it."""
    rows, actions, changes, bases = [np.zeros(1, dtype=np.int64)], [], [], []
    base, total = 0, 0
    for c, lts in enumerate(product.components):
        number = np.array([TAU, *(numbers[a] if product.leaders[a] == c else -1 for a in lts.alphabet)], dtype=np.int32)
        action = number[lts.label]
        mine = action >= 0
        counts = np.bincount(lts.source[mine], minlength=lts.states)
        rows.append(total + np.cumsum(counts))
        actions.append(action[mine])
        changes.append(deltas[c][mine])
        bases.append(base)
        base, total = base + lts.states, total + int(counts.sum())
    return {
        "lead_base": np.array(bases, dtype=np.int64),
        "lead_row": _concat(rows, np.int64),
        "lead_action": _concat(actions, np.int32),
        "lead_delta": _concat(changes, np.int64),
    }


def _followed(product: Product) -> dict[str, Ints | Longs]:
    """For each action its partners other than the leader, and where their transitions are found."""
    dense_bases, sparse_bases = _bases(product)
    rows, component, base, stride, label = [0, 0], [], [], [], []
    for action in product.alphabet:
        for c in product.partners[action]:
            if c == product.leaders[action]:
                continue
            lts = product.components[c]
            dense = dense_bases[c] >= 0
            component.append(c)
            base.append(dense_bases[c] if dense else sparse_bases[c])
            stride.append(len(lts.alphabet) + 1 if dense else 0)
            label.append(lts.labels[action])
        rows.append(len(component))
    return {
        "follow_row": np.array(rows, dtype=np.int64),
        "follow_component": np.array(component, dtype=np.int32),
        "follow_base": np.array(base, dtype=np.int64),
        "follow_stride": np.array(stride, dtype=np.int64),
        "follow_label": np.array(label, dtype=np.int32),
    }


def _is_dense(lts: LTS) -> bool:
    return lts.states * (len(lts.alphabet) + 1) <= _DENSE_LIMIT


def _bases(product: Product) -> tuple[list[int], list[int]]:
    """Where each component's part of ``index`` (dense) or ``row`` (searched) begins; -1 where it has none."""
    dense, sparse = [], []
    dense_total = sparse_total = 0
    for lts in product.components:
        if _is_dense(lts):
            dense.append(dense_total)
            sparse.append(-1)
            dense_total += lts.states * (len(lts.alphabet) + 1) + 1
        else:
            dense.append(-1)
            sparse.append(sparse_total)
            sparse_total += lts.states + 1
    return dense, sparse


def _indexed(product: Product) -> dict[str, Ints | Longs]:
    """The (state, label) index of the dense components, the rows of the others; both point into all transitions."""
    index, rows = [], []
    offset = 0
    for lts in product.components:
        if _is_dense(lts):
            width = len(lts.alphabet) + 1
            keys = lts.source.astype(np.int64) * width + lts.label
            starts = np.searchsorted(keys, np.arange(lts.states * width + 1, dtype=np.int64))
            index.append(offset + starts)
        else:
            rows.append(offset + lts.row)
        offset += lts.transitions
    return {
        "index": _concat(index, np.int64),
        "row": _concat(rows, np.int64),
        "label": _concat([lts.label for lts in product.components], np.int32),
    }


def _concat(parts: list[Any], dtype: Any) -> Any:
    return np.concatenate([np.zeros(0, dtype=dtype), *parts]).astype(dtype)
