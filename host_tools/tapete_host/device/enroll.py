"""`tapete enroll`: a deck's stickers registered at the device and told in the terminal, or a saved deck proven by some
of its cards before it is written. Changes with what firmware/tapete/guided.py, which does it there, is told and tells.

The texts are those of the panel, in any of its languages.
"""

import json
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from tapete import decks
from tapete.screens.strings import Words
from tapete_host.device import DONE, FAILED, REFUSED, DeviceError, matches, settings
from tapete_host.device import deck as deck_files
from tapete_host.device.board import Board
from tapete_host.web_acta import Acta
from tute.cards import parse_card

_PROOF = 3  # cards of a saved deck that are laid
_SILENT_S = 40  # a device that starts needs some seconds, and then it says a word every two
_KEYS = "sbq"
_QUIET = ("enrol_taken",)  # what the next card says too


@dataclass(frozen=True)
class Wish:
    """What is to be registered in which of the two decks. card: its name, to give it another sticker; anew: forget
    what is registered; name: of the deck, "" as it is; lang: of the terminal, None as the device's."""

    number: int = 1
    card: str | None = None
    anew: bool = False
    name: str = ""
    lang: str | None = None


def register(board: Board, wish: Wish) -> int:
    """Have every card laid that has no sticker yet, or the one that gets another; exit code 1 if some are left.

    DeviceError if the deck is being played with, but for a single card.
    """
    deck = _deck(board, wish.number)
    card = parse_card(deck_files.card_of(wish.card)) if wish.card else -1
    if len(deck.uids) == 40 and not (wish.card or wish.anew):
        if wish.name:
            deck.name = wish.name
            board.write(decks.path(wish.number), deck.text().encode())
        click.echo(f"{_count(deck.name or str(wish.number), 40)}: tapete deck check looks at it")
        return DONE
    if not wish.card:
        _refuse_in_play(board, wish.number, "--card CARD gives one card another sticker")
    how = (wish.number, card, wish.anew, wish.name)
    done, name, _ = _led(board, how, _words(board, wish.lang, deck.french), 40, bool(wish.card))
    left = "" if done == 40 else ": tapete enroll goes on there"
    click.echo(_count(name, done) + left)
    return FAILED if left else DONE


def from_file(board: Board, path: Path, data: bytes, wish: Wish, check: bool) -> int:
    """Put a saved deck (see deck.whole) on the device, once some cards that are chosen at random have shown that it is
    this one; at once without `check`. DeviceError if it is being played with."""
    _refuse_in_play(board, wish.number, "its file waits")
    file = deck_files.opened(data)
    if check:
        proof = ([uid.hex() for uid in file.uids], file.french, random.sample(range(40), _PROOF))
        how = (wish.number, -1, False, "", proof)
        if not _led(board, how, _words(board, wish.lang, file.french), _PROOF)[2]:
            click.echo(f"{path}: not written, the device's deck is as it was")
            return FAILED
    board.write(decks.path(wish.number), data)
    click.echo(_count(file.name or str(wish.number), 40))
    return DONE


def _count(name: str, done: int) -> str:
    return f"deck {name}, {done} of 40"


def _deck(board: Board, number: int) -> deck_files.Deck:
    path = decks.path(number)
    return deck_files.parse(board.read(path) if path[1:] in board.names("/") else b"")


def _refuse_in_play(board: Board, number: int, else_: str) -> None:
    """DeviceError while a match is on with this deck: its cards would be strangers to it."""
    there = matches.numbers(board)
    if not there or settings.read(board).get("deck", 1) != number:
        return
    acta = Acta()
    acta.load(matches.text(board, there[-1]))
    if acta.phase != "match_over":
        other = " --second is the other deck," if number == 1 else ""
        raise DeviceError(
            f"match {there[-1]} is being played with this deck: end it first (OK held: the menu);{other} {else_}",
            REFUSED,
        )


def _words(board: Board, lang: str | None, french: bool) -> Words:
    return Words(lang or settings.read(board).get("lang", settings.DEFAULTS["lang"]), [], french)


def _led(board: Board, how: tuple, words: Words, of: int, alone: bool = False) -> tuple[int, str, bool]:
    """Let the device ask for its cards, and tell what comes of it -> (how many have a sticker, the deck's name, whether
    a proof was given)."""
    typed = _typed()
    if sys.stdin is not None and sys.stdin.isatty():
        skip = "s: skip this card, b: back to the one before, " if of == 40 and not alone else ""
        click.echo(f"({skip}q: stop; then Enter. The device's buttons do the same)", err=True)
    board.begin(f"from tapete import guided\nguided.start(*{how!r})")
    try:
        for word, *what in _heard(board, typed):
            if word == "End":
                board.renew()
                return what[0], what[1], what[2]
            _tell(word, what, words, of, alone)
    except KeyboardInterrupt:
        board.renew()
        click.echo("stopped: what is registered stays", err=True)
        raise
    raise AssertionError("the device's words end with one of these")


def _tell(word: str, what: list, words: Words, of: int, alone: bool) -> None:
    if word == "Ask":
        card, done = what
        click.echo(words.card(card) if alone else f"{done + 1 - (40 - of)} of {of}: {words.card(card)}")
    elif word == "Said" and what[0] not in _QUIET:
        click.echo(f"    {words.say('b_' + what[0], what[1:])}")
    elif word == "Trouble" and what[0]:
        click.echo(f"    {words.say('t_' + what[0], what[1:]).replace('|', ': ')}")


def _heard(board: Board, typed: queue.SimpleQueue) -> Iterator[list]:
    """The device's words up to its last; what is typed goes to it. DeviceError if it falls silent, or fails."""
    held, last = b"", time.monotonic()
    while True:
        while not typed.empty():
            board.say(typed.get().encode())
        said, end, error = (held + board.hear()).partition(b"\x04")
        *lines, held = said.split(b"\n")
        for line in lines:
            if line.startswith(b"enrol "):
                last = time.monotonic()
                yield json.loads(line[6:])
        if end:
            raise _failed(board, error)
        if time.monotonic() - last > _SILENT_S:
            raise DeviceError(
                f"{board.address}: the device fell silent: look at its cable and supply and try again; what is "
                "registered stays"
            )


def _failed(board: Board, error: bytes) -> DeviceError:
    """The program ended by itself: why."""
    end = time.monotonic() + _SILENT_S
    while b"\x04" not in error and time.monotonic() < end:
        error += board.hear()
    board.renew()
    last = (error.partition(b"\x04")[0].decode(errors="replace").strip().splitlines() or ["no reason"])[-1]
    if "ImportError" in last:
        return DeviceError(
            f"{board.address}: the device's program is older than this tool: give it the new one with tapete flash",
            REFUSED,
        )
    return DeviceError(f"{board.address}: the device broke off: {last}; what is registered stays", REFUSED)


def _typed() -> queue.SimpleQueue:
    """The letters that somebody types, one by one. A thread waits for them from now on: no system has another way for
    a terminal and a pipe alike."""
    letters: queue.SimpleQueue = queue.SimpleQueue()
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):  # nobody types
        return letters

    def read() -> None:
        while data := os.read(number, 64):
            for letter in data.decode(errors="replace").lower():
                if letter in _KEYS:
                    letters.put(letter)

    threading.Thread(target=read, daemon=True).start()
    return letters
