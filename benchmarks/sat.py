"""SAT engines beside ABC and beside decision diagrams, in one run: CPU seconds of each, and who decides what.

    python benchmarks/sat.py [--limit S] [--engines E,...] [--set parts|premises] [--results FILE] [--again] [NAME ...]
    python benchmarks/sat.py --write DIR [NAME ...]
    python benchmarks/sat.py --list

Engines: ABC's `pdr` and `bmc3` (of the program that the variable ABC names, the package pyosys, or `berkeley-abc`), and
quidpro's methods `pdr`, `bmc`, `induction`, `monolithic` and `auto`. A run is one process with its children; its figure
is their CPU seconds, user and system, less those of the same engine on a model with one bit. It is ended after S of
them (60 by default), and not decided then. ABC reads AIGER that is made gate by gate with the SMV text, without
quidpro. NAMEs are patterns (`gray*`). The runs are kept in FILE (`out/sat.jsonl`), and what is there is not run again
unless the limit is larger, or --again says so. Verdicts that contradict each other or what is known are an error (exit
code 1).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.sat_models.running import ABC, BY_PARTS, ENGINES, Outcome, run, startup
from benchmarks.sat_models.table import PARTS, PREMISES, ROWS, Row

ROOT = Path(__file__).resolve().parents[1]
SETS = {"main": ROWS, "parts": PARTS, "premises": PREMISES}
LEAST = 0.01
"""CPU seconds below which a figure is not told from start-up: what a ratio divides by at least."""
Found = dict[tuple[str, str], Outcome]


def chosen(rows: Sequence[Row], patterns: Sequence[str]) -> list[Row]:
    found = [row for row in rows if not patterns or any(fnmatch(row.name, pattern) for pattern in patterns)]
    if not found:
        sys.exit(f"no model is called {' or '.join(patterns)}: see --list")
    return found


def kept(file: Path) -> Found:
    """The runs in the results file; of several the last."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    outcomes = (Outcome(**json.loads(line)) for line in lines)
    return {(one.model, one.engine): one for one in outcomes}


def measure(rows: Iterable[Row], engines: Sequence[str], limit: float, file: Path, again: bool) -> Found:
    """What is not in the file yet, or was given up sooner, is run now."""
    file.parent.mkdir(parents=True, exist_ok=True)
    known = kept(file)
    started: dict[str, float] = {}
    with file.open("a", encoding="utf-8") as out:
        for row in rows:
            for engine in engines:
                before = known.get((row.name, engine))
                enough = before is not None and before.verdict != "error" and (before.decided or before.limit >= limit)
                if (enough and not again) or (engine in ABC and row.make is None):
                    continue
                if engine not in started:
                    started[engine] = startup(engine)
                outcome = run(row, engine, limit, started[engine])
                print(
                    f"{row.name:>40} {engine:>11} {outcome.verdict:>9} {outcome.seconds:8.2f} {outcome.note}",
                    flush=True,
                )
                known[row.name, engine] = outcome
                out.write(json.dumps(vars(outcome)) + "\n")
                out.flush()
    names = {row.name for row in rows}
    return {key: one for key, one in known.items() if key[0] in names and key[1] in engines}


def contradictions(rows: Iterable[Row], found: Found) -> list[str]:
    """Every verdict that is not what the model was made for, and every one that was not certified."""
    wrong = []
    for row in rows:
        expected = "holds" if row.holds else "violated"
        for (name, engine), one in found.items():
            if name == row.name and one.verdict == "error":
                wrong.append(f"{name}: {engine}: {one.note}")
            if name != row.name or not one.decided:
                continue
            if one.verdict != expected:
                wrong.append(f"{name}: {engine} says {one.verdict}, expected {expected}")
            if engine not in ABC and not one.certified:
                wrong.append(f"{name}: {engine} says {one.verdict} without a certificate")
    return wrong


def table(rows: Iterable[Row], found: Found, engines: Sequence[str]) -> None:
    print(f"\n| model | latches | verdict | {' | '.join(engines)} |")
    print("|---" * (3 + len(engines)) + "|")
    for row in rows:
        cells = [_cell(found.get((row.name, engine))) for engine in engines]
        latches = row.make().latches if row.make else ""
        print(f"| {row.name} | {latches} | {'holds' if row.holds else 'violated'} | {' | '.join(cells)} |")


def _cell(one: Outcome | None) -> str:
    if one is None:
        return ""
    return f"{one.seconds:.2f}" if one.decided else "–"


def decided(found: Found, *engines: str) -> set[str]:
    return {name for (name, engine), one in found.items() if engine in engines and one.decided}


def ratio(found: Found, ours: str, theirs: str, limit: float, least: float = 0.0) -> str:
    """The median over what the other one decides, in more than so many seconds; what we do not decide at the limit."""
    ratios = []
    for (name, engine), one in found.items():
        mine = found.get((name, ours))
        if engine == theirs and one.decided and one.seconds >= least and mine is not None:
            ratios.append((mine.seconds if mine.decided else limit) / max(one.seconds, LEAST))
    return f"{median(ratios):.1f} over {len(ratios)}" if ratios else "-"


def summary(found: Found, limit: float) -> None:
    """How much of what ABC decides we decide, how fast, and what the engines decide together."""
    everything = {name for name, _ in found}
    print(f"\n{len(everything)} models, {limit:g} CPU s each")
    for engine in (*ENGINES, *BY_PARTS):
        if any(key[1] == engine for key in found):
            print(f"- {engine}: {len(decided(found, engine))} decided")
    for ours, theirs in (("pdr", "abc-pdr"), ("bmc", "abc-bmc3"), ("auto", "abc-pdr")):
        peer = decided(found, theirs)
        both = peer & {name for name, engine in found if engine == ours}
        if both:
            share = len(decided(found, ours) & both)
            slow = ratio(found, ours, theirs, limit, 0.3)
            print(f"- {ours} decides {share} of {len(both)} that {theirs} decides ({share / len(both):.0%});", end=" ")
            print(f"median of CPU ratios {ratio(found, ours, theirs, limit)}; of those above 0.3 s {slow}")
    abc, sat = decided(found, *ABC), decided(found, "pdr", "bmc", "induction")
    diagrams = decided(found, "monolithic")
    print(f"- ABC, either engine: {len(abc)}; auto: {len(decided(found, 'auto'))}")
    print(f"- SAT alone {len(sat)}, diagrams alone {len(diagrams)}, together {len(sat | diagrams)}")


def write(rows: Iterable[Row], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        if row.make:
            design = row.make()
            (folder / f"{row.name}.smv").write_text(design.smv(), encoding="utf-8")
            (folder / f"{row.name}.aig").write_bytes(design.aiger())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--set", choices=SETS, default="main")
    parser.add_argument("--results", type=Path, default=ROOT / "out" / "sat.jsonl")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    rows = chosen(SETS[given.set], given.names)
    engines = given.engines.split(",")
    if unknown := set(engines) - {*ENGINES, *BY_PARTS}:
        parser.error(f"no engine is called {', '.join(sorted(unknown))}; there are {', '.join((*ENGINES, *BY_PARTS))}")
    if given.list:
        for row in rows:
            latches = row.make().latches if row.make else ""
            print(f"{row.name:>40} {latches:>6} {'holds' if row.holds else 'violated':>9}  {row.shape}")
    elif given.write:
        write(rows, given.write)
    else:
        found = measure(rows, engines, given.limit, given.results, given.again)
        table(rows, found, engines)
        summary(found, given.limit)
        if wrong := contradictions(rows, found):
            sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
