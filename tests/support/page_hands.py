"""A person at the page: drags and taps cards in a real browser, presses buttons, and waits for what comes of it."""

import contextlib
import pathlib
import time

from playwright.sync_api import TimeoutError as TimeoutError_
from playwright.sync_api import sync_playwright

from tapete_host.web_acta import Acta
from tapete_host.web_dealer import Dealer

CHROMIUM = "/usr/bin/chromium"
REPORTS = pathlib.Path(__file__).resolve().parents[2] / "reports"
WAIT_MS = 60_000  # only a table that has failed waits so long, also on a machine with other things to do
SWEEP_MS = 3_000
REST_MS = 1500
POLL_MS = 40  # at every frame would keep the browser drawing for nothing

# A point of the card that nothing lies over, so that a real pointer would take this card; the nearest to the
# card's top left corner, where the others leave it free.
_FREE_POINT = """name => {
  const card = document.querySelector(`[data-card="${name}"]`);
  const box = card.getBoundingClientRect();
  for (let j = 1; j < 16; j += 1) for (let i = 1; i < 16; i += 1) {
    const x = box.left + box.width * i / 16, y = box.top + box.height * j / 16;
    const top = document.elementFromPoint(x, y);
    if (top && top.closest("[data-card]") === card) return [x, y];
  }
  return null;
}"""
_TOLD = "phase turn table mat answer question screen power firmware now_ms trouble notes".split()
_STILL = """name => document.querySelector(`[data-card="${name}"]`).getAnimations().length === 0"""


@contextlib.contextmanager
def browser():
    """Debian's chromium, without a window."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"],
        )
        try:
            yield made
        finally:
            made.close()


class Hands:
    """Hands on one page of one table."""

    def __init__(self, page, address: str):
        self.page = page
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        page.on("request", lambda asked: asked.url.startswith("http") and self._asked(asked.url, address))
        page.goto(address)
        self.wait("true")

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith(address.split("?")[0]):
            self.foreign.append(url)

    @property
    def state(self) -> dict:
        """What the page knows of the table at this moment; the next look may find another."""
        return self.page.evaluate("tapete.state")

    def wait(self, condition: str, argument=None) -> dict:
        """Until a JavaScript expression over `s` (the state) and `a` is true -> the state for which it was.

        What a test goes on with must be in the condition, or in the state returned if it belongs to the same
        moment; a second look is at another moment.
        """
        code = "a => { const s = window.tapete && tapete.state; return s && (" + condition + ") ? s : null; }"
        try:
            return self.page.wait_for_function(code, arg=argument, polling=POLL_MS).json_value()
        except TimeoutError_:
            s = self.state or {}
            about = {key: s.get(key) for key in _TOLD}
            said = f"waited {WAIT_MS} ms for {condition} (a = {argument!r}) at {about}"
            self.shot("page-failed")
            raise AssertionError(said) from None

    def fresh(self) -> dict:
        """Until the page's state is no older than this moment -> that state."""
        number = self.page.evaluate("fetch('/api/state').then(r => r.json()).then(s => s.last_event)")
        return self.wait("s.last_event >= a", number)

    def rest(self) -> None:
        """Until the panel has drawn all there is to draw: no picture begins for a while of the table's own time."""
        since = None
        end = time.monotonic() + WAIT_MS / 1000
        while True:
            assert time.monotonic() < end, "the panel does not come to rest"
            now = self.page.evaluate("fetch('/api/state').then(r => r.json())")
            seen = (now["screen"]["seq"], now["screen"]["busy"])
            if since is None or seen != since[0] or now["screen"]["busy"]:
                since = (seen, now["now_ms"])
            elif now["now_ms"] - since[1] > REST_MS:
                break
            self.page.wait_for_timeout(POLL_MS)
        self.fresh()

    def noticed(self) -> None:
        """Until the device must have found out what was lifted: its slowest sweep comes every two seconds of the
        table's own time, which a busy computer stretches."""
        asked = "fetch('/api/state').then(r => r.json()).then(s => s.now_ms)"
        until = self.page.evaluate(asked) + SWEEP_MS
        end = time.monotonic() + WAIT_MS / 1000
        while self.page.evaluate(asked) < until:
            assert time.monotonic() < end, "the table's clock stands still"
            self.page.wait_for_timeout(POLL_MS)

    def lines(self, count: int) -> list[str]:
        """The acta on the page once it has so many lines: the raw text of every line that stands."""
        lines = "#lines li:not(.refused) .raw"
        code = "([lines, count]) => document.querySelectorAll(lines).length === count"
        self.page.wait_for_function(code, arg=[lines, count])
        return self.page.locator(lines).all_text_contents()

    def press(self, name: str, ms: int = 60) -> None:
        """Hold a button of the device down for that long."""
        self.page.locator(f'[data-key="{name}"]').click(delay=ms)

    # -- cards

    def legal(self, table, state: dict, seat: int) -> str:
        """A card that seat holds in that state of the page and that the rules allow now."""
        acta = Acta()
        acta.load(table.request("GET", "/api/acta")[2].decode())
        return Dealer().legal(acta, state["hands"][str(seat)])[0]

    def point(self, card: str) -> tuple[float, float]:
        """A point of the screen at which a pointer takes this card."""
        self.page.evaluate("document.querySelector('#table').scrollIntoView({block: 'nearest'})")
        self.page.wait_for_function(_STILL, arg=card, polling=POLL_MS)
        try:
            return tuple(self.page.wait_for_function(_FREE_POINT, arg=card, polling=POLL_MS).json_value())
        except TimeoutError_:
            self.shot("page-failed")
            raise AssertionError(f"{card} is hidden on the page") from None

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where on the screen a place of the mat is (mm)."""
        box = self.page.locator("#mat").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return middle[0] + x * box["width"] / 200, middle[1] - y * box["height"] / 200

    def drag(self, card: str, x: float, y: float) -> None:
        """Take a card by a free corner and let it go with its middle at that place of the mat (mm)."""
        at = self.point(card)
        box = self.page.locator(f'[data-card="{card}"]').bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        to = self.place(x, y)
        mouse = self.page.mouse
        mouse.move(*at)
        mouse.down()
        mouse.move(at[0] + 9, at[1] + 4)
        mouse.move(to[0] + at[0] - middle[0], to[1] + at[1] - middle[1], steps=4)
        mouse.up()

    def lay(self, card: str, x: float, y: float) -> None:
        """Drag a card to the mat, and see it lie there."""
        self.drag(card, x, y)
        self.wait("s.mat.some(l => l.card === a)", card)

    def take(self, card: str) -> None:
        """Drag a card off the mat."""
        at = self.point(card)
        box = self.page.locator("#mat").bounding_box()
        mouse = self.page.mouse
        mouse.move(*at)
        mouse.down()
        mouse.move(at[0] + 9, at[1] + 4)
        mouse.move(box["x"] - 30, box["y"] + box["height"] + 8, steps=4)
        mouse.up()
        self.wait("!s.mat.some(l => l.card === a)", card)

    def shot(self, name: str, **more) -> None:
        """A picture of the page in reports/, once everything on it lies still."""
        self.page.wait_for_function("!document.getAnimations().some(a => a.playState === 'running')")
        REPORTS.mkdir(exist_ok=True)
        self.page.screenshot(path=REPORTS / f"{name}.png", **more)
