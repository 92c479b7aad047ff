"""The real model of the K9 rover, which is not ours to hand on: rows for whoever has the file.

AGAR's 544 states of M1 ∥ P_err are those of this whole composition, and its M2 of 41 states is another component; CGP03
checked another property. Here the composition itself is taken apart, into the condition checker and all that is around
it: the published figures stand beside ours for orientation, they are not of the same decomposition.
"""

from __future__ import annotations

from pathlib import Path

from quidpro.bench.rows import Row
from quidpro.bench.work import Question

_SYSTEM = "Check_Produce_Consume"
_SPLIT = "ExecConditionChecker_Internal_Thread | rest"
_AGAR = {
    "agar": {"A": "10", "mem": "4.07", "time": "1.80"},
    "lstar": {"A": "11", "mem": "2.70", "time": "2.35"},
    "agar-refine": {"A": "3", "mem": "2.62", "time": "2.07"},
    "lstar-refine": {"A": "4", "mem": "2.46", "time": "3.30"},
}
_CGP03 = {
    "lstar": {"A": "5", "states": "464", "time": "8.639"},
    "monolithic": {"states": "3,630", "time": "0.535"},
}


def real_rover(path: Path) -> list[Row]:
    """The same question as a row of two tables."""
    question = Question(str(path), {}, _SYSTEM, None, _SPLIT)
    title = "K9 rover, the real model taken apart otherwise"
    return [
        Row("agar-1", "k9-rover", title, 2, question, "violated", _AGAR, {"m1_perr": 544, "m2": 41}),
        Row("cgp03", "k9-rover", title, 2, question, "violated", _CGP03),
    ]
