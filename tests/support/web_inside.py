"""The web application with the models in this very process and no firmware: for many requests in a short time."""

import asyncio
import contextlib
import json
import tempfile

from tapete_host import api
from tapete_host.sim.control_port import ControlPort
from tapete_host.sim.server import Server
from tapete_host.sim.world import World
from tapete_host.web_link import ModelError
from tapete_host.web_table import Table


class Sock:
    """A socket of which only what is sent is kept."""

    def __init__(self):
        self.sent: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(data)


@contextlib.contextmanager
def model():
    """The model process's server, its clock stopped, and a control port of it that nobody is connected to."""
    with tempfile.TemporaryDirectory(prefix="tp") as folder:
        server = Server(folder + "/d", folder + "/c", World(seed=1), 0.0)
        try:
            yield server, ControlPort(Sock(), server)
        finally:
            server.close()


class Link:
    """What web_link.ModelLink is, without a socket."""

    alive = True

    def __init__(self, server: Server, port: ControlPort):
        self.server = server
        self.port = port

    async def ask(self, cmd: str, **arguments) -> dict:
        """As ModelLink.ask."""
        self.port._line(json.dumps({"id": 1, "cmd": cmd, **arguments}).encode())
        self.server._missing_since = None  # no firmware will come, which a step would wait for
        self.server._catch_up()
        reply = json.loads(self.port.sock.sent.pop())
        if "error" in reply:
            raise ModelError(reply["error"])
        return reply


class Process:
    """A firmware that is never there."""

    running = False
    prompt = starts_for_ever = False
    lives = 0
    last_lines: list[str] = []

    def drain(self) -> None:
        """Nothing was printed."""

    def start(self) -> None:
        """Nothing starts."""

    async def stop(self) -> None:
        """Nothing to stop."""


class Inside:
    """Requests to a table in this process: `ask` gives what a client would get."""

    def __init__(self, server: Server, port: ControlPort):
        self.table = Table(Link(server, port), Process(), lambda: "")
        self.app = api.application(self.table)
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self.table.look())

    def ask(self, method: str, path: bytes, body: bytes, headers: list | None = None) -> tuple[int, bytes]:
        """(status, body) of one request; whatever the application raises is raised here."""
        return self.loop.run_until_complete(self._ask(method, path, body, headers or []))

    async def _ask(self, method: str, path: bytes, body: bytes, headers: list) -> tuple[int, bytes]:
        where, _, query = path.partition(b"?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": where.decode("utf-8", "replace"),
            "raw_path": where,
            "query_string": query,
            "root_path": "",
            "headers": [(b"host", b"table"), *headers],
            "server": ("table", 80),
            "client": ("127.0.0.1", 1),
        }
        half = len(body) // 2
        parts = [
            {"type": "http.request", "body": body[:half], "more_body": True},
            {"type": "http.request", "body": body[half:], "more_body": False},
        ]
        got: list[bytes] = []
        status = 0

        async def receive() -> dict:
            return parts.pop(0) if parts else {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                got.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return status, b"".join(got)

    def close(self) -> None:
        """End its loop."""
        self.loop.close()
