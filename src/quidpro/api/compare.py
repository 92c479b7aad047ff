"""The methods side by side, from Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Unpack

from quidpro.api.arguments import limits, texts
from quidpro.api.check import CheckArguments, QuestionArguments, argument_name, settings_of, subject
from quidpro.benchmarks.compare import Asked
from quidpro.benchmarks.compare import compare as run
from quidpro.core.budget import Budget
from quidpro.core.events import ignore
from quidpro.lts.system import System
from quidpro.run.request import Workers

if TYPE_CHECKING:
    from quidpro.benchmarks.comparison import Comparison
    from quidpro.frontend.machines import MachineModel
    from quidpro.frontend.model import Model
    from quidpro.frontend.prism.model import PrismModel


def compare(
    model: str | os.PathLike[str] | Model | MachineModel | PrismModel | System,
    *,
    methods: str | Iterable[str] = (),
    constants: Mapping[str, int | str | Fraction | Iterable[int]] | None = None,
    **arguments: Unpack[QuestionArguments],
) -> Comparison:
    """The methods side by side, each in a process of its own; by default all that are for such models.

    The other arguments are those of :func:`check`; a ``split``, an option or ``jobs`` is for the methods that have a
    use for it, and the limits are for each run. A constant may have several values, ``constants={"N": range(2, 7)}``:
    then there is a row for each value, and a method that came to no answer for one is not asked about those after it.

    A comparison is a sequence of rows (``method``, ``outcome``, ``seconds``, ``states``, ``rounds``,
    ``assumption_states``, ``megabytes``, ``reason``, ``value``, ``verdict``), with ``to_text``, ``to_markdown``,
    ``to_json``, ``to_frame`` and ``plot``. Its ``outcome`` is what they agree on.
    """
    settings = settings_of(model, CheckArguments(constants=constants, **arguments))  # type: ignore[typeddict-item]
    budget = limits(arguments.get("timeout"), arguments.get("memory"))
    asked = Asked(
        subject(model),
        settings,
        arguments.get("split"),
        Workers(arguments.get("jobs"), arguments.get("cluster")),
        arguments.get("as_published", False),
        argument_name,
    )
    each = (budget.seconds, budget.megabytes)
    return run(asked, texts("methods", methods), each, Budget(parent=budget.parent), arguments.get("events", ignore))
