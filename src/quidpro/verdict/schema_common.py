"""The published shape of what the results of all worlds have in common."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """Nothing more than what is said, and of the types that are said."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, strict=True)


class RunnerModel(Model):
    """A method that took part in the race of method auto."""

    method: str
    split: str | None = Field(description="The groups, as --split takes them.")
    options: dict[str, str] = Field(description="Where its options differ from those that were asked for.")
    state: str = Field(description="What it answered, or how far it had come.")
    seconds: float
    states: int
    rounds: int
    peak_memory_mb: float


class SizeModel(Model):
    """How large the whole system is."""

    states: int = Field(description="So many states of it were seen.")
    exact: bool = Field(description="Whether these are all.")
    bound: int | str = Field(description="At most so many: the product of the components' sizes; a string when huge.")
    words: str


class ResultModel(Model):
    """The answer to one question, in any world; what shows it is the world's own."""

    world: str
    verdict: Literal["holds", "violated", "unknown"]
    method: str
    system: str
    property: str | None
    kind: str
    text: str = Field(default="", description="What was asked, in words; empty where its name says it all.")
    components: list[str]
    violated_by: str | None = Field(
        default=None, description="The property, component, progress test or assertion that fails."
    )
    certified: bool
    reason: str = Field(description="Why the verdict is unknown, or not certified; else empty.")
    notes: list[str]
    winner: RunnerModel | None = Field(description="For method auto: who decided it.")
    race: list[RunnerModel] = Field(description="For method auto: everyone who took part.")
    whole: SizeModel | None = Field(
        default=None, description="For method auto: the size of the whole system, where it is known."
    )
