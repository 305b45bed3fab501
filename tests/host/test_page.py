"""The page in a real browser, on the three real processes: a whole round by dragging cards; touch, keys, words."""

import os
import pathlib
import signal

import pytest

from support.page_hands import CHROMIUM, Hands, browser
from support.web_host import Table
from tapete_host.sim.people import FOREIGN
from tapete_host.web_acta import Acta
from tapete_host.web_dealer import Dealer
from tapete_host.web_player import keys_for

SEED = 45  # of a deal in which all of the round's scenes can happen
SPEED = 2
ZONES = {1: (0, -38), 2: (38, 0), 3: (0, 38), 4: (-38, 0)}

pytestmark = pytest.mark.skipif(
    not pathlib.Path(CHROMIUM).exists(), reason="no chromium here (apt-get install chromium)"
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("page") / "profile", SPEED, "--lang", "en")
    yield made
    made.close()


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


class Round:
    """One round played by four people who know their hands; the scenes happen at the first chance."""

    def __init__(self, hands: Hands, table: Table):
        self.hands = hands
        self.table = table
        self.dealer = Dealer()
        self.scenes = {"refused": False, "undo": False, "cante": False, "swap": False}
        self.tricks = 0

    def acta(self) -> Acta:
        made = Acta()
        made.load(self.table.request("GET", "/api/acta")[2].decode())
        assert not made.puzzle
        return made

    def open(self) -> None:
        """Set the match up, deal, show the trump."""
        hands, page = self.hands, self.hands.page
        hands.wait("s.screen.kind === 'new_match' && s.question")
        hands.press("ok")
        hands.wait("s.screen.kind === 'deal'")
        page.click("#deal")
        state = hands.wait("s.hands && s.dealt")
        self.dealer.deal(self.acta(), SEED, state["dealt"]["dealer"])
        assert state["hands"]["1"] == self.held(self.acta())[1]
        hands.shot("page-deal")
        trump = self.dealer.trump
        hands.lay(trump, 0, 0)
        hands.wait("s.screen.kind === 'deal' && s.screen.texts.some(t => t.includes('?'))")
        hands.press("ok")
        hands.wait("s.phase === 'play'")
        hands.take(trump)

    def held(self, acta: Acta) -> dict:
        return self.dealer.held(acta, [])

    def play(self) -> None:
        """To the end of the round."""
        for _ in range(60):
            acta = self.acta()
            if acta.phase == "round_over":
                return
            if acta.phase == "window":
                self.window(acta)
                acta = self.acta()
            self.one_card(acta)

    def one_card(self, acta: Acta) -> None:
        seat, card = self.dealer.choice(acta, [])
        if not self.scenes["refused"]:
            self.refused(acta, seat)
        second = acta.phase == "play" and self.tricks == 1
        self.lay(card, seat)
        if second and not self.scenes["undo"]:
            self.undo(card, seat)

    def lay(self, card: str, seat: int) -> None:
        """Drag a card from its hand to its seat's outline; it is in the acta."""
        hands = self.hands
        hands.lay(card, *ZONES[seat])
        state = hands.wait("s.answer && s.answer.ok && s.answer.event === a", f"play {card} {seat}")
        if len(self.acta().tricks()) > self.tricks:
            self.complete([laid["card"] for laid in state["mat"]])

    def complete(self, lying: list[str]) -> None:
        """The trick's cards are taken: the first ones by hand, the others by the page's button."""
        assert len(lying) == 4
        self.tricks += 1
        if self.tricks == 1:
            self.hands.shot("page-trick")
            for card in lying:
                self.hands.take(card)
        else:
            self.hands.page.click("#collect")
            self.hands.wait("s.mat.length === 0")

    def refused(self, acta: Acta, seat: int) -> None:
        """A card that is seen to be a renuncio: it is refused, shown in red, taken back."""
        wrong = [c for c in self.held(acta)[seat] if acta.referee.check(f"play {c} {seat}") == "renuncio"]
        if not wrong:
            return
        card, hands = wrong[0], self.hands
        hands.lay(card, *ZONES[seat])
        hands.wait("s.refused_card === a && s.screen.kind === 'refused'", card)
        hands.page.wait_for_selector(f'[data-card="{card}"].refused')
        hands.page.wait_for_selector("#lines li.refused")
        assert "must" in hands.page.locator("#lines li.refused .refused-mark").inner_text()
        hands.rest()
        hands.shot("page-refused")
        hands.take(card)
        # the card came from that hand
        hands.wait("s.answer.ok && s.answer.event.startsWith(a)", f"show {seat} {card}")
        assert self.acta().round_events()[-1][:3] == ["show", str(seat), card]
        self.scenes["refused"] = True

    def undo(self, card: str, seat: int) -> None:
        """UNDO takes the last play back; the card is lifted and laid again."""
        hands = self.hands
        hands.press("deshacer")
        hands.wait("s.turn === a && !s.table.some(l => l.seat === a)", seat)
        hands.page.wait_for_selector("#lines li.undo")
        hands.take(card)
        hands.noticed()
        self.lay(card, seat)
        self.scenes["undo"] = True

    def window(self, acta: Acta) -> None:
        winner = acta.referee.turn
        if not self.scenes["cante"]:
            for seat, event, cards in self.dealer.songs(acta, []):
                if (seat - winner) % 4 == 2:
                    self.sing(seat, event, cards)
                    return
        if not self.scenes["swap"]:
            self.swap(acta)

    def sing(self, seat: int, event: str, cards: list[str]) -> None:
        """The winner's partner sings: CANTE, then king and knight side by side, then whose it is."""
        hands = self.hands
        hands.press("cante")
        hands.wait("s.question && s.question.startsWith('cante')")
        for card, x in zip(cards, (-30, 30)):
            hands.drag(card, x, 20)
        self.whose(seat, event)
        hands.rest()
        hands.shot("page-cante")
        hands.page.click("#collect")
        hands.wait("s.mat.length === 0")
        self.scenes["cante"] = True

    def swap(self, acta: Acta) -> None:
        trump = acta.summary()["trump"]
        for seat, held in self.held(acta).items():
            for card in ("7" + trump, "2" + trump):
                event = f"swap {card} {seat}"
                if card in held and seat != self.dealer.dealer and acta.referee.check(event) is None:
                    self.hands.press("cambio")
                    before = self.hands.wait("s.question && s.question.startsWith('swap')")["upcard"]
                    self.hands.lay(card, 0, 0)
                    self.whose(seat, event)
                    self.hands.wait("s.upcard === a", card)
                    self.hands.take(card)
                    self.hands.wait(f"s.hands[{seat}].includes(a)", before)
                    self.scenes["swap"] = True
                    return

    def whose(self, seat: int, event: str) -> None:
        """Answer the panel's question by the name, if it asks; the event is in the acta."""
        hands = self.hands
        answered = "(s.answer && s.answer.event === a[0])"
        asked = "(s.question && s.question.includes('_seat') && s.screen.texts.length)"
        state = hands.wait(f"{answered} || {asked}", [event])
        if state["answer"]["event"] != event:
            texts = state["screen"]["texts"]
            keys = keys_for(texts, f"Player {seat}")
            assert keys, " | ".join([state["question"], *texts])
            for key in keys:
                hands.press(key)
                other = "(s.screen.texts.length && s.screen.texts.join() !== a[1].join())"
                texts = hands.wait(f"{answered} || {other}", [event, texts])["screen"]["texts"]
        hands.wait("s.answer.ok && s.answer.event === a", event)


def test_a_whole_round_by_dragging_cards(table, chromium):
    """With a cante by the partner of the trick's winner, one swap, one refused card and one undo."""
    page = chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    hands = Hands(page, f"{table.address}?lang=en&seed={SEED}")
    played = Round(hands, table)
    played.open()
    played.play()
    assert played.scenes == dict.fromkeys(played.scenes, True)
    ended = hands.wait("s.screen.kind === 'count' && s.answer.round")["answer"]["round"]
    hands.rest()
    hands.shot("page-count")
    acta = played.acta()
    assert ended["by"] == "points" and sum(acta.referee.games) == 1
    assert sum(1 for words in acta.round_events() if words[0] == "play") == 40
    assert hands.lines(len(table.acta())) == table.acta()
    assert hands.errors == [] and hands.foreign == []
    assert hands.state["trouble"] is None
    page.close()


def deal_and_open(hands: Hands) -> dict:
    """A new hand by the page's own buttons, its trump shown by keys of the device; the state with its turn."""
    page = hands.page
    page.click("#deal")
    hands.wait("s.dealt && s.hands")
    page.click("#play-card")
    return hands.wait("s.phase === 'play' && s.mat.length === 0 && s.turn && s.hands")


def tap(page, selector: str) -> None:
    page.locator(selector).first.tap()


def touch_drag(page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger goes from here to there."""
    wire = page.context.new_cdp_session(page)

    def send(kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", start)
    for i in range(1, 6):
        send("touchMove", tuple(a + (b - a) * i / 5 for a, b in zip(start, end)))
    send("touchEnd", None)


def test_a_phone_in_spanish_taps_and_drags(table, chromium):
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = context.new_page()
    hands = Hands(page, f"{table.address}?lang=es&seed=7")
    start_match(hands)
    assert page.inner_text("#deal") == "Repartir"
    state = deal_and_open(hands)
    first = state["turn"]
    now_says(page, f"Sale Jugador {first}.")
    # the hand in turn is the open one; a tap lays its card before its player
    card = state["hands"][str(first)][2]
    at = hands.point(card)
    page.touchscreen.tap(*at)
    state = hands.wait("s.table.length === 1 && s.table[0].card === a", card)
    (laid,) = state["mat"]
    assert (laid["card"], laid["x"], laid["y"]) == (card, *ZONES[first])
    # a finger drags the next one
    second = state["turn"]
    now_says(page, f"Juega Jugador {second}.")
    card = hands.legal(table, state, second)
    touch_drag(page, hands.point(card), hands.place(*ZONES[second]))
    state = hands.wait("s.table.length === 2 && s.table[1].card === a", card)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hands.rest()
    hands.shot("page-phone", full_page=True)
    # a tap on a card of the mat lifts it; another hand opens by its name plate
    tap(page, f'.plate[data-seat="{first}"]')
    other = state["hands"][str(first)][0]
    page.wait_for_function("c => document.querySelector(`[data-card='${c}']`).offsetWidth > 55", arg=other)
    assert hands.errors == [] and hands.foreign == []
    context.close()


def now_says(page, words: str) -> None:
    """Until the page's sentence for the people at the table has these words."""
    page.wait_for_function("w => document.querySelector('#now').textContent.includes(w)", arg=words)


def start_match(hands: Hands) -> None:
    """A match that is set up, whatever has been played before."""
    if hands.wait("s.screen.kind && s.screen.kind !== 'splash'")["screen"]["kind"] == "new_match":
        hands.press("ok")
    hands.wait("s.screen.kind !== 'new_match'")


def in_a_round(hands: Hands) -> dict:
    """A round in which cards are played, whatever has been played before."""
    start_match(hands)
    state = hands.fresh()
    return state if state["phase"] in ("play", "window") else deal_and_open(hands)


def test_the_keyboard_is_enough(table, chromium):
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    hands = Hands(page, f"{table.address}?lang=en")
    state = in_a_round(hands)
    keys = page.keyboard
    focus = "document.activeElement.dataset.card || ''"
    before = len(state["table"])
    turn = state["turn"]
    keys.press(str(turn))
    cards = [page.evaluate(focus)]
    for _ in range(2):
        keys.press("ArrowRight" if turn % 2 else "ArrowDown")
        cards.append(page.evaluate(focus))
    assert len(set(cards)) == 3 and set(cards) <= set(state["hands"][str(turn)])
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.endswith(f", in the hand of Player {turn}") and " of " in label
    ring = page.evaluate("getComputedStyle(document.activeElement.querySelector('.face')).boxShadow")
    assert "255, 226, 154" in ring
    wanted = hands.legal(table, state, turn)
    for _ in range(12):
        if page.evaluate(focus) == wanted:
            break
        keys.press("ArrowRight" if turn % 2 else "ArrowDown")
    keys.press("Enter")
    hands.wait("s.answer.event === a", f"play {wanted} {turn}")
    keys.press("d")
    hands.wait("s.table.length === a", before)
    page.locator(f'[data-card="{wanted}"]').focus()
    page.wait_for_function("document.activeElement.getAttribute('aria-label').endsWith(', on the mat')")
    keys.press("Enter")
    hands.wait("!s.mat.some(l => l.card === a)", wanted)
    hands.noticed()
    keys.press("n")
    hands.wait("s.table.length > a || s.phase === 'window'", before)
    nameless = page.evaluate(
        "[...document.querySelectorAll('button, select, a')].filter(e => !e.disabled && e.offsetParent &&"
        " !(e.getAttribute('aria-label') || e.textContent.trim())).length"
    )
    assert nameless == 0
    assert hands.errors == []
    page.close()


_WATCH = """name => {
  const card = document.querySelector(`[data-card="${name}"]`);
  window.seen = [];
  new MutationObserver(() => seen.push(card.className)).observe(card, {attributeFilter: ["class"]});
}"""


def test_a_laid_card_stays_while_the_page_knows_only_an_older_state(table, chromium):
    """A state read before the server's answer does not have the card: with it the card would jump back to its hand."""
    page = chromium.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    hands = Hands(page, f"{table.address}?lang=en")
    state = in_a_round(hands)
    turn = state["turn"]
    card = hands.legal(table, state, turn)
    kept: list = []
    passing: list = []
    page.route("**/api/state", lambda route: route.continue_() if passing else kept.append(route))
    page.evaluate(_WATCH, card)
    with page.expect_response("**/api/mat") as answer:
        hands.drag(card, *ZONES[turn])
    assert answer.value.ok
    page.evaluate("fetch('/api/acta').then(r => r.text())")  # by then the page has had its answer
    assert "on-mat" in page.locator(f'[data-card="{card}"]').get_attribute("class")
    passing.append(True)
    for request in kept:
        request.continue_()
    hands.wait("s.answer.event === a", f"play {card} {turn}")
    seen = page.evaluate("seen")
    first = next(n for n, kind in enumerate(seen) if "on-mat" in kind)
    assert all("on-mat" in kind for kind in seen[first:]), seen
    assert hands.errors == []
    page.close()


def test_what_is_no_card_is_laid_told_and_taken_away(table, chromium):
    """A travel card with a tag: by the button, by its key, dragged, tapped."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    hands = Hands(page, f"{table.address}?lang=en")
    state = in_a_round(hands)
    lines = len(table.acta())
    page.click("#trouble summary")
    page.locator("#foreign").focus()
    page.keyboard.press("Enter")
    state = hands.wait(
        f"s.mat.some(l => l.card === '{FOREIGN}') && s.question && s.question.startsWith('foreign')"
    )
    tag = page.locator(f'[data-card="{FOREIGN}"]')
    assert tag.get_attribute("aria-label") == "a travel card, on the mat"
    page.wait_for_selector('#foreign[aria-pressed="true"]')
    hands.wait("s.screen.texts.join().includes('not of this deck')")
    hands.rest()
    hands.shot("page-foreign")
    hands.drag(FOREIGN, -60, -60)
    hands.wait(f"s.mat.some(l => l.card === '{FOREIGN}' && l.x < -50)")
    page.click("#foreign")
    hands.wait("s.mat.length === a && !s.question", len(state["mat"]) - 1)
    page.wait_for_selector(f'[data-card="{FOREIGN}"]', state="detached")
    page.keyboard.press("f")
    hands.wait(f"s.mat.some(l => l.card === '{FOREIGN}') && s.question && s.question.startsWith('foreign')")
    page.click("#lang")
    assert tag.get_attribute("aria-label") == "un bono de autobús, en el tapete"
    page.mouse.click(*hands.point(FOREIGN))  # a tap takes it up
    hands.wait("s.mat.length === a && !s.question", len(state["mat"]) - 1)
    assert len(table.acta()) == lines
    assert hands.errors == []
    page.close()


def test_the_words_change_with_the_language(table, chromium):
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    hands = Hands(page, f"{table.address}?lang=en")
    assert (
        page.inner_text("#collect") == "Collect the trick"
        and page.evaluate("document.documentElement.lang") == "en"
    )
    page.click("#lang")
    assert (
        page.inner_text("#collect") == "Recoger la baza"
        and page.evaluate("document.documentElement.lang") == "es"
    )
    assert page.locator("#lines li").first.inner_text().startswith("1")
    assert "Empieza la partida" in page.locator("#lines li").first.inner_text()
    page.click("#help-open")
    assert "Repartir" in page.inner_text("#help-text")
    page.keyboard.press("Escape")
    assert hands.errors == []
    page.close()


def test_trouble_is_made_by_name_with_its_arguments_and_ended(table, chromium):
    """The drawer on a phone and by the keyboard: a fault with an argument, one that happens once, all off."""
    page = chromium.new_page(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, reduced_motion="reduce"
    )
    hands = Hands(page, f"{table.address}?lang=en")
    hands.wait("s.power && s.screen.kind && s.screen.kind !== 'splash'")
    known = page.evaluate("fetch('/api/faults').then(r => r.json())")["faults"]
    drawer = page.locator("#trouble > summary")
    drawer.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("n => document.querySelectorAll('[data-fault]').length === n", arg=len(known))
    assert (
        page.locator("#faults-on").inner_text() == "Nothing is broken."
        and page.locator("#faults-off").is_disabled()
    )
    page.fill("#fault-reader_slow-us", "90")
    page.locator('[data-fault="reader_slow"]').focus()
    page.keyboard.press(" ")
    hands.wait("s.faults.on.reader_slow && s.faults.on.reader_slow.us === 90")
    page.wait_for_selector('[data-fault="reader_slow"][aria-pressed="true"]')
    page.click('[data-group="cards"] summary')
    page.click('[data-fault="weak"]')
    hands.wait("s.faults.active.join() === 'reader_slow,weak'")
    page.click('[data-fault="reader_brownout"]')  # it happens once: nothing stays on
    page.wait_for_function("document.querySelectorAll('[data-on]').length === 2")
    assert page.locator('[data-on="reader_slow"]').inner_text().startswith("BUSY falls late (µs 90)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sides = page.evaluate(
        "[...document.querySelectorAll('#trouble button, #trouble input, #trouble select')].filter(e => e.offsetParent)"
        ".filter(e => { const b = e.getBoundingClientRect(); return b.right > innerWidth || b.height < 44; }).length"
    )
    assert sides == 0
    drawer.evaluate("e => e.scrollIntoView({block: 'start'})")
    hands.shot("page-drawer")
    page.click('[data-on="weak"]')
    hands.wait("s.faults.active.join() === 'reader_slow'")
    page.click("#faults-off")
    hands.wait("s.faults.active.length === 0")
    page.click("#lang")
    assert page.locator("#faults-on").inner_text() == "Nada está roto."
    assert page.locator('[data-fault="weak"]').inner_text() == "El campo es débil"
    unnamed = [
        name for name in known if page.locator(f'[data-fault="{name}"]').text_content() == known[name]["text"]
    ]
    assert unnamed == []
    page.wait_for_selector('#health li[data-state="working"]')
    assert hands.errors == []
    page.close()


def test_power_faults_and_a_dead_process_are_said(table, chromium):
    """The last test of this table."""
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    hands = Hands(page, f"{table.address}?lang=en")
    before = hands.fresh()
    page.click("#power")
    hands.wait("!s.power && !s.firmware.running")
    page.wait_for_selector('#power[aria-checked="false"]')
    page.wait_for_function("document.querySelector('#now').textContent === 'The device is switched off.'")
    page.click("#power")
    after = hands.wait("s.power && s.firmware.running && s.screen.kind && s.screen.kind !== 'splash'")
    assert after["points"] == before["points"] and after["turn"] == before["turn"]
    page.click("#trouble summary")
    page.click('[data-fault="reader_dead"]')
    hands.wait("s.screen.kind === 'trouble'")
    page.wait_for_selector('[data-fault="reader_dead"][aria-pressed="true"]')
    hands.rest()
    hands.shot("page-trouble")
    page.click('[data-fault="reader_dead"]')
    hands.wait("s.screen.kind !== 'trouble'")
    model = next(
        pid for pid in table.children() if "sim.server" in pathlib.Path(f"/proc/{pid}/cmdline").read_text()
    )
    os.kill(model, signal.SIGKILL)
    page.wait_for_selector("#alarm:not([hidden])")
    assert "has stopped" in page.inner_text("#alarm")
    status, _, data = table.request("POST", "/api/mat", b'{"lay": ["AO"]}')
    assert status == 503 and b"error" in data
    page.close()
