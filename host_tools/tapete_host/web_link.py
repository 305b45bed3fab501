"""The web server's control connection to the model process: one JSON line asked, one JSON line answered."""

import asyncio
import json

# A step of ten virtual minutes may take the models a while; anything longer is a model that hangs.
PATIENCE_S = 120
_LINE_BYTES = 1 << 20


class ModelError(Exception):
    """The model refused a request; the text is its own sentence."""


class ModelGone(Exception):
    """The model process does not answer any more."""


class ModelLink:
    """Requests to sim/server.py over its control socket. Requests may overlap; answers are matched by id."""

    def __init__(self, path: str):
        self.path = path
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future] = {}
        self._number = 0
        self._task: asyncio.Task | None = None

    async def connect(self, seconds: float = 60) -> None:
        """Open the connection; raises ModelGone if the socket does not come up in time."""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            try:
                reader, self._writer = await asyncio.open_unix_connection(self.path, limit=_LINE_BYTES)
                break
            except (FileNotFoundError, ConnectionRefusedError):
                if asyncio.get_running_loop().time() > end:
                    raise ModelGone(f"the model process did not open its socket in {seconds:g} s")
                await asyncio.sleep(0.02)
        self._task = asyncio.create_task(self._read(reader))

    @property
    def alive(self) -> bool:
        """Whether the connection stands."""
        return self._task is not None and not self._task.done()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                reply = json.loads(line)
                waiting = self._waiting.pop(reply.get("id"), None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(reply)
        except (OSError, ValueError):
            pass
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ModelGone("the model process has ended"))
            self._waiting.clear()

    async def ask(self, cmd: str, **arguments) -> dict:
        """Send one request and return the answer; raises ModelError (its sentence) or ModelGone."""
        if not self.alive or self._writer is None:
            raise ModelGone("the model process has ended")
        self._number += 1
        number = self._number
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._writer.write(json.dumps({"id": number, "cmd": cmd, **arguments}).encode() + b"\n")
        try:
            await self._writer.drain()
            reply = await asyncio.wait_for(answer, PATIENCE_S)
        except TimeoutError:
            self._waiting.pop(number, None)
            raise ModelGone(f"the model process has not answered {cmd} for {PATIENCE_S} s")
        except OSError:
            raise ModelGone("the model process has ended")
        if reply.get("error"):
            raise ModelError(str(reply["error"]))
        return reply

    async def close(self) -> None:
        """Give the connection back."""
        if self._writer is not None:
            self._writer.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
