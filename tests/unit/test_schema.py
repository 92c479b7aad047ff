"""The published schemas are current, and quidpro's own output keeps to them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from quidpro.checker.explicit import certify
from quidpro.core.budget import Budget
from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.verdict.explicit.certificate_json import certificate_fields, read_certificates, write_certificates
from quidpro.verdict.explicit.evidence import Assumption
from quidpro.verdict.schema import SCHEMAS, main, schema_text
from tests.unit.certify_samples import A_GOOD, LTS, certificate, channel, pair
from tests.unit.report_samples import ALL, to_json

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


def validate(data: object, name: str) -> None:
    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(json.dumps(data)), schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_current(name):
    text = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert text == schema_text(name), "run: python -m quidpro.verdict.schema"


def test_the_module_writes_both_files(tmp_path):
    main(str(tmp_path))
    assert {p.name for p in tmp_path.iterdir()} == {"verdict.schema.json", "certificate.schema.json"}


@pytest.mark.slow
@pytest.mark.parametrize("make", ALL)
def test_every_result_keeps_to_the_schema(make):
    validate(to_json(make()), "verdict")


@pytest.mark.slow
def test_many_results_keep_to_the_schema():
    out = to_json(*(make() for make in ALL))
    validate(out, "verdict")
    with pytest.raises(jsonschema.ValidationError):
        validate({**out, "verdict": "maybe"}, "verdict")


@pytest.mark.parametrize("cert", [certificate(channel()), pair()])
def test_certificates_keep_to_the_schema(cert):
    validate(certificate_fields(cert), "certificate")
    validate([certificate_fields(cert)] * 2, "certificate")


def test_a_certificate_is_read_back_as_it_was():
    odd = LTS.from_arrays(["z", "a"], 3, [2, 1], [1, 2], [0, 2], initial=2, end=0, state_names=["x", "y", "z"])
    cert = pair(odd)
    again = read_certificates(Source("c.json", write_certificates([cert])))[0]
    assert again == cert
    assert again.assumptions[0].lts.state_names == odd.state_names


def test_a_certificate_from_a_file_certifies():
    again = read_certificates(Source("c.json", write_certificates([pair()])))[0]
    assert again.assumptions == (Assumption("A", A_GOOD, ("Output",)),)
    assert certify(again, channel(), Budget()).ok


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.pop("rule"), "this is no certificate of quidpro: rule is missing"),
        (lambda d: d.update(version=2), "version"),
        (lambda d: d.update(format="x"), "format"),
        (lambda d: d.update(kind="magic"), "kind"),
        (lambda d: d.update(extra=1), "extra"),
        (lambda d: d.update(groups=[1]), "groups.0"),
        (lambda d: d.update(digests={"a": 1}), "digests.a"),
        (lambda d: d["assumptions"][0]["lts"].update(states=1), "assumptions[0].lts.transitions[0]"),
        (lambda d: d["assumptions"][0].pop("lts"), "assumptions.0.lts"),
    ],
)
def test_damaged_certificates_are_refused(damage, message):
    data = certificate_fields(pair())
    damage(data)
    with pytest.raises(InputError) as caught:
        read_certificates(Source("c.json", json.dumps(data)))
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "3", "{"])
def test_what_is_no_certificate_is_refused(text):
    with pytest.raises(InputError):
        read_certificates(Source("c.json", text))
