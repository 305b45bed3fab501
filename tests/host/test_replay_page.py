"""`tapete replay --html`: the page in a real browser. It asks the network for nothing, draws every card, can be read by
everyone, on a phone, in the dark and on paper."""

import pathlib
import re

import pytest

from support import draw_cards, golden_accounts
from support.page_hands import CHROMIUM, browser
from tapete_host import cli, replay_html
from tapete_host.replay_story import read_story

pytestmark = pytest.mark.skipif(
    not pathlib.Path(CHROMIUM).exists(), reason="no chromium here (apt-get install chromium)"
)
EXAMPLE = golden_accounts.ROOT / "host_tools/examples/partida.acta"

# What people need who do not see the page, or not its colours; each returns the elements at fault.
_UNNAMED = """() => [...document.querySelectorAll("svg, nav, section, img, a")].filter((e) => !(
    e.closest("[aria-hidden=true]") || e.ariaLabel || e.textContent.trim() || e.getAttribute("aria-labelledby")
  )).map((e) => e.outerHTML.slice(0, 80))"""
_TWICE = """() => { const all = [...document.querySelectorAll("[id]")].map((e) => e.id);
  return all.filter((id, i) => all.indexOf(id) !== i); }"""
_UNDRAWN = """() => [...document.querySelectorAll("[data-card]")].filter((e) => {
    const use = e.querySelector("use"), box = use.getBBox();
    return !document.querySelector(use.getAttribute("href")) || box.width < 40 || box.height < 60;
  }).map((e) => e.dataset.card)"""
_PALE = """() => {
  const rgb = (text) => { const n = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color(") ? n.map((v, i) => (i < 3 ? v * 255 : v)) : n; };
  const light = ([r, g, b]) => { const f = (v) => (v /= 255, v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const behind = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] === 1) return c; } return [255, 255, 255]; };
  const found = new Set();
  for (const e of document.querySelectorAll("h1, h2, h3, p, li, td, th, header span, .who, footer")) {
    if (!e.textContent.trim() || e.querySelector("p, li, td")) continue;
    const a = light(rgb(getComputedStyle(e).color)), b = light(behind(e));
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) found.add(`${e.tagName}.${e.className}`);
  }
  return [...found];
}"""


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


class Page:
    """A page of a match, opened from its file."""

    def __init__(self, chromium, file: pathlib.Path, **how):
        self.page = chromium.new_page(**how)
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text))
        self.page.on("request", lambda asked: self.asked.append(asked.url))
        self.page.goto(file.as_uri())


@pytest.fixture(scope="module", params=["en", "es"])
def file(request, tmp_path_factory):
    made = tmp_path_factory.mktemp("page") / f"{request.param}.html"
    assert cli.run(["replay", "--lang", request.param, "--html", str(made), str(EXAMPLE)]) == 0
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_whole_and_can_be_read(chromium, file, scheme):
    seen = Page(chromium, file, viewport={"width": 1200, "height": 900}, color_scheme=scheme)
    page = seen.page
    assert not seen.wrong and [url for url in seen.asked if not url.startswith("data:")] == [file.as_uri()]
    assert page.evaluate("document.documentElement.lang") == file.stem
    cards = page.locator("article .seat [data-card]")
    story = read_story(EXAMPLE.read_bytes())
    assert cards.count() == sum(len(block.cards) for round_ in story.rounds for block in round_.tricks)
    for faults in (_UNDRAWN, _UNNAMED, _TWICE, _PALE):
        assert page.evaluate(faults) == []
    assert page.locator("svg.chart").count() == len(story.rounds)
    assert page.locator(".found li").count() == story.findings == 2
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map((e) => Number(e.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    page.close()


def test_the_winning_card_is_framed_and_its_name_told(chromium, file):
    page = Page(chromium, file).page
    first = page.locator("article.trick").first
    assert first.locator(".seat.won").count() == 1
    assert first.locator(".seat.won [data-card]").get_attribute("data-card") == "3C"
    label = {"en": "three of cups", "es": "tres de copas"}[file.stem]
    assert first.get_by_role("img", name=label).count() == 1
    page.close()


def test_a_phone_shows_it_without_scrolling_sideways(chromium, file):
    page = Page(chromium, file, viewport={"width": 360, "height": 740}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    seat = page.locator("article .seat.left .who").first.bounding_box()
    assert seat["x"] >= 0 and seat["x"] + seat["width"] <= 360
    page.close()


def test_on_paper_no_trick_is_torn_and_the_ink_is_black(chromium, file):
    page = Page(chromium, file, viewport={"width": 794, "height": 1123}).page
    page.emulate_media(media="print", color_scheme="light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.trick')).breakInside") == "avoid"
    assert page.evaluate(_PALE) == []
    page.close()


def test_it_prints_on_few_sheets(chromium, tmp_path):
    acta = tmp_path / "short.acta"
    acta.write_text("\n".join(EXAMPLE.read_text().splitlines()[:56]) + "\n")  # one round
    assert cli.run(["replay", "--lang", "en", "--html", str(tmp_path / "short.html"), str(acta)]) == 0
    page = Page(chromium, tmp_path / "short.html").page
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) < 5
    page.close()


def test_names_are_shown_as_they_are_written(chromium, tmp_path):
    acta = tmp_path / "odd.acta"
    acta.write_text("acta 1\nrules online-pairs\nseat 1 <b>&Ana'\"\ndeal 4 6C\nplay 5O 1\nplay 9O\n")
    target = tmp_path / "odd.html"
    assert cli.run(["replay", "--lang", "en", "--html", str(target), str(acta)]) == 1
    seen = Page(chromium, target)
    assert not seen.wrong and seen.page.locator("b").count() == 0
    assert "<b>&Ana'\"" in seen.page.locator("article .who").first.locator("xpath=../..").inner_text()
    assert "expected a card" in seen.page.locator("main").inner_text()
    seen.page.close()


def test_several_matches_make_a_folder_of_pages(chromium, tmp_path, capsys):
    other = golden_accounts.GOLDEN.parent / "ends/concede.acta"
    twin = tmp_path / "partida.acta"
    twin.write_bytes(EXAMPLE.read_bytes())
    files = [str(EXAMPLE), str(other), str(twin)]
    assert cli.run(["replay", "--lang", "en", "--html", str(tmp_path / "out"), *files]) == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["concede.html", "index.html", "partida-2.html", "partida.html"]
    assert capsys.readouterr().out.count("is written") == 4
    seen = Page(chromium, tmp_path / "out/index.html")
    assert seen.page.locator("tr").count() == 3 and seen.page.evaluate(_PALE) == [] and not seen.wrong
    seen.page.click("text=partida-2")
    assert "Sur and Norte against Este and Oeste" in seen.page.locator("h1").inner_text()
    seen.page.close()
    assert cli.run(["replay", "--html", str(tmp_path), str(EXAMPLE)]) == 2


def test_the_cards_are_those_of_the_virtual_table(chromium):
    assert replay_html.CARDS.read_text() == draw_cards.drawn(chromium), "python -m support.draw_cards"
