"""Certificates as JSON files: complete enough that a stranger with the model file can check them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quidpro.core.source import Source
from quidpro.frontend.aut import write_aut
from quidpro.frontend.lts_json import lts_complaints, lts_fields, lts_of_fields
from quidpro.verdict.documents import FORMAT, VERSION, indented, items_of, reject, reject_misshapen
from quidpro.verdict.explicit.evidence import Assumption, Certificate, Clause, StateSet
from quidpro.verdict.explicit.state_set_json import RULE, state_set_complaints, state_set_fields, state_set_of

INDUCTIVE = "inductive"
"""The rule whose certificates have clauses."""


def certificate_fields(certificate: Certificate) -> dict[str, Any]:
    """The certificate as plain lists, strings and numbers."""
    fair = {} if certificate.fair is None else {"fair_choice": certificate.fair}
    return {
        "format": FORMAT,
        "version": VERSION,
        "rule": certificate.rule,
        "system": certificate.system,
        "property": certificate.property,
        "kind": certificate.kind,
        **fair,
        "groups": [list(group) for group in certificate.groups],
        "assumptions": [_assumption_fields(assumption) for assumption in certificate.assumptions],
        "digests": dict(sorted(certificate.digests.items())),
        **({} if certificate.states is None else {"states": state_set_fields(certificate.states)}),
        **({} if certificate.clauses is None else {"clauses": list(map(_clause_fields, certificate.clauses))}),
    }


def _clause_fields(clause: Clause) -> dict[str, list[int]]:
    return {name: list(states) for name, states in clause}


def _assumption_fields(assumption: Assumption) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "name": assumption.name,
        "for": list(assumption.about),
        "alphabet": list(assumption.lts.alphabet),
        "aut": write_aut(assumption.lts),
        "lts": lts_fields(assumption.lts),
    }
    if assumption.parts:
        fields["parts"] = list(assumption.parts)
    if assumption.uses is not None:
        fields["uses"] = list(assumption.uses)
    if assumption.inner:
        fields["inner"] = [_assumption_fields(one) for one in assumption.inner]
    if assumption.witness is not None:
        fields["witness"] = [list(row) for row in assumption.witness]
    if assumption.invariant is not None:
        fields["invariant"] = state_set_fields(assumption.invariant)
    return fields


def write_certificates(certificates: Sequence[Certificate]) -> str:
    """One certificate as an object, several as a list."""
    documents = [certificate_fields(certificate) for certificate in certificates]
    return indented(documents[0] if len(documents) == 1 else documents) + "\n"


def read_certificates(source: Source) -> list[Certificate]:
    """The certificates of a text that holds one or a list of them; InputError says what is wrong with it."""
    return [_certificate_of(item, source) for item in items_of(source)]


def _certificate_of(data: dict[str, Any], source: Source) -> Certificate:
    """The ``lts`` of an assumption counts; its ``alphabet`` and ``aut``, for the reader and other tools, must agree."""
    from quidpro.verdict.certificate_schema import CertificateModel

    if "world" in data:
        reject([f"the certificate is about a {data['world']} model, this is another one"], source)
    reject_misshapen(data, CertificateModel, source)
    states = _set_of(data.get("states"))
    wrong = [*_assumption_complaints(data["assumptions"]), *_set_complaints(data["rule"], states)]
    reject([*wrong, *_clause_complaints(data["rule"], data.get("clauses"))], source)
    return Certificate(
        rule=data["rule"],
        system=data["system"],
        property=data["property"],
        kind=data["kind"],
        groups=tuple(tuple(group) for group in data["groups"]),
        assumptions=tuple(map(_assumption_of, data["assumptions"])),
        digests=data["digests"],
        fair=data.get("fair_choice"),
        states=states,
        clauses=_clauses_of(data.get("clauses")),
    )


def _clauses_of(items: list[dict[str, list[int]]] | None) -> tuple[Clause, ...] | None:
    return None if items is None else tuple(tuple((n, tuple(s)) for n, s in item.items()) for item in items)


def _clause_complaints(rule: str, items: list[Any] | None) -> Iterator[str]:
    """A certificate of one rule has clauses, others have none."""
    if (items is None) == (rule == INDUCTIVE):
        yield f"clauses: a certificate of rule {rule} has {'' if rule == INDUCTIVE else 'no '}clauses"


def _set_of(fields: dict[str, Any] | None) -> StateSet | None:
    return None if fields is None else state_set_of(fields)


def _set_complaints(rule: str, states: StateSet | None) -> Iterator[str]:
    """A certificate of one rule has a set of states; in others, only assumptions do."""
    if (states is None) == (rule == RULE):
        yield f"states: a certificate of rule {rule} has {'a' if rule == RULE else 'no'} set of states"
    elif states is not None:
        yield from state_set_complaints(states, "states")


def _assumption_of(item: dict[str, Any]) -> Assumption:
    return Assumption(
        item["name"],
        lts_of_fields(item["lts"]).named(item["name"]),
        tuple(item["for"]),
        None if item.get("witness") is None else tuple(map(tuple, item["witness"])),
        tuple(item.get("parts", ())),
        uses=None if item.get("uses") is None else tuple(item["uses"]),
        inner=tuple(map(_assumption_of, item.get("inner", ()))),
        invariant=_set_of(item.get("invariant")),
    )


def _assumption_complaints(items: list[dict[str, Any]], where: str = "assumptions") -> Iterator[str]:
    for i, item in enumerate(items):
        here = f"{where}[{i}]"
        yield from [*lts_complaints(item["lts"], f"{here}.lts")] or _mismatches(item, here)
        yield from _assumption_complaints(item.get("inner", []), f"{here}.inner")


def _mismatches(item: dict[str, Any], where: str) -> Iterator[str]:
    """What a reader sees of an assumption must be what is checked."""
    lts = lts_of_fields(item["lts"])
    if item["alphabet"] != list(lts.alphabet):
        yield f"{where}.alphabet: is not the alphabet of its lts"
    if item["aut"] != write_aut(lts):
        yield f"{where}.aut: does not say the same as its lts"
    yield from _witness_complaints(item.get("witness") or [], lts.states, f"{where}.witness")
    if item.get("invariant") is not None:
        yield from state_set_complaints(state_set_of(item["invariant"]), f"{where}.invariant")


def _witness_complaints(rows: list[list[int]], states: int, where: str) -> Iterator[str]:
    """Rows that no group could have; whether they fit the group that there is, the checker knows."""
    width = max(2, len(rows[0])) if rows else 0
    for j, row in enumerate(rows):
        if len(row) != width:
            yield f"{where}[{j}]: has {len(row)} states where {width} are needed"
        elif min(row) < 0:
            yield f"{where}[{j}]: {min(row)} is not a state"
        elif row[-1] >= states:
            yield f"{where}[{j}]: {row[-1]} is not a state of the assumption, which has {states}"
