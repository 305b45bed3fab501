"""The table as the web server holds it: model and firmware put together, time, power and inputs."""

import asyncio
import contextlib
import pathlib
import time
import traceback
from collections import deque

from tapete_host.sim.people import FOREIGN, FOREIGN14443
from tapete_host.sim.world import DEEPSLEEP_RESET
from tapete_host.web_acta import Acta
from tapete_host.web_checks import BadRequest
from tapete_host.web_dealer import Dealer
from tapete_host.web_events import Events
from tapete_host.web_firmware import Firmware
from tapete_host.web_link import ModelError, ModelGone, ModelLink
from tapete_host.web_mat import Mat
from tapete_host.web_records import Records

POLL_S = 0.05
BURST_S = 0.01  # what the firmware tells within this time is taken in at one look
QUIET_MS = 2200  # so long without sign of life, and nothing more comes: the mat is swept every 2 s
STRIDE_MS = 20  # virtual time between two looks while a step waits for something
CONNECT_S = 60  # real time in which the firmware's process must have connected
_SOUNDS = 40
_LIVES = 5  # so many ends of the firmware within
_LIVES_S = 20  # this time, and it is not started again by itself


class Table:
    """One virtual table. Everything that HTTP calls do goes through here.

    The model (mat, power, panel) and the firmware (acta, answers, screen) are two processes. What the firmware
    tells waits in `_told` until the model has been asked after it: so what /api/state shows is one moment's, and
    no effect is ever seen before its cause, such as a card in the acta that does not lie on the mat yet.
    """

    def __init__(self, link: ModelLink, firmware: Firmware, journal, profile: pathlib.Path | None = None):
        self.link = link
        self.firmware = firmware
        self.journal = journal  # () -> text of the acta on the flash
        self.model_words = lambda: "unknown"  # () -> what the model process said last
        self.acta = Acta()
        self.events = Events()
        self.records = Records(self.acta, self._emit)
        self.dealer = Dealer(profile / "hands.json" if profile else None)
        self.model: dict = {}
        self.sounds: deque[dict] = deque(maxlen=_SOUNDS)
        self.lights: deque[dict] = deque(maxlen=_SOUNDS)
        self.trouble = ""
        self.playing = False
        self.stop_playing = False
        self.known_faults: dict = {}  # as GET /api/faults lists them
        self.faults: dict = {"active": [], "on": {}}
        self._sound_number = 0
        self._sounding = -1
        self._light_number = 0
        self._pictures = 0
        self._stir_ms = 0.0  # virtual time of the last sign of life
        self._ends: deque[float] = deque(maxlen=_LIVES)
        self._code: int | None = None
        self._slept = False  # the device went to deep sleep and has told nothing since
        self._stopping = False
        self._task: asyncio.Task | None = None
        self._looking = asyncio.Lock()
        self._told: deque[str | int] = deque()  # lines of the console, and the code of each end
        self._news = asyncio.Event()
        firmware.on_line = firmware.on_end = self._tell

    # -- life

    async def start(self) -> None:
        """Connect to the model, start the firmware, begin to look."""
        await self.link.connect()
        self.read_journal()
        await self.read_faults()
        await self.look()
        if self.model.get("power", True):
            self.firmware.start()
        self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End the firmware; the model is ended by whoever started it."""
        self._stopping = True
        self.events.close()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            await self.firmware.stop()
        await self.link.close()

    async def _watch(self) -> None:
        """Look at the model again and again, as long as it lives."""
        while True:
            try:
                await self.look()
            except ModelGone as gone:
                last = self.model_words()
                self._take_told(len(self._told))
                self._say_trouble(f"The virtual table has stopped: {gone}. Its last words: {last}")
                return
            except ModelError as error:
                self._say_trouble(f"The model says: {error}")
            except Exception as error:  # a fault of ours must be seen, and must not stop the table
                traceback.print_exc()
                self._say_trouble(f"The web server has a fault: {error!r}")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), POLL_S if self.speed else POLL_S * 5)
            await asyncio.sleep(BURST_S)

    def _say_trouble(self, text: str) -> None:
        if text != self.trouble:
            self.trouble = text
            self._emit("note", {"text": text})

    def _emit(self, kind: str, data: dict) -> None:
        self._stir_ms = self.now_ms
        self.events.emit(kind, data)

    # -- the firmware's process

    def _tell(self, what: str | int) -> None:
        """A line that the firmware has printed, or the code with which it ended: for the next look."""
        self._told.append(what)
        self._news.set()

    def _take_told(self, count: int, flash: str | None = None) -> None:
        """Take in what was told first; `flash` is the acta on the flash, read since, if records were lost."""
        for _ in range(min(count, len(self._told))):
            what = self._told.popleft()
            if isinstance(what, int):
                self._ended(what)
                continue
            if self._slept:
                self._slept = False
                self.records.reset_screen()
            hidden = self.acta.told() != self.acta.lines
            self.records.take(what)
            if hidden and self.acta.told() == self.acta.lines:
                self.events.emit("reset", {})  # the round is over: all is told
            if _loses(what) or self.records.missing:
                self.records.missing = False
                self._load(self._on_flash() if flash is None else flash)
        if not self._told:
            self._news.clear()

    def _ended(self, code: int) -> None:
        self.records.tell()
        asleep = bool(self.model.get("asleep"))
        if self._stopping:
            return
        if asleep or self.model.get("cause") == DEEPSLEEP_RESET:
            self._slept = self._slept or asleep  # the glass stays as it is; a look at the mat tells nothing
        else:
            self._slept = False
            self.records.reset_screen()
            if code and not self.firmware.starts_for_ever:
                self._ends.append(time.monotonic())
        self._code = code
        power = {"on": bool(self.model.get("power")), "running": False, "code": code, "asleep": asleep}
        self._emit("power", power)
        if len(self._ends) == _LIVES and self._ends[-1] - self._ends[0] < _LIVES_S:
            last = next((line for line in reversed(self.firmware.last_lines) if line.strip()), "nothing")
            self._say_trouble(f"The firmware ends again and again (code {code}); it said last: {last}")
            return
        asyncio.get_running_loop().create_task(self._revive())

    async def _revive(self) -> None:
        """Start the firmware again after a reset or out of deep sleep; not after a power cut."""
        try:
            await self.look()
        except (ModelGone, ModelError):
            return  # whoever watches says so
        try:
            off = not self.model.get("power") or self.model.get("asleep")
            if not off and not self._stopping and not self.firmware.running:
                self.read_journal()
                self.firmware.start()
                self._emit("power", {"on": True, "running": self.firmware.running})
        except Exception as error:
            traceback.print_exc()
            self._say_trouble(f"The firmware cannot be started: {error!r}")

    def read_journal(self) -> None:
        """Take the acta from the flash: what was there before the device was started."""
        self._load(self._on_flash())

    def _on_flash(self) -> str | None:
        """The acta on the flash; None, and a note, where it cannot be read."""
        try:
            return self.journal()
        except Exception as error:  # a damaged image must not take the page away
            self._emit("note", {"text": f"The acta on the flash cannot be read: {error}"})
            return None

    def _load(self, text: str | None) -> None:
        """Replace the acta by this one; answers to lines that are the same are kept."""
        if text is None:
            return
        answers = {line.number: (line.text, line.answer) for line in self.acta.lines}
        self.acta.load(text)
        for line in self.acta.lines:
            known, answer = answers.get(line.number, ("", None))
            if known == line.text and answer:
                line.answer = answer
        self.events.emit("reset", {})

    # -- the model

    @property
    def now_ms(self) -> float:
        """Virtual time at the last look."""
        return self.model.get("now_ms", 0)

    @property
    def speed(self) -> float:
        """How fast the clock runs; 0: only in steps."""
        return self.model.get("factor", 1)

    async def look(self) -> dict:
        """Ask the model for its state and tell what has changed; then what the firmware had told before."""
        async with self._looking:
            self.firmware.drain()
            told = len(self._told)
            lost = any(_loses(what) for what in self._told)
            flash = self._on_flash() if lost else None
            new = await self.link.ask(
                "state", sounds_since=self._sound_number, lights_since=self._light_number
            )
            old, self.model = self.model, new
            self._hear(new)
            self._see(new)
            self._changes(old, new)
            self._take_told(told, flash)
            return new

    def _hear(self, new: dict) -> None:
        """Tell each tone twice: when it begins (ms 0, "going") and, with its length, when it has ended."""
        for number, ms, hz, duration in new.get("sounds", []):
            sound = {"n": number, "at_ms": ms, "hz": hz, "ms": duration}
            last = number == new["sounds"][-1][0]
            if last and ms + duration + 3 >= new["now_ms"]:
                if self._sounding != number:
                    self._sounding = number
                    self._emit("sound", {**sound, "ms": 0, "going": True})
                return
            self._sound_number = number + 1
            self.sounds.append(sound)
            self._emit("sound", sound)

    def _see(self, new: dict) -> None:
        """Tell each change of the ring of lights."""
        for number, ms, colours in new.get("lights", []):
            self._light_number = number + 1
            self.lights.append({"n": number, "at_ms": ms, "leds": colours})
            self._emit("light", self.lights[-1])

    def _changes(self, old: dict, new: dict) -> None:
        if old.get("mat") != new.get("mat"):
            self._emit("mat", {"mat": self.mat()})
        was, panel = old.get("panel", {}), new.get("panel", {})
        if was.get("seq") != panel.get("seq") or was.get("busy") != panel.get("busy"):
            # The glass changes while an update runs and is finished when it ends: two pictures to look at.
            self._pictures += 1
            self._emit(
                "panel", {"seq": self._pictures, "update": panel.get("kind"), "busy": panel.get("busy")}
            )
        if panel.get("busy"):
            self._stir_ms = self.now_ms
        for text in new.get("violations", [])[len(old.get("violations", [])) :]:
            self._emit("note", {"text": f"A chip was used against its data sheet: {text}"})
            self.trouble = f"A chip was used against its data sheet: {text}"
        for text in new.get("late", [])[len(old.get("late", [])) :]:
            self._emit("note", {"text": f"What was set for this moment could not be done: {text}"})
        if old and old.get("power") != new.get("power"):
            self._emit("power", {"on": new.get("power"), "running": self.firmware.running})
            if new.get("power") and not self.firmware.running:
                asyncio.get_running_loop().create_task(self._revive())
        if old.get("asleep") and not new.get("asleep"):
            asyncio.get_running_loop().create_task(self._revive())
        if old and old.get("factor") != new.get("factor"):
            self._emit("speed", {"factor": new.get("factor")})
        if old.get("faults") != new.get("faults"):
            on = new.get("faults") or {}
            self.faults = {"active": sorted(on), "on": on}
            self._emit("fault", self.faults)

    async def read_faults(self) -> None:
        """Ask the model which faults there are, and which are on."""
        with contextlib.suppress(ModelError):
            reply = await self.link.ask("faults")
            self.known_faults = reply.get("faults", {})
            self.faults = {"active": reply.get("active", []), "on": reply.get("on", {})}

    def mat(self) -> list[dict]:
        """What lies on the mat: card (or the UID of a foreign tag), place in mm, how well it is heard, and the seat
        over whose antenna it lies where each has one."""
        keys = ("card", "x", "y", "coupling", "seat")
        place = Mat(self.model)
        return [
            {key: laid[key] for key in keys if key in laid} | {"card": laid["card"].upper()}
            for laid in map(place.from_antenna, self.model.get("mat", []))
        ]

    # -- state

    def state(self) -> dict:
        """Everything there is to know about the table now."""
        mat = self.mat()
        panel = self.model.get("panel", {})
        standing = self.dealer.state(self.acta)
        held = self.dealer.held(self.acta, mat)
        dealt = {"dealer": self.dealer.dealer, "trump": self.dealer.trump, "seed": self.dealer.seed}
        state = {
            "now_ms": self.now_ms,
            "speed": self.speed,
            "power": bool(self.model.get("power")),
            "asleep": bool(self.model.get("asleep")),  # in deep sleep; `slept_ms`: how long in all
            "slept_ms": self.model.get("slept_ms", 0),
            "battery_mv": self.model.get("battery_mv"),
            "resets": self.records.resets,
            "firmware": {
                "running": self.firmware.running,
                "prompt": self.firmware.prompt,
                "lives": self.firmware.lives,
                "code": self._code,  # with which it ended last by itself; negative: the signal
            },
            "board": self.model.get("board"),
            **self.acta.summary(),
            "next_dealer": self.next_dealer(),
            "players": self.acta.rules.players,
            "names": {str(seat): self.acta.names.get(seat, "") for seat in (1, 2, 3, 4)},
            "mat": mat,
            "reader": self.model.get("reader"),
            "zones": Mat(self.model).zones(),
            "cards": self.dealer.places(self.acta, mat),
            "owners": self.dealer.owners(self.acta),
            "hands": {str(s): hand for s, hand in held.items()} if standing != "none" else None,
            "dealt": dealt if standing == "dealt" else None,
            "can_deal": standing != "open" and self.acta.phase in ("deal", "round_over"),
            "answer": self.records.last_answer,
            "refused_card": self.refused_card(),
            "screen": {
                "seq": self._pictures,
                "busy": bool(panel.get("busy")),
                "update": panel.get("kind"),
                "kind": self.records.kind,
                "texts": self.records.texts,
            },
            "question": self.records.question,
            "sounds": list(self.sounds),
            "lights": list(self.lights),
            "link": None,
            "health": self.records.health(self.model.get("seats") or 0),
            "faults": self.faults,
            "acta_lines": len(self.acta.lines),
            "last_event": self.events.last,
            "playing": self.playing,
            "notes": self.records.notes[-10:],
            "trouble": self.trouble or None,
        }
        return state

    def next_dealer(self) -> int:
        """Who is to deal: as the panel says where it asks for the trump, else as the acta says."""
        title = self.records.texts[0].upper() if self.records.kind == "deal" and self.records.texts else ""
        for seat in (1, 2, 3, 4):
            if (self.acta.names.get(seat) or str(seat)).upper() in title:
                return seat
        return self.acta.next_dealer

    def refused_card(self) -> str | None:
        """The card of a refused play that still lies on the mat."""
        card = self.records.refused
        return card if any(laid["card"] == card for laid in self.mat()) else None

    # -- inputs

    async def ask(self, cmd: str, **arguments) -> dict:
        """An input for the model; its refusal becomes a BadRequest."""
        try:
            reply = await self.link.ask(cmd, **{k: v for k, v in arguments.items() if v is not None})
        except ModelError as error:
            raise BadRequest(str(error))
        self._stir_ms = max(self._stir_ms, self.now_ms)
        await self.look()
        return reply

    async def move(
        self, lay: list[dict], lift: list[str], at_ms: int | None = None, seat: int | None = None
    ) -> None:
        """Lay and lift cards. Cards without a place are put where the seat that lays them would put them.

        seat: over that seat's antenna, on boards that have one a seat; else BadRequest.
        """
        place = Mat(self.model)
        if seat is not None and not place.own:
            raise BadRequest('This board has one reader for all seats: leave "seat" out.')
        if place.own:  # its readers hear other stickers
            for entry in lay:
                entry["card"] = FOREIGN14443 if entry["card"] == FOREIGN else entry["card"]
            lift = [FOREIGN14443 if card == FOREIGN else card for card in lift]
        if at_ms is None:
            lying = {laid["card"] for laid in self.mat()}
            for card in lift:
                if card not in lying:
                    there = ", ".join(sorted(lying)) or "no cards"
                    raise BadRequest(f"{card} is not on the mat; there lie {there}.")
        place.players = self.acta.rules.players
        taken = [(laid["x"], laid["y"]) for laid in self.mat() if laid["card"] not in lift]
        for entry in lay:
            if seat is not None:
                entry["seat"] = seat
            elif "x" not in entry and place.own:
                entry["seat"] = self._layer(entry["card"]) or 1
            elif "x" not in entry:
                dealing = self.acta.phase in ("deal", "round_over")
                layer = None if dealing else self._layer(entry["card"])
                entry["x"], entry["y"] = place.free_place(layer, taken)
                taken.append((entry["x"], entry["y"]))
        await self.ask("mat", lay=[place.to_antenna(entry) for entry in lay], lift=lift, at_ms=at_ms)

    def _layer(self, card: str) -> int | None:
        """The seat that would lay this card: its owner, else whose turn it is."""
        return self.dealer.owners(self.acta).get(card) or self.acta.summary()["turn"]

    async def press(self, name: str, ms: int = 60, at_ms: int | None = None) -> None:
        """Push a button until the firmware has seen it down that long; at a set moment, exactly that long."""
        await self.ask("button", name=name, ms=ms, at_ms=at_ms, seen=at_ms is None)

    async def power(self, on: bool, at_ms: int | None = None) -> None:
        """Plug the device in or cut its power; the model, the mat and the flash stay."""
        await self.ask("power", on=on, at_ms=at_ms)
        if at_ms is not None:
            return
        if not on:
            await self.firmware.stop()
            await self.look()
        elif not self.firmware.running:
            self._ends.clear()
            self.trouble = ""
            self.read_journal()
            try:
                self.firmware.start()
            except OSError as error:
                self._say_trouble(f"The firmware cannot be started: {error}")
        self._emit("power", {"on": on, "running": self.firmware.running})

    # -- time

    async def until(self, done, limit_ms: float) -> bool:
        """Let virtual time pass until done() is true, at most limit_ms -> whether it came true."""
        end = self.now_ms + limit_ms
        while not done():
            if self.now_ms >= end:
                return False
            if self.events.closed:
                raise ModelGone("the table is being ended")
            if self.speed:
                await self.events.wait(POLL_S)
                if not self.link.alive:
                    raise ModelGone("the model process has ended")
            else:
                await self.stride(min(STRIDE_MS, end - self.now_ms))
        return True

    async def stride(self, ms: float) -> None:
        """At factor 0: move the clock that far and take in what came of it."""
        await self._connected()
        await self.link.ask("step", ms=max(1, int(ms)))
        await self.look()

    async def _connected(self) -> None:
        """A process that is being started must not miss the time that is stepped meanwhile."""
        end = time.monotonic() + CONNECT_S
        while self.firmware.running and not self.model.get("firmware") and time.monotonic() < end:
            await asyncio.sleep(0.01)
            await self.look()

    def quiet(self) -> bool:
        """Whether nothing has stirred for a while and nothing is on its way."""
        still = self.now_ms - self._stir_ms >= QUIET_MS
        return still and not self.model.get("pending") and not self.model.get("panel", {}).get("busy")

    async def step(self, ms: int | None, until: str | None, max_ms: int) -> dict:
        """POST /api/step: move the stopped clock; what was new on the way, and whether the wait came true."""
        if self.speed:
            raise BadRequest('The clock runs by itself; stop it first with POST /api/speed {"factor": 0}.')
        answers, lines, event = len(self.records.answers), len(self.acta.lines), self.events.last
        reached = True
        if until is None:
            end = self.now_ms + ms
            while self.now_ms < end:
                await self.stride(min(500, end - self.now_ms))
        else:
            self._stir_ms = self.now_ms
            marks = {
                "quiet": self.quiet,
                "event": lambda: self.since(event, ("acta", "answer")),
                "screen": lambda: self._drawn(event),
            }
            reached = await self.until(marks[until], max_ms)
        self.records.tell()
        new = [vars(line) for line in self.acta.told()[lines:]]
        return {
            "reached": reached,
            "answers": self.records.answers[answers:],
            "acta": [{"line": line["number"], "text": line["text"]} for line in new],
            "state": self.state(),
        }

    def _drawn(self, number: int) -> bool:
        """Whether the panel has finished a new picture since that event."""
        events = self.events.since(number)
        return any(kind == "panel" and not data["busy"] for _, kind, data in events)

    def since(self, number: int, kinds: tuple[str, ...]) -> bool:
        return any(kind in kinds for _, kind, _ in self.events.since(number))


def _loses(told: str | int) -> bool:
    """Whether the device says there that it had no room for some records."""
    return isinstance(told, str) and told.startswith("note lost ")
