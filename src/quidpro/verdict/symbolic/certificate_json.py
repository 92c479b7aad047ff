"""Certificates of the symbolic world as JSON files: the fields of their dataclasses, some under another name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from quidpro.core.errors import InputError
from quidpro.core.source import Diagnostic, Source
from quidpro.core.words import as_json
from quidpro.verdict.documents import FORMAT, VERSION, items_of, reject, reject_misshapen
from quidpro.verdict.symbolic.evidence import WORLD, Edge, SymbolicAssumption, SymbolicCertificate
from quidpro.verdict.symbolic.predicates import Graph, Node

T = TypeVar("T")
_OF_CHAINS = ("groups", "assumptions")
_OF_STEPS = "k-inductive"
_KEYS = {"about": "for", "source": "from", "target": "to", "words": "when", "graph": "nodes"}
"""Fields that have another name in the JSON."""


def symbolic_fields(certificate: SymbolicCertificate) -> dict[str, Any]:
    """The certificate as plain lists, strings and numbers; what few have is left out elsewhere."""
    plain = _plain(certificate)
    chained = {name: plain.pop(name) for name in _OF_CHAINS}
    steps, conjuncts = {"steps": plain.pop("steps")}, {"conjuncts": plain.pop("conjuncts")}
    asked = {"asked": plain.pop("asked")}
    own = {
        **(asked if certificate.asked else {}),
        **(chained if certificate.groups else {}),
        **(steps if certificate.rule == _OF_STEPS else {}),
        **(conjuncts if certificate.conjuncts else {}),
    }
    return {"format": FORMAT, "version": VERSION, "world": WORLD, **plain, **own}


def _plain(value: Any) -> Any:
    if isinstance(value, Graph):
        return [[n.variable, list(n.values) if n.bit is None else n.bit, n.then, n.otherwise] for n in value.nodes]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return {_KEYS.get(field.name, field.name): _plain(getattr(value, field.name)) for field in fields(value)}
    return value


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
    return [_certificate_of(item, source) for item in items_of(source)]


def _certificate_of(data: dict[str, Any], source: Source) -> SymbolicCertificate:
    from quidpro.verdict.certificate_schema import SymbolicCertificateModel

    if data.get("world") != WORLD:
        reject(["the certificate is not about an SMV model"], source)
    reject_misshapen(data, SymbolicCertificateModel, source)
    try:
        graph = _graph(data["nodes"])
        assumption = None if data["assumption"] is None else _assumption(data["assumption"])
        groups = tuple(map(tuple, data.get("groups") or ()))
        assumptions = tuple(map(_assumption, data.get("assumptions") or ()))
        conjuncts = tuple(map(tuple, data.get("conjuncts") or ()))
    except (TypeError, ValueError) as error:
        raise InputError([Diagnostic(str(error), source)]) from None
    converted = {"assumption": assumption, "graph": graph, "groups": groups, "assumptions": assumptions}
    few = {"asked": data.get("asked", False), "steps": data.get("steps") or 1, "conjuncts": conjuncts}
    return _record(SymbolicCertificate, data, **few, **converted)


def _assumption(data: dict[str, Any]) -> SymbolicAssumption:
    edges = tuple(_record(Edge, edge) for edge in data["edges"])
    return _record(SymbolicAssumption, data, edges=edges, graph=_graph(data["nodes"]))


def _record(kind: type[T], data: dict[str, Any], **converted: Any) -> T:
    """The dataclass of some JSON: a list is a tuple there; fields that are more than plain come ``converted``."""
    names = [field.name for field in fields(kind) if field.name not in converted]  # type: ignore[arg-type]
    own = {name: data[_KEYS.get(name, name)] for name in names}
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in own.items()}
    return kind(**{**plain, **converted})


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
