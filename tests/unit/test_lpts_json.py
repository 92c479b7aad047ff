"""LPTSs as JSON: what is written is read back, what is wrong is said with its place."""

from __future__ import annotations

import json
from random import Random

import pytest

from quidpro.core.errors import InputError
from quidpro.core.source import Source
from quidpro.frontend.lpts_json import (
    read_lpts_json,
    read_lpts_system_json,
    write_lpts_json,
    write_lpts_system_json,
)
from quidpro.lpts import LPTS
from tests.random_lpts import random_lpts

COIN = LPTS.of(
    [("start", "toss", {"heads": "1/3", "tails": "2/3"}), ("heads", "again", "start")],
    marks={"lucky": ["heads"]},
    alphabet=["never"],
    name="Coin",
)


def source(data):
    return Source("coin.lpts.json", data if isinstance(data, str) else json.dumps(data))


def test_back_and_forth():
    read = read_lpts_json(source(write_lpts_json(COIN)))
    assert read == COIN
    assert (read.name, read.state_names, dict(read.marks)) == ("Coin", COIN.state_names, dict(COIN.marks))


@pytest.mark.parametrize("seed", range(20))
def test_random_ones_back_and_forth(seed):
    lpts = random_lpts(Random(seed))
    assert read_lpts_json(source(write_lpts_json(lpts))) == lpts


def test_systems_back_and_forth():
    parts = {"One": COIN, "Two": COIN.named("Two")}
    read = read_lpts_system_json(source(write_lpts_system_json("both", parts)))
    assert list(read) == ["One", "Two"]
    assert all(part == COIN for part in read.values())


def test_one_lpts_is_a_system_of_one():
    assert list(read_lpts_system_json(source(write_lpts_json(COIN)))) == ["Coin"]


def test_the_file_gives_the_name_that_is_missing():
    data = json.loads(write_lpts_json(COIN))
    del data["name"]
    assert read_lpts_json(source(data)).name == "coin"


def test_decimals_are_exact():
    data = json.loads(write_lpts_json(COIN))
    data["transitions"][0][2] = [[1, "0.1"], [2, "0.9"]]
    assert read_lpts_json(source(data)).distributions.probabilities(0)[1].denominator == 10


def changed(**fields):
    return {**json.loads(write_lpts_json(COIN)), **fields}


WRONG = {
    "this is not JSON": "{",
    "an LPTS is a JSON object": [1],
    "format: this is not version 1 of quidpro-lpts": changed(format="quidpro-lts"),
    "alphabet: must be a list": changed(alphabet=["a", "a"]),
    "states: must be a number": changed(states=0),
    "initial: must be a state from 0 to 2": changed(initial=3),
    "state_names: must be null or a list of 3 strings": changed(state_names=["x"]),
    "marks: must be": changed(marks={"m": [7]}),
    "transitions: must be a list": changed(transitions=None),
    "transitions[0]: must be [from, action": changed(transitions=[[0, "toss"]]),
    "transitions[0]: the action 'x' is not in the alphabet": changed(transitions=[[0, "x", [[1, 1]]]]),
    "transitions[0]: there is no state 9": changed(transitions=[[9, "toss", [[1, 1]]]]),
    "transitions[0]: there is no state 8": changed(transitions=[[0, "toss", [[8, 1]]]]),
    "the probabilities sum to 1/2, not to 1": changed(transitions=[[0, "toss", [[1, "1/2"]]]]),
    "the probabilities sum to 0, not to 1": changed(transitions=[[0, "toss", []]]),
    "0.5 is no probability": changed(transitions=[[0, "toss", [[1, 0.5], [2, 0.5]]]]),
    "'-1/2' is no probability": changed(transitions=[[0, "toss", [[1, "-1/2"], [2, "3/2"]]]]),
    "'1/0' is no probability": changed(transitions=[[0, "toss", [[1, "1/0"]]]]),
    "True is no probability": changed(transitions=[[0, "toss", [[1, True]]]]),
    "a state appears twice": changed(transitions=[[0, "toss", [[1, "1/2"], [1, "1/2"]]]]),
    "components: must be a list of LPTSs": {"components": []},
    "components: each needs a name of its own": {"components": [changed(), changed()]},
    "components[0]: an LPTS is a JSON object": {"components": [3]},
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong(words):
    with pytest.raises(InputError) as caught:
        read_lpts_system_json(source(WRONG[words]))
    assert words in str(caught.value)
