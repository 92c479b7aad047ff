"""Shared test set-up."""

import os

from hypothesis import HealthCheck, settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_configure(config):
    if os.environ.get("NUMBA_DISABLE_JIT"):
        # Hashing wraps around on purpose; compiled code does so silently, NumPy's scalars say it.
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
