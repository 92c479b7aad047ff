"""Two checks beside each other, of which one takes too long and is cancelled."""

import asyncio

import psutil

import quidpro
from quidpro.core.events import Event


async def first_events(path: str, count: int) -> list[Event]:
    """The first events of a check, which is given up then."""
    found: list[Event] = []
    async with quidpro.checking(path) as run:
        async for event in run:
            found.append(event)
            if len(found) == count:
                break
    return found


async def main() -> None:
    endless = asyncio.create_task(quidpro.acheck("examples/smv/barrel3.smv"))
    results = await quidpro.acheck("examples/channel/channel_lossy.lts", property="Order")
    print(results.outcome, results.trace.visible)
    endless.cancel()
    try:
        await endless
    except asyncio.CancelledError:
        print("cancelled, and", len(psutil.Process().children(recursive=True)), "processes are left")
    print(len(await first_events("examples/philosophers.lts", 3)))


if __name__ == "__main__":
    asyncio.run(main())
