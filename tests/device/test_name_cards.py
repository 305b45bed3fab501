"""Names of cards laid on the mat when it is asked who sits where, by radio; a deck's suits called otherwise."""

import os

from tapete import namecards
from tapete.deckfile import DeckFile
from tapete_host.sim.desk import Device, deck_text
from tapete_host.sim.people import People
from tapete_host.sim.world import World

CARDS = ["E00401FFFFFFFF0%d" % n for n in range(1, 5)]
NAMES = ["Ana", "Luis", "Eva", "Juan"]


def people(known="Ana,Luis,Eva,Juan", files=None, **settings):
    """At a device in its list of names."""
    world = World(seed=5, board=settings.get("board", "wroom_pn5180"))
    given = {"/deck.txt": deck_text(world.deck)}
    given.update(files or {})
    made = People(Device(world, settings=dict({"lang": "es", "known": known}, **settings), files=given))
    made.boot()
    return into(made)


def into(p):
    p.play(["expect question setup_start", "cambio", "expect question options"])
    choose(p, "names")
    return p


def question(p):
    return p.device.app.table.view.question


def choose(p, key, *args):
    """That option of a list."""
    wanted = (key, args) if args else key
    for _ in range(30):
        option = question(p)[2][question(p)[3]]
        if wanted in (option, option[0]):
            p.play(["ok"])
            return
        p.play(["cambio"])
    raise AssertionError((key, question(p)))


def lay(p, card, before=None):
    """Lay a card (or a UID) and take it up."""
    p.play(["lay " + card + (before or ""), "collect"])


def banner(p):
    return p.device.app.table.view.banner


def seated(p):
    return list(p.device.app.settings.names)


def test_a_new_card_takes_the_name_that_is_chosen_and_seats_it_the_next_time():
    p = people()
    for seat, (card, name) in enumerate(zip(CARDS, NAMES), 1):
        lay(p, card)
        assert question(p)[:2] == ("name", (seat,)) and banner(p)[0] == "name_card_new"
        choose(p, "name_chosen", name)
    assert seated(p) == NAMES
    p.play(["deshacer", "deshacer", "expect question setup_start"])
    p.world.power_cut()
    p.restart()
    into(p)
    for card in (CARDS[2], CARDS[0], CARDS[3], CARDS[1]):
        assert question(p)[0] == "names"
        lay(p, card)
    assert seated(p) == ["Eva", "Ana", "Juan", "Luis"] and banner(p) == ("name_of_card", (4, "Luis"))
    p.play(["deshacer", "deshacer", "ok", "expect screen deal"])
    assert [line for line in p.acta() if line[:5] == "seat "][0] == "seat 1 Eva"
    p.play(["lay 6C", "ok", "lift 6C", "lay 5O"])
    assert p.acta()[-1] == "play 5O 1", "cards are cards again"


def test_a_name_card_is_for_the_seat_that_is_marked():
    p = people(files={"/names.txt": CARDS[0] + " Ana María\n"})
    p.play(["cambio", "cambio"])
    lay(p, CARDS[0])
    assert seated(p) == ["", "", "Ana María", ""]
    p.play(["deshacer", "expect question options"])
    lay(p, CARDS[0])
    assert seated(p) == ["", "", "Ana María", ""] and question(p)[0] == "options"


def test_where_each_seat_has_an_antenna_the_card_seats_who_lays_it():
    card = "04A1B2C3D4E580"
    p = people(files={"/names.txt": card + " Ana\n"}, board="wroom_mfrc522", antennas=[1, 2, 3, 4])
    lay(p, card, "@4")
    assert seated(p) == ["", "", "", "Ana"]


def test_before_it_is_known_who_sits_where_an_antenna_is_no_seat():
    card = "04A1B2C3D4E580"
    p = people(files={"/names.txt": card + " Ana\n"}, board="wroom_mfrc522", antennas=[0] * 4)
    lay(p, card, "@4")
    assert seated(p) == ["Ana", "", "", ""], "the marked one"


def test_all_lay_their_cards_before_themselves_at_once():
    cards = ["04A1B2C3D4E58%d" % n for n in range(4)]
    text = "".join(["%s %s\n" % pair for pair in zip(cards, NAMES)])
    p = people(files={"/names.txt": text}, board="wroom_mfrc522", antennas=[1, 2, 3, 4])
    p.device.app.table.tags(("pair", [bytes.fromhex(card) for card in cards], 0, [2, 1, 4, 3]))
    assert seated(p) == ["Luis", "Ana", "Juan", "Eva"]


def test_a_card_that_is_laid_again_gets_another_name():
    p = people(files={"/names.txt": "%s Ana\n%s Luis\n" % (CARDS[0].lower(), CARDS[1])})
    lay(p, CARDS[0])
    assert seated(p)[0] == "Ana" and question(p)[0] == "names"
    lay(p, CARDS[0])
    assert question(p)[0] == "name" and seated(p)[0] == "Ana"
    choose(p, "name_chosen", "Juan")
    assert "Juan" in seated(p) and namecards.name_of(bytes.fromhex(CARDS[0])) == "Juan"
    assert namecards.name_of(bytes.fromhex(CARDS[1])) == "Luis"


def test_what_is_no_name_card_is_told_why():
    second = bytes([224, 4, 1, 0, 7, 7, 7, 7])
    p = people(files={"/second-deck.txt": "deck 2\nAO " + second.hex() + "\n"})
    lay(p, second.hex().upper())
    assert banner(p)[0] == "of_the_other_deck" and question(p)[0] == "names"
    p.device.app.table.tags(("laid", b"\x08\x01\x02\x03", 0))
    assert banner(p)[0] == "enrol_foreign" and seated(p) == [""] * 4


def test_cards_that_lay_there_are_gone_when_they_are_lifted():
    p = people()
    p.play(["deshacer", "deshacer", "lay AO", "lay 3B"])
    into(p)
    p.play(["lift AO", "ok", "expect question name", "lift 3B", "deshacer", "deshacer", "deshacer", "ok"])
    table = p.device.app.table
    assert table.here == [] and table.aside == []
    p.play(["expect screen deal", "lay 6C", "ok", "lift 6C", "lay 5O"])
    assert p.acta()[-1] == "play 5O 1"


def test_a_card_of_the_deck_and_two_at_once_are_refused():
    p = people()
    lay(p, "RO")
    assert banner(p) == ("not_a_name_card", (7,)) and question(p)[0] == "names"
    p.device.app.table.tags(("pair", [b"1", b"2"], 0))
    assert banner(p)[0] == "enrol_at_once" and seated(p) == [""] * 4


def test_a_card_laid_while_a_name_is_chosen_is_for_nothing():
    p = people()
    lay(p, CARDS[0])
    lay(p, CARDS[1])
    lay(p, "RO")
    assert question(p)[:2] == ("name", (1,))
    choose(p, "name_chosen", "Eva")
    assert namecards.name_of(bytes.fromhex(CARDS[0])) == "Eva"
    assert namecards.name_of(bytes.fromhex(CARDS[1])) == ""


def test_who_goes_back_gives_the_card_no_name():
    p = people()
    lay(p, CARDS[0])
    p.play(["deshacer", "expect question names", "ok"])
    choose(p, "name_chosen", "Eva")
    assert seated(p)[0] == "Eva" and namecards.name_of(bytes.fromhex(CARDS[0])) == "" and banner(p) is None


def test_forgetting_names_forgets_those_on_cards():
    p = people("", files={"/names.txt": CARDS[0] + " Ana\n"})
    choose(p, "names_forget")
    assert namecards.name_of(bytes.fromhex(CARDS[0])) == "" and "names.txt" not in os.listdir("/")
    lay(p, CARDS[0])
    assert banner(p)[0] == "name_card_new"


def test_a_card_gets_another_name_and_the_oldest_goes_first():
    people()
    uids = [b"\xe0\x04\x01\x00\x00\x00\x00" + bytes([n]) for n in range(60)]
    for n in range(60):
        assert namecards.keep(uids[n], "지민서준하은지민서준%02d" % n)
    assert namecards.keep(uids[30], "Otra")
    names = [namecards.name_of(uid) for uid in uids]
    assert (
        names[:20] == [""] * 20 and names[20][-2:] == "20" and names[30] == "Otra" and names[59][-2:] == "59"
    )
    with open("/names.txt", "a") as f:
        f.write("E004 A, B\n")
    with open("/names.txt", "ab") as f:
        f.write(b"E005 \xff\xfe\n")
    assert namecards.name_of(b"\xe0\x04") == "A  B" and namecards.name_of(uids[59])[-2:] == "59"


def test_a_spoilt_file_is_no_names():
    for data in (b"\xff\xfe\x00", b"", b"E004\n\n \n", bytes(range(256)) * 8):
        p = people(files={"/names.txt": data})
        lay(p, CARDS[0])
        assert banner(p)[0] == "name_card_new", data
        choose(p, "name_chosen", "Ana")
        assert namecards.name_of(bytes.fromhex(CARDS[0])) == "Ana"


def test_what_cannot_be_written_is_said_and_the_name_sits_all_the_same():
    p = people()
    lay(p, CARDS[0])
    p.world.fault("flash_error")
    choose(p, "name_chosen", "Ana")
    assert seated(p)[0] == "Ana" and banner(p)[0] == "not_written"


# The suits of a French deck


def test_a_french_deck_is_called_and_drawn_so_and_kept():
    p = people(lang="en")
    p.play(["deshacer", "expect question options"])
    choose(p, "deck")
    choose(p, "suits_0")
    assert question(p)[0] == "deck" and DeckFile("/deck.txt").french and p.device.app.table.view.french
    assert len([uid for uid in DeckFile("/deck.txt").uids if uid]) == 40
    p.play(["deshacer", "deshacer", "ok", "expect screen deal", "lay 6C", "ok", "lift 6C", "lay CO"])
    said = [record for record in p.records if record[:7] == "screen "][-1]
    assert "queen of diamonds" in said, said
    assert p.acta()[-1] == "play CO 1"
    p.world.power_cut()
    p.restart()
    assert p.device.app.table.view.french
