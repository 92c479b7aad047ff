"""``quidpro.bench``: tables as objects, and what names nothing is refused."""

import pytest
from jsonschema import validate

import quidpro
from quidpro.benchmarks.schema import schema
from tests.cli.bench_models import write_models


@pytest.fixture
def models(tmp_path):
    return write_models(tmp_path / "models")


@pytest.mark.slow
def test_a_table_is_measured(models):
    tables = quidpro.bench("acr", methods="monolithic", k=range(1, 3), ours=True, models=models)
    (table,) = tables
    (line,) = table.blocks[0].lines
    assert (table.kind.name, table.blocks[0].row.k) == ("acr", 2)
    assert line.measured is not None
    assert (line.variant, line.measured.outcome, line.measured.states) == ("monolithic", "holds", 5)
    validate(tables.to_json(), schema())
    assert str(tables).startswith("ACR, Table 8.1")
    assert "| monolithic |" in tables.to_markdown()
    assert repr(tables) == "Tables(acr: 1 rows)"


@pytest.mark.parametrize(
    ("tables", "arguments", "words"),
    [
        ([], {}, "say which tables.*agar-1"),
        (["acr1"], {}, "there is no table 'acr1'"),
        (["acr"], {"methods": ["lstr"]}, "no method 'lstr'.*did you mean lstar"),
        (["acr"], {"cases": "client"}, "no case 'client'"),
        (["acr"], {"k": 99}, "no row has k in 99; there are 2"),
        (["acr"], {"k": "few"}, "'few' is not a size"),
        (["acr"], {"ours": True, "as_published": True}, "as_published and ours exclude each other"),
        (["acr"], {"jobs": "many"}, "jobs must be a whole number"),
    ],
)
def test_what_names_nothing_is_refused(models, tables, arguments, words):
    with pytest.raises(quidpro.UsageError, match=words):
        quidpro.bench(*tables, models=models, **arguments)
