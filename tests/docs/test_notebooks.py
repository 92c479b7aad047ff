"""The example notebooks run from top to bottom, every cell says what it expects, and no outputs are kept in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted(Path("examples/notebooks").glob("*.ipynb"))


def cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_there_are_two():
    assert [path.stem for path in NOTEBOOKS] == ["first_counterexample", "proof_by_parts"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_outputs_are_kept(path):
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_says_what_it_expects(path):
    for cell in cells(path):
        text = "".join(cell["source"])
        assert text.startswith("%%") or "assert " in text or ".expect(" in text, text


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path, tmp_path):
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    specs = pytest.importorskip("jupyter_client.kernelspec", reason="jupyter_client is not installed")
    if "python3" not in specs.KernelSpecManager().find_kernel_specs():
        pytest.skip("the kernel python3 is not installed: pip install ipykernel")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output["data"] for output in outputs if "data" in output]
    assert sum("<svg" in data.get("text/html", "") for data in shown) >= 3
    assert all(output.output_type != "stream" or output.name == "stdout" for output in outputs)
