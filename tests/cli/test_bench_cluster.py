"""``quidpro bench --cluster``: the same runs on a real Ray of two nodes, one of which goes away."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from tests.cli.bench_models import write_models
from tests.cli.driver import ENTRY, quidpro, refused
from tests.conformance.ray_cluster import two_nodes
from tests.sampling import LARGE

pytestmark = pytest.mark.slow

PATIENCE = 120.0


@pytest.fixture
def models(tmp_path):
    return write_models(tmp_path / "models")


@LARGE
def test_on_a_cluster_that_loses_a_node(models, tmp_path):
    results = tmp_path / "results.jsonl"
    arguments = ["acr", "faults", "--ours", "--models", models, "--methods", "lstar,monolithic", "--results", results]
    with two_nodes() as nodes:
        cluster = ["--cluster", nodes.address, "--jobs", "3", "--format", "json"]
        command = [sys.executable, "-c", ENTRY, "bench", *map(str, [*arguments, *cluster])]
        process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(6)
        nodes.remove_node(nodes.list_all_nodes()[-1], allow_graceful=False)
        stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, stderr
    rows = [row for table in json.loads(stdout)["tables"] for row in table["rows"]]
    found = [line["measured"]["outcome"] for row in rows for line in row["lines"]]
    assert found == ["holds", "holds", "violated", "violated"]
    assert len(results.read_bytes().splitlines()) == 6


def test_an_address_where_nobody_is(models):
    pytest.importorskip("ray", reason="Ray is an extra: quidpro[cluster]")
    run = quidpro("bench", "acr", "--models", models, "--cluster", "127.0.0.1:1")
    refused(run, "127.0.0.1:1")
