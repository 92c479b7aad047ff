"""Method ``induction``: what is bad cannot come after so many states that are not, for a growing number of them."""

from __future__ import annotations

from quidpro.engines.symbolic.sat.bounded import solved_by
from quidpro.solvers.bounded import induction

solve = solved_by("induction", "trying induction over more steps", induction)
