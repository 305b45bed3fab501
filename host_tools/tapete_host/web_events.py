"""The numbered stream of what happens at the table, for those who listen and for those who come back."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator

_KEEP = 4000
_PULSE_S = 15


class Events:
    """A ring of numbered events. Numbers go on from 1 as long as this server runs."""

    def __init__(self) -> None:
        self.last = 0
        self._ring: deque[tuple[int, str, dict]] = deque(maxlen=_KEEP)
        self._news = asyncio.Event()
        self.closed = False

    def emit(self, kind: str, data: dict) -> int:
        """Something happened -> its number."""
        self.last += 1
        self._ring.append((self.last, kind, data))
        self._wake()
        return self.last

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def close(self) -> None:
        """Let every listener go."""
        self.closed = True
        self._wake()

    def since(self, number: int) -> list[tuple[int, str, dict]]:
        """The events after that number which are still known."""
        return [event for event in self._ring if event[0] > number]

    def complete(self, number: int) -> bool:
        """Whether nothing after that number has been forgotten (or was never ours)."""
        if number > self.last:
            return False
        return number == self.last or bool(self._ring) and self._ring[0][0] <= number + 1

    async def wait(self, seconds: float) -> bool:
        """Until something happens, at most that long -> whether it did."""
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
            return True
        except TimeoutError:
            return False

    def follow(self, number: int | None) -> AsyncIterator[str]:
        """Server-sent events after `number` (None: from this call on), for ever.

        Where the ring does not reach back that far, a `reset` comes first: read everything anew.
        """
        return self._follow(self.last if number is None else number)

    async def _follow(self, at: int) -> AsyncIterator[str]:
        yield "retry: 1000\n\n"
        if not self.complete(at):
            at = self.last
            yield _frame(at, "reset", {})
        while not self.closed:
            news = self._news
            for number, kind, data in self.since(at):
                at = number
                yield _frame(number, kind, data)
            try:
                await asyncio.wait_for(news.wait(), _PULSE_S)
            except TimeoutError:
                yield ": still here\n\n"


def _frame(number: int, kind: str, data: dict) -> str:
    return f"id: {number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
