"""The published shape of a race, which is the same in all worlds."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class RunnerModel(BaseModel):
    """A method that took part in the race of method auto."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, strict=True)

    method: str
    split: str | None = Field(description="The groups, as --split takes them.")
    options: dict[str, str] = Field(description="Where its options differ from those that were asked for.")
    state: str = Field(description="What it answered, or how far it had come.")
    seconds: float
    states: int
    rounds: int
    peak_memory_mb: float
