"""Method auto against the best single method, where the product is large.

    python benchmarks/auto.py

Each method runs in a process of its own, as `quidpro check` would run it; auto and the others take turns, and the
medians of their own figures (proof and check, without reading the model) are compared. A method that needs more than
the limit is left out after its first run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ROWS = [
    ("gas_station/gas_station.lts", "K", 8),
    ("gas_station/gas_station.lts", "K", 10),
    ("ring/ring.lts", "N", 40),
]
SINGLE = ("monolithic", "saturation", "pdr", "minimise", "lstar", "agar", "circular")
LIMIT = 6
TURNS = 5


def seconds(file: str, constant: str, size: int, method: str) -> float | None:
    """Of a decided, certified run."""
    command = [sys.executable, "-m", "quidpro", "check", str(EXAMPLES / file), "--const", f"{constant}={size}"]
    command += ["--method", method, "--timeout", str(LIMIT), "--format", "json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    if found["verdict"] == "unknown" or not found["certified"]:
        return None
    return found["stats"]["seconds"] + found["stats"]["certify_seconds"]


def main() -> None:
    print(f"{'model':>30} {'best single':>12} {'s':>6} {'auto s':>7} {'ratio':>6}")
    for row in ROWS:
        first = {method: seconds(*row, method) for method in SINGLE}
        times = {method: [once] for method, once in first.items() if once is not None and once <= LIMIT / 2}
        times["auto"] = []
        for _ in range(TURNS):
            for method, runs in times.items():
                again = seconds(*row, method)
                runs += [] if again is None else [again]
        known = {method: median(runs) for method, runs in times.items()}
        auto = known.pop("auto")
        best = min(known, key=known.__getitem__)
        name = f"{Path(row[0]).stem} {row[2]}"
        print(f"{name:>30} {best:>12} {known[best]:>6.2f} {auto:>7.2f} {auto / known[best]:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
