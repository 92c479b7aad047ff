"""Events are replayed from a number, of passing ones only the latest, and never more than fits."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from quidpro.studio.log import Log


async def _lines(log: Log, first: int) -> list[dict[str, Any]]:
    return [json.loads(line) async for line in log.follow(first)]


def read(log: Log, first: int = 0) -> list[dict[str, Any]]:
    return asyncio.run(_lines(log, first))


def test_a_log_is_replayed_from_any_number():
    log = Log()
    for number in range(5):
        log.add({"type": "row", "value": number})
    log.close()
    assert [event["n"] for event in read(log)] == [0, 1, 2, 3, 4]
    assert [event["value"] for event in read(log, 3)] == [3, 4]
    assert read(log, 9) == []


def test_of_what_passes_only_the_latest_is_kept():
    log = Log()
    for number in range(3):
        log.add({"type": "progress", "value": number})
        log.add({"type": "queued", "place": number})
    log.close()
    assert [(event["n"], event["type"]) for event in read(log)] == [(4, "progress"), (5, "queued")]


def test_rounds_are_let_go_before_answers():
    log = Log(most=4000)
    log.add({"type": "result", "text": "r" * 500})
    for number in range(100):
        log.add({"type": "round", "view": f"{number}" * 50})
    log.add({"type": "done"})
    log.close()
    kept = read(log)
    assert kept[0]["type"] == "result"
    assert kept[-1]["type"] == "done"
    assert kept[-2]["n"] == 100
    assert sum(len(json.dumps(event)) for event in kept) <= 4000


def test_those_who_follow_hear_what_comes_later():
    async def both() -> list[int]:
        log, heard = Log(), []

        async def listen() -> None:
            async for line in log.follow(0):
                heard.append(json.loads(line)["n"])

        listening = asyncio.create_task(listen())
        for _ in range(3):
            await asyncio.sleep(0)
            log.add({"type": "row"})
        log.close()
        await listening
        return heard

    assert asyncio.run(both()) == [0, 1, 2]
