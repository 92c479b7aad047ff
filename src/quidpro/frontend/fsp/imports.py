"""``import P = "file.aut"``: an AUT file beside the model, never one outside its folder."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from quidpro.core.source import Source
from quidpro.frontend.aut import read_aut
from quidpro.frontend.fsp import ast
from quidpro.frontend.text.problems import ModelError
from quidpro.lts.lts import LTS


def read_import(definition: ast.ImportDef, source: Source, folder: Path | None) -> LTS:
    """The LTS of an import; the file must lie in the folder of the model or below."""
    path = _locate(definition, source, folder)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise _fault(definition, f"cannot read '{definition.file}': {reason}") from None
    return read_aut(Source(str(path), text))


def _locate(definition: ast.ImportDef, source: Source, folder: Path | None) -> Path:
    if folder is None:
        raise _fault(definition, "this model has no folder, so it cannot import files")
    _refuse_bad_name(definition)
    home = folder.resolve()
    path = (home / definition.file).resolve()
    if not path.is_relative_to(home):
        raise _fault(definition, f"'{definition.file}' lies outside the folder of the model")
    if path == Path(source.name).resolve() or path == (home / Path(source.name).name).resolve():
        raise _fault(definition, "a model cannot import itself", "import reads AUT files only")
    if not path.is_file():
        raise _fault(definition, f"there is no file '{definition.file}' in the folder of the model")
    if path.suffix.lower() in (".lts", ".fsp"):
        raise _fault(definition, f"'{definition.file}' is not an AUT file", "import reads AUT files only")
    return path


def _refuse_bad_name(definition: ast.ImportDef) -> None:
    name = definition.file
    absolute = PurePosixPath(name).is_absolute() or PureWindowsPath(name).anchor
    if not name.strip() or "\0" in name:
        raise _fault(definition, "this is not the name of a file")
    if absolute or ".." in PureWindowsPath(name).parts:
        hint = "give a path inside the folder of the model, without .. and not absolute"
        raise _fault(definition, f"import may not leave the folder of the model: '{name}'", hint)


def _fault(definition: ast.ImportDef, message: str, hint: str = "") -> ModelError:
    return ModelError(message, definition.offset, len(definition.name), hint)
