"""A real Ray on this machine, with two nodes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_enable_metrics_collection": "0",
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "3000",
    "RAY_health_check_failure_threshold": "3",
    "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
}


@contextmanager
def two_nodes() -> Iterator[Any]:
    """A head and a second node, each with cores for two jobs; nobody has joined it."""
    pytest.importorskip("ray", reason="Ray is an extra: quidpro[cluster]")
    before = dict(os.environ)
    os.environ.update(QUIET)
    from ray.cluster_utils import Cluster

    options = {"num_cpus": 2, "object_store_memory": 100 * 2**20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, connect=False, head_node_args=options)
    processes = []
    try:
        cluster.add_node(num_cpus=2, object_store_memory=100 * 2**20)
        running = (infos for node in cluster.list_all_nodes() for infos in node.all_processes.values())
        processes = [info.process for infos in running for info in infos]
        yield cluster
    finally:
        cluster.shutdown()
        for process in processes:  # Ray ends them and never asks how; unasked, Python warns of them in some later test
            process.wait(60)
        os.environ.clear()
        os.environ.update(before)
