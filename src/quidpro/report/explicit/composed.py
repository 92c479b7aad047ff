"""The steps of a stepwise composition as a small table: what each was made of, and how large before and after."""

from __future__ import annotations

from quidpro.verdict.types import Verdict

_MOST_STEPS = 12


def composed(verdict: Verdict, width: int) -> list[str]:
    """A line for each of the last steps of method ``minimise``; nothing for other methods."""
    method = verdict.method if verdict.winner is None else verdict.winner.method
    rounds = verdict.stats.rounds
    if method != "minimise" or not rounds:
        return []
    shown = rounds[-_MOST_STEPS:]
    rows = [(f"{step.states:,}", f"{step.assumption_states:,}", step.result) for step in shown]
    before, after = (max(len(row[i]) for row in [("states", "after", ""), *rows]) for i in (0, 1))
    lines = [f"  {'states':>{before}}  {'after':>{after}}  step"]
    lines += [
        f"  {was:>{before}}  {now:>{after}}  {_short(said, width - before - after - 6)}" for was, now, said in rows
    ]
    left = len(rounds) - len(shown)
    return [lines[0], f"  … {left:,} earlier", *lines[1:]] if left else lines


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
