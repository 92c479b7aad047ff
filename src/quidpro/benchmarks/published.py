"""The rows of SCV's and of pAGAR's Table 1, from the TOML files beside their models.

There are rows for NuSMV's own models too, for whoever has them, and for models larger than those of the papers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from quidpro.benchmarks.rows import Cells, Row
from quidpro.benchmarks.work import Question
from quidpro.core.errors import UsageError
from quidpro.verdict.verdict import Outcome

SCV = Path("smv") / "scv.toml"
PAGAR = Path("prism") / "pagar.toml"
_BITS = ("bits", "m1_bits", "m2_bits", "io_bits")


AnyModel = TypeVar("AnyModel", bound=BaseModel)


def read_toml(path: Path, model: type[AnyModel]) -> AnyModel:
    """The content of a TOML file; UsageError says what is wrong with it."""
    try:
        return model.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Row(_Model):
    name: str
    case: str
    k: int
    file: str
    split: str

    def row(self, table: str, question: Question, published: Mapping[str, Cells], **more: Any) -> Row:
        """The row of a table; figures that were not published are left out."""
        printed = {name: cells for name, cells in published.items() if cells}
        return Row(table, self.case, self.name, self.k, question, published=printed, **more)


class _ScvRow(_Row):
    """A row of SCV; ``bits`` are those in all, of M1, of M2 and between them."""

    property: str
    added: str = ""
    expected: Outcome = "holds"
    bits: list[int] = []
    symbolic: dict[str, str] = {}
    whole: dict[str, str] = {}


class _ScvRows(_Model):
    """Those of the paper, those of NuSMV's models, and families of our own that grow."""

    row: list[_ScvRow]
    nusmv: list[_ScvRow] = []
    parts: list[_ScvRow] = []


def scv_rows(folder: Path, nusmv: Path | None = None) -> list[Row]:
    """The rows of our models in a folder, and of NuSMV's in another; none where there is no table."""
    path = folder / SCV
    if not path.is_file():
        return []
    rows = read_toml(path, _ScvRows)
    theirs = [(row, nusmv) for row in rows.nusmv if nusmv is not None and (nusmv / row.file).is_file()]
    return [_scv_row(row, directory) for row, directory in [*((row, path.parent) for row in rows.row), *theirs]]


def parts_rows(folder: Path) -> list[Row]:
    """The rows of families of SMV models that grow, by parts against the whole; none where there is no table."""
    path = folder / SCV
    rows = read_toml(path, _ScvRows).parts if path.is_file() else []
    return [_scv_row(row, path.parent, "parts") for row in rows]


def _scv_row(row: _ScvRow, folder: Path, table: str = "scv") -> Row:
    question = Question(str(folder / row.file), {"property": (row.property,)}, row.split, row.added)
    sizes = dict(zip(_BITS, row.bits, strict=False))
    printed = {"symbolic": row.symbolic, "monolithic": row.whole}
    return row.row(table, question, printed, expected=row.expected, sizes=sizes)


class _PagarRow(_Row):
    """A row of pAGAR; ``whole``, ``spec``, ``first``, ``rest``, ``largest`` are |L|, |P|, |L1|, |L2|, |Lc| there."""

    whole: int | None = None
    spec: int | None = None
    first: int | None = None
    rest: int | None = None
    largest: int | None = None
    asym: dict[str, str] = {}
    asym_n: dict[str, str] = {}
    monolithic: dict[str, str] = {}


class _PagarRows(_Model):
    row: list[_PagarRow]


def pagar_rows(folder: Path) -> list[Row]:
    """The rows of the models in a folder; none where there is no table."""
    path = folder / PAGAR
    return [_pagar_row(row, path.parent) for row in read_toml(path, _PagarRows).row] if path.is_file() else []


def _pagar_row(row: _PagarRow, folder: Path) -> Row:
    """The specification lies beside the model, with ``_spec`` in its name."""
    model = folder / row.file
    question = Question(str(model), {"spec": str(model.with_name(f"{model.stem}_spec{model.suffix}"))}, row.split)
    sizes = row.model_dump(include={"whole", "spec", "first", "rest", "largest"}, exclude_none=True)
    printed = {"asym": row.asym, "asym-n": row.asym_n, "monolithic": row.monolithic}
    return row.row("pagar", question, printed, sizes=sizes)
