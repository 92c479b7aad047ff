"""What an SMV model defines: variables and bits, instances, specifications."""

from __future__ import annotations

from typing import Any

from quidpro.core.budget import Budget
from quidpro.core.errors import UsageError
from quidpro.core.events import Listener
from quidpro.core.shown import shown
from quidpro.core.words import as_json, counted, printable
from quidpro.flat.model import FlatModel, Instance, Spec, Variable
from quidpro.flat.text import formula_text
from quidpro.frontend.machines import MachineModel
from quidpro.report.paint import cut, listing


def info(model: MachineModel, name: str | None, format: str, _budget: Budget, _events: Listener) -> str:
    """The whole model, or one name of it: a variable, an instance or a specification."""
    flat = model.flat()
    facts = _facts(flat) if name is None else _facts_of(flat, name)
    return as_json(facts, 2) if format == "json" else _text(flat, facts, whole=name is None)


def _facts(flat: FlatModel) -> dict[str, Any]:
    return {
        "name": flat.name,
        "bits": flat.bits,
        "variables": [_variable(variable) for variable in flat.variables.values()],
        "instances": [_instance(instance, flat) for instance in flat.instances()],
        "specifications": [_spec(spec) for spec in flat.specs],
        "constraints": {kind: len(getattr(flat, kind)) for kind in ("init", "invar", "trans", "justice", "compassion")},
    }


def _facts_of(flat: FlatModel, name: str) -> dict[str, Any]:
    found = {
        "variables": [_variable(v) for v in flat.variables.values() if v.name == name],
        "instances": [_instance(i, flat) for i in flat.instances() if i.path == name],
        "specifications": [_details(s) for s in flat.specs if s.name == name],
    }
    if not any(found.values()):
        raise UsageError(f"there is no variable, instance or specification named {name!r} in {flat.source.name}")
    return found


def _variable(variable: Variable) -> dict[str, Any]:
    domain = variable.domain
    return {"name": variable.name, "kind": variable.kind, "type": str(domain), "bits": domain.bits}


def _instance(instance: Instance, flat: FlatModel) -> dict[str, Any]:
    owned = [v for v in flat.variables.values() if v.owner == instance.path]
    return {
        "name": instance.path or "main",
        "module": instance.module,
        "process": instance.process,
        "variables": len(owned),
        "bits": sum(v.domain.bits for v in owned if v.kind != "input"),
    }


def _spec(spec: Spec) -> dict[str, Any]:
    return {"name": spec.name, "kind": spec.kind, "section": spec.section, "instance": spec.owner, "text": spec.text}


def _details(spec: Spec) -> dict[str, Any]:
    flattened = spec.refusal if spec.formula is None else formula_text(spec.formula)
    return {**_spec(spec), "place": str(spec.span), "flattened": flattened}


def _text(flat: FlatModel, facts: dict[str, Any], *, whole: bool) -> str:
    facts, lines = shown(facts), []
    if whole:
        counts = [f"{number} {kind.upper()}" for kind, number in facts["constraints"].items() if number]
        sizes = [counted(len(flat.states), "variable"), counted(flat.bits, "bit"), counted(len(flat.inputs), "input")]
        lines.append(f"{printable(flat.name)}: {', '.join(sizes)}" + (f"; {', '.join(counts)}" if counts else ""))
    lines += listing([("instance", i["name"], _instance_words(i)) for i in facts["instances"]])
    lines += listing([("variable", v["name"], _variable_words(v)) for v in facts["variables"]])
    lines += listing([("spec", s["name"], _spec_words(s)) for s in facts["specifications"]])
    if whole:
        lines += [warning.render() for warning in flat.warnings]
    return "\n".join(lines)


def _instance_words(row: dict[str, Any]) -> str:
    kind = "process " if row["process"] else ""
    return f"{kind}{row['module']}, {counted(row['variables'], 'variable')}, {counted(row['bits'], 'bit')}"


def _variable_words(row: dict[str, Any]) -> str:
    kind = "" if row["kind"] == "state" else f", {row['kind']}"
    return f"{cut(row['type'])}, {counted(row['bits'], 'bit')}{kind}"


def _spec_words(row: dict[str, Any]) -> str:
    where = f" IN {row['instance']}" if row["instance"] else ""
    words = f"{row['kind']}: {cut(row['text'])}{where}"
    return words if "flattened" not in row else f"{words}\n  at {row['place']}\n  {row['flattened']}"
