"""The rows of pAGAR's Table 1, from ``prism/pagar.toml`` beside their models, and larger ones."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from quidpro.bench.rows import Cells, Row
from quidpro.bench.work import Question
from quidpro.core.errors import UsageError

FILE = Path("prism") / "pagar.toml"


class _Row(BaseModel):
    """A row; ``whole``, ``spec``, ``first``, ``rest``, ``largest`` are |L|, |P|, |L1|, |L2|, |Lc| as published."""

    model_config = ConfigDict(extra="forbid")

    name: str
    case: str
    k: int
    file: str
    split: str
    whole: int | None = None
    spec: int | None = None
    first: int | None = None
    rest: int | None = None
    largest: int | None = None
    asym: dict[str, str] = {}
    asym_n: dict[str, str] = {}
    monolithic: dict[str, str] = {}

    @property
    def sizes(self) -> dict[str, int]:
        """The published sizes by name."""
        published = {"whole": self.whole, "spec": self.spec, "first": self.first, "rest": self.rest}
        return {name: size for name, size in {**published, "largest": self.largest}.items() if size is not None}


class _Rows(BaseModel):
    model_config = ConfigDict(extra="forbid")

    row: list[_Row]


def pagar_rows(folder: Path) -> list[Row]:
    """The rows of the models in a folder; none where there is no table."""
    path = folder / FILE
    if not path.is_file():
        return []
    try:
        rows = _Rows.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).row
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    return [_row(row, path.parent) for row in rows]


def _row(row: _Row, folder: Path) -> Row:
    """The specification lies beside the model, with ``_spec`` in its name."""
    model = folder / row.file
    printed: Mapping[str, Cells] = {"asym": row.asym, "asym-n": row.asym_n, "monolithic": row.monolithic}
    return Row(
        table="pagar",
        case=row.case,
        title=row.name,
        k=row.k,
        question=Question(str(model), {"spec": str(model.with_name(f"{model.stem}_spec{model.suffix}"))}, row.split),
        published={name: cells for name, cells in printed.items() if cells},
        sizes=row.sizes,
    )
