"""Method ``bmc``: a shortest violation, or none of so many steps; of a formula about paths a shortest lasso."""

from __future__ import annotations

from quidpro.engines.symbolic.sat.bounded import solved_by
from quidpro.solvers.bounded import search
from quidpro.solvers.lassos import search as search_lassos

MAX_BOUND = 100
"""Steps, where no bound is given: without a violation the search has no end of its own."""

solve = solved_by("bmc", "looking for a shortest violation", search, MAX_BOUND, search_lassos)
