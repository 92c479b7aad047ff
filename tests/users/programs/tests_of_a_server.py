"""A user's tests: a model beside a program, checked whenever the tests run."""

import pytest

from quidpro import Results
from quidpro.pytest_plugin import Quidpro
from quidpro.verdict.verdict import AnyVerdict

SERVER = "examples/client_server/client_server.lts"


def test_clients_exclude_each_other(quidpro: Quidpro) -> None:
    quidpro.check(SERVER, property="MUTEX").expect("holds")


def test_a_forgetful_server_is_noticed(quidpro: Quidpro) -> None:
    results = quidpro.check(SERVER, system="BROKEN", property="MUTEX").expect("violated")
    assert results.trace.visible[-1] == "c.2.grant"


def test_a_single_client_never_cancels_twice(quidpro: Quidpro) -> None:
    client = quidpro.LTS.of([(0, "request", 1), (1, "grant", 2), (2, "cancel", 0)])
    once = quidpro.LTS.of([(0, "grant", 1), (1, "cancel", 0)])
    quidpro.check(quidpro.assemble("ALONE", {"CLIENT": client}, {"ONCE": once})).expect("holds")


@pytest.mark.quidpro(SERVER, constants={"N": 4})
def test_server(quidpro_answer: Results[AnyVerdict]) -> None:
    assert quidpro_answer[0].verdict.certified
    quidpro_answer.expect("holds")
