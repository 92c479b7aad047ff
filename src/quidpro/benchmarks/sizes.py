"""How large the models of a row are, beside what was published, and on which sides they are as published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quidpro.benchmarks.rows import TABLES
from quidpro.benchmarks.tables import Block


@dataclass(frozen=True)
class Size:
    """A size that is compared: what it is called in a table, ours, the published one, and which side it is of."""

    heading: str
    ours: int | None
    published: int | None
    of: str
    """``M1``, ``M2`` (in pAGAR ``L1``, ``L2``) or what else."""

    @property
    def words(self) -> str:
        """Ours, with the published one where it differs."""
        mine = "not counted" if self.ours is None else f"{self.ours:,}"
        if self.published is None:
            return mine
        return f"{mine}, as published" if self.ours == self.published else f"{mine} (published {self.published:,})"


def _sizes(block: Block) -> list[Size]:
    """All that may be compared, in the order in which it is shown."""
    made = {"explicit": _of_ltss, "symbolic": _of_smv, "probabilistic": _of_lptss}
    return made[TABLES[block.row.table].world](block)


def _of_ltss(block: Block) -> list[Size]:
    ours, printed = block.sizes, block.row.sizes
    return [
        Size("|M1|", ours.first, printed.get("m1"), "M1"),
        Size("|M1 || P_err|", ours.first_with_property, printed.get("m1_perr"), "M1"),
        Size("|M2|", ours.rest, printed.get("m2"), "M2"),
    ]


def _of_smv(block: Block) -> list[Size]:
    """Of an SMV model, where variables are counted in bits."""
    named = {"bits": ("bits", "the whole"), "m1_bits": ("M1", "M1"), "m2_bits": ("M2", "M2")}
    named["io_bits"] = ("shared", "shared")
    bits, printed = block.sizes.bits or (None,) * len(named), block.row.sizes
    return [
        Size(heading, ours, printed.get(name), of)
        for (name, (heading, of)), ours in zip(named.items(), bits, strict=False)
    ]


def _of_lptss(block: Block) -> list[Size]:
    """Of a probabilistic model, by the letters of the paper."""
    ours, printed = block.sizes, block.row.sizes
    return [
        Size("|P|", ours.specification, printed.get("spec"), "P"),
        Size("|L1|", ours.first, printed.get("first"), "L1"),
        Size("|L2|", ours.rest, printed.get("rest"), "L2"),
        Size("|Lc|", max(ours.components, default=None), printed.get("largest"), "the components"),
    ]


def sizes_in_words(block: Block) -> Mapping[str, str]:
    """Our sizes by heading, each with the published one where it differs or there is none of ours."""
    return {size.heading: size.words for size in _sizes(block) if _is_shown(size, block)}


def _is_shown(size: Size, block: Block) -> bool:
    """|M1| is shown where it was published; what was neither published nor counted is not, in the explicit world."""
    if TABLES[block.row.table].world != "explicit":
        return True
    return size.published is not None or (size.ours is not None and size.heading != "|M1|")


def model_in_words(block: Block) -> str:
    """Which sides of the model have the published sizes: ``both sides``, ``M1 only``, ``only the name``.

    What is not of one side is told where it says something else. Empty where no size of a side was published.
    """
    sizes = [size for size in (*_sizes(block), _whole(block)) if size.published is not None]
    sides = [size for size in sizes if _is_side(size.of)]
    if not sides:
        return ""
    if any(size.ours is None for size in sides):
        return "not counted"
    other = {size.of for size in sizes if size.ours not in (None, size.published)}
    same = [of for of in dict.fromkeys(size.of for size in sizes) if of not in other]
    same_sides = [of for of in same if _is_side(of)]
    if len(same_sides) == 2:
        rest = [of for of in dict.fromkeys(size.of for size in sizes) if of in other]
        return f"both sides, not {' and '.join(rest)}" if rest else "both sides"
    if same_sides:
        return f"{same_sides[0]} only"
    return f"{' and '.join(same)}, neither side" if same else "only the name"


def _whole(block: Block) -> Size:
    return Size("whole system", block.whole, block.row.sizes.get("whole"), "the whole")


def _is_side(of: str) -> bool:
    return of in ("M1", "M2", "L1", "L2")


def whole_in_words(block: Block) -> str:
    """How large the whole system is, or may be at most."""
    whole = _whole(block)
    if whole.published is not None:
        return whole.words
    if block.whole is not None:
        return rounded(block.whole)
    if block.row.whole is not None:
        return f"{rounded(block.row.whole)} by formula"
    if not block.sizes.components:
        return ""
    return f"at most {rounded(block.sizes.bound)}"


def rounded(number: int) -> str:
    """All digits of a number that can be read, two of one that cannot, however large."""
    digits = str(number)
    return f"{number:,}" if len(digits) <= 9 else f"{digits[0]}.{digits[1]}e{len(digits) - 1}"
