"""Shared test set-up."""

import os


def pytest_configure(config):
    if os.environ.get("NUMBA_DISABLE_JIT"):
        # Hashing wraps around on purpose; compiled code does so silently, NumPy's scalars say it.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
