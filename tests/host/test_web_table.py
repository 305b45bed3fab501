"""What /api/state shows is one moment's: the firmware's words wait for a look at the model that is later."""

import asyncio
import json

from tapete_host.web_link import ModelGone
from tapete_host.web_table import Table

HEAD = [
    "acta 1 acta 1",
    "acta 2 rules online-pairs",
    "acta 3 deal 4 6C",
    'answer 3 {"line": 3, "event": "deal 4 6C", "ok": true, "turn": 1}',
]
PLAYED = [
    "acta 4 play 5O 1",
    'answer 4 {"line": 4, "event": "play 5O 1", "ok": true, "turn": 2}',
    "screen trick | 5O",
]
LAID = {"card": "5O", "x": 0, "y": 38}


class Wire:
    """The model: tells its state as it was when it was asked, after a while in which other things happen."""

    def __init__(self):
        self.mat = []
        self.meanwhile = lambda: None
        self.gone = False
        self.alive = True
        self.more = {}

    async def ask(self, cmd, **more):
        told = {"now_ms": 0, "mat": list(self.mat), "panel": {}, "power": True, **self.more}
        await asyncio.sleep(0)
        self.meanwhile()
        if self.gone:
            raise ModelGone("it has ended")
        return told


class Process:
    """The firmware: lines in a pipe, read when somebody looks."""

    def __init__(self):
        self.pipe = []
        self.running = True
        self.prompt = self.starts_for_ever = False
        self.lives = 1
        self.last_lines = []

    def drain(self):
        pipe, self.pipe = self.pipe, []
        for line in pipe:
            self.on_line(line)

    def end(self, code):
        """As the process's end does: what is left in the pipe, then the code."""
        self.running = False
        self.drain()
        self.on_end(code)


def table(flash=""):
    wire, process = Wire(), Process()
    return wire, process, Table(wire, process, lambda: flash)


def test_a_card_is_in_the_acta_only_with_the_mat_on_which_it_lies():
    async def story():
        wire, process, made = table()
        process.pipe = list(HEAD)
        await made.look()

        def laid_and_read():  # between the model's answer and the web server's next step
            wire.mat = [LAID]
            process.pipe = list(PLAYED)
            process.drain()
            assert made.state()["table"] == []

        wire.meanwhile = laid_and_read
        await made.look()
        state = made.state()
        assert (state["table"], state["mat"], state["acta_lines"]) == ([], [], 3)
        wire.meanwhile = lambda: None
        seen = made.events.last
        await made.look()
        state = made.state()
        assert state["table"] == [{"seat": 1, "card": "5O"}] and state["mat"] == [LAID]
        assert state["answer"]["event"] == "play 5O 1" and state["turn"] == 2
        kinds = [kind for _, kind, _ in made.events.since(seen)]
        assert kinds == ["mat", "acta", "screen"]  # the cause is told before the effect
        assert state["last_event"] == made.events.last

    asyncio.run(story())


def test_news_of_the_firmware_makes_the_server_look_at_once(monkeypatch):
    monkeypatch.setattr("tapete_host.web_table.POLL_S", 600)

    async def story():
        wire, process, made = table()
        watch = asyncio.create_task(made._watch())
        await asyncio.sleep(0.05)
        process.pipe = list(HEAD)
        process.drain()
        async with asyncio.timeout(60):
            while len(made.acta.lines) < 3:
                await asyncio.sleep(0.01)
        watch.cancel()

    asyncio.run(story())


def test_a_fault_of_the_server_is_said_and_the_table_goes_on(monkeypatch, capsys):
    monkeypatch.setattr("tapete_host.web_table.POLL_S", 0.001)

    async def story():
        _, process, made = table()
        take, made.records.take = made.records.take, None
        watch = asyncio.create_task(made._watch())
        process.pipe = HEAD[:1]
        async with asyncio.timeout(60):
            while not made.trouble:
                await asyncio.sleep(0.01)
            made.records.take = take
            process.pipe = list(HEAD)
            while made.acta.phase != "play":
                await asyncio.sleep(0.01)
        watch.cancel()
        assert "fault" in made.trouble and "TypeError" in made.trouble

    asyncio.run(story())
    assert "Traceback" in capsys.readouterr().err


def test_a_firmware_that_cannot_be_started_is_said():
    async def story():
        _, process, made = table()
        process.pipe = list(HEAD)
        process.start = lambda: int("no such program")
        process.end(-9)
        await made.look()
        async with asyncio.timeout(60):
            while not made.trouble:
                await asyncio.sleep(0.01)
        assert "cannot be started" in made.trouble and made.state()["firmware"]["code"] == -9

    asyncio.run(story())


def test_lost_records_are_read_from_the_flash_in_their_place():
    flash = "acta 1\nrules online-pairs\ndeal 4 6C\nplay 5O 1\nplay 4O 2\n"

    async def story():
        _, process, made = table(flash)
        process.pipe = [*HEAD, "note lost 2", "acta 5 play 4O 2", "note the end"]
        await made.look()
        assert made.acta.text() == flash and not made.acta.puzzle
        assert made.records.notes == ["lost 2", "the end"]
        assert [kind for _, kind, _ in made.events.since(0)].count("reset") == 1

    asyncio.run(story())


def test_the_last_words_of_a_life_come_before_its_end():
    async def story():
        wire, process, made = table()
        process.pipe = list(HEAD)
        await made.look()
        process.pipe = list(PLAYED)
        process.end(3)
        assert made.state()["firmware"]["running"] is False
        wire.gone = True
        await asyncio.wait_for(made._watch(), 60)  # the model has gone too: what was told is not lost
        assert made.state()["table"] == [{"seat": 1, "card": "5O"}]
        assert made.records.kind is None
        assert [data.get("code") for _, kind, data in made.events.since(0) if kind == "power"] == [3]
        assert "has stopped" in made.trouble
        json.dumps(made.state())

    asyncio.run(story())


def test_a_sleeping_device_is_left_alone_and_started_when_it_wakes(monkeypatch):
    async def story():
        wire, process, made = table()
        started = []
        monkeypatch.setattr(process, "start", lambda: started.append(made.now_ms), raising=False)
        process.pipe = [*HEAD, "screen trick | 5O", "note battery low: 3450 mV"]
        await made.look()
        wire.more = {"asleep": True}
        for look in range(8):  # each look at the mat is a life
            process.running = True
            process.end(-9)
            await made.look()
            await asyncio.sleep(0)
            assert not started and made.state()["asleep"] and not made.trouble, look
        assert made.state()["screen"]["kind"] == "trick", "the glass stays as it is"
        assert made.state()["health"]["battery"] == "low"
        wire.more = {"now_ms": 5000, "cause": 4}
        await made.look()
        for _ in range(5):
            await asyncio.sleep(0)
        assert started == [5000]
        process.running = True
        process.pipe = ["note resets: brownout 2 watchdog 1"]
        await made.look()
        state = made.state()
        assert state["resets"] == {"brownout": 2, "watchdog": 1}
        assert state["screen"]["kind"] is None and "battery" not in state["health"], "a start forgets"

    asyncio.run(story())
