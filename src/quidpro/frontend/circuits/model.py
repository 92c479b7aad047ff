"""A loaded circuit, in whichever format it was."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal

from quidpro.core.displayed import Displayed
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.flat.model import FlatModel
from quidpro.frontend.circuits.circuit import Circuit


class CircuitModel(Displayed, world="symbolic"):
    """A model of the symbolic world that was a circuit: AIGER or BTOR2."""

    world: Literal["symbolic"] = "symbolic"

    def __init__(self, circuit: Circuit) -> None:
        self.source: Source = circuit.source
        self._flat = circuit.flat()

    def flat(self) -> FlatModel:
        """The flat model."""
        return self._flat

    @property
    def name(self) -> str:
        """What the model is called: its file's name without the suffix."""
        return PurePath(self.source.name).stem

    @property
    def components(self) -> tuple[str, ...]:
        """A circuit is flat."""
        return ()

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the bad states and justice properties."""
        return tuple(spec.name for spec in self._flat.specs)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted."""
        return tuple(self._flat.warnings)

    def __repr__(self) -> str:
        variables = counted(len(self._flat.variables), "variable")
        return sized("CircuitModel", self.name, variables, counted(len(self.properties), "property", "properties"))
