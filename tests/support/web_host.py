"""The virtual table for tests: the real launcher with its three processes, and a small HTTP client for it."""

import ctypes
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_S = 180  # real time, on a machine with other things to do; the bounds below too
READY_MS = 20_000


def _end_with_parent() -> None:
    """Let the kernel interrupt the launcher when the tests are killed: nothing must be left running."""
    ctypes.CDLL(None).prctl(1, signal.SIGINT)


class Failed(AssertionError):
    """The table did not do what the test needs."""


class Table:
    """`tapete_host.launch` as a process, from the empty profile `folder` (or one used before), in Spanish if nothing
    else is said (LANG)."""

    LANG: tuple[str, ...] = ("--lang", "es")  # without, the device asks for it at its first start

    def __init__(self, folder: pathlib.Path, speed: float = 0, *more: str):
        self.folder = folder
        lang = () if "--lang" in more else self.LANG
        self.process = subprocess.Popen(
            [*self.command(), "--port", "0", "--profile", str(folder), "--speed", f"{speed:g}", *lang, *more],
            env=self.environment(),
            cwd=folder.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=_end_with_parent,
        )
        self.said: list[str] = []
        self.address = self._address()
        self.host = re.sub(r"^http://|/$", "", self.address)

    def command(self) -> list[str]:
        """The launcher."""
        return [sys.executable, "-m", "tapete_host.launch"]

    def environment(self) -> dict[str, str]:
        """Its environment."""
        return dict(
            os.environ, PYTHONPATH=os.pathsep.join([str(ROOT / "host_tools"), str(ROOT / "firmware")])
        )

    def _address(self) -> str:
        end = time.monotonic() + START_S
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://[\d.]+:\d+/", line)
            if found:
                return found.group()
            if time.monotonic() > end:
                break
        self.close()
        raise Failed("the launcher printed no address:\n" + "".join(self.said))

    # -- HTTP

    def request(self, method: str, path: str, body: bytes | None = None, headers: dict | None = None):
        """(status, headers, bytes) of one request."""
        link = http.client.HTTPConnection(self.host, timeout=180)
        try:
            link.request(method, path, body=body, headers=headers or {})
            reply = link.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            link.close()

    def get(self, path: str) -> dict:
        """The JSON at a path."""
        status, _, data = self.request("GET", path)
        if status != 200:
            raise Failed(f"GET {path} gave {status}: {data!r}")
        return json.loads(data)

    def post(self, path: str, **body) -> dict:
        """The answer to a request that must be taken."""
        status, _, data = self.request("POST", path, json.dumps(body).encode())
        if status != 200:
            raise Failed(f"POST {path} {body} gave {status}: {data!r}")
        return json.loads(data)

    def state(self) -> dict:
        """GET /api/state"""
        return self.get("/api/state")

    def acta(self) -> list[str]:
        """The lines of GET /api/acta without notes."""
        return [line for line in self.request("GET", "/api/acta")[2].decode().splitlines() if line[0] != "@"]

    # -- waiting

    def wait(self, what: str, test, seconds: float = 90):
        """Ask for the state until test(state) is true; fails after that many seconds."""
        end = time.monotonic() + seconds
        while True:
            state = self.state()
            if test(state):
                return state
            if time.monotonic() > end:
                screen = state["screen"]
                raise Failed(f"waited {seconds} s for {what}; screen {screen}, notes {state['notes']}")
            time.sleep(0.03)

    def serial_line(self) -> str:
        """Where the table, started with --pty or --tcp, has said that its serial line is."""
        (line,) = [line for line in self.said if "serial line" in line]
        return line.split()[-1]

    def at_table(self, seconds: float = 90) -> dict:
        """Wait until the app runs and shows something to people."""
        return self.wait(
            "the app",
            lambda s: not s["firmware"]["prompt"] and s["screen"]["kind"] not in (None, "splash"),
            seconds,
        )

    def in_a_match(self, cards: int = 0) -> list[str]:
        """Cards are being played, so many of them by now if the deal was still to come -> the acta's lines."""
        if self.at_table()["screen"]["kind"] == "new_match":
            self.post("/api/button", name="ok")
            self.wait("the deal", lambda s: s["screen"]["kind"] == "deal")
        if self.state()["screen"]["kind"] == "deal":
            self.post("/api/deal", seed=5)
            for _ in range(cards):
                self.post("/api/play", what="card")
        return self.acta()

    def ready(self) -> dict:
        """At factor 0: step until the first real screen is shown and all is quiet."""
        for _ in range(READY_MS // 500):
            self.post("/api/step", ms=500)
            state = self.state()
            if state["screen"]["kind"] not in (None, "splash"):
                return self.post("/api/step", until="quiet")["state"]
        raise Failed(f"no first screen in {READY_MS} ms: {state['screen']}, notes {state['notes']}")

    # -- end

    def children(self) -> list[int]:
        """The numbers of the launcher's child processes."""
        path = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in path.read_text().split()]

    def interrupt(self) -> int:
        """Ctrl-C, and the exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed("the launcher does not end on Ctrl-C")
        self.said += self.process.stdout.readlines()
        return code

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


def alive(pid: int) -> bool:
    """Whether a process is there (zombies are not)."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


class Stream:
    """The events of GET /api/events, read one by one."""

    def __init__(self, table: Table, after: int | None = None):
        self.link = http.client.HTTPConnection(table.host, timeout=120)
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        self.link.request("GET", "/api/events", headers=headers)
        self.reply = self.link.getresponse()

    def next(self) -> dict:
        """The next event: {"id", "event", "data"}; pulses are skipped."""
        found: dict = {}
        while True:
            line = self.reply.readline().decode()
            if not line:
                raise Failed("the stream of events has ended")
            line = line.rstrip("\n")
            if not line and "event" in found:
                return found
            key, _, value = line.partition(": ")
            if key == "id":
                found["id"] = int(value)
            elif key == "event":
                found["event"] = value
            elif key == "data":
                found["data"] = json.loads(value)

    def until(self, kind: str) -> list[dict]:
        """All events up to the first of that kind."""
        found = [self.next()]
        while found[-1]["event"] != kind:
            found.append(self.next())
        return found

    def close(self) -> None:
        """Hang up."""
        self.link.close()
