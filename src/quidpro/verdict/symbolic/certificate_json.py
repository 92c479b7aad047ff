"""Certificates of the symbolic world as JSON files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import as_json
from quidpro.frontend.files import parse_json
from quidpro.verdict.documents import FORMAT, VERSION
from quidpro.verdict.symbolic.evidence import WORLD, Edge, SymbolicAssumption, SymbolicCertificate
from quidpro.verdict.symbolic.predicates import Graph, Node


def symbolic_fields(certificate: SymbolicCertificate) -> dict[str, Any]:
    """The certificate as plain lists, strings and numbers."""
    assumption = certificate.assumption
    return {
        "format": FORMAT,
        "version": VERSION,
        "world": WORLD,
        "rule": certificate.rule,
        "system": certificate.system,
        "property": certificate.property,
        "text": certificate.text,
        "model": certificate.model,
        "first": list(certificate.first),
        "second": list(certificate.second),
        "shared": list(certificate.shared),
        "assumption": None if assumption is None else _assumption_fields(assumption),
        "invariants": list(certificate.invariants),
        "nodes": _nodes(certificate.graph),
    }


def _assumption_fields(assumption: SymbolicAssumption) -> dict[str, Any]:
    return {
        "name": assumption.name,
        "for": list(assumption.about),
        "variables": list(assumption.variables),
        "states": assumption.states,
        "rejecting": assumption.rejecting,
        "edges": [
            {"from": e.source, "to": e.target, "predicate": e.predicate, "when": e.words} for e in assumption.edges
        ],
        "nodes": _nodes(assumption.graph),
    }


def _nodes(graph: Graph) -> list[list[Any]]:
    return [[n.variable, list(n.values) if n.bit is None else n.bit, n.then, n.otherwise] for n in graph.nodes]


def write_symbolic(certificates: Sequence[SymbolicCertificate]) -> str:
    """The text of a certificate file: one as an object, several as a list; a node in each line."""
    texts = [_text(symbolic_fields(certificate)) for certificate in certificates]
    return texts[0] + "\n" if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]\n"


def _text(fields: dict[str, Any]) -> str:
    nodes = fields.pop("nodes")
    head = as_json(fields, 1)
    rows = ",\n".join(as_json(node) for node in nodes)
    return f'{head[:-2]},\n "nodes": [\n{rows}\n]}}'


def read_symbolic(source: Source) -> list[SymbolicCertificate]:
    """The certificates of a text that holds one or a list of them."""
    data = parse_json(source)
    items = data if isinstance(data, list) else [data]
    if not items:
        raise InputError([Diagnostic("the list holds no certificate", source)])
    return [_certificate_of(item, source) for item in items]


def _certificate_of(data: Any, source: Source) -> SymbolicCertificate:
    from pydantic import ValidationError

    from quidpro.verdict.schema_symbolic import SymbolicCertificateModel

    if isinstance(data, dict) and data.get("format") == FORMAT and data.get("world") != WORLD:
        raise InputError([Diagnostic("the certificate is not about an SMV model", source)])
    try:
        SymbolicCertificateModel.model_validate(data)
        graph, assumption = _graph(data["nodes"]), _assumption(data["assumption"])
    except ValidationError as error:
        wrong = [f"{'.'.join(map(str, e['loc'])) or 'the text'}: {e['msg']}" for e in error.errors()]
        raise InputError([Diagnostic(message, source) for message in wrong[:10]]) from None
    except (TypeError, ValueError) as error:
        raise InputError([Diagnostic(str(error), source)]) from None
    return SymbolicCertificate(
        rule=data["rule"],
        system=data["system"],
        property=data["property"],
        text=data["text"],
        model=data["model"],
        first=tuple(data["first"]),
        second=tuple(data["second"]),
        shared=tuple(data["shared"]),
        assumption=assumption,
        invariants=tuple(data["invariants"]),
        graph=graph,
    )


def _assumption(data: dict[str, Any] | None) -> SymbolicAssumption | None:
    if data is None:
        return None
    return SymbolicAssumption(
        data["name"],
        tuple(data["for"]),
        tuple(data["variables"]),
        data["states"],
        data["rejecting"],
        tuple(Edge(e["from"], e["to"], e["predicate"], e["when"]) for e in data["edges"]),
        _graph(data["nodes"]),
    )


def _graph(rows: Sequence[Sequence[Any]]) -> Graph:
    return Graph(tuple(_node(number, row) for number, row in enumerate(rows)))


def _node(number: int, row: Sequence[Any]) -> Node:
    if len(row) != 4:
        raise ValueError(f"node {number} has {len(row)} parts, not 4")
    variable, test, then, otherwise = row
    plain = isinstance(then, int) and isinstance(otherwise, int) and isinstance(variable, str)
    if not plain or isinstance(then, bool) or isinstance(otherwise, bool) or isinstance(test, str | bool):
        raise ValueError(f"node {number} is not [variable, values or bit, then, else]")
    if isinstance(test, int):
        return Node(variable, (), test, then, otherwise)
    return Node(variable, tuple(test), None, then, otherwise)
