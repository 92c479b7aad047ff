"""Method ``monolithic``: the whole system, composed."""

from __future__ import annotations

from quidpro.engines.options import Simulation
from quidpro.engines.probabilistic.shared.answer import answering

solve = answering("monolithic", Simulation, "checking the whole system")
