"""A loaded circuit, in whichever format it was."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Literal

from quidpro.core.displayed import Displayed
from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import counted, sized
from quidpro.flat.model import FlatModel
from quidpro.frontend.circuits.circuit import Circuit
from quidpro.frontend.files import what_is


class CircuitModel(Displayed, world="symbolic"):
    """A model of the symbolic world that was a circuit: AIGER or BTOR2."""

    world: Literal["symbolic"] = "symbolic"

    def __init__(self, circuit: Circuit) -> None:
        self.source: Source = circuit.source
        self._flat = circuit.flat()

    def flat(self) -> FlatModel:
        """The flat model."""
        return self._flat

    def asking(self, questions: Iterable[tuple[str, Source]]) -> FlatModel:
        """The flat model: formulas are about SMV models, so that none may be asked beside the file."""
        for _, formula in questions:
            message = (
                f"{self.source.name} is {what_is(self.source.name)}, and formulas are asked about SMV models alone"
            )
            hint = "ask about its bad states and justice properties, by --property or all of them"
            raise InputError([Diagnostic(message, formula, 0, len(formula.text), hint)])
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
