"""One door for machines over variables: the suffix chooses the language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Protocol

from quidpro.core.source import Diagnostic, Source
from quidpro.flat.model import FlatModel
from quidpro.frontend.files import AIGER, BTOR2, read_source


class MachineModel(Protocol):
    """A loaded model of the symbolic world. What cannot be read is an InputError, here or when it is flattened."""

    source: Source
    world: Literal["symbolic"]

    def flat(self) -> FlatModel:
        """The flat model."""

    def asking(self, questions: Iterable[tuple[str, Source]]) -> FlatModel:
        """The flat model with more specifications behind its own: sections, such as LTLSPEC, with formulas."""

    @property
    def name(self) -> str:
        """What the model is called."""

    @property
    def components(self) -> tuple[str, ...]:
        """The instances that a split can name."""

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of the specifications."""

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was odd but accepted."""


def load_machine(path: Path) -> MachineModel:
    """The model of an SMV, AIGER or BTOR2 file."""
    source = read_source(path)
    suffix = path.suffix.lower()
    if suffix in AIGER:
        from quidpro.frontend.aiger.model import load_aiger

        return load_aiger(source)
    if suffix in BTOR2:
        from quidpro.frontend.btor2.model import load_btor2

        return load_btor2(source)
    from quidpro.frontend.smv.model import load_smv

    return load_smv(source)
