"""Checks beside other work: right answers several at once, events as they come, nothing goes on when it is over."""

import asyncio
import time

import pytest

import quidpro
from quidpro.core.events import Phase, QuestionsBegun
from tests.processes import family

CHANNEL = "examples/channel/channel.lts"
LOSSY = "examples/channel/channel_lossy.lts"
LONG = "examples/smv/barrel3.smv"
"""Takes longer than anyone waits here."""


def test_several_at_once_have_the_right_answers():
    async def ask():
        return await asyncio.gather(*(quidpro.acheck(path) for path in (CHANNEL, LOSSY, CHANNEL)))

    assert [results.outcome for results in asyncio.run(ask())] == ["holds", "violated", "holds"]


def test_events_come_in_order_and_then_the_results():
    async def ask():
        heard = []
        async with quidpro.checking(LOSSY, property="Order", events=heard.append) as run:
            events = [event async for event in run]
            assert [event async for event in run] == []
            return events, heard, await run

    events, heard, results = asyncio.run(ask())
    assert isinstance(events[0], Phase)
    assert QuestionsBegun(("Order",)) in events
    assert events == heard
    assert results.outcome == "violated"


def test_what_is_wrong_is_raised_where_it_is_awaited():
    async def ask():
        with pytest.raises(quidpro.InputError, match="no file"):
            await quidpro.acheck("nothing.lts")
        async with quidpro.checking(CHANNEL, system="Z") as run:
            assert [event async for event in run]
            with pytest.raises(quidpro.UsageError, match="Z"):
                await run
        async with quidpro.checking("nothing.lts"):
            pass
        with pytest.raises(RuntimeError, match="has not begun"):
            await quidpro.checking(CHANNEL)

    asyncio.run(ask())


async def begun():
    """A check whose workers have been started, and how long the loop had to wait at most meanwhile."""
    task, longest = asyncio.create_task(quidpro.acheck(LONG)), 0.0
    while not family():
        before = time.monotonic()
        await asyncio.sleep(0.01)
        longest = max(longest, time.monotonic() - before)
        assert not task.done()
    return task, longest


@pytest.mark.slow
def test_a_task_that_is_cancelled_leaves_nothing_behind():
    async def ask():
        task, longest = await begun()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return family(), longest

    left, longest = asyncio.run(ask())
    assert left == set()
    assert longest < 5


@pytest.mark.slow
def test_leaving_the_block_ends_the_work():
    async def ask():
        async with quidpro.checking(LONG) as run:
            while not family():
                await asyncio.sleep(0.01)
        assert family() == set()
        return (await run).verdict

    verdict = asyncio.run(ask())
    assert verdict.outcome == "unknown"
    assert "interrupted" in verdict.reason
