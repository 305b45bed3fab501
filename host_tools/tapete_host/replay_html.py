"""A match as one page that needs nothing else: cards, points over time, findings with their witnesses (jinja2).

The cards are those of the virtual table's page, kept as `page/cards.svg`.
"""

import functools
from pathlib import Path

import jinja2
from markupsafe import Markup

from tapete_host import replay_chart
from tapete_host.replay_story import TRICK, Block, Moment, Round, Story
from tapete_host.tell import Teller
from tapete_host.tell_table import PLACES
from tute import acta
from tute.cards import RANKS, SUITS, card_name

HERE = Path(__file__).parent
CARDS = HERE / "page/cards.svg"
TEMPLATES = HERE / "replay_page"


def page(story: Story, lang: str, name: str) -> str:
    """The page of a story in this language; `name` is what the file is called."""
    teller = Teller(lang, story.names)
    view = _View(story, teller)
    return _template("match.html.j2").render(
        view=view,
        story=story,
        teller=teller,
        say=teller.say,
        lang=lang,
        name=name,
        css=_css(),
        cards=Markup(CARDS.read_text(encoding="utf-8")),
    )


def index(matches: list[tuple[str, Story]], lang: str) -> str:
    """A page that leads to the pages of these matches, given by name."""
    told = [(name, story, Teller(lang, story.names)) for name, story in matches]
    return _template("index.html.j2").render(matches=told, say=Teller(lang).say, lang=lang, css=_css())


def _css() -> Markup:
    return Markup((TEMPLATES / "match.css").read_text(encoding="utf-8"))


@functools.cache
def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(name)


class _View:
    """What the template asks about a story."""

    def __init__(self, story: Story, teller: Teller):
        self.story = story
        self.teller = teller
        self.places = PLACES[story.rules.players if story.rules else 4]

    def title(self) -> str:
        return self.teller.against(self.story) if self.story.rules else "acta"

    def told(self, block: Block, round_: Round):
        """The moments of a block, each with its sentences."""
        return self.teller.moments(block.moments, self.story, round_.upcard[1:])

    def opening(self, round_: Round) -> list[Block]:
        """What happened before the first trick."""
        return [block for block in self._groups(round_)[0] if block.moments]

    def tricks(self, round_: Round) -> list[tuple[Block, list[Block]]]:
        """Every trick with what happened between it and the next."""
        return [(group[0], group[1:]) for group in self._groups(round_)[1:]]

    def _groups(self, round_: Round) -> list[list[Block]]:
        groups: list[list[Block]] = [[]]
        for block in round_.blocks:
            if block.kind == TRICK:
                groups.append([block])
            else:
                groups[-1].append(block)
        return groups

    def seats(self, block: Block) -> list[dict]:
        """Who sits where at a trick: seat, name, place, card (or none), order in which it was laid."""
        laid = dict(block.cards)
        order = [seat for seat, _ in block.cards]
        return [
            {
                "name": self.teller.who(seat),
                "place": place,
                "card": laid.get(seat),
                "order": order.index(seat) + 1 if seat in laid else 0,
                "won": seat == block.winner,
            }
            for seat, place in self.places.items()
        ]

    def pictured(self, moment: Moment, round_: Round) -> list[str]:
        """The cards that a moment shows, beside those laid to the trick."""
        if not moment.ok:
            return []
        kind, _, arg, _ = moment.event
        if kind == acta.CANTE:
            return _cante_cards(arg, round_.upcard[1:])
        if kind == acta.SWAP:
            return [card_name(arg), moment.card]
        if kind in (acta.SHOW, acta.HAND):
            return [card_name(card) for card in arg]
        return [card_name(arg)] if kind == acta.DEAL else []

    def findings(self, status: str) -> list[dict]:
        """All findings of the match, proven or suspected: round, sentence, the card laid, the witnesses."""
        found = []
        for round_ in self.story.rounds:
            for block in round_.blocks:
                for moment in block.moments:
                    for finding in (moment.answer or {}).get("renuncios", ()):
                        if finding["status"] != status:
                            continue
                        laid = finding["card"] if finding["duty"] != ["cante"] else ""
                        found.append(
                            {
                                "round": round_.number,
                                "text": self.teller.finding(finding, self.story, round_.upcard[1:]),
                                "laid": laid,
                                "witnesses": finding["witnesses"],
                            }
                        )
        return found

    def chart(self, round_: Round) -> Markup:
        """Points over time as inline SVG."""
        return Markup(replay_chart.chart(round_, self.story, self.teller))

    def key(self, side: str) -> Markup:
        """The mark of a side in the charts."""
        return Markup(replay_chart.key(self.story.sides.index(side)))

    def games(self, round_: Round) -> dict[str, int]:
        return {side: n for side, n in (round_.match or {}).items() if side != "winner"}

    def calls(self, round_: Round, side: str) -> str:
        named = [self.teller.named_cante(call, round_.upcard[1:]) for call in round_.calls.get(side, ())]
        return ", ".join(named)

    def trump(self, round_: Round) -> str:
        return self.teller.suit(round_.upcard[1:]) if round_.upcard else ""


def _cante_cards(call: int, trump: str) -> list[str]:
    """The cards of a declaration."""
    if call >= acta.CANTE_TUTE:
        return [RANKS[call - acta.CANTE_TUTE] + suit for suit in SUITS]
    suit = trump if call == acta.CANTE_40 else SUITS[call]
    return ["R" + suit, "C" + suit]
