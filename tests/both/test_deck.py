"""Deck files, good and bad."""

import os

from tapete.deck import Deck
from tute.cards import card_name, parse_card

PATH = ".build/test_deck_%s.txt" % id(os)


def uid(card, batch=1):
    return bytes([0xE0, 0x04, 0x01, batch, 0, 0, card, card])


def text(cards=range(40), name="Casa"):
    rows = ["deck " + name]
    for card in cards:
        rows.append("%s %s" % (card_name(card), uid(card).hex().upper()))
    return "\n".join(rows) + "\n"


def deck(content):
    try:
        os.mkdir(".build")
    except OSError:
        pass
    with open(PATH, "wb") as f:
        f.write(content if isinstance(content, bytes) else content.encode())
    try:
        return Deck(PATH)
    finally:
        os.remove(PATH)


def kinds(d):
    return [kind for kind, _ in d.problems()]


def test_a_whole_deck():
    d = deck(text())
    assert d.problems() == [] and d.name == "Casa"
    for card in range(40):
        assert d.card(uid(card)) == card and d.uid(card) == uid(card)
    assert d.card(uid(40)) is None and d.card(uid(3, 2)) is None
    assert d.card(b"") is None and d.card(uid(3)[:7]) is None and d.card(b"\x00" * 8) is None


def test_a_uid_is_not_found_across_two_stickers():
    # The eight bytes that lie half in one sticker's UID and half in the next one's are nobody's.
    d = deck(text())
    for card in range(39):
        both = uid(card) + uid(card + 1)
        for shift in range(1, 8):
            assert d.card(both[shift : shift + 8]) is None


def test_case_comments_and_space_do_not_matter():
    rows = (
        text()
        .lower()
        .replace("deck casa", "# first\n\n  deck   La  casa # a name")
        .replace("\n", "  # x\r\n")
    )
    d = deck(rows)
    assert d.problems() == [] and d.name == "La casa"


def test_missing_cards_are_named():
    d = deck(text([c for c in range(40) if c not in (0, 17, 39)]))
    assert d.problems() == [("missing", "%s %s %s" % (card_name(0), card_name(17), card_name(39)))]
    assert d.card(uid(17)) is None and d.uid(17) is None


def test_two_cards_with_one_sticker():
    d = deck(text(range(39)) + "AB %s\n" % uid(3).hex())
    ao = card_name(3)
    assert ("double", "line 41: AB is also %s" % ao) in d.problems()
    assert d.card(uid(3)) is None  # nobody can tell
    assert ("missing", "%s AB" % ao) in d.problems()


def test_one_card_with_two_stickers():
    d = deck(text() + "%s %s\n" % (card_name(5), uid(5, 2).hex()))
    assert d.problems() == [("double", "line 42: second sticker of " + card_name(5))]
    assert d.card(uid(5)) == 5 and d.card(uid(5, 2)) is None


def test_a_line_twice():
    d = deck(text() + text([7]).split("\n")[1] + "\n")
    assert d.problems() == [("double", "line 42: %s again" % card_name(7))] and d.card(uid(7)) == 7


def test_foreign_stickers_are_named():
    d = deck(text(range(39)) + "AB 04a1b2c3d4e5f607\n")
    assert d.problems() == [("foreign", "line 41: 04a1b2c3d4e5f607"), ("missing", "AB")]


def ntag(card, length=7):
    return bytes([0x04, 0x51, card] + [card ^ 0x80] * (length - 3))


def test_a_deck_of_the_other_kind():
    for length in (4, 7, 10):
        rows = ["deck N"] + ["%s %s" % (card_name(c), ntag(c, length).hex()) for c in range(40)]
        d = deck("\n".join(rows))
        assert d.problems() == []
        for card in range(40):
            assert d.card(ntag(card, length)) == card and d.uid(card) == ntag(card, length)
        assert d.card(uid(3)) is None and d.card(ntag(3, length)[:-1]) is None


def test_a_deck_of_both_kinds():
    # A short UID and the same with zeros behind it are two stickers.
    kinds = [uid(c) if c % 2 else ntag(c, (7, 4, 10)[c % 3]) for c in range(40)]
    kinds[0] = bytes.fromhex("04112233")
    kinds[2] = bytes.fromhex("04112233000000")
    kinds[4] = bytes.fromhex("04112233000000000000")
    rows = ["%s %s" % (card_name(c), kinds[c].hex().upper()) for c in range(40)]
    d = deck("\n".join(rows))
    assert d.problems() == []
    for card in range(40):
        assert d.card(kinds[card]) == card and d.uid(card) == kinds[card]
        assert d.card(bytearray(kinds[card])) == card
    for foreign in (b"", b"\x00" * 7, b"\x00" * 8, kinds[0] + b"\x00", ntag(41), uid(41)):
        assert d.card(foreign) is None
    for card in range(39):
        both = kinds[card] + kinds[card + 1]
        for length in (4, 7, 8, 10):
            for shift in range(1, len(both) - length):
                assert both[shift : shift + length] in kinds or d.card(both[shift : shift + length]) is None


def test_stickers_that_cannot_be_a_cards_are_foreign():
    # A cascade tag that a poor reader took for the UID, a random UID, nothing.
    for bad in ("8804B7809AF838", "8804B780", "08A1B2C3", "00000000", "00000000000000", "E0040150A1B2C3"):
        d = deck(text(range(39)) + "AB %s\n" % bad)
        assert d.problems() == [("foreign", "line 41: " + bad), ("missing", "AB")], (bad, d.problems())


def test_malformed_lines_are_named():
    for bad in (
        "AX E004010000000001",
        "AO",
        "AO E00401",
        "AO E00401000000000G",
        "AO E0040100000000 01 02",
        "hello",
    ):
        d = deck(text() + bad + "\n")
        assert d.problems() == [("malformed", "line 42: " + bad[:30])], d.problems()
        assert [d.card(uid(c)) for c in range(40)] == list(range(40))


def test_no_file():
    d = Deck("/nowhere/deck.txt")
    assert kinds(d)[0] == "missing" and d.problems()[0][1] == "no deck file"
    assert d.card(uid(1)) is None


def test_rubbish_never_raises_and_is_reported_in_short():
    for content in (b"", b"\xff" * 1000, b"\n" * 500, b"x y z\n" * 500, b"\x00\x01\n" * 300, b"AO " * 1000):
        d = deck(content)
        assert d.problems() and len(d.problems()) < 20
        assert d.card(uid(1)) is None


def test_parse_card_agrees():
    assert [parse_card(card_name(c)) for c in range(40)] == list(range(40))
