"""The forty cards of `page/js/cards.js` as one SVG file that needs no script: `page/cards.svg`.

Drawn in a browser by `make golden` (python -m support.draw_cards); a test says when the page draws them otherwise.
"""

import pathlib

from support.page_hands import browser
from tapete_host import replay_html

SOURCE = pathlib.Path(replay_html.__file__).parent / "page/js/cards.js"
_DRAW = """source => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return import(address).then((cards) => {
    const inside = (svg) => svg.replace(/^<svg[^>]*>/, "").replace(/<\\/svg>$/, "");
    const symbol = (name) => `<symbol id="card-${name}" viewBox="0 0 62 95">${inside(cards.cardSvg(name))}</symbol>`;
    return [inside(cards.signDefs()), ...cards.ALL.map(symbol)].join("\\n");
  });
}"""


def drawn(chromium) -> str:
    """The text of `page/cards.svg` as cards.js draws it now, in this browser."""
    page = chromium.new_page()
    page.goto("about:blank")
    shapes = page.evaluate(_DRAW, SOURCE.read_text())
    page.close()
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">\n{shapes}\n</svg>\n'


if __name__ == "__main__":
    with browser() as made:
        replay_html.CARDS.write_text(drawn(made))
