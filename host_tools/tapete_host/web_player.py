"""Plays for the people at the virtual table: deals, shows the trump, lays legal cards, sings and collects."""

import random
import re
import time

from tapete_host.web_checks import BadRequest
from tapete_host.web_mat import Mat
from tapete_host.web_table import Table

HEARD_MS = 6000  # a card that has not been taken by then was not read
PATIENCE_S = 4  # real time for the same: the firmware may have to wait for a busy computer
THINK_MS = 350  # people do not lay cards like machines
SEEN_MS = 700  # until the device has noticed that cards are gone
SETTLE_MS = 300  # until all that a button does is done
LOOK_MS = 700  # and look at a complete trick before they take it
PASS_MS = 220  # a dealt card is over the mat for so long
PASSED_MS = 200  # and the next one comes after this time
_OPTION_KEYS = ("ok", "cante", "cambio")  # the buttons of a question with up to three answers
_GESTURES = 400  # more than any round needs


def keys_for(texts: list[str], wanted: str) -> list[str]:
    """The buttons that choose the option ending in `wanted` on a question's screen; [] if there is none.

    Up to three options are numbered and have a button each (`1 Ana`); longer lists have a mark (`> Ana`) that
    CANTE moves up and CAMBIO down.
    """
    marked = next((i for i, text in enumerate(texts) if text.startswith("> ")), None)
    for i, text in enumerate(texts):
        if not text.endswith(wanted):
            continue
        option = re.match(r"([123]) ", text)
        if option and marked is None:
            return [_OPTION_KEYS[int(option[1]) - 1]]
        if marked is not None and i >= marked:
            return ["cambio"] * (i - marked) + ["ok"]
    return []


class CannotPlay(Exception):
    """Nothing can be laid now; the text says why."""


class Player:
    """The hands of all players, moved by the honest dealer. Every move is a card on the mat or a button."""

    def __init__(self, table: Table):
        self.table = table

    def deal(self, seed: int | None = None, dealer: int | None = None) -> dict:
        """Deal a new hand to everyone; raises BadRequest while a round is being played."""
        table = self.table
        if table.dealer.state(table.acta) == "open":
            raise BadRequest("A round is being played: it must end before the next deal.")
        if table.acta.phase == "match_over":
            raise BadRequest("The match is over: begin a new one with the buttons first.")
        if dealer and dealer > table.acta.rules.players:
            raise BadRequest(f"Seat {dealer} cannot deal: {table.acta.rules.players} play.")
        seed = random.randrange(1 << 31) if seed is None else seed
        table.dealer.deal(table.acta, seed, dealer or table.next_dealer())
        table._emit("hands", {"dealer": table.dealer.dealer, "trump": table.dealer.trump, "seed": seed})
        hands = {str(seat): cards for seat, cards in table.dealer.hands.items()}
        return {"seed": seed, "dealer": table.dealer.dealer, "trump": table.dealer.trump, "hands": hands}

    async def scan(self, seed: int | None = None, dealer: int | None = None) -> dict:
        """Deal, and pass each card over the mat on its way -> as deal(), and whether the device took the scan."""
        table = self.table
        if table.playing:
            raise CannotPlay('The round is being played already; stop it with {"what": "stop"}.')
        table.playing, table.stop_playing = True, False
        try:
            self._ready()
            await self._setup([])
            return await self._scan(self.deal(seed, dealer))
        finally:
            table.playing = False

    async def _scan(self, dealt: dict) -> dict:
        table = self.table
        if dealt["dealer"] != table.next_dealer():
            raise BadRequest(
                f"The panel says that another than seat {dealt['dealer']} deals: CAMBIO changes that."
            )
        await self._clear([])
        await self._press("cante", [])
        asked = table.records.question or ""
        if not asked.startswith("scan_"):
            raise CannotPlay("The device does not begin to scan the deal.")
        numbers = [int(number) for number in re.findall(r"\d+", asked)]
        packet = numbers[3] if asked.startswith("scan_passing") else len(dealt["hands"]["1"])
        for seat, card in table.dealer.order(packet):
            await self._pass(seat, card)
            if table.stop_playing or not (table.records.question or "").startswith("scan_"):
                break
        await self._heard(lambda: not table.records.question)
        hands = [seat for seat, cards in dealt["hands"].items() if cards]
        scanned = [words for _, words in table.acta.events[-len(hands) :] if words[0] == "hand"]
        return {**dealt, "scanned": len(scanned) == len(hands)}

    async def _pass(self, seat: int, card: str) -> None:
        """A card passes over the mat, face down."""
        table = self.table
        await table.move([{"card": card}], [], None, seat if Mat(table.model).own else None)
        await self._pause(PASS_MS)
        await table.move([], [card])
        await self._pause(PASSED_MS)

    async def _draw(self) -> None:
        """Where the deal was scanned two players pass what they draw over the mat too."""
        acta = self.table.acta
        if acta.phase == "window" and acta.referee.owed and acta.scanned:
            for seat, card in self.table.dealer.drawn(acta):
                await self._pass(seat, card)
            await self._pause(SEEN_MS)

    async def card(self) -> dict:
        """The next thing that brings the round one card further -> what was done."""
        self._ready()
        done: list[str] = []
        await self._setup(done)
        if self.table.dealer.state(self.table.acta) != "open":
            await self._open_round(done)
        else:
            await self._clear(done)
            await self._draw()
            await self._lay(done)
        return {"did": done}

    async def round(self) -> dict:
        """Play on until the round is over, or until stop_playing is set -> what was done."""
        table = self.table
        if table.playing:
            raise CannotPlay('The round is being played already; stop it with {"what": "stop"}.')
        table.playing, table.stop_playing = True, False
        done: list[str] = []
        try:
            self._ready()
            await self._setup(done)
            if table.dealer.state(table.acta) != "open":
                await self._open_round(done)
            for _ in range(_GESTURES):
                if table.stop_playing or table.acta.phase in ("round_over", "match_over"):
                    break
                await self._one(done)
            await self._clear(done)
        finally:
            table.playing = False
        return {"did": done, "phase": table.acta.phase}

    async def _one(self, done: list[str]) -> None:
        table = self.table
        if table.records.question:
            await self._answer(done)
        elif table.refused_card():
            await self._clear(done)
        elif table.acta.phase == "window" and await self._sing(done):
            return
        else:
            await self._clear(done)
            await self._draw()
            await self._lay(done)
            await self._pause(THINK_MS)

    def _ready(self) -> None:
        if not self.table.model.get("power"):
            raise CannotPlay("The device is switched off.")
        if self.table.trouble:
            raise CannotPlay(self.table.trouble)

    async def _setup(self, done: list[str]) -> None:
        """Wait for a device that is starting, and take its match set-up as it is proposed."""
        table = self.table
        if not await table.until(lambda: table.records.kind not in (None, "splash"), 20_000):
            raise CannotPlay("The device has not shown its first screen yet.")
        for _ in range(30):
            if table.records.kind not in ("new_match", "match_end") and table.acta.phase != "match_over":
                return
            await self._press("ok", done)
        raise CannotPlay("The match could not be set up by pressing OK.")

    def _asked(self, key: str) -> bool:
        return (self.table.records.question or "").startswith(key)

    async def _press(self, name: str, done: list[str]) -> None:
        """Press a button and wait for what comes of it."""
        number = self.table.events.last
        await self.table.press(name)
        done.append(name)
        await self._heard(lambda: self.table.since(number, ("screen", "acta", "question")))
        await self._pause(SETTLE_MS)

    async def _pause(self, ms: float) -> None:
        await self.table.until(lambda: self.table.stop_playing, ms)

    async def _answer(self, done: list[str], seat: int = 0) -> None:
        """Answer what the panel asks: the option that names the seat, if there is one, else what it proposes."""
        await self._heard(lambda: bool(self.table.records.texts))
        name = self.table.acta.names.get(seat) or f" {seat}"
        texts = self.table.records.texts
        keys = keys_for(texts, name) if seat else []
        numbered = [text for text in texts if re.match(r"[123] ", text)]
        if numbered and (self.table.records.question or "").startswith("whose"):
            # After a start, "none of them": what lies there is taken away and laid again.
            keys = keys_for(texts, numbered[-1])
        for key in keys or ["ok"]:
            await self._press(key, done)

    async def _open_round(self, done: list[str]) -> None:
        """Deal if nobody has, and show the trump."""
        table = self.table
        if table.dealer.state(table.acta) == "none":
            self.deal()
            done.append("deal")
        await self._clear(done)
        trump = table.dealer.trump
        rounds = table.acta.deals()
        await table.move([{"card": trump}], [])
        done.append(f"lay {trump}")
        records = table.records
        if not await self._heard(
            lambda: records.kind == "deal" and any("?" in text for text in records.texts)
        ):
            raise CannotPlay(f"The device has not read the trump card, {trump}.")
        await self._press("ok", done)
        if not await self._heard(lambda: table.acta.deals() > rounds):
            raise CannotPlay("The device did not take the trump card.")
        await self._clear(done)

    async def _clear(self, done: list[str]) -> None:
        """Take a complete trick, a shown trump or a refused card off the mat."""
        table = self.table
        keep = {laid["card"] for laid in table.acta.summary()["table"]}
        lying = [laid["card"] for laid in table.mat()]
        lift = [card for card in lying if card not in keep or table.acta.phase != "play"]
        refused = table.refused_card()
        if refused and refused not in lift:
            lift.append(refused)
        if not lift:
            return
        if len(lift) == table.acta.rules.players:
            await self._pause(LOOK_MS)
        await table.move([], lift)
        done.append("lift " + " ".join(lift))
        await self._pause(SEEN_MS)

    async def _lay(self, done: list[str]) -> None:
        table = self.table
        try:
            seat, card = table.dealer.choice(table.acta, table.mat())
        except LookupError as error:
            raise CannotPlay(str(error))
        answer = table.records.last_answer or {}
        if answer.get("ok") is False and answer.get("event") == f"play {card} {seat}":
            raise CannotPlay(f"The device refuses {card} of seat {seat}: {answer.get('refused')}.")
        number = table.events.last
        await table.move([{"card": card}], [])
        done.append(f"lay {card}")
        if not await self._heard(lambda: table.since(number, ("acta", "answer", "question"))):
            raise CannotPlay(f"The device has not read {card}, laid by seat {seat}.")

    async def _sing(self, done: list[str]) -> bool:
        """Sing the best cante that a member of the winning side holds -> whether one was sung."""
        table = self.table
        songs = table.dealer.songs(table.acta, table.mat())
        if not songs:
            return False
        seat, _, cards = songs[0]
        await self._clear(done)
        await self._draw()
        lines = len(table.acta.lines)
        await self._press("cante", done)
        await table.move([{"card": card} for card in cards], [])
        done.append("lay " + " ".join(cards))
        for _ in range(4):
            if not await self._heard(lambda: len(table.acta.lines) > lines or self._asked("cante_"), 3000):
                break
            if len(table.acta.lines) > lines:
                break
            if not (table.records.question or "").startswith("cante"):
                break
            await self._answer(done, seat)
        await self._clear(done)
        if len(table.acta.lines) == lines:
            raise CannotPlay("The device did not take the cante of " + " ".join(cards) + ".")
        return True

    async def _heard(self, sign, ms: float = HEARD_MS) -> bool:
        """Whether the sign came within so many ms of the table; where its clock runs fast, within real seconds too."""
        end = time.monotonic() + PATIENCE_S
        while not await self.table.until(lambda: self.table.stop_playing or sign(), ms):
            if not self.table.speed or time.monotonic() > end:
                return False
        return True
