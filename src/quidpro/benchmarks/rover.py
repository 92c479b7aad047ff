"""The rover executive of CGP03's Table 3 and of AGAR's Table 1, from the public model of the K9 rover.

The model is not ours to hand on; these rows are for whoever has the file. It does not say which processes the papers
composed. M1 ∥ P is its composite ``Check_Produce_Consume``: with 544 states it has the size that AGAR prints, and
CGP03's algorithm gives all of its Oracle 1 rows on it. M2, the executive, shares only a lock with that in the file,
since it reads and writes variables in two steps each; made atomic, by a few edits of the text, it has the 41 states
that AGAR prints. That is a reconstruction: CGP03's 3,630 states of the direct check were not found with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from quidpro.benchmarks.rows import Row
from quidpro.benchmarks.work import Question
from quidpro.core.errors import UsageError
from quidpro.frontend.files import read_source

EDITS = {
    "an access to status in two steps": (
        r"(\[Access\]\.status)\.begin_(read|assign)\s*->\s*\[Access\]\.status\.end_\2",
        r"\1.\2",
    ),
    "the assignment of RemoveAllConditionChecks in two steps": (
        r"(\[Access\]\.conditionSetChanged)\.begin_assign\s*->\s*\[Access\]\.conditionSetChanged\.end_assign",
        r"\1.assign",
    ),
    "the call of RemoveAllConditionChecks": (
        r"(ExecConditionChecker_RemoveAllConditionChecks)(?=\s*;)",
        r"\1('execCondChecker)",
    ),
    "the executive's reading of savedWakeupStruct in two steps": (
        r"(execCondChecker\.savedWakeupStruct)\.begin_read\s*->\s*execCondChecker\.savedWakeupStruct\.end_read",
        r"\1.read",
    ),
    "the executive's assignment to savedWakeupStruct in two steps": (
        r"(?<![.\w])(savedWakeupStruct)\.begin_assign\s*->\s*savedWakeupStruct\.end_assign",
        r"execCondChecker.\1.assign",
    ),
}
"""What makes the executive's accesses atomic, by what is replaced."""

_WIRING = """
||M1 = (ExecConditionChecker_Internal_Thread || ExecMutex_Abstraction || CondListMutex_Abstraction
        || External_VarUse_Assumption) / {forall [cv:CVs] {[cv].broadcast.unheard/[cv].broadcast}}.
minimal ||M2 = (Executive_Thread) / {external.exec/executive.exec,
        external.savedWakeupStruct/executive.execCondChecker.savedWakeupStruct}.
||ROVER = (M1 || M2 || Produce_Consume).
"""
"""What the rest of the rover would hear of M1 is named apart: M2 and M1 share the lock and the variable alone."""

_NOTES = {
    "agar-1": "M2 is a reconstruction; of the sizes that are printed, only the 4 of learning with refinement was found",
    "cgp03": "M2 is a reconstruction; the 3,630 states and 34,653 transitions of the direct check were not found",
}
"""By table."""


def real_rover(path: Path, ours: Sequence[Row]) -> list[Row]:
    """The rows of the papers on this file; what is printed stands in those of our own rover.

    UsageError where the file is another model.
    """
    _reject_another_model(path)
    asked = {"system": "ROVER", "property": ("Produce_Consume",), "deadlock": False}
    question = Question(str(path), asked, "M1 | M2", _WIRING, tuple(EDITS.values()))
    return [
        replace(
            row,
            case="k9-rover",
            title="K9 rover, the public model",
            question=question,
            expected="violated",
            notes=(_NOTES[row.table],),
        )
        for row in ours
        if row.case == "rover" and row.table in _NOTES
    ]


def _reject_another_model(path: Path) -> None:
    """Complain about a file in which what is to be replaced, or composed, is not there."""
    text = read_source(path).text
    composed = {f"the process {name}": rf"\b{name}\b" for name in re.findall(r"[A-Z]\w+_\w+", _WIRING)}
    for what, pattern in ({what: pattern for what, (pattern, _) in EDITS.items()} | composed).items():
        if not re.search(pattern, text):
            raise UsageError(
                f"{path} is not the public model of the K9 rover, which --rover is for: {what} is not there"
            )
