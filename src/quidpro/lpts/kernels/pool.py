"""Codes that are numbered as they are met: an array of codes and a hash table with a power of two slots.

What is called for every element is inlined: a call, as every look into a tuple of arrays, counts the references to
arrays, which takes longer than the rest. The kernels therefore also take their arrays out of the tuples once.
"""

from __future__ import annotations

from quidpro.core.compiling import inlined, kernel

_LOW_BITS = 40
_LOW = (1 << _LOW_BITS) - 1
_FACTOR = 0x9E375


@kernel
def enter(codes, count, table):
    """Enter the codes that there are into an empty table."""
    for number in range(count):
        table[slot(codes, table, codes[number])] = number


@inlined
def slot(codes, table, code):
    """The slot of a code in the table, or the one where it would go."""
    mask = len(table) - 1
    mixed = (code & _LOW) * _FACTOR + (code >> _LOW_BITS)
    found = (mixed ^ (mixed >> 23)) & mask
    while table[found] >= 0 and codes[table[found]] != code:
        found = (found + 1) & mask
    return found


@inlined
def numbered(codes, table, used, which, code):
    """The number of a code, which is the next one when it is new; ``used[which]`` counts them."""
    where = slot(codes, table, code)
    if table[where] < 0:
        table[where] = used[which]
        codes[used[which]] = code
        used[which] += 1
    return table[where]
