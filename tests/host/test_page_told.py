"""The page for who does not see, or not hear, the table: the account in words and its voice; the ring of lights."""

import pathlib

import pytest

from support.page_hands import CHROMIUM, Hands, browser
from support.web_host import Table

pytestmark = pytest.mark.skipif(
    not pathlib.Path(CHROMIUM).exists(), reason="no chromium here (apt-get install chromium)"
)

# What the browser's voice is given, whether or not this machine has a voice.
VOICE = """window.heard = [];
speechSynthesis.speak = speech => heard.push([speech.lang, speech.text]);
speechSynthesis.cancel = () => heard.push(["", "stop"]);"""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("told") / "profile", 4, "--lang", "en", "--ring", "12")
    yield made
    made.close()


def told(page, words: str) -> None:
    """Until the region that is read out has a sentence with these words."""
    page.wait_for_function(
        "w => [...document.querySelectorAll('#spoken p')].some(p => p.textContent.includes(w))", arg=words
    )


def heard(page, language: str, words: str) -> None:
    """Until the voice was given a sentence with these words, in this language."""
    page.wait_for_function(
        "([l, w]) => heard.some(([lang, text]) => lang === l && text.includes(w))", arg=[language, words]
    )


def lit(page) -> list[int]:
    return page.evaluate(
        "[...document.querySelectorAll('#lights span')].flatMap((s, i) => s.classList.contains('lit') ? [i] : [])"
    )


def test_what_happens_is_told_in_words_spoken_and_lit(table):
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page.add_init_script(VOICE)
        hands = Hands(page, f"{table.address}?lang=en&seed=7")
        hands.wait("s.screen.kind === 'new_match' && s.question")
        told(page, "OK begins the match")
        page.wait_for_function(
            "document.querySelectorAll('#lights .lit').length === 12"
        )  # a question: all of it
        assert page.locator("#spoken").get_attribute("aria-live") == "polite"
        hands.press("ok")
        hands.wait("s.screen.kind === 'deal'")
        page.click("#deal")
        hands.wait("s.hands && s.dealt")
        page.click("#play-card")
        state = hands.wait("s.phase === 'play' && s.mat.length === 0 && s.turn === 1 && s.hands")
        told(page, "are trumps")
        assert page.evaluate("heard") == [], "no voice before it is asked for"
        page.click("#aloud")
        page.wait_for_selector('#aloud[aria-pressed="true"]')
        heard(page, "en", "Player 1 leads.")
        page.wait_for_function(
            "[11, 0, 1].every(i => document.querySelectorAll('#lights span')[i].className === 'lit')"
        )
        assert lit(page) == [0, 1, 11], "the quarter before seat 1, where LED 0 is in the middle"
        led, mat = (page.locator(what).first.bounding_box() for what in ("#lights span", "#mat"))
        at = [(led[k] + led[side] / 2 - mat[k]) / mat[side] for k, side in (("x", "width"), ("y", "height"))]
        assert abs(at[0] - 0.5) < 0.02 and at[1] > 0.9
        card = state["hands"]["1"][0]
        hands.lay(card, 0, -38)
        sentence = page.evaluate("c => tapete.theCard(c)", card).removeprefix("the ")
        heard(page, "en", f"Player 1: {sentence}")
        heard(page, "en", "Player 2 plays.")
        told(page, "Player 2 plays.")
        log = hands.wait("s.lights.length > 1")["lights"]
        assert [one["n"] for one in log] == sorted(one["n"] for one in log) and len(log[-1]["leds"]) == 12
        page.keyboard.press("d")
        page.click("#lang")
        heard(page, "es", "Sale Jugador 1.")
        hands.shot("page-told")
        page.keyboard.press("v")
        page.wait_for_selector('#aloud[aria-pressed="false"]')
        assert page.evaluate("heard.at(-1)[1]") == "stop"
        assert hands.errors == [] and hands.foreign == []
        page.close()
