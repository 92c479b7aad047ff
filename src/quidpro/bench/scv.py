"""The rows of SCV's Table 1, from ``smv/scv.toml`` beside their models, and NuSMV's own models for whoever has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from quidpro.bench.rows import Cells, Row
from quidpro.bench.work import Question
from quidpro.core.errors import UsageError
from quidpro.verdict.verdict import Outcome

FILE = Path("smv") / "scv.toml"
_BITS = ("bits", "m1_bits", "m2_bits", "io_bits")


class _Row(BaseModel):
    """A row; ``bits`` are those in all, of M1, of M2 and between them."""

    model_config = ConfigDict(extra="forbid")

    name: str
    case: str
    k: int
    file: str
    property: str
    split: str
    added: str = ""
    expected: Outcome = "holds"
    bits: list[int] = []
    symbolic: dict[str, str] = {}
    whole: dict[str, str] = {}


class _Rows(BaseModel):
    model_config = ConfigDict(extra="forbid")

    row: list[_Row]
    nusmv: list[_Row] = []


def scv_rows(folder: Path, nusmv: Path | None = None) -> list[Row]:
    """The rows of our models in a folder, and of NuSMV's in another; none where there is no table."""
    path = folder / FILE
    if not path.is_file():
        return []
    try:
        rows = _Rows.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    found = [_row(row, path.parent) for row in rows.row]
    theirs = [row for row in rows.nusmv if nusmv is not None and (nusmv / row.file).is_file()]
    return found if nusmv is None else [*found, *(_row(row, nusmv) for row in theirs)]


def _row(row: _Row, folder: Path) -> Row:
    printed: Mapping[str, Cells] = {"symbolic": row.symbolic, "monolithic": row.whole}
    return Row(
        table="scv",
        case=row.case,
        title=row.name,
        k=row.k,
        question=Question(str(folder / row.file), {"property": (row.property,)}, row.split, row.added),
        expected=row.expected,
        published={name: cells for name, cells in printed.items() if cells},
        sizes=dict(zip(_BITS, row.bits, strict=False)),
    )
