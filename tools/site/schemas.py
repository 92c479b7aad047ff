"""A page for each of the published JSON schemas: its objects, with their fields, types and meanings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tools.site.pages import Site

Schema = dict[str, Any]
_HEAD = "| field | type | what it is |\n|---|---|---|"


def add_schemas(site: Site) -> None:
    """The pages, and the files themselves beside them."""
    for file in sorted((site.project / "docs/schema").glob("*.schema.json")):
        site.take(f"docs/schema/{file.name}")
        site.write(
            f"schema/{file.name.split('.')[0]}.md", _page(json.loads(file.read_text(encoding="utf-8")), file.name)
        )


def _page(schema: Schema, file: str) -> str:
    name = file.split(".")[0]
    words = f"{schema['description']}\n\nThe schema is [`{file}`]({file}); `quidpro schema {name}` prints it."
    whole = [_table(schema)] if "properties" in schema else [f"A document is {_type(schema)}."]
    objects = [_object(name, one) for name, one in schema["$defs"].items()]
    return "\n\n".join([f"# The schema `{name}`", words, *whole, *objects]) + "\n"


def _object(name: str, schema: Schema) -> str:
    parts = [f"## {_short(name)}", schema.get("description", "")]
    parts.append(_table(schema) if schema.get("properties") else f"It is {_type(schema)}.")
    return "\n\n".join(part for part in parts if part)


def _table(schema: Schema) -> str:
    required = schema.get("required", [])
    rows = (_row(name, field, name in required) for name, field in schema["properties"].items())
    return "\n".join([_HEAD, *rows])


def _row(name: str, field: Schema, is_required: bool) -> str:
    called = f"`{name}`" if is_required else f"`{name}` (optional)"
    return f"| {called} | {_type(field)} | {_cell(field.get('description', ''))} |"


def _type(schema: Schema) -> str:
    """The type of a value in words, with links to the objects."""
    return " or ".join(dict.fromkeys(_types(schema)))


def _types(schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        name = _short(schema["$ref"].rsplit("/", 1)[-1])
        yield f"[{name}](#{name.lower()})"
    elif "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from _types(one)
    elif "enum" in schema or "const" in schema:
        yield from (f"`{_cell(json.dumps(value))}`" for value in schema.get("enum", [schema.get("const")]))
    elif schema.get("type") == "array":
        yield f"list of {_type(schema.get('items', {}))}"
    elif isinstance(schema.get("additionalProperties"), dict):
        yield f"object of {_type(schema['additionalProperties'])}"
    else:
        yield schema.get("type", "anything")


def _short(name: str) -> str:
    return name.removesuffix("Model")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")
