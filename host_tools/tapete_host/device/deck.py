"""`tapete deck`: deck files (see firmware/tapete/deckfile.py, which checks them here too), on the computer and on a
device."""

import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import click

from tapete import deckfile, decks
from tapete_host.device import DONE, FAILED, DeviceError
from tapete_host.device.board import Board
from tapete_host.tell import Teller, language
from tute.cards import card_name, parse_card

_WRONG = {
    "malformed": "is not a card and the UID of its sticker, as in AO E0040150A1B2C3D4",
    "foreign": "is no sticker of ours: an ICODE (E004...) or an NTAG (04...), its UID as printed",
    "double": "one sticker for two cards, or two for one",
    "missing": "cards without a sticker",
}


@dataclass
class Deck:
    """A deck file's content: `uids` by card name, in hex digits; `problems` in words."""

    name: str = ""
    french: bool = False
    uids: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The deck as a file."""
        head = [f"deck {self.name}".rstrip(), *(["suits french"] if self.french else [])]
        cards = sorted(self.uids, key=parse_card)
        return "\n".join([*head, *(f"{card} {self.uids[card]}" for card in cards)]) + "\n"


def opened(data: bytes) -> deckfile.DeckFile:
    """A deck file's bytes as the firmware reads them."""
    with tempfile.TemporaryDirectory() as folder:  # its reader opens a path
        path = Path(folder, "deck.txt")
        path.write_bytes(data)
        return deckfile.DeckFile(str(path))


def parse(data: bytes) -> Deck:
    """A deck file's bytes as the device reads them; what is wrong is in `problems`."""
    found = opened(data)
    uids = {card_name(card): uid.hex().upper() for card, uid in enumerate(found.uids) if uid}
    told = [f"{text}: {_WRONG.get(kind, kind)}" for kind, text in found.problems]
    return Deck(found.name, found.french, uids, told)


def read(path: Path) -> Deck:
    """The deck of a file that people have."""
    return parse(path.read_bytes())


def pull(board: Board, number: int) -> bytes:
    """The file of the device's first or second deck. DeviceError if it has none."""
    path = decks.path(number)
    if path[1:] not in board.names("/"):
        raise DeviceError(
            f"the device has no deck {number}: tapete deck push puts one on it, or register it at the table"
        )
    return board.read(path)


def whole(file: Path) -> bytes:
    """What is in a deck file. DeviceError if it is no deck whose every card has its sticker."""
    data = file.read_bytes()
    if problems := parse(data).problems:
        raise DeviceError(f"{file}: {'; '.join(problems)}: it is not put on a device")
    return data


def told(deck: Deck, where: str) -> int:
    """Print what is wrong with a deck; exit code 1 if anything is."""
    for problem in deck.problems:
        click.echo(f"{where}: {problem}")
    if not deck.problems:
        click.echo(f"{where}: {deck.name or 'a deck'}, {len(deck.uids)} cards, each with its sticker")
    return FAILED if deck.problems else DONE


def merge(decks_: Iterable[tuple[str, Deck]]) -> Deck:
    """One deck of several, each with a part of the cards. DeviceError for a card or a sticker that two of them give
    differently."""
    made = Deck()
    cards: dict[str, str] = {}
    for where, deck in decks_:
        made.name, made.french = made.name or deck.name, made.french or deck.french
        for card, uid in deck.uids.items():
            known = cards.setdefault(uid, card)
            if made.uids.setdefault(card, uid) != uid or known != card:
                other = f"{known} {made.uids[known]}"
                raise DeviceError(f"{where}: {card} {uid} does not go with {other} of the files before")
    return made


def replace(path: Path, card: str, uid: str) -> str:
    """Give a card another sticker in a file, of which all else stays -> the line that was there before, or "".
    DeviceError for what cannot be; the file is then as it was."""
    name = card_of(card)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DeviceError(f"{path}: this is no text, and so no deck") from None
    before = re.search(rf"(?mi)^\s*{name}\s+\w+", text)
    line = f"{name} {uid.upper()}"
    new = text[: before.start()] + line + text[before.end() :] if before else f"{text.rstrip()}\n{line}\n"
    after = parse(new.encode())
    if after.uids.get(name) != uid.upper():
        raise DeviceError(f"{path}: {line}: " + "; ".join(after.problems))
    scratch = path.with_name(path.name + ".new")
    scratch.write_text(new, encoding="utf-8")
    scratch.replace(path)
    return before[0].strip() if before else ""


def card_of(word: str) -> str:
    """The card that somebody has named, as it stands in a file. DeviceError if it is none."""
    try:
        return card_name(parse_card(word.upper()))
    except ValueError:
        raise DeviceError(
            f"{word} is no card: a letter or figure of A 3 R C S 7 6 5 4 2 and one of O C E B, as in AO"
        ) from None


def printed(deck: Deck, lang: str | None) -> bytes:
    """The deck as PDF: a place for every sticker, and a list."""
    from tapete_host.hardware import deck_pdf

    lang = lang or language()
    teller = Teller(lang)
    words = {card_name(card): teller.bare(card_name(card)) for card in range(40)}
    return deck_pdf.sheets(deck.name, deck.uids, words, lang)
